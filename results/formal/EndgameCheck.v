(* SPDX-License-Identifier: MIT *)
(* A stream with an endgame, message by message: words and messages that pass a finite check are schedules
   for every number of items from M on (THEOREMS.md, section 12.5). *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Hall Lists Runs Stationary Periodic Spelled Messages Endgame.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

Section Check.
Variables (L t M F : nat).

(* Words that send the largest value held; none is empty. *)
Definition word_of (l : list nat) : word := sends_largest (Z.of_nat L) (map Z.of_nat l).
Definition stationary_ok (ws : list word) : bool := periodicb 1 L t ws && forallb (fun w => negb (length w =? 0)) ws.

Lemma stationary_ok_stationary ws : stationary_ok ws = true ->
  stationary (Z.of_nat L) (Z.of_nat t) ws /\ forall w, In w ws -> w <> [].
Proof.
  unfold stationary_ok. rewrite andb_true_iff, forallb_forall. intros [H1 H2]. split.
  - apply periodic_1, periodicb_periodic, H1.
  - intros w Hw ->. specialize (H2 [] Hw). discriminate.
Qed.

(* No message of the endgame has to do with who has to do with an earlier item. *)
Definition fits_ok (ws : list word) (steps : list step) : bool :=
  forallb (fun st : step => let s := fst st in forallb (fun m : send =>
    (Z.of_nat t <=? rv ws (receiver m) (s + L) + Z.of_nat s)%Z &&
    match sender m with None => true | Some p =>
      match sv ws p s with Some u => (Z.of_nat (L + t) <=? u + Z.of_nat s)%Z | None => true end end) (snd
        st)) steps.

Lemma fits_ok_fits ws steps : fits_ok ws steps = true -> fits L t ws (schedule_of steps).
Proof.
  unfold fits_ok. rewrite forallb_forall. intros H a s q c E. apply schedule_sent in E as (l & H1 & H2).
  specialize (H _ H1). rewrite forallb_forall in H. specialize (H _ H2). cbn [fst] in H.
  unfold receiver, sender in H. cbn [fst snd] in H. apply andb_prop in H as [A B]. apply Z.leb_le in A.
  split; [exact A|]. destruct a as [p|]; [|exact I]. destruct (sv ws p s); [|exact I]. apply Z.leb_le.
    exact B.
Qed.

Definition family_ok (ls : list (list nat)) (steps : list step) : bool :=
  let ws := map word_of ls in
  (1 <=? L) && (L + t <=? F + 1) && stationary_ok ws && messages_ok L (N ws) M F steps && fits_ok ws steps.

Lemma family_parts ls steps : family_ok ls steps = true ->
  let ws := map word_of ls in 1 <= L /\ L + t <= F + 1 /\ stationary (Z.of_nat L) (Z.of_nat t) ws /\
  (forall w, In w ws -> w <> []) /\ messages_ok L (N ws) M F steps = true /\ fits L t ws (schedule_of steps)
    /\
  N ws = length (concat ls).
Proof.
  unfold family_ok. rewrite !andb_true_iff. intros ((((H0 & H1) & H2) & H3) & H4). cbv zeta.
  apply Nat.leb_le in H0, H1. apply stationary_ok_stationary in H2 as [H2 Hne].
  split; [exact H0|split; [exact H1|split; [exact H2|split; [exact Hne|split; [exact H3|split]]]]].
  - apply fits_ok_fits. exact H4.
  - rewrite N_sum. clear. induction ls as [|l ls IH]; [reflexivity|]. cbn [concat map].
    rewrite !app_length, IH.
    unfold word_of, sends_largest. rewrite !map_length, seq_length. reflexivity.
Qed.

Theorem family_items ls steps : family_ok ls steps = true ->
  forall z, items_possible L (length (concat ls)) (z + M) (z + F).
Proof.
  intros H z. destruct (family_parts ls steps H) as (H0 & H1 & H2 & H3 & H4 & H5 & <-).
  apply (stream_ends L t M F (map word_of ls) (schedule_of steps)); try assumption. apply messages_brings.
    exact H4.
Qed.

Theorem family_single ls steps : family_ok ls steps = true -> single_ok M steps = true ->
  forall z, single_possible L (length (concat ls)) (z + M) (z + F).
Proof.
  intros H HS z. destruct (family_parts ls steps H) as (H0 & H1 & H2 & H3 & H4 & H5 & <-).
  apply (stream_ends_single L t M F (map word_of ls) (schedule_of steps)); try assumption.
  - apply messages_brings. exact H4.
  - eapply messages_single; eassumption.
Qed.
End Check.
