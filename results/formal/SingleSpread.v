(* SPDX-License-Identifier: MIT *)
(* One last item that the source sends once, L = 2 (THEOREMS.md, section 9.9), without words. Each processor
   can receive it at two times, the second one T-1 or T, T = U + 2.  Whose second one is T-1 is served
   first. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Tree UpperBound Hall Lists OneItem EndgameColours.
Import ListNotations.

Section Spread.
Variables (N U : nat) (first second : nat -> nat).
Hypothesis Hfirst : forall q, q < N -> 2 <= first q /\ first q < second q.
Hypothesis Hsecond : forall q, q < N -> second q = U + 1 \/ second q = U + 2.
Notation cnt := (cnt N).
Notation started := (started N first).
Notation starting := (starting N first).
Notation early := (early N U second).
Notation g := (f 2).
Hypothesis HU : 4 <= U.
Hypothesis Hstart : forall y, 2 <= y <= U -> starting y <= started (y - 2) + 1.
Hypothesis Hroot : 1 <= starting 2.
Hypothesis Hmany : forall y, 4 <= y <= U -> g (y - 4) <= starting y.
Hypothesis Hlast : starting (U + 1) = early + 1.
Hypothesis Hbefore : 2 * early <= started (U - 1).
Hypothesis Hloops : started U <= 2 * g (U - 2).
Hypothesis HN : N <= g U.

Definition is_early (q : nat) : bool := second q =? U + 1.
Definition first_early (y : nat) : list nat := filter (fun q => (first q =? y) && is_early q) (seq 0 N).
Definition first_late (y : nat) : list nat := filter (fun q => (first q =? y) && negb (is_early q)) (seq 0 N).
Notation waiting y := (length (first_early y)).

Lemma started_few y : y <= U -> started y + 1 <= g y.
Proof.
  induction y as [y IH] using lt_wf_ind. intros Hy. destruct (Nat.lt_ge_cases y 2) as [H|H].
  - assert (started y = 0) as ->; [|rewrite f_small by lia; lia]. apply count_0. intros q Hq.
    apply in_seq in Hq.
    destruct (Hfirst q ltac:(lia)). apply Nat.leb_gt. lia.
  - assert (started y = started (y - 1) + starting y) as E.
    { unfold EndgameColours.started, EndgameColours.starting, EndgameColours.cnt. rewrite <- count_or.
      - apply count_ext. intros q _. destruct (Nat.leb_spec (first q) y), (Nat.leb_spec (first q) (y - 1)),
        (Nat.eqb_spec (first q) y); try lia; reflexivity.
      - intros q _ K. apply Nat.leb_le in K. apply Nat.eqb_neq. lia. }
    pose proof (Hstart y ltac:(lia)). pose proof (IH (y - 1) ltac:(lia) ltac:(lia)).
      pose proof (IH (y - 2) ltac:(lia) ltac:(lia)).
    rewrite (f_step 2 y) by lia. lia.
Qed.
Lemma three n : g (n + 2) <= 3 * g n.
Proof.
  rewrite (f_step 2 (n + 2)) by lia. replace (n + 2 - 1) with (n + 1) by lia.
    replace (n + 2 - 2) with n by lia.
  rewrite Nat.add_1_r, f_S by lia. destruct (Nat.ltb_spec (S n) 2); [lia|].
    pose proof (f_mono 2 (S n - 2) n). lia.
Qed.

Lemma waiting_starting y : waiting y + length (first_late y) = starting y.
Proof.
  unfold EndgameColours.starting, EndgameColours.cnt, first_early, first_late. symmetry.
  exact (count_split (fun q => first q =? y) is_early (seq 0 N)).
Qed.

(* How many are served in their first slot at y. *)
Definition rate (y : nat) : nat := if y =? 2 then 1 else if y <? 4 then 0 else g (y - 4).
Definition missed : nat := sum (U + 1) (fun y => waiting y - rate y).
Definition served (y : nat) : nat := if y <=? U then rate y else Nat.min (early + 1) (g (U - 3) - missed).

Lemma rate_few y : y <= U -> 3 * (waiting y - rate y) <= 2 * waiting y + if y =? 3 then 1 else 0.
Proof.
  intros Hy. pose proof (waiting_starting y) as W. unfold rate.
  destruct (Nat.lt_ge_cases y 2) as [H|H].
  { assert (starting y = 0) as Z; [|rewrite Z in W; lia]. apply count_0. intros q Hq. apply in_seq in Hq.
    destruct (Hfirst q ltac:(lia)). apply Nat.eqb_neq. lia. }
  pose proof (Hstart y ltac:(lia)) as S1. pose proof (started_few (y - 2) ltac:(lia)) as S2.
  destruct (Nat.eqb_spec y 2) as [->|H2]; [change (g (2 - 2)) with 1 in S2; lia|].
  destruct (Nat.eqb_spec y 3) as [->|H3]; [change (g (3 - 2)) with 1 in S2; cbn; lia|].
  destruct (Nat.ltb_spec y 4); [lia|]. pose proof (three (y - 4)) as Q.
    replace (y - 4 + 2) with (y - 2) in Q by lia. lia.
Qed.

Lemma sum_count (P : nat -> bool) m : sum m (fun y => count (fun q => (first q =? y) && P q) (seq 0 N)) =
  count (fun q => (first q <? m) && P q) (seq 0 N).
Proof.
  induction m as [|m IH]; [cbn; rewrite count_0; reflexivity|]. cbn [sum]. rewrite IH, <- count_or.
  - apply count_ext. intros q _. destruct (Nat.ltb_spec (first q) m), (Nat.ltb_spec (first q) (S m)),
    (Nat.eqb_spec (first q) m), (P q); try lia; reflexivity.
  - intros q _ H. apply andb_prop in H as [H _]. apply Nat.ltb_lt in H. destruct (Nat.eqb_spec (first q) m);
    [lia|reflexivity].
Qed.

Lemma waiting_sum : sum (U + 1) (fun y => waiting y) = early.
Proof.
  unfold first_early. change (sum (U + 1) (fun y => count (fun q => (first q =? y) && is_early q) (seq 0 N))
    = early).
  rewrite sum_count. apply count_seq_ext. intros q Hq. destruct (Hfirst q Hq). unfold is_early.
  destruct (Nat.eqb_spec (second q) (U + 1)); [|apply andb_false_r]. rewrite andb_true_r. apply Nat.ltb_lt.
    lia.
Qed.

Lemma missed_few : missed <= g (U - 3).
Proof.
  assert (3 * missed <= 2 * early + 1) as H.
  { rewrite <- waiting_sum. unfold missed.
    assert (forall m, m <= U + 1 -> 3 * sum m (fun y => waiting y - rate y) <= 2 * sum m (fun y => waiting y)
      + if m <=? 3 then 0 else 1) as Q.
    { induction m as [|m IH]; intros Hm; [cbn; lia|]. cbn [sum]. specialize (IH ltac:(lia)).
      pose proof (rate_few m ltac:(lia)) as R.
      destruct (Nat.leb_spec m 3), (Nat.leb_spec (S m) 3), (Nat.eqb_spec m 3); lia. }
    pose proof (Q (U + 1) ltac:(lia)) as Q1. destruct (U + 1 <=? 3); lia. }
  pose proof (started_few (U - 1) ltac:(lia)). pose proof (three (U - 3)) as Q.
    replace (U - 3 + 2) with (U - 1) in Q by lia. lia.
Qed.

(* Who is served in the first slot: those first whose second one is T-1. *)
Definition chosen (y : nat) : list nat := firstn (served y) (first_early y ++ first_late y).
Definition served_first (q : nat) : bool := existsb (Nat.eqb q) (chosen (first q)).
Definition got (q : nat) : nat := if served_first q then first q else second q.

Lemma count_members (l : list nat) : NoDup l -> (forall q, In q l -> q < N) -> count (fun q => existsb
  (Nat.eqb q) l) (seq 0 N) = length l.
Proof.
  intros H1 H2. unfold count. apply Nat.le_antisymm; apply NoDup_incl_length;
    [apply NoDup_filter, seq_NoDup| |exact H1|].
  - intros q Hq. apply filter_In in Hq as [_ Hq]. apply existsb_exists in Hq as (x & Hx & E).
    apply Nat.eqb_eq in E. subst x. exact Hx.
  - intros q Hq. apply filter_In. split; [apply in_seq; pose proof (H2 q Hq); lia|]. apply existsb_exists.
    exists q.
    split; [exact Hq|apply Nat.eqb_refl].
Qed.
Lemma firstn_In {A} n (l : list A) x : In x (firstn n l) -> In x l.
Proof. intros H. rewrite <- (firstn_skipn n l). apply in_or_app. left. exact H. Qed.
Lemma NoDup_firstn {A} n (l : list A) : NoDup l -> NoDup (firstn n l).
Proof.
  intros H. revert n. induction H as [|x l Hx H IH]; intros [|n]; cbn [firstn]; try constructor; [|apply IH].
  intros F. apply Hx. eapply firstn_In. exact F.
Qed.
Lemma NoDup_join {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  intros Hl Hm. induction Hl as [|x l Hx Hl IH]; intros H; [exact Hm|]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [F|F]; [exact (Hx F)|]. apply (H x); [left; reflexivity|exact F].
  - apply IH. intros z Hz. apply H. right; exact Hz.
Qed.

Lemma early_In y q : In q (first_early y) <-> q < N /\ first q = y /\ is_early q = true.
Proof. unfold first_early. rewrite filter_In, in_seq, andb_true_iff, Nat.eqb_eq. intuition lia. Qed.
Lemma late_In y q : In q (first_late y) <-> q < N /\ first q = y /\ is_early q = false.
Proof. unfold first_late. rewrite filter_In, in_seq, andb_true_iff, Nat.eqb_eq, negb_true_iff.
  intuition lia. Qed.
Lemma chosen_NoDup y : NoDup (chosen y).
Proof.
  apply NoDup_firstn, NoDup_join; try (apply NoDup_filter, seq_NoDup). intros q H1 H2. apply early_In in H1.
    apply late_In in H2.
  destruct H1 as (_ & _ & H1), H2 as (_ & _ & H2). congruence.
Qed.
Lemma chosen_In y q : In q (chosen y) -> q < N /\ first q = y.
Proof. intros H. apply firstn_In, in_app_or in H as [H|H]; [apply early_In in H|apply late_In in H]; tauto.
  Qed.
Lemma chosen_length y : length (chosen y) = Nat.min (served y) (starting y).
Proof. unfold chosen. rewrite firstn_length, app_length, waiting_starting. reflexivity. Qed.

Lemma served_at y : count (fun q => (first q =? y) && served_first q) (seq 0 N) = length (chosen y).
Proof.
  rewrite <- (count_members (chosen y)); [|apply chosen_NoDup|intros q H; apply chosen_In in H; tauto].
  apply count_ext. intros q _. unfold served_first. destruct (Nat.eqb_spec (first q) y) as [->|Hne];
    [reflexivity|]. symmetry.
  apply not_true_is_false. intros H. apply existsb_exists in H as (x & Hx & E). apply Nat.eqb_eq in E.
    subst x.
  apply chosen_In in Hx. tauto.
Qed.
Lemma early_served_at y : count (fun q => (first q =? y) && (is_early q && served_first q)) (seq 0 N) =
  Nat.min (served y) (waiting y).
Proof.
  transitivity (length (firstn (served y) (first_early y))); [|apply firstn_length].
  assert (forall q, In q (firstn (served y) (first_early y)) -> q < N /\ first q = y /\ is_early q = true) as
    Q
    by (intros q H; apply firstn_In in H; apply early_In; exact H).
  rewrite <- (count_members (firstn (served y) (first_early y))); [|apply NoDup_firstn, NoDup_filter,
    seq_NoDup|intros q H; apply Q in H; tauto].
  apply count_ext. intros q Hq. apply eq_true_iff_eq. rewrite !andb_true_iff, Nat.eqb_eq.
    unfold served_first. rewrite !existsb_exists. split.
  - intros (<- & He & x & Hx & E). apply Nat.eqb_eq in E. subst x. exists q. split; [|apply Nat.eqb_refl].
    unfold chosen in Hx. rewrite firstn_app in Hx. apply in_app_or in Hx as [Hx|Hx]; [exact Hx|].
    apply firstn_In, late_In in Hx as (_ & _ & Hx). congruence.
  - intros (x & Hx & E). apply Nat.eqb_eq in E. subst x. destruct (Q q Hx) as (H1 & H2 & H3). repeat split;
    [exact H2|exact H3|].
    exists q. split; [|apply Nat.eqb_refl]. rewrite H2. unfold chosen. rewrite firstn_app. apply in_or_app.
      left. exact Hx.
Qed.

(* How many have it at y. *)
Definition have (y : nat) : nat := cnt (fun q => got q <=? y).
Definition getting (y : nat) : nat := cnt (fun q => got q =? y).

Lemma got_two q : q < N -> 2 <= got q /\ (got q = first q \/ got q = second q).
Proof. intros Hq. destruct (Hfirst q Hq). unfold got. destruct (served_first q); lia. Qed.
Lemma have_step y : have (S y) = have y + getting (S y).
Proof.
  unfold have, getting, EndgameColours.cnt. rewrite <- count_or.
  - apply count_ext. intros q _. destruct (Nat.leb_spec (got q) (S y)), (Nat.leb_spec (got q) y),
    (Nat.eqb_spec (got q) (S y)); try lia; reflexivity.
  - intros q _ H. apply Nat.leb_le in H. apply Nat.eqb_neq. lia.
Qed.
Lemma have_early y : y < 2 -> have y = 0.
Proof. intros Hy. apply count_0. intros q Hq. apply in_seq in Hq. destruct (got_two q ltac:(lia)).
  apply Nat.leb_gt. lia. Qed.
Lemma getting_rate y : 2 <= y <= U -> getting y = rate y.
Proof.
  intros Hy. transitivity (length (chosen y)).
  - rewrite <- served_at. apply count_seq_ext. intros q Hq. unfold got.
    destruct (Hfirst q Hq), (Hsecond q Hq); destruct (served_first q);
      rewrite ?andb_true_r, ?andb_false_r; try reflexivity; apply Nat.eqb_neq; lia.
  - rewrite chosen_length. unfold served. destruct (Nat.leb_spec y U); [|lia]. apply Nat.min_l. unfold rate.
    destruct (Nat.eqb_spec y 2) as [->|]; [exact Hroot|]. destruct (Nat.ltb_spec y 4); [lia|]. apply Hmany.
      lia.
Qed.
Lemma have_f y : 2 <= y <= U -> have y = g (y - 2).
Proof.
  intros Hy. induction y as [y IH] using lt_wf_ind. destruct y as [|y]; [lia|].
    rewrite have_step, getting_rate by lia.
  destruct (Nat.eq_dec y 1) as [->|H1]; [rewrite have_early by lia; reflexivity|].
  destruct (Nat.eq_dec y 2) as [->|H2]; [rewrite (IH 2) by lia; reflexivity|].
  rewrite (IH y) by lia. unfold rate. destruct (Nat.eqb_spec (S y) 2), (Nat.ltb_spec (S y) 4); try lia.
  rewrite (f_step 2 (S y - 2)) by lia. f_equal; f_equal; lia.
Qed.

(* At T-1 those who must, and some others. *)
Lemma missed_count : count (fun q => is_early q && negb (served_first q)) (seq 0 N) = missed.
Proof.
  transitivity (count (fun q => (first q <? U + 1) && (is_early q && negb (served_first q))) (seq 0 N)).
  { apply count_seq_ext. intros q Hq. destruct (Hfirst q Hq). unfold is_early.
    destruct (Nat.eqb_spec (second q) (U + 1)), (Nat.ltb_spec (first q) (U + 1));
      try lia; reflexivity. }
  rewrite <- sum_count. apply sum_ext. intros y Hy.
  pose proof (early_served_at y) as E. unfold served in E. destruct (Nat.leb_spec y U); [|lia].
  assert (count (fun q => (first q =? y) && is_early q) (seq 0 N) =
    count (fun q => (first q =? y) && (is_early q && served_first q)) (seq 0 N) +
    count (fun q => (first q =? y) && (is_early q && negb (served_first q))) (seq 0 N)) as Q.
  { rewrite (count_split (fun q => (first q =? y) && is_early q) served_first). f_equal; apply count_ext;
    intros q _; symmetry; apply andb_assoc. }
  change (count (fun q => (first q =? y) && is_early q) (seq 0 N)) with (waiting y) in Q. lia.
Qed.
Lemma getting_1 : getting (U + 1) = Nat.min (early + 1) (g (U - 3) - missed) + missed.
Proof.
  transitivity (length (chosen (U + 1)) + missed).
  - rewrite <- served_at, <- missed_count, <- count_or.
    + apply count_seq_ext. intros q Hq. unfold got, is_early. destruct (Hfirst q Hq), (Hsecond q Hq);
      destruct (served_first q);
        cbn [negb]; rewrite ?andb_true_r, ?andb_false_r, ?orb_false_r; reflexivity.
    + intros q _ H. apply andb_prop in H as [_ H]. rewrite H. apply andb_false_r.
  - rewrite chosen_length. unfold served. destruct (Nat.leb_spec (U + 1) U); [lia|]. rewrite Hlast. lia.
Qed.
Lemma have_1 : have (U + 1) = g (U - 2) + getting (U + 1).
Proof. rewrite Nat.add_1_r, have_step, have_f by lia. reflexivity. Qed.
Lemma have_all : have (U + 2) = N.
Proof.
  unfold have, EndgameColours.cnt. transitivity (count (fun _ : nat => true) (seq 0 N)).
  - apply count_seq_ext. intros q Hq. apply Nat.leb_le. destruct (Hfirst q Hq), (Hsecond q Hq), (got_two q
    Hq); lia.
  - transitivity (length (seq 0 N)); [|apply seq_length]. unfold count. induction (seq 0 N) as [|x l IH];
    cbn; congruence.
Qed.
Lemma started_last : started U + early + 1 = N.
Proof.
  rewrite <- Nat.add_assoc, <- Hlast. unfold EndgameColours.started, EndgameColours.starting, EndgameColours.cnt.
    rewrite <- count_or.
  - transitivity (count (fun _ : nat => true) (seq 0 N)).
    + apply count_seq_ext. intros q Hq. destruct (Hfirst q Hq), (Hsecond q Hq), (Nat.leb_spec (first q) U),
      (Nat.eqb_spec (first q) (U + 1));
        try lia; reflexivity.
    + transitivity (length (seq 0 N)); [|apply seq_length]. unfold count. induction (seq 0 N) as [|x l IH];
      cbn; congruence.
  - intros q _ H. apply Nat.leb_le in H. apply Nat.eqb_neq. lia.
Qed.

(* Nobody gets it from nobody. *)
Lemma enough_messages y : 2 <= y <= U + 2 -> getting y <= have (y - 2) + if y =? 2 then 1 else 0.
Proof.
  intros Hy. pose proof missed_few as M. destruct (Nat.le_gt_cases y U) as [H|H].
  - rewrite getting_rate by lia. unfold rate. destruct (Nat.eqb_spec y 2) as [->|H2]; [lia|].
    destruct (Nat.ltb_spec y 4); [lia|]. rewrite have_f by lia. replace (y - 2 - 2) with (y - 4) by lia. lia.
  - destruct (Nat.eq_dec y (U + 1)) as [->|H1].
    + rewrite getting_1, have_f by lia. replace (U + 1 - 2 - 2) with (U - 3) by lia. lia.
    + assert (y = U + 2) as -> by lia. pose proof have_all as A. replace (U + 2) with (S (U + 1)) in A by lia.
      rewrite have_step, have_1, getting_1 in A. replace (S (U + 1)) with (U + 2) in A by lia.
      rewrite have_f by lia. replace (U + 2 - 2 - 2) with (U - 2) by lia.
      pose proof started_last. pose proof (f_step 2 U ltac:(lia) ltac:(lia)) as F1.
      pose proof (f_step 2 (U - 1) ltac:(lia) ltac:(lia)) as F2. replace (U - 1 - 1) with (U - 2) in F2 by
        lia.
      replace (U - 1 - 2) with (U - 3) in F2 by lia. lia.
Qed.

(* ---- The schedule. ---- *)
Definition givers (s : nat) : list (option nat) :=
  (if s =? 0 then [None] else []) ++ map Some (filter (fun p => got p <=? s) (seq 0 N)).
Definition takers (s : nat) : list nat := filter (fun q => got q =? s + 2) (seq 0 N).
Definition spread : schedule := fun a s =>
  if s <=? U then match find (fun x => same_sender (fst x) a) (combine (givers s) (takers s)) with
    | Some (_, q) => Some (q, 0) | None => None end else None.

Lemma givers_In s a : In a (givers s) <-> match a with None => s = 0 | Some p => p < N /\ got p <= s end.
Proof.
  unfold givers. rewrite in_app_iff, in_map_iff. destruct a as [p|].
  - split.
    + intros [H|(p' & E & H)]; [destruct (s =? 0); [destruct H as [H|[]]; discriminate H|destruct H]|].
      injection E as ->.
      apply filter_In in H as [H1 H2]. apply in_seq in H1. apply Nat.leb_le in H2. lia.
    + intros [H1 H2]. right. exists p. split; [reflexivity|]. apply filter_In. split; [apply in_seq;
      lia|apply Nat.leb_le; exact H2].
  - split.
    + intros [H|(p' & E & _)]; [|discriminate]. destruct (Nat.eqb_spec s 0); [assumption|destruct H].
    + intros ->. left. left. reflexivity.
Qed.
Lemma givers_NoDup s : NoDup (givers s).
Proof.
  apply NoDup_join.
  - destruct (s =? 0); repeat constructor. intros [].
  - apply FinFun.Injective_map_NoDup; [intros x y E; congruence|apply NoDup_filter, seq_NoDup].
  - intros x H1 H2. apply in_map_iff in H2 as (p & <- & _). destruct (s =? 0); [destruct H1 as [H1|[]];
    discriminate|destruct H1].
Qed.
Lemma givers_enough s : s <= U -> length (takers s) <= length (givers s).
Proof.
  intros Hs. pose proof (enough_messages (s + 2) ltac:(lia)) as E. rewrite Nat.add_sub in E.
  unfold givers. rewrite app_length, map_length. unfold getting, have, EndgameColours.cnt, count in E.
    unfold takers.
  destruct (Nat.eqb_spec (s + 2) 2), (Nat.eqb_spec s 0); cbn [length]; lia.
Qed.
Lemma takers_In s q : In q (takers s) <-> q < N /\ got q = s + 2.
Proof. unfold takers. rewrite filter_In, in_seq, Nat.eqb_eq. intuition lia. Qed.

Lemma spread_spec a s q i : spread a s = Some (q, i) <-> s <= U /\ i = 0 /\ In (a, q) (combine (givers s)
  (takers s)).
Proof.
  unfold spread. destruct (Nat.leb_spec s U) as [Hs|Hs]; [|split; [discriminate|lia]]. split.
  - destruct (find _ _) as [[a' q']|] eqn:E; [|discriminate]. intros F. injection F as <- <-.
    apply find_some in E as [E1 E2]. apply same_sender_spec in E2. cbn in E2. subst a'. auto.
  - intros (_ & -> & H). destruct (find _ _) as [[a' q']|] eqn:E.
    + apply find_some in E as [E1 E2]. apply same_sender_spec in E2. cbn in E2. subst a'. do 2 f_equal.
      eapply combine_fun_l; [apply givers_NoDup|exact E1|exact H].
    + apply (find_none _ _ E) in H. cbn in H. rewrite (proj2 (same_sender_spec a a) eq_refl) in H.
      discriminate.
Qed.
Lemma spread_reaches q : q < N -> exists a, spread a (got q - 2) = Some (q, 0).
Proof.
  intros Hq. destruct (got_two q Hq) as [H1 H2]. destruct (Hfirst q Hq), (Hsecond q Hq) as [H3|H3];
    assert (got q - 2 <= U) as Hs by lia;
    destruct (combine_hit (givers (got q - 2)) (takers (got q - 2)) q) as (a & Ha);
    try (apply takers_In; lia); try (apply givers_enough; exact Hs); exists a; apply spread_spec; auto.
Qed.

Theorem spread_exists : exists X, brings 2 N 1 (U + 2) X /\ (forall s q i, X None s = Some (q, i) -> s = 0) /\
  forall a s q i, X a s = Some (q, i) ->
  q < N /\ (s + 2 = first q \/ s + 2 = second q) /\ s <= U /\ match a with None => True | Some p => p < N /\
    first p <= s end.
Proof.
  exists spread. split; [split|split].
  - intros a s q i E. apply spread_spec in E as (_ & -> & H). apply in_combine_r, takers_In in H. lia.
  - intros p s q i E. apply spread_spec in E as (Hs & -> & H). apply in_combine_l, givers_In in H as [H1 H2].
    destruct (spread_reaches p H1) as (a & Ha). exists a, (got p - 2). split; [exact Ha|].
      destruct (got_two p H1). lia.
  - intros a b s q i j E F. apply spread_spec in E as (_ & _ & E), F as (_ & _ & F). eapply combine_fun_r;
    [|exact E|exact F].
    apply NoDup_filter, seq_NoDup.
  - intros i q Hi Hq. assert (i = 0) as -> by lia. destruct (spread_reaches q Hq) as (a & Ha).
    exists a, (got q - 2).
    split; [exact Ha|]. destruct (got_two q Hq), (Hfirst q Hq), (Hsecond q Hq); lia.
  - intros s q i E. apply spread_spec in E as (_ & _ & H). apply in_combine_l, givers_In in H. exact H.
  - intros a s q i E. apply spread_spec in E as (Hs & _ & H). pose proof (in_combine_l _ _ _ _ H) as H1.
    apply in_combine_r, takers_In in H as [H2 H3]. apply givers_In in H1. destruct (got_two q H2) as [_ G].
    split; [exact H2|split; [lia|split; [exact Hs|]]]. destruct a as [p|]; [|exact I]. destruct H1 as [H1 H4].
    destruct (got_two p H1) as [_ G']. destruct (Hfirst p H1). lia.
Qed.
End Spread.
