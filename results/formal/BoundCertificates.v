(* SPDX-License-Identifier: MIT *)
(* From bounds to theorems: kind items-bound, one port. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model UpperBound Items ItemsSingle.
Open Scope nat_scope.

(* k items are not there at time T.  What a certificate says is exact: of T + 1 this says nothing. *)
Definition too_few (L N k T : nat) : bool := (1 <=? L) && (sum (S T - L) (fun i => Nat.min (f L i) N) <? k * N).
Lemma too_few_sound L N k T : too_few L N k T = true -> ~ items_possible L N k T.
Proof.
  unfold too_few. rewrite andb_true_iff. intros [H1 H2] H. apply Nat.leb_le in H1. apply Nat.ltb_lt in H2.
  apply counting_bound in H; [lia|exact H1].
Qed.
Theorem bound_theorem L N k T : too_few L N k T && negb (too_few L N k (S T)) = true -> ~ items_possible L N k T.
Proof. rewrite andb_true_iff. intros [H _]. apply too_few_sound, H. Qed.
Definition too_few_single (L N k T : nat) : bool :=
  too_few L N k T || ((1 <=? L) && (1 <=? N) && (1 <=? k) && ((T <? L + k - 1) || (f L (T - (L + k - 1)) <? N))).
Theorem single_bound_theorem L N k T : too_few_single L N k T && negb (too_few_single L N k (S T)) = true -> ~ single_possible L N k T.
Proof.
  rewrite andb_true_iff. intros [H _]. revert H. unfold too_few_single. rewrite !orb_true_iff, !andb_true_iff. intros [H|(((H1 & H2) & H3) & H4)] H0.
  - apply (too_few_sound L N k T H). destruct H0 as (S & HS & _). exists S. exact HS.
  - apply Nat.leb_le in H1, H2, H3. apply single_lower in H0; try assumption. apply orb_prop in H4.
    destruct H4 as [H4|H4]; apply Nat.ltb_lt in H4; lia.
Qed.
