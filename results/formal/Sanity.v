(* SPDX-License-Identifier: MIT *)
(* The definitions of Model.v say what they should.  For each there is something that satisfies it, and for each clause of
   serves and brings a schedule that breaks this clause and no other. *)
From Coq Require Import List Arith ZArith Lia Permutation ZifyNat.
From Steadycast Require Import Model.
Import ListNotations.

(* The source sends each item at once to the only processor. *)
Definition relay : schedule := fun a s => match a with None => Some (0, s) | _ => None end.
(* Two processors, the first of which passes on what it received in the step before. *)
Definition chain : schedule := fun a s =>
  match a, s with None, _ => Some (0, s) | Some 0, S s' => Some (1, s') | _, _ => None end.

Ltac send_cases := repeat match goal with
  | H : None = Some _ |- _ => discriminate H
  | H : context [match ?x with _ => _ end] |- _ => destruct x; try discriminate
  | H : Some _ = Some _ |- _ => injection H; clear H; intros; subst end.

Lemma relay_serves : serves 1 1 1 relay /\ once relay.
Proof.
  split; [split|]; unfold relay, once; intros; send_cases; try lia; auto.
  assert (q = 0) as -> by lia. exists None, i. split; [reflexivity|lia].
Qed.
Lemma chain_serves : serves 1 2 2 chain.
Proof.
  split; unfold chain; intros; send_cases; try lia; try (exists None; eexists; split; [reflexivity|lia]); try reflexivity.
  destruct q as [|[|q]]; [exists None, i|exists (Some 0), (S i)|lia]; (split; [reflexivity|lia]).
Qed.
(* Delay 1 is too little for two. *)
Lemma chain_late : ~ serves 1 2 1 chain.
Proof. intros H. destruct (sv_all _ _ _ _ H 0 1 ltac:(lia)) as (a & s & E & Hs). unfold chain in E. send_cases; lia. Qed.

(* The clauses of serves, one by one. *)
Definition range (N : nat) (S : schedule) := forall a s q i, S a s = Some (q, i) -> q < N.
Definition source (S : schedule) := forall s q i, S None s = Some (q, i) -> i <= s.
Definition hold (L : nat) (S : schedule) :=
  forall p s q i, S (Some p) s = Some (q, i) -> exists a s', S a s' = Some (p, i) /\ s' + L <= s.
Definition recv (S : schedule) := forall a b s q i j, S a s = Some (q, i) -> S b s = Some (q, j) -> a = b.
Definition all (L N D : nat) (S : schedule) := forall i q, q < N -> exists a s, S a s = Some (q, i) /\ s + L <= i + D.
Lemma clauses L N D S : serves L N D S <-> range N S /\ source S /\ hold L S /\ recv S /\ all L N D S.
Proof. split; [intros []; repeat split; assumption|intros (? & ? & ? & ? & ?); split; assumption]. Qed.

(* A message to a processor that does not exist. *)
Definition stray : schedule := fun a s => match a, s with None, _ => Some (0, s) | Some 0, S s' => Some (7, s') | _, _ => None end.
Lemma breaks_range : ~ range 1 stray /\ source stray /\ hold 1 stray /\ recv stray /\ all 1 1 1 stray.
Proof.
  split; [intros H; specialize (H (Some 0) 1 7 0 eq_refl); lia|]. unfold stray.
  repeat split; red; intros; send_cases; try lia; try reflexivity.
  - exists None; eexists; split; [reflexivity|lia].
  - assert (q = 0) as -> by lia. exists None, i. split; [reflexivity|lia].
Qed.
(* An item before it is there: each odd item changes places with the one before it. *)
Definition swap : schedule := fun a s => match a with None => Some (0, if Nat.even s then s + 1 else s - 1) | _ => None end.
Lemma swap_all : all 1 1 2 swap.
Proof.
  intros i q Hq. assert (q = 0) by lia. subst. destruct (Nat.Even_or_Odd i) as [E|E].
  - exists None, (i + 1). unfold swap. destruct (Nat.even (i + 1)) eqn:F; [apply Nat.even_spec in F; destruct E, F; lia|].
    split; [do 2 f_equal; lia|lia].
  - exists None, (i - 1). unfold swap. assert (Nat.even (i - 1) = true) as -> by (apply Nat.even_spec; destruct E as [h ->]; exists h; lia).
    destruct E as [h ->]. split; [do 2 f_equal; lia|lia].
Qed.
Lemma breaks_source : range 1 swap /\ ~ source swap /\ hold 1 swap /\ recv swap /\ all 1 1 2 swap.
Proof.
  split; [|split; [intros H; specialize (H 0 0 1 eq_refl); lia|split; [|split; [|exact swap_all]]]];
    unfold swap; red; intros; destruct a || destruct p; try destruct b; try discriminate; auto. injection H; intros; subst; lia.
Qed.
(* An item is passed on in the step in which it is sent by the source. *)
Definition hasty : schedule := fun a s => match a with None => Some (0, s) | Some 0 => Some (1, s) | _ => None end.
Lemma breaks_hold : range 2 hasty /\ source hasty /\ ~ hold 1 hasty /\ recv hasty /\ all 1 2 1 hasty.
Proof.
  repeat split.
  - unfold hasty; red; intros; send_cases; lia.
  - unfold hasty; red; intros; send_cases; lia.
  - intros H. destruct (H 0 0 1 0 eq_refl) as (a & s' & _ & Hs). lia.
  - unfold hasty; red; intros; send_cases; try reflexivity; discriminate.
  - intros i q Hq. destruct q as [|[|q]]; [exists None, i|exists (Some 0), i|lia]; (split; [reflexivity|lia]).
Qed.
(* Two messages to one processor at one time: the second processor sends everything back. *)
Definition back : schedule := fun a s => match a, s with
  | None, _ => Some (0, s) | Some 0, S s' => Some (1, s') | Some 1, S (S s') => Some (0, s') | _, _ => None end.
Lemma breaks_recv : range 2 back /\ source back /\ hold 1 back /\ ~ recv back /\ all 1 2 2 back.
Proof.
  repeat split.
  - unfold back; red; intros; send_cases; lia.
  - unfold back; red; intros; send_cases; lia.
  - unfold back; red; intros; send_cases; [exists None, i|exists (Some 0), (S i)]; (split; [reflexivity|lia]).
  - intros H. specialize (H None (Some 1) 2 0 2 0 eq_refl eq_refl). discriminate.
  - intros i q Hq. destruct q as [|[|q]]; [exists None, i|exists (Some 0), (S i)|lia]; (split; [reflexivity|lia]).
Qed.
(* Nothing is sent. *)
Definition silence : schedule := fun _ _ => None.
Lemma breaks_all : range 1 silence /\ source silence /\ hold 1 silence /\ recv silence /\ ~ all 1 1 1 silence.
Proof. repeat split; try (red; intros; discriminate). intros H. destruct (H 0 0 ltac:(lia)) as (a & s & E & _). discriminate. Qed.
(* Everything twice. *)
Lemma not_once : ~ once back.
Proof. intros H. destruct (H None (Some 1) 0 2 0 0 eq_refl eq_refl). discriminate. Qed.

Lemma relay_block_cyclic : block_cyclic 1 0 1 relay.
Proof.
  exists [], 0%Z, (fun _ => None). repeat split; [reflexivity| |discriminate].
  cbv zeta. intros q s i Hq Hi. exists None, (s - 1). unfold relay. split; [lia|do 2 f_equal; lia].
Qed.
(* L = 3, t = 4, f_4 = 3 processors: one block of size 2, of the values 4 and 0, and one processor that receives 1.  Processors 0 and 1
   get the items from the source in turn; each sends what it got to processor 2 at once, and to the other one a step later. *)
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.
Definition two_in_turn : schedule := fun a s => match a with
  | None => Some (1 - s mod 2, s)
  | Some p => if 2 <=? p then None else
      if (s + p) mod 2 =? 0 then (if s <? 3 then None else Some (2, s - 3)) else if s <? 4 then None else Some (1 - p, s - 4) end.
Lemma same_message (q i q' i' : nat) : Some (q, i) = Some (q', i') <-> q' = q /\ i' = i.
Proof. split; [intros E; split; congruence|intros [-> ->]; reflexivity]. Qed.
Lemma sent_in_turn a s q i : two_in_turn a s = Some (q, i) <-> match a with
  | None => q = 1 - s mod 2 /\ i = s
  | Some p => p < 2 /\ ((s + p) mod 2 = 0 /\ 3 <= s /\ q = 2 /\ i = s - 3 \/ (s + p) mod 2 = 1 /\ 4 <= s /\ q = 1 - p /\ i = s - 4) end.
Proof.
  unfold two_in_turn. destruct a as [p|].
  - destruct (Nat.leb_spec 2 p), (Nat.eqb_spec ((s + p) mod 2) 0), (Nat.ltb_spec s 3), (Nat.ltb_spec s 4);
      rewrite ?same_message; (split; [intros E; discriminate || lia|intros E; lia || (exfalso; lia)]).
  - rewrite same_message. lia.
Qed.
Lemma in_turn_serves : serves 3 3 (3 + 4) two_in_turn /\ once two_in_turn.
Proof.
  split; [split|].
  - intros a s q i H. apply sent_in_turn in H. destruct a; lia.
  - intros s q i H. apply sent_in_turn in H. lia.
  - intros p s q i H. apply sent_in_turn in H. exists None, i. rewrite sent_in_turn. lia.
  - intros a b s q i j A B. apply sent_in_turn in A, B. destruct a, b; try f_equal; lia.
  - intros i q Hq. destruct (Nat.eq_dec q 2); [|destruct (Nat.eq_dec q (1 - i mod 2))].
    + exists (Some (1 - i mod 2)), (i + 3). rewrite sent_in_turn. lia.
    + exists None, i. rewrite sent_in_turn. lia.
    + exists (Some (1 - i mod 2)), (i + 4). rewrite sent_in_turn. lia.
  - intros a b s s' q i A B. apply sent_in_turn in A, B. destruct a, b; (split; [|try f_equal]; lia).
Qed.
Lemma in_turn_block_cyclic : block_cyclic 3 4 3 two_in_turn.
Proof.
  exists [[4; 0]%Z], 1%Z, (fun q => if q <? 2 then Some ([4; 0]%Z, q) else None). split; [|split].
  - apply Permutation_sym, (Permutation_cons_append [Some ([4; 0]%Z, 0); Some ([4; 0]%Z, 1)]).
  - cbv zeta. intros q s i Hq Hi. destruct (Nat.ltb_spec q 2); cbn [length] in Hi.
    + assert (nth ((s + q) mod 2) [4; 0]%Z 0%Z = if (s + q) mod 2 =? 0 then 4%Z else 0%Z) as E
        by (destruct ((s + q) mod 2) as [|[|n]] eqn:E; [reflexivity|reflexivity|lia]).
      rewrite E in Hi. destruct (Nat.eqb_spec ((s + q) mod 2) 0);
        [exists None, (s - 3)|exists (Some (1 - q)), (s - 3)]; rewrite sent_in_turn; lia.
    + exists (Some (1 - i mod 2)), (s - 3). rewrite sent_in_turn. lia.
  - intros p s q i H. apply sent_in_turn in H. destruct (Nat.ltb_spec p 2); [|lia]. cbn [length nth]. lia.
Qed.
Lemma swap_not_block_cyclic : ~ block_cyclic 1 1 1 swap.
Proof.
  intros (bs & x & place & HP & HR & _). assert (place 0 = None) as E.
  { cbn in HP. assert (map Some (cells bs) = []) as En by (apply length_zero_iff_nil; apply Permutation_length in HP; cbn in HP; lia).
    rewrite En in HP. apply Permutation_length_1 in HP. exact HP. }
  assert (forall s i, (Z.of_nat i = Z.of_nat (S s) + x - 2)%Z -> i = if Nat.even s then s + 1 else s - 1) as Q.
  { intros s i Hi. destruct (HR 0 (S s) i ltac:(lia)) as (a & s' & Hs & Ha); [rewrite E; cbn zeta; lia|].
    assert (s' = s) by lia. subst. unfold swap in Ha. destruct a; [discriminate|]. congruence. }
  set (m := 2 * Z.to_nat (Z.abs x) + 2). assert (Nat.even m = true) as Em by (apply Nat.even_spec; exists (Z.to_nat (Z.abs x) + 1); unfold m; lia).
  assert (Nat.even (S m) = false) as Eo by (rewrite Nat.even_succ, <- Nat.negb_even, Em; reflexivity).
  pose proof (Q m (Z.to_nat (Z.of_nat (S m) + x - 2)) ltac:(unfold m; lia)) as Q1.
  pose proof (Q (S m) (Z.to_nat (Z.of_nat (S (S m)) + x - 2)) ltac:(unfold m; lia)) as Q2. rewrite Em in Q1. rewrite Eo in Q2. lia.
Qed.

(* Two items to two processors, L = 1: the source sends 0, 1, and 1 again; the first processor passes 0 on. *)
Definition pair_of_items : schedule := fun a s => match a, s with
  | None, 0 => Some (0, 0) | None, 1 => Some (0, 1) | Some 0, 1 => Some (1, 0) | None, 2 => Some (1, 1) | _, _ => None end.
Lemma pair_brings : brings 1 2 2 3 pair_of_items /\ ~ single pair_of_items.
Proof.
  split; [split|].
  - unfold pair_of_items; intros; send_cases; lia.
  - unfold pair_of_items; intros; send_cases. exists None, 0. split; [reflexivity|lia].
  - unfold pair_of_items; intros; send_cases; reflexivity || discriminate.
  - intros i q Hi Hq. destruct i as [|[|i]], q as [|[|q]]; try lia;
      [exists None, 0|exists (Some 0), 1|exists None, 1|exists None, 2]; (split; [reflexivity|lia]).
  - intros H. specialize (H 1 2 0 1 1 eq_refl eq_refl). discriminate.
Qed.
(* With the last message left out, one of them lacks an item. *)
Lemma pair_early : ~ brings 1 2 2 2 pair_of_items.
Proof. intros H. destruct (br_all _ _ _ _ _ H 1 1 ltac:(lia) ltac:(lia)) as (a & s & E & Hs). unfold pair_of_items in E. send_cases; lia. Qed.

(* The clauses of brings, one by one. *)
Definition items_range (N k : nat) (S : schedule) := forall a s q i, S a s = Some (q, i) -> q < N /\ i < k.
Definition items_all (L N k T : nat) (S : schedule) := forall i q, i < k -> q < N -> exists a s, S a s = Some (q, i) /\ s + L <= T.
Lemma items_clauses L N k T S : brings L N k T S <-> items_range N k S /\ hold L S /\ recv S /\ items_all L N k T S.
Proof. split; [intros [A B C D]; exact (conj A (conj B (conj C D)))|intros (A & B & C & D); split; assumption]. Qed.

Ltac one_item := repeat split; red; intros; send_cases; try discriminate; try reflexivity; try lia;
  try (exists None, 0; split; [reflexivity|lia]).
(* The only item, to the only processor, and on to one that does not exist. *)
Definition item_stray : schedule := fun a s => match a, s with None, 0 => Some (0, 0) | Some 0, 1 => Some (7, 0) | _, _ => None end.
Lemma items_break_range : ~ items_range 1 1 item_stray /\ hold 1 item_stray /\ recv item_stray /\ items_all 1 1 1 1 item_stray.
Proof.
  split; [intros H; destruct (H (Some 0) 1 7 0 eq_refl); lia|]. unfold item_stray; one_item.
  assert (i = 0) as -> by lia. assert (q = 0) as -> by lia. exists None, 0. split; [reflexivity|lia].
Qed.
(* Passed on in the step in which it is sent. *)
Definition item_hasty : schedule := fun a s => match a, s with None, 0 => Some (0, 0) | Some 0, 0 => Some (1, 0) | _, _ => None end.
Lemma items_break_hold : items_range 2 1 item_hasty /\ ~ hold 1 item_hasty /\ recv item_hasty /\ items_all 1 2 1 1 item_hasty.
Proof.
  split; [unfold item_hasty; red; intros; send_cases; lia|]. split; [intros H; destruct (H 0 0 1 0 eq_refl) as (a & s' & _ & Hs); lia|].
  unfold item_hasty; one_item. assert (i = 0) as -> by lia. destruct q as [|[|q]]; [exists None, 0|exists (Some 0), 0|lia]; (split; [reflexivity|lia]).
Qed.
(* Two messages to one processor at one time. *)
Definition item_back : schedule := fun a s => match a, s with
  | None, 0 => Some (0, 0) | Some 0, 1 => Some (1, 0) | Some 1, 2 => Some (0, 0) | None, 2 => Some (0, 0) | _, _ => None end.
Lemma items_break_recv : items_range 2 1 item_back /\ hold 1 item_back /\ ~ recv item_back /\ items_all 1 2 1 2 item_back.
Proof.
  split; [unfold item_back; red; intros; send_cases; lia|]. split; [|split].
  - unfold item_back; red; intros; send_cases; [exists None, 0|exists (Some 0), 1]; (split; [reflexivity|lia]).
  - intros H. specialize (H None (Some 1) 2 0 0 0 eq_refl eq_refl). discriminate.
  - intros i q Hi Hq. assert (i = 0) as -> by lia. destruct q as [|[|q]]; [exists None, 0|exists (Some 0), 1|lia]; (split; [reflexivity|lia]).
Qed.
Lemma items_break_all : items_range 1 1 silence /\ hold 1 silence /\ recv silence /\ ~ items_all 1 1 1 1 silence.
Proof. repeat split; try (red; intros; discriminate); try discriminate. intros H. destruct (H 0 0 ltac:(lia) ltac:(lia)) as (a & s & E & _). discriminate. Qed.
