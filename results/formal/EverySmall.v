(* SPDX-License-Identifier: MIT *)
(* The finite part of Theorem E (THEOREMS.md, 10.4, 10.5): for 3 <= L <= 9 the trees of EveryData.v are all
   that is missing, and the certificates of FamilyData.v give whole trees with ball roots for 3 <= L <= 33. *)
From Coq Require Import List ZArith Lia Bool.
From Steadycast Require Import Model Tree Hall Lists Stationary Instance Rule Families FamilyData Pruned EveryUnion EveryData.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

(* How many processors may stand at an open node of value x: f_x, but one less for x = 2L. *)
Definition room (L x : nat) : nat := if x =? 2 * L then L + 2 else f L x.

(* What is computed for one listed tree, and whether it serves N processors at depth d. *)
Definition treeb (c : tree) : bool :=
  let '(L, d, r, bs, x) := c in
  open_treeb (Z.of_nat L) (Z.of_nat d) x r bs && (0 <=? x)%Z && (x <? Z.of_nat d)%Z.
Definition fits (L d N : nat) (c : tree) : bool :=
  let '(L', d', r, bs, x) := c in
  (L' =? L) && (d' =? d) && (total (r :: bs) <? N) && (N <=? total (r :: bs) + room L (Z.to_nat x)).

(* A tree of depth t, less than N nodes, and room for the others. *)
Definition covered (L t N : nat) : Prop := exists r bs x,
  open_tree (Z.of_nat L) (Z.of_nat t) (Z.of_nat x) r bs /\
  x < t /\ total (r :: bs) < N <= total (r :: bs) + room L x.

(* For one family with L <= 9: every N at every depth from 2L+1 on until roots are balls. *)
Definition missing_listed (d : family_data) : bool :=
  let L := fa_latency d in
  if L <=? 9 then forallb (fun t => forallb (fun N => existsb (fits L t N) trees)
    (seq (f L (t - 1) + 1) (f L t - 1 - f L (t - 1)))) (seq (2 * L + 1) (fa_window d + L - 1 - 2 * L))
  else fa_window d =? 2 * L + 1.

(* The computation. *)
Lemma all_listed : forallb treeb trees && forallb missing_listed families = true.
Proof. vm_compute. reflexivity. Qed.

(* The check says what it should. *)
Lemma listed_covered d : In d families -> let L := fa_latency d in
  L <= 9 -> forall t N, 2 * L < t <= fa_window d + L - 1 -> f L (t - 1) < N < f L t -> covered L t N.
Proof.
  pose proof all_listed as H. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H1, H2.
  intros Hc. apply H2 in Hc. unfold missing_listed in Hc. cbn zeta in *. revert Hc. generalize (fa_latency d) (fa_window d).
  intros L T Hc HL t N Ht HN.
  rewrite (proj2 (Nat.leb_le L 9) HL), forallb_forall in Hc.
  specialize (Hc t ltac:(apply in_seq; lia)). rewrite forallb_forall in Hc.
  specialize (Hc N ltac:(apply in_seq; lia)). apply existsb_exists in Hc as (c & Hin & Hf).
  destruct c as [[[[L' t'] r] bs] x].
  apply H1 in Hin. unfold treeb in Hin. unfold fits in Hf. rewrite !andb_true_iff in Hin.
  rewrite !andb_true_iff in Hf.
  destruct Hin as ((A1 & A2) & A3), Hf as (((B1 & B2) & B3) & B4).
  apply Z.leb_le in A2. apply Z.ltb_lt in A3. apply Nat.eqb_eq in B1, B2. apply Nat.ltb_lt in B3.
  apply Nat.leb_le in B4.
  subst L' t'. exists r, bs, (Z.to_nat x). split; [|split; [|split; assumption]].
  - rewrite Z2Nat.id by assumption. apply open_treeb_sound, A1.
  - lia.
Qed.

(* A solution for the whole tree; and one whose root is a ball of the leaf left over. *)
Definition whole (L t : nat) : Prop := exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ procs_of s = f L t.
Definition whole_ball (L t : nat) : Prop := exists s,
  solves (Z.of_nat L) (Z.of_nat t) s /\ procs_of s = f L t /\ ball (Z.of_nat L) (left s) s.

(* What Theorem E needs, 3 <= L <= 33. *)
Theorem finite_part L : 3 <= L <= 33 -> exists t0, 2 * L <= t0 /\ (forall t, 2 * L < t -> whole L t) /\
  (forall t, t0 <= t -> whole_ball L t) /\ (10 <= L -> t0 = 3 * L) /\
  (L <= 9 -> forall t N, 2 * L < t <= t0 -> f L (t - 1) < N < f L t -> covered L t N).
Proof.
  intros HL. destruct (family_of L HL) as (d & Hd & E & Hf & HF & HB). pose proof (listed_covered d Hd) as V.
  pose proof all_listed as M. apply andb_prop in M as [_ M]. rewrite forallb_forall in M. specialize (M d Hd).
  pose proof (family_solutions d Hf) as W. unfold missing_listed in M. cbn zeta in *. rewrite E in *.
  assert (windowb L (fa_window d) (fa_left d) (fa_high d) = true /\ 1 <= L <= fa_window d) as (HW & HT).
  { unfold familyb in Hf. rewrite !andb_true_iff, E in Hf. destruct Hf as ((((A & B) & C) & _) & _). apply Nat.leb_le in A, B. auto. }
  exists (Nat.max (2 * L) (fa_window d + L - 1)). split; [lia|]. split; [|split; [|split]].
  - intros t Ht. apply W; [lia|]. intros Hin. apply HB in Hin. lia.
  - intros t Ht. destruct (windowb_solutions _ _ _ _ HT HW t ltac:(lia)) as (s & S1 & S2 & S3 & S4). exists s.
    rewrite S2. refine (conj S1 (conj S3 _)). apply S4. lia.
  - intros HL'. destruct (Nat.leb_spec L 9); [lia|]. apply Nat.eqb_eq in M. lia.
  - intros HL' t N Ht HN. apply V; [exact HL'|lia|exact HN].
Qed.
