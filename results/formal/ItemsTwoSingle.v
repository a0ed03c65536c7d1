(* SPDX-License-Identifier: MIT *)
(* L = 2, k items, each sent once by the source (THEOREMS.md, section 9.9): 2 + B(N) + k - 1 is the least
   time, for every N and k, also where no endless stream has the delay 2 + B(N). *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree UpperBound Hall Lists Runs Stationary Items ItemsSingle Endgame EndgameColours EndgameTwo EndgameTree EndgameWords EndgameStreams SingleSpread SingleTwo SingleSmall.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

Section Stream.
Variables (t N : nat).
Hypothesis Ht : 8 <= t.
Hypothesis H1 : f 2 t <= 2 * N.
Hypothesis H2 : 2 * N + 1 <= f 2 (t + 1).

(* N <= (f_(t+1) - 1) / 2: the stream of 9.8 itself. *)
Lemma single_fast k : 1 <= k -> single_possible 2 N k (2 + t + k - 1).
Proof.
  intros Hk. destruct (tree_exists t N Ht H1 H2) as (large & loops & o3 & o2 & L1 & L2 & G & _).
  destruct (stream_words t N o2 o3 large loops) as (ds & _ & _ & E & HW & _); try assumption; [lia|].
  apply (single_upper 2 N t k (map word_of ds ++ map loop loops)); [lia|exact Hk|exact HW|exact E].
Qed.

(* N <= f_(t-1): the last item a step before the stream. *)
Lemma single_slow z : N <= f 2 (t - 1) -> single_possible 2 N (z + 1) (z + (t + 1)).
Proof.
  intros HN. destruct (tree_exists t N Ht H1 H2) as (large & loops & o3 & o2 & L1 & L2 & G & Hfour & Htop).
    specialize (Htop HN).
  destruct (stream_words t N o2 o3 large loops) as (ds & D1 & D2 & E & HW & Hne & HB & Hz); try assumption;
    [lia|].
  set (ws := map word_of ds ++ map loop loops) in *. set (heads := repeat 2 o2 ++ repeat 3 o3 ++ large) in *.
  assert (forall l, In l loops -> 3 <= l /\ l + 2 <= t) as Hloops by (intros l Hl;
    apply (gr_loops _ _ _ _ _ _ G) in Hl; lia).
  assert (2 <= t) as Ht2 by lia.
  assert (forall y, 2 <= y <= t - 1 -> starting (Stationary.N ws) (first t ws) y = least (t + 2 - y) heads +
    equal (t + 2 - y) loops) as HF.
  { intros y Hy. rewrite <- D2 by lia. apply starting_number; assumption. }
  assert (Stationary.N ws = N) as EN by (rewrite N_sum; exact E).
  destruct (spread_exists (Stationary.N ws) (t - 1) (first t ws) (second t ws)) as (X & HX & HX1 & Hslots).
  - intros q Hq. destruct (first_second t ws Ht2 HW HB Hz q Hq) as (F1 & F2 & _). lia.
  - intros q _. apply second_two.
  - lia.
  - intros y Hy. etransitivity; [apply start_slots; assumption|]. apply slots_few; try assumption. lia.
  - rewrite HF by lia. rewrite (F_2 t N heads loops Ht G Hfour Htop). lia.
  - intros y Hy. rewrite HF by lia. apply (F_enough t N heads loops Ht G Hfour Htop). lia.
  - apply last_start; assumption.
  - apply enough_before; assumption.
  - (* the first slots up to T-2 *)
    assert (forall y, 1 <= y <= t - 1 -> started (Stationary.N ws) (first t ws) y + (if y =? 2 then 1 else 0)
      <= (if y <? 2 then 0 else 2 * f 2 (y - 2))) as Q.
    { intros y. induction y as [|y IH]; intros Hy; [lia|].
      assert (started (Stationary.N ws) (first t ws) (S y) = started (Stationary.N ws) (first t ws) y +
        starting (Stationary.N ws) (first t ws) (S y)) as Es.
      { unfold started, starting, cnt. rewrite <- count_or.
        - apply count_ext. intros q _. destruct (Nat.leb_spec (first t ws q) (S y)), (Nat.leb_spec (first t
          ws q) y), (Nat.eqb_spec (first t ws q) (S y)); try lia; reflexivity.
        - intros q _ K. apply Nat.leb_le in K. apply Nat.eqb_neq. lia. }
      destruct (Nat.eq_dec y 0) as [->|Hy0].
      - cbn [Nat.eqb Nat.ltb Nat.leb]. rewrite Nat.add_0_r. apply Nat.eq_le_incl, count_0. intros q Hq.
        apply in_seq in Hq.
        destruct (first_second t ws Ht2 HW HB Hz q ltac:(lia)) as (F1 & _ & _). apply Nat.leb_gt. lia.
      - rewrite Es, HF by lia. specialize (IH ltac:(lia)). destruct (Nat.eq_dec y 1) as [->|Hy1].
        + pose proof (F_2 t N heads loops Ht G Hfour Htop) as K. cbn [Nat.eqb Nat.ltb Nat.leb] in *.
          rewrite K. change (f 2 (2 - 2)) with 1. lia.
        + destruct (Nat.eq_dec y 2) as [->|Hy2].
          * pose proof (F_3 t N heads loops Ht G Hfour Htop) as K. cbn [Nat.eqb Nat.ltb Nat.leb] in *.
            rewrite K. change (f 2 (3 - 2)) with 1.
            change (f 2 (2 - 2)) with 1 in IH. lia.
          * pose proof (F_few t N heads loops Ht G Hfour Htop (S y) ltac:(lia)) as K.
            destruct (Nat.eqb_spec (S y) 2), (Nat.eqb_spec y 2), (Nat.ltb_spec (S y) 2), (Nat.ltb_spec y 2);
              try lia.
            rewrite (f_step 2 (S y - 2)) by lia. replace (S y - 2 - 1) with (y - 2) by lia.
              replace (S y - 2 - 2) with (S y - 4) by lia. lia. }
    specialize (Q (t - 1) ltac:(lia)). destruct (Nat.eqb_spec (t - 1) 2), (Nat.ltb_spec (t - 1) 2); lia.
  - rewrite EN. exact HN.
  - rewrite <- EN. apply (stream_ends_single 2 t 1 (t + 1) ws X); [lia|lia|exact HW| | |exact Hne|].
    + replace (t + 1) with (t - 1 + 2) by lia. exact HX.
    + intros a s q c K. apply Hslots in K as (Hq & Hs & Hu & Ha). split.
      * assert (slot t ws q (s + 2) = true) as K.
        { destruct (first_second t ws Ht2 HW HB Hz q Hq) as (_ & _ & K).
          destruct (two_slots t ws Ht2 HW HB Hz q Hq) as [_ K'].
          destruct Hs as [-> | ->]; assumption. }
        apply Z.leb_le in K. lia.
      * destruct a as [p|]; [|exact I]. destruct Ha as [Hp Ha]. destruct (sv ws p s) as [u|] eqn:Eu;
        [|exact I].
        pose proof (sends_late t ws Ht2 HW HB Hz p s u Hp Ha Eu). lia.
    + intros s s' q q' i K K'. apply HX1 in K, K'. congruence.
Qed.
End Stream.

(* N <= 16: the listed endgames. *)
Ltac small_single t I := exists t; split; [vm_compute; lia|split; [vm_compute; lia|exact I]].
Lemma small_single N : N < 16 -> exists t, f 2 (t - 1) < S N + (if t =? 0 then 1 else 0) /\ S N <= f 2 t /\
  forall z, single_possible 2 (S N) (z + 1) (z + (t + 2)).
Proof.
  intros HN.
  destruct N as [|N]; [small_single 0 single_1|].
  destruct N as [|N]; [small_single 2 single_2|].
  destruct N as [|N]; [small_single 3 single_3|].
  destruct N as [|N]; [small_single 4 single_4|].
  destruct N as [|N]; [small_single 4 single_5|].
  destruct N as [|N]; [small_single 5 single_6|].
  destruct N as [|N]; [small_single 5 single_7|].
  destruct N as [|N]; [small_single 5 single_8|].
  destruct N as [|N]; [small_single 6 single_9|].
  destruct N as [|N]; [small_single 6 single_10|].
  destruct N as [|N]; [small_single 6 single_11|].
  destruct N as [|N]; [small_single 6 single_12|].
  destruct N as [|N]; [small_single 6 single_13|].
  destruct N as [|N]; [small_single 7 single_14|].
  destruct N as [|N]; [small_single 7 single_15|].
  destruct N as [|N]; [small_single 7 single_16|].
  lia.
Qed.

(* B(N). *)
Lemma least_tree N t : 1 <= N -> N <= f 2 t -> exists b, b <= t /\ N <= f 2 b /\ (b = 0 \/ f 2 (b - 1) < N).
Proof.
  intros HN. induction t as [|t IH]; intros Ht; [exists 0; auto|]. destruct (Nat.le_gt_cases N (f 2 t)) as
    [H|H].
  - destruct (IH H) as (b & B1 & B2). exists b. auto.
  - exists (S t). rewrite Nat.sub_succ, Nat.sub_0_r. auto.
Qed.

Lemma single_at_depth N b k : 1 <= N -> 1 <= k -> N <= f 2 b -> (b = 0 \/ f 2 (b - 1) < N) -> single_possible
  2 N k (2 + b + k - 1).
Proof.
  intros HN Hk H1 H2. destruct (Nat.le_gt_cases N 16) as [Hs|Hs].
  - destruct N as [|N]; [lia|]. destruct (small_single N) as (t & G1 & G2 & G3); [lia|].
    specialize (G3 (k - 1)). replace (k - 1 + 1) with k in G3 by lia.
      apply (single_later 2 (S N) k (k - 1 + (t + 2))); [|exact G3].
    destruct (Nat.le_gt_cases t b) as [C|C]; [lia|]. pose proof (f_mono 2 b (t - 1) ltac:(lia) ltac:(lia)).
    destruct (Nat.eqb_spec t 0); lia.
  - assert (7 <= b) as Hb.
    { destruct (Nat.le_gt_cases 7 b); [assumption|]. pose proof (f_mono 2 b 6 ltac:(lia) ltac:(lia)) as M.
      change (f 2 6) with 13 in M. lia. }
    destruct H2 as [H2|H2]; [lia|]. pose proof (f_step 2 b ltac:(lia) ltac:(lia)) as F1.
    pose proof (f_step 2 (b + 1) ltac:(lia) ltac:(lia)) as F2. replace (b + 1 - 1) with b in F2 by lia.
      replace (b + 1 - 2) with (b - 1) in F2 by lia.
    pose proof (f_step 2 (b + 2) ltac:(lia) ltac:(lia)) as F3. replace (b + 2 - 1) with (b + 1) in F3 by lia.
      replace (b + 2 - 2) with b in F3 by lia.
    pose proof (f_mono 2 (b - 2) (b - 1) ltac:(lia) ltac:(lia)). pose proof (f_pos 2 (b - 1) ltac:(lia)).
    destruct (Nat.le_gt_cases (2 * N + 1) (f 2 (b + 1))) as [C|C].
    + destruct (Nat.eq_dec b 7) as [->|Hb7]; [change (f 2 (7 + 1)) with 34 in C; lia|].
      apply single_fast; lia.
    + replace k with (k - 1 + 1) by lia. apply (single_later 2 N (k - 1 + 1) (k - 1 + (b + 1 + 1))); [lia|].
      apply single_slow; [lia|lia|replace (b + 1 + 1) with (b + 2) by lia;
        lia|replace (b + 1 - 1) with b by lia; exact H1].
Qed.

(* Section 9.9. *)
Theorem single_two N k t : 1 <= N -> 1 <= k -> (single_possible 2 N k (2 + t + k - 1) <-> N <= f 2 t).
Proof.
  intros HN Hk. split.
  - intros H. apply single_lower in H as [_ H]; try lia. replace (2 + t + k - 1 - (2 + k - 1)) with t in H by
    lia. exact H.
  - intros H. destruct (least_tree N t HN H) as (b & B1 & B2 & B3).
    apply (single_later 2 N k (2 + b + k - 1)); [lia|]. apply single_at_depth; assumption.
Qed.

(* Sections 10.8, 9.9 and 12.3: every L, all times. *)
Theorem single_every L N k T : 1 <= L -> 1 <= N -> 1 <= k ->
  (single_possible L N k T <-> L + k - 1 <= T /\ N <= f L (T - (L + k - 1))).
Proof.
  intros HL HN Hk. destruct (Nat.eq_dec L 2) as [->|H2]; [|apply single_times; lia].
  split; [apply single_lower; lia|]. intros [H3 H4]. replace T with (2 + (T - (2 + k - 1)) + k - 1) by lia.
    apply single_two; assumption.
Qed.
