(* SPDX-License-Identifier: MIT *)
(* Section 20.4, the lemma on allreduce: who knows of all, and bounds of kind network-bound for sums that all want. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkPrices NetworkCertificates NetworkStreams.
Import ListNotations.
Open Scope nat_scope.

(* Messages one after the other, the last one first; each tells all that its sender knows of. *)
Section Gossip.
Variables (A : Type) (from to : A -> nat) (cost : A -> Z).
Fixpoint knows (R : list A) (x y : nat) : bool :=
  match R with [] => x =? y | m :: R' => knows R' x y || ((to m =? y) && knows R' x (from m)) end.
Lemma knows_more L R x y : knows R x y = true -> knows (L ++ R) x y = true.
Proof. intros H. induction L as [|m L IH]; [exact H|]. cbn [app knows]. rewrite IH. reflexivity. Qed.
Lemma knows_told L R x m : In m L -> knows R x (from m) = true -> knows (L ++ R) x (to m) = true.
Proof.
  intros Hm H. induction L as [|m' L IH]; [destruct Hm|]. cbn [app knows]. destruct Hm as [->|Hm]; [|rewrite IH by exact Hm; reflexivity].
  rewrite Nat.eqb_refl, (knows_more L R x (from m) H). apply orb_true_r.
Qed.
(* Who is known of has sent something, and who learns something has received something. *)
Definition sends_out (R : list A) (x : nat) : bool := existsb (fun m => (from m =? x) && negb (to m =? x)) R.
Definition takes_in (R : list A) (y : nat) : bool := existsb (fun m => (to m =? y) && negb (from m =? y)) R.
Lemma knows_sent R x y : knows R x y = true -> x = y \/ sends_out R x = true.
Proof.
  revert y. induction R as [|m R IH]; intros y H; [left; apply Nat.eqb_eq, H|]. cbn [knows] in H. unfold sends_out. cbn [existsb]. fold (sends_out R x).
  apply orb_prop in H as [H|H]; [destruct (IH y H) as [E|E]; [left; exact E|right; rewrite E; apply orb_true_r]|].
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. destruct (IH _ H2) as [E|E]; [|right; rewrite E; apply orb_true_r].
  destruct (Nat.eq_dec x y) as [F|F]; [left; exact F|right]. rewrite <- E, Nat.eqb_refl, H1. cbn [andb]. apply not_eq_sym, Nat.eqb_neq in F. rewrite F. reflexivity.
Qed.
Lemma knows_before L R x y : takes_in L y = false -> knows (L ++ R) x y = true -> knows R x y = true.
Proof.
  intros H. induction L as [|m L IH]; intros K; [exact K|]. unfold takes_in in H. cbn [existsb] in H. apply orb_false_elim in H as [H1 H2]. specialize (IH H2).
  cbn [app knows] in K. apply orb_prop in K as [K|K]; [exact (IH K)|]. apply andb_prop in K as [K1 K2]. rewrite K1 in H1. cbn [andb] in H1. apply negb_false_iff, Nat.eqb_eq in H1.
  rewrite H1 in K2. exact (IH K2).
Qed.

Variables (X : list nat) (enter leave : nat -> Z).
Hypothesis distinct : NoDup X.
Hypothesis enter_nonneg : forall x, (0 <= enter x)%Z.
Hypothesis leave_nonneg : forall x, (0 <= leave x)%Z.
Definition pays (R : list A) : Prop := forall m, In m R -> (0 <= cost m)%Z /\ (from m <> to m -> leave (from m) <= cost m /\ enter (to m) <= cost m)%Z.
Lemma pay_each (R : list A) (h : A -> nat) (w : nat -> Z) (Y : list nat) (P : A -> nat -> bool) : NoDup Y -> (forall x, 0 <= w x)%Z ->
  (forall m, In m R -> 0 <= cost m)%Z -> (forall m x, In m R -> P m x = true -> h m = x /\ (w x <= cost m)%Z) ->
  (forall x, In x Y -> existsb (fun m => P m x) R = true) -> (tally w Y <= tally cost R)%Z.
Proof.
  intros Hd Hw H0 HP HY. apply Z.le_trans with (tally (fun x => tally (fun m => if P m x then cost m else 0%Z) R) Y).
  - apply tally_le. intros x Hx. specialize (HY x Hx). apply existsb_exists in HY as (m & Hm & E).
    pose proof (tally_in (fun m => if P m x then cost m else 0%Z) R m) as Q. cbn beta in Q. rewrite E in Q. destruct (HP m x Hm E) as [_ F].
    specialize (Q ltac:(intros m' Hm'; specialize (H0 m' Hm'); destruct (P m' x); lia) Hm). lia.
  - rewrite tally_swap. apply tally_le. intros m Hm. specialize (H0 m Hm). destruct (in_dec Nat.eq_dec (h m) Y) as [I|I].
    + apply Z.le_trans with (tally (fun x => if h m =? x then (fun _ => cost m) x else 0%Z) Y); [|rewrite tally_one by assumption; lia].
      apply tally_le. intros x _. destruct (P m x) eqn:E; [destruct (HP m x Hm E) as [-> _]; rewrite Nat.eqb_refl; lia|destruct (h m =? x); lia].
    + rewrite tally_zero; [exact H0|]. intros x Hx. destruct (P m x) eqn:E; [|reflexivity]. destruct (HP m x Hm E) as [F _]. subst x. contradiction.
Qed.
Definition complete (R : list A) (y : nat) : bool := forallb (fun x => knows R x y) X.
Lemma complete_first R : (forall y, In y X -> complete R y = false) \/
  exists R2 R1 r, R = R2 ++ R1 /\ In r X /\ complete R1 r = true /\ forall y, In y X -> y <> r -> complete R1 y = false.
Proof.
  induction R as [|m R IH].
  - destruct (existsb (complete []) X) eqn:E.
    + right. apply existsb_exists in E as (r & Hr & E). exists [], [], r. split; [reflexivity|]. split; [exact Hr|]. split; [exact E|].
      intros y Hy Hn. unfold complete in E. rewrite forallb_forall in E. specialize (E y Hy). apply Nat.eqb_eq in E. contradiction.
    + left. intros y Hy. destruct (complete [] y) eqn:F; [|reflexivity]. rewrite <- E. symmetry. apply existsb_exists. exists y. auto.
  - destruct IH as [IH|(R2 & R1 & r & -> & H)]; [|right; exists (m :: R2), R1, r; split; [reflexivity|exact H]].
    assert (O : forall y, In y X -> y <> to m -> complete (m :: R) y = false).
    { intros y Hy Hn. destruct (complete (m :: R) y) eqn:F; [|reflexivity]. rewrite <- (IH y Hy). symmetry. unfold complete in *. rewrite forallb_forall in *. intros x Hx. specialize (F x Hx).
      cbn [knows] in F. apply not_eq_sym, Nat.eqb_neq in Hn. rewrite Hn in F. rewrite orb_false_r in F. exact F. }
    destruct (in_dec Nat.eq_dec (to m) X) as [I|I]; [destruct (complete (m :: R) (to m)) eqn:E|].
    + right. exists [], (m :: R), (to m). split; [reflexivity|]. split; [exact I|]. split; [exact E|exact O].
    + left. intros y Hy. destruct (Nat.eq_dec y (to m)) as [->|N]; [exact E|apply O; assumption].
    + left. intros y Hy. apply O; [exact Hy|]. intros ->. contradiction.
Qed.
Lemma gossip_cost R : pays R -> X <> [] -> (forall y, In y X -> complete R y = true) ->
  exists r, In r X /\ (tally (fun x => enter x + leave x) X - (enter r + leave r) <= tally cost R)%Z.
Proof.
  intros HR HX H. destruct (complete_first R) as [F|(R2 & R1 & r & -> & Hr & H1 & H2)].
  { destruct X as [|x X']; [contradiction|]. specialize (F x (or_introl eq_refl)). rewrite H in F by (left; reflexivity). discriminate. }
  exists r. split; [exact Hr|]. set (Y := filter (fun x => negb (x =? r)) X).
  assert (HY : forall x, In x Y <-> In x X /\ x <> r) by (intros x; unfold Y; rewrite filter_In, negb_true_iff, Nat.eqb_neq; reflexivity).
  assert (Yd : NoDup Y) by (apply NoDup_filter, distinct).
  assert (Hsum : forall w : nat -> Z, (tally w Y = tally w X - w r)%Z).
  { intros w. unfold Y. rewrite tally_filter. assert (tally w X = tally (fun x => (if negb (Nat.eqb x r) then w x else 0) + (if Nat.eqb r x then w x else 0))%Z X) as ->.
    - apply tally_ext. intros x _. rewrite (Nat.eqb_sym x r). destruct (r =? x); cbn; lia.
    - rewrite tally_plus, tally_one by assumption. lia. }
  rewrite tally_app, tally_plus.
  assert (L1 : (tally leave Y <= tally cost R1)%Z).
  { apply (pay_each R1 from leave Y (fun m x => (from m =? x) && negb (to m =? x)) Yd leave_nonneg).
    - intros m Hm. apply HR, in_or_app. right. exact Hm.
    - intros m x Hm E. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. apply negb_true_iff, Nat.eqb_neq in E2. split; [exact E1|].
      destruct (HR m ltac:(apply in_or_app; right; exact Hm)) as [_ Q]. subst x. apply Q. auto.
    - intros x Hx. apply HY in Hx as [Hx Hn]. unfold complete in H1. rewrite forallb_forall in H1. destruct (knows_sent R1 x r (H1 x Hx)) as [E|E]; [contradiction|exact E]. }
  assert (L2 : (tally enter Y <= tally cost R2)%Z).
  { apply (pay_each R2 to enter Y (fun m y => (to m =? y) && negb (from m =? y)) Yd enter_nonneg).
    - intros m Hm. apply HR, in_or_app. left. exact Hm.
    - intros m x Hm E. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. apply negb_true_iff, Nat.eqb_neq in E2. split; [exact E1|].
      destruct (HR m ltac:(apply in_or_app; left; exact Hm)) as [_ Q]. subst x. apply Q. exact E2.
    - intros y Hy. apply HY in Hy as [Hy Hn]. destruct (takes_in R2 y) eqn:E; [exact E|exfalso]. specialize (H2 y Hy Hn). specialize (H y Hy).
      unfold complete in *. apply Bool.not_true_iff_false in H2. apply H2. rewrite forallb_forall in *. intros x Hx. apply (knows_before R2 R1 x y E), H, Hx. }
  rewrite !Hsum in *. lia.
Qed.
End Gossip.

(* The messages of a chunk step by step, the last ones first. *)
Fixpoint until (T : list (nat * nat)) (s : nat) : list (nat * nat) :=
  match s with 0 => [] | Datatypes.S s' => filter (fun m => snd m =? s) T ++ until T s' end.
Lemma until_tally (f : nat * nat -> Z) T S : (forall m, In m T -> 1 <= snd m <= S) -> tally f (until T S) = tally f T.
Proof.
  intros H. assert (E : forall s, tally f (until T s) = tally (fun m => if (1 <=? snd m) && (snd m <=? s) then f m else 0%Z) T).
  { induction s as [|s IH]; [cbn [until tally]; symmetry; apply tally_zero; intros m _; destruct (Nat.leb_spec 1 (snd m)), (Nat.leb_spec (snd m) 0); cbn; lia|].
    cbn [until]. rewrite tally_app, IH, tally_filter, <- tally_plus. apply tally_ext. intros m _.
    destruct (Nat.eqb_spec (snd m) (Datatypes.S s)), (Nat.leb_spec 1 (snd m)), (Nat.leb_spec (snd m) s), (Nat.leb_spec (snd m) (Datatypes.S s)); cbn [andb]; lia. }
  rewrite E. apply tally_ext. intros m Hm. destruct (H m Hm) as [H1 H2]. apply Nat.leb_le in H1, H2. rewrite H1, H2. reflexivity.
Qed.
Lemma until_in T S m : In m (until T S) -> In m T.
Proof. induction S as [|s IH]; [intros []|]. cbn [until]. intros H. apply in_app_or in H as [H|H]; [apply filter_In in H; apply H|apply IH, H]. Qed.
Lemma until_more T s s' : s <= s' -> exists L, until T s' = L ++ until T s.
Proof.
  intros H. induction H as [|s' _ (L & IH)]; [exists []; reflexivity|]. cbn [until]. rewrite IH. exists (filter (fun m => snd m =? Datatypes.S s') T ++ L). apply app_assoc.
Qed.
Lemma spread_knows net S u vs T T' (class : nat -> nat) : proper net -> incl T' T -> brings_in net S (Commodity u vs) T' -> forall t, In t vs ->
  knows _ (fun m => class (arc_from (arc_at net (fst m)))) (fun m => class (arc_to (arc_at net (fst m)))) (until T S) (class u) (class t) = true.
Proof.
  intros Hn Hi HT t Ht. set (kn := knows _ _ _).
  assert (More : forall s s' x y, s <= s' -> kn (until T s) x y = true -> kn (until T s') x y = true).
  { intros s s' x y Hs K. destruct (until_more T s s' Hs) as (L & ->). apply knows_more, K. }
  assert (Home : forall s, kn (until T s) (class u) (class u) = true) by (intros s; apply (More 0 s); [lia|apply Nat.eqb_refl]).
  assert (K : forall s m, In m T' -> snd m = s -> kn (until T s) (class u) (class (arc_to (arc_at net (fst m)))) = true).
  { induction s as [s IH] using lt_wf_ind. intros m Hm Es. destruct (bi_range _ _ _ _ HT m Hm) as (Ha & Hs & He). destruct s as [|s]; [lia|]. cbn [until].
    apply (knows_told _ (fun m => class (arc_from (arc_at net (fst m)))) (fun m => class (arc_to (arc_at net (fst m)))) _ _ _ m).
    - apply filter_In. split; [apply Hi, Hm|apply Nat.eqb_eq, Es].
    - destruct (bi_hold _ _ _ _ HT m Hm) as [E|(m' & Hm' & E & Hb)]; [rewrite E; apply Home|]. rewrite <- E.
      destruct (bi_range _ _ _ _ HT m' Hm') as (Ha' & _). pose proof (latency_at net _ Hn Ha'). unfold arrival in Hb.
      apply (More (snd m') s); [lia|]. apply (IH (snd m')); [lia|exact Hm'|reflexivity]. }
  destruct (bi_all _ _ _ _ HT t Ht) as [->|(m & Hm & <-)]; [apply Home|]. destruct (bi_range _ _ _ _ HT m Hm) as (Ha & _ & He).
  pose proof (latency_at net _ Hn Ha). unfold arrival in He. apply (More (snd m) S); [lia|]. apply K; auto.
Qed.

(* Theorem (prices), of sums. *)
Theorem network_sums net vs C S r M y (d : Z) : proper net -> sums_for_all net vs C S r M -> are_prices net y ->
  (forall c, c < C -> (d <= tally (cost net y) (M c))%Z) -> (Z.of_nat C * d <= tally (fun s => Z.of_nat (r s) * budget y s) (seq 1 S))%Z.
Proof.
  intros Hn [H1 _ H3] Hy Hd. apply Z.le_trans with (tally (fun c => tally (cost net y) (M c)) (seq 0 C)).
  { replace (Z.of_nat C * d)%Z with (tally (fun _ : nat => d) (seq 0 C)) by (rewrite tally_const, seq_length; reflexivity). apply tally_le. intros c Hc. apply in_seq in Hc. apply Hd. lia. }
  rewrite (tally_ext _ (fun c => tally (fun p => tally (fun s => snd p s * Z.of_nat (load_of net (fst p) s (M c)))%Z (seq 1 S)) y)).
  2:{ intros c Hc. apply in_seq in Hc. apply cost_of_load. intros p m _ Hm. destruct (H1 c m ltac:(lia) Hm) as (Ha & Hs & He). pose proof (latency_at net _ Hn Ha).
    unfold counts_in, arrival in *. destruct (group_port (fst p)) as [v|]; [destruct (_ =? v)|]; lia. }
  rewrite tally_swap. unfold budget. erewrite (tally_ext (fun s => Z.of_nat (r s) * _)%Z) by (intros s _; rewrite <- tally_times; reflexivity).
  rewrite (tally_swap _ (seq 1 S) y). apply tally_le. intros p Hp. rewrite tally_swap. apply tally_le. intros s Hs. apply in_seq in Hs.
  destruct (Hy p Hp) as [Hg H0]. specialize (H0 s). specialize (H3 (fst p) s Hg ltac:(lia)). apply Nat2Z.inj_le in H3. rewrite tally_of_nat, Nat2Z.inj_mul in H3. rewrite tally_times. nia.
Qed.
Lemma sums_longer net vs C S S' r r' M : proper net -> S <= S' -> (forall s, 1 <= s <= S -> r s <= r' s) -> sums_for_all net vs C S r M -> sums_for_all net vs C S' r' M.
Proof.
  intros Hn HS Hr [H1 H2 H3]. split.
  - intros c m Hc Hm. specialize (H1 c m Hc Hm). lia.
  - intros c u Hc Hu. destruct (H2 c u Hc Hu) as (T & Hi & HT). exists T. split; [exact Hi|apply (brings_longer net S); assumption].
  - intros g s Hg Hs. destruct (le_lt_dec s S) as [L|L]; [specialize (H3 g s Hg ltac:(lia)); specialize (Hr s ltac:(lia)); nia|].
    rewrite list_sum_zero; [lia|]. intros x Hx. apply in_map_iff in Hx as (c & <- & Hc). apply in_seq in Hc. unfold load_of.
    destruct (filter _ (M c)) as [|m l] eqn:E; [reflexivity|]. assert (Hm : In m (m :: l)) by (left; reflexivity). rewrite <- E in Hm. apply filter_In in Hm as [Hm F].
    apply andb_prop in F as [_ F]. apply Nat.eqb_eq in F. destruct (H1 c m ltac:(lia) Hm) as (Ha & Hs' & He). pose proof (latency_at net _ Hn Ha).
    unfold counts_in, arrival in *. destruct (group_port g) as [v|]; [destruct (_ =? v)|]; lia.
Qed.

(* Lines `part`, of an allreduce: the least costs of arcs into each part and out of it.  Nodes in no part are parts of their own, of no cost. *)
Definition part_class (parts : list nat) (v : nat) : nat := let i := nth v parts 0 in if i =? 0 then list_max parts + 1 + v else i.
Definition turned (x : arc * list (nat * Z)) : arc * list (nat * Z) := (Arc (arc_to (fst x)) (arc_from (fst x)) (arc_latency (fst x)), snd x).
Definition out_values (costs : list (arc * list (nat * Z))) (steps : option nat) (parts : list nat) : list Z := parts_values (map turned costs) steps parts.
Definition leave_ok (costs : list (arc * list (nat * Z))) (steps : option nat) (parts : list nat) (values : list Z) : bool :=
  forallb (fun w => (0 <=? w)%Z) values &&
  forallb (fun x => let e := fst x in let i := nth (arc_from e) parts 0 in
    (nth (arc_to e) parts 0 =? i) || (let w := nth i values 0%Z in
    forallb (fun sp => negb (in_time steps e (fst sp)) || (w <=? snd sp)%Z) (snd x))) costs.
Definition sum_bound (net : network) (y : prices) (steps : option nat) (vs parts : list nat) : option Z :=
  let costs := arc_costs net y steps in
  let enter := parts_values costs steps parts in let leave := out_values costs steps parts in
  let X := nodup Nat.eq_dec (map (part_class parts) vs) in
  let both := fun x => (nth x enter 0 + nth x leave 0)%Z in
  if parts_ok costs steps parts enter && leave_ok costs steps parts leave && (length enter =? list_max parts + 1) && (length leave =? list_max parts + 1) && negb (length vs =? 0)
  then Some (tally both X - fold_right Z.max 0 (map both X))%Z else None.
Lemma part_at_most parts v : nth v parts 0 <= list_max parts.
Proof.
  destruct (nth_in_or_default v parts 0) as [H|H]; [|lia]. pose proof (list_max_le parts (list_max parts)) as [Q _]. specialize (Q (le_n _)).
  rewrite Forall_forall in Q. apply Q, H.
Qed.
(* A value of the class of a node is that of its part, or 0. *)
Lemma class_value parts values v : length values = list_max parts + 1 ->
  nth (part_class parts v) values 0%Z = if nth v parts 0 =? 0 then 0%Z else nth (nth v parts 0) values 0%Z.
Proof. intros H. unfold part_class. cbv zeta. destruct (_ =? 0); [|reflexivity]. apply nth_overflow. lia. Qed.
Lemma class_part parts u v : nth u parts 0 <> 0 -> nth u parts 0 = nth v parts 0 -> part_class parts u = part_class parts v.
Proof. intros H E. unfold part_class. cbv zeta. rewrite <- E. apply Nat.eqb_neq in H. rewrite H. reflexivity. Qed.
Lemma sum_bound_sound net y steps vs parts d C S r M c : proper net -> are_prices net y -> within steps S -> fits net y steps ->
  sum_bound net y steps vs parts = Some d -> sums_for_all net vs C S r M -> c < C -> (d <= tally (cost net y) (M c))%Z.
Proof.
  intros Hn Hy Hw Hf H HM Hc. unfold sum_bound in H. cbv zeta in H. set (costs := arc_costs net y steps) in *.
  set (enter := parts_values costs steps parts) in *. set (leave := out_values costs steps parts) in *.
  destruct (_ && _) eqn:E; [|discriminate]. apply (f_equal (fun o => match o with Some z => z | None => 0%Z end)) in H. cbv beta iota in H. rewrite <- H. clear H.
  rewrite !andb_true_iff in E. destruct E as ((((E1 & E2) & E3) & E4) & E5).
  apply Nat.eqb_eq in E3, E4. apply negb_true_iff, Nat.eqb_neq in E5.
  assert (HR : forall m, In m (M c) -> fst m < length (arcs net) /\ 1 <= snd m /\ arrival net m <= S) by (intros m; apply (su_range _ _ _ _ _ _ HM c m Hc)).
  assert (N1 : forall x, (0 <= nth x enter 0)%Z).
  { intros x. unfold parts_ok in E1. apply andb_prop in E1 as [E1 _]. rewrite forallb_forall in E1. destruct (nth_in_or_default x enter 0%Z) as [I| ->]; [apply Z.leb_le, E1, I|lia]. }
  assert (N2 : forall x, (0 <= nth x leave 0)%Z).
  { intros x. unfold leave_ok in E2. apply andb_prop in E2 as [E2 _]. rewrite forallb_forall in E2. destruct (nth_in_or_default x leave 0%Z) as [I| ->]; [apply Z.leb_le, E2, I|lia]. }
  set (class := part_class parts). set (X := nodup Nat.eq_dec (map class vs)). set (both := fun x => (nth x enter 0 + nth x leave 0)%Z).
  destruct (gossip_cost _ (fun m => class (arc_from (arc_at net (fst m)))) (fun m => class (arc_to (arc_at net (fst m)))) (cost net y) X (fun x => nth x enter 0%Z) (fun x => nth x leave 0%Z)
    (NoDup_nodup _ _) N1 N2 (until (M c) S)) as (q & Hq & G).
  - intros m Hm. apply until_in in Hm. split; [apply cost_nonneg, Hy|]. intros Hd. destruct (HR m Hm) as (Ha & Hs & He). pose proof (latency_at net _ Hn Ha) as Hl.
    assert (He' : snd m <= S) by (unfold arrival in He; lia). pose proof (cost_nonneg net y m Hy) as H0.
    assert (T : forall e s p, in_time steps e s = false -> e = arc_at net (fst m) -> s = (match steps with Some _ => snd m | None => 1 end) -> p = cost net y m -> False).
    { intros e s p F -> -> _. destruct steps as [last|]; cbn [in_time lands within] in *; [|discriminate]. apply Nat.leb_gt in F. unfold arrival in He. lia. }
    set (u := arc_from (arc_at net (fst m))) in *. set (v := arc_to (arc_at net (fst m))) in *.
    cbn beta. unfold class. rewrite !class_value by assumption. split.
    + destruct (Nat.eqb_spec (nth u parts 0) 0) as [|Z0]; [exact H0|]. unfold leave_ok in E2. apply andb_prop in E2 as [_ E2]. cbv zeta in E2.
      pose proof (arc_costs_in net y steps S m (fun e s p => (nth (arc_to e) parts 0 =? nth (arc_from e) parts 0) || (negb (in_time steps e s) || Z.leb (nth (nth (arc_from e) parts 0) leave 0%Z) p)) Hw Hf) as Q.
      cbn beta in Q. specialize (Q ltac:(rewrite forallb_forall in E2 |- *; intros x Hx; specialize (E2 x Hx); apply forallb_forall; intros sp Hsp;
        apply orb_prop in E2 as [->|E2]; [reflexivity|]; rewrite forallb_forall in E2; rewrite (E2 sp Hsp); apply orb_true_r) Ha Hs He'). fold u v in Q.
      apply orb_prop in Q as [Q|Q]; [exfalso; apply Hd, class_part; [exact Z0|symmetry; apply Nat.eqb_eq, Q]|].
      apply orb_prop in Q as [Q|Q]; [exfalso; apply negb_true_iff in Q; exact (T _ _ _ Q eq_refl eq_refl eq_refl)|apply Z.leb_le, Q].
    + destruct (Nat.eqb_spec (nth v parts 0) 0) as [|Z0]; [exact H0|]. unfold parts_ok in E1. apply andb_prop in E1 as [_ E1]. cbv zeta in E1.
      pose proof (arc_costs_in net y steps S m (fun e s p => (nth (arc_from e) parts 0 =? nth (arc_to e) parts 0) || (negb (in_time steps e s) || Z.leb (nth (nth (arc_to e) parts 0) enter 0%Z) p)) Hw Hf) as Q.
      cbn beta in Q. specialize (Q ltac:(rewrite forallb_forall in E1 |- *; intros x Hx; specialize (E1 x Hx); apply forallb_forall; intros sp Hsp;
        apply orb_prop in E1 as [->|E1]; [reflexivity|]; rewrite forallb_forall in E1; rewrite (E1 sp Hsp); apply orb_true_r) Ha Hs He'). fold u v in Q.
      apply orb_prop in Q as [Q|Q]; [exfalso; apply Hd; symmetry; apply class_part; [exact Z0|symmetry; apply Nat.eqb_eq, Q]|].
      apply orb_prop in Q as [Q|Q]; [exfalso; apply negb_true_iff in Q; exact (T _ _ _ Q eq_refl eq_refl eq_refl)|apply Z.leb_le, Q].
  - destruct vs as [|v vs']; [contradiction E5; reflexivity|]. intros F. assert (I : In (class v) X) by (apply nodup_In; left; reflexivity). rewrite F in I. destruct I.
  - intros z Hz. apply nodup_In, in_map_iff in Hz as (t & <- & Ht). apply forallb_forall. intros x Hx. apply nodup_In, in_map_iff in Hx as (u & <- & Hu).
    destruct (su_all _ _ _ _ _ _ HM c u Hc Hu) as (T & Hi & HT). apply (spread_knows net S u vs (M c) T class Hn Hi HT t Ht).
  - rewrite until_tally in G by (intros m Hm; destruct (HR m Hm) as (Ha & Hs & He); pose proof (latency_at net _ Hn Ha); unfold arrival in He; lia).
    pose proof (max_in (map both X) (both q) (in_map both _ _ Hq)) as Q. unfold both in Q at 1. fold class X both. fold both in G. lia.
Qed.

Definition sum_rounds_ok (net : network) (vs : list nat) (ls : list line) (parts : list nat) (steps : option nat) (P Q : Z) : bool :=
  let y := priced net (fun s => s) ls in
  let B := fold_right Z.max 0%Z (map (budget y) (steps_of steps)) in
  properb net && lines_ok net ls && match steps with Some _ => true | None => always ls end && (0 <? B)%Z && (0 <=? Q)%Z &&
  match sum_bound net y steps vs parts with Some d => (P * B <=? Q * d)%Z | None => false end.
Lemma budget_max net ls steps S s : within steps S -> match steps with Some _ => true | None => always ls end = true -> 1 <= s <= S ->
  (budget (priced net (fun s => s) ls) s <= fold_right Z.max 0 (map (budget (priced net (fun s => s) ls)) (steps_of steps)))%Z.
Proof.
  intros Hw H3 Hs. destruct steps as [last|]; cbn [within steps_of] in *.
  - subst last. apply max_in, in_map, in_seq. lia.
  - replace (budget _ s) with (budget (priced net (fun s => s) ls) 1); [apply max_in; left; reflexivity|]. unfold budget, priced. rewrite !tally_map.
    apply tally_ext. intros ((step, g), Y) Hl. unfold always in H3. rewrite forallb_forall in H3. specialize (H3 _ Hl). cbn in H3. destruct step; [discriminate|reflexivity].
Qed.
Lemma sum_rounds_ok_sound net vs ls parts steps P Q C S r M : within steps S -> sum_rounds_ok net vs ls parts steps P Q = true -> sums_for_all net vs C S r M ->
  (P * Z.of_nat C <= Q * Z.of_nat (rounds_until S r))%Z.
Proof.
  intros Hw H HM. unfold sum_rounds_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply properb_sound in H1. apply Z.ltb_lt in H4. apply Z.leb_le in H5. pose proof (priced_ok net (fun s => s) ls H2) as Hy. destruct (sum_bound _ _ _ _ _) as [d|] eqn:E; [|discriminate].
  apply Z.leb_le in H6. set (B := fold_right Z.max 0%Z _) in *.
  assert (Hf : fits net (priced net (fun s => s) ls) steps) by (destruct steps; [exact I|intros a s s'; apply always_cost, H3]).
  pose proof (network_sums net vs C S r M _ d H1 HM Hy (fun c Hc => sum_bound_sound net _ steps vs parts d C S r M c H1 Hy Hw Hf E HM Hc)) as T.
  pose proof (tally_rounds S r B (budget (priced net (fun s => s) ls)) (fun s Hs => budget_max net ls steps S s Hw H3 Hs)) as T'. nia.
Qed.
Theorem sum_rounds_any_theorem net vs ls parts P Q : sum_rounds_ok net vs ls parts None P Q = true ->
  forall C S r M, sums_for_all net vs C S r M -> (P * Z.of_nat C <= Q * Z.of_nat (rounds_until S r))%Z.
Proof. intros H C S r M HM. apply (sum_rounds_ok_sound net vs ls parts None P Q C S r M I H HM). Qed.
Theorem sum_rounds_theorem net vs ls parts last P Q : sum_rounds_ok net vs ls parts (Some last) P Q = true ->
  forall C S r M, S <= last -> sums_for_all net vs C S r M -> (P * Z.of_nat C <= Q * Z.of_nat (rounds_until S r))%Z.
Proof.
  intros H C S r M HS HM. rewrite <- (rounds_longer S last r HS).
  apply (sum_rounds_ok_sound net vs ls parts (Some last) P Q C last _ M eq_refl H). refine (sums_longer net vs C S last r _ M _ HS _ HM).
  - unfold sum_rounds_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. apply properb_sound, H.
  - intros s Hs. destruct (Nat.leb_spec s S); lia.
Qed.
Definition sum_time_ok (net : network) (vs : list nat) (ls : list line) (parts : list nat) (C T : nat) : bool :=
  let y := priced net (fun s => s) ls in
  properb net && lines_ok net ls && (1 <=? T) &&
  match sum_bound net y (if always ls then None else Some (T - 1)) vs parts with Some d => Z.ltb (tally (budget y) (seq 1 (T - 1))) (Z.of_nat C * d) | None => false end.
Theorem sum_time_theorem net vs ls parts C T : sum_time_ok net vs ls parts C T = true -> forall S M, sums_for_all net vs C S (fun _ => 1) M -> T <= S.
Proof.
  intros H S M HM. destruct (le_lt_dec T S) as [L|L]; [exact L|exfalso]. unfold sum_time_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as (((H1 & H2) & H3) & H6).
  apply properb_sound in H1. apply Nat.leb_le in H3. pose proof (priced_ok net (fun s => s) ls H2) as Hy. destruct (sum_bound _ _ _ _ _) as [d|] eqn:E; [|discriminate]. apply Z.ltb_lt in H6.
  assert (Hw : within (if always ls then None else Some (T - 1)) (T - 1)) by (destruct (always ls); reflexivity || exact I).
  assert (Hf : fits net (priced net (fun s => s) ls) (if always ls then None else Some (T - 1))).
  { destruct (always ls) eqn:A; [|exact I]. intros a s s'. apply always_cost, A. }
  assert (HM' : sums_for_all net vs C (T - 1) (fun _ => 1) M) by (apply (sums_longer net vs C S (T - 1) (fun _ => 1) (fun _ => 1) M H1 ltac:(lia) (fun _ _ => le_n 1) HM)).
  pose proof (network_sums net vs C (T - 1) (fun _ => 1) M _ d H1 HM' Hy (fun c Hc => sum_bound_sound net _ _ vs parts d C (T - 1) _ M c H1 Hy Hw Hf E HM' Hc)) as Q.
  rewrite (tally_ext (fun s => Z.of_nat 1 * _)%Z (budget (priced net (fun s => s) ls))) in Q by (intros; lia). lia.
Qed.
Theorem sum_unreachable_theorem net vs last k times : unreachable_ok net (allgather vs) last k times = true ->
  forall C S r M, 1 <= C -> S <= last -> ~ sums_for_all net vs C S r M.
Proof.
  intros H C S r M HC HS HM. assert (Hn : proper net) by (unfold unreachable_ok in H; rewrite !andb_true_iff in H; apply properb_sound, H).
  assert (Hk : k < length vs) by (unfold unreachable_ok in H; rewrite !andb_true_iff in H; destruct H as (((_ & Hk) & _) & _); apply Nat.ltb_lt in Hk; unfold allgather in Hk; rewrite map_length in Hk; exact Hk).
  set (u := nth k vs 0). destruct (su_all _ _ _ _ _ _ HM 0 u ltac:(lia) (nth_In _ _ Hk)) as (T & _ & HT).
  apply (brings_longer net S last) in HT; [|exact HS]. revert H. unfold unreachable_ok. rewrite !andb_true_iff. intros (((_ & _) & H3) & H4).
  assert (E : nth k (allgather vs) (Commodity 0 []) = Commodity u vs).
  { unfold allgather. rewrite (nth_indep _ _ (Commodity 0 vs)) by (rewrite map_length; exact Hk). apply (map_nth (fun v => Commodity v vs)). }
  rewrite E in H3. unfold cut_ok in H3. rewrite !andb_true_iff in H3. cbn [fst snd never source targets] in H3. destruct H3 as ((_ & H3) & H5). apply Nat.eqb_eq in H3.
  apply existsb_exists in H5 as (t & Ht & H5). apply Nat.leb_le in H5.
  destruct (crosses_some net last (Commodity u vs) T (fun v => nth v times 0) t Hn HT H3 Ht ltac:(lia)) as (m & Hm & F).
  destruct (bi_range _ _ _ _ HT m Hm) as (Ha & Hs & He). pose proof (latency_at net _ Hn Ha) as Hl. rewrite forallb_forall in H4. specialize (H4 (arc_at net (fst m)) (nth_In _ _ Ha)).
  unfold crosses in F. apply andb_prop in F as [F1 F2]. apply Nat.ltb_lt in F1, F2. unfold arrival in *. apply orb_prop in H4 as [H4|H4]; [apply Nat.leb_le in H4|apply Nat.ltb_lt in H4]; lia.
Qed.
