(* SPDX-License-Identifier: MIT *)
(* k items, L = 2 (THEOREMS.md, section 9.8): the counting bound is met for every N and k. So the bound of
   Theorem 3.1 of the paper is met too, and Corollary 3.2 of the paper is false. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree UpperBound Items OneItem EndgameTree EndgameStreams EndgameSmall.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

Lemma sum_min_two m n N : m <= n -> sum n (fun i => Nat.min (f 2 i) N) + 1 <= f 2 (m + 1) + (n - m) * N.
Proof.
  intros H. induction H as [|n H IH].
  - rewrite Nat.sub_diag, Nat.add_0_r. pose proof (sum_f 2 m ltac:(lia)) as E.
    replace (m + 2 - 1) with (m + 1) in E by lia.
    rewrite <- E. apply Nat.add_le_mono_r, sum_le. intros i _. lia.
  - cbn [sum]. replace (S n - m) with (S (n - m)) by lia. pose proof (Nat.le_min_r (f 2 n) N). lia.
Qed.

(* The bound, k >= 2. *)
Lemma two_lower N k T : 1 <= N -> 2 <= k -> items_possible 2 N k T -> 2 * N + 1 <= f 2 (T + 2 - k).
Proof.
  intros HN Hk H. pose proof (items_time 2 N k T HN ltac:(lia) H) as HT. apply counting_bound in H; [|lia].
  replace (S T - 2) with (T - 1) in H by lia. destruct (Nat.le_gt_cases k (T + 1)) as [G|G].
  - pose proof (sum_min_two (T + 1 - k) (T - 1) N ltac:(lia)) as B. replace (T - 1 - (T + 1 - k)) with (k -
    2) in B by lia.
    replace (T + 1 - k + 1) with (T + 2 - k) in B by lia. nia.
  - pose proof (sum_min_two 0 (T - 1) N ltac:(lia)) as B. change (f 2 (0 + 1)) with 1 in B. nia.
Qed.

(* The first t with 2N < f_(t+1). *)
Lemma first_depth N u : 1 <= N -> 2 * N + 1 <= f 2 u -> exists t, t + 1 <= u /\ f 2 t <= 2 * N /\ 2 * N + 1
  <= f 2 (t + 1).
Proof.
  intros HN. induction u as [|u IH]; intros Hu; [rewrite f_0 in Hu; lia|].
  destruct (Nat.le_gt_cases (2 * N + 1) (f 2 u)) as [H|H].
  - destruct (IH H) as (t & H1 & H2 & H3). exists t. lia.
  - exists u. rewrite Nat.add_1_r. lia.
Qed.

Lemma one_two z : items_possible 2 1 (z + 2) (z + 3).
Proof. pose proof (items_1 (z + 1)) as I. rewrite <- !Nat.add_assoc in I. exact I. Qed.

(* N <= 16: the listed endgames. *)
Ltac small_case t I := exists t; split; [vm_compute; lia|split; [vm_compute; lia|exact I]].
Lemma small_N N : N < 16 -> exists t, f 2 t <= 2 * S N /\ 2 * S N + 1 <= f 2 (t + 1) /\
  forall z, items_possible 2 (S N) (z + 2) (z + (t + 1)).
Proof.
  intros HN.
  destruct N as [|N]; [small_case 2 one_two|].
  destruct N as [|N]; [small_case 3 items_2|].
  destruct N as [|N]; [small_case 4 items_3|].
  destruct N as [|N]; [small_case 5 items_4|].
  destruct N as [|N]; [small_case 5 items_5|].
  destruct N as [|N]; [small_case 5 items_6|].
  destruct N as [|N]; [small_case 6 items_7|].
  destruct N as [|N]; [small_case 6 items_8|].
  destruct N as [|N]; [small_case 6 items_9|].
  destruct N as [|N]; [small_case 6 items_10|].
  destruct N as [|N]; [small_case 7 items_11|].
  destruct N as [|N]; [small_case 7 items_12|].
  destruct N as [|N]; [small_case 7 items_13|].
  destruct N as [|N]; [small_case 7 items_14|].
  destruct N as [|N]; [small_case 7 items_15|].
  destruct N as [|N]; [small_case 7 items_16|].
  lia.
Qed.

(* The stream and its endgame. *)
Lemma two_at_depth N t z : 1 <= N -> f 2 t <= 2 * N -> 2 * N + 1 <= f 2 (t + 1) -> items_possible 2 N (z + 2)
  (z + (t + 1)).
Proof.
  intros HN H1 H2. destruct (Nat.le_gt_cases 8 t) as [Ht|Ht].
  - destruct (tree_exists t N Ht H1 H2) as (large & loops & o3 & o2 & L1 & L2 & G & _).
    apply (stream_items t N o2 o3 large loops); [lia|exact L1|exact L2|exact G].
  - assert (N <= 16) as HN'.
    { pose proof (f_mono 2 (t + 1) 8 ltac:(lia) ltac:(lia)) as M. change (f 2 8) with 34 in M. lia. }
    destruct N as [|N]; [lia|]. destruct (small_N N) as (t' & G1 & G2 & G3); [lia|].
    assert (t' = t) as <-; [|apply G3].
    destruct (Nat.lt_trichotomy t' t) as [C|[C|C]]; [|exact C|].
    + pose proof (f_mono 2 (t' + 1) t ltac:(lia) ltac:(lia)). lia.
    + pose proof (f_mono 2 (t + 1) t' ltac:(lia) ltac:(lia)). lia.
Qed.

(* Section 9.8: k >= 2, every N. *)
Theorem items_two N k T : 1 <= N -> 2 <= k -> (items_possible 2 N k T <-> 2 * N + 1 <= f 2 (T + 2 - k)).
Proof.
  intros HN Hk. split; [apply two_lower; assumption|]. intros H.
  destruct (first_depth N _ HN H) as (t & H1 & H2 & H3). apply (items_later 2 N k (k - 2 + (t + 1))); [lia|].
  pose proof (two_at_depth N t (k - 2) HN H2 H3) as I. replace (k - 2 + 2) with k in I by lia. exact I.
Qed.

(* And the counting bound is met, for every k. *)
Theorem items_two_counting N k T : 1 <= N -> 1 <= k -> (items_possible 2 N k T <->
  2 <= T /\ k * N <= sum (S T - 2) (fun i => Nat.min (f 2 i) N)).
Proof.
  intros HN Hk. split.
  - intros H. split; [eapply items_time; [| |exact H]; lia|]. apply counting_bound; [lia|exact H].
  - intros [HT H]. replace (S T - 2) with (T - 1) in H by lia. destruct (Nat.eq_dec k 1) as [->|Hk1].
    + apply one_item; [lia|exact HN|]. pose proof (sum_min_two (T - 1) (T - 1) N ltac:(lia)) as B.
      replace (T - 1 + 1) with T in B by lia. lia.
    + apply items_two; [exact HN|lia|]. destruct (Nat.le_gt_cases k (T + 1)) as [G|G].
      * pose proof (sum_min_two (T + 1 - k) (T - 1) N ltac:(lia)) as B.
        replace (T - 1 - (T + 1 - k)) with (k - 2) in B by lia.
        replace (T + 1 - k + 1) with (T + 2 - k) in B by lia. nia.
      * pose proof (sum_min_two 0 (T - 1) N ltac:(lia)) as B. change (f 2 (0 + 1)) with 1 in B. nia.
Qed.

(* ---- The paper. ---- *)

(* Theorem 3.1: with f_n < P - 1 <= f_(n+1), B(P-1) = n + 1, and k* the sum f_0 + .. + f_n by P - 1, rounded
   down, k items need B(P-1) + L + k - 1 - k* steps.  Here N = P - 1. *)
Definition karp_bound (L N n k : nat) : nat := (n + 1) + L + (k - 1) - sum (S n) (f L) / N.

(* Corollary 3.2: for L = 2 there are P and k for which k items need more. *)
Definition corollary_3_2 : Prop := exists N n k, 1 <= k /\ f 2 n < N <= f 2 (n + 1) /\ ~ items_possible 2 N k
  (karp_bound 2 N n k).

Theorem karp_bound_met N n k : 1 <= k -> f 2 n < N <= f 2 (n + 1) -> items_possible 2 N k (karp_bound 2 N n
  k).
Proof.
  intros Hk [H1 H2]. pose proof (f_pos 2 n ltac:(lia)) as Hn. unfold karp_bound.
  pose proof (sum_f 2 (S n) ltac:(lia)) as E. replace (S n + 2 - 1) with (S (S n)) in E by lia.
  set (s := sum (S n) (f 2)) in *. pose proof (Nat.div_mod s N ltac:(lia)) as D.
    pose proof (Nat.mod_upper_bound s N ltac:(lia)) as M.
  set (c := s / N) in *. set (r := s mod N) in *. clearbody c r s.
  pose proof (f_step 2 (S (S n)) ltac:(lia) ltac:(lia)) as F2. replace (S (S n) - 1) with (n + 1) in F2 by
    lia.
  replace (S (S n) - 2) with n in F2 by lia.
  pose proof (f_step 2 (S (S (S n))) ltac:(lia) ltac:(lia)) as F3. replace (S (S (S n)) - 1) with (S (S n))
    in F3 by lia.
  replace (S (S (S n)) - 2) with (n + 1) in F3 by lia.
  assert (f 2 (n + 1) <= 2 * f 2 n) as F1.
  { rewrite Nat.add_1_r, f_S by lia. destruct (Nat.ltb_spec (S n) 2); [lia|].
    pose proof (f_mono 2 (S n - 2) n). lia. }
  assert (c = 1 \/ c = 2) as Hc by nia.
  destruct (Nat.eq_dec k 1) as [->|Hk1].
  - apply one_item; [lia|lia|]. destruct Hc as [-> | ->].
    + replace (n + 1 + 2 + (1 - 1) - 1) with (S (S n)) by lia. lia.
    + replace (n + 1 + 2 + (1 - 1) - 2) with (n + 1) by lia. lia.
  - apply items_two; [lia|lia|]. destruct Hc as [-> | ->].
    + replace (n + 1 + 2 + (k - 1) - 1 + 2 - k) with (S (S (S n))) by lia. lia.
    + replace (n + 1 + 2 + (k - 1) - 2 + 2 - k) with (S (S n)) by lia. lia.
Qed.

Theorem corollary_3_2_false : ~ corollary_3_2.
Proof. intros (N & n & k & Hk & Hn & H). apply H, karp_bound_met; assumption. Qed.

(* For instance N = 21 = f_7, where a stream has no delay 2 + 7 (Theorem C): k + 7 steps, from k = 2 on. *)
Example twenty_one k T : 2 <= k -> (items_possible 2 21 k T <-> k + 7 <= T).
Proof.
  intros Hk. rewrite items_two by lia. split; intros H.
  - destruct (Nat.le_gt_cases (k + 7) T); [assumption|]. pose proof (f_mono 2 (T + 2 - k) 8 ltac:(lia)
    ltac:(lia)) as M.
    change (f 2 8) with 34 in M. lia.
  - pose proof (f_mono 2 9 (T + 2 - k) ltac:(lia) ltac:(lia)) as M. change (f 2 9) with 55 in M. lia.
Qed.
