(* SPDX-License-Identifier: MIT *)
(* Section 19.4, Theorem R where nobody sends a part of its copies: every number N = 1 or 0 modulo p up to f_t is served with delay
   L + t.  The tree of N = 1 + p M is that of depth t - 1, with p children of the root more: a whole trees of depth t - L, a smaller
   tree, and p - 1 - a letters. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists UpperBound Ports PortsWords PortsTree PortsWhole.
Import ListNotations.
Open Scope nat_scope.

Section Every.
Variables p L : nat.
Hypothesis Hp : 2 <= p.
Hypothesis HL : 1 <= L.

Lemma givers_cons w b bs : givers L w (b :: bs) = (if gives_one L w b then 1 else 0) + givers L w bs.
Proof. apply count_cons. Qed.
Lemma sizes_cons b bs : sizes (b :: bs) = block_size b + sizes bs.
Proof. reflexivity. Qed.
Lemma givers_app w bs cs : givers L w (bs ++ cs) = givers L w bs + givers L w cs.
Proof. apply count_app. Qed.
Lemma givers_times w n bs : givers L w (times n bs) = n * givers L w bs.
Proof. apply times_count. Qed.
(* The letters V, a times G, x and those of value t - L; C is for the root's block, and the others for the words of length 1. *)
Lemma assemble t bs V h bs' G h' N2 bs2 x a C rest : L < t -> a < p -> opened p L (t - 1) bs V h -> closed p L (t - L) bs' G h' ->
  found_by p L (t - L) N2 bs2 x -> Permutation (V ++ times a G ++ x :: repeat (t - L) (p - 1 - a)) (C ++ rest) ->
  length C = p * (t - L + 1) - 1 -> (t + list_sum C) mod (t - L + 1) = 0 ->
  found p L t (pf p L (t - 1) + p * (1 + a * (sizes bs' + h') + sizes bs2)).
Proof.
  intros Ht Ha HO HC [D1 D2 D3 D4 D5] HP HlC Hs.
  destruct (proj1 (trees p L ltac:(lia) HL) _ _ _ _ HO) as [A1 A2 A3 A4 A5 A6 A7].
  destruct (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC) as [B1 B2 B3 B4 B5 B6 B7].
  replace (t - 1 - L + 1) with (t - L) in * by lia. replace (t - 1 - L) with (t - L - 1) in * by lia.
  assert (length rest = 1 + (p - 1) * (h + a * h')) as Hlr.
  { apply Permutation_length in HP. rewrite !app_length, times_length in HP. cbn [length] in HP. rewrite repeat_length, A5, B5, HlC in HP.
    assert (1 <= p * (t - L + 1)) by nia. replace (p * (t - L + 1)) with (p * (t - L) + p) in * by lia.
    replace (a * (1 + (p - 1) * h')) with (a + (p - 1) * (a * h')) in HP by ring. lia. }
  destruct rest as [|x0 rest]; cbn [length] in Hlr; [discriminate Hlr|].
  destruct (dealt p L ltac:(lia) HL (h + a * h') rest) as (ones & O1 & O2 & O3 & O4); [lia|].
  set (all := (t - L + 1, t, C) :: bs ++ times a bs' ++ bs2 ++ ones).
  assert (forall w, count (Nat.eqb w) (x0 :: values all) = (if w =? t then 1 else 0) + count (Nat.eqb w) (all_of L V bs h) +
    a * count (Nat.eqb w) (all_of L G bs' h') + count (Nat.eqb w) (x :: values bs2) + if w =? t - L then p - 1 - a else 0) as Hc.
  { intros w. unfold all. cbn [values flat_map block_head fst snd]. fold (values (bs ++ times a bs' ++ bs2 ++ ones)).
    rewrite !values_app, values_times. counts. rewrite (count_perm _ _ _ O2). counts. rewrite times_count, count_repeat.
    apply (count_perm (Nat.eqb w)) in HP. counts_in HP. rewrite times_count, count_repeat in HP.
    unfold all_of. counts. rewrite !count_repeat. destruct (w =? L), (w =? t), (w =? t - L), (w =? x), (w =? x0); lia. }
  assert (forall w, t - L < w -> count (Nat.eqb w) (x0 :: values all) = if w =? t then 1 else 0) as Hbig.
  { intros w Hw. rewrite Hc, (count_absent w (all_of L V bs h)), (count_absent w (all_of L G bs' h')), (count_absent w (x :: values bs2)).
    - destruct (Nat.eqb_spec w (t - L)); lia.
    - intros u Hu. apply D2 in Hu. lia.
    - intros u Hu. apply B2 in Hu. lia.
    - intros u Hu. apply A3 in Hu. lia. }
  exists all, x0. split.
  - unfold all. constructor.
    + unfold block_ok, block_size, block_head. cbn [fst snd]. split; [lia|]. split; [lia|]. split; [exact HlC|exact Hs].
    + apply Forall_app. split; [exact A7|]. apply Forall_app. split; [|apply Forall_app; split; assumption].
      rewrite Forall_forall in *. intros b Hb. apply times_In in Hb. auto.
  - intros u Hu. apply Nat.nlt_ge. intros F. specialize (Hbig u ltac:(lia)). destruct (Nat.eqb_spec u t); [lia|].
    assert (0 < count (Nat.eqb u) (x0 :: values all)); [|lia]. apply count_In. exists u. rewrite Nat.eqb_refl. auto.
  - rewrite Hbig by lia. destruct (t =? t); lia.
  - intros w Hw. destruct (Nat.lt_ge_cases (t - L) w); [rewrite Hbig by lia; destruct (Nat.eqb_spec w t); lia|].
    rewrite Hc. unfold all. rewrite givers_cons, !givers_app, givers_times, O4. unfold gives_one at 1.
    unfold block_head at 1 2, block_size at 1. cbn [fst snd].
    destruct (Nat.leb_spec (w + L) t), (Nat.ltb_spec t (w + L + (t - L + 1))); try lia. cbn [andb].
    destruct (Nat.eqb_spec w t); [lia|]. destruct (Nat.eqb_spec w (t - L)) as [E|E].
    + subst w. rewrite (count_absent (t - L) (all_of L V bs h)) by (intros u Hu; apply A3 in Hu; lia).
      apply (Nat.mul_le_mono_l _ _ a) in B4. assert (p * 1 <= p * (1 + (givers L (t - L) bs + (a * givers L (t - L) bs' +
        (givers L (t - L) bs2 + (if t - L =? 0 then h + a * h' else 0)))))) by (apply Nat.mul_le_mono_l; lia). lia.
    + specialize (A4 w ltac:(lia)). specialize (B3 w ltac:(lia)). specialize (D4 w ltac:(lia)). unfold gives in A4, B3.
      apply (Nat.mul_le_mono_l _ _ a) in B3. destruct (w =? 0); lia.
  - rewrite A6. unfold all. rewrite sizes_cons, !sizes_app, sizes_times, O3. unfold block_size. cbn [fst]. ring.
Qed.

(* The letters of the root's block. *)
Definition parts (t a x : nat) := exists bs V h bs' G h' C rest, opened p L (t - 1) bs V h /\ closed p L (t - L) bs' G h' /\
  Permutation (V ++ times a G ++ x :: repeat (t - L) (p - 1 - a)) (C ++ rest) /\ length C = p * (t - L + 1) - 1 /\
  (t + list_sum C) mod (t - L + 1) = 0.
Lemma parts_2L a : a < p -> parts (2 * L) a L.
Proof.
  intros Ha. destruct (first_open p L Hp HL (L - 1) ltac:(lia)) as (bs & V & HO & HP). replace (L + (L - 1)) with (2 * L - 1) in HO by lia.
  replace (L - 1 + 1) with L in HP by lia. set (W := times (p - 1) (seq 0 L) ++ times a (repeat 0 p) ++ repeat L (p - 1 - a)).
  destruct (choose p (2 * L) (L + 1) (1 + (p - 1) * a) (seq 0 (L + 1)) W 1 L 0) as (C & A & H1 & H2 & H3 & _).
  - lia.
  - replace L with (L + 1 - 1) at 2 by lia. apply sums_range. lia.
  - lia.
  - apply Nat.le_add_r.
  - nia.
  - unfold W. rewrite !app_length, !times_length, !repeat_length, !seq_length. nia.
  - rewrite seq_length. nia.
  - exists bs, V, 0, [], (repeat 0 p), 1, C, (A ++ firstn (1 + (p - 1) * a - 1) W).
    replace (2 * L - L) with L by lia. split; [exact HO|]. split; [apply closed_one|]. split; [|split; assumption].
    rewrite <- H1, HP. unfold W. replace p with (S (p - 1)) at 1 by lia. cbn [times]. replace (L + 1) with (S L) by lia. rewrite seq_S.
    cbn [Nat.add].
    set (X := times (p - 1) (seq 0 L)). set (Y := times a (repeat 0 p)). perm.
Qed.

(* L >= 3: letters of V have all sums. *)
Lemma ready m : 3 <= L -> 1 <= m -> exists bs V h F W j n, opened p L (2 * L - 1 + m) bs V h /\ Permutation V (F ++ W) /\ sums F j n /\
  L + m <= n /\ j <= 1 + (p - 1) * h /\ length F + 1 <= p * (L + m + 1) + j.
Proof.
  intros H3 Hm. destruct (Nat.eq_dec p 2) as [E|E].
  - rewrite E. destruct (Nat.le_gt_cases m L) as [Hc|Hc].
    + destruct (all_first_2 L H3 m ltac:(lia)) as (bs & V & h & E1 & HO & HP & Hh & HE).
      assert (m <= L - 2 \/ m = L - 1 \/ m = L) as [Hd|[Hd|Hd]] by lia.
      * exists bs, V, h, (times 2 (seq 0 L)), ([0; 0; 0; 0] ++ E1), 2, (2 * (L - 1)). split; [exact HO|]. split; [exact HP|].
        split; [apply (sums_times 2 (seq 0 L) 1 (L - 1)), sums_range; lia|]. rewrite times_length, seq_length. lia.
      * exists bs, V, h, (0 :: (L - 1) :: (seq 0 L ++ seq 0 (L - 1))), ([0; 0; 0] ++ E1), 3, (L - 1 + (L - 1 - 1) + (L - 1)).
        split; [exact HO|]. split; [|split; [apply (sums_pair _ 2); [lia|]; apply (sums_app _ _ 1 1); apply sums_range; lia|]].
        -- rewrite HP. cbn [times]. replace (seq 0 L) with (seq 0 (L - 1) ++ [L - 1]) at 2; [cbn [app]; perm|].
           replace L with (S (L - 1)) at 3 by lia. rewrite seq_S. reflexivity.
        -- cbn [length]. rewrite app_length, !seq_length. lia.
      * destruct (HE Hd) as (E2 & HE2).
        exists bs, V, h, (0 :: (L - 1) :: 0 :: (L - 1) :: seq 0 L), (seq 0 L ++ 0 :: 0 :: E2), 3, (L - 1 + (L - 1) + (L - 1)).
        split; [exact HO|]. split; [rewrite HP, HE2; cbn [times app]; perm|].
        split; [apply (sums_pair _ 2); [lia|]; apply (sums_pair _ 1); [lia|]; apply sums_range; lia|].
        cbn [length]. rewrite !seq_length. lia.
    + destruct (all_later L H3 m ltac:(lia)) as (bs & V & h & HO & (F & W & HP & HlF & HF) & Hh). unfold pairs in *.
      exists bs, V, h, F, (0 :: W). eexists _, _. split; [exact HO|]. split; [exact HP|]. split; [exact HF|]. lia.
  - destruct (all_3 p L Hp HL H3 ltac:(lia) m Hm) as (bs & V & h & HO & (F & W & HP & HlF & HF) & Hh).
    exists bs, V, h, F, (0 :: W). eexists _, _. split; [exact HO|]. split; [exact HP|]. split; [exact HF|]. rewrite HlF.
    destruct (Nat.le_gt_cases m L); repeat split; nia.
Qed.
Lemma parts_large t a x : 3 <= L -> 2 * L < t -> a < p -> parts t a x.
Proof.
  intros H3 Ht Ha. destruct (ready (t - 2 * L) H3 ltac:(lia)) as (bs & V & h & F & W & j & n & HO & HP & HF & Hn & Hj & HlF).
  replace (2 * L - 1 + (t - 2 * L)) with (t - 1) in HO by lia. replace (L + (t - 2 * L)) with (t - L) in * by lia.
  destruct (whole_closed p L (t - L) Hp HL) as (bs' & G & h' & HC).
  pose proof (oi_length _ _ _ _ _ _ (proj1 (trees p L ltac:(lia) HL) _ _ _ _ HO)) as HlV.
  replace (t - 1 - L + 1) with (t - L) in HlV by lia.
  pose proof (ci_length _ _ _ _ _ _ (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC)) as HlG.
  set (W' := W ++ times a G ++ x :: repeat (t - L) (p - 1 - a)). set (k := 1 + (p - 1) * (h + a * h')).
  destruct (choose p t (t - L + 1) k F W' j n 0) as (C & A & H1 & H2 & H3' & _).
  - lia.
  - exact HF.
  - lia.
  - etransitivity; [exact Hj|]. apply Nat.add_le_mono_l, Nat.mul_le_mono_l, Nat.le_add_r.
  - nia.
  - unfold W', k. apply Permutation_length in HP. rewrite !app_length in *. cbn [length]. rewrite times_length, repeat_length, HlG.
    replace (a * (1 + (p - 1) * h')) with (a + (p - 1) * (a * h')) by ring. replace (p * (t - L + 1)) with (p * (t - L) + p) by lia. lia.
  - exact HlF.
  - exists bs, V, h, bs', G, h', C, (A ++ firstn (k - j) W'). split; [exact HO|]. split; [exact HC|]. split; [|split; assumption].
    rewrite <- H1, HP. unfold W'. rewrite <- app_assoc. reflexivity.
Qed.
End Every.

(* L = 1: zeros. *)
Lemma parts_1 p t a x : 2 <= p -> 2 < t -> parts p 1 t a x.
Proof.
  intros Hp Ht. destruct (one_open p Hp (t - 1) ltac:(lia)) as (bs & V & h & HO & Hh).
  destruct (whole_closed p 1 (t - 1) Hp ltac:(lia)) as (bs' & G & h' & HC).
  pose proof (proj1 (trees p 1 ltac:(lia) ltac:(lia)) _ _ _ _ HO) as [_ A2 _ _ A5 _ _].
  exists bs, V, h, bs', G, h', (repeat 0 (p * (t - 1 + 1) - 1)),
    (repeat 0 (length V - (p * (t - 1 + 1) - 1)) ++ times a G ++ x :: repeat (t - 1) (p - 1 - a)).
  split; [exact HO|]. split; [exact HC|]. split; [|split; [apply repeat_length|]].
  - assert (V = repeat 0 (p * (t - 1 + 1) - 1) ++ repeat 0 (length V - (p * (t - 1 + 1) - 1))) as E.
    { rewrite <- repeat_add. replace (p * (t - 1 + 1) - 1 + (length V - (p * (t - 1 + 1) - 1))) with (length V) by (rewrite A5; nia).
      apply all_same. intros u Hu. apply A2 in Hu. lia. }
    rewrite E at 1. rewrite <- app_assoc. reflexivity.
  - rewrite list_sum_repeat, Nat.mul_0_r, Nat.add_0_r. replace (t - 1 + 1) with t by lia. apply Nat.mod_same. lia.
Qed.
(* L = 2: ones and zeros, or zeros and one letter of value t - L. *)
Lemma parts_2 p t a x : 2 <= p -> 4 < t -> a < p -> parts p 2 t a x.
Proof.
  intros Hp Ht Ha. destruct (both_ready p Hp (t - 1) ltac:(lia)) as (g & z & g' & z' & (bs & V & h & HO & HV) & (bs' & G & h' & HC & HG) & Hz & Hgz & Hg).
  replace (t - 1 - 1) with (t - 2) in * by lia. replace (t - 2 + 1) with (t - 1) in * by lia.
  assert (Permutation (V ++ times a G ++ x :: repeat (t - 2) (p - 1 - a)) (repeat 1 (g + (t - 1 - 2) + a * g') ++
    repeat 0 (z + (p - 1) * (t - 2) + a * z') ++ x :: repeat (t - 2) (p - 1 - a))) as HP.
  { rewrite HV, (times_perm a _ _ HG), times_app, <- !repeat_mul. rewrite !(repeat_add _ (_ + _)). perm. }
  destruct (Nat.eq_dec (g + a * g') 0) as [E|E].
  - assert (g = 0) as -> by lia. assert (a = 0) as -> by nia.
    exists bs, V, h, bs', G, h', (t - 2 :: repeat 0 (p * (t - 1) - 2)),
      (repeat 1 (t - 1 - 2) ++ repeat 0 (z + (p - 1) * (t - 2) - (p * (t - 1) - 2)) ++ x :: repeat (t - 2) (p - 1 - 1)).
    replace (t - 2 + 1) with (t - 1) by lia.
    split; [exact HO|]. split; [exact HC|]. split; [|split; [cbn [length]; rewrite repeat_length; nia|]].
    + rewrite HP. replace (p - 1 - 0) with (S (p - 1 - 1)) by lia. cbn [repeat Nat.mul Nat.add]. rewrite !Nat.add_0_r.
      replace (z + (p - 1) * (t - 2)) with (p * (t - 1) - 2 + (z + (p - 1) * (t - 2) - (p * (t - 1) - 2))) at 1 by nia.
      rewrite repeat_add. perm.
    + cbn [list_sum fold_right]. fold (list_sum (repeat 0 (p * (t - 1) - 2))). rewrite list_sum_repeat.
      replace (t + (t - 2 + (p * (t - 1) - 2) * 0)) with (2 * (t - 1)) by lia. apply Nat.mod_mul. lia.
  - exists bs, V, h, bs', G, h', (repeat 1 (t - 2) ++ repeat 0 ((p - 1) * (t - 1))),
      (repeat 1 (g + a * g' - 1) ++ repeat 0 (z + a * z' - (p - 1)) ++ x :: repeat (t - 2) (p - 1 - a)).
    replace (t - 2 + 1) with (t - 1) by lia.
    split; [exact HO|]. split; [exact HC|]. split; [|split; [rewrite app_length, !repeat_length; nia|]].
    + rewrite HP. replace (g + (t - 1 - 2) + a * g') with (t - 2 + (g + a * g' - 1)) by lia.
      replace (z + (p - 1) * (t - 2) + a * z') with ((p - 1) * (t - 1) + (z + a * z' - (p - 1))) by
        (replace (t - 1) with (S (t - 2)) by lia; rewrite Nat.mul_succ_r; lia).
      rewrite !repeat_add. perm.
    + rewrite list_sum_app, !list_sum_repeat. replace (t + ((t - 2) * 1 + (p - 1) * (t - 1) * 0)) with (2 * (t - 1)) by lia.
      apply Nat.mod_mul. lia.
Qed.
Lemma parts_all p L t a x : 2 <= p -> 1 <= L -> 2 * L < t -> a < p -> parts p L t a x.
Proof.
  intros Hp HL Ht Ha. destruct (Nat.le_gt_cases 3 L); [apply parts_large; assumption|].
  assert (L = 1 \/ L = 2) as [->| ->] by lia; [apply parts_1; lia|apply parts_2; lia].
Qed.

Lemma found_one p L t : found_by p L t 1 [] t.
Proof.
  split; [constructor| | | |].
  - intros u [<-|[]]. lia.
  - cbn [values flat_map]. rewrite count_cons, count_nil. destruct (t =? t); lia.
  - intros w Hw. cbn [values flat_map]. rewrite count_cons, count_nil. destruct (Nat.eqb_spec w t); lia.
  - unfold sizes. cbn. lia.
Qed.
Theorem every_found p L t M : 2 <= p -> 1 <= L -> 1 + p * M <= pf p L t -> found p L t (1 + p * M).
Proof.
  intros Hp HL. revert M. induction t as [t IH] using lt_wf_ind. intros M HM.
  destruct (Nat.eq_dec M 0) as [->|HM0]; [rewrite Nat.mul_0_r; exists [], t; apply found_one|].
  assert (1 <= t) as Ht1 by (destruct t; [rewrite pf_0 in HM; nia|lia]).
  destruct (Nat.le_gt_cases (1 + p * M) (pf p L (t - 1))) as [Hc|Hc].
  { replace t with (t - 1 + 1) by lia. apply found_later; [lia|]. apply IH; [lia|exact Hc]. }
  destruct (Nat.eq_dec (1 + p * M) (pf p L t)) as [->|Hne]; [apply whole_found; assumption|].
  assert (L <= t) as HLt by (apply Nat.nlt_ge; intros F; rewrite pf_small in HM by exact F; nia).
  pose proof (pf_step p L t HL HLt) as Hf. pose proof (pf_sum p L (t - 1) HL) as Hf1. pose proof (pf_sum p L (t - L) HL) as Hf2.
  set (M1 := sum (S (t - 1) - L) (pf p L)) in *. set (S1 := sum (S (t - L) - L) (pf p L)) in *.
  assert (M1 < M) as HM1 by nia. assert (M - M1 <= p * S1) as HM2 by nia. assert (1 <= S1) as HS1 by (destruct S1; lia).
  assert (2 * L <= t) as Ht2.
  { apply Nat.nlt_ge. intros F. rewrite (pf_small p L (t - L)) in Hf2 by lia. nia. }
  set (a := (M - M1 - 1) / S1). set (m := (M - M1 - 1) mod S1).
  assert (M - M1 - 1 = a * S1 + m) as Em by (unfold a, m; rewrite (Nat.div_mod (M - M1 - 1) S1) at 1 by lia; lia).
  assert (m < S1) as Hm by (apply Nat.mod_upper_bound; lia). assert (a < p) as Ha by nia.
  assert (exists bs2 x, found_by p L (t - L) (1 + p * m) bs2 x /\ (t = 2 * L -> x = L)) as (bs2 & x & HF & Hx).
  { destruct (Nat.eq_dec m 0) as [E|E].
    - rewrite E, Nat.mul_0_r. exists [], (t - L). split; [apply found_one|lia].
    - destruct (IH (t - L) ltac:(lia) m ltac:(nia)) as (bs2 & x & HF). exists bs2, x. split; [exact HF|]. intros ->.
      exfalso. unfold S1 in Hm. replace (S (2 * L - L) - L) with 1 in Hm by lia. cbn [sum] in Hm. rewrite pf_0 in Hm. lia. }
  assert (parts p L t a x) as (bs & V & h & bs' & G & h' & C & rest & HO & HC & HP & H1 & H2).
  { destruct (Nat.eq_dec t (2 * L)) as [E|E].
    - rewrite (Hx E), E. apply parts_2L; assumption.
    - apply parts_all; try assumption. lia. }
  pose proof (ci_size _ _ _ _ _ _ (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC)) as Hsz.
  pose proof (fb_size _ _ _ _ _ _ HF) as Hm2.
  assert (sizes bs' + h' = S1) as E1 by nia. assert (sizes bs2 = m) as E2 by nia.
  pose proof (assemble p L Hp HL t bs V h bs' G h' _ bs2 x a C rest ltac:(lia) Ha HO HC HF HP H1 H2) as Hall.
  rewrite E1, E2 in Hall. replace (1 + p * M) with (pf p L (t - 1) + p * (1 + a * S1 + m)); [exact Hall|]. rewrite Hf1. nia.
Qed.

(* Theorem R for N = 1 and N = 0 modulo p. *)
Theorem ports_every p L t N : 2 <= p -> 1 <= L -> N mod p = 1 \/ N mod p = 0 -> N <= pf p L t -> ports_possible p L N (L + t).
Proof.
  intros Hp HL HN Hle. pose proof (Nat.div_mod N p ltac:(lia)) as D. pose proof (pf_sum p L t HL) as Hf.
  destruct HN as [E|E]; rewrite E in D.
  - apply found_serves; [lia|exact HL|]. rewrite D, Nat.add_comm. apply every_found; lia.
  - rewrite Nat.add_0_r in D. rewrite D, Hf in Hle. set (q := N / p) in *. set (X := sum (S t - L) (pf p L)) in *.
    assert (q <= X) as Hq by (apply Nat.nlt_ge; intros F; assert (p * (X + 1) <= p * q) by (apply Nat.mul_le_mono_l; lia); lia).
    replace N with (1 + p * q - 1) by lia. apply found_serves; [lia|exact HL|]. apply every_found; [exact Hp|exact HL|].
    rewrite Hf. apply Nat.add_le_mono_l, Nat.mul_le_mono_l. exact Hq.
Qed.
(* With two ports these are all. *)
Theorem two_ports L t N : 1 <= L -> ports_possible 2 L N (L + t) <-> N <= pf 2 L t.
Proof.
  intros HL. split; [apply ports_bound; lia|]. apply ports_every; [lia|exact HL|]. pose proof (Nat.mod_upper_bound N 2). lia.
Qed.
