(* SPDX-License-Identifier: MIT *)
(* Section 19.2, Theorem P: with p >= 2 ports f_t processors are served with delay L + t, for every L and t. *)
From Coq Require Import List Arith Lia Permutation.
From Steadycast Require Import Model Hall Lists Ports PortsWords PortsTree.
Import ListNotations.
Open Scope nat_scope.

(* Two lists with the same parts in another order. *)
Ltac perm := apply (Permutation_count_occ Nat.eq_dec); let z := fresh in intros z;
  repeat (rewrite count_occ_app || (progress cbn [count_occ])); repeat destruct (Nat.eq_dec _ _); lia.

(* ---- Which sums j elements of F have: all numbers up to n. ---- *)
Definition sums (F : list nat) (j n : nat) : Prop :=
  forall s, s <= n -> exists A B, Permutation F (A ++ B) /\ length A = j /\ list_sum A = s.

Lemma sums_nil : sums [] 0 0.
Proof. intros s Hs. exists [], []. repeat split; [constructor|cbn; lia]. Qed.
Lemma sums_less F j n n' : n' <= n -> sums F j n -> sums F j n'.
Proof. intros H HF s Hs. apply HF. lia. Qed.
Lemma sums_perm F F' j n : Permutation F F' -> sums F j n -> sums F' j n.
Proof. intros HP HF s Hs. destruct (HF s Hs) as (A & B & H & H'). exists A, B. split; [rewrite <- HP; exact H|exact H']. Qed.
Lemma sums_range k : 1 <= k -> sums (seq 0 k) 1 (k - 1).
Proof.
  intros Hk s Hs. exists [s], (seq 0 s ++ seq (S s) (k - S s)). split; [|split; [reflexivity|cbn; lia]].
  replace k with (s + S (k - S s)) at 1 by lia. rewrite seq_app. cbn [seq Nat.add app]. symmetry. apply Permutation_middle.
Qed.
Lemma sums_app F F' j j' n n' : sums F j n -> sums F' j' n' -> sums (F ++ F') (j + j') (n + n').
Proof.
  intros H H' s Hs. destruct (H (min s n)) as (A & B & HP & HA & HS); [lia|].
  destruct (H' (s - min s n)) as (A' & B' & HP' & HA' & HS'); [lia|].
  exists (A ++ A'), (B ++ B'). split; [|split; [rewrite app_length; lia|rewrite list_sum_app; lia]].
  rewrite HP, HP'. perm.
Qed.
Lemma sums_pair F j n y : y <= n + 1 -> sums F j n -> sums (0 :: y :: F) (j + 1) (n + y).
Proof.
  intros Hy H s Hs. destruct (Nat.le_gt_cases s n).
  - destruct (H s) as (A & B & HP & HA & HS); [lia|]. exists (0 :: A), (y :: B). split; [|split; [cbn [length]; lia|cbn; exact HS]].
    cbn [app]. constructor. rewrite HP. apply Permutation_middle.
  - destruct (H (s - y)) as (A & B & HP & HA & HS); [lia|]. exists (y :: A), (0 :: B). split; [|split; [cbn [length]; lia|]].
    + etransitivity; [apply perm_swap|]. cbn [app]. constructor. rewrite HP. apply Permutation_middle.
    + unfold list_sum in *. cbn. lia.
Qed.
Lemma sums_times k F j n : sums F j n -> sums (times k F) (k * j) (k * n).
Proof. intros H. induction k as [|k IH]; [exact sums_nil|]. cbn [times]. apply sums_app; assumption. Qed.
(* The same with z zeros that are not needed for it. *)
Definition flex (z : nat) (V : list nat) (j l n : nat) : Prop := exists F W, Permutation V (F ++ repeat 0 z ++ W) /\ length F = l /\
  sums F j n.
Lemma flex_more z V X j l n : flex z V j l n -> flex z (V ++ X) j l n.
Proof. intros (F & W & HP & HF). exists F, (W ++ X). split; [|exact HF]. rewrite HP, <- !app_assoc. reflexivity. Qed.
Lemma two_of (a b : nat) G : In a G -> In b G -> a <> b -> exists G', Permutation G (a :: b :: G').
Proof.
  intros Ha Hb Hn. apply in_split in Ha as (l1 & l2 & ->).
  assert (In b (l1 ++ l2)) as H by (rewrite in_app_iff in *; cbn in Hb; intuition congruence).
  apply in_split in H as (m1 & m2 & E). exists (m1 ++ m2). rewrite <- Permutation_middle, E. constructor. symmetry.
  apply Permutation_middle.
Qed.
Lemma flex_pair z V G j l n y : flex z V j l n -> In 0 G -> In y G -> 1 <= y <= n + 1 -> flex z (V ++ G) (j + 1) (l + 2) (n + 1).
Proof.
  intros (F & W & HP & HF & HS) H0 Hy Hyn. destruct (two_of 0 y G H0 Hy ltac:(lia)) as (G' & HG).
  exists (0 :: y :: F), (W ++ G'). split; [|split; [cbn [length]; lia|]].
  - rewrite HP, HG. cbn [app]. perm.
  - apply (sums_less _ _ (n + y)); [lia|]. apply sums_pair; [lia|exact HS].
Qed.
Lemma flex_pairs z k V G j l n y : flex z V j l n -> In 0 G -> In y G -> 1 <= y <= n + 1 ->
  flex z (V ++ times k G) (j + k) (l + 2 * k) (n + k).
Proof.
  intros H H0 Hy Hn. revert V j l n H Hn. induction k as [|k IH]; intros V j l n H Hn; cbn [times].
  - rewrite app_nil_r, Nat.mul_0_r, !Nat.add_0_r. exact H.
  - rewrite app_assoc. replace (j + S k) with (j + 1 + k) by lia. replace (l + 2 * S k) with (l + 2 + 2 * k) by lia.
    replace (n + S k) with (n + 1 + k) by lia.
    apply IH; [eapply flex_pair; eassumption|lia].
Qed.
Lemma sum_positive A : 1 <= list_sum A -> exists y, In y A /\ 1 <= y.
Proof.
  unfold list_sum. induction A as [|a A IH]; cbn; [lia|]. intros H. destruct a; [|exists (S a); split; [left; reflexivity|lia]].
  destruct IH as (y & Hy & H1); [lia|]. exists y. auto.
Qed.
Lemma rest_0 r s z : 1 <= r -> (s + z) mod r = s mod r -> z mod r = 0.
Proof.
  intros Hr H. apply (same_place r _ _ s); [apply Nat.mod_upper_bound; lia|lia|]. rewrite Nat.add_mod_idemp_l by lia.
  rewrite Nat.add_0_l, <- H. f_equal. lia.
Qed.

(* Of k letters that stay the sum is chosen: they are some of F and the first ones of W. *)
Lemma choose p t R k F W j n lo : 1 <= R -> sums F j n -> lo + R <= n + 1 -> j <= k -> 1 <= p * R ->
  length F + length W + 1 = p * R + k -> length F + 1 <= p * R + j ->
  exists C A, Permutation (F ++ W) (C ++ A ++ firstn (k - j) W) /\ length C = p * R - 1 /\ (t + list_sum C) mod R = 0 /\ lo <= list_sum A.
Proof.
  intros HR HF Hn Hj HpR Hlen HlF. set (W1 := firstn (k - j) W). set (W2 := skipn (k - j) W).
  set (Q := t + list_sum F + list_sum W2). set (s := lo + (Q + back_to R lo) mod R).
  assert ((Q + back_to R lo) mod R < R) as Hb by (apply Nat.mod_upper_bound; lia).
  destruct (HF s) as (A & B & HAB & HA & HS); [unfold s; lia|].
  exists (B ++ W2), A. split; [|split; [|split; [|unfold s in HS; lia]]].
  - rewrite HAB. rewrite <- (firstn_skipn (k - j) W) at 1. fold W1 W2. perm.
  - apply Permutation_length in HAB. rewrite app_length in *. unfold W2. rewrite skipn_length. lia.
  - apply (rest_0 R s); [lia|]. rewrite list_sum_app. apply list_sum_perm in HAB. rewrite list_sum_app in HAB.
    replace (s + (t + (list_sum B + list_sum W2))) with Q by (unfold Q; lia).
    unfold s. rewrite Nat.add_mod_idemp_r by lia. replace (lo + (Q + back_to R lo)) with (Q + (lo + back_to R lo)) by lia.
    rewrite <- Nat.add_mod_idemp_r, back_to_0, Nat.add_0_r by lia. reflexivity.
Qed.

Section Whole.
Variables p L : nat.
Hypothesis Hp : 2 <= p.
Hypothesis HL : 1 <= L.

(* The block of the root. *)
Lemma close t bs V h F W j n lo : opened p L t bs V h -> L < t -> Permutation V (F ++ W) -> sums F j n ->
  lo + (t - L + 1) <= n + 1 -> j <= 1 + (p - 1) * h -> length F + 1 <= p * (t - L + 1) + j ->
  exists bs' A, closed p L t bs' (A ++ firstn (1 + (p - 1) * h - j) W) h /\ lo <= list_sum A.
Proof.
  intros HO Ht HP HF Hn Hj HlF.
  pose proof (oi_length _ _ _ _ _ _ (proj1 (trees p L ltac:(lia) HL) _ _ _ _ HO)) as Hlen.
  pose proof (Permutation_length HP) as HlV. rewrite app_length in HlV.
  destruct (choose p t (t - L + 1) (1 + (p - 1) * h) F W j n lo) as (C & A & H1 & H2 & H3' & H4);
    [lia|exact HF|exact Hn|exact Hj|nia|lia|exact HlF|].
  exists ((t - L + 1, t, C) :: bs), A. split; [|exact H4]. apply (closed_block p L t bs V h); try assumption. rewrite HP. exact H1.
Qed.
Lemma close_flex t bs V h j l n z : opened p L t bs V h -> L < t -> 1 <= z -> flex z V j l n -> t - L + 1 <= n -> j <= (p - 1) * h ->
  l + 1 <= p * (t - L + 1) + j -> exists bs' G y, closed p L t bs' G h /\ In 0 G /\ In y G /\ 1 <= y < L.
Proof.
  intros HO Ht Hz (F & W0 & HP & HlF & HF) Hn Hj Hl. destruct z as [|z]; [lia|]. cbn [repeat app] in HP. set (W := repeat 0 z ++ W0) in *.
  destruct (close t bs V h F (0 :: W) j n 1 HO Ht HP HF) as (bs' & A & HC & HA); [lia..|].
  destruct (sum_positive A HA) as (y & Hy & Hy1). exists bs', (A ++ firstn (1 + (p - 1) * h - j) (0 :: W)), y. split; [exact HC|].
  replace (1 + (p - 1) * h - j) with (S ((p - 1) * h - j)) in * by lia. cbn [firstn] in *. repeat split.
  - apply in_or_app. right. left. reflexivity.
  - apply in_or_app. left. exact Hy.
  - exact Hy1.
  - apply (ci_small _ _ _ _ _ _ (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC)). apply in_or_app. left. exact Hy.
Qed.

Lemma open_next t u bs V h bs' G h' h'' : opened p L t bs V h -> closed p L u bs' G h' -> u + L = S t -> h'' = h + p * h' ->
  opened p L (S t) (bs ++ times p bs') (V ++ times p G) h''.
Proof. intros HO HC Hu ->. apply opened_next; [exact HO|]. replace (S t - L) with u by lia. exact HC. Qed.

(* ---- L < t < 2L: the letters are p times those below R. ---- *)
Lemma first_open m : m < L -> exists bs V, opened p L (L + m) bs V 0 /\ Permutation V (times p (seq 0 (m + 1))).
Proof.
  induction m as [|m IH]; intros Hm.
  - exists [], (repeat 0 p). rewrite Nat.add_0_r. split; [constructor|]. cbn [seq Nat.add]. rewrite times_repeat. reflexivity.
  - destruct IH as (bs & V & HO & HP); [lia|]. exists (bs ++ times p []), (V ++ times p [S m]).
    split.
    + replace (L + S m) with (S (L + m)) by lia.
      apply (open_next (L + m) (S m) bs V 0 [] [S m] 0 0 HO); [apply closed_leaf; exact Hm|lia..].
    + rewrite HP. replace (S m + 1) with (S (m + 1)) by lia. rewrite seq_S, times_app. replace (0 + (m + 1)) with (S m) by lia. reflexivity.
Qed.
Lemma first_closed m : 1 <= m < L -> exists bs y, closed p L (L + m) bs [y] 0 /\ (p = 2 -> m = L - 1 -> y = L - 1).
Proof.
  intros Hm. destruct (first_open m ltac:(lia)) as (bs & V & HO & HP). set (y := (L + m + list_sum V) mod (m + 1)).
  assert (y < m + 1) as Hy by (apply Nat.mod_upper_bound; lia).
  assert (In y V) as Hi by (rewrite HP; destruct p as [|p']; [lia|]; cbn [times]; apply in_or_app; left; apply in_seq; lia).
  apply in_split in Hi as (l1 & l2 & E).
  assert (Permutation V (l1 ++ l2 ++ [y])) as HPy by (rewrite E, app_assoc; rewrite <- Permutation_middle; apply Permutation_cons_append).
  exists ((L + m - L + 1, L + m, l1 ++ l2) :: bs), y. split.
  - apply (closed_block p L (L + m) bs V 0); [lia|exact HO|rewrite <- app_assoc; exact HPy| |].
    + apply Permutation_length in HP. apply Permutation_length in HPy. rewrite times_length, seq_length in HP. rewrite !app_length in *.
      cbn [length] in HPy.
      replace (L + m - L + 1) with (m + 1) by lia. lia.
    + replace (L + m - L + 1) with (m + 1) by lia. apply (rest_0 (m + 1) y); [lia|]. apply list_sum_perm in HPy.
      rewrite !list_sum_app in *. cbn in HPy.
      replace (y + (L + m + (list_sum l1 + list_sum l2))) with (L + m + list_sum V) by lia. fold y. symmetry. apply Nat.mod_small. exact Hy.
  - intros E2 Em. unfold y. rewrite (list_sum_perm _ _ HP), times_sum, E2, list_sum_seq. rewrite Em. replace (L - 1 + 1) with L by lia.
    replace (L + (L - 1) + L * (2 * 0 + L - 1)) with (L - 1 + L * L) by nia. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
Qed.
(* t = 2L: zeros, p of them for each of p heads of value L, are left. *)
Lemma second_open : 2 <= L -> exists bs V, opened p L (2 * L) bs V p /\ Permutation V (times p (seq 0 L) ++ repeat 0 (p * p)).
Proof.
  intros H2. destruct (first_open (L - 1) ltac:(lia)) as (bs & V & HO & HP). replace (L - 1 + 1) with L in HP by lia.
  exists (bs ++ times p []), (V ++ times p (repeat 0 p)). split; [|rewrite HP, repeat_mul; reflexivity].
  replace (2 * L) with (S (L + (L - 1))) by lia. apply (open_next (L + (L - 1)) L bs V 0 [] (repeat 0 p) 1 p HO (closed_one p L)); lia.
Qed.

Section Large.
Hypothesis H3 : 3 <= L.
(* Three ports or more. *)
Section More.
Hypothesis Hp3 : 3 <= p.
Definition stage_3 (m : nat) := exists bs V h, opened p L (2 * L - 1 + m) bs V h /\
  flex (p * p) V (p + p * (m - L)) (p * L + 2 * (p * (m - L))) (p * (L - 1) + p * (m - L)) /\ p * (1 + (m - L)) <= h.
Lemma close_3 m : 1 <= m -> stage_3 m -> exists bs G h y, closed p L (2 * L - 1 + m) bs G h /\ 1 <= h /\ In 0 G /\ In y G /\ 1 <= y < L.
Proof.
  intros Hm (bs & V & h & HO & HF & Hh).
  destruct (close_flex _ _ _ _ _ _ _ (p * p) HO ltac:(lia) ltac:(nia) HF) as (bs' & G & y & HC & HG).
  - replace (2 * L - 1 + m - L + 1) with (L + m) by lia. destruct (Nat.le_gt_cases m L); nia.
  - nia.
  - replace (2 * L - 1 + m - L + 1) with (L + m) by lia. destruct (Nat.le_gt_cases m L); nia.
  - exists bs', G, h, y. split; [exact HC|]. split; [nia|exact HG].
Qed.
Lemma all_3 m : 1 <= m -> stage_3 m.
Proof.
  induction m as [m IH] using lt_wf_ind. intros Hm. destruct (Nat.eq_dec m 1) as [->|].
  - destruct (second_open ltac:(lia)) as (bs & V & HO & HP). exists bs, V, p. replace (2 * L - 1 + 1) with (2 * L) by lia.
    split; [exact HO|].
    replace (1 - L) with 0 by lia. rewrite Nat.mul_0_r, !Nat.add_0_r, Nat.mul_1_r. split; [|lia].
    exists (times p (seq 0 L)), []. split; [|split; [rewrite times_length, seq_length; lia|]].
    + rewrite HP, app_nil_r. reflexivity.
    + replace p with (p * 1) at 2 by lia. apply sums_times, sums_range. lia.
  - destruct (IH (m - 1) ltac:(lia) ltac:(lia)) as (bs & V & h & HO & HF & Hh). set (t := 2 * L - 1 + (m - 1)) in *.
    assert (2 * L - 1 + m = S t) as Et by (unfold t; lia). unfold stage_3. rewrite Et. destruct (Nat.le_gt_cases m L) as [Hc|Hc].
    + destruct (first_closed (m - 1) ltac:(lia)) as (bs' & y & HC & _). exists (bs ++ times p bs'), (V ++ times p [y]), (h + p * 0).
      split; [|split].
      * apply (open_next _ _ _ _ _ _ _ _ _ HO HC); unfold t; lia.
      * replace (m - 1 - L) with 0 in HF by lia. replace (m - L) with 0 by lia. apply flex_more. exact HF.
      * replace (m - L) with (m - 1 - L) by lia. lia.
    + destruct (close_3 (m - L) ltac:(lia) (IH (m - L) ltac:(lia) ltac:(lia))) as (bs' & G & h' & y & HC & Hh' & H0 & Hy & Hy1).
      exists (bs ++ times p bs'), (V ++ times p G), (h + p * h'). split; [|split].
      * apply (open_next _ _ _ _ _ _ _ _ _ HO HC); unfold t; lia.
      * assert (p * (m - L) = p * (m - 1 - L) + p) as E by (replace (m - L) with (S (m - 1 - L)) by lia; lia). rewrite E.
        replace (p + (p * (m - 1 - L) + p)) with (p + p * (m - 1 - L) + p) by lia.
        replace (p * L + 2 * (p * (m - 1 - L) + p)) with (p * L + 2 * (p * (m - 1 - L)) + 2 * p) by lia.
        replace (p * (L - 1) + (p * (m - 1 - L) + p)) with (p * (L - 1) + p * (m - 1 - L) + p) by lia.
        apply (flex_pairs _ p V G _ _ _ y HF H0 Hy). nia.
      * replace (m - L) with (S (m - 1 - L)) by lia. nia.
Qed.
End More.
End Large.
End Whole.

(* Two ports, L >= 3. *)
Section Two.
Variable L : nat.
Hypothesis H3 : 3 <= L.
Let H2 : 2 <= 2 := le_n 2.
Let HL : 1 <= L.
Proof. lia. Qed.
Definition first_2 (m : nat) := exists bs V h E, opened 2 L (2 * L - 1 + m) bs V h /\ Permutation V (times 2 (seq 0 L) ++ [0; 0; 0;
  0] ++ E) /\
  2 <= h /\ (m = L -> exists E', Permutation E (L - 1 :: L - 1 :: E')).
Lemma all_first_2 m : 1 <= m <= L -> first_2 m.
Proof.
  induction m as [|m IH]; intros Hm; [lia|]. destruct m as [|m].
  - destruct (second_open 2 L H2 HL ltac:(lia)) as (bs & V & HO & HP). exists bs, V, 2, []. replace (2 * L - 1 + 1) with (2 * L) by lia.
    repeat split; [exact HO|exact HP|lia|lia].
  - destruct IH as (bs & V & h & E & HO & HP & Hh & _); [lia|].
    destruct (first_closed 2 L H2 HL (S m) ltac:(lia)) as (bs' & y & HC & Hy).
    exists (bs ++ times 2 bs'), (V ++ times 2 [y]), h, (times 2 [y] ++ E).
    replace (2 * L - 1 + S (S m)) with (S (2 * L - 1 + S m)) by lia. split; [|split; [|split; [exact Hh|]]].
    + apply (open_next 2 L H2 HL _ _ _ _ _ _ _ _ _ HO HC); lia.
    + rewrite HP. set (X := times 2 (seq 0 L)). cbn [times app]. perm.
    + intros Em. exists E. rewrite Hy by lia. reflexivity.
Qed.
(* t < 3L - 2: two letters of the p copies of 0, .., L-1, and a zero. *)
Lemma close_first m : 1 <= m <= L - 2 -> exists bs G h y, closed 2 L (2 * L - 1 + m) bs G h /\ 2 <= h /\ In 0 G /\ In y G /\ 1 <= y < L.
Proof.
  intros Hm. destruct (all_first_2 m ltac:(lia)) as (bs & V & h & E & HO & HP & Hh & _).
  destruct (close_flex 2 L H2 HL _ bs V h 2 (2 * L) (2 * (L - 1)) 1 HO) as (bs' & G & y & HC & HG); try lia.
  - exists (times 2 (seq 0 L)), ([0; 0; 0] ++ E). split; [exact HP|]. split; [rewrite times_length, seq_length; lia|].
    apply (sums_times 2 (seq 0 L) 1 (L - 1)), sums_range. lia.
  - exists bs', G, h, y. auto.
Qed.
(* t < 3L: three letters, without the zero. *)
Lemma close_three m : 1 <= m <= L -> exists bs G h, closed 2 L (2 * L - 1 + m) bs G h /\ 2 <= h.
Proof.
  intros Hm. destruct (all_first_2 m Hm) as (bs & V & h & E & HO & HP & Hh & _).
  destruct (close 2 L H2 HL _ bs V h (0 :: (L - 1) :: (seq 0 L ++ seq 0 (L - 1))) ([0; 0;
    0] ++ E) 3 (L - 1 + (L - 1 - 1) + (L - 1)) 0 HO) as (bs' & A & HC & _).
  - lia.
  - rewrite HP. cbn [times]. replace (seq 0 L) with (seq 0 (L - 1) ++ [L - 1]) at 2.
    + cbn [app]. perm.
    + replace L with (S (L - 1)) at 3 by lia. rewrite seq_S. reflexivity.
  - apply (sums_pair _ 2); [lia|]. apply (sums_app _ _ 1 1); apply sums_range; lia.
  - lia.
  - lia.
  - cbn [length]. rewrite app_length, !seq_length. lia.
  - exists bs', (A ++ firstn (1 + (2 - 1) * h - 3) ([0; 0; 0] ++ E)), h. auto.
Qed.
(* From t = 3L - 1 on.  All depths but two add pairs. *)
Definition pairs (i : nat) := min i (L - 2) + (i - L).
Definition later_2 (m : nat) := exists bs V h, opened 2 L (2 * L - 1 + m) bs V h /\
  flex 1 V (4 + 2 * pairs (m - L)) (2 * L + 4 + 4 * pairs (m - L)) (4 * (L - 1) + 2 * pairs (m - L)) /\ 2 + 4 * (m - L) <= h.
Lemma close_later m : L + 1 <= m -> later_2 m ->
  exists bs G h y, closed 2 L (2 * L - 1 + m) bs G h /\ 2 <= h /\ In 0 G /\ In y G /\ 1 <= y < L.
Proof.
  intros Hm (bs & V & h & HO & HF & Hh). unfold pairs in *.
  destruct (close_flex 2 L H2 HL _ _ _ _ _ _ _ _ HO ltac:(lia) (le_n 1) HF) as (bs' & G & y & HC & HG); [lia..|].
  exists bs', G, h, y. split; [exact HC|]. split; [lia|exact HG].
Qed.
Lemma all_later m : L <= m -> later_2 m.
Proof.
  induction m as [m IH] using lt_wf_ind. intros Hm. destruct (Nat.eq_dec m L) as [->|].
  - destruct (all_first_2 L ltac:(lia)) as (bs & V & h & E & HO & HP & Hh & HE). destruct (HE eq_refl) as (E' & HE'). exists bs, V, h.
    replace (L - L) with 0 by lia. unfold pairs. cbn [Nat.min Nat.sub Nat.add Nat.mul]. split; [exact HO|split; [|lia]].
    exists (0 :: L - 1 :: 0 :: L - 1 :: times 2 (seq 0 L)), (0 :: E').
    cbn [repeat app]. split; [|split].
    + rewrite HP, HE'. set (X := times 2 (seq 0 L)). cbn [app]. perm.
    + cbn [length]. rewrite times_length, seq_length. lia.
    + apply (sums_less _ _ (2 * (L - 1) + (L - 1) + (L - 1))); [lia|]. apply (sums_pair _ 3); [lia|]. apply (sums_pair _ 2); [lia|].
      apply (sums_times 2 (seq 0 L) 1 (L - 1)), sums_range. lia.
  - destruct (IH (m - 1) ltac:(lia) ltac:(lia)) as (bs & V & h & HO & HF & Hh). set (t := 2 * L - 1 + (m - 1)) in *.
    assert (2 * L - 1 + m = S t) as Et by (unfold t; lia). unfold later_2. rewrite Et.
    assert ((m - L <= L - 2 \/ L + 1 <= m - L) \/ m - L = L - 1 \/ m - L = L) as [Hc|Hc] by lia.
    + assert (exists bs G h y, closed 2 L (2 * L - 1 + (m - L)) bs G h /\ 2 <= h /\ In 0 G /\ In y G /\
      1 <= y < L) as (bs' & G & h' & y & HC & Hh' & H0 & Hy & Hy1).
      { destruct Hc; [apply close_first; lia|]. apply close_later; [lia|]. apply IH; lia. }
      exists (bs ++ times 2 bs'), (V ++ times 2 G), (h + 2 * h'). split; [|split; [|lia]].
      * apply (open_next 2 L H2 HL _ _ _ _ _ _ _ _ _ HO HC); unfold t; lia.
      * assert (pairs (m - L) = pairs (m - 1 - L) + 1) as -> by (unfold pairs; lia).
        replace (4 + 2 * (pairs (m - 1 - L) + 1)) with (4 + 2 * pairs (m - 1 - L) + 2) by lia.
        replace (2 * L + 4 + 4 * (pairs (m - 1 - L) + 1)) with (2 * L + 4 + 4 * pairs (m - 1 - L) + 2 * 2) by lia.
        replace (4 * (L - 1) + 2 * (pairs (m - 1 - L) + 1)) with (4 * (L - 1) + 2 * pairs (m - 1 - L) + 2) by lia.
        apply (flex_pairs _ 2 V G _ _ _ y HF H0 Hy). lia.
    + destruct (close_three (m - L) ltac:(lia)) as (bs' & G & h' & HC & Hh'). exists (bs ++ times 2 bs'), (V ++ times 2 G), (h + 2 * h').
      split; [|split; [|lia]].
      * apply (open_next 2 L H2 HL _ _ _ _ _ _ _ _ _ HO HC); unfold t; lia.
      * assert (pairs (m - L) = pairs (m - 1 - L)) as -> by (unfold pairs; lia). apply flex_more. exact HF.
Qed.
Lemma whole_2 m : 1 <= m -> exists bs G h, closed 2 L (2 * L - 1 + m) bs G h.
Proof.
  intros Hm. destruct (Nat.le_gt_cases m L).
  - destruct (close_three m ltac:(lia)) as (bs & G & h & HC & _). eauto.
  - destruct (close_later m ltac:(lia) (all_later m ltac:(lia))) as (bs & G & h & y & HC & _). eauto.
Qed.
End Two.

Lemma whole_large p L t : 2 <= p -> 3 <= L -> exists bs G h, closed p L t bs G h.
Proof.
  intros Hp HL. destruct (Nat.lt_ge_cases t L); [exists [], [t], 0; apply closed_leaf; assumption|].
  destruct (Nat.eq_dec t L) as [->|]; [exists [], (repeat 0 p), 1; apply closed_one|].
  destruct (Nat.lt_ge_cases t (2 * L)).
  - destruct (first_closed p L Hp ltac:(lia) (t - L) ltac:(lia)) as (bs & y & HC & _). replace (L + (t - L)) with t in HC by lia. eauto.
  - replace t with (2 * L - 1 + (t - 2 * L + 1)) by lia. destruct (Nat.eq_dec p 2) as [->|]; [apply whole_2; lia|].
    destruct (close_3 p L Hp ltac:(lia) HL ltac:(lia) (t - 2 * L + 1) ltac:(lia)) as (bs & G & h & y & HC & _); [apply all_3; lia|]. eauto.
Qed.

(* L = 1: all letters are 0. *)
Lemma all_same (a : nat) l : (forall u, In u l -> u = a) -> l = repeat a (length l).
Proof. induction l as [|b l IH]; intros H; [reflexivity|]. cbn. rewrite (H b (or_introl eq_refl)). f_equal. apply IH. intros u Hu.
  apply H. right; exact Hu. Qed.
Lemma list_sum_repeat a n : list_sum (repeat a n) = n * a.
Proof. unfold list_sum. induction n; cbn; lia. Qed.
Section One.
Variable p : nat.
Hypothesis Hp : 2 <= p.
Lemma one_close t bs V h : 1 <= t -> opened p 1 t bs V h -> (2 <= t -> p <= h) ->
  exists bs' G h', closed p 1 t bs' G h' /\ 1 <= h' /\ (2 <= t -> p <= h').
Proof.
  intros Ht HO Hh. destruct (Nat.eq_dec t 1) as [->|]; [exists [], (repeat 0 p), 1; split; [apply closed_one|lia]|].
  pose proof (proj1 (trees p 1 ltac:(lia) ltac:(lia)) _ _ _ _ HO) as [_ A2 _ _ A5 _ _].
  exists ((t - 1 + 1, t, repeat 0 (p * (t - 1 + 1) - 1)) :: bs), (repeat 0 (1 + (p - 1) * h)), h.
  split; [|specialize (Hh ltac:(lia)); lia]. apply (closed_block p 1 t bs V h); [lia|exact HO| |apply repeat_length|].
  - rewrite (all_same 0 V) by (intros u Hu; apply A2 in Hu; lia). rewrite <- repeat_add, A5.
    replace (p * (t - 1 + 1) - 1 + (1 + (p - 1) * h)) with (p * (t - 1 + 1) + (p - 1) * h) by nia. reflexivity.
  - rewrite list_sum_repeat, Nat.mul_0_r, Nat.add_0_r. replace (t - 1 + 1) with t by lia. apply Nat.mod_same. lia.
Qed.
Lemma one_open t : 1 <= t -> exists bs V h, opened p 1 t bs V h /\ (2 <= t -> p <= h).
Proof.
  induction t as [|t IH]; intros Ht; [lia|].
  destruct (Nat.eq_dec t 0) as [->|]; [exists [], (repeat 0 p), 0; split; [apply opened_first|lia]|].
  destruct IH as (bs & V & h & HO & Hh); [lia|].
  destruct (one_close t bs V h ltac:(lia) HO Hh) as (bs' & G & h' & HC & Hh' & _).
  exists (bs ++ times p bs'), (V ++ times p G), (h + p * h'). split; [|nia]. apply opened_next; [exact HO|].
  replace (S t - 1) with t by lia. exact HC.
Qed.
End One.

(* L = 2: the root's block has R - 1 ones and (p - 1) R zeros; g ones and z zeros are left. *)
Section Both.
Variable p : nat.
Hypothesis Hp : 2 <= p.
Definition left_open (t g z : nat) := exists bs V h, opened p 2 t bs V h /\
  Permutation V (repeat 1 (g + (t - 2)) ++ repeat 0 (z + (p - 1) * (t - 1))).
Definition left_over (t g z : nat) := exists bs G h, closed p 2 t bs G h /\ Permutation G (repeat 1 g ++ repeat 0 z).
Lemma both_close t g z : 3 <= t -> left_open t g z -> left_over t g z.
Proof.
  intros Ht (bs & V & h & HO & HP).
  exists ((t - 2 + 1, t, repeat 1 (t - 2) ++ repeat 0 ((p - 1) * (t - 1))) :: bs), (repeat 1 g ++ repeat 0 z), h.
  split; [|reflexivity]. apply (closed_block p 2 t bs V h); [lia|exact HO| | |].
  - rewrite HP, !repeat_add. perm.
  - rewrite app_length, !repeat_length. replace (t - 2 + 1) with (t - 1) by lia. nia.
  - rewrite list_sum_app, !list_sum_repeat. replace (t - 2 + 1) with (t - 1) by lia.
    replace (t + ((t - 2) * 1 + (p - 1) * (t - 1) * 0)) with (2 * (t - 1)) by lia. apply Nat.mod_mul. lia.
Qed.
Lemma both_next t g z g' z' : 3 <= t -> left_open t g z -> left_over (t - 1) g' z' -> 1 <= g + p * g' -> p - 1 <= z + p * z' ->
  left_open (S t) (g + p * g' - 1) (z + p * z' - (p - 1)).
Proof.
  intros Ht (bs & V & h & HO & HP) (bs' & G & h' & HC & HG) H1 H0. exists (bs ++ times p bs'), (V ++ times p G), (h + p * h'). split.
  - apply opened_next; [exact HO|]. replace (S t - 2) with (t - 1) by lia. exact HC.
  - rewrite HP, (times_perm p _ _ HG), times_app, <- !repeat_mul.
    replace (g + p * g' - 1 + (S t - 2)) with (g + (t - 2) + p * g') by lia.
    replace (z + p * z' - (p - 1) + (p - 1) * (S t - 1)) with (z + (p - 1) * (t - 1) + p * z').
    + rewrite !(repeat_add _ (_ + _)). perm.
    + replace (S t - 1) with (S (t - 1)) by lia. rewrite Nat.mul_succ_r. lia.
Qed.
(* Two depths, an even one and the next, and how much is left. *)
Definition both_left (t : nat) := exists g z g' z', left_open t g z /\ left_open (S t) g' z' /\ p + t <= z + 3 /\
  2 * p <= z + 2 /\ 2 * p <= z' + 2 /\ (1 <= g' \/ p + S t <= z' + 3 /\ 2 * p + S t <= z' + 4) /\ (3 <= p /\ 1 <= g \/ p = 2 /\ g = 0 /\
    g' = 1) /\ (5 <= p -> 1 <= g /\ 1 <= g' /\ 3 * p <= z + 3 /\ 3 * p <= z' + 3).
Lemma over_3 : exists y, left_over 3 y (1 - y) /\ y <= 1 /\ (p = 2 -> y = 1).
Proof.
  destruct (first_closed p 2 Hp ltac:(lia) 1 ltac:(lia)) as (bs & y & HC & Hy). exists y.
  pose proof (ci_small _ _ _ _ _ _ (proj2 (trees p 2 ltac:(lia) ltac:(lia)) _ _ _ _ HC) y (or_introl eq_refl)) as Hy2.
  split; [|split; [lia|intros E; apply Hy; [exact E|reflexivity]]].
  exists bs, [y], 0. split; [exact HC|]. destruct y as [|[|y]]; [reflexivity|reflexivity|lia].
Qed.
Lemma both_4 : both_left 4.
Proof.
  destruct (second_open p 2 Hp ltac:(lia) ltac:(lia)) as (bs & V & HO & HP). cbn [Nat.mul Nat.add] in HO.
  assert (left_open 4 (p - 2) (p * p + 3 - 2 * p)) as H4.
  { exists bs, V, p. split; [exact HO|]. rewrite HP. change (seq 0 2) with ([0] ++ [1]). rewrite times_app, !times_repeat.
    replace (p - 2 + (4 - 2)) with p by lia. replace (p * p + 3 - 2 * p + (p - 1) * (4 - 1)) with (p + p * p) by nia.
    rewrite repeat_add. perm. }
  destruct over_3 as (y & K3 & Hy1 & Hy). pose proof (both_next 4 _ _ _ _ ltac:(lia) H4 K3) as H5.
  exists (p - 2), (p * p + 3 - 2 * p), (p - 2 + p * y - 1), (p * p + 3 - 2 * p + p * (1 - y) - (p - 1)).
  split; [exact H4|]. destruct (Nat.eq_dec p 2) as [E|E].
  - specialize (Hy E). rewrite Hy in *. split; [apply H5; lia|]. rewrite E. cbn. lia.
  - assert (p * p >= 3 * p) by nia. assert (p * p + 6 >= 5 * p) by nia. assert (5 <= p -> p * p + 7 >= 6 * p) by nia.
    split; [apply H5; lia|]. assert (y = 0 \/ y = 1) as [->| ->] by lia; lia.
Qed.
Lemma both_all n : both_left (4 + 2 * n).
Proof.
  induction n as [|n IH]; [exact both_4|]. destruct IH as (g & z & g' & z' & H & H' & Hz & Hz2p & Hz' & _ & Hg & H5). set (t := 4 + 2 * n) in *.
  replace (4 + 2 * S n) with (S (S t)) by lia.
  assert (p - 1 <= z' + p * z) as Z1 by nia. assert (1 <= g' + p * g) as G1 by nia.
  assert (left_over t g z) as K by (apply both_close; [lia|exact H]).
  assert (left_over (S t) g' z') as K' by (apply both_close; [lia|exact H']).
  replace t with (S t - 1) in K by lia. pose proof (both_next (S t) g' z' g z ltac:(lia) H' K G1 Z1) as H2.
  set (g2 := g' + p * g - 1) in *. set (z2 := z' + p * z - (p - 1)) in *.
  assert (2 * z <= p * z) as Hpz by (apply Nat.mul_le_mono_r; exact Hp). assert (p + S (S t) <= z2 + 3) as Hz2 by (unfold z2, t in *; lia).
  assert (3 <= p /\ 1 <= g2 \/ p = 2 /\ g2 = 0 /\ g' = 1) as Hg2 by (unfold g2; destruct Hg as [Hg|(-> & -> & ->)]; [left; nia|right; lia]).
  assert (1 <= g2 + p * g') as G2 by (destruct Hg2 as [Hg2|(-> & -> & ->)]; lia).
  replace (S t) with (S (S t) - 1) in K' by lia. assert (p - 1 <= z2 + p * z') as Z2 by nia.
  pose proof (both_next (S (S t)) g2 z2 g' z' ltac:(lia) H2 K' G2 Z2) as H3'.
  assert (z2 + 1 <= z2 + p * z' - (p - 1)) as Z3 by nia.
  exists g2, z2, (g2 + p * g' - 1), (z2 + p * z' - (p - 1)). split; [exact H2|]. split; [exact H3'|]. split; [exact Hz2|].
  split; [lia|]. split; [lia|]. split.
  { destruct (Nat.eq_dec p 2) as [E|E]; [left; lia|right]. assert (3 * z' <= p * z') by (apply Nat.mul_le_mono_r; lia). lia. }
  split; [destruct Hg2 as [Hg2|(-> & E & ->)]; [left; exact Hg2|right; lia]|].
  intros Hp5. destruct (H5 Hp5) as (I1 & I2 & I3 & I4). assert (1 <= g2) as I5 by (unfold g2; nia).
  split; [exact I5|]. split; [nia|]. split; [unfold z2; nia|nia].
Qed.
Lemma over_odd n : exists g z, left_over (3 + 2 * n) g z /\ (p = 2 -> g = 1).
Proof.
  destruct n as [|n]; [destruct over_3 as (y & K & _ & Hy); eauto|].
  destruct (both_all n) as (g & z & g' & z' & _ & H & _ & _ & _ & _ & Hg & _). exists g', z'. split; [|lia].
  apply both_close; [lia|]. replace (3 + 2 * S n) with (S (4 + 2 * n)) by lia. exact H.
Qed.
Lemma both_ready t : 4 <= t -> exists g z g' z', left_open t g z /\ left_over (t - 1) g' z' /\ 2 * p <= z + 2 /\
  (1 <= g \/ p + t <= z + 3) /\ (1 <= g \/ p = 2 \/ 2 * p + t <= z + 4) /\ (1 <= g \/ 1 <= g') /\ (5 <= p -> 1 <= g /\ 3 * p <= z + 3).
Proof.
  intros Ht. set (n := (t - 4) / 2). pose proof (Nat.div_mod (t - 4) 2 ltac:(lia)) as D. fold n in D.
  pose proof (Nat.mod_upper_bound (t - 4) 2 ltac:(lia)). destruct (both_all n) as (g & z & g' & z' & H1 & H2 & Hz & Hz2p & Hz' & Hgz & Hg & H5).
  destruct (Nat.eq_dec ((t - 4) mod 2) 0).
  - destruct (over_odd n) as (go & zo & K & Ho). replace (3 + 2 * n) with (t - 1) in K by lia. replace (4 + 2 * n) with t in * by lia.
    exists g, z, go, zo. split; [exact H1|]. split; [exact K|]. lia.
  - apply both_close in H1; [|lia]. replace (4 + 2 * n) with (t - 1) in H1 by lia. replace (S (4 + 2 * n)) with t in * by lia.
    exists g', z', g, z. split; [exact H2|]. split; [exact H1|]. lia.
Qed.
Lemma both_whole t : exists bs G h, closed p 2 t bs G h.
Proof.
  destruct (Nat.lt_ge_cases t 2); [exists [], [t], 0; apply closed_leaf; assumption|].
  destruct (Nat.eq_dec t 2) as [->|]; [exists [], (repeat 0 p), 1; apply closed_one|].
  destruct (Nat.eq_dec t 3) as [->|]; [destruct (first_closed p 2 Hp ltac:(lia) 1 ltac:(lia)) as (bs & y & HC & _); eauto|].
  destruct (both_ready t ltac:(lia)) as (g & z & g' & z' & HO & _).
  destruct (both_close t g z ltac:(lia) HO) as (bs & G & h & HC & _). eauto.
Qed.
End Both.

(* Theorem P. *)
Lemma whole_closed p L t : 2 <= p -> 1 <= L -> exists bs G h, closed p L t bs G h.
Proof.
  intros Hp HL. destruct (Nat.le_gt_cases 3 L); [apply whole_large; assumption|].
  assert (L = 1 \/ L = 2) as [->| ->] by lia; [|apply both_whole; exact Hp].
  destruct (Nat.eq_dec t 0) as [->|]; [exists [], [0], 0; apply closed_leaf; lia|].
  destruct (one_open p Hp t ltac:(lia)) as (bs & V & h & HO & Hh).
  destruct (one_close p Hp t bs V h ltac:(lia) HO Hh) as (bs' & G & h' & HC & _). eauto.
Qed.
Lemma whole_found p L t : 2 <= p -> 1 <= L -> found p L t (pf p L t).
Proof. intros Hp HL. destruct (whole_closed p L t Hp HL) as (bs & G & h & HC). eapply closed_found; [lia|exact HL|exact HC]. Qed.
Theorem theorem_P p L t : 2 <= p -> 1 <= L -> ports_possible p L (pf p L t) (L + t).
Proof. intros Hp HL. apply found_serves; [lia|exact HL|apply whole_found; assumption]. Qed.
