(* SPDX-License-Identifier: MIT *)
(* Published claims of Karp, Sahay, Santos, Schauser (SPAA 1993) as propositions about the model: proved, or refuted by a finite
   counter-example.  N = P - 1 is the number of processors beside the source. *)
From Coq Require Import List Arith ZArith Lia.
From Steadycast Require Import Model Tree BlockCyclic Capacity Exception TwoUpper TwoCapacity Every Messages Certificates Items OneItem ItemsSingle ItemsTwo
  ItemsTwoSingle.
Import ListNotations.
Open Scope nat_scope.

(* The conjecture of section 6: for every L > 2 and t large enough, P(t) processors have a block-cyclic schedule with delay
   L + t.  t > 2L is large enough. *)
Theorem conjecture : forall L, 2 < L -> exists T, forall t, T <= t -> cyclic L t.
Proof. intros L HL. exists (2 * L + 1). intros t Ht. apply theorem_A; lia. Qed.
(* Section 3.3: L = 4, t = 8 has none. *)
Theorem four_eight : ~ exists S, serves 4 7 12 S /\ block_cyclic 4 8 7 S.
Proof. exact (exception 4 ltac:(lia) (ex_intro _ 2 eq_refl)). Qed.
(* Theorem 3.4: for L = 2 there are infinitely many N for which the delay is at least L + B(N) + 1. *)
Theorem theorem_3_4 : forall M, exists N t, M <= N /\ N <= f 2 t /\ ~ possible 2 N (2 + t).
Proof.
  intros M. exists (f 2 (M + 7)), (M + 7). split; [|split; [lia|apply theorem_C; lia]].
  assert (forall n, n <= f 2 (S n)) as Q.
  { intros n. pose proof (F_large n) as H. unfold F in H. lia. }
  specialize (Q (M + 6)). replace (S (M + 6)) with (M + 7) in Q by lia. lia.
Qed.
(* Theorem 3.5: for L = 2 a delay of L + t is enough for P(t-1) processors.  More: for all P(t) it is one step more. *)
Theorem theorem_3_5 : forall t, possible 2 (f 2 t) (2 + (t + 1)).
Proof. intros t. apply once_possible, one_step_more. lia. Qed.

(* Theorem 3.1: "any algorithm for broadcasting k items from a single source requires at least B(P-1)+L+(k-1)-k* steps", k > 1,
   with f_n < N <= f_(n+1), so that B(N) = n + 1, and k* = floor((f_0 + .. + f_n) / N). *)
Definition theorem_3_1 : Prop := forall L N k n T, 1 <= L -> 1 < k -> f L n < N <= f L (n + 1) ->
  items_possible L N k T -> n + 1 + L + (k - 1) <= T + list_sum (map (f L) (seq 0 (n + 1))) / N.
(* L = 5, P = 3, k = 2: the source sends both items to both processors, and all is done at 8; the claim asks for 9. *)
Definition eight_steps : list step := [(0, [(None, 0, 0)]); (1, [(None, 1, 0)]); (2, [(None, 0, 1)]); (3, [(None, 1, 1)])].
Theorem theorem_3_1_false : ~ theorem_3_1.
Proof.
  intros H. assert (items_possible 5 2 2 8) as Q by (apply (messages_theorem 5 2 2 8 8 eight_steps); reflexivity).
  specialize (H 5 2 2 4 8 ltac:(lia) ltac:(lia) ltac:(vm_compute; lia) Q). vm_compute in H. lia.
Qed.
(* The same for every L >= 5, with two processors and two items: n = L - 1, k* = floor(L/2), and L + 3 steps are enough. *)
Definition both_to_both : schedule := fun a s => match a, s with
  | None, 0 => Some (0, 0) | None, 1 => Some (1, 0) | None, 2 => Some (0, 1) | None, 3 => Some (1, 1) | _, _ => None end.
Lemma both_to_both_brings L : 1 <= L -> brings L 2 2 (L + 3) both_to_both.
Proof.
  intros HL. assert (forall a s m, both_to_both a s = Some m -> a = None /\ s < 4) as Q.
  { intros [p|] s m E; [discriminate|]. split; [reflexivity|]. destruct s as [|[|[|[|s]]]]; [lia..|discriminate]. }
  split.
  - intros a s q i E. destruct (Q a s _ E) as [-> Hs]. destruct s as [|[|[|[|s]]]]; try lia; injection E as <- <-; lia.
  - intros p s q i E. destruct (Q _ _ _ E). discriminate.
  - intros a b s q i j E1 E2. destruct (Q _ _ _ E1) as [-> _], (Q _ _ _ E2) as [-> _]. reflexivity.
  - intros i q Hi Hq. exists None. exists (2 * i + q). destruct i as [|[|i]], q as [|[|q]]; try lia; (split; [reflexivity|lia]).
Qed.
Theorem theorem_3_1_fails L : 5 <= L -> let n := L - 1 in
  f L n < 2 <= f L (n + 1) /\ exists T, items_possible L 2 2 T /\ T + list_sum (map (f L) (seq 0 (n + 1))) / 2 < n + 1 + L + (2 - 1).
Proof.
  intros HL n. assert (list_sum (map (f L) (seq 0 (n + 1))) = L) as ->.
  { unfold n. replace (L - 1 + 1) with L by lia. rewrite (map_ext_in _ (fun _ => 1)).
    - assert (forall a k, list_sum (map (fun _ => 1) (seq a k)) = k) as Q by (intros a k; revert a; induction k; intros a; cbn; auto). apply Q.
    - intros i Hi. apply in_seq in Hi. apply f_small. lia. }
  split.
  - unfold n. rewrite f_small by lia. rewrite f_step by lia. rewrite !f_small by lia. lia.
  - exists (L + 3). split; [exists both_to_both; apply both_to_both_brings; lia|]. unfold n.
    pose proof (Nat.mul_div_le L 2 ltac:(lia)). lia.
Qed.

(* Corollary 3.2, that for L = 2 some N and k take longer than Theorem 3.1 asks for, is false: corollary_3_2_false in ItemsTwo.v. *)

(* Theorem 2.2: in time T one item reaches f_T processors, the source among them, and no more. *)
Theorem theorem_2_2 : forall L N T, 1 <= L -> 1 <= N -> (items_possible L N 1 T <-> N + 1 <= f L T).
Proof. intros L N T HL HN. rewrite one_item by assumption. lia. Qed.
(* Theorem 3.7: single-sending schedules for all k, L and P with execution time B(P-1) + 2L + k - 2.  (L - 1 steps less are
   enough, and are the least: single_every.) *)
Theorem theorem_3_7 : forall L N k t, 1 <= L -> 1 <= N -> 1 <= k -> N <= f L t -> single_possible L N k (t + 2 * L + k - 2).
Proof.
  intros L N k t HL HN Hk H. apply single_every; try assumption. split; [lia|].
  apply (Nat.le_trans _ (f L t)); [exact H|]. apply f_mono; lia.
Qed.
