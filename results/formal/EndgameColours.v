(* SPDX-License-Identifier: MIT *)
(* Two last items, L = 2 (THEOREMS.md, section 9.8, the part "Slots"), without words: processors of which
   each has two times at which it can receive one of them, the second at T-1 or T, and who can send from the
   first one on. If at no time more have their first than can send before, and the numbers at T-1 are right,
   both items come to everybody. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Hall Lists.
Import ListNotations.

Lemma count_split {A} (P Q : A -> bool) l : count P l = count (fun q => P q && Q q) l + count (fun q => P q
  && negb (Q q)) l.
Proof. induction l as [|x l IH]; [reflexivity|]. rewrite !count_cons, IH. destruct (P x), (Q x); cbn; lia.
  Qed.
Lemma count_or {A} (P Q : A -> bool) l : (forall x, In x l -> P x = true -> Q x = false) ->
  count (fun x => P x || Q x) l = count P l + count Q l.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. rewrite !count_cons, IH by (intros; apply H; [right|];
    assumption).
  pose proof (H x (or_introl eq_refl)) as Hx. destruct (P x), (Q x); cbn; lia.
Qed.

(* As many of a list as one likes. *)
Lemma some_of (P : nat -> bool) l n : NoDup l -> n <= count P l -> exists c : nat -> bool, count (fun q => P
  q && c q) l = n.
Proof.
  intros HN. revert n. induction HN as [|x l Hx HN IH]; intros n Hn.
  - exists (fun _ => true). cbn in *. lia.
  - rewrite count_cons in Hn.
    assert (forall b (c : nat -> bool), count (fun q => P q && (if q =? x then b else c q)) l = count (fun q
      => P q && c q) l) as Q.
    { intros b c. apply count_ext. intros q Hq. destruct (Nat.eqb_spec q x) as [->|];
      [contradiction|reflexivity]. }
    destruct (P x) eqn:E.
    + destruct n as [|n].
      * exists (fun _ => false). apply count_0. intros q _. apply andb_false_r.
      * destruct (IH n ltac:(lia)) as (c & Hc). exists (fun q => if q =? x then true else c q).
        rewrite count_cons, E, Nat.eqb_refl, Q, Hc. reflexivity.
    + destruct (IH n ltac:(lia)) as (c & Hc). exists c. rewrite count_cons, E, Hc. reflexivity.
Qed.

Lemma count_seq_ext N (P Q : nat -> bool) : (forall q, q < N -> P q = Q q) -> count P (seq 0 N) = count Q
  (seq 0 N).
Proof. intros H. apply count_ext. intros q Hq. apply H. apply in_seq in Hq. lia. Qed.

Section Colours.
Variables (N U : nat) (first second : nat -> nat).   (* T = U + 2 *)
Hypothesis Hfirst : forall q, q < N -> 2 <= first q /\ first q < second q.
Hypothesis Hsecond : forall q, q < N -> second q = U + 1 \/ second q = U + 2.

Definition cnt (P : nat -> bool) : nat := count P (seq 0 N).
Definition started (y : nat) : nat := cnt (fun q => first q <=? y).
Definition starting (y : nat) : nat := cnt (fun q => first q =? y).
Definition early : nat := cnt (fun q => second q =? U + 1).
Hypothesis Hstart : forall y, 2 <= y <= U -> starting y <= started (y - 2) + 1.
Hypothesis Hlast : starting (U + 1) = early + 1.
Hypothesis Henough : 2 * early <= started (U - 1).
Hypothesis HU : 1 <= U.

(* A colour for each processor, that of the item that it receives first. *)
Definition is (col : nat -> bool) (c : bool) (q : nat) : bool := eqb (col q) c.
Definition holding (col : nat -> bool) (c : bool) (y : nat) : nat := cnt (fun q => (first q <=? y) && is col
  c q).
Definition firsts (col : nat -> bool) (c : bool) (y : nat) : nat := cnt (fun q => (first q =? y) && is col c
  q).
(* Who is to receive colour c at y. *)
Definition wants (col : nat -> bool) (c : bool) (y q : nat) : bool :=
  (first q =? y) && is col c q || (second q =? y) && is col (negb c) q.
Definition balanced (col e : nat -> bool) : Prop := forall y c, 2 <= y <= U + 2 ->
  cnt (wants col c y) <= holding col c (y - 2) + if eqb (e y) c then 1 else 0.

(* Colours for those who start at y, n of them true. *)
Lemma recolour col y n : n <= starting y -> exists col', (forall q, first q <> y -> col' q = col q) /\
  firsts col' true y = n /\ firsts col' false y = starting y - n.
Proof.
  intros Hn. destruct (some_of (fun q => first q =? y) (seq 0 N) n (seq_NoDup _ _) Hn) as (c & Hc).
  set (col' := fun q => if first q =? y then c q else col q). exists col'.
  assert (firsts col' true y = n) as E.
  { rewrite <- Hc. apply count_seq_ext. intros q _. unfold is, col'. destruct (first q =? y);
    [|reflexivity]. destruct (c q); reflexivity. }
  split; [|split; [exact E|]].
  - intros q Hq. unfold col'. destruct (Nat.eqb_spec (first q) y); [contradiction|reflexivity].
  - rewrite <- E. unfold starting, firsts, cnt. rewrite (count_split (fun q => first q =? y) (is col' true)).
    assert (count (fun q => (first q =? y) && is col' false q) (seq 0 N) =
            count (fun q => (first q =? y) && negb (is col' true q)) (seq 0 N)) as ->; [|lia].
    apply count_ext. intros q _. unfold is. destruct (col' q); reflexivity.
Qed.

Lemma holding_step col c y : holding col c (S y) = holding col c y + firsts col c (S y).
Proof.
  unfold holding, firsts, cnt. rewrite <- count_or.
  - apply count_ext. intros q _. destruct (Nat.leb_spec (first q) (S y)), (Nat.leb_spec (first q) y),
    (Nat.eqb_spec (first q) (S y)),
      (is col c q); try lia; reflexivity.
  - intros q _ H. apply andb_prop in H as [H _]. apply Nat.leb_le in H.
    destruct (Nat.eqb_spec (first q) (S y)); [lia|reflexivity].
Qed.
Lemma holding_all col y : holding col true y + holding col false y = started y.
Proof.
  unfold started, holding, cnt. rewrite (count_split (fun q => first q <=? y) (is col true)). f_equal.
  apply count_ext. intros q _. unfold is. destruct (col q); reflexivity.
Qed.
Lemma holding_early col c y : y < 2 -> holding col c y = 0.
Proof.
  intros Hy. apply count_0. intros q Hq. apply in_seq in Hq. destruct (Hfirst q ltac:(lia)).
  destruct (Nat.leb_spec (first q) y); [lia|reflexivity].
Qed.
Lemma holding_same col col' c y z : y < z -> (forall q, first q <> z -> col' q = col q) -> holding col' c y =
  holding col c y.
Proof.
  intros Hy H. apply count_seq_ext. intros q _. destruct (Nat.leb_spec (first q) y); [|reflexivity].
    unfold is. rewrite H by lia. reflexivity.
Qed.
Lemma firsts_same col col' c y z : y < z -> (forall q, first q <> z -> col' q = col q) -> firsts col' c y =
  firsts col c y.
Proof.
  intros Hy H. apply count_seq_ext. intros q _. destruct (Nat.eqb_spec (first q) y); [|reflexivity].
    unfold is. rewrite H by lia. reflexivity.
Qed.

(* One step: F first slots; a, b hold the items two steps before, a', b' one step before. *)
Lemma one_step F a b a' b' : F <= a + b + 1 -> a <= b + 1 -> b <= a + 1 -> a' <= b' + 1 -> b' <= a' + 1 ->
  exists n (e : bool), n <= F /\ n <= a + (if e then 1 else 0) /\ F - n <= b + (if e then 0 else 1) /\
    a' + n <= b' + (F - n) + 1 /\ b' + (F - n) <= a' + n + 1.
Proof.
  intros H1 H2 H3 H4 H5. destruct (Nat.eq_dec F (a + b + 1)) as [->|Hne].
  - destruct (Nat.le_gt_cases (a' + a) (b' + b)); [exists (a + 1), true|exists a, false]; lia.
  - pose proof (Nat.div_mod F 2 ltac:(lia)) as D. pose proof (Nat.mod_upper_bound F 2 ltac:(lia)).
    set (h := F / 2) in *. set (m := F mod 2) in *. clearbody h m.
    destruct (Nat.le_gt_cases a b), (Nat.le_gt_cases a' b').
    + exists (h + m), true. lia.
    + exists h, true. lia.
    + exists (h + m), false. lia.
    + exists h, false. lia.
Qed.

(* Up to T-2 the numbers of the two items differ by one at most. *)
Lemma colours_until y : y <= U -> exists col e : nat -> bool,
  (forall y', 2 <= y' <= y -> forall c, firsts col c y' <= holding col c (y' - 2) + if eqb (e y') c then 1
    else 0) /\
  (forall y', y' <= y -> holding col true y' <= holding col false y' + 1 /\ holding col false y' <= holding
    col true y' + 1).
Proof.
  induction y as [|y IH]; intros Hy.
  - exists (fun _ => true), (fun _ => true). split; [intros; lia|]. intros y' Hy'.
    rewrite !holding_early by lia. lia.
  - destruct (IH ltac:(lia)) as (col & e & H1 & H2). destruct (Nat.lt_ge_cases y 1) as [Hs|Hs].
    { exists col, e. split; [intros; lia|]. intros y' Hy'. rewrite !holding_early by lia. lia. }
    pose proof (Hstart (S y) ltac:(lia)) as Hst. rewrite <- (holding_all col) in Hst.
    pose proof (H2 (S y - 2) ltac:(lia)) as D2. pose proof (H2 y ltac:(lia)) as D1.
    destruct (one_step (starting (S y)) (holding col true (S y - 2)) (holding col false (S y - 2)) (holding
      col true y) (holding col false y))
      as (n & b & N1 & N2 & N3 & N4 & N5); try lia.
    destruct (recolour col (S y) n N1) as (col' & C1 & C2 & C3).
    exists col', (fun z => if z =? S y then b else e z). split.
    + intros y' Hy' c. cbv beta. destruct (Nat.eqb_spec y' (S y)) as [->|Hne].
      * rewrite (holding_same col col' c (S y - 2) (S y)) by (try exact C1; lia). destruct c;
        rewrite ?C2, ?C3; destruct b; cbn [eqb]; lia.
      * rewrite (holding_same col col' c (y' - 2) (S y)), (firsts_same col col' c y' (S y)) by (try exact C1;
        lia). apply H1. lia.
    + intros y' Hy'. destruct (Nat.eq_dec y' (S y)) as [->|Hne].
      * rewrite !holding_step, C2, C3, !(holding_same col col' _ y (S y)) by (try exact C1; lia). lia.
      * rewrite !(holding_same col col' _ y' (S y)) by (try exact C1; lia). apply H2. lia.
Qed.

(* What is wanted: first slots up to T-2, first and second ones at T-1, second ones at T. *)
Definition seconds (col : nat -> bool) (c : bool) (y : nat) : nat := cnt (fun q => (second q =? y) && is col
  (negb c) q).
Lemma wants_split col c y : cnt (wants col c y) = firsts col c y + seconds col c y.
Proof.
  unfold cnt, wants, firsts, seconds, cnt. rewrite count_or; [reflexivity|]. intros q Hq H.
    apply in_seq in Hq.
  apply andb_prop in H as [H _]. apply Nat.eqb_eq in H. destruct (Hfirst q ltac:(lia)).
  destruct (Nat.eqb_spec (second q) y); [lia|reflexivity].
Qed.
Lemma no_seconds col c y : y <= U -> seconds col c y = 0.
Proof.
  intros Hy. apply count_0. intros q Hq. apply in_seq in Hq. destruct (Hsecond q ltac:(lia)), (Nat.eqb_spec
    (second q) y); try lia; reflexivity.
Qed.
Lemma no_firsts col c : firsts col c (U + 2) = 0.
Proof.
  apply count_0. intros q Hq. apply in_seq in Hq. destruct (Hfirst q ltac:(lia)), (Hsecond q ltac:(lia)),
    (Nat.eqb_spec (first q) (U + 2)); try lia; reflexivity.
Qed.
(* Who has had its first slot by T-2, by its second one and its colour. *)
Lemma seconds_split col c : seconds col c (U + 1) + seconds col c (U + 2) = holding col (negb c) (U + 1).
Proof.
  unfold seconds, holding, cnt. rewrite <- count_or.
  - apply count_ext. intros q Hq. apply in_seq in Hq. destruct (Hfirst q ltac:(lia)), (Hsecond q ltac:(lia)),
      (Nat.eqb_spec (second q) (U + 1)), (Nat.eqb_spec (second q) (U + 2)), (Nat.leb_spec (first q) (U + 1)),
        (is col (negb c) q); try lia; reflexivity.
  - intros q _ H. apply andb_prop in H as [H _]. apply Nat.eqb_eq in H.
    destruct (Nat.eqb_spec (second q) (U + 2)); [lia|reflexivity].
Qed.
Lemma seconds_all col : seconds col true (U + 1) + seconds col false (U + 1) = early.
Proof.
  unfold early, seconds, cnt. rewrite (count_split (fun q => second q =? U + 1) (is col false)). f_equal.
  apply count_ext. intros q _. unfold is. destruct (col q); reflexivity.
Qed.
(* Who has its second slot at T-1 has had the first before. *)
Lemma seconds_same col col' c : (forall q, first q <> U + 1 -> col' q = col q) -> seconds col' c (U + 1) =
  seconds col c (U + 1).
Proof.
  intros H. apply count_seq_ext. intros q Hq. destruct (Hfirst q Hq).
    destruct (Nat.eqb_spec (second q) (U + 1)); [|reflexivity].
  unfold is. rewrite H by lia. reflexivity.
Qed.

(* The last two steps: a, b hold the items at T-3, a', b' at T-2; ga, gb are to receive a, b at T-1 as their
   second one. *)
Lemma last_steps g ga gb a b a' b' : ga + gb = g -> 2 * g <= a + b -> a <= b + 1 -> b <= a + 1 -> a' <= b' +
  1 -> b' <= a' + 1 ->
  ga <= b' -> gb <= a' ->
  exists n (e e' : bool), n <= g + 1 /\
    n + ga <= a + (if e then 1 else 0) /\ (g + 1 - n) + gb <= b + (if e then 0 else 1) /\
    (b' + (g + 1 - n)) - ga <= a' + (if e' then 1 else 0) /\ (a' + n) - gb <= b' + (if e' then 0 else 1).
Proof.
  intros. assert (a' = b' \/ a' = b' + 1 \/ b' = a' + 1) as [E|[E|E]] by lia.
  - exists (gb + 1), true, false. lia.
  - exists gb, false, false. lia.
  - exists (gb + 1), true, true. lia.
Qed.

Theorem colours_exist : exists col e, balanced col e.
Proof.
  destruct (colours_until U (Nat.le_refl U)) as (col & e & H1 & H2).
  pose proof (H2 U ltac:(lia)) as D2. pose proof (H2 (U - 1) ltac:(lia)) as D1.
  pose proof (seconds_all col) as G.
  pose proof Henough as En. rewrite <- (holding_all col) in En.
  pose proof (seconds_split col true) as S1. pose proof (seconds_split col false) as S2. cbn [negb] in S1, S2.
  assert (forall c, seconds col c (U + 1) <= holding col (negb c) U) as G2.
  { intros c. unfold seconds, holding, cnt.
    rewrite (count_split (fun q => (first q <=? U) && is col (negb c) q) (fun q => second q =? U + 1)).
    apply Nat.le_trans with (2 := Nat.le_add_r _ _). apply Nat.eq_le_incl. apply count_ext. intros q Hq.
      apply in_seq in Hq.
    destruct (Hfirst q ltac:(lia)), (Nat.eqb_spec (second q) (U + 1)), (Nat.leb_spec (first q) U), (is col
      (negb c) q);
      try lia; reflexivity. }
  pose proof (G2 true) as G3. pose proof (G2 false) as G4. cbn [negb] in G3, G4.
  destruct (last_steps early (seconds col true (U + 1)) (seconds col false (U + 1)) (holding col true (U - 1))
    (holding col false (U - 1)) (holding col true U) (holding col false U)) as (n & e1 & e2 & N1 & N2 & N3 &
      N4 & N5); try lia.
  rewrite <- Hlast in N1, N3, N4. destruct (recolour col (U + 1) n N1) as (col' & C1 & C2 & C3).
  exists col', (fun y => if y =? U + 1 then e1 else if y =? U + 2 then e2 else e y).
  intros y c Hy. rewrite wants_split. cbv beta.
  destruct (Nat.eqb_spec y (U + 1)) as [->|Hn1]; [|destruct (Nat.eqb_spec y (U + 2)) as [->|Hn2]].
  - replace (U + 1 - 2) with (U - 1) by lia. rewrite (seconds_same col col' c C1).
    rewrite (holding_same col col' c (U - 1) (U + 1)) by (try exact C1; lia).
    destruct c; rewrite ?C2, ?C3; destruct e1; cbn [eqb]; lia.
  - replace (U + 2 - 2) with U by lia. rewrite no_firsts.
    rewrite (holding_same col col' c U (U + 1)) by (try exact C1; lia).
    pose proof (seconds_split col' c) as S3. rewrite (seconds_same col col' c C1) in S3.
    assert (holding col' (negb c) (U + 1) = holding col' (negb c) U + firsts col' (negb c) (U + 1)) as S4
      by (replace (U + 1) with (S U) by lia; apply holding_step).
    rewrite (holding_same col col' (negb c) U (U + 1)) in S4 by (try exact C1; lia). rewrite S4 in S3.
    destruct c; cbn [negb] in S3; rewrite ?C2, ?C3 in S3; destruct e2; cbn [eqb]; lia.
  - rewrite (no_seconds col' c y) by lia.
    rewrite (holding_same col col' c (y - 2) (U + 1)), (firsts_same col col' c y (U + 1)) by (try exact C1;
      lia).
    rewrite Nat.add_0_r. apply H1. lia.
Qed.

(* ---- The schedule of such colours. ---- *)
Section Balanced.
Variables (col e : nat -> bool).
Hypothesis HB : balanced col e.

Definition senders (c : bool) (s : nat) : list (option nat) :=
  (if eqb (e (s + 2)) c then [None] else []) ++ map Some (filter (fun p => (first p <=? s) && is col c p)
    (seq 0 N)).
Definition receivers (c : bool) (s : nat) : list nat := filter (wants col c (s + 2)) (seq 0 N).
Definition colour (a : option nat) (s : nat) : bool := match a with None => e (s + 2) | Some p => col p end.
Definition same_sender (a b : option nat) : bool :=
  match a, b with None, None => true | Some p, Some q => p =? q | _, _ => false end.
Definition number (c : bool) : nat := if c then 0 else 1.
Definition two_items : schedule := fun a s =>
  if s <=? U then
    match find (fun x => same_sender (fst x) a) (combine (senders (colour a s) s) (receivers (colour a s) s))
      with
    | Some (_, q) => Some (q, number (colour a s)) | None => None end
  else None.

Lemma same_sender_spec a b : same_sender a b = true <-> a = b.
Proof. destruct a, b; cbn; rewrite ?Nat.eqb_eq; split; congruence. Qed.
Lemma number_inj c c' : number c = number c' -> c = c'.
Proof. destruct c, c'; cbn; congruence. Qed.

Lemma senders_In c s a : In a (senders c s) <-> colour a s = c /\ match a with None => True | Some p => p < N
  /\ first p <= s end.
Proof.
  unfold senders. rewrite in_app_iff, in_map_iff. unfold colour. destruct a as [p|].
  - split.
    + intros [H|(p' & E & H)]; [destruct (eqb _ _); [destruct H as [H|[]]; discriminate H|destruct H]|].
      injection E as ->.
      apply filter_In in H as [H1 H2]. apply in_seq in H1. apply andb_prop in H2 as [H2 H3].
        apply Nat.leb_le in H2.
      apply eqb_prop in H3. split; [exact H3|lia].
    + intros (H1 & H2 & H3). right. exists p. split; [reflexivity|]. apply filter_In. split; [apply in_seq;
      lia|].
      apply andb_true_intro. split; [apply Nat.leb_le; exact H3|]. unfold is. rewrite H1. apply eqb_reflx.
  - split.
    + intros [H|(p' & E & _)]; [|discriminate]. destruct (eqb (e (s + 2)) c) eqn:E; [|destruct H].
      apply eqb_prop in E. auto.
    + intros [<- _]. left. rewrite eqb_reflx. left; reflexivity.
Qed.
Lemma senders_NoDup c s : NoDup (senders c s).
Proof.
  assert (NoDup (map Some (filter (fun p => (first p <=? s) && is col c p) (seq 0 N)))) as Q.
  { apply FinFun.Injective_map_NoDup; [intros x y E; congruence|apply NoDup_filter, seq_NoDup]. }
  unfold senders. destruct (eqb _ _); [|exact Q]. cbn [app]. constructor; [|exact Q].
  intros H. apply in_map_iff in H as (p & E & _). discriminate.
Qed.
Lemma senders_length c s : length (senders c s) = holding col c s + if eqb (e (s + 2)) c then 1 else 0.
Proof.
  unfold senders, holding, cnt, count. rewrite app_length, map_length. destruct (eqb _ _); cbn [length]; lia.
Qed.
Lemma receivers_In c s q : In q (receivers c s) <-> q < N /\ wants col c (s + 2) q = true.
Proof. unfold receivers. rewrite filter_In, in_seq. intuition lia. Qed.
Lemma enough c s : s <= U -> length (receivers c s) <= length (senders c s).
Proof. intros Hs. rewrite senders_length. pose proof (HB (s + 2) c ltac:(lia)) as H.
  rewrite Nat.add_sub in H. exact H. Qed.

(* Nobody is to receive both items at one time. *)
Lemma wants_one c c' y q : q < N -> wants col c y q = true -> wants col c' y q = true -> c = c'.
Proof.
  intros Hq H H'. destruct (Hfirst q Hq). unfold wants, is in *.
  destruct (Nat.eqb_spec (first q) y), (Nat.eqb_spec (second q) y); try lia; destruct (col q), c, c';
    cbn in *; congruence.
Qed.

Lemma two_items_spec a s q i : two_items a s = Some (q, i) <->
  s <= U /\ exists c, i = number c /\ In (a, q) (combine (senders c s) (receivers c s)).
Proof.
  unfold two_items. destruct (Nat.leb_spec s U) as [Hs|Hs]; [|split; [discriminate|lia]]. split.
  - destruct (find _ _) as [[a' q']|] eqn:E; [|discriminate]. intros F. injection F as <- <-. split;
    [exact Hs|].
    apply find_some in E as [E1 E2]. apply same_sender_spec in E2. cbn in E2. subst a'. eauto.
  - intros (_ & c & -> & H). assert (colour a s = c) as -> by (apply in_combine_l in H;
    apply senders_In in H; tauto).
    destruct (find _ _) as [[a' q']|] eqn:E.
    + apply find_some in E as [E1 E2]. apply same_sender_spec in E2. cbn in E2. subst a'. do 2 f_equal.
      eapply combine_fun_l; [apply senders_NoDup|exact E1|exact H].
    + apply (find_none _ _ E) in H. cbn in H. rewrite (proj2 (same_sender_spec a a) eq_refl) in H.
      discriminate.
Qed.

(* Who is to receive an item does. *)
Lemma received_by q c y : q < N -> 2 <= y <= U + 2 -> wants col c y q = true -> exists a, two_items a (y - 2)
  = Some (q, number c).
Proof.
  intros Hq Hy Hw. destruct (combine_hit (senders c (y - 2)) (receivers c (y - 2)) q) as (a & Ha).
  - apply receivers_In. replace (y - 2 + 2) with y by lia. auto.
  - apply enough. lia.
  - exists a. apply two_items_spec. split; [lia|eauto].
Qed.

Lemma wants_first q : wants col (col q) (first q) q = true.
Proof. unfold wants, is. rewrite Nat.eqb_refl, eqb_reflx. reflexivity. Qed.
Lemma wants_second q : wants col (negb (col q)) (second q) q = true.
Proof. unfold wants, is. rewrite Nat.eqb_refl, negb_involutive, eqb_reflx. apply orb_true_r. Qed.

Lemma two_items_brings : brings 2 N 2 (U + 2) two_items.
Proof.
  split.
  - intros a s q i E. apply two_items_spec in E as (_ & c & -> & H). apply in_combine_r, receivers_In in H.
    split; [tauto|destruct c; cbn; lia].
  - intros p s q i E. apply two_items_spec in E as (Hs & c & -> & H).
    apply in_combine_l, senders_In in H as (H1 & H2 & H3).
    cbn in H1. subst c. destruct (received_by p (col p) (first p)) as (a & Ha);
      [exact H2| |apply wants_first|].
    + destruct (Hfirst p H2), (Hsecond p H2); lia.
    + exists a, (first p - 2). split; [exact Ha|]. destruct (Hfirst p H2). lia.
  - intros a b s q i j E F. apply two_items_spec in E as (_ & c & -> & E), F as (_ & c' & -> & F).
    pose proof (in_combine_r _ _ _ _ E) as E'. pose proof (in_combine_r _ _ _ _ F) as F'.
      apply receivers_In in E', F'.
    assert (c = c') as -> by (eapply wants_one; [apply E'|apply E'|apply F']).
    eapply combine_fun_r; [|exact E|exact F]. apply NoDup_filter, seq_NoDup.
  - intros i q Hi Hq. assert (exists c, i = number c) as (c & ->) by (destruct i as [|[|]];
    [exists true|exists false|lia]; reflexivity).
    destruct (Hfirst q Hq) as [F1 F2]. pose proof (Hsecond q Hq) as F3.
    assert (c = col q \/ c = negb (col q)) as [-> | ->] by (destruct c, (col q); auto).
    + destruct (received_by q (col q) (first q)) as (a & Ha); [exact Hq|lia|apply wants_first|].
      exists a, (first q - 2).
      split; [exact Ha|lia].
    + destruct (received_by q (negb (col q)) (second q)) as (a & Ha); [exact Hq|lia|apply wants_second|].
      exists a, (second q - 2). split; [exact Ha|lia].
Qed.

(* What is received is received in a slot, and who sends has had one. *)
Lemma two_items_slots a s q i : two_items a s = Some (q, i) ->
  q < N /\ (s + 2 = first q \/ s + 2 = second q) /\ s <= U /\ match a with None => True | Some p => p < N /\
    first p <= s end.
Proof.
  intros E. apply two_items_spec in E as (Hs & c & -> & H).
  pose proof (in_combine_l _ _ _ _ H) as H1. apply in_combine_r, receivers_In in H as [Hq H].
    apply senders_In in H1 as [_ H1].
  split; [exact Hq|split; [|auto]]. unfold wants in H. apply orb_prop in H as [H|H];
    apply andb_prop in H as [H _];
    apply Nat.eqb_eq in H; auto.
Qed.
End Balanced.

Theorem two_items_exist : exists X, brings 2 N 2 (U + 2) X /\ forall a s q i, X a s = Some (q, i) ->
  q < N /\ (s + 2 = first q \/ s + 2 = second q) /\ s <= U /\ match a with None => True | Some p => p < N /\
    first p <= s end.
Proof.
  destruct colours_exist as (col & e & HB). exists (two_items col e). split; [apply two_items_brings;
    exact HB|].
  apply two_items_slots.
Qed.
End Colours.
