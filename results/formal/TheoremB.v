(* SPDX-License-Identifier: MIT *)
(* Section 6, Theorem B: t = 2L for even L >= 4, with two internal nodes in one word. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary Instance.
Import ListNotations.
Open Scope Z_scope.

Lemma count_one {A} (p : A -> bool) l : NoDup l -> (forall a b, In a l -> In b l -> p a = true -> p b = true -> a = b) -> (count p l <= 1)%nat.
Proof.
  intros Hn H. unfold count. pose proof (NoDup_filter p Hn) as N.
  assert (forall a, In a (filter p l) -> In a l /\ p a = true) as Q by (intros a; apply filter_In).
  destruct (filter p l) as [|a [|b m]]; cbn; try lia. exfalso.
  destruct (Q a (or_introl eq_refl)). destruct (Q b (or_intror (or_introl eq_refl))).
  assert (a = b) by auto. subst. inversion N as [|? ? X]. apply X. left; reflexivity.
Qed.
Lemma count_among {A} (p : A -> bool) l c : NoDup l -> (forall a, In a l -> p a = true -> In a c) -> (count p l <= length c)%nat.
Proof.
  intros Hn H. unfold count. apply NoDup_incl_length; [apply NoDup_filter; exact Hn|].
  intros a Ha. apply filter_In in Ha as [H1 H2]. auto.
Qed.

Lemma f_2L L : (1 <= L)%nat -> f L (2 * L) = (L + 3)%nat.
Proof.
  intros HL. assert (forall k, (k < L)%nat -> f L (L + k) = (k + 2)%nat) as Q.
  { induction k as [|k IH]; intros Hk.
    - rewrite f_step, !f_small by lia. reflexivity.
    - rewrite f_step by lia. replace (L + S k - 1)%nat with (L + k)%nat by lia. rewrite IH, f_small by lia. lia. }
  rewrite f_step by lia. replace (2 * L - 1)%nat with (L + (L - 1))%nat by lia. rewrite Q by lia.
  replace (2 * L - L)%nat with (L + 0)%nat by lia. rewrite Q by lia. lia.
Qed.

(* A stationary schedule for L + 3 processors at depth 2L. *)
Definition words_2L (L : nat) : Prop :=
  exists ws, stationary (Z.of_nat L) (Z.of_nat (2 * L)) ws /\ length (concat ws) = f L (2 * L).

(* w k, 1 <= k <= L: the letters; y: position + value, reduced. *)
Section Word.
Variables (L : nat) (w y : Z -> Z) (x : Z) (z1 z2 : Z).
Notation Lz := (Z.of_nat L).
Hypothesis HL : (4 <= L)%nat.
Hypothesis Hx : 0 <= x < Lz.
Hypothesis Hw : forall k, 1 <= k <= Lz -> 0 <= w k < Lz.
Hypothesis Hinj : forall j k, 1 <= j <= Lz -> 1 <= k <= Lz -> w j = w k -> w j <> 0 -> j = k.
Hypothesis Hzero : forall k, 1 <= k <= Lz -> w k = 0 -> k = z1 \/ (x <> 0 /\ k = z2).
Hypothesis Hmiss : forall k, 1 <= k <= Lz -> w k = x -> x = 0.
Definition full (k : Z) : Z := if k =? 0 then 2 * Lz else if k =? Lz + 1 then Lz else w k.
Hypothesis Hy : forall k, 0 <= k < Lz + 2 -> 0 <= y k < Lz + 2 /\ exists c, k + full k = y k + c * (Lz + 2).
Hypothesis Hyinj : forall j k, 0 <= j < Lz + 2 -> 0 <= k < Lz + 2 -> y j = y k -> j = k.

Definition entry (k : nat) : Z * option Z :=
  (full (Z.of_nat k), Some (if Z.of_nat k =? Lz + 1 then Lz else 2 * Lz - Z.of_nat k)).
Definition bword : word := map entry (seq 0 (L + 2)).

Lemma bword_length : length bword = (L + 2)%nat.
Proof. unfold bword. rewrite map_length, seq_length. reflexivity. Qed.
Lemma bword_nth k : (k < L + 2)%nat -> nth_error bword k = Some (entry k).
Proof.
  intros H. unfold bword. rewrite nth_error_map, (nth_error_nth' _ 0%nat), seq_nth by (rewrite ?seq_length; assumption). reflexivity.
Qed.
Lemma bword_recv k : (k < L + 2)%nat -> nth k (received bword) 0 = full (Z.of_nat k).
Proof.
  intros H. unfold received. change 0 with (fst (0, @None Z)) at 1. rewrite map_nth. erewrite nth_error_nth; [|apply bword_nth; exact H]. reflexivity.
Qed.

Lemma bword_legal : legal_word Lz (2 * Lz) bword.
Proof.
  split.
  - unfold legal. assert (length (received bword) = L + 2)%nat as E by (unfold received; rewrite map_length; apply bword_length).
    rewrite E. rewrite (map_ext_in _ (fun k => y (Z.of_nat k))).
    + assert (forall l, NoDup l -> (forall k, In k l -> (k < L + 2)%nat) -> NoDup (map (fun k => y (Z.of_nat k)) l)) as Q.
      { induction l as [|k l IH]; intros Hn Hk; cbn [map]; [constructor|]. inversion Hn; subst. constructor.
        - intros F. apply in_map_iff in F as (j & F & Hj). assert (j = k); [|subst; contradiction].
          assert (Z.of_nat j = Z.of_nat k); [|lia]. apply Hyinj; [|split; [lia|]|exact F].
          + specialize (Hk j (or_intror Hj)). lia.
          + specialize (Hk k (or_introl eq_refl)). lia.
        - apply IH; [assumption|]. intros; apply Hk; right; assumption. }
      apply Q; [apply seq_NoDup|]. intros k Hk. apply in_seq in Hk. lia.
    + intros k Hk. apply in_seq in Hk. unfold pv. rewrite E, bword_recv by lia.
      destruct (Hy (Z.of_nat k) ltac:(lia)) as (B & c & ->). replace (Z.of_nat (L + 2)) with (Lz + 2) by lia.
      rewrite Z.mod_add by lia. apply Z.mod_small. exact B.
  - intros v Hv. unfold received, bword in Hv. rewrite map_map in Hv. apply in_map_iff in Hv as (k & <- & Hk). apply in_seq in Hk.
    cbn [fst entry]. unfold full. destruct (Z.eqb_spec (Z.of_nat k) 0); [lia|]. destruct (Z.eqb_spec (Z.of_nat k) (Lz + 1)); [lia|].
    specialize (Hw (Z.of_nat k) ltac:(lia)). lia.
  - intros k v u H. assert (k < L + 2)%nat as Hk.
    { rewrite <- bword_length. apply nth_error_Some. rewrite H. discriminate. }
    rewrite bword_nth in H by exact Hk. assert (u = if Z.of_nat k =? Lz + 1 then Lz else 2 * Lz - Z.of_nat k) as -> by (unfold entry in H; congruence). clear H. rewrite bword_length.
    destruct (Z.eqb_spec (Z.of_nat k) (Lz + 1)).
    + split; [lia|]. exists 0%nat, k. rewrite bword_recv by exact Hk. unfold full.
      split; [lia|split; [rewrite Nat.add_0_r; apply Nat.mod_small; lia|]]. destruct (Z.eqb_spec (Z.of_nat k) 0); [lia|]. destruct (Z.eqb_spec (Z.of_nat k) (Lz + 1)); lia.
    + split; [lia|]. exists k, 0%nat. rewrite bword_recv by lia. unfold full. cbn [Z.of_nat Z.eqb].
      split; [lia|split; [apply Nat.mod_small; lia|lia]].
Qed.

Lemma bword_count p : count p bword = count (fun k => p (entry k)) (seq 0 (L + 2)).
Proof. unfold bword. apply count_map. Qed.

Theorem word_schedule : words_2L L.
Proof.
  exists [bword; [(x, None)]]. rewrite f_2L by lia. split;
    [|cbn [concat app]; rewrite app_length, bword_length; cbn; lia].
  replace (Z.of_nat (2 * L)) with (2 * Lz) by lia. split.
  - intros v [<-|[<-|[]]]; [apply bword_legal|]. split.
    + unfold legal; cbn. constructor; [intros []|constructor].
    + intros v [<-|[]]. cbn [fst]. lia.
    + intros [|[|k]] v u E; cbn in E; discriminate.
  - cbn [concat app]. rewrite count_app, bword_count, count_cons, count_nil. unfold is_recv at 2; cbn [fst].
    destruct (Z.eqb_spec x (2 * Lz)); [lia|]. 
    replace (L + 2)%nat with (S (L + 1)) by lia. cbn [seq]. rewrite count_cons. unfold is_recv at 1; cbn [fst entry]. unfold full at 1. cbn [Z.of_nat Z.eqb].
    rewrite Z.eqb_refl, count_0; [reflexivity|]. intros k Hk. apply in_seq in Hk. unfold is_recv; cbn [fst entry]. apply Z.eqb_neq. unfold full.
    destruct (Z.eqb_spec (Z.of_nat k) 0); [lia|]. destruct (Z.eqb_spec (Z.of_nat k) (Lz + 1)); [lia|].
    specialize (Hw (Z.of_nat k) ltac:(lia)). lia.
  - intros v H0 H1. cbn [concat app]. rewrite !count_app, !bword_count, !count_cons, !count_nil.
    change (is_send (v + Lz) (x, None)) with false. unfold is_recv at 2; cbn [fst].
    assert ((if Z.eqb v 0 then 2 else 1) <= count (fun k => is_send (v + Lz) (entry k)) (seq 0 (L + 2)))%nat as HS.
    { set (k := Z.to_nat (Lz - v)). 
      assert (seq 0 (L + 2) = seq 0 (S k) ++ seq (S k) (L + 1 - k))%nat as -> by (rewrite <- seq_app; f_equal; lia).
      rewrite count_app. 
      assert (0 < count (fun k => is_send (v + Lz) (entry k)) (seq 0 (S k)))%nat as C1.
      { apply count_In. exists k. split; [apply in_seq; lia|]. unfold is_send, entry; cbn [snd].
        destruct (Z.eqb_spec (Z.of_nat k) (Lz + 1)); [lia|]. apply Z.eqb_eq. lia. }
      destruct (Z.eqb_spec v 0); [|lia].
      assert (0 < count (fun k => is_send (v + Lz) (entry k)) (seq (S k) (L + 1 - k)))%nat as C2.
      { apply count_In. exists (L + 1)%nat. split; [apply in_seq; lia|]. unfold is_send, entry; cbn [snd].
        destruct (Z.eqb_spec (Z.of_nat (L + 1)) (Lz + 1)); [|lia]. apply Z.eqb_eq. lia. }
      lia. }
    etransitivity; [|rewrite Nat.add_0_r; exact HS]. clear HS.
    assert (forall k, In k (seq 0 (L + 2)) -> is_recv v (entry k) = true ->
              (v = Lz /\ Z.of_nat k = Lz + 1) \/ (v < Lz /\ 1 <= Z.of_nat k <= Lz /\ w (Z.of_nat k) = v)) as R.
    { intros k Hk E. apply in_seq in Hk. unfold is_recv in E; cbn [fst entry] in E. apply Z.eqb_eq in E. unfold full in E.
      destruct (Z.eqb_spec (Z.of_nat k) 0); [lia|]. destruct (Z.eqb_spec (Z.of_nat k) (Lz + 1)); [left; lia|right].
      specialize (Hw (Z.of_nat k) ltac:(lia)). lia. }
    destruct (Z.eqb_spec v 0) as [->|Hv].
    + destruct (Z.eqb_spec x 0).
      * assert (count (fun k => is_recv 0 (entry k)) (seq 0 (L + 2)) <= length [Z.to_nat z1])%nat as C.
        { apply count_among; [apply seq_NoDup|]. intros k Hk E. destruct (R k Hk E) as [?|(_ & A & B)]; [lia|].
          destruct (Hzero _ A B) as [?|[? ?]]; [left; lia|contradiction]. }
        cbn in C. cbn. lia.
      * assert (count (fun k => is_recv 0 (entry k)) (seq 0 (L + 2)) <= length [Z.to_nat z1; Z.to_nat z2])%nat as C.
        { apply count_among; [apply seq_NoDup|]. intros k Hk E. destruct (R k Hk E) as [?|(_ & A & B)]; [lia|].
          destruct (Hzero _ A B) as [?|[? ?]]; [left; lia|right; left; lia]. }
        cbn in C. cbn. lia.
    + destruct (Z.eqb_spec x v).
      * rewrite count_0; [cbn; lia|]. intros k Hk. destruct (is_recv v (entry k)) eqn:E; [|reflexivity].
        destruct (R k Hk E) as [?|(_ & A & B)]; [lia|]. subst v. apply (Hmiss _ A) in B. lia.
      * assert (count (fun k => is_recv v (entry k)) (seq 0 (L + 2)) <= 1)%nat as C; [|cbn; lia].
        apply count_one; [apply seq_NoDup|]. intros a b Ha Hb Ea Eb.
        destruct (R a Ha Ea) as [?|(? & A & B)], (R b Hb Eb) as [?|(? & A' & B')]; try lia.
        assert (Z.of_nat a = Z.of_nat b); [|lia]. apply Hinj; auto; lia.
Qed.
End Word.

(* [A..] from position p on, step -2. *)
Definition prog (p A k : Z) : Z := A - 2 * (k - p).

Ltac pieces := repeat match goal with
  | |- context [Z.leb ?a ?b] => destruct (Z.leb_spec a b)
  | H : context [Z.leb ?a ?b] |- _ => destruct (Z.leb_spec a b)
  | |- context [Z.eqb ?a ?b] => destruct (Z.eqb_spec a b)
  | H : context [Z.eqb ?a ?b] |- _ => destruct (Z.eqb_spec a b) end.

Definition w2 (q k : Z) : Z :=
  if k <=? q then prog 1 (2*q-2) k else if k <=? 2*q-1 then prog (q+1) (4*q-4) k else if k <=? 3*q-3 then prog (2*q) (2*q-5) k
  else if k <=? 3*q-1 then prog (3*q-2) (2*q+1) k else if k <=? 4*q-3 then prog (3*q) (4*q-3) k else 0.
Definition y2 (q k : Z) : Z :=
  if k =? 0 then 4*q-4 else if k <=? q then 2*q-k else if k <=? 2*q-2 then 2*q-2-k else if k <=? 2*q-1 then 4*q-1
  else if k <=? 3*q-3 then 6*q-5-k else if k <=? 3*q-1 then 4*q-3-k else if k <=? 4*q-3 then 6*q-3-k else 8*q-4-k.

Lemma class_2 (q : nat) L : (2 <= q)%nat -> (L + 2 = 4 * q)%nat -> words_2L L.
Proof.
  intros Hq HL. set (qz := Z.of_nat q). assert (Z.of_nat L = 4 * qz - 2) as E by lia.
  apply (word_schedule L (w2 qz) (y2 qz) (2 * qz - 3) qz (4 * qz - 2)); rewrite ?E; try lia.
  - intros k Hk. unfold w2, prog. pieces; lia.
  - intros j k Hj Hk. unfold w2, prog. pieces; lia.
  - intros k Hk. unfold w2, prog. pieces; lia.
  - intros k Hk. unfold w2, prog. pieces; lia.
  - intros k Hk. unfold full, w2, y2, prog. rewrite E. split; [pieces; lia|].
    pieces; try (exists 0; lia); try (exists 1; lia); try (exists 2; lia).
  - intros j k Hj Hk. unfold y2. pieces; lia.
Qed.

Definition w0 (q k : Z) : Z :=
  if k <=? q then prog 1 (2*q-1) k else if k <=? 2*q then prog (q+1) (4*q-1) k else if k <=? 3*q-1 then prog (2*q+1) (2*q-4) k
  else if k <=? 3*q+1 then prog (3*q) (2*q+2) k else if k <=? 4*q-1 then prog (3*q+2) (4*q-2) k else 0.
Definition y0 (q k : Z) : Z :=
  if k =? 0 then 4*q-2 else if k <=? q then 2*q+1-k else if k <=? 2*q-1 then 2*q-1-k else if k <=? 2*q then 4*q+1
  else if k <=? 3*q-1 then 6*q-2-k else if k <=? 3*q+1 then 4*q-k else if k <=? 4*q-1 then 6*q-k+0 else 8*q-k.

Lemma class_0 (q : nat) L : (2 <= q)%nat -> (L = 4 * q)%nat -> words_2L L.
Proof.
  intros Hq HL. set (qz := Z.of_nat q). assert (Z.of_nat L = 4 * qz) as E by lia.
  apply (word_schedule L (w0 qz) (y0 qz) (2 * qz - 2) (3 * qz - 1) (4 * qz)); rewrite ?E; try lia.
  - intros k Hk. unfold w0, prog. pieces; lia.
  - intros j k Hj Hk. unfold w0, prog. pieces; lia.
  - intros k Hk. unfold w0, prog. pieces; lia.
  - intros k Hk. unfold w0, prog. pieces; lia.
  - intros k Hk. unfold full, w0, y0, prog. rewrite E. split; [pieces; lia|].
    pieces; try (exists 0; lia); try (exists 1; lia); try (exists 2; lia).
  - intros j k Hj Hk. unfold y0. pieces; lia.
Qed.

(* Theorem B. *)
Definition w4 (k : Z) : Z := if k =? 1 then 0 else if k =? 2 then 3 else if k =? 3 then 1 else 2.
Definition y4 (k : Z) : Z := if k =? 0 then 2 else if k =? 1 then 1 else if k =? 2 then 5 else if k =? 3 then 4 else if k =? 4 then 0 else 3.
Lemma four : words_2L 4.
Proof.
  apply (word_schedule 4 w4 y4 0 1 1); change (Z.of_nat 4) with 4; try lia.
  - intros k Hk. unfold w4. pieces; lia.
  - intros j k Hj Hk. unfold w4. pieces; lia.
  - intros k Hk. unfold w4. pieces; lia.
  - intros k Hk. unfold full, w4, y4. change (Z.of_nat 4) with 4. split; [pieces; lia|].
    pieces; try (exists 0; lia); try (exists 1; lia); try (exists 2; lia).
  - intros j k Hj Hk. unfold y4. pieces; lia.
Qed.

Theorem theorem_B_words L : (4 <= L)%nat -> Nat.Even L -> words_2L L.
Proof.
  intros HL [h Hh]. destruct (Nat.eq_dec L 4) as [E|E]; [clear Hh; subst L; exact four|]. destruct (Nat.Even_or_Odd h) as [[q Hq]|[q Hq]].
  - apply (class_0 q); lia.
  - apply (class_2 (q + 1)); lia.
Qed.

Theorem theorem_B L : (4 <= L)%nat -> Nat.Even L -> possible_once L (f L (2 * L)) (L + 2 * L).
Proof.
  intros HL HE. destruct (theorem_B_words L HL HE) as (ws & H & <-). apply stationary_sound; [lia|exact H].
Qed.
