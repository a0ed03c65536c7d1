(* SPDX-License-Identifier: MIT *)
(* L = 2, Theorem D (THEOREMS.md, 9.2 to 9.6): N processors can be served with delay 2 + t, t >= 1, if and
   only if 2N + 1 <= f_{t+1} + t, and with delay 2 if and only if N <= 1. The upper bound is
   theorem_D_upper of TwoUpper.v. *)
From Coq Require Import List ZArith Arith Lia Bool.
From Steadycast Require Import Model Tree Lists UpperBound BlockCyclic TwoUpper Periodic Blocks TwoWords TwoEvery TwoSmall TwoPeriodicOnly.
Open Scope nat_scope.

(* More time does no harm. *)
Lemma serves_later L N D D' S : D <= D' -> serves L N D S -> serves L N D' S.
Proof.
  intros HD [H1 H2 H3 H4 H5]. split; auto. intros i q Hq. destruct (H5 i q Hq) as (a & s & E & Hs).
  exists a, s. split; [exact E|lia].
Qed.
Lemma possible_later L N D D' : D <= D' -> possible L N D -> possible L N D'.
Proof. intros HD (S & H). exists S. eapply serves_later; eassumption. Qed.
Lemma possible_once_later L N D D' : D <= D' -> possible_once L N D -> possible_once L N D'.
Proof. intros HD (S & H & H1). exists S. split; [eapply serves_later; eassumption|exact H1]. Qed.
Lemma once_possible L N D : possible_once L N D -> possible L N D.
Proof. intros (S & H & _). exists S. exact H. Qed.
Lemma nobody L D : possible_once L 0 D.
Proof.
  exists (fun _ _ => None). split; [split|intros a b s s' q i H]; try discriminate. intros i q Hq. lia.
Qed.

(* Every N up to Q(t): at the least depth that has room for N. *)
Theorem two_reached_once N t : 1 <= t -> 2 * N + 1 <= fib (t + 1) + t -> possible_once 2 N (2 + t).
Proof.
  induction t as [|t IH]; intros Ht H; [lia|]. destruct N as [|N]; [apply nobody|].
  destruct (le_lt_dec (fib (S t) + S t) (2 * S N + 1)) as [G|G].
  - destruct (le_lt_dec (S t) 8); [apply two_small; lia|]. apply stationary_for_possible; [lia|].
    apply two_every; lia.
  - apply possible_once_later with (D := 2 + t); [lia|].
    destruct t as [|t]; [change (fib 1) with 1 in G; lia|].
    apply IH; [lia|]. replace (S t + 1) with (S (S t)) by lia. lia.
Qed.
Theorem two_reached N t : 1 <= N -> 1 <= t -> 2 * N + 1 <= f 2 (t + 1) + t -> possible 2 N (2 + t).
Proof. intros _ Ht H. apply once_possible, two_reached_once; assumption. Qed.

(* Theorem D. *)
Theorem capacity_2 N t : 1 <= t -> (possible 2 N (2 + t) <-> 2 * N + 1 <= f 2 (t + 1) + t).
Proof.
  intros Ht. split; [apply theorem_D_upper; exact Ht|]. intros H.
  apply once_possible, two_reached_once; assumption.
Qed.
Theorem capacity_2_once N t : 1 <= t -> (possible_once 2 N (2 + t) <-> 2 * N + 1 <= f 2 (t + 1) + t).
Proof.
  intros Ht. split; [|apply two_reached_once; exact Ht]. intros H. apply theorem_D_upper; [exact Ht|].
  apply once_possible, H.
Qed.
(* The same as a number: Q(t). *)
Theorem capacity_2_number N t : 1 <= t -> (possible 2 N (2 + t) <-> N <= (f 2 (t + 1) + t - 1) / 2).
Proof.
  intros Ht. rewrite capacity_2 by exact Ht. pose proof (f_pos 2 (t + 1) ltac:(lia)) as P. split; intros H.
  - apply Nat.div_le_lower_bound; lia.
  - pose proof (Nat.mul_div_le (f 2 (t + 1) + t - 1) 2 ltac:(lia)). lia.
Qed.
Theorem capacity_2_0 N : possible 2 N 2 <-> N <= 1.
Proof.
  split.
  - intros H. pose proof (upper_bound 2 N 0 ltac:(lia) H) as Q. rewrite f_0 in Q. exact Q.
  - intros H. assert (N = 0 \/ N = 1) as [-> | ->] by lia; apply once_possible; [apply nobody|].
    exact (cyclic_possible 2 0 (small 2 0 ltac:(lia))).
Qed.

(* Stationary schedules: every N with Q(t-1) < N <= Q(t), but for (4,5) and (5,8). *)
Theorem stationary_2 t N : 1 <= t -> f 2 t + t <= 2 * N + 1 -> 2 * N + 1 <= f 2 (t + 1) + t ->
  (stationary_for 2 t N <-> ~ ((t = 4 /\ N = 5) \/ (t = 5 /\ N = 8))).
Proof.
  intros Ht H1 H2. split.
  - intros HS [[-> ->]|[-> ->]]; [exact (not_stationary_4_5 HS)|exact (not_stationary_5_8 HS)].
  - intros HE. destruct (le_lt_dec t 8); [|apply two_every; assumption].
    destruct (two_small t N ltac:(lia) H1 H2) as [_ [E|E]]; [destruct (HE E)|exact E].
Qed.

(* One step more than the depth of the tree is enough for every number of processors. *)
Theorem one_step_more N t : N <= f 2 t -> possible_once 2 N (2 + (t + 1)).
Proof.
  intros H. apply two_reached_once; [lia|]. replace (t + 1 + 1) with (S (S t)) by lia. rewrite fib_step.
  pose proof (f_mono 2 t (S t) ltac:(lia) ltac:(lia)). lia.
Qed.
