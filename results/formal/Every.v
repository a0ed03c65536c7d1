(* SPDX-License-Identifier: MIT *)
(* Theorem E (THEOREMS.md, section 10): for L = 1 and L >= 3 the smallest delay for N processors is L + B(N),
   B(N) = min {t : N <= f_t}.  By induction on t: what N needs at depth t is a tree with an open node, at
   which the schedule of a smaller N and t is put. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree UpperBound Hall Lists Stationary Instance Rule FirstDepths TheoremB LargeLatency Pruned EveryUnion EveryDepths EverySmall.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.
Ltac Zify.zify_post_hook ::= idtac.

(* What the whole trees give for L >= 10: sections 4 and 5. *)
Lemma whole_trees L : 10 <= L -> (forall t, 2 * L < t -> whole L t) /\ forall t, 3 * L <= t -> whole_ball L t.
Proof.
  intros HL. destruct (Nat.le_gt_cases L 33) as [H|H]; [apply families_whole; lia|].
  destruct (all_solutions L H) as (B & HB). split.
  - intros t Ht. destruct (HB t ltac:(lia)) as (s & S1 & _ & S3 & _). exists s. auto.
  - intros t Ht. destruct (HB t ltac:(lia)) as (s & S1 & S2 & S3 & S4). exists s. subst B. auto.
Qed.

(* Shift, for natural numbers. *)
Lemma shift_nat L d t N : d <= t -> served (Z.of_nat L) (Z.of_nat d) N -> served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros Hd H. replace (Z.of_nat t) with (Z.of_nat d + Z.of_nat (t - d))%Z by lia. apply shift; [lia|exact H].
Qed.

(* One processor, or the root and its children: all that depths below 2L need, and L + 2 processors at 2L. *)
Lemma few L t N : 1 <= L -> 1 <= N -> N = 1 \/ N + L <= t + 2 -> served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros HL HN H. destruct (Nat.eq_dec N 1) as [->|Hne]; [apply served_one; lia|].
  replace N with (S (N - 1)) by lia. apply star_tree; lia.
Qed.

(* f_t below 2L. *)
Lemma f_first L t : t < 2 * L -> f L t = 1 \/ f L t + L <= t + 2.
Proof.
  intros H. destruct (Nat.lt_ge_cases t L); [left; apply f_small; assumption|right].
  replace t with (L + (t - L)) by lia. rewrite f_low; lia.
Qed.

(* L >= 10: stationary schedules for every N, but for L + 3 at depth 2L (that is the whole tree). *)
Theorem every_10 L : 10 <= L -> forall t N, 1 <= N <= f L t -> ~ (t = 2 * L /\ N = L + 3) ->
  served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros HL. destruct (whole_trees L HL) as [T1 T2].
  intros t. induction t as [t IH] using lt_wf_ind. intros N HN Hexc.
  destruct (Nat.lt_trichotomy t (2 * L)) as [Ht|[Ht|Ht]].
  - apply few; [lia|lia|]. pose proof (f_first L t Ht). lia.
  - apply few; [lia|lia|right]. subst t. rewrite f_2L in HN by lia. lia.
  - destruct (Nat.le_gt_cases N (f L (t - 1))) as [Hsmall|Hlarge].
    (* N <= f_{t-1}: shift *)
    { destruct (Nat.eq_dec (t - 1) (2 * L)) as [E|E]; [destruct (Nat.eq_dec N (L + 3)) as [E'|E']|].
      - apply few; lia.
      - apply (shift_nat L (t - 1)); [lia|]. apply IH; lia.
      - apply (shift_nat L (t - 1)); [lia|]. apply IH; lia. }
    destruct (Nat.eq_dec N (f L t)) as [->|Hne].
    (* N = f_t *)
    { destruct (T1 t Ht) as (s & S1 & <-). apply solution_served; [lia|exact S1]. }
    destruct (Nat.le_gt_cases t (3 * L)) as [Hle|Hgt].
    + apply depths_up_to_3L; lia.
    + (* the union rule *)
      destruct (T2 (t - 1)) as (s & S1 & S2 & S3); [lia|].
      replace N with (procs_of s + (N - f L (t - 1))) by lia.
      replace (Z.of_nat (t - 1)) with (Z.of_nat t - 1)%Z in S1 by lia.
      apply union_rule; [lia|exact S1|exact S3|].
      replace (Z.of_nat t - Z.of_nat L)%Z with (Z.of_nat (t - L)) by lia.
      pose proof (f_step L t ltac:(lia) ltac:(lia)) as Hf. apply IH; [lia|lia|].
      intros [E1 E2]. pose proof (f_2L L ltac:(lia)). rewrite E1 in Hf. lia.
Qed.

(* L >= 3: for L <= 9 by the certificates of every-number. *)
Theorem every_3 L : 3 <= L -> forall t N, 1 <= N <= f L t -> ~ (t = 2 * L /\ N = L + 3) -> served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros HL t N HN Hexc. destruct (Nat.le_gt_cases L 9) as [H|H]; [apply numbers_served; [lia|exact HN|exact Hexc]|apply every_10; assumption].
Qed.

(* L = 1: the root of depth t >= 1 has t children, all letters are 0, a 0-ball. *)
Lemma whole_ball_1 t : 1 <= t -> whole_ball 1 t.
Proof.
  intros Ht. set (s := {| root := []; blocks := []; left := 0%Z |}).
  assert (windowb 1 1 0 [s] = true) as W by (vm_compute; reflexivity).
  destruct (windowb_solutions 1 1 0 [s] ltac:(lia) W t Ht) as (q & S1 & S2 & S3 & S4).
  exists q. rewrite S2. auto.
Qed.

(* L = 1: every N. *)
Theorem every_1 t N : 1 <= N <= f 1 t -> served 1%Z (Z.of_nat t) N.
Proof.
  revert N. induction t as [t IH] using lt_wf_ind. intros N HN.
  destruct (Nat.le_gt_cases t 1) as [Ht|Ht].
  - apply (few 1); [lia|lia|right]. destruct t as [|[|t]]; [|cbn in HN|]; [rewrite f_0 in HN| |]; lia.
  - pose proof (f_step 1 t ltac:(lia) ltac:(lia)) as Hf.
    destruct (Nat.le_gt_cases N (f 1 (t - 1))) as [Hsmall|Hlarge].
    + apply (shift_nat 1 (t - 1)); [lia|]. apply IH; lia.
    + destruct (whole_ball_1 (t - 1)) as (s & S1 & S2 & S3); [lia|].
      replace N with (procs_of s + (N - f 1 (t - 1))) by lia.
      replace (Z.of_nat (t - 1)) with (Z.of_nat t - 1)%Z in S1 by lia.
      apply union_rule; [lia|exact S1|exact S3|].
      replace (Z.of_nat t - 1)%Z with (Z.of_nat (t - 1)) by lia. apply IH; lia.
Qed.

(* Theorem E, by blocks and one receive-only processor: every N but L + 3 where L is even. *)
Theorem theorem_E_blocks L N t : L = 1 \/ 3 <= L -> 1 <= N <= f L t ->
  ~ (Nat.Even L /\ t = 2 * L /\ N = L + 3) -> served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros [->|HL] HN Hexc; [apply every_1; exact HN|].
  destruct (Nat.eq_dec t (2 * L)) as [E|E]; [destruct (Nat.eq_dec N (L + 3)) as [E'|E']|].
  - subst t N. apply depth_2L_odd_served. destruct (Nat.Even_or_Odd L); [exfalso; auto|assumption].
  - apply every_3; [exact HL|exact HN|lia].
  - apply every_3; [exact HL|exact HN|lia].
Qed.

(* Theorem E, stationary schedules: every N. *)
Theorem theorem_E_stationary L N t : L = 1 \/ 3 <= L -> 1 <= N <= f L t ->
  exists ws, stationary (Z.of_nat L) (Z.of_nat t) ws /\ length (concat ws) = N.
Proof.
  intros HL HN. destruct (Nat.Even_or_Odd L) as [HE|HO].
  1: destruct (Nat.eq_dec t (2 * L)) as [E|E]; [destruct (Nat.eq_dec N (L + 3)) as [E'|E']|].
  1: { subst t N. rewrite <- (f_2L L) by lia. apply theorem_B_words; [|exact HE]. destruct HE. lia. }
  all: destruct (theorem_E_blocks L N t HL HN) as (ws & H & _ & H2); [|exists ws; auto];
    intros (F & F1 & F2); try tauto.
  destruct F, HO. lia.
Qed.

(* Theorem E, schedules: N <= f_t processors are served with delay L + t, no item is received twice. *)
Theorem theorem_E L N t : L = 1 \/ 3 <= L -> 1 <= N -> N <= f L t -> possible_once L N (L + t).
Proof.
  intros HL HN Hf. destruct (theorem_E_stationary L N t HL (conj HN Hf)) as (ws & H & <-).
  apply stationary_sound; [lia|exact H].
Qed.

(* The delay L + t is enough for N processors if and only if N <= f_t. *)
Theorem least_delay L N t : L = 1 \/ 3 <= L -> 1 <= N -> (possible L N (L + t) <-> N <= f L t).
Proof.
  intros HL HN. split.
  - apply upper_bound. lia.
  - intros Hf. destruct (theorem_E L N t HL HN Hf) as (S & HS & _). exists S. exact HS.
Qed.

(* No schedule has a delay below L. *)
Lemma delay_at_least_L L N D : 1 <= N -> possible L N D -> L <= D.
Proof.
  intros HN (S & HS). destruct (sv_all _ _ _ _ HS 0 0 ltac:(lia)) as (a & s & _ & H). lia.
Qed.

(* Both together: all delays that are possible. *)
Theorem possible_delays L N D : L = 1 \/ 3 <= L -> 1 <= N -> (possible L N D <-> L <= D /\ N <= f L (D - L)).
Proof.
  intros HL HN. split.
  - intros H. pose proof (delay_at_least_L L N D HN H) as HD. split; [exact HD|].
    apply least_delay; [exact HL|exact HN|]. replace (L + (D - L)) with D by lia. exact H.
  - intros [HD Hf]. replace D with (L + (D - L)) by lia. apply least_delay; assumption.
Qed.

