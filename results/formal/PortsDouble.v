(* SPDX-License-Identifier: MIT *)
(* Section 19.4, Theorem R whole: double partial heads, two of an item that send j copies together.  With them the least delay is known
   for t <= L and t >= 2L, and one step more than L + B(N) is enough for all N, by 19.6. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists UpperBound Ports PortsWords PortsTree PortsWhole PortsEvery PortsLine.
Import ListNotations.
Open Scope nat_scope.

Section Two.
Variables p L j : nat.
Hypothesis Hp : 5 <= p.
Hypothesis HL : 1 <= L.
Hypothesis Hj : 2 <= j < p.
Lemma spare_two : spare p = 2 * (p - 1).
Proof. pose proof (spare_cases p ltac:(lia)). lia. Qed.
Lemma two_of t N bs G h : L <= t -> almost p L t N bs (repeat 0 (2 * (p - 1)) ++ G) h -> ports_possible p L (N - (2 * p - j)) (L + t).
Proof.
  intros Ht H. pose proof (al_length _ _ _ _ _ _ _ H) as Hl. rewrite app_length, repeat_length in Hl.
  assert (2 <= h) as Hh by (destruct h as [|[|h]]; lia).
  destruct (almost_two p L ltac:(lia) HL t N bs _ h j (repeat 0 (j - 2) ++ G) H Ht Hh ltac:(lia)) as (bs' & es & HP).
  - replace (2 * (p - 1)) with (2 * p - j + (j - 2)) by lia. rewrite repeat_add, <- app_assoc. reflexivity.
  - eapply placed_serves; [|exact HL|exact HP]. lia.
Qed.
(* t = 2L: the root sends L times, to letters of the values 1, .., L, two of which are the heads. *)
Lemma two_flat : ports_possible p L (1 + p * L + j) (L + 2 * L).
Proof.
  set (X := 0 :: 0 :: times 2 (seq 1 (L - 1)) ++ times (p - 2) (seq 1 L)). set (y := 1 + (2 * L + list_sum X + back_to L 1) mod L).
  assert ((2 * L + list_sum X + back_to L 1) mod L < L) as Hb by (apply Nat.mod_upper_bound; lia).
  assert (In y X) as Hy.
  { right. right. apply in_or_app. right. replace (p - 2) with (S (p - 3)) by lia. cbn [times]. apply in_or_app. left. apply in_seq.
    unfold y. lia. }
  apply in_split in Hy as (l1 & l2 & E). assert (Permutation X (y :: l1 ++ l2)) as HP by (rewrite E; symmetry; apply Permutation_middle).
  assert (list_sum X = y + list_sum (l1 ++ l2)) as Hs by (rewrite (list_sum_perm _ _ HP); reflexivity).
  assert (length (l1 ++ l2) = p * L - 1) as Hl.
  { apply Permutation_length in HP. unfold X in HP. cbn [length] in HP. rewrite app_length, !times_length, !seq_length in HP. nia. }
  set (es := L :: L :: y :: repeat 0 (j - 2)).
  assert (length es = j + 1) as Hle by (unfold es; cbn [length]; rewrite repeat_length; lia).
  assert (forall w, count (Nat.eqb w) (es ++ values [(L, 2 * L, l1 ++ l2)]) = (if w =? 2 * L then 1 else 0) + (if w =? 0 then j else 0) +
    p * count (Nat.eqb w) (seq 1 L)) as Hc.
  { intros w. unfold es. cbn [values flat_map block_head fst snd app]. rewrite app_nil_r. apply (count_perm (Nat.eqb w)) in HP.
    unfold X in HP. counts. counts_in HP. rewrite !times_count in HP. rewrite count_repeat.
    assert (seq 1 L = seq 1 (L - 1) ++ [L]) as Er.
    { replace L with (S (L - 1)) at 1 by lia. rewrite seq_S. do 2 f_equal. lia. }
    assert (count (Nat.eqb w) (seq 1 L) = count (Nat.eqb w) (seq 1 (L - 1)) + if w =? L then 1 else 0) as Ec
      by (rewrite Er, count_app, count_cons, count_nil; lia).
    replace p with (2 + (p - 2)) at 1 by lia. rewrite Nat.mul_add_distr_r. destruct (w =? y), (w =? L), (w =? 2 * L), (w =? 0); lia. }
  assert (forall w, count (Nat.eqb w) (seq 1 L) <= 1 /\ (w < 1 \/ L < w -> count (Nat.eqb w) (seq 1 L) = 0)) as Hseq.
  { intros w. split.
    - assert (forall n b, count (Nat.eqb w) (seq b n) <= 1 /\ (w < b -> count (Nat.eqb w) (seq b n) = 0)) as Q; [|apply Q].
      induction n as [|n IH]; intros b; [cbn; lia|]. cbn [seq]. rewrite count_cons. destruct (IH (S b)) as [I1 I2].
      destruct (Nat.eqb_spec w b); [rewrite I2 by lia|]; split; lia.
    - intros F. apply count_0. intros u Hu. apply in_seq in Hu. destruct (Nat.eqb_spec w u); [lia|reflexivity]. }
  apply (placed_serves p L (2 * L) (1 + p * L + j) [(L, 2 * L, l1 ++ l2)] es j); [lia|exact HL|]. split.
  - constructor; [|constructor]. unfold block_ok, block_size, block_head. cbn [fst snd]. split; [lia|]. split; [lia|]. split; [exact Hl|].
    apply (rest_0 L y); [lia|]. replace (y + (2 * L + list_sum (l1 ++ l2))) with (2 * L + list_sum X) by lia.
    unfold y. rewrite Nat.add_mod_idemp_r by lia.
    replace (1 + (2 * L + list_sum X + back_to L 1)) with (2 * L + list_sum X + (1 + back_to L 1)) by lia.
    rewrite <- (Nat.add_mod_idemp_r _ (1 + back_to L 1)), back_to_0, Nat.add_0_r by lia. reflexivity.
  - intros u Hu. apply Nat.nlt_ge. intros F. assert (0 < count (Nat.eqb u) (es ++ values [(L, 2 * L, l1 ++ l2)])) as H1
      by (apply count_In; exists u; rewrite Nat.eqb_refl; auto).
    rewrite Hc, (proj2 (Hseq u)) in H1 by lia. destruct (Nat.eqb_spec u (2 * L)), (Nat.eqb_spec u 0); lia.
  - rewrite Hc, (proj2 (Hseq (2 * L))) by lia. destruct (2 * L =? 2 * L), (Nat.eqb_spec (2 * L) 0); lia.
  - intros w Hw. rewrite Hc. unfold givers. rewrite count_cons, count_nil. unfold gives_one, block_head, block_size. cbn [fst snd].
    destruct (Nat.eqb_spec w (2 * L)); [lia|]. destruct (Hseq w) as [Q1 Q2].
    destruct (Nat.leb_spec (w + L) (2 * L)), (Nat.ltb_spec (2 * L) (w + L + L)); cbn [andb]; [|rewrite Q2 by lia; lia..].
    apply (Nat.mul_le_mono_l _ _ p) in Q1. lia.
  - lia.
  - right. split; [reflexivity|]. split; [lia|]. right. rewrite Hle. split; [reflexivity|lia].
  - rewrite Hle. unfold sizes, block_size. cbn. lia.
Qed.
Lemma two_all t M : 2 * L <= t -> 1 + p * (M + 2) <= pf p L t -> ports_possible p L (1 + p * M + j) (L + t).
Proof.
  induction t as [t IH] using lt_wf_ind. intros Ht HM.
  destruct (Nat.lt_trichotomy M L) as [Hc|[->|Hc]].
  - apply (ports_later p L _ (L + (L + M + 1))); [lia|]. apply (ports_late p L (L + M) _ (p - j)); [lia|lia|].
    rewrite pf_low by lia. replace (L + M - L + 1) with (M + 1) by lia. rewrite Nat.mul_add_distr_l. lia.
  - apply (ports_later p L _ (L + 2 * L)); [lia|exact two_flat].
  - assert (pf p L (2 * L - 1) = 1 + p * L) as E2L by (rewrite pf_low by lia; do 2 f_equal; lia).
    destruct (Nat.le_gt_cases (1 + p * (M + 2)) (pf p L (t - 1))) as [Hd|Hd].
    { assert (t <> 2 * L) by (intros ->; nia). apply (ports_later p L _ (L + (t - 1))); [lia|]. apply IH; [lia|lia|exact Hd]. }
    replace (1 + p * M + j) with (1 + p * (M + 2) - (2 * p - j)) by nia.
    destruct (Nat.eq_dec (1 + p * (M + 2)) (pf p L t)) as [E|E].
    + destruct (rest_all p L t ltac:(lia) HL Ht) as (bs & G & h & HC). rewrite E. rewrite spare_two in HC.
      apply (two_of t _ bs G h ltac:(lia)). apply closed_almost; [lia|exact HL|exact HC].
    + destruct (decompose p L t (M + 2) ltac:(lia) HL Ht ltac:(lia)) as (a & N2 & bs2 & x & Ha & HF & Hx & Hsize);
        [intros m Hm; apply every_found; [lia|exact HL|exact Hm]|].
      assert (parts p L (2 * (p - 1)) t a x) as (bs & V & h & bs' & G & h' & C & rest & HO & HC & HP & H1 & H2).
      { destruct (Nat.eq_dec t (2 * L)) as [Et|Et].
        - destruct (Hx Et) as [-> Ea]. rewrite Et. apply parts_2L; [lia|exact HL|exact Ha|]. rewrite Nat.mul_comm.
          apply Nat.mul_le_mono_l. lia.
        - rewrite <- spare_two. apply parts_all; lia. }
      pose proof (assemble p L ltac:(lia) HL t bs V h bs' G h' N2 bs2 x a C _ ltac:(lia) Ha HO HC HF HP H1 H2) as Hall.
      rewrite (Hsize _ _ _ HC) in Hall. exact (two_of t _ _ rest _ ltac:(lia) Hall).
Qed.
End Two.

(* Theorem R: who is not excluded by Theorem Q is served. *)
Theorem theorem_R p L t N : 2 <= p -> 1 <= L -> t <= L \/ 2 * L <= t ->
  ports_possible p L N (L + t) <-> N <= pf p L t /\ forall d, 1 <= d < p -> N + d = pf p L t -> L <= t -> p <= (p - d + 1) * (p / (p - d)).
Proof.
  intros Hp HL Ht. split.
  { intros H. split; [apply ports_bound; [lia|exact HL|exact H]|]. intros d Hd HN HLt. apply Nat.nlt_ge. intros F.
    exact (theorem_Q p L N t d HL HLt Hd HN F H). }
  intros [HN HQ]. destruct N as [|n]; [apply ports_every; [exact Hp|exact HL|right; apply Nat.mod_0_l; lia|lia]|].
  pose proof (Nat.div_mod n p ltac:(lia)) as D. pose proof (Nat.mod_upper_bound n p ltac:(lia)) as Hj. set (M := n / p) in *.
  set (j := n mod p) in *. replace (S n) with (1 + p * M + j) in * by lia.
  destruct (Nat.eq_dec j 0) as [E0|E0]; [apply theorem_R_single; auto|].
  destruct (Nat.le_gt_cases p ((j + 1) * (p / j))) as [Hs|Hs]; [apply theorem_R_single; auto|].
  pose proof (pf_sum p L t HL) as Hf. set (X := sum (S t - L) (pf p L)) in *.
  assert (M + 1 <= X) as HX by nia. destruct (Nat.eq_dec (M + 1) X) as [E|E].
  { exfalso. specialize (HQ (p - j) ltac:(lia)). replace (p - (p - j)) with j in HQ by lia.
    assert (L <= t) as HLt by (apply Nat.nlt_ge; intros F; unfold X in E; replace (S t - L) with 0 in E by lia; cbn in E; lia).
    assert (p <= (j + 1) * (p / j)); [|lia]. apply HQ; [|exact HLt]. rewrite Hf, <- E, Nat.mul_add_distr_l. lia. }
  assert (M + 2 <= X) as HX2 by lia. assert (2 * L <= t) as Ht2.
  { destruct Ht as [Ht|Ht]; [|exact Ht]. exfalso. assert (X <= 1); [|lia]. unfold X.
    destruct (Nat.eq_dec t L) as [->|]; [|replace (S t - L) with 0 by lia; cbn; lia].
    replace (S L - L) with 1 by lia. cbn [sum]. rewrite pf_0. lia. }
  assert (j <> 1) by (intros F; rewrite F, Nat.div_1_r in Hs; lia).
  apply two_all; [|exact HL|lia|exact Ht2|rewrite Hf; apply Nat.add_le_mono_l, Nat.mul_le_mono_l; exact HX2].
  apply Nat.nlt_ge. intros F. assert (p = 2 \/ p = 3 \/ p = 4) as [E2|[E2|E2]] by lia; rewrite E2 in *;
    (destruct j as [|[|[|[|j]]]]; cbn in Hs; lia).
Qed.
(* One step more than L + B(N) is enough for all N. *)
Theorem ports_one_more p L t N : 2 <= p -> 1 <= L -> N <= pf p L t -> ports_possible p L N (L + (t + 1)).
Proof.
  intros Hp HL HN. destruct (Nat.le_gt_cases (2 * L) (t + 1)) as [Ht|Ht].
  - apply theorem_R; [exact Hp|exact HL|right; exact Ht|]. pose proof (pf_step p L (t + 1) HL ltac:(lia)) as Hf.
    replace (t + 1 - 1) with t in Hf by lia. pose proof (pf_pos p L (t + 1 - L) HL). split; [lia|]. intros d Hd HNd _. exfalso. nia.
  - destruct N as [|n]; [apply ports_every; [exact Hp|exact HL|right; apply Nat.mod_0_l; lia|lia]|].
    pose proof (Nat.div_mod n p ltac:(lia)) as D. pose proof (Nat.mod_upper_bound n p ltac:(lia)) as Hj. set (M := n / p) in *.
    set (j := n mod p) in *. replace (S n) with (1 + p * M + j) in * by lia.
    destruct (Nat.eq_dec j 0) as [E0|E0].
    + apply (ports_later p L _ (L + t)); [lia|]. apply ports_every; [exact Hp|exact HL|left|exact HN].
      rewrite E0, Nat.add_0_r, (Nat.mul_comm p), Nat.mod_add by lia. apply Nat.mod_small. lia.
    + assert (L <= t) as HLt by (apply Nat.nlt_ge; intros F; rewrite pf_small in HN by exact F; lia).
      rewrite pf_low in HN by lia. assert (M < t - L + 1) as HM by nia.
      apply (ports_later p L _ (L + (L + M + 1))); [lia|]. apply (ports_late p L (L + M) _ (p - j)); [lia|lia|].
      rewrite pf_low by lia. replace (L + M - L + 1) with (M + 1) by lia. rewrite Nat.mul_add_distr_l. lia.
Qed.
