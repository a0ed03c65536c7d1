(* SPDX-License-Identifier: MIT *)
(* Section 19.4, Theorem R but for double partial heads: with delay L + t every N = 1 + p M + j <= f_t is served if j = 0 or j = p - 1, and
   for t <= L and t >= 2L if p <= (j+1) floor(p/j).  The tree of N = 1 + p M is that of depth t - 1, with p children of the root more: a
   whole trees of depth t - L, a smaller tree, and p - 1 - a letters. *)
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
  almost p L t (pf p L (t - 1) + p * (1 + a * (sizes bs' + h') + sizes bs2)) ((t - L + 1, t,
    C) :: bs ++ times a bs' ++ bs2) rest (h + a * h').
Proof.
  intros Ht Ha HO HC [D1 D2 D3 D4 D5] HP HlC Hs.
  destruct (proj1 (trees p L ltac:(lia) HL) _ _ _ _ HO) as [A1 A2 A3 A4 A5 A6 A7].
  destruct (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC) as [B1 B2 B3 B4 B5 B6 B7].
  replace (t - 1 - L + 1) with (t - L) in * by lia. replace (t - 1 - L) with (t - L - 1) in * by lia.
  assert (length rest = 1 + (p - 1) * (h + a * h')) as Hlr.
  { apply Permutation_length in HP. rewrite !app_length, times_length in HP. cbn [length] in HP. rewrite repeat_length, A5, B5, HlC in HP.
    assert (1 <= p * (t - L + 1)) by nia. replace (p * (t - L + 1)) with (p * (t - L) + p) in * by lia.
    replace (a * (1 + (p - 1) * h')) with (a + (p - 1) * (a * h')) in HP by ring. lia. }
  set (all := (t - L + 1, t, C) :: bs ++ times a bs' ++ bs2).
  assert (forall w, count (Nat.eqb w) (all_of L rest all (h + a * h')) = (if w =? t then 1 else 0) + count (Nat.eqb w) (all_of L V bs h) +
    a * count (Nat.eqb w) (all_of L G bs' h') + count (Nat.eqb w) (x :: values bs2) + if w =? t - L then p - 1 - a else 0) as Hc.
  { intros w. unfold all, all_of. cbn [values flat_map block_head fst snd]. fold (values (bs ++ times a bs' ++ bs2)).
    rewrite !values_app, values_times. counts. rewrite times_count, !count_repeat.
    apply (count_perm (Nat.eqb w)) in HP. counts_in HP. rewrite times_count, count_repeat in HP.
    destruct (w =? L), (w =? t), (w =? t - L), (w =? x); lia. }
  assert (forall w, t - L < w -> count (Nat.eqb w) (all_of L rest all (h + a * h')) = if w =? t then 1 else 0) as Hbig.
  { intros w Hw. rewrite Hc, (count_absent w (all_of L V bs h)), (count_absent w (all_of L G bs' h')), (count_absent w (x :: values bs2)).
    - destruct (Nat.eqb_spec w (t - L)); lia.
    - intros u Hu. apply D2 in Hu. lia.
    - intros u Hu. apply B2 in Hu. lia.
    - intros u Hu. apply A3 in Hu. lia. }
  split.
  - intros u Hu. apply Nat.nlt_ge. intros F. specialize (Hbig u ltac:(lia)). destruct (Nat.eqb_spec u t); [lia|].
    assert (0 < count (Nat.eqb u) (all_of L rest all (h + a * h'))); [|lia]. apply count_In. exists u. rewrite Nat.eqb_refl. auto.
  - intros w Hw. destruct (Nat.lt_ge_cases (t - L) w); [rewrite Hbig by lia; destruct (Nat.eqb_spec w t); lia|].
    rewrite Hc. unfold gives, all. rewrite givers_cons, !givers_app, givers_times.
    unfold gives_one at 1. unfold block_head at 1 2, block_size at 1. cbn [fst snd].
    destruct (Nat.leb_spec (w + L) t), (Nat.ltb_spec t (w + L + (t - L + 1))); try lia. cbn [andb].
    destruct (Nat.eqb_spec w t); [lia|]. destruct (Nat.eqb_spec w (t - L)) as [E|E].
    + subst w. rewrite (count_absent (t - L) (all_of L V bs h)) by (intros u Hu; apply A3 in Hu; lia).
      apply (Nat.mul_le_mono_l _ _ a) in B4. assert (p * 1 <= p * (1 + (givers L (t - L) bs + (a * givers L (t - L) bs' +
        givers L (t - L) bs2)) + (if t - L =? 0 then h + a * h' else 0))) by (apply Nat.mul_le_mono_l; lia). lia.
    + specialize (A4 w ltac:(lia)). specialize (B3 w ltac:(lia)). specialize (D4 w ltac:(lia)). unfold gives in A4, B3.
      apply (Nat.mul_le_mono_l _ _ a) in B3. destruct (w =? 0); lia.
  - rewrite Hbig by lia. destruct (t =? t); lia.
  - exact Hlr.
  - rewrite A6. unfold all. rewrite sizes_cons, !sizes_app, sizes_times. unfold block_size. cbn [fst]. ring.
  - unfold all. constructor.
    + unfold block_ok, block_size, block_head. cbn [fst snd]. split; [lia|]. split; [lia|]. split; [exact HlC|exact Hs].
    + apply Forall_app. split; [exact A7|]. apply Forall_app. split; [|assumption].
      rewrite Forall_forall in *. intros b Hb. apply times_In in Hb. auto.
Qed.

(* The letters of the root's block; z zeros are among the others. *)
Definition parts (z t a x : nat) := exists bs V h bs' G h' C rest, opened p L (t - 1) bs V h /\ closed p L (t - L) bs' G h' /\
  Permutation (V ++ times a G ++ x :: repeat (t - L) (p - 1 - a)) (C ++ repeat 0 z ++ rest) /\ length C = p * (t - L + 1) - 1 /\
  (t + list_sum C) mod (t - L + 1) = 0.
Lemma firstn_zeros z n W : z <= n -> firstn n (repeat 0 z ++ W) = repeat 0 z ++ firstn (n - z) W.
Proof. intros H. rewrite firstn_app, repeat_length, firstn_all2 by (rewrite repeat_length; exact H). reflexivity. Qed.
Lemma choose_zeros t R k F z W j n : 1 <= R -> sums F j n -> R <= n + 1 -> j + z <= k -> length F + (z + length W) + 1 = p * R + k ->
  length F + 1 <= p * R + j -> exists C rest, Permutation (F ++ repeat 0 z ++ W) (C ++ repeat 0 z ++ rest) /\ length C = p * R - 1 /\
  (t + list_sum C) mod R = 0.
Proof.
  intros HR HF Hn Hj Hl HlF. destruct (choose p t R k F (repeat 0 z ++ W) j n 0) as (C & A & H1 & H2 & H3 & _).
  - exact HR.
  - exact HF.
  - exact Hn.
  - lia.
  - nia.
  - rewrite app_length, repeat_length. lia.
  - exact HlF.
  - exists C, (A ++ firstn (k - j - z) W). split; [|auto]. rewrite H1, firstn_zeros by lia. perm.
Qed.
Lemma parts_2L z a : a < p -> z <= (p - 1) * a -> parts z (2 * L) a L.
Proof.
  intros Ha Hz. destruct (first_open p L Hp HL (L - 1) ltac:(lia)) as (bs & V & HO & HP).
  replace (L + (L - 1)) with (2 * L - 1) in HO by lia.
  replace (L - 1 + 1) with L in HP by lia. set (W := times (p - 1) (seq 0 L) ++ repeat 0 (a * p - z) ++ repeat L (p - 1 - a)).
  destruct (choose_zeros (2 * L) (L + 1) (1 + (p - 1) * a) (seq 0 (L + 1)) z W 1 L) as (C & rest & H1 & H2 & H3).
  - lia.
  - replace L with (L + 1 - 1) at 2 by lia. apply sums_range. lia.
  - lia.
  - lia.
  - unfold W. rewrite !app_length, !times_length, !repeat_length, !seq_length. nia.
  - rewrite seq_length. nia.
  - exists bs, V, 0, [], (repeat 0 p), 1, C, rest.
    replace (2 * L - L) with L by lia. split; [exact HO|]. split; [apply closed_one|]. split; [|split; assumption].
    rewrite <- H1, HP. unfold W. rewrite <- repeat_mul. replace (a * p) with (z + (a * p - z)) at 1 by nia. rewrite repeat_add.
    replace p with (S (p - 1)) at 1 by lia. cbn [times]. replace (L + 1) with (S L) by lia. rewrite seq_S. cbn [Nat.add].
    set (X := times (p - 1) (seq 0 L)). perm.
Qed.

(* L >= 3: letters of V have all sums. *)
Definition spare := if p =? 2 then 0 else if p <=? 4 then p - 1 else 2 * (p - 1).
Lemma spare_cases : p = 2 /\ spare = 0 \/ 3 <= p <= 4 /\ spare = p - 1 \/ 5 <= p /\ spare = 2 * (p - 1).
Proof. clear HL L. unfold spare. destruct (Nat.eqb_spec p 2), (Nat.leb_spec p 4); lia. Qed.
Lemma ready m : 3 <= L -> 1 <= m -> exists bs V h F W j n, opened p L (2 * L - 1 + m) bs V h /\
  Permutation V (F ++ repeat 0 spare ++ W) /\ sums F j n /\
  L + m <= n /\ j + spare <= 1 + (p - 1) * h /\ length F + 1 <= p * (L + m) + j.
Proof.
  intros H3 Hm. pose proof spare_cases as Hs. destruct (Nat.eq_dec p 2) as [E|E].
  - replace spare with 0 by lia. rewrite E. cbn [repeat app]. destruct (Nat.le_gt_cases m L) as [Hc|Hc].
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
      exists bs, V, h, F, (repeat 0 1 ++ W). eexists _, _. split; [exact HO|]. split; [exact HP|]. split; [exact HF|]. lia.
  - destruct (all_3 p L Hp HL H3 ltac:(lia) m Hm) as (bs & V & h & HO & (F & W & HP & HlF & HF) & Hh).
    exists bs, V, h, F, (repeat 0 (p * p - spare) ++ W). eexists _, _. split; [exact HO|].
    assert (p * p = spare + (p * p - spare)) as Epp by (assert (2 * p <= p * p) by (apply Nat.mul_le_mono_r; lia); lia).
    split; [rewrite HP, Epp at 1; rewrite repeat_add, <- app_assoc; reflexivity|].
    split; [exact HF|]. rewrite HlF. set (P := p * (m - L)) in *.
    assert (p * (1 + (m - L)) = p + P) as EP by (unfold P; lia). rewrite EP in Hh.
    assert (2 * h <= (p - 1) * h) by (apply Nat.mul_le_mono_r; lia).
    assert (5 <= p -> 4 * h <= (p - 1) * h) by (intros; apply Nat.mul_le_mono_r; lia).
    split; [destruct (Nat.le_gt_cases m L); unfold P; nia|]. split; [lia|]. destruct (Nat.le_gt_cases m L); unfold P; nia.
Qed.
Lemma parts_large t a x : 3 <= L -> 2 * L < t -> a < p -> parts spare t a x.
Proof.
  intros H3 Ht Ha. destruct (ready (t - 2 * L) H3 ltac:(lia)) as (bs & V & h & F & W & j & n & HO & HP & HF & Hn & Hj & HlF).
  replace (2 * L - 1 + (t - 2 * L)) with (t - 1) in HO by lia. replace (L + (t - 2 * L)) with (t - L) in * by lia.
  destruct (whole_closed p L (t - L) Hp HL) as (bs' & G & h' & HC).
  pose proof (oi_length _ _ _ _ _ _ (proj1 (trees p L ltac:(lia) HL) _ _ _ _ HO)) as HlV.
  replace (t - 1 - L + 1) with (t - L) in HlV by lia.
  pose proof (ci_length _ _ _ _ _ _ (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC)) as HlG.
  set (W' := W ++ times a G ++ x :: repeat (t - L) (p - 1 - a)).
  destruct (choose_zeros t (t - L + 1) (1 + (p - 1) * (h + a * h')) F spare W' j n) as (C & rest & H1 & H2 & H3').
  - lia.
  - exact HF.
  - lia.
  - etransitivity; [exact Hj|]. apply Nat.add_le_mono_l, Nat.mul_le_mono_l, Nat.le_add_r.
  - unfold W'. apply Permutation_length in HP. rewrite !app_length in *. cbn [length]. rewrite !repeat_length in *.
    rewrite times_length, HlG.
    replace (a * (1 + (p - 1) * h')) with (a + (p - 1) * (a * h')) by ring. replace (p * (t - L + 1)) with (p * (t - L) + p) by lia. lia.
  - lia.
  - exists bs, V, h, bs', G, h', C, rest. split; [exact HO|]. split; [exact HC|]. split; [|split; assumption].
    rewrite <- H1, HP. unfold W'. rewrite <- !app_assoc. reflexivity.
Qed.
(* The same of the whole tree of depth t. *)
Lemma rest_large t : 3 <= L -> 2 * L <= t -> exists bs G h, closed p L t bs (repeat 0 spare ++ G) h.
Proof.
  intros H3 Ht. destruct (ready (t - 2 * L + 1) H3 ltac:(lia)) as (bs & V & h & F & W & j & n & HO & HP & HF & Hn & Hj & HlF).
  replace (2 * L - 1 + (t - 2 * L + 1)) with t in HO by lia. replace (L + (t - 2 * L + 1)) with (t - L + 1) in * by lia.
  pose proof (oi_length _ _ _ _ _ _ (proj1 (trees p L ltac:(lia) HL) _ _ _ _ HO)) as HlV.
  destruct (choose_zeros t (t - L + 1) (1 + (p - 1) * h) F spare W j n) as (C & rest & H1 & H2 & H3').
  - lia.
  - exact HF.
  - lia.
  - exact Hj.
  - apply Permutation_length in HP. rewrite !app_length, repeat_length in *. lia.
  - exact HlF.
  - exists ((t - L + 1, t, C) :: bs), rest, h. apply (closed_block p L t bs V h); [lia|exact HO| |exact H2|exact H3'].
    rewrite HP. exact H1.
Qed.
End Every.

(* L = 1: zeros. *)
Lemma parts_1 p t a x : 2 <= p -> 2 < t -> parts p 1 (spare p) t a x.
Proof.
  intros Hp Ht. destruct (one_open p Hp (t - 1) ltac:(lia)) as (bs & V & h & HO & Hh). specialize (Hh ltac:(lia)).
  destruct (whole_closed p 1 (t - 1) Hp ltac:(lia)) as (bs' & G & h' & HC).
  pose proof (proj1 (trees p 1 ltac:(lia) ltac:(lia)) _ _ _ _ HO) as [_ A2 _ _ A5 _ _].
  assert (p * (p - 1) <= h * (p - 1)) as Hh2 by (apply Nat.mul_le_mono_r; lia).
  assert (p - 1 + spare p <= p * (p - 1)) as Hsp.
  { pose proof (spare_cases p ltac:(lia)) as Hs. assert (2 * (p - 1) <= p * (p - 1)) by (apply Nat.mul_le_mono_r; lia).
    destruct (Nat.le_gt_cases 3 p) as [H3|H3]; [|lia]. assert (3 * (p - 1) <= p * (p - 1)) by (apply Nat.mul_le_mono_r; lia). lia. }
  assert (p * (t - 1 + 1) - 1 + spare p <= length V) as HlV by (rewrite A5; replace (t - 1 + 1) with (t - 1 - 1 + 1 + 1) by lia; lia).
  exists bs, V, h, bs', G, h', (repeat 0 (p * (t - 1 + 1) - 1)),
    (repeat 0 (length V - (p * (t - 1 + 1) - 1) - spare p) ++ times a G ++ x :: repeat (t - 1) (p - 1 - a)).
  split; [exact HO|]. split; [exact HC|]. split; [|split; [apply repeat_length|]].
  - assert (V = repeat 0 (p * (t - 1 + 1) - 1) ++ repeat 0 (spare p) ++ repeat 0 (length V - (p * (t - 1 + 1) - 1) - spare p)) as E.
    { rewrite <- !repeat_add.
      replace (p * (t - 1 + 1) - 1 + (spare p + (length V - (p * (t - 1 + 1) - 1) - spare p))) with (length V) by lia.
      apply all_same. intros u Hu. apply A2 in Hu. lia. }
    rewrite E at 1. rewrite <- !app_assoc. reflexivity.
  - rewrite list_sum_repeat, Nat.mul_0_r, Nat.add_0_r. replace (t - 1 + 1) with t by lia. apply Nat.mod_same. lia.
Qed.
(* L = 2: ones and zeros, or zeros and one letter of value t - L. *)
Lemma parts_2 p t a x : 2 <= p -> 4 < t -> a < p -> parts p 2 (spare p) t a x.
Proof.
  intros Hp Ht Ha.
  destruct (both_ready p Hp (t - 1) ltac:(lia)) as (g & z & g' & z' & (bs & V & h & HO & HV) & (bs' & G & h' & HC & HG) & Hz & Hgz & Hgz2 & Hg & H5).
  pose proof (spare_cases p ltac:(lia)) as Hs. assert (p - 1 + spare p <= z) as Hzs by lia.
  replace (t - 1 - 1) with (t - 2) in * by lia. replace (t - 2 + 1) with (t - 1) in * by lia.
  assert (Permutation (V ++ times a G ++ x :: repeat (t - 2) (p - 1 - a)) (repeat 1 (g + (t - 1 - 2) + a * g') ++
    repeat 0 (z + (p - 1) * (t - 2) + a * z') ++ x :: repeat (t - 2) (p - 1 - a))) as HP.
  { rewrite HV, (times_perm a _ _ HG), times_app, <- !repeat_mul. rewrite !(repeat_add _ (_ + _)). perm. }
  destruct (Nat.eq_dec (g + a * g') 0) as [E|E].
  - assert (g = 0) as -> by lia. assert (a = 0) as -> by nia.
    assert ((p - 1) * (t - 2) + (p - 2) + t = p * (t - 1)) as Ept by nia. set (y := z + (p - 1) * (t - 2) - (p * (t - 1) - 2) - spare p).
    exists bs, V, h, bs', G, h', (t - 2 :: repeat 0 (p * (t - 1) - 2)),
      (repeat 1 (t - 1 - 2) ++ repeat 0 y ++ x :: repeat (t - 2) (p - 1 - 1)).
    replace (t - 2 + 1) with (t - 1) by lia.
    split; [exact HO|]. split; [exact HC|]. split; [|split; [cbn [length]; rewrite repeat_length; clear -Hp Ht;
      assert (2 * (t - 1) <= p * (t - 1)) by (apply Nat.mul_le_mono_r; exact Hp); lia|]].
    + rewrite HP. replace (p - 1 - 0) with (S (p - 1 - 1)) by lia. cbn [repeat Nat.mul Nat.add]. rewrite !Nat.add_0_r.
      replace (z + (p - 1) * (t - 2)) with (p * (t - 1) - 2 + (spare p + y)) by (unfold y; lia).
      rewrite !repeat_add. perm.
    + cbn [list_sum fold_right]. fold (list_sum (repeat 0 (p * (t - 1) - 2))). rewrite list_sum_repeat.
      replace (t + (t - 2 + (p * (t - 1) - 2) * 0)) with (2 * (t - 1)) by lia. apply Nat.mod_mul. lia.
  - exists bs, V, h, bs', G, h', (repeat 1 (t - 2) ++ repeat 0 ((p - 1) * (t - 1))),
      (repeat 1 (g + a * g' - 1) ++ repeat 0 (z + a * z' - (p - 1) - spare p) ++ x :: repeat (t - 2) (p - 1 - a)).
    replace (t - 2 + 1) with (t - 1) by lia.
    split; [exact HO|]. split; [exact HC|]. split; [|split; [rewrite app_length, !repeat_length; nia|]].
    + rewrite HP. replace (g + (t - 1 - 2) + a * g') with (t - 2 + (g + a * g' - 1)) by lia.
      replace (z + (p - 1) * (t - 2) + a * z') with ((p - 1) * (t - 1) + (spare p + (z + a * z' - (p - 1) - spare p))) by
        (replace (t - 1) with (S (t - 2)) by lia; rewrite Nat.mul_succ_r; lia).
      rewrite !repeat_add. perm.
    + rewrite list_sum_app, !list_sum_repeat. replace (t + ((t - 2) * 1 + (p - 1) * (t - 1) * 0)) with (2 * (t - 1)) by lia.
      apply Nat.mod_mul. lia.
Qed.
Lemma fewer_zeros p L z z' t a x : z' <= z -> parts p L z t a x -> parts p L z' t a x.
Proof.
  intros Hz (bs & V & h & bs' & G & h' & C & rest & H1 & H2 & H3 & H4). exists bs, V, h, bs', G, h', C, (repeat 0 (z - z') ++ rest).
  split; [exact H1|]. split; [exact H2|]. split; [|exact H4]. rewrite H3. replace z with (z' + (z - z')) at 1 by lia.
  rewrite repeat_add, <- app_assoc. reflexivity.
Qed.
Lemma parts_all p L t a x : 2 <= p -> 1 <= L -> 2 * L < t -> a < p -> parts p L (spare p) t a x.
Proof.
  intros Hp HL Ht Ha. destruct (Nat.le_gt_cases 3 L); [apply parts_large; assumption|].
  assert (L = 1 \/ L = 2) as [->| ->] by lia; [|apply parts_2; lia].
  apply parts_1; lia.
Qed.
Lemma rest_all p L t : 2 <= p -> 1 <= L -> 2 * L <= t -> exists bs G h, closed p L t bs (repeat 0 (spare p) ++ G) h.
Proof.
  intros Hp HL Ht. destruct (Nat.le_gt_cases 3 L); [apply rest_large; assumption|].
  assert (spare p <= 2 * (p - 1)) as Hs by (pose proof (spare_cases p ltac:(lia)); lia).
  assert (L = 1 \/ L = 2) as [->| ->] by lia.
  - destruct (one_open p Hp t ltac:(lia)) as (bs & V & h & HO & Hh).
    destruct (one_close p Hp t bs V h ltac:(lia) HO Hh) as (bs' & G & h' & HC & _ & Hh').
    specialize (Hh' ltac:(lia)). apply (Nat.mul_le_mono_r _ _ (p - 1)) in Hh'.
    assert (2 * (p - 1) <= p * (p - 1)) by (apply Nat.mul_le_mono_r; lia).
    pose proof (proj2 (trees p 1 ltac:(lia) ltac:(lia)) _ _ _ _ HC) as [B1 _ _ _ B5 _ _].
    exists bs', (repeat 0 (length G - spare p)), h'. rewrite <- repeat_add.
    replace (spare p + (length G - spare p)) with (length G) by (rewrite B5, (Nat.mul_comm (p - 1)); lia).
    rewrite <- (all_same 0 G); [exact HC|]. intros u Hu. apply B1 in Hu. lia.
  - destruct (both_ready p Hp t ltac:(lia)) as (g & z & _ & _ & (bs & V & h & HO & HV) & _ & Hz & _).
    exists ((t - 2 + 1, t, repeat 1 (t - 2) ++ repeat 0 ((p - 1) * (t - 1))) :: bs), (repeat 0 (z - spare p) ++ repeat 1 g), h.
    apply (closed_block p 2 t bs V h); [lia|exact HO| | |].
    + rewrite HV. replace z with (spare p + (z - spare p)) at 1 by lia. rewrite !repeat_add. perm.
    + rewrite app_length, !repeat_length. replace (t - 2 + 1) with (t - 1) by lia. nia.
    + rewrite list_sum_app, !list_sum_repeat. replace (t - 2 + 1) with (t - 1) by lia.
      replace (t + ((t - 2) * 1 + (p - 1) * (t - 1) * 0)) with (2 * (t - 1)) by lia. apply Nat.mod_mul. lia.
Qed.

Lemma found_one p L t : found_by p L t 1 [] t.
Proof.
  split; [constructor| | | |].
  - intros u [<-|[]]. lia.
  - cbn [values flat_map]. rewrite count_cons, count_nil. destruct (t =? t); lia.
  - intros w Hw. cbn [values flat_map]. rewrite count_cons, count_nil. destruct (Nat.eqb_spec w t); lia.
  - unfold sizes. cbn. lia.
Qed.
(* How many whole trees, and which smaller one. *)
Lemma decompose p L t M : 2 <= p -> 1 <= L -> 2 * L <= t -> pf p L (t - 1) < 1 + p * M < pf p L t ->
  (forall m, 1 + p * m <= pf p L (t - L) -> found p L (t - L) (1 + p * m)) ->
  exists a N2 bs2 x, a < p /\ found_by p L (t - L) N2 bs2 x /\ (t = 2 * L -> x = L /\ M = L + 1 + a) /\
  forall bs' G h', closed p L (t - L) bs' G h' -> pf p L (t - 1) + p * (1 + a * (sizes bs' + h') + sizes bs2) = 1 + p * M.
Proof.
  intros Hp HL Ht [HM1' HM2'] Hfound.
  pose proof (pf_step p L t HL ltac:(lia)) as Hf. pose proof (pf_sum p L (t - 1) HL) as Hf1. pose proof (pf_sum p L (t - L) HL) as Hf2.
  assert (t = 2 * L -> sum (S (t - 1) - L) (pf p L) = L /\ sum (S (t - L) - L) (pf p L) = 1) as HtL.
  { intros ->. replace (S (2 * L - 1) - L) with L by lia. replace (S (2 * L - L) - L) with 1 by lia. split; [|reflexivity].
    rewrite (sum_ext L _ (fun _ => 1)) by (intros k Hk; apply pf_small; exact Hk). rewrite sum_const. lia. }
  set (M1 := sum (S (t - 1) - L) (pf p L)) in *. set (S1 := sum (S (t - L) - L) (pf p L)) in *.
  assert (M1 < M) as HM1 by nia. assert (M - M1 <= p * S1) as HM2 by nia. assert (1 <= S1) as HS1 by (destruct S1; lia).
  set (a := (M - M1 - 1) / S1). set (m := (M - M1 - 1) mod S1).
  assert (M - M1 - 1 = a * S1 + m) as Em by (unfold a, m; rewrite (Nat.div_mod (M - M1 - 1) S1) at 1 by lia; lia).
  assert (m < S1) as Hm by (apply Nat.mod_upper_bound; lia). assert (a < p) as Ha by nia.
  assert (exists bs2 x, found_by p L (t - L) (1 + p * m) bs2 x /\ (t = 2 * L -> x = L)) as (bs2 & x & HF & Hx).
  { destruct (Nat.eq_dec m 0) as [E|E].
    - rewrite E, Nat.mul_0_r. exists [], (t - L). split; [apply found_one|lia].
    - destruct (Hfound m ltac:(nia)) as (bs2 & x & HF). exists bs2, x. split; [exact HF|]. intros Et. destruct (HtL Et). lia. }
  exists a, (1 + p * m), bs2, x. split; [exact Ha|]. split; [exact HF|]. split.
  - intros Et. split; [exact (Hx Et)|]. destruct (HtL Et) as [E1 E2]. rewrite E2 in *. lia.
  - intros bs' G h' HC. pose proof (ci_size _ _ _ _ _ _ (proj2 (trees p L ltac:(lia) HL) _ _ _ _ HC)) as Hsz.
    pose proof (fb_size _ _ _ _ _ _ HF) as Hm2. assert (sizes bs' + h' = S1) as E1 by (apply (Nat.mul_cancel_l _ _ p); lia).
    assert (sizes bs2 = m) as E2 by (apply (Nat.mul_cancel_l _ _ p); lia).
    rewrite E1, E2, Hf1. replace (1 + a * S1 + m) with (M - M1) by lia. rewrite <- Nat.add_assoc, <- Nat.mul_add_distr_l. do 2 f_equal. lia.
Qed.
Theorem every_found p L t M : 2 <= p -> 1 <= L -> 1 + p * M <= pf p L t -> found p L t (1 + p * M).
Proof.
  intros Hp HL. revert M. induction t as [t IH] using lt_wf_ind. intros M HM.
  destruct (Nat.eq_dec M 0) as [->|HM0]; [rewrite Nat.mul_0_r; exists [], t; apply found_one|].
  assert (1 <= t) as Ht1 by (destruct t; [rewrite pf_0 in HM; nia|lia]).
  destruct (Nat.le_gt_cases (1 + p * M) (pf p L (t - 1))) as [Hc|Hc].
  { replace t with (t - 1 + 1) by lia. apply found_later; [lia|]. apply IH; [lia|exact Hc]. }
  destruct (Nat.eq_dec (1 + p * M) (pf p L t)) as [->|Hne]; [apply whole_found; assumption|].
  assert (2 * L <= t) as Ht2.
  { assert (L <= t) as HLt by (apply Nat.nlt_ge; intros F; rewrite pf_small in HM by exact F; nia).
    apply Nat.nlt_ge. intros F. pose proof (pf_step p L t HL HLt) as Hf. pose proof (pf_sum p L (t - 1) HL) as Hf1.
    rewrite (pf_small p L (t - L)) in Hf by lia. set (X := sum (S (t - 1) - L) (pf p L)) in *.
    assert (X < M) as HX by (apply (Nat.mul_lt_mono_pos_l p); lia).
    assert (p * (X + 1) <= p * M) by (apply Nat.mul_le_mono_l; lia). lia. }
  destruct (decompose p L t M Hp HL Ht2 ltac:(lia)) as (a & N2 & bs2 & x & Ha & HF & Hx & Hsize); [intros m Hm; apply IH; [lia|exact Hm]|].
  assert (parts p L 0 t a x) as (bs & V & h & bs' & G & h' & C & rest & HO & HC & HP & H1 & H2).
  { destruct (Nat.eq_dec t (2 * L)) as [E|E].
    - rewrite (proj1 (Hx E)), E. apply parts_2L; [assumption..|apply Nat.le_0_l].
    - apply (fewer_zeros p L (spare p)); [lia|]. apply parts_all; try assumption. lia. }
  pose proof (assemble p L Hp HL t bs V h bs' G h' N2 bs2 x a C rest ltac:(lia) Ha HO HC HF HP H1 H2) as Hall.
  rewrite (Hsize _ _ _ HC) in Hall. apply almost_found in Hall; [exact Hall|lia|exact HL].
Qed.

(* ---- N = 1 + p M + j, 1 <= j < p: a head sends j copies of each item, if p parts of size j go into j + 1 words. ---- *)
Lemma ports_later p L N D D' : D <= D' -> ports_possible p L N D -> ports_possible p L N D'.
Proof.
  intros HD (S0 & [A B C E F]). exists S0. split; auto. intros i q Hq. destruct (F i q Hq) as (a & s & k & m & H & Hs).
  exists a, s, k, m. split; [exact H|lia].
Qed.
Section Part.
Variables p L j : nat.
Hypothesis Hp : 3 <= p.
Hypothesis HL : 1 <= L.
Hypothesis Hj : 1 <= j < p.
Hypothesis Hq : p <= (j + 1) * (p / j).
Lemma part_ports n : n = j + 1 -> forall c, c < p -> c / n * j + j <= p.
Proof.
  intros -> c Hc. assert (c / (j + 1) < p / j) as Hd by (apply Nat.div_lt_upper_bound; lia).
  pose proof (Nat.mul_div_le p j ltac:(lia)). nia.
Qed.
(* t = L: the root. *)
Lemma part_first : ports_possible p L (1 + j) (L + L).
Proof.
  apply (placed_serves p L L (1 + j) [] (L :: repeat 0 j) j); [lia|exact HL|]. cbn [values flat_map]. split; rewrite ?app_nil_r.
  - constructor.
  - intros u [<-|Hu]; [lia|]. apply repeat_spec in Hu. lia.
  - rewrite count_cons, count_repeat, Nat.eqb_refl. destruct (Nat.eqb_spec L 0); lia.
  - intros w Hw. rewrite count_cons, count_repeat. destruct (Nat.eqb_spec w L), (Nat.eqb_spec w 0); lia.
  - cbn [length]. lia.
  - right. split; [reflexivity|]. split; [lia|]. left. apply part_ports. cbn [length]. rewrite repeat_length. lia.
  - cbn [length]. rewrite repeat_length. unfold sizes. cbn. lia.
Qed.
(* t = 2L: the root sends r times, to letters of the values L - r + 1, .., L, one of which is the head. *)
Lemma part_flat r : 1 <= r <= L -> ports_possible p L (1 + p * r + j) (L + 2 * L).
Proof.
  intros Hr. set (a := L - r + 1). set (X := 0 :: seq a (r - 1) ++ times (p - 1) (seq a r)).
  set (y := a + (2 * L + list_sum X + back_to r a) mod r).
  assert ((2 * L + list_sum X + back_to r a) mod r < r) as Hb by (apply Nat.mod_upper_bound; lia).
  assert (In y X) as Hy.
  { right. apply in_or_app. right. replace (p - 1) with (S (p - 2)) by lia. cbn [times]. apply in_or_app. left. apply in_seq. unfold y.
    lia. }
  apply in_split in Hy as (l1 & l2 & E). assert (Permutation X (y :: l1 ++ l2)) as HP by (rewrite E; symmetry; apply Permutation_middle).
  assert (list_sum X = y + list_sum (l1 ++ l2)) as Hs by (rewrite (list_sum_perm _ _ HP); reflexivity).
  assert (length (l1 ++ l2) = p * r - 1) as Hl.
  { apply Permutation_length in HP. unfold X in HP. cbn [length] in HP. rewrite app_length, times_length, !seq_length in HP. nia. }
  set (es := L :: y :: repeat 0 (j - 1)).
  assert (length es = j + 1) as Hle by (unfold es; cbn [length]; rewrite repeat_length; lia).
  assert (forall w, count (Nat.eqb w) (es ++ values [(r, 2 * L, l1 ++ l2)]) = (if w =? 2 * L then 1 else 0) + (if w =? 0 then j else 0) +
    p * count (Nat.eqb w) (seq a r)) as Hc.
  { intros w. unfold es. cbn [values flat_map block_head fst snd app]. rewrite app_nil_r. apply (count_perm (Nat.eqb w)) in HP.
    unfold X in HP.
    counts. counts_in HP. rewrite times_count in HP. rewrite count_repeat.
    assert (seq a r = seq a (r - 1) ++ [L]) as Er.
    { replace r with (S (r - 1)) at 1 by lia. rewrite seq_S. do 2 f_equal. unfold a. lia. }
    assert (count (Nat.eqb w) (seq a r) = count (Nat.eqb w) (seq a (r - 1)) + if w =? L then 1 else 0) as Ec
      by (rewrite Er, count_app, count_cons, count_nil; lia).
    replace p with (S (p - 1)) at 1 by lia. cbn [Nat.mul]. destruct (w =? y), (w =? L), (w =? 2 * L), (w =? 0); lia. }
  assert (forall w, count (Nat.eqb w) (seq a r) <= 1 /\ (w < a \/ L < w -> count (Nat.eqb w) (seq a r) = 0)) as Hseq.
  { intros w. split.
    - assert (forall n b, count (Nat.eqb w) (seq b n) <= 1 /\ (w < b -> count (Nat.eqb w) (seq b n) = 0)) as Q; [|apply Q].
      induction n as [|n IH]; intros b; [cbn; lia|]. cbn [seq]. rewrite count_cons. destruct (IH (S b)) as [I1 I2].
      destruct (Nat.eqb_spec w b); [rewrite I2 by lia|]; split; lia.
    - intros F. apply count_0. intros u Hu. apply in_seq in Hu. destruct (Nat.eqb_spec w u); [unfold a in *; lia|reflexivity]. }
  apply (placed_serves p L (2 * L) (1 + p * r + j) [(r, 2 * L, l1 ++ l2)] es j); [lia|exact HL|]. split.
  - constructor; [|constructor]. unfold block_ok, block_size, block_head. cbn [fst snd]. split; [lia|]. split; [lia|]. split; [exact Hl|].
    apply (rest_0 r y); [lia|]. replace (y + (2 * L + list_sum (l1 ++ l2))) with (2 * L + list_sum X) by lia.
    unfold y. rewrite Nat.add_mod_idemp_r by lia.
    replace (a + (2 * L + list_sum X + back_to r a)) with (2 * L + list_sum X + (a + back_to r a)) by lia.
    rewrite <- (Nat.add_mod_idemp_r _ (a + back_to r a)), back_to_0, Nat.add_0_r by lia. reflexivity.
  - intros u Hu. apply Nat.nlt_ge. intros F. assert (0 < count (Nat.eqb u) (es ++ values [(r, 2 * L, l1 ++ l2)])) as H1
      by (apply count_In; exists u; rewrite Nat.eqb_refl; auto).
    rewrite Hc, (proj2 (Hseq u)) in H1 by lia. destruct (Nat.eqb_spec u (2 * L)), (Nat.eqb_spec u 0); lia.
  - rewrite Hc, (proj2 (Hseq (2 * L))) by lia. destruct (2 * L =? 2 * L), (Nat.eqb_spec (2 * L) 0); lia.
  - intros w Hw. rewrite Hc. unfold givers. rewrite count_cons, count_nil. unfold gives_one, block_head, block_size. cbn [fst snd].
    destruct (Nat.eqb_spec w (2 * L)); [lia|]. destruct (Hseq w) as [Q1 Q2].
    destruct (Nat.leb_spec (w + L) (2 * L)), (Nat.ltb_spec (2 * L) (w + L + r)); cbn [andb]; [|rewrite Q2 by (unfold a; lia); lia..].
    apply (Nat.mul_le_mono_l _ _ p) in Q1. lia.
  - lia.
  - right. split; [reflexivity|]. split; [lia|]. left. apply part_ports. exact Hle.
  - rewrite Hle. unfold sizes, block_size. cbn. lia.
Qed.
Lemma part_of t N bs G h : L <= t -> almost p L t N bs (repeat 0 (p - 1) ++ G) h -> ports_possible p L (N - (p - j)) (L + t).
Proof.
  intros Ht H. pose proof (al_length _ _ _ _ _ _ _ H) as Hl. rewrite app_length, repeat_length in Hl.
  assert (1 <= h) as Hh by (destruct h; lia).
  destruct (almost_part p L ltac:(lia) HL t N bs _ h j (repeat 0 (j - 1) ++ G) H Ht Hh Hj Hq) as (bs' & es & HP).
  - replace (p - 1) with (p - j + (j - 1)) by lia. rewrite repeat_add, <- app_assoc. reflexivity.
  - eapply placed_serves; [|exact HL|exact HP]. lia.
Qed.
Lemma part_all t M : t <= L \/ 2 * L <= t -> 1 + p * (M + 1) <= pf p L t -> ports_possible p L (1 + p * M + j) (L + t).
Proof.
  induction t as [t IH] using lt_wf_ind. intros Ht HM.
  assert (L <= t) as HLt by (apply Nat.nlt_ge; intros F; rewrite pf_small in HM by exact F; nia).
  destruct (Nat.eq_dec t L) as [->|Hne].
  { rewrite pf_step, pf_small, pf_small in HM by lia. assert (M = 0) as -> by nia. rewrite Nat.mul_0_r, Nat.add_0_r. exact part_first. }
  assert (2 * L <= t) as Ht2 by lia.
  destruct (Nat.eq_dec M 0) as [->|HM0].
  { rewrite Nat.mul_0_r, Nat.add_0_r. apply (ports_later p L _ (L + L)); [lia|exact part_first]. }
  destruct (Nat.le_gt_cases M L) as [Hf|Hf]; [apply (ports_later p L _ (L + 2 * L)); [lia|apply part_flat; lia]|].
  assert (pf p L (2 * L - 1) = 1 + p * L) as E2L.
  { rewrite pf_sum by exact HL. replace (S (2 * L - 1) - L) with L by lia.
    rewrite (sum_ext L _ (fun _ => 1)) by (intros k Hk; apply pf_small; exact Hk). rewrite sum_const. lia. }
  destruct (Nat.le_gt_cases (1 + p * (M + 1)) (pf p L (t - 1))) as [Hc|Hc].
  { assert (t <> 2 * L) by (intros ->; nia). apply (ports_later p L _ (L + (t - 1))); [lia|]. apply IH; [lia|lia|exact Hc]. }
  replace (1 + p * M + j) with (1 + p * (M + 1) - (p - j)) by nia.
  destruct (Nat.eq_dec (1 + p * (M + 1)) (pf p L t)) as [E|E].
  - destruct (rest_all p L t ltac:(lia) HL Ht2) as (bs & G & h & HC). rewrite E.
    replace (spare p) with (p - 1 + (spare p - (p - 1))) in HC by (pose proof (spare_cases p ltac:(lia)); lia).
    rewrite repeat_add, <- app_assoc in HC. eapply (part_of t _ bs _ h HLt).
    apply closed_almost; [lia|exact HL|exact HC].
  - destruct (decompose p L t (M + 1) ltac:(lia) HL Ht2 ltac:(lia)) as (a & N2 & bs2 & x & Ha & HF & Hx & Hsize);
      [intros m Hm; apply every_found; [lia|exact HL|exact Hm]|].
    assert (parts p L (p - 1) t a x) as (bs & V & h & bs' & G & h' & C & rest & HO & HC & HP & H1 & H2).
    { destruct (Nat.eq_dec t (2 * L)) as [Et|Et].
      - destruct (Hx Et) as [-> Ea]. rewrite Et. apply parts_2L; [lia|exact HL|exact Ha|].
        assert ((p - 1) * 1 <= (p - 1) * a) by (apply Nat.mul_le_mono_l; lia). lia.
      - apply (fewer_zeros p L (spare p)); [pose proof (spare_cases p ltac:(lia)); lia|]. apply parts_all; lia. }
    pose proof (assemble p L ltac:(lia) HL t bs V h bs' G h' N2 bs2 x a C _ ltac:(lia) Ha HO HC HF HP H1 H2) as Hall.
    rewrite (Hsize _ _ _ HC) in Hall. exact (part_of t _ _ rest _ HLt Hall).
Qed.
End Part.

(* Theorem R, for N = 0 or 1 modulo p in every depth. *)
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
(* Theorem R with single partial heads, for t <= L and t >= 2L. *)
Theorem theorem_R_single p L t M j : 2 <= p -> 1 <= L -> t <= L \/ 2 * L <= t -> j < p -> j = 0 \/ p <= (j + 1) * (p / j) ->
  1 + p * M + j <= pf p L t -> ports_possible p L (1 + p * M + j) (L + t).
Proof.
  intros Hp HL Ht Hj HQ Hle. destruct (Nat.eq_dec j 0) as [->|Hj0].
  { rewrite Nat.add_0_r in *. apply ports_every; [exact Hp|exact HL| |exact Hle]. left.
    rewrite Nat.add_comm, Nat.mul_comm, Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small. lia. }
  destruct (Nat.eq_dec p 2) as [->|Hp2].
  { apply ports_every; [lia|exact HL| |exact Hle]. pose proof (Nat.mod_upper_bound (1 + 2 * M + j) 2). lia. }
  apply part_all; try lia. pose proof (pf_sum p L t HL) as Hf. set (X := sum (S t - L) (pf p L)) in *. rewrite Hf in *.
  assert (M < X) by nia. nia.
Qed.
(* With two ports all numbers up to f_t are served. *)
Theorem two_ports L t N : 1 <= L -> ports_possible 2 L N (L + t) <-> N <= pf 2 L t.
Proof.
  intros HL. split; [apply ports_bound; lia|]. apply ports_every; [lia|exact HL|]. pose proof (Nat.mod_upper_bound N 2). lia.
Qed.
(* For t <= L and t >= 2L with three or four ports, too. *)
Theorem four_ports p L t N : 2 <= p <= 4 -> 1 <= L -> t <= L \/ 2 * L <= t -> ports_possible p L N (L + t) <-> N <= pf p L t.
Proof.
  intros Hp HL Ht. split; [apply ports_bound; lia|]. intros Hle.
  destruct N as [|N]; [apply ports_every; [lia|exact HL|right; apply Nat.mod_0_l; lia|lia]|].
  pose proof (Nat.div_mod N p ltac:(lia)) as D. pose proof (Nat.mod_upper_bound N p ltac:(lia)) as Hm. set (M := N / p) in *.
  set (j := N mod p) in *.
  replace (S N) with (1 + p * M + j) in * by lia. apply theorem_R_single; try assumption; [lia|].
  assert (p = 2 \/ p = 3 \/ p = 4) as [Ep|[Ep|Ep]] by lia; rewrite Ep in *; destruct j as [|[|[|[|j]]]]; cbn; lia.
Qed.
