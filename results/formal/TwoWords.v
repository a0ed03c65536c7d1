(* SPDX-License-Identifier: MIT *)
(* L = 2: the words of THEOREMS.md, 9.3, with Pruned.v in place of their explicit orders. A list of heads
   and a list of loops are given; if they are as many as section 9.3 counts (`plan`), there is a stationary
   schedule (plan_stationary). The fillings are dealt from left to right (`deal`). *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Tree Lists Periodic Blocks.
Import ListNotations.
Open Scope nat_scope.

(* A(v) is filled v 0, B(v) is filled v 1: the head, j + c zeros, a ones and c twos. *)
Definition filled (v j a c : nat) : block :=
  Block v (v - 1 - j) (repeat 0 (j + c) ++ repeat 1 a ++ repeat 2 c).
Definition cells (s : nat * nat) : nat := fst s - 2 - 2 * snd s.
Definition is_of (w : nat) (s : nat * nat) : nat := indicator (fst s =? w).
Definition sends_of (u : nat) (s : nat * nat) : nat := indicator ((2 + snd s <=? u) && (u <=? fst s)).

Lemma filled_places v j a c : a + 2 * c + 2 + 2 * j = v -> places (filled v j a c) = v - 1 - j.
Proof. intros. unfold places, filled; cbn [leaves]. rewrite !app_length, !repeat_length. lia. Qed.

Lemma filled_sound t v j a c : v + 2 <= t -> a + 2 * c + 2 + 2 * j = v -> sound_block 2 t (filled v j a c).
Proof.
  intros Ht E. split.
  - right. cbn. lia.
  - intros x Hx. unfold filled in Hx; cbn [leaves] in Hx. rewrite !in_app_iff in Hx.
    destruct Hx as [Hx|[Hx|Hx]]; pose proof (repeat_spec _ _ _ Hx); subst x; [lia| |].
    + destruct a; [destruct Hx|lia].
    + destruct c; [destruct Hx|lia].
  - rewrite filled_places by exact E. cbn. lia.
  - right. cbn. lia.
  - rewrite filled_places by exact E. cbn [filled top leaves]. rewrite !total_app, !total_repeat.
    replace (v + ((j + c) * 0 + (a * 1 + c * 2))) with (2 * (v - 1 - j)) by lia. apply Nat.mod_mul. lia.
Qed.

Lemma filled_gets w v j a c : gets w (filled v j a c) =
  is_of w (v, j) + (j + c) * indicator (0 =? w) + a * indicator (1 =? w) + c * indicator (2 =? w).
Proof. unfold gets, filled, is_of; cbn [top leaves fst]. rewrite !total_app, !total_repeat. lia. Qed.

Lemma filled_gives u v j a c : 2 + 2 * j <= v -> gives u (filled v j a c) = sends_of u (v, j).
Proof.
  intros. unfold gives, filled, sends_of; cbn [top turns fst snd]. do 2 f_equal.
  destruct (Nat.ltb_spec v (u + (v - 1 - j))), (Nat.leb_spec (2 + j) u); lia.
Qed.

(* Dealing a ones and c pairs (2 0) to heads with as many cells in all: only odd fillings must take a 1. *)
Lemma deal t specs : forall a c,
  (forall s, In s specs -> 2 + 2 * snd s <= fst s /\ fst s + 2 <= t) ->
  total cells specs = a + 2 * c -> total (fun s => indicator (Nat.odd (cells s))) specs <= a ->
  exists bs, (forall b, In b bs -> sound_block 2 t b) /\
    (forall w, total (gets w) bs = total (is_of w) specs + (total snd specs + c) * indicator (0 =? w)
                                   + a * indicator (1 =? w) + c * indicator (2 =? w)) /\
    (forall u, total (gives u) bs = total (sends_of u) specs) /\
    total places bs = total (fun s => fst s - 1 - snd s) specs.
Proof.
  induction specs as [|[v j] specs IH]; cbn [total]; intros a c Hs Hc Ho.
  - exists []. assert (a = 0 /\ c = 0) as [-> ->] by lia. cbn. split; [intros b []|]. repeat split.
  - destruct (Hs _ (or_introl eq_refl)) as [Hv Ht]. cbn [fst snd] in Hv, Ht.
    assert (exists a1 c1, cells (v, j) = a1 + 2 * c1 /\ a1 <= a /\ c1 <= c /\
      total (fun s => indicator (Nat.odd (cells s))) specs <= a - a1) as (a1 & c1 & H1 & H2 & H3 & H4).
    { pose proof (Nat.div2_odd (cells (v, j))) as D. set (h := Nat.div2 (cells (v, j))) in *.
      destruct (le_lt_dec h c).
      - exists (indicator (Nat.odd (cells (v, j)))), h. lia.
      - exists (cells (v, j) - 2 * c), c. repeat split; try lia.
        assert (total (fun s => indicator (Nat.odd (cells s))) specs <= total cells specs) as Q.
        { clear. induction specs as [|s specs IH]; cbn [total]; [lia|].
          destruct (cells s); [cbn; lia|]. destruct (Nat.odd (S n)); cbn [Nat.b2n]; lia. }
        lia. }
    destruct (IH (a - a1) (c - c1)) as (bs & B1 & B2 & B3 & B4);
      [intros; apply Hs; right; assumption|lia|exact H4|].
    assert (a1 + 2 * c1 + 2 + 2 * j = v) as E by (unfold cells in H1; cbn [fst snd] in H1; lia).
    exists (filled v j a1 c1 :: bs). split; [|split; [|split]].
    + intros b [<-|Hb]; [apply filled_sound; assumption|auto].
    + intros w. cbn [total]. rewrite B2, filled_gets. cbn [fst snd].
      destruct (0 =? w), (1 =? w), (2 =? w); cbn [Nat.b2n]; lia.
    + intros u. cbn [total]. rewrite B3, filled_gives by exact Hv. reflexivity.
    + cbn [total]. rewrite B4, filled_places by exact E. reflexivity.
Qed.

(* Numbers of a list: equal to w, at least w. *)
Definition equal (w : nat) (l : list nat) : nat := total (fun x => indicator (x =? w)) l.
Definition least (w : nat) (l : list nat) : nat := total (fun x => indicator (w <=? x)) l.
Definition high (l : list nat) : list nat := filter (fun x => 4 <=? x) l.

Lemma total_split g l : (forall x, In x l -> 2 <= x) ->
  total g l = equal 2 l * g 2 + equal 3 l * g 3 + total g (high l).
Proof.
  unfold equal, high. induction l as [|x l IH]; intros H; [reflexivity|]. cbn [total filter].
  rewrite IH by (intros; apply H; right; assumption). specialize (H x (or_introl eq_refl)).
  destruct x as [|[|[|[|x]]]]; cbn [Nat.eqb Nat.leb Nat.b2n total]; lia.
Qed.
Lemma total_cut {A} (g : A -> nat) j l : total g (firstn j l) + total g (skipn j l) = total g l.
Proof. rewrite <- total_app, firstn_skipn. reflexivity. Qed.
Lemma total_ext {A} (g h : A -> nat) l : (forall x, In x l -> g x = h x) -> total g l = total h l.
Proof.
  induction l as [|x l IH]; intros H; [reflexivity|]. cbn [total]. rewrite (H x) by (left; reflexivity).
  rewrite IH; [reflexivity|]. intros; apply H; right; assumption.
Qed.
Lemma total_1 {A} (l : list A) : total (fun _ => 1) l = length l.
Proof. induction l; cbn [total length]; lia. Qed.
Lemma total_indicator {A} (p : A -> bool) l : total (fun x => indicator (p x)) l <= length l.
Proof. induction l; cbn [total length]; [lia|]. destruct (p a); cbn [Nat.b2n]; lia. Qed.
Lemma total_0 {A} (g : A -> nat) l : (forall x, In x l -> g x = 0) -> total g l = 0.
Proof.
  induction l; intros H; cbn [total]; [reflexivity|]. rewrite H by (left; reflexivity). apply IHl.
  intros; apply H; right; assumption.
Qed.
Lemma total_plus {A} (g h : A -> nat) l : total (fun x => g x + h x) l = total g l + total h l.
Proof. induction l; cbn [total]; lia. Qed.

(* The number of values 1 that are sent. *)
Definition ones (heads loops : list nat) : nat := 1 + least 3 heads + equal 3 loops.
(* k heads 2 become leaves, and j of the heads from 4 on words B. *)
Definition dealt (heads : list nat) (k j : nat) : list (nat * nat) :=
  repeat (2, 0) (equal 2 heads - k) ++ repeat (3, 0) (equal 3 heads) ++
  map (fun v => (v, 1)) (firstn j (high heads)) ++ map (fun v => (v, 0)) (skipn j (high heads)).

Lemma dealt_total g heads k j : total g (dealt heads k j) =
  (equal 2 heads - k) * g (2, 0) + equal 3 heads * g (3, 0) +
  total (fun v => g (v, 1)) (firstn j (high heads)) + total (fun v => g (v, 0)) (skipn j (high heads)).
Proof. unfold dealt. rewrite !total_app, !total_map, !total_repeat. lia. Qed.

Lemma high_In x l : In x (high l) -> In x l /\ 4 <= x.
Proof. unfold high. rewrite filter_In, Nat.leb_le. tauto. Qed.
Lemma firstn_In {A} (x : A) j l : In x (firstn j l) -> In x l.
Proof. intros. rewrite <- (firstn_skipn j l). apply in_or_app. auto. Qed.
Lemma skipn_In {A} (x : A) j l : In x (skipn j l) -> In x l.
Proof. intros. rewrite <- (firstn_skipn j l). apply in_or_app. auto. Qed.
Lemma total_minus c l : (forall x, In x l -> c <= x) ->
  total (fun x => x - c) l + c * length l = total (fun x => x) l.
Proof.
  induction l as [|x l IH]; intros H; cbn [total length]; [lia|].
  specialize (IH (fun y Hy => H y (or_intror Hy))).
  specialize (H x (or_introl eq_refl)). lia.
Qed.

Lemma heads_number heads : (forall v, In v heads -> 2 <= v) ->
  length heads = equal 2 heads + equal 3 heads + length (high heads).
Proof. intros H. rewrite <- (total_1 heads), (total_split _ _ H), total_1. lia. Qed.
Lemma heads_sum heads : (forall v, In v heads -> 2 <= v) ->
  total (fun x => x) heads = 2 * equal 2 heads + 3 * equal 3 heads + total (fun x => x) (high heads).
Proof. intros H. rewrite (total_split _ _ H). lia. Qed.

Section Dealt.
Variables (heads : list nat) (k j : nat).
Hypothesis Hheads : forall v, In v heads -> 2 <= v.
Hypothesis Hk : k <= equal 2 heads.
Hypothesis Hj : j <= length (high heads).

Lemma cut_lengths : length (firstn j (high heads)) = j /\
  length (skipn j (high heads)) = length (high heads) - j.
Proof. rewrite firstn_length, skipn_length. lia. Qed.
Lemma first_high x : In x (firstn j (high heads)) -> 4 <= x.
Proof. intros H. apply firstn_In, high_In in H. tauto. Qed.
Lemma rest_high x : In x (skipn j (high heads)) -> 4 <= x.
Proof. intros H. apply skipn_In, high_In in H. tauto. Qed.

Lemma dealt_In s : In s (dealt heads k j) -> In (fst s) heads /\ 2 + 2 * snd s <= fst s /\ snd s <= 1.
Proof.
  unfold dealt. rewrite !in_app_iff, !in_map_iff.
  assert (forall w n, n <= equal w heads -> In s (repeat (w, 0) n) -> s = (w, 0) /\ In w heads) as R.
  { intros w n Hn H. pose proof (repeat_spec _ _ _ H); subst s. split; [reflexivity|].
    destruct n; [destruct H|]. unfold equal in Hn. rewrite total_count in Hn.
    destruct (proj1 (count_In (fun x => x =? w) heads)) as (x & Hx & E); [lia|].
    apply Nat.eqb_eq in E. subst. exact Hx. }
  intros [H|[H|[(v & <- & H)|(v & <- & H)]]].
  - apply R in H as [-> H]; [|lia]. cbn. split; [exact H|lia].
  - apply R in H as [-> H]; [|lia]. cbn. split; [exact H|lia].
  - pose proof (first_high _ H). apply firstn_In, high_In in H. cbn [fst snd]. split; [tauto|lia].
  - pose proof (rest_high _ H). apply skipn_In, high_In in H. cbn [fst snd]. split; [tauto|lia].
Qed.

Lemma dealt_is w : total (is_of w) (dealt heads k j) + k * indicator (2 =? w) = equal w heads.
Proof.
  rewrite dealt_total. unfold equal at 3. rewrite (total_split _ _ Hheads).
  rewrite <- (total_cut _ j (high heads)). unfold is_of; cbn [fst].
  destruct (2 =? w); cbn [Nat.b2n]; lia.
Qed.
Lemma dealt_zeros : total snd (dealt heads k j) = j.
Proof. rewrite dealt_total. cbn [snd]. rewrite total_1, total_0 by auto. destruct cut_lengths. lia. Qed.
Lemma dealt_sends u : 3 <= u -> total (sends_of u) (dealt heads k j) = least u heads.
Proof.
  intros Hu. rewrite dealt_total. unfold least.
  rewrite (total_split _ _ Hheads), <- (total_cut _ j (high heads)).
  rewrite (total_ext (fun v => sends_of u (v, 1)) (fun x => indicator (u <=? x)) (firstn j (high heads))),
    (total_ext (fun v => sends_of u (v, 0)) (fun x => indicator (u <=? x)) (skipn j (high heads))).
  - unfold sends_of; cbn [fst snd]. destruct u as [|[|[|u]]]; try lia. cbn [plus Nat.leb andb Nat.b2n]. lia.
  - intros v _. unfold sends_of; cbn [fst snd]. destruct u as [|[|[|u]]]; try lia. reflexivity.
  - intros v _. unfold sends_of; cbn [fst snd]. destruct u as [|[|[|u]]]; try lia. reflexivity.
Qed.
Lemma dealt_sends_2 : total (sends_of 2) (dealt heads k j) + k + j = length heads.
Proof.
  rewrite dealt_total, (heads_number _ Hheads). destruct cut_lengths as [C1 C2].
  rewrite (total_0 (fun v => sends_of 2 (v, 1))) by reflexivity.
  rewrite (total_ext (fun v => sends_of 2 (v, 0)) (fun _ => 1)), total_1, C2.
  - unfold sends_of; cbn [fst snd plus Nat.leb andb Nat.b2n]. lia.
  - intros v Hv. apply rest_high in Hv. destruct v as [|[|v]]; try lia. reflexivity.
Qed.
Lemma dealt_cells : total cells (dealt heads k j) + 2 * length heads + 2 * j = total (fun x => x) heads.
Proof.
  rewrite dealt_total, (heads_number _ Hheads), (heads_sum _ Hheads). destruct cut_lengths as [C1 C2].
  unfold cells; cbn [fst snd].
  rewrite (total_ext (fun v => v - 2 - 2 * 1) (fun v => v - 4)),
    (total_ext (fun v => v - 2 - 2 * 0) (fun v => v - 2)) by (intros; lia).
  pose proof (total_minus 4 (firstn j (high heads)) first_high) as A.
  pose proof (total_minus 2 (skipn j (high heads))) as B. rewrite <- (total_cut (fun x => x) j (high heads)).
  specialize (B (fun x Hx => Nat.le_trans 2 4 x ltac:(lia) (rest_high x Hx))). lia.
Qed.
Lemma dealt_places : total (fun s => fst s - 1 - snd s) (dealt heads k j) + length heads + k + j =
  total (fun x => x) heads.
Proof.
  rewrite dealt_total, (heads_number _ Hheads), (heads_sum _ Hheads). destruct cut_lengths as [C1 C2].
  cbn [fst snd].
  rewrite (total_ext (fun v => v - 1 - 1) (fun v => v - 2)),
    (total_ext (fun v => v - 1 - 0) (fun v => v - 1)) by (intros; lia).
  pose proof (total_minus 2 (firstn j (high heads))) as A.
  pose proof (total_minus 1 (skipn j (high heads))) as B. rewrite <- (total_cut (fun x => x) j (high heads)).
  specialize (A (fun x Hx => Nat.le_trans 2 4 x ltac:(lia) (first_high x Hx))).
  specialize (B (fun x Hx => Nat.le_trans 1 4 x ltac:(lia) (rest_high x Hx))). lia.
Qed.
Lemma dealt_odd : total (fun s => indicator (Nat.odd (cells s))) (dealt heads k j) <= least 3 heads.
Proof.
  rewrite <- (dealt_sends 3) by lia.
  assert (forall s, In s (dealt heads k j) -> indicator (Nat.odd (cells s)) <= sends_of 3 s) as Q.
  { intros [v i] Hs. apply dealt_In in Hs as (_ & Hs & Hi). unfold cells, sends_of; cbn [fst snd] in *.
    destruct (v - 2 - 2 * i) eqn:E; [cbn; lia|].
    destruct (Nat.odd (S n)), (Nat.leb_spec (2 + i) 3), (Nat.leb_spec 3 v); cbn [andb Nat.b2n]; lia. }
  revert Q. generalize (dealt heads k j) as l. induction l as [|s l IH]; intros Q; cbn [total]; [lia|].
  pose proof (Q s (or_introl eq_refl)). specialize (IH (fun y Hy => Q y (or_intror Hy))). lia.
Qed.
End Dealt.

(* What is asked of heads and loops at depth t; nothing is said of the tree they come from. *)
Record plan (t : nat) (heads loops : list nat) (x : nat) : Prop := {
  pl_heads : forall v, In v heads -> 2 <= v /\ v + 2 <= t;
  pl_loops : forall v, In v loops -> 3 <= v /\ v + 2 <= t;
  pl_rest : forall w, 2 <= w -> w + 2 <= t ->
    equal w heads + equal w loops <= 1 + least (w + 2) heads + equal (w + 2) loops;
  pl_cells : total (fun v => v) heads + t = ones heads loops + 3 * length heads + 2;
  pl_number : length heads + 2 = t + 2 * x;
  pl_five : equal 5 loops <= 1 }.

Lemma equal_out w l : (forall v, In v l -> v <> w) -> equal w l = 0.
Proof.
  intros H. apply total_0. intros v Hv. apply H in Hv. destruct (Nat.eqb_spec v w); [congruence|reflexivity].
Qed.

(* The schedule of sections 9.3 and 9.4. *)
Theorem plan_stationary t heads loops x : 4 <= t -> plan t heads loops x ->
  stationary_for 2 t (t + ones heads loops + length heads + length loops + x).
Proof.
  intros Ht [H1 H2 H3 H4 H5 H6].
  assert (forall v, In v heads -> 2 <= v) as Hh by (intros v Hv; apply H1 in Hv; lia).
  pose proof (heads_number heads Hh) as HN.
  assert (equal 3 heads <= 2 + length (high heads)) as HT.
  { destruct (le_lt_dec 5 t); [|rewrite (equal_out 3); [lia|intros v Hv; apply H1 in Hv; lia]].
    pose proof (H3 3 ltac:(lia) ltac:(lia)) as Q. cbn [plus] in Q.
    assert (least 5 heads <= length (high heads)) as Q2; [|lia].
    unfold least. rewrite (total_split _ _ Hh). change (5 <=? 2) with false. change (5 <=? 3) with false.
    cbn [Nat.b2n].
    pose proof (total_indicator (fun x => 5 <=? x) (high heads)). lia. }
  assert (exists k j, k <= equal 2 heads /\ j <= length (high heads) /\ k + j = x) as (k & j & Hk & Hj & Hkj)
    by (exists (Nat.min x (equal 2 heads)), (x - equal 2 heads); lia).
  pose proof (dealt_cells heads k j Hh Hk Hj) as Dc. pose proof (dealt_places heads k j Hh Hk Hj) as Dp.
  pose proof (dealt_odd heads k j Hh Hk Hj) as Do. pose proof (dealt_zeros heads k j Hk Hj) as Dz.
  pose proof (dealt_sends_2 heads k j Hh Hk Hj) as D2.
  destruct (deal t (dealt heads k j) (ones heads loops) k) as (bs & B1 & B2 & B3 & B4).
  { intros s Hs. apply (dealt_In heads k j Hk Hj) in Hs as (Hs & Hs2 & _). apply H1 in Hs. lia. }
  { lia. }
  { unfold ones. lia. }
  set (all := Block t (t - 1) (repeat 0 (t - 1)) :: map (fun v => Block v 1 []) loops ++ bs).
  assert (total places all = t + ones heads loops + length heads + length loops + x) as <-.
  { unfold all. cbn [total]. rewrite total_app, total_map, B4. unfold places; cbn [leaves length].
    rewrite total_1, repeat_length. lia. }
  assert (forall w, total (gets w) all = indicator (t =? w) + (t - 1) * indicator (0 =? w) + equal w loops +
    total (gets w) bs) as G1.
  { intros w. unfold all. cbn [total]. rewrite total_app, total_map. unfold gets at 1; cbn [top leaves].
    rewrite total_repeat. unfold equal.
    rewrite (total_ext (fun v => gets w (Block v 1 [])) (fun v => indicator (v =? w))); [lia|].
    intros v _. unfold gets; cbn [top leaves total]. lia. }
  assert (forall w, w + 2 <= t ->
    total (gives (w + 2)) all = 1 + equal (w + 2) loops + total (gives (w + 2)) bs) as G2.
  { intros w Hw. unfold all. cbn [total]. rewrite total_app, total_map. unfold gives at 1; cbn [top turns].
    unfold equal. rewrite (total_ext (fun v => gives (w + 2) (Block v 1 []))
      (fun v => indicator (v =? w + 2))).
    - destruct (Nat.ltb_spec t (w + 2 + (t - 1))), (Nat.leb_spec (w + 2) t); cbn [andb Nat.b2n]; lia.
    - intros v _. unfold gives; cbn [top turns].
      destruct (Nat.ltb_spec v (w + 2 + 1)), (Nat.leb_spec (w + 2) v), (Nat.eqb_spec v (w + 2));
        cbn [andb Nat.b2n]; lia. }
  apply blocks_stationary; [lia| | |].
  - intros b [<-|Hb].
    + split; unfold places; cbn [top turns leaves]; rewrite ?repeat_length.
      * auto.
      * intros y Hy. apply repeat_spec in Hy. lia.
      * lia.
      * right. lia.
      * rewrite total_repeat. replace (t + (t - 1) * 0) with (1 * S (t - 1)) by lia. apply Nat.mod_mul. lia.
    + apply in_app_or in Hb as [Hb|Hb]; [|auto]. apply in_map_iff in Hb as (v & <- & Hv). apply H2 in Hv.
      split; unfold places; cbn [top turns leaves length total]; try lia; [intros y []|apply Nat.mod_1_r].
  - rewrite G1, Nat.eqb_refl, B2.
    destruct (Nat.eqb_spec 0 t), (Nat.eqb_spec 1 t), (Nat.eqb_spec 2 t); try lia.
    rewrite (equal_out t loops) by (intros v Hv; apply H2 in Hv; lia).
    pose proof (dealt_is heads k j Hh Hk Hj t) as Q.
    rewrite (equal_out t heads) in Q by (intros v Hv; apply H1 in Hv; lia).
    cbn [Nat.b2n]. lia.
  - intros w Hw. rewrite G1, G2, B2, B3 by exact Hw. pose proof (dealt_is heads k j Hh Hk Hj w) as Q.
    destruct (Nat.eqb_spec t w); [lia|]. destruct w as [|[|[|w]]].
    + cbn [Nat.eqb Nat.b2n plus] in *. rewrite (equal_out 0 loops) by (intros v Hv; apply H2 in Hv; lia).
      rewrite (equal_out 0 heads) in Q by (intros v Hv; apply Hh in Hv; lia). lia.
    + cbn [Nat.eqb Nat.b2n plus] in *. rewrite (equal_out 1 loops) by (intros v Hv; apply H2 in Hv; lia).
      rewrite (equal_out 1 heads) in Q by (intros v Hv; apply Hh in Hv; lia).
      rewrite (dealt_sends heads k j Hh Hk Hj 3) by lia. unfold ones. lia.
    + cbn [Nat.eqb Nat.b2n plus] in *. pose proof (H3 2 ltac:(lia) ltac:(lia)) as H7. cbn [plus] in H7.
      rewrite (dealt_sends heads k j Hh Hk Hj 4) by lia. lia.
    + cbn [Nat.eqb Nat.b2n] in *. pose proof (H3 (S (S (S w))) ltac:(lia) ltac:(lia)) as H7.
      rewrite (dealt_sends heads k j Hh Hk Hj) by lia. lia.
Qed.
