(* SPDX-License-Identifier: MIT *)
(* Section 3: t < 2L, and t = 2L for odd L.  The canonical filling of a block. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance BlockCyclic.
Import ListNotations.
Open Scope Z_scope.

Definition own (L : nat) (b : list Z) : list Z := range (Nat.min (S (length b)) L).

Lemma solves_intro L t s : (1 <= L)%nat -> size (root s) = t - Z.of_nat L + 1 ->
  (forall b, In b (blocks s) -> size b + Z.of_nat L <= t - Z.of_nat L + 1) ->
  (forall b, In b (root s :: blocks s) -> star (Z.of_nat L) b) ->
  Permutation (letters s) (concat (map (own L) (root s :: blocks s))) ->
  (forall v, Z.of_nat L <= v -> count (fun b => Z.eqb v (head (Z.of_nat L) b)) (blocks s) = count (fun b => Z.ltb v (size b)) (root s :: blocks s)) ->
  solves (Z.of_nat L) t s.
Proof.
  intros HL H1 H2 H3 HP HB.
  assert (forall v, In v (letters s) -> 0 <= v < Z.of_nat L) as Hlet.
  { intros v Hv. rewrite HP in Hv. apply in_concat in Hv as (l & Hl & Hv). apply in_map_iff in Hl as (b & <- & _).
    apply range_In in Hv. lia. }
  split; try assumption. intros v H0. destruct (Z.lt_ge_cases v (Z.of_nat L)) as [Hv|Hv].
  - rewrite (count_0 (fun b => Z.eqb v (head (Z.of_nat L) b))).
    2:{ intros b _. apply Z.eqb_neq. unfold head, size. lia. }
    rewrite (count_perm _ _ _ HP), Nat.add_0_r. clear H3 HB HP. induction (root s :: blocks s) as [|b l IH]; [reflexivity|].
    cbn [map concat]. rewrite count_app, count_cons, IH. unfold own. rewrite count_range by exact H0. f_equal.
    unfold size. destruct (Z.ltb_spec v (Z.of_nat (Nat.min (S (length b)) L))), (Z.ltb_spec v (Z.of_nat (S (length b)))); lia.
  - rewrite count_0; [apply HB; exact Hv|]. intros x Hx. apply Hlet in Hx. apply Z.eqb_neq. lia.
Qed.

(* The canonical filling. *)
Definition y (L r : nat) : Z := (sumZ (range r) + Z.of_nat L - 1) mod Z.of_nat r.
Lemma y_bound L r : (1 <= r)%nat -> 0 <= y L r < Z.of_nat r.
Proof. intros. apply Z.mod_pos_bound. lia. Qed.
Lemma canonical L r : (1 <= r)%nat -> exists c, Permutation (range r) (y L r :: c) /\ star (Z.of_nat L) c /\ S (length c) = r.
Proof.
  intros Hr. destruct (split_off (y L r) (range r)) as (c & Hc); [apply range_In, y_bound; exact Hr|].
  assert (S (length c) = r) as Hl by (apply Permutation_length in Hc; rewrite range_length in Hc; cbn in Hc; lia).
  exists c. repeat split; [exact Hc| |exact Hl]. unfold star, size. rewrite Hl. apply sumZ_perm in Hc. cbn [sumZ] in Hc.
  replace (Z.of_nat L - 1 + sumZ c) with ((sumZ (range r) + Z.of_nat L - 1) - y L r) by lia.
  unfold y. rewrite Zminus_mod, Z.mod_mod, Z.sub_diag by lia. apply Z.mod_0_l. lia.
Qed.

Lemma f_low L k : (k < L)%nat -> f L (L + k) = (k + 2)%nat.
Proof.
  induction k as [|k IH]; intros Hk.
  - rewrite f_step, !f_small by lia. reflexivity.
  - rewrite f_step by lia. replace (L + S k - 1)%nat with (L + k)%nat by lia. rewrite IH, f_small by lia. lia.
Qed.
Lemma f_mid L m : (1 <= m <= L)%nat -> (2 * f L (2 * L + m - 1) = 2 * (1 + L + m) + m * (m + 1))%nat.
Proof.
  intros [H1 H2]. induction H1 as [|m Hm IH].
  - rewrite f_step by lia. replace (2 * L + 1 - 1 - 1)%nat with (L + (L - 1))%nat by lia. rewrite f_low by lia.
    replace (2 * L + 1 - 1 - L)%nat with (L + 0)%nat by lia. rewrite f_low by lia. lia.
  - rewrite f_step by lia. replace (2 * L + S m - 1 - 1)%nat with (2 * L + m - 1)%nat by lia. 
    replace (2 * L + S m - 1 - L)%nat with (L + m)%nat by lia. rewrite f_low by lia. specialize (IH ltac:(lia)). lia.
Qed.
Lemma f_3L L : (1 <= L)%nat -> (2 * f L (3 * L) = 2 * (2 * L + 1) + L * (L + 1) + 2 * (L + 3))%nat.
Proof.
  intros HL. rewrite f_step by lia. pose proof (f_mid L L ltac:(lia)) as A. pose proof (f_mid L 1 ltac:(lia)) as B.
  replace (3 * L - 1)%nat with (2 * L + L - 1)%nat by lia. replace (3 * L - L)%nat with (2 * L + 1 - 1)%nat by lia. lia.
Qed.

(* Section 3: L <= t < 2L. *)
Theorem first_depths L t : (1 <= L <= t)%nat -> (t < 2 * L)%nat -> cyclic L t.
Proof.
  intros HL Ht. destruct (canonical L (t - L + 1)) as (c & Hc & Hs & Hl); [lia|].
  set (s := {| root := c; blocks := []; left := y L (t - L + 1) |}).
  assert (f L t = procs_of s) as E.
  { replace t with (L + (t - L))%nat at 1 by lia. rewrite f_low by lia. unfold procs_of, s. cbn. lia. }
  apply (solution_cyclic L t s); [lia| |auto]. apply solves_intro; cbn [root blocks s].
  - lia.
  - unfold size. lia.
  - intros b [].
  - intros b [<-|[]]. exact Hs.
  - cbn [map concat]. rewrite app_nil_r. unfold letters, s; cbn [left root blocks concat]. rewrite app_nil_r. unfold own.
    replace (Nat.min (S (length c)) L) with (t - L + 1)%nat by lia. symmetry. exact Hc.
  - intros v Hv. rewrite count_cons, !count_nil. unfold size. destruct (Z.ltb_spec v (Z.of_nat (S (length c)))); lia.
Qed.

(* t = 2L, L odd. *)
Theorem depth_2L_odd L : Nat.Odd L -> cyclic L (2 * L).
Proof.
  intros [h Hh]. assert (1 <= L)%nat as HL by lia.
  destruct (split_off (Z.of_nat h) (range L)) as (c & Hc); [apply range_In; lia|].
  set (s := {| root := 0 :: c; blocks := [[]]; left := Z.of_nat h |}).
  assert (length c = L - 1)%nat as Hl by (apply Permutation_length in Hc; rewrite range_length in Hc; cbn in Hc; lia).
  assert (f L (2 * L) = procs_of s) as E.
  { pose proof (f_mid L 1 ltac:(lia)). replace (2 * L + 1 - 1)%nat with (2 * L)%nat in * by lia. unfold procs_of, s. cbn [root blocks map list_sum fold_right length]. lia. }
  apply (solution_cyclic L (2 * L) s); [exact HL| |auto]. replace (Z.of_nat (2 * L)) with (2 * Z.of_nat L) by lia.
  apply solves_intro; cbn [root blocks s].
  - exact HL.
  - unfold size; cbn [length]. lia.
  - intros b [<-|[]]. unfold size; cbn [length]. lia.
  - intros b [<-|[<-|[]]].
    + unfold star, size. cbn [length sumZ]. rewrite Hl. pose proof (sum_range L) as SR. apply sumZ_perm in Hc. cbn [sumZ] in Hc.
      replace (Z.of_nat L - 1 + (0 + sumZ c)) with (Z.of_nat h * Z.of_nat (S (S (L - 1)))); [apply Z.mod_mul; lia|]. nia.
    + unfold star, size. cbn [length sumZ]. apply Z.mod_1_r.
  - cbn [map concat]. unfold own; cbn [length]. rewrite Hl, app_nil_r. replace (Nat.min (S (S (L - 1))) L) with L by lia. replace (Nat.min 1 L) with 1%nat by lia.
    unfold letters, s; cbn [left root blocks concat app]. rewrite app_nil_r. rewrite Hc. change (range 1) with [0].
    cbn [app]. constructor. apply Permutation_cons_append.
  - intros v Hv. rewrite !count_cons, !count_nil. unfold head, size; cbn [length]. rewrite Hl.
    destruct (Z.eqb_spec v (Z.of_nat 1 + Z.of_nat L - 1)), (Z.ltb_spec v (Z.of_nat (S (S (L - 1))))), (Z.ltb_spec v (Z.of_nat 1)); lia.
Qed.
