(* SPDX-License-Identifier: MIT *)
(* L = 2, k items, each sent once (THEOREMS.md, section 9.9), N <= f_(t-1): the stream of depth t of 9.8 has
   an endgame for one item, which the source sends once.  As many processors have their first slot at y as
   there are nodes t - y. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation.
From Steadycast Require Import Model Tree UpperBound Hall Lists Runs Stationary Instance Items ItemsSingle OneItem Endgame EndgameColours EndgameTwo EndgameTree EndgameWords EndgameStreams SingleSpread.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

Lemma seq_shift_by m a : seq a m = map (fun i => a + i) (seq 0 m).
Proof. induction a as [|a IH]; [symmetry; apply map_id|]. rewrite <- seq_shift, IH, map_map. reflexivity. Qed.

(* ---- Which rows have their first slot at a time. ---- *)
Section Rows.
Variables (t : nat) (ds : list (nat * bool * nat)) (loops : list nat).
Hypothesis Ht : 2 <= t.
Hypothesis Hds : forall d, In d ds -> fits d.
Notation A := (map word_of ds).
Notation B := (map loop loops).
Notation ws := (A ++ B).
Hypothesis HW : stationary 2 (Z.of_nat t) ws.
Hypothesis Hne : forall w, In w ws -> w <> [].
Hypothesis HB : forall w, In w ws -> two_balls w.
Hypothesis Hz : count (is_send 2) (concat ws) = count (is_recv 0) (concat ws) + 1.
Hypothesis Hloops : forall l, In l loops -> 3 <= l /\ l + 2 <= t.
Notation n := (N ws).
Notation first := (first t ws).
Notation slot := (slot t ws).

Lemma procs_parts : procs ws = procs A ++ procs B.
Proof. unfold procs. apply flat_map_app. Qed.
Lemma procs_loops : procs B = map (fun l => (loop l, 0)) loops.
Proof. generalize loops as ls. unfold procs. induction ls as [|l ls IH]; [reflexivity|]. cbn [map flat_map].
  rewrite IH. reflexivity. Qed.
Lemma rows_number : n = N A + length loops.
Proof. unfold N. rewrite procs_parts, app_length, procs_loops, map_length. reflexivity. Qed.

Lemma now_block q y : q < N A -> now ws q y = now A q y.
Proof. intros Hq. unfold now, Runs.now. rewrite procs_parts, app_nth1 by exact Hq. reflexivity. Qed.
Lemma rv_loop i y : i < length loops -> rv ws (N A + i) y = Z.of_nat (nth i loops 0).
Proof.
  intros Hi. unfold rv, now, Runs.now. rewrite procs_parts, app_nth2 by (unfold N; lia).
    replace (N A + i - length (procs A)) with i by (unfold N; lia).
  rewrite procs_loops. rewrite (nth_indep _ _ (loop 0, 0)) by (rewrite map_length; exact Hi).
  rewrite (map_nth (fun l => (loop l, 0))). unfold at_time. cbn [fst snd]. unfold loop, mk. cbn.
    rewrite Nat.mod_1_r || idtac. reflexivity.
Qed.

(* A block: its slots up to T-2 are first ones. *)
Lemma block_slot q y : q < N A -> y <= t - 1 -> slot q y = true -> first q = y.
Proof.
  intros Hq Hy H. assert (q < n) as Hn by (rewrite rows_number; lia).
  destruct (first_spec t ws Ht Hz q y ltac:(lia) H) as [F1 F2]. destruct (Nat.eq_dec (first q) y) as
    [E|Hne']; [exact E|exfalso].
  destruct (nth q (procs A) ([], 0)) as [w o] eqn:E.
  assert (In (w, o) (procs A)) as Hi by (rewrite <- E; apply nth_In; exact Hq).
  apply (procs_In A) in Hi as [Hw Ho].
    apply in_map_iff in Hw as ([[v b] c] & <- & Hd).
  pose proof (Hds _ Hd) as Hf. pose proof (letters_length v b c Hf) as Hl.
  set (r := length (word_of (v, b, c))) in *. assert (r = S (length (letters v b c))) as Hr by (unfold r,
    word_of; rewrite mk_length; reflexivity).
  assert (forall s, rv ws q s = nth ((s + o) mod r) (Z.of_nat v :: letters v b c) 0%Z) as Er.
  { intros s. unfold rv. rewrite now_block by exact Hq. unfold now, Runs.now. rewrite E. unfold at_time.
    cbn [fst snd]. fold r.
    rewrite rv_nth. unfold word_of. rewrite mk_received. reflexivity. }
  assert (forall s, s <= t - 1 -> slot q s = true -> (s + o) mod r = 0 /\ (Z.of_nat t + 2 <= Z.of_nat v +
    Z.of_nat s)%Z) as head.
  { intros s Hs G. apply Z.leb_le in G. rewrite Er in G. destruct ((s + o) mod r) as [|k] eqn:Ek;
    [cbn [nth] in G; auto|exfalso].
    assert (k < length (letters v b c)) as Hk by (pose proof (Nat.mod_upper_bound (s + o) r ltac:(lia)); lia).
    cbn [nth] in G. assert (In (nth k (letters v b c) 0%Z) (letters v b c)) as Hin by (apply nth_In;
      exact Hk).
    set (x := nth k (letters v b c) 0%Z) in *. assert (x <= 2)%Z; [|lia].
    unfold letters in Hin. apply in_app_or in Hin as [Hin|Hin]; [destruct b; [destruct Hin as [<-|[]];
      lia|destruct Hin]|].
    apply fill_small in Hin. lia. }
  destruct (head y Hy H) as [M1 _]. destruct (head (first q) ltac:(lia) F2) as [M2 M3].
  pose proof (Nat.div_mod (y + o) r ltac:(lia)) as D1. pose proof (Nat.div_mod (first q + o) r ltac:(lia)) as
    D2.
  rewrite M1 in D1. rewrite M2 in D2. set (d1 := (y + o) / r) in *. set (d2 := (first q + o) / r) in *.
    clearbody d1 d2.
  assert (d2 < d1) by nia. assert (first q + r <= y) by nia. destruct b; lia.
Qed.

Lemma loop_first i : i < length loops -> first (N A + i) = t + 2 - nth i loops 0.
Proof.
  intros Hi. pose proof (Hloops (nth i loops 0) (nth_In _ _ Hi)) as [L1 L2].
  destruct (first_spec t ws Ht Hz (N A + i) (t + 2 - nth i loops 0)) as [F1 F2]; [lia|apply Z.leb_le;
    rewrite rv_loop by exact Hi; lia|].
  apply Z.leb_le in F2. rewrite rv_loop in F2 by exact Hi. lia.
Qed.

Lemma words_from c : 3 <= c -> count (recv_from c) (concat A) = least c (map fst (map fst ds)).
Proof.
  intros Hc. revert Hds. generalize ds as l0. clear -Hc. unfold least. intros l0.
    induction l0 as [|[[v b] x] l IH]; intros Hds; [reflexivity|]. cbn [map concat fst].
    rewrite count_app, count_cons.
  rewrite IH by (intros d Hd; apply Hds; right; exact Hd). f_equal. unfold word_of.
  transitivity (count (fun z => (Z.of_nat c <=? z)%Z) (received (mk (Z.of_nat v) (Z.of_nat v :: letters v b
    x)))).
  { unfold received. rewrite count_map. reflexivity. }
  rewrite mk_received, count_cons, (count_0 _ (letters v b x)).
  - destruct (Z.leb_spec (Z.of_nat c) (Z.of_nat v)), (Nat.leb_spec c v); lia.
  - intros z Hz. apply Z.leb_gt. unfold letters in Hz. apply in_app_or in Hz as [Hz|Hz]; [destruct b;
    [destruct Hz as [<-|[]]; lia|destruct Hz]|].
    apply fill_small in Hz. lia.
Qed.

Lemma starting_number y : 2 <= y <= t - 1 ->
  starting n first y = least (t + 2 - y) (map fst (map fst ds)) + equal (t + 2 - y) loops.
Proof.
  intros Hy. unfold starting, cnt. rewrite rows_number, seq_app, count_app. f_equal.
  - rewrite <- words_from by lia. rewrite <- (count_perm _ _ _ (now_perm A y)), count_map. apply count_ext.
    intros q Hq. apply in_seq in Hq.
    apply eq_true_iff_eq. rewrite Nat.eqb_eq. unfold recv_from. rewrite <- now_block by lia.
      fold (rv ws q y). rewrite Z.leb_le. split.
    + intros E. destruct (first_second t ws Ht HW HB Hz q ltac:(rewrite rows_number; lia)) as (_ & _ & F).
      rewrite E in F.
      apply Z.leb_le in F. lia.
    + intros E. apply block_slot; [lia|lia|]. apply Z.leb_le. lia.
  - cbn [Nat.add]. unfold equal. rewrite <- (nth_map_seq' loops 0) at 2. rewrite count_map.
    rewrite (seq_shift_by (length loops) (N A)), count_map. apply count_ext. intros i Hi. apply in_seq in Hi.
    assert (i < length loops) as Hi' by lia. rewrite loop_first by exact Hi'.
    pose proof (Hloops (nth i loops 0) (nth_In _ _ Hi')) as [L1 L2].
    destruct (Nat.eqb_spec (t + 2 - nth i loops 0) y), (Nat.eqb_spec (t + 2 - y) (nth i loops 0)); lia.
Qed.
End Rows.

(* ---- How many they are. ---- *)
Section Numbers.
Variables (t N : nat) (heads loops : list nat).
Hypothesis Ht : 8 <= t.
Hypothesis HG : grown t N 1 heads loops 0.
Hypothesis Hfour : equal 4 loops <= 2.
Hypothesis Htop : 1 <= equal (t - 2) loops.
Notation g := (f 2).
(* F y: as many have their first slot at y *)
Notation F y := (least (t + 2 - y) heads + equal (t + 2 - y) loops).

Lemma no_loops v : t - 1 <= v -> equal v loops = 0.
Proof. intros Hv. apply equal_none. intros l Hl. apply (gr_loops _ _ _ _ _ _ HG) in Hl. lia. Qed.
Lemma root_only v : t - 1 <= v <= t -> least v heads = 1.
Proof.
  intros Hv. assert (least (S t) heads = 0) as Z0.
  { apply count_0. intros h Hh. apply (gr_heads _ _ _ _ _ _ HG) in Hh. apply Nat.leb_gt. lia. }
  pose proof (gr_root _ _ _ _ _ _ HG) as R. assert (least t heads = 1) as Q by (rewrite least_step, Z0, R;
    reflexivity).
  assert (v = t \/ v = t - 1) as [-> | ->] by lia; [exact Q|]. rewrite least_step.
    replace (S (t - 1)) with t by lia. rewrite Q.
  rewrite (equal_none (t - 1)); [reflexivity|]. intros h Hh. apply (gr_heads _ _ _ _ _ _ HG) in Hh. lia.
Qed.

Lemma F_2 : F 2 = 1. Proof. rewrite root_only, no_loops by lia. reflexivity. Qed.
Lemma F_3 : F 3 = 1. Proof. rewrite root_only, no_loops by lia. reflexivity. Qed.
Lemma F_next y : 4 <= y <= t - 1 -> F y + equal (t + 3 - y) loops = F (y - 1) + F (y - 2).
Proof.
  intros Hy. pose proof (gr_kids _ _ _ _ _ _ HG (t + 2 - y) ltac:(lia) ltac:(lia)) as K. unfold nodes in K.
  replace (t + 2 - y + 2) with (t + 2 - (y - 2)) in K by lia. rewrite (least_step (t + 2 - y) heads).
  replace (S (t + 2 - y)) with (t + 2 - (y - 1)) by lia. replace (t + 3 - y) with (t + 2 - (y - 1)) by lia.
    lia.
Qed.

(* At least f_(y-4) + 1 up to T-3, and f_(y-4) at T-2. *)
Lemma F_many y : 4 <= y <= t - 2 -> g (y - 4) + 1 <= F y.
Proof.
  induction y as [y IH] using lt_wf_ind. intros Hy. pose proof (F_next y ltac:(lia)) as E. pose proof F_2.
    pose proof F_3.
  pose proof (gr_few _ _ _ _ _ _ HG (t + 3 - y) ltac:(lia)) as Few.
  destruct (Nat.eq_dec y 4) as [->|H4].
  { rewrite (no_loops (t + 3 - 4)) in E by lia. change (4 - 1) with 3 in E. change (4 - 2) with 2 in E.
    change (g (4 - 4)) with 1. lia. }
  pose proof (IH (y - 1) ltac:(lia) ltac:(lia)) as I1.
  destruct (Nat.eq_dec y 5) as [->|H5].
  { change (5 - 1) with 4 in *. change (5 - 2) with 3 in E. change (g (5 - 4)) with 1.
    change (g (4 - 4)) with 1 in I1. lia. }
  pose proof (IH (y - 2) ltac:(lia) ltac:(lia)) as I2. rewrite (f_step 2 (y - 4)) by lia.
  replace (y - 1 - 4) with (y - 4 - 1) in I1 by lia. replace (y - 2 - 4) with (y - 4 - 2) in I2 by lia. lia.
Qed.
Lemma F_enough y : 4 <= y <= t - 1 -> g (y - 4) <= F y.
Proof.
  intros Hy. destruct (Nat.eq_dec y (t - 1)) as [->|Hne]; [|pose proof (F_many y ltac:(lia)); lia].
  pose proof (F_next (t - 1) ltac:(lia)) as E. replace (t + 3 - (t - 1)) with 4 in E by lia.
  pose proof (F_many (t - 1 - 1) ltac:(lia)) as I1. pose proof (F_many (t - 1 - 2) ltac:(lia)) as I2.
  rewrite (f_step 2 (t - 1 - 4)) by lia.
  replace (t - 1 - 1 - 4) with (t - 1 - 4 - 1) in I1 by lia. replace (t - 1 - 2 - 4) with (t - 1 - 4 - 2) in
    I2 by lia. lia.
Qed.

(* At most 2 f_(y-4), since the root's first child is a loop. *)
Lemma F_few y : 4 <= y <= t - 1 -> F y <= 2 * g (y - 4).
Proof.
  induction y as [y IH] using lt_wf_ind. intros Hy. pose proof (F_next y ltac:(lia)) as E. pose proof F_2.
    pose proof F_3.
  destruct (Nat.eq_dec y 4) as [->|H4].
  { change (4 - 1) with 3 in E. change (4 - 2) with 2 in E. change (g (4 - 4)) with 1. lia. }
  pose proof (IH (y - 1) ltac:(lia) ltac:(lia)) as I1.
  destruct (Nat.eq_dec y 5) as [->|H5].
  { change (5 - 1) with 4 in *. change (5 - 2) with 3 in E. change (g (5 - 4)) with 1.
    change (g (4 - 4)) with 1 in I1.
    replace (t + 3 - 5) with (t - 2) in E by lia. lia. }
  pose proof (IH (y - 2) ltac:(lia) ltac:(lia)) as I2. rewrite (f_step 2 (y - 4)) by lia.
  replace (y - 1 - 4) with (y - 4 - 1) in I1 by lia. replace (y - 2 - 4) with (y - 4 - 2) in I2 by lia. lia.
Qed.
End Numbers.
