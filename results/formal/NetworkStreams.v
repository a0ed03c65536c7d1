(* SPDX-License-Identifier: MIT *)
(* Section 20.2, Theorem (prices) (d): prices that repeat themselves bound streams, and kind network-bound of streams. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkPrices NetworkTrees NetworkCertificates.
Import ListNotations.
Open Scope nat_scope.

(* The prices as an item sees them that is born after step b. *)
Definition seen_from (b : nat) (y : prices) : prices := map (fun p => (fst p, fun s => snd p (b + s))) y.
Definition birth (P Q i : nat) : nat := i * Q / P.

Lemma load_never net S c T g s : proper net -> brings_in net S c T -> s = 0 \/ S < s -> load_of net g s T = 0.
Proof.
  intros Hn HT [->|Hs]; [|apply (load_late net S c); assumption]. unfold load_of. destruct (filter _ T) as [|m l] eqn:E; [reflexivity|].
  assert (Hm : In m (m :: l)) by (left; reflexivity). rewrite <- E in Hm. apply filter_In in Hm as [Hm H]. apply andb_prop in H as [_ H]. apply Nat.eqb_eq in H.
  pose proof (counts_range net S c T g m Hn HT Hm). lia.
Qed.
Lemma tally_zero {A} (f : A -> Z) l : (forall x, In x l -> f x = 0%Z) -> tally f l = 0%Z.
Proof. intros H. rewrite (tally_ext f (fun _ => 0%Z) l H), tally_const. lia. Qed.
Lemma seq_moved b a n : map (fun s => b + s) (seq a n) = seq (b + a) n.
Proof. revert a. induction n as [|n IH]; intros a; [reflexivity|]. cbn [seq map]. rewrite IH, Nat.add_succ_r. reflexivity. Qed.
Lemma tally_window (f : nat -> Z) b D H : b + D <= H -> (forall t, 1 <= t <= H -> t <= b \/ b + D < t -> f t = 0%Z) ->
  tally f (seq 1 H) = tally (fun s => f (b + s)) (seq 1 D).
Proof.
  intros HH H0. replace H with (b + (D + (H - b - D))) by lia. rewrite !seq_app, !tally_app.
  rewrite (tally_zero f (seq 1 b)) by (intros t Ht; apply in_seq in Ht; apply H0; lia).
  rewrite (tally_zero f (seq (1 + b + D) _)) by (intros t Ht; apply in_seq in Ht; apply H0; lia).
  rewrite (Nat.add_comm 1 b), <- (seq_moved b 1 D), tally_map. lia.
Qed.
Lemma birth_mono P Q i j : 1 <= P -> i <= j -> birth P Q i <= birth P Q j.
Proof. intros HP H. unfold birth. apply Nat.div_le_mono; nia. Qed.
Lemma birth_period P Q m i : 1 <= P -> birth P Q (m * P + i) = m * Q + birth P Q i.
Proof. intros HP. unfold birth. replace ((m * P + i) * Q) with (m * Q * P + i * Q) by lia. apply Nat.div_add_l. lia. Qed.

Section Stream.
Variables (net : network) (c : commodity) (P Q D : nat) (M : nat -> list (nat * nat)) (y : prices) (d : nat -> Z).
Hypothesis is_proper : proper net.
Hypothesis served : streams net c P Q D M.
Hypothesis prices_ok : are_prices net y.
Hypothesis HP : 1 <= P.
Hypothesis HQ : 1 <= Q.
Hypothesis repeats : forall p s, In p y -> 1 <= s -> snd p (s + Q) = snd p s.
Hypothesis costs : forall i T, i < P -> brings_in net D c T -> (d (birth P Q i) <= tally (cost net (seen_from (birth P Q i) y)) T)%Z.

Lemma repeats_long p s m : In p y -> 1 <= s -> snd p (m * Q + s) = snd p s.
Proof. intros Hp Hs. induction m as [|m IH]; [reflexivity|]. rewrite <- IH, <- (repeats p (m * Q + s)) by (auto; lia). f_equal. lia. Qed.
Lemma budget_nonneg s : (0 <= budget y s)%Z.
Proof. apply tally_nonneg. intros p Hp. destruct (prices_ok p Hp) as [_ H]. specialize (H s). nia. Qed.
Lemma budget_repeats m s : 1 <= s -> budget y (m * Q + s) = budget y s.
Proof. intros Hs. apply tally_ext. intros p Hp. rewrite repeats_long by assumption. reflexivity. Qed.
Let period := tally (budget y) (seq 1 Q).
Lemma budget_blocks m : tally (budget y) (seq 1 (m * Q)) = (Z.of_nat m * period)%Z.
Proof.
  induction m as [|m IH]; [reflexivity|]. replace (Datatypes.S m * Q) with (m * Q + Q) by lia. rewrite seq_app, tally_app, IH.
  rewrite (Nat.add_comm 1 (m * Q)), <- (seq_moved (m * Q) 1 Q), tally_map, (tally_ext (fun s => budget y (m * Q + s)) (budget y)); [fold period; lia|].
  intros s Hs. apply in_seq in Hs. apply budget_repeats. lia.
Qed.

(* What m P items cost, and what their steps are worth. *)
Lemma items_cost m : (Z.of_nat m * tally (fun i => d (birth P Q i)) (seq 0 P) <= tally (fun i => tally (cost net (seen_from (birth P Q i) y)) (M i)) (seq 0 (m * P)))%Z.
Proof.
  induction m as [|m IH]; [cbn; lia|]. replace (Datatypes.S m * P) with (m * P + P) by lia. rewrite seq_app, tally_app. cbn [plus].
  rewrite <- (Nat.add_0_r (m * P)) at 2. rewrite <- (seq_moved (m * P) 0 P), tally_map.
  assert (tally (fun i => d (birth P Q i)) (seq 0 P) <= tally (fun i => tally (cost net (seen_from (birth P Q (m * P + i)) y)) (M (m * P + i))) (seq 0 P))%Z; [|lia].
  apply tally_le. intros i Hi. apply in_seq in Hi. rewrite birth_period by exact HP.
  rewrite (tally_ext _ (cost net (seen_from (birth P Q i) y))).
  - apply costs; [lia|]. apply (st_brings _ _ _ _ _ _ served).
  - intros x Hx. unfold cost, paid, seen_from. rewrite !tally_map. apply tally_ext. intros p Hp. cbn [fst snd]. destruct (has_member _ _); [|reflexivity].
    replace (m * Q + birth P Q i + counts_in net (fst p) x) with (m * Q + (birth P Q i + counts_in net (fst p) x)) by lia. apply repeats_long; [exact Hp|].
    pose proof (counts_range net D c (M (m * P + i)) (fst p) x is_proper (st_brings _ _ _ _ _ _ served _) Hx). lia.
Qed.
Lemma items_fit m : (tally (fun i => tally (cost net (seen_from (birth P Q i) y)) (M i)) (seq 0 (m * P)) <= tally (budget y) (seq 1 (m * Q + D)))%Z.
Proof.
  set (H := m * Q + D).
  rewrite (tally_ext _ (fun i => tally (fun p => tally (fun t => snd p t * Z.of_nat (load_of net (fst p) (t - birth P Q i) (M i)))%Z (seq 1 H)) y)).
  2:{ intros i Hi. apply in_seq in Hi. pose proof (st_brings _ _ _ _ _ _ served i) as HT. rewrite (cost_of_load net D).
    - unfold seen_from. rewrite tally_map. apply tally_ext. intros p Hp. cbn [fst snd]. symmetry.
      rewrite (tally_window _ (birth P Q i) D H).
      + apply tally_ext. intros s Hs. replace (birth P Q i + s - birth P Q i) with s by lia. reflexivity.
      + unfold H. assert (birth P Q i <= birth P Q (m * P + 0)) by (apply birth_mono; lia). rewrite birth_period in H0 by exact HP. unfold birth at 2 in H0. cbn in H0. rewrite Nat.div_0_l in H0; lia.
      + intros t Ht Hb. rewrite (load_never net D c (M i) (fst p) (t - birth P Q i) is_proper HT); lia.
    - intros p x _ Hx. apply (counts_range net D c (M i)); assumption. }
  rewrite tally_swap. unfold budget. rewrite (tally_swap _ (seq 1 H) y). apply tally_le. intros p Hp. rewrite tally_swap. apply tally_le. intros t Ht.
  destruct (prices_ok p Hp) as [Hg H0]. specialize (H0 t). pose proof (st_capacity _ _ _ _ _ _ served (fst p) t (m * P) Hg) as Hc.
  apply Nat2Z.inj_le in Hc. rewrite tally_of_nat in Hc. rewrite tally_times. fold (birth P Q) in Hc. unfold birth. nia.
Qed.
Theorem network_stream : (tally (fun i => d (birth P Q i)) (seq 0 P) <= period)%Z.
Proof.
  assert (H0 : (0 <= period)%Z) by (apply tally_nonneg; intros; apply budget_nonneg).
  assert (H : forall m, (Z.of_nat m * tally (fun i => d (birth P Q i)) (seq 0 P) <= Z.of_nat (m + D) * period)%Z).
  { intros m. eapply Z.le_trans; [apply items_cost|]. eapply Z.le_trans; [apply items_fit|]. rewrite <- budget_blocks.
    replace ((m + D) * Q) with (m * Q + D + ((m + D) * Q - m * Q - D)) by nia. rewrite (seq_app (m * Q + D)), tally_app.
    pose proof (tally_nonneg (budget y) (seq (1 + (m * Q + D)) ((m + D) * Q - m * Q - D)) (fun s _ => budget_nonneg s)). lia. }
  destruct (Z.le_gt_cases (tally (fun i => d (birth P Q i)) (seq 0 P)) period) as [L|L]; [exact L|exfalso].
  specialize (H (Z.to_nat (Z.of_nat D * period + 1))). rewrite Nat2Z.inj_add, Z2Nat.id in H by nia. nia.
Qed.
End Stream.

(* Claim `rate`: prices of the phases 1..Q; of each time of birth the least cost of an item. *)
Definition phase_of (Q b s : nat) : nat := (b + s - 1) mod Q + 1.
Definition births (P Q : nat) : list nat := nodup Nat.eq_dec (map (birth P Q) (seq 0 P)).
Definition item_bounds (net : network) (c : commodity) (ls : list line) (how : means) (P Q D : nat) : list (nat * option (list Z)) :=
  map (fun b => (b, bounds net (priced net (phase_of Q b) ls) (Some D) [c]
    (match how with ByCuts _ => if always ls || (b =? 0) then how else ByCuts [[]] | _ => how end))) (if always ls then [0] else births P Q).
Definition bound_at (ls : list line) (ds : list (nat * option (list Z))) (b : nat) : Z :=
  match find (fun x => fst x =? (if always ls then 0 else b)) ds with Some (_, Some l) => nth 0 l 0%Z | _ => 0%Z end.
Definition rate_ok (net : network) (c : commodity) (ls : list line) (how : means) (P Q D : nat) : bool :=
  let ds := item_bounds net c ls how P Q D in
  properb net && lines_ok net ls && (1 <=? P) && (1 <=? Q) && forallb (fun x => match snd x with Some _ => true | None => false end) ds &&
  Z.ltb (tally (budget (priced net (phase_of Q 0) ls)) (seq 1 Q)) (tally (fun i => bound_at ls ds (birth P Q i)) (seq 0 P)).
Lemma seen_priced net Q b ls m : cost net (seen_from b (priced net (phase_of Q 0) ls)) m = cost net (priced net (phase_of Q b) ls) m.
Proof. unfold cost, paid, seen_from, priced. rewrite !tally_map. apply tally_ext. intros ((step, g), Y) _. cbn [fst snd]. destruct step; reflexivity. Qed.
Lemma phase_repeats net Q ls p s : 1 <= Q -> In p (priced net (phase_of Q 0) ls) -> 1 <= s -> snd p (s + Q) = snd p s.
Proof.
  intros HQ Hp Hs. unfold priced in Hp. apply in_map_iff in Hp as (((step, g), Y) & <- & _). cbn [snd]. destruct step as [s'|]; [|reflexivity].
  unfold phase_of. replace (0 + (s + Q) - 1) with (0 + s - 1 + 1 * Q) by lia. rewrite Nat.mod_add by lia. reflexivity.
Qed.
Lemma always_costs net ph ph' ls m : always ls = true -> cost net (priced net ph ls) m = cost net (priced net ph' ls) m.
Proof.
  unfold always, cost, paid, priced. rewrite forallb_forall, !tally_map. intros H. apply tally_ext. intros ((step, g), Y) Hl. specialize (H _ Hl). cbn in H.
  destruct step; [discriminate|]. reflexivity.
Qed.
Theorem rate_theorem net c ls how P Q D : rate_ok net c ls how P Q D = true -> forall D' M, D' <= D -> ~ streams net c P Q D' M.
Proof.
  intros H D' M HD [S1 S2]. unfold rate_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply properb_sound in H1. apply Nat.leb_le in H3, H4. apply Z.ltb_lt in H6. rewrite forallb_forall in H5.
  assert (HM : streams net c P Q D M) by (split; [intros i; apply (brings_longer net D'); auto|exact S2]).
  pose proof (network_stream net c P Q D M (priced net (phase_of Q 0) ls) (bound_at ls (item_bounds net c ls how P Q D)) H1 HM (priced_ok net _ ls H2) H3 H4
    (fun p s => phase_repeats net Q ls p s H4)) as N.
  assert (C : forall i T, i < P -> brings_in net D c T ->
    (bound_at ls (item_bounds net c ls how P Q D) (birth P Q i) <= tally (cost net (seen_from (birth P Q i) (priced net (phase_of Q 0) ls))) T)%Z).
  { intros i T Hi HT. rewrite (tally_ext _ _ T (fun m _ => seen_priced net Q (birth P Q i) ls m)). unfold bound_at.
    destruct (find _ _) as [(b, [l|])|] eqn:F; try (apply tally_nonneg; intros m _; apply cost_nonneg, priced_ok, H2).
    apply find_some in F as [F1 F2]. cbn [fst] in F2. apply Nat.eqb_eq in F2. unfold item_bounds in F1. apply in_map_iff in F1 as (b' & E & _). injection E as -> E.
    apply (bounds_sound net _ (Some D) [c] _ l D) in E as [_ E]; [|exact H1|apply priced_ok, H2|reflexivity|exact I].
    specialize (E 0 T ltac:(cbn; lia) HT). destruct (always ls) eqn:A.
    - rewrite (tally_ext _ (cost net (priced net (phase_of Q b) ls)) T); [exact E|]. intros m _. apply always_costs, A.
    - subst b. exact E. }
  specialize (N C). lia.
Qed.

(* Claim `most`: no stream of a rate above P/Q, whatever the delay. *)
Definition most_ok (net : network) (c : commodity) (ls : list line) (how : means) (P Q : Z) : bool :=
  let y := priced net (fun s => s) ls in
  properb net && lines_ok net ls && always ls && (0 <? Q)%Z && (0 <? budget y 1)%Z &&
  match bounds net y None [c] how with Some [d] => (0 <=? d)%Z && (Q * budget y 1 <=? P * d)%Z | _ => false end.
Theorem most_theorem net c ls how P Q : most_ok net c ls how P Q = true ->
  forall p q D M, 1 <= p -> 1 <= q -> streams net c p q D M -> (Z.of_nat p * Q <= P * Z.of_nat q)%Z.
Proof.
  intros H p q D M Hp Hq HM. unfold most_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply properb_sound in H1. apply Z.ltb_lt in H4, H5. destruct (bounds _ _ _ _ _) as [[|d [|]]|] eqn:E; try discriminate.
  apply andb_prop in H6 as [H6 H7]. apply Z.leb_le in H6, H7. set (y := priced net (fun s => s) ls) in *.
  apply (bounds_sound net y None [c] how [d] D) in E as [_ E]; [|exact H1|apply priced_ok, H2|exact I|intros a s s'; apply always_cost, H3].
  assert (A : forall x s s', In x y -> snd x s = snd x s').
  { intros x s s' Hx. unfold y, priced in Hx. apply in_map_iff in Hx as (((step, g), Y) & <- & Hl). unfold always in H3. rewrite forallb_forall in H3. specialize (H3 _ Hl). cbn in H3 |- *.
    destruct step; [discriminate|reflexivity]. }
  pose proof (network_stream net c p q D M y (fun _ => d) H1 HM (priced_ok net _ ls H2) Hp Hq (fun x s Hx _ => A x _ _ Hx)) as N.
  assert (C : forall i T, i < p -> brings_in net D c T -> (d <= tally (cost net (seen_from (birth p q i) y)) T)%Z).
  { intros i T _ HT. specialize (E 0 T ltac:(cbn; lia) HT). cbn [nth] in E. rewrite (tally_ext _ (cost net y) T); [exact E|].
    intros m _. unfold cost, paid, seen_from. rewrite tally_map. apply tally_ext. intros x Hx. cbn [fst snd]. destruct (has_member _ _); [apply A, Hx|reflexivity]. }
  specialize (N C). cbn beta in N. rewrite tally_const, seq_length in N. rewrite (tally_ext (budget y) (fun _ => budget y 1)), tally_const, seq_length in N.
  2:{ intros s _. apply tally_ext. intros x Hx. rewrite (A x s 1 Hx). reflexivity. }
  assert (0 < Q * budget y 1)%Z by (apply Z.mul_pos_pos; assumption). assert (0 < d)%Z by (destruct (Z.eq_dec d 0) as [->|]; [rewrite Z.mul_0_r in H7|]; lia).
  apply (Z.mul_le_mono_pos_r _ _ d); [assumption|]. apply (Z.mul_le_mono_nonneg_l _ _ Q) in N; [|lia]. apply (Z.mul_le_mono_nonneg_l _ _ (Z.of_nat q)) in H7; lia.
Qed.
