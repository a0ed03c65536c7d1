(* SPDX-License-Identifier: MIT *)
(* The first theorem of the section Result: L = 1 and L >= 3, f_t processors with delay L + t, and no more. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree UpperBound Hall Lists Instance BlockCyclic Rule FirstDepths Families LargeLatency TheoremB.
Import ListNotations.
Open Scope Z_scope.

(* Theorem A: blocks, every t but t = 2L for even L. *)
Theorem theorem_A L t : (3 <= L)%nat -> ~ (Nat.Even L /\ t = (2 * L)%nat) -> cyclic L t.
Proof.
  intros HL Ht. destruct (Nat.le_gt_cases L 33); [apply theorem_A_finite; [lia|exact Ht]|].
  destruct (Nat.lt_ge_cases t L); [apply small; assumption|].
  destruct (Nat.lt_ge_cases t (2 * L)); [apply first_depths; lia|].
  destruct (Nat.eq_dec t (2 * L)).
  - subst. apply depth_2L_odd. destruct (Nat.Even_or_Odd L); [exfalso; apply Ht; auto|assumption].
  - apply all_depths; lia.
Qed.

(* L >= 3: f_t processors, whatever t, and no more. *)
Theorem capacity_3 L t : (3 <= L)%nat -> possible_once L (f L t) (L + t) /\ forall N, possible L N (L + t) -> (N <= f L t)%nat.
Proof.
  intros HL. split.
  - destruct (Nat.eq_dec t (2 * L)) as [->|Hn]; [destruct (Nat.Even_or_Odd L) as [E|O]|].
    + apply theorem_B; [destruct E; lia|exact E].
    + apply cyclic_possible, depth_2L_odd. exact O.
    + apply cyclic_possible, theorem_A; [exact HL|]. tauto.
  - intros N. apply upper_bound. lia.
Qed.

(* L = 1. *)
Theorem capacity_1 t : possible_once 1 (f 1 t) (1 + t) /\ forall N, possible 1 N (1 + t) -> (N <= f 1 t)%nat.
Proof.
  split; [|intros N; apply upper_bound; lia].
  apply cyclic_possible. destruct t as [|t]; [apply small; lia|].
  apply (windowb_family 1 1 0 [{| root := []; blocks := []; left := 0 |}]); [lia|vm_compute; reflexivity|lia].
Qed.
