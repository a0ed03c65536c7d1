(* SPDX-License-Identifier: MIT *)
(* k items, L = 1 (THEOREMS.md, section 12.4): the counting bound is met, the least time for N processors is
   k - 1 + ceil(log2 (N+1)).  A schedule that is simpler than those of Bar-Noy, Kipnis and Schieber and of
   Traeff: take the stream of Theorem E for N + 1 processors, which consists of blocks and one processor
   that only receives; leave that one out; and let the last item stand for all items of the stream behind
   it. That is section 12.5 with one colour. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Tree UpperBound Hall Lists Runs Stationary Instance Pruned Every Items.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

(* ---- An endgame with one item. ---- *)

(* The first n processors of a stream, item z in place of all items behind it. *)
Definition closed_by (z n : nat) (S0 : schedule) : schedule := fun a s =>
  match S0 a s with Some (q, i) => if q <? n then Some (q, Nat.min i z) else None | None => None end.

Lemma closed_by_spec z n S0 a s q i :
  closed_by z n S0 a s = Some (q, i) <-> exists j, S0 a s = Some (q, j) /\ q < n /\ i = Nat.min j z.
Proof.
  unfold closed_by. destruct (S0 a s) as [[q' j]|]; [|split; [discriminate|intros (? & ? & _); discriminate]].
  destruct (Nat.ltb_spec q' n); split.
  - intros E. injection E as <- <-. eauto.
  - intros (j' & E & _ & ->). injection E as <- <-. reflexivity.
  - discriminate.
  - intros (j' & E & Hq & _). injection E as <- <-. lia.
Qed.

(* It is enough that only the first n processors send, and have received item z or a later one by T. *)
Lemma closed_brings L M n D z T S0 : serves L M D S0 -> n <= M -> z + D <= S T ->
  (forall p s q i, S0 (Some p) s = Some (q, i) -> p < n) ->
  (forall q, q < n -> exists a s i, S0 a s = Some (q, i) /\ z <= i /\ s + L <= T) ->
  brings L n (S z) T (closed_by z n S0).
Proof.
  intros HS Hn HD Hsend Hlate. split.
  - intros a s q i E. apply closed_by_spec in E as (j & _ & Hq & ->). lia.
  - intros p s q i E. apply closed_by_spec in E as (j & E & Hq & ->).
    destruct (sv_hold _ _ _ _ HS _ _ _ _ E) as (a & s' & F & Hs). exists a, s'. split; [|exact Hs].
    apply closed_by_spec. exists j. split; [exact F|]. split; [eapply Hsend; exact E|reflexivity].
  - intros a b s q i j E F. apply closed_by_spec in E as (i' & E & _), F as (j' & F & _).
    exact (sv_recv _ _ _ _ HS _ _ _ _ _ _ E F).
  - intros i q Hi Hq. destruct (Nat.eq_dec i z) as [->|Hne].
    + destruct (Hlate q Hq) as (a & s & j & E & Hj & Hs). exists a, s. split; [|exact Hs].
      apply closed_by_spec. exists j. repeat split; [exact E|exact Hq|lia].
    + destruct (sv_all _ _ _ _ HS i q ltac:(lia)) as (a & s & E & Hs). exists a, s. split; [|lia].
      apply closed_by_spec. exists i. repeat split; [exact E|exact Hq|lia].
Qed.

(* ---- The processors of blocks. ---- *)
Section Blocks.
Variables (L t : nat) (bs : list word) (v : Z).
Hypothesis HL : 1 <= L.
Notation ws := (bs ++ [[(v, None)]]).
Hypothesis HW : stationary (Z.of_nat L) (Z.of_nat t) ws.
Hypothesis HB : forall w, In w bs -> block_word w.
Notation n := (length (concat bs)).

Lemma all_procs : procs ws = procs bs ++ [([(v, None)], 0)].
Proof. unfold procs. rewrite flat_map_app. reflexivity. Qed.
Lemma procs_number : length (procs bs) = n.
Proof. exact (N_sum bs). Qed.

(* The last one never sends. *)
Lemma blocks_send p s q i : Sc L t ws (Some p) s = Some (q, i) -> p < n.
Proof.
  intros E. apply (stream_sent L t ws HL) in E as (_ & _ & Hp & Hs & _).
  unfold N in Hp. rewrite all_procs, app_length, procs_number in Hp. cbn [length] in Hp.
  destruct (Nat.eq_dec p n) as [->|Hne]; [exfalso|lia].
  unfold sv, now, Runs.now in Hs. rewrite all_procs, app_nth2 in Hs by (rewrite procs_number; lia).
  rewrite procs_number, Nat.sub_diag in Hs. cbn [nth] in Hs. unfold at_time in Hs. cbn [fst snd length] in Hs.
  rewrite Nat.mod_1_r in Hs. discriminate.
Qed.

(* The head of a block is at least as large as the block, since something is sent at each position. *)
Lemma head_value h l : In (mk h (h :: l)) bs -> (Z.of_nat (length l) + Z.of_nat L <= h)%Z /\ (h <= Z.of_nat
  t)%Z.
Proof.
  intros Hw. destruct (st_words _ _ _ HW (mk h (h :: l))) as [_ W2 W3]; [apply in_or_app; left; exact Hw|].
    split.
  - destruct (nth_error (mk h (h :: l)) (length l)) as [[a b]|] eqn:E;
      [|apply nth_error_None in E; rewrite mk_length in E; cbn [length] in E; lia].
    assert (b = Some (h - Z.of_nat (length l))%Z) as ->.
    { unfold mk in E. set (m := map _ _) in E.
      assert (nth_error (map snd (combine (h :: l) m)) (length l) = Some b) as F by (rewrite nth_error_map,
        E; reflexivity).
      rewrite combine_snd in F by (unfold m; rewrite map_length, seq_length; reflexivity). unfold m in F.
      rewrite nth_error_map in F. rewrite (nth_error_nth' _ 0) in F by (rewrite seq_length; cbn [length];
        lia).
      rewrite seq_nth in F by (cbn [length]; lia). cbn [option_map] in F. injection F as <-. reflexivity. }
    destruct (W3 _ _ _ E) as [H _]. lia.
  - pose proof (W2 h) as W. rewrite mk_received in W. specialize (W (or_introl eq_refl)). lia.
Qed.

(* At time z + L + t - 1 every processor of a block has received an item z or later: that of its last head. *)
Lemma blocks_ahead q z : q < n -> exists a s i, Sc L t ws a s = Some (q, i) /\ z <= i /\ s + L <= z + L + t -
  1.
Proof.
  intros Hq. destruct (nth q (procs bs) ([], 0)) as [w o] eqn:E.
  assert (In (w, o) (procs bs)) as Hi by (rewrite <- E; apply nth_In; rewrite procs_number; exact Hq).
  apply (procs_In bs) in Hi as [Hw Ho]. destruct (HB w Hw) as (h & l & ->).
    destruct (head_value h l Hw) as [H1 H2].
  set (r := length (mk h (h :: l))) in *. assert (r = S (length l)) as Hr by (unfold r; rewrite mk_length;
    reflexivity).
  (* y is the last time at which it is at position 0 *)
  set (Y := z + L + t - 1). set (m := (Y + o) mod r). set (y := Y - m).
  assert (m < r) as Hm by (apply Nat.mod_upper_bound; lia).
  assert (z + L + t = S Y) as HY by (unfold Y; lia). clearbody Y.
  assert ((y + o) mod r = 0) as Hy.
  { pose proof (Nat.div_mod (Y + o) r ltac:(lia)) as D. fold m in D.
    assert (y + o = (Y + o) / r * r) as -> by (unfold y; lia). apply Nat.mod_mul. lia. }
  assert (rv ws q (y - L + L) = h) as Hv.
  { replace (y - L + L) with y by (unfold y; lia). unfold rv, now, Runs.now.
    rewrite all_procs, app_nth1 by (rewrite procs_number; exact Hq).
    rewrite E. unfold at_time. cbn [fst snd]. fold r. rewrite Hy. unfold mk. reflexivity. }
  destruct (stream_delivered L t ws HL HW q (y - L)) as (a & Ha).
  - unfold N. rewrite all_procs, app_length, procs_number. lia.
  - rewrite Hv. unfold item, y. lia.
  - exists a, (y - L), (Z.to_nat (item L t (rv ws q (y - L + L)) (y - L + L))). split; [exact Ha|].
    rewrite Hv. unfold item, y in *. lia.
Qed.

Lemma blocks_close z T : z + L + t <= S T -> items_possible L n (S z) T.
Proof.
  intros HT. exists (closed_by z n (Sc L t ws)). apply (closed_brings L (N ws) n (L + t) z T).
  - apply stationary_serves; assumption.
  - unfold N. rewrite all_procs, app_length, procs_number. lia.
  - lia.
  - apply blocks_send.
  - intros q Hq. destruct (blocks_ahead q z Hq) as (a & s & i & H1 & H2 & H3). exists a, s, i. repeat split;
    auto. lia.
Qed.
End Blocks.

(* A stream for N + 1 processors with delay L + t, by blocks: k items come to N processors by time L + t + k
   - 2. *)
Theorem items_of_blocks L N t k : 1 <= L -> 1 <= k -> served (Z.of_nat L) (Z.of_nat t) (S N) ->
  items_possible L N k (L + t + k - 2).
Proof.
  intros HL Hk (ws & HW & (bs & v & -> & HB) & HN). destruct k as [|z]; [lia|].
  rewrite concat_app, app_length in HN. cbn [concat app length] in HN.
    replace N with (length (concat bs)) by lia.
  apply (blocks_close L t bs v); try assumption. lia.
Qed.

(* ---- L = 1. ---- *)
Lemma f_1 t : f 1 t = 2 ^ t.
Proof.
  induction t as [|t IH]; [reflexivity|]. rewrite f_S by lia. destruct (Nat.ltb_spec (S t) 1); [lia|].
  rewrite Nat.sub_succ, Nat.sub_0_r, IH. cbn [Nat.pow]. lia.
Qed.

Lemma sum_min_le m n N : m <= n -> sum n (fun i => Nat.min (f 1 i) N) <= (2 ^ m - 1) + (n - m) * N.
Proof.
  intros H. induction H as [|n H IH].
  - rewrite Nat.sub_diag, Nat.add_0_r. clear. induction m as [|m IH]; [reflexivity|]. cbn [sum]. rewrite f_1.
    cbn [Nat.pow]. pose proof (Nat.pow_nonzero 2 m). lia.
  - cbn [sum]. replace (S n - m) with (S (n - m)) by lia. pose proof (Nat.le_min_r (f 1 n) N). lia.
Qed.

(* Section 12.4, L = 1: for every N and k exactly these times. *)
Theorem items_one N k T : 1 <= N -> 1 <= k -> (items_possible 1 N k T <-> k <= T + 1 /\ N + 1 <= 2 ^ (T + 1 -
  k)).
Proof.
  intros HN Hk. split.
  - intros H. apply counting_bound in H; [|lia]. replace (S T - 1) with T in H by lia.
    assert (k <= T + 1) as HT.
    { destruct (Nat.le_gt_cases k (T + 1)); [assumption|]. pose proof (sum_min_le 0 T N ltac:(lia)).
      cbn [Nat.pow] in *. nia. }
    split; [exact HT|]. pose proof (sum_min_le (T + 1 - k) T N ltac:(lia)) as B.
    replace (T - (T + 1 - k)) with (k - 1) in B by lia. nia.
  - intros [H1 H2]. set (m := T + 1 - k) in *. assert (1 <= m) as Hm by (destruct m; cbn in H2; lia).
    replace T with (1 + m + k - 2) by (unfold m; lia). apply items_of_blocks; [lia|exact Hk|].
    apply every_1. rewrite f_1. lia.
Qed.

(* That is the counting bound. *)
Theorem items_one_counting N k T : 1 <= N -> 1 <= k ->
  (items_possible 1 N k T <-> 1 <= T /\ k * N <= sum (S T - 1) (fun i => Nat.min (f 1 i) N)).
Proof.
  intros HN Hk. split.
  - intros H. split; [exact (items_time 1 N k T HN Hk H)|]. apply counting_bound; [lia|exact H].
  - intros [HT H]. replace (S T - 1) with T in H by lia. apply items_one; [exact HN|exact Hk|].
    assert (k <= T + 1) as HT1.
    { destruct (Nat.le_gt_cases k (T + 1)); [assumption|].
      pose proof (sum_min_le 0 T N ltac:(lia)). cbn [Nat.pow] in *. nia. }
    split; [exact HT1|]. pose proof (sum_min_le (T + 1 - k) T N ltac:(lia)) as B.
    replace (T - (T + 1 - k)) with (k - 1) in B by lia. nia.
Qed.

(* Other L: a step less than the stream, where one processor more has a stream of blocks, same delay. *)
Corollary items_step_less L N t k : L = 1 \/ 3 <= L -> 1 <= k -> S N <= f L t ->
  ~ (Nat.Even L /\ t = 2 * L /\ S N = L + 3) -> items_possible L N k (L + t + k - 2).
Proof.
  intros HL Hk Hf Hexc. apply items_of_blocks; [lia|exact Hk|].
  apply theorem_E_blocks; [exact HL|lia|exact Hexc].
Qed.
