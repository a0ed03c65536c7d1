(* SPDX-License-Identifier: MIT *)
(* Several ports (THEOREMS.md, 19.5): Theorem S.  Items have words of their own; their letters are dealt to all words. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Steadycast Require Import Model Lists UpperBound Ports PortsWords PortsTree PortsWhole PortsEvery PortsLine PortsDouble PortsRoots.
Import ListNotations.
Open Scope nat_scope.

(* ---- A word: positions of the first letters of the items that are not its own, one behind the other from u to v. ---- *)
Section Chain.
Variables (p n u : nat) (mine : nat -> bool) (mark sg : nat -> nat).
Hypothesis Hn : 0 < n.
Definition others (m : nat) : nat := sum m (fun c => if mine c then 0 else sg c).
Definition before (c : nat) : nat := who n u (others c).
Definition stand (c : nat) : nat := if mine c then mark c else before (S c).
Lemma stand_next c : mine c = false -> same n (before (S c) + sg c) (before c).
Proof.
  intros Hc. apply (same_less n _ _ (others c)). apply (same_trans n _ u).
  - replace (before (S c) + sg c + others c) with (before (S c) + others (S c)); [apply who_stands; exact Hn|].
    unfold others. cbn [sum]. rewrite Hc. lia.
  - apply same_sym, who_stands, Hn.
Qed.
Lemma stand_chain m x : x < n -> sum m (fun c => if mine c then 0 else b2n (stand c mod n =? x)) + b2n (u mod n =? x) =
  sum m (fun c => if mine c then 0 else b2n ((stand c + sg c) mod n =? x)) + b2n (before m mod n =? x).
Proof.
  intros Hx. induction m as [|m IH]; cbn [sum].
  - rewrite (place_eqb n u (before 0) x Hx); [lia|]. apply same_sym. replace (before 0) with (before 0 + others 0) by (cbn; lia).
    apply who_stands, Hn.
  - destruct (mine m) eqn:E.
    + assert (before (S m) = before m) as ->; [|lia]. unfold before, others. cbn [sum]. rewrite E, Nat.add_0_r. reflexivity.
    + assert (stand m = before (S m)) as -> by (unfold stand; rewrite E; reflexivity).
      rewrite (place_eqb n _ _ x Hx (stand_next m E)). lia.
Qed.
Lemma stand_all v : same n (v + others p) u -> (forall x, x < n ->
    sum p (fun c => if mine c then b2n (mark c mod n =? x) else 0) + b2n (v mod n =? x) =
    sum p (fun c => if mine c then b2n ((mark c + sg c) mod n =? x) else 0) + b2n (u mod n =? x)) ->
  forall x, x < n -> sum p (fun c => b2n (stand c mod n =? x)) = sum p (fun c => b2n ((stand c + sg c) mod n =? x)).
Proof.
  intros Hv Hown x Hx. specialize (Hown x Hx). pose proof (stand_chain p x Hx) as H.
  rewrite (place_eqb n (before p) v x Hx) in H.
  2:{ apply (same_less n _ _ (others p)). apply (same_trans n _ u); [apply who_stands, Hn|apply same_sym, Hv]. }
  rewrite (sum_ext p _ (fun c => (if mine c then b2n (mark c mod n =? x) else 0) + (if mine c then 0 else b2n (stand c mod n =? x)))).
  2:{ intros c _. unfold stand. destruct (mine c); lia. }
  rewrite (sum_ext p (fun c => b2n ((stand c + sg c) mod n =? x)) (fun c => (if mine c then b2n ((mark c + sg c) mod n =? x) else 0) +
    (if mine c then 0 else b2n ((stand c + sg c) mod n =? x)))).
  2:{ intros c _. unfold stand. destruct (mine c); lia. }
  rewrite !sum_plus. lia.
Qed.
End Chain.

(* ---- Letters of a list, dealt to words of m 0, m 1, .. places. ---- *)
Definition slice (m : nat -> nat) (l : list nat) (w : nat) : list nat := firstn (m w) (skipn (off m w) l).
Lemma slice_length m l w W : w < W -> off m W = length l -> length (slice m l w) = m w.
Proof.
  intros Hw Hl. pose proof (off_mono m w W Hw). unfold slice. rewrite firstn_length, skipn_length. lia.
Qed.
Lemma slice_In m l w v : In v (slice m l w) -> In v l.
Proof.
  intros H. unfold slice in H. rewrite <- (firstn_skipn (off m w) l). apply in_or_app. right.
  rewrite <- (firstn_skipn (m w) (skipn (off m w) l)). apply in_or_app. left. exact H.
Qed.
Lemma firstn_add {A} a b (l : list A) : firstn (a + b) l = firstn a l ++ firstn b (skipn a l).
Proof.
  revert l; induction a as [|a IH]; intros l; [reflexivity|]. destruct l as [|x l]; cbn [Nat.add firstn skipn app].
  - rewrite firstn_nil. reflexivity.
  - rewrite IH. reflexivity.
Qed.
Lemma slice_count m l (P : nat -> bool) W : off m W = length l -> sum W (fun w => count P (slice m l w)) = count P l.
Proof.
  assert (forall V, sum V (fun w => count P (slice m l w)) = count P (firstn (off m V) l)) as Q.
  { induction V as [|V IH]; [reflexivity|]. unfold off. cbn [sum]. fold (off m V). rewrite firstn_add, count_app, IH. reflexivity. }
  intros Hl. rewrite Q, Hl, firstn_all. reflexivity.
Qed.

(* ---- Items are dealt: item h of word w has the letters O h in its own word, H h in word 0, and T h in the others.  The letters of
   the other items in word w have the sum tau.  r is R - 1 = t - L. ---- *)
Section Own.
Variables (p L r W : nat) (k : nat -> nat).
Hypothesis Hp : 1 <= p.
Hypothesis Hr : 1 <= r.
Hypothesis HW : 1 <= W.
Hypothesis Hk : off k W = p.
Let n w := k w * r + 1.
Let N := off n W.
Definition letters_of (O H T : nat -> list nat) (h : nat) : list nat := O h ++ H h ++ T h.
Record deals (w : nat) (T : nat -> list nat) (tau : nat) (O H : nat -> list nat) : Prop := {
  de_own : forall h, h < k w -> length (O h) = k w * r;
  de_zero : forall h, h < k w -> length (H h) = if w =? 0 then 0 else n 0;
  de_all : forall h, h < k w -> length (letters_of O H T h) + 1 = N;
  de_value : forall h v, h < k w -> In v (letters_of O H T h) -> v <= r;
  de_count : forall h v, h < k w -> count (Nat.eqb v) (letters_of O H T h) <= p;
  de_chain : forall h, S h < k w -> count (Nat.eqb 0) (letters_of O H T h) + count (Nat.eqb r) (letters_of O H T (S h)) <= p;
  (* what the own items leave of the positions is a way from u to v, whose length is what the others have *)
  de_way : exists u v, same (n w) (v + tau) u /\ forall x, x < n w ->
    sum (k w) (fun h => b2n ((h * r) mod n w =? x)) + b2n (v mod n w =? x) =
    sum (k w) (fun h => b2n ((h * r + (L + r + list_sum (O h))) mod n w =? x)) + b2n (u mod n w =? x) }.

Theorem deals_serve : (forall w, w < W -> exists T, forall tau, exists O H, deals w T tau O H) -> ports_possible p L N (L + (L + r)).
Proof.
  intros HD. destruct (pick (fun _ : nat => [] : list nat) W (fun w T => forall tau, exists O H, deals w T tau O H) HD) as [T HT].
  set (own := fun c => word_of k W c). set (h := fun c => loc k W c).
  assert (forall c, c < p -> own c < W /\ off k (own c) + h c = c /\ h c < k (own c)) as Hown.
  { intros c Hc. rewrite <- Hk in Hc. exact (word_of_spec k W c Hc). }
  set (m := fun c w => if (w =? 0) || (w =? own c) then 0 else n w).
  set (part := fun c w => slice (m c) (T (own c) (h c)) w).
  (* All words but word 0. *)
  set (tau := fun w => sum p (fun c => if own c =? w then 0 else list_sum (part c w))).
  destruct (pick (fun _ : nat => [] : list nat, fun _ : nat => [] : list nat) W (fun w OH => deals w (T w) (tau w) (fst OH) (snd OH))) as
    [OH HOH].
  { intros w Hw. destruct (HT w Hw (tau w)) as (O & H & HO). exists (O, H). exact HO. }
  (* Word 0. *)
  set (tau0 := sum p (fun c => if own c =? 0 then 0 else list_sum (snd (OH (own c)) (h c)))).
  destruct (HT 0 ltac:(lia) tau0) as (O0 & H0 & HO0).
  set (O := fun w => if w =? 0 then O0 else fst (OH w)). set (H := fun w => if w =? 0 then H0 else snd (OH w)).
  set (ta := fun w => if w =? 0 then tau0 else tau w).
  assert (forall w, w < W -> deals w (T w) (ta w) (O w) (H w)) as Hall.
  { intros w Hw. unfold O, H, ta. destruct (Nat.eqb_spec w 0) as [->|]; [exact HO0|apply HOH, Hw]. }
  set (D := fun c w => if own c =? w then O w (h c) else if w =? 0 then H (own c) (h c) else part c w).
  assert (forall c, c < p -> off (m c) W = length (T (own c) (h c))) as Hm.
  { intros c Hc. destruct (Hown c Hc) as (H1 & H2 & H3). destruct (Hall _ H1) as [A1 A2 A3 _ _ _ _].
    specialize (A1 _ H3). specialize (A2 _ H3). specialize (A3 _ H3). unfold letters_of in A3. rewrite !app_length in A3.
    assert (off (m c) W + (if own c =? 0 then 0 else n 0) + n (own c) = N); [|unfold n in *; lia].
    unfold N, off.
    assert (n (own c) = sum W (fun w => if w =? own c then n w else 0)) as ->.
    { rewrite (sum_only W _ (own c) H1); [rewrite Nat.eqb_refl; reflexivity|]. intros w _ Hw. destruct (Nat.eqb_spec w (own c));
      [contradiction|reflexivity]. }
    assert ((if own c =? 0 then 0 else n 0) = sum W (fun w => if w =? 0 then if own c =? 0 then 0 else n w else 0)) as ->.
    { rewrite (sum_only W _ 0 ltac:(lia)); [reflexivity|]. intros w _ Hw. destruct (Nat.eqb_spec w 0); [contradiction|reflexivity]. }
    rewrite <- !sum_plus. apply sum_ext. intros w _. unfold m.
    destruct (Nat.eqb_spec w 0), (Nat.eqb_spec w (own c)), (Nat.eqb_spec (own c) 0); cbn [orb]; lia. }
  assert (forall c (P : nat -> bool), c < p -> sum W (fun w => count P (D c w)) =
    count P (letters_of (O (own c)) (H (own c)) (T (own c)) (h c))) as HDc.
  { intros c P Hc. unfold letters_of. rewrite !count_app. rewrite <- (slice_count (m c) (T (own c) (h c)) P W (Hm c Hc)).
    destruct (Hown c Hc) as (H1 & H2 & H3). destruct (Hall _ H1) as [_ A2 _ _ _ _ _]. specialize (A2 _ H3).
    assert (count P (O (own c) (h c)) = sum W (fun w => if w =? own c then count P (O w (h c)) else 0)) as ->.
    { rewrite (sum_only W _ (own c) H1); [rewrite Nat.eqb_refl; reflexivity|]. intros w _ Hw. destruct (Nat.eqb_spec w (own c));
      [contradiction|reflexivity]. }
    assert (count P (H (own c) (h c)) = sum W (fun w => if w =? 0 then if own c =? w then 0 else count P (H (own c) (h c)) else 0)) as ->.
    { rewrite (sum_only W _ 0 ltac:(lia)).
      - cbn [Nat.eqb]. destruct (Nat.eqb_spec (own c) 0) as [E|E]; [|reflexivity].
        destruct (H (own c) (h c)); [reflexivity|discriminate A2].
      - intros w _ Hw. destruct (Nat.eqb_spec w 0); [contradiction|reflexivity]. }
    rewrite <- !sum_plus. apply sum_ext. intros w _. unfold D, part, slice, m.
    destruct (Nat.eqb_spec (own c) w) as [E|E], (Nat.eqb_spec w (own c)), (Nat.eqb_spec w 0); try congruence; cbn [orb firstn]; rewrite
      ?count_nil; try lia. }
  set (sg := fun w c => (if own c =? w then L + r else 0) + list_sum (D c w)).
  assert (forall w, w < W -> ta w = others (fun c => own c =? w) (sg w) p) as Hta.
  { intros w Hw. unfold ta, others, sg, D, tau, tau0. destruct (Nat.eqb_spec w 0) as [->|Hw0]; apply sum_ext; intros c Hc.
    - destruct (Nat.eqb_spec (own c) 0); [reflexivity|]. unfold H. destruct (Nat.eqb_spec (own c) 0); [contradiction|reflexivity].
    - destruct (own c =? w); reflexivity. }
  destruct (pick (0, 0) W (fun w uv => same (n w) (snd uv + ta w) (fst uv) /\ forall x, x < n w ->
    sum (k w) (fun h => b2n ((h * r) mod n w =? x)) + b2n (snd uv mod n w =? x) =
    sum (k w) (fun h => b2n ((h * r + (L + r + list_sum (O w h))) mod n w =? x)) + b2n (fst uv mod n w =? x))) as [uv Huv].
  { intros w Hw. destruct (Hall w Hw) as [_ _ _ _ _ _ (u & v & E)]. exists (u, v). exact E. }
  assert (forall w (F : nat -> nat), w < W -> sum p (fun c => if own c =? w then F (h c) else 0) = sum (k w) F) as Hsum.
  { intros w F Hw. rewrite <- Hk. unfold own, h. rewrite (sum_words k W (fun w' i => if w' =? w then F i else 0)).
    rewrite (sum_only W _ w Hw); [apply sum_ext; intros; rewrite Nat.eqb_refl; reflexivity|].
    intros w' _ Hn. apply sum_0. intros. destruct (Nat.eqb_spec w' w); [contradiction|reflexivity]. }
  apply (dealt_serves p L r W k D (fun w => stand (n w) (fst (uv w)) (fun c => own c =? w) (fun c => h c * r) (sg w))); try assumption.
  - intros c w Hc Hw. unfold D. fold (own c). fold n. destruct (Hown c Hc) as (H1 & H2 & H3). destruct (Hall _ H1) as [A1 A2 A3 _ _ _ _].
    destruct (Nat.eqb_spec (own c) w) as [<-|Hne]; [rewrite A1 by exact H3; cbn [orb]; lia|].
    destruct (Nat.eqb_spec w 0) as [->|H0w].
    + rewrite A2 by exact H3. destruct (Nat.eqb_spec (own c) 0); [contradiction|]. unfold n. lia.
    + unfold part. rewrite (slice_length _ _ w W Hw (Hm c Hc)). unfold m.
      destruct (Nat.eqb_spec w 0); [contradiction|]. destruct (Nat.eqb_spec w (own c)); [congruence|]. cbn [orb]. unfold n. lia.
  - intros c w v Hc Hw Hv. destruct (Hown c Hc) as (H1 & H2 & H3). destruct (Hall _ H1) as [_ _ _ A4 _ _ _]. apply (A4 (h c)); [exact H3|].
    unfold letters_of. rewrite !in_app_iff. unfold D in Hv. destruct (Nat.eqb_spec (own c) w) as [<-|]; [tauto|].
    destruct (w =? 0); [tauto|]. apply slice_In in Hv. tauto.
  - intros c v Hc. rewrite HDc by exact Hc. destruct (Hown c Hc) as (H1 & H2 & H3). apply (de_count _ _ _ _ _ (Hall _ H1)). exact H3.
  - intros c Hc E. fold (own c) (own (S c)) in E. rewrite !HDc by lia. rewrite E. destruct (Hown c ltac:(lia)) as (H1 & H2 & H3).
    destruct (Hown (S c) Hc) as (H1' & H2' & H3'). rewrite E in *. assert (h (S c) = S (h c)) as Eh by lia. rewrite Eh in *.
    apply (de_chain _ _ _ _ _ (Hall _ H1)). exact H3'.
  - intros c Hc. fold (own c). unfold stand. rewrite Nat.eqb_refl. reflexivity.
  - intros w x Hw Hx. fold n in Hx |- *. destruct (Huv w Hw) as [U1 U2]. rewrite (Hta w Hw) in U1.
    apply (stand_all p (n w) (fst (uv w)) (fun c => own c =? w) (fun c => h c * r) (sg w) ltac:(unfold n; lia) (snd (uv w)) U1); [|exact Hx].
    clear x Hx. intros x Hx. specialize (U2 x Hx). rewrite (Hsum w (fun i => b2n ((i * r) mod n w =? x)) Hw).
    rewrite <- (Hsum w (fun i => b2n ((i * r + (L + r + list_sum (O w i))) mod n w =? x)) Hw) in U2. rewrite U2. f_equal. apply sum_ext.
    intros c _. unfold sg, D. destruct (Nat.eqb_spec (own c) w); reflexivity.
Qed.
End Own.

(* ---- Which sums j elements of F have: all numbers from a to a + n. ---- *)
Definition reaches (F : list nat) (j a n : nat) : Prop :=
  forall s, s <= n -> exists A B, Permutation F (A ++ B) /\ length A = j /\ list_sum A = a + s.
Lemma reaches_less F j a n n' : n' <= n -> reaches F j a n -> reaches F j a n'.
Proof. intros H HF s Hs. apply HF. lia. Qed.
Lemma reaches_one a n : 1 <= n -> reaches (seq a n) 1 a (n - 1).
Proof.
  intros Hn s Hs. exists [a + s], (seq a s ++ seq (a + S s) (n - S s)). split; [|split; [reflexivity|cbn; lia]].
  replace n with (s + S (n - S s)) at 1 by lia. rewrite seq_app. cbn [seq app]. rewrite <- plus_n_Sm. symmetry. apply Permutation_middle.
Qed.
Lemma reaches_app F F' j j' a a' n n' : reaches F j a n -> reaches F' j' a' n' -> reaches (F ++ F') (j + j') (a + a') (n + n').
Proof.
  intros H H' s Hs. destruct (H (min s n)) as (A & B & HP & HA & HS); [lia|].
  destruct (H' (s - min s n)) as (A' & B' & HP' & HA' & HS'); [lia|].
  exists (A ++ A'), (B ++ B'). split; [|split; [rewrite app_length; lia|rewrite list_sum_app; lia]].
  rewrite HP, HP'. perm.
Qed.
Lemma reaches_times k F j a n : reaches F j a n -> reaches (times k F) (k * j) (k * a) (k * n).
Proof.
  intros H. induction k as [|k IH]; [intros s Hs; exists [], []; repeat split; [constructor|cbn; lia]|].
  cbn [times]. apply reaches_app; assumption.
Qed.
(* The others then have all sums, too. *)
Lemma reaches_others F j a n : reaches F j a n -> reaches F (length F - j) (list_sum F - (a + n)) n.
Proof.
  intros H s Hs. destruct (H (n - s)) as (A & B & HP & HA & HS); [lia|]. exists B, A. split; [rewrite HP; apply Permutation_app_comm|].
  pose proof (Permutation_length HP) as Hl. pose proof (list_sum_perm _ _ HP) as Hsum. rewrite app_length in Hl. rewrite list_sum_app in Hsum.
  destruct (H n ltac:(lia)) as (A' & B' & HP' & HA' & HS'). apply list_sum_perm in HP'. rewrite list_sum_app in HP'. lia.
Qed.

(* ---- Theorem S: j + 1 words, of p / (j+1) items each, up or down. ---- *)
Section Balanced.
Variables (p L r j : nat).
Hypothesis Hr : 1 <= r.
Hypothesis Hj : 1 <= j.
Hypothesis Hjp : j + 2 <= p.
Hypothesis HQ : p <= (j + 1) * (p / j).
Definition share (w : nat) : nat := (p + w) / (j + 1).
Lemma share_sum : off share (j + 1) = p.
Proof.
  clear Hr Hj Hjp HQ. unfold off, share. replace (j + 1) with (S j) by lia. induction p as [|q IH].
  - apply sum_0. intros w Hw. apply Nat.div_small. lia.
  - cbn [sum] in *. rewrite (sum_ext j _ (fun w => (q + S w) / S j)) by (intros; f_equal; lia).
    pose proof (sum_shift j (fun w => (q + w) / S j)) as S1. cbn [sum] in S1. rewrite Nat.add_0_r in S1.
    replace (S q + j) with (q + 1 * S j) by lia. rewrite Nat.div_add by lia. lia.
Qed.
Lemma share_spec w : w < j + 1 -> share w * (j + 1) <= p + w < (share w + 1) * (j + 1).
Proof.
  intros Hw. unfold share. pose proof (Nat.div_mod (p + w) (j + 1) ltac:(lia)). pose proof (Nat.mod_upper_bound (p + w) (j + 1)
    ltac:(lia)). nia.
Qed.
(* All that is used of it. *)
Record shares (w K : nat) : Prop := {
  sh_one : 1 <= K;
  sh_send : K * j <= p;
  sh_all : K * j + K <= p + j;
  sh_first : w = 0 -> K * j + K <= p;
  sh_close : share 0 <= K <= share 0 + 1;
  sh_more : K * j + share 0 + 1 <= p + j;
  sh_two : w <> 0 -> K + share 0 <= p;
  sh_double : 2 * K <= p + j }.
Lemma share_is w : w < j + 1 -> shares w (share w).
Proof.
  intros Hw. pose proof (share_spec w Hw) as [S1 S2]. pose proof (share_spec 0 ltac:(lia)) as [Z1 Z2].
  set (K := share w) in *. set (K0 := share 0) in *. rewrite Nat.mul_add_distr_l, Nat.mul_1_r in S1, Z1.
  rewrite Nat.mul_add_distr_r, Nat.mul_add_distr_l in S2, Z2. rewrite !Nat.mul_1_r, ?Nat.mul_1_l in *.
  assert (K0 <= K) as H1 by (unfold K, K0, share; apply Nat.div_le_mono; lia).
  assert (K <= K0 + 1) as H2.
  { apply Nat.nlt_ge. intros F. assert ((K0 + 2) * j <= K * j) by (apply Nat.mul_le_mono_r; lia). lia. }
  assert (K <= K * j) as H3 by (rewrite <- (Nat.mul_1_r K) at 1; apply Nat.mul_le_mono_l; exact Hj).
  assert (K * j <= p) as H4.
  { assert (K <= p / j); [|transitivity (p / j * j); [apply Nat.mul_le_mono_r; assumption|rewrite Nat.mul_comm; apply Nat.mul_div_le; lia]].
    apply Nat.nlt_ge. intros F. assert ((p / j + 1) * (j + 1) <= K * (j + 1)) by (apply Nat.mul_le_mono_r; lia). lia. }
  assert (1 <= K0) as H5. { apply Nat.nlt_ge. intros F. assert (K0 = 0) as E by lia. rewrite E in *. lia. }
  split; try lia.
  - destruct (Nat.eq_dec K K0) as [E|E]; [rewrite E in *; lia|lia].
  - intros H0. pose proof (off_mono share w (j + 1) Hw) as M. rewrite share_sum in M. fold K in M.
    pose proof (off_mono share 0 w ltac:(lia)) as M0. fold K0 in M0. change (off share 0) with 0 in M0. lia.
Qed.
Lemma size_is : off (fun w => share w * r + 1) (j + 1) = p * r + j + 1.
Proof.
  unfold off. rewrite sum_plus, sum_mul, sum_const. change (sum (j + 1) share) with (off share (j + 1)). rewrite share_sum. lia.
Qed.

(* R = 2: letters are ones and zeros.  Items of a word have the same number of ones in it. *)
Lemma own_two w : r = 1 -> w < j + 1 -> exists T, forall tau, exists O H, deals p L r (j + 1) share w T tau O H.
Proof.
  intros E1 Hw. destruct (share_is w Hw) as [K1 K2 K3 K4 K5 K6 K7 _]. set (K := share w) in *. set (n0 := share 0 + 1).
  set (del := K * j + K - p).
  set (y := fun h => (K - h) * j). set (x := fun h => if w =? 0 then 0 else min K (y h)). set (m := if w =? 0 then 0 else n0).
  exists (fun h => repeat 1 (y h - x h) ++ repeat 0 (p + j - K - m - (y h - x h))). intros tau.
  set (a := who (K + 1) tau (L + 1)). assert (a < K + 1) as Ha by (apply who_below; lia).
  set (e := min a del). exists (fun _ => repeat 1 a ++ repeat 0 (K - a)).
  exists (fun h => repeat 1 (x h - e) ++ repeat 0 (m - (x h - e))).
  set (f := fun h => a + y h - e).
  assert (forall h, h < K -> j <= y h <= K * j /\ e <= x h /\ x h <= m /\ x h <= y h /\ y h - x h <= p + j - K - m /\ j <= f h <= p) as Q.
  { intros h Hh. assert (j <= y h <= K * j) as Qy.
    { unfold y. split; [rewrite <- (Nat.mul_1_l j) at 1|]; apply Nat.mul_le_mono_r; lia. }
    unfold x, m, f, e, del in *. destruct (Nat.eqb_spec w 0) as [E0|E0]; [specialize (K4 E0)|specialize (K7 E0)]; unfold n0; lia. }
  assert (K + m <= p + j /\ e <= a) as [Qm Qe].
  { unfold m, e, n0. destruct (Nat.eqb_spec w 0) as [E0|E0]; [specialize (K4 E0)|specialize (K7 E0)]; lia. }
  assert (m = if w =? 0 then 0 else share 0 * r + 1) as Em by (rewrite E1, Nat.mul_1_r; reflexivity).
  clearbody e m x. clear del. assert (a <= K) as HaK by lia. clear K2 K3 K4 K5 K6 K7.
  assert (forall h, S h < K -> f h = f (S h) + j) as Qf.
  { intros h Hh. destruct (Q h ltac:(lia)) as (Q1 & _). assert (y h = y (S h) + j) as E.
    { unfold y. replace (K - h) with (S (K - S h)) by lia. cbn [Nat.mul]. lia. }
    destruct (Q (S h) Hh) as (Q1' & Q2' & _ & Q4' & _). unfold f. lia. }
  assert (forall h v, h < K -> count (Nat.eqb v) (letters_of (fun _ => repeat 1 a ++ repeat 0 (K - a))
    (fun h => repeat 1 (x h - e) ++ repeat 0 (m - (x h - e)))
    (fun h => repeat 1 (y h - x h) ++ repeat 0 (p + j - K - m - (y h - x h))) h) = if v =? 1 then f h else if v =? 0 then p + j - f h else
      0) as Qc.
  { intros h v Hh. unfold letters_of. counts. rewrite !count_repeat. destruct (Q h Hh) as (Q1 & Q2 & Q3 & Q4 & Q5 & Q6).
    unfold f in *. clear -Q1 Q2 Q3 Q4 Q5 Q6 Qm Qe HaK. destruct (Nat.eqb_spec v 1), (Nat.eqb_spec v 0); lia. }
  split.
  - intros h Hh. rewrite app_length, !repeat_length, E1. fold K. lia.
  - intros h Hh. rewrite app_length, !repeat_length, E1. destruct (Q h Hh) as (_ & _ & Q3 & _).
    rewrite E1 in Em. rewrite <- Em. lia.
  - intros h Hh. rewrite size_is, E1. unfold letters_of. rewrite !app_length, !repeat_length.
    destruct (Q h Hh) as (Q1 & Q2 & Q3 & Q4 & Q5 & Q6). lia.
  - intros h v Hh Hv. apply Nat.nlt_ge. intros F. pose proof (Qc h v Hh) as C.
    assert (0 < count (Nat.eqb v) (letters_of (fun _ => repeat 1 a ++ repeat 0 (K - a))
      (fun h => repeat 1 (x h - e) ++ repeat 0 (m - (x h - e)))
      (fun h => repeat 1 (y h - x h) ++ repeat 0 (p + j - K - m - (y h - x h))) h)) as C0.
    { apply count_In. exists v. rewrite Nat.eqb_refl. auto. }
    destruct (Nat.eqb_spec v 1), (Nat.eqb_spec v 0); lia.
  - intros h v Hh. rewrite (Qc h v Hh). destruct (Q h Hh) as (_ & _ & _ & _ & _ & Q7).
    destruct (v =? 1); [|destruct (v =? 0)]; lia.
  - intros h Hh. rewrite (Qc h 0), (Qc (S h) r), E1 by lia. cbn [Nat.eqb]. specialize (Qf h Hh).
    destruct (Q h ltac:(lia)) as (_ & _ & _ & _ & _ & Q7). lia.
  - fold K. rewrite E1, Nat.mul_1_r. set (sg := L + 1 + a). exists (K + sg), K. split.
    + apply same_add; [apply same_refl|]. apply same_sym. unfold sg. rewrite (Nat.add_comm (L + 1) a). apply who_stands. lia.
    + intros z Hz. assert (forall F, sum (K + 1) F = sum K F + F K) as Qs by (intros F; rewrite Nat.add_1_r; reflexivity).
      assert (forall i, sum K (fun h => b2n ((h + i) mod (K + 1) =? z)) + b2n ((K + i) mod (K + 1) =? z) = 1) as Q1.
      { intros i. pose proof (sum_turn (K + 1) i z Hz) as S1. rewrite Qs in S1. exact S1. }
      rewrite (sum_ext K _ (fun h => b2n ((h + 0) mod (K + 1) =? z))) by (intros; rewrite Nat.mul_1_r, Nat.add_0_r; reflexivity).
      rewrite (sum_ext K (fun h => b2n ((h * 1 + _) mod (K + 1) =? z)) (fun h => b2n ((h + sg) mod (K + 1) =? z))).
      2:{ intros h _. rewrite Nat.mul_1_r, list_sum_app, !list_sum_repeat. unfold sg. do 3 f_equal. lia. }
      pose proof (Q1 0) as Q2. rewrite Nat.add_0_r in Q2. rewrite Q2, (Q1 sg). reflexivity.
Qed.

(* R >= 3: letters are chosen so that the own items of a word have the sum 0 there, but for the last one. *)
Hypothesis Hr2 : 2 <= r.
Section Word.
Variables w K : nat.
Hypothesis EK : share w = K.
Hypothesis HK : shares w K.
(* Item h has (h+1) j zeros, or zz, p letters of each value between, p - h j letters r. *)
Definition zeros (h : nat) : nat := min ((h + 1) * j) K.
Definition pool (h : nat) : list nat := times (zeros h) (seq 0 (r + 1)) ++ times (K - zeros h) (seq 1 r ++ seq 1 r).
Definition rest (zz h : nat) : list nat :=
  repeat 0 (zz - zeros h) ++ times (p - (2 * K - zeros h)) (seq 1 (r - 1)) ++ repeat r (p - h * j - (2 * K - zeros h)).
Definition spare_of (h : nat) : nat := zeros h + (K - zeros h) * r.
Lemma item_is h : h < K -> 1 <= zeros h <= K /\ zeros h <= (h + 1) * j /\ (h + 1) * j <= p /\ (h + 1) * j = h * j + j /\
  2 * K - zeros h <= p - h * j /\ h * j <= p /\ (h + 1 = K -> zeros h = K).
Proof.
  intros Hh. destruct HK as [K1 K2 K3 K4 K5 K6 K7 K8]. unfold zeros.
  assert ((h + 1) * j <= K * j) as H1 by (apply Nat.mul_le_mono_r; lia).
  assert (K <= K * j) as H2 by (rewrite <- (Nat.mul_1_r K) at 1; apply Nat.mul_le_mono_l; exact Hj).
  assert ((h + 1) * j = h * j + j) as H3 by lia. assert (h + 1 = K -> (h + 1) * j = K * j) as H4 by (intros ->; reflexivity).
  clear K5 K6 K7. destruct (Nat.min_spec ((h + 1) * j) K) as [[M1 ->]|[M1 ->]]; lia.
Qed.
Lemma pool_length h : h < K -> length (pool h) = K * r + spare_of h.
Proof.
  intros Hh. destruct (item_is h Hh) as (Z & _). unfold pool, spare_of. rewrite !app_length, !times_length, app_length, !seq_length.
  replace K with (zeros h + (K - zeros h)) at 2 by lia. set (d := K - zeros h). lia.
Qed.
Lemma rest_length zz h : h < K -> zeros h <= zz -> length (pool h) + length (rest zz h) = zz + p * r - h * j.
Proof.
  intros Hh Hzz. destruct (item_is h Hh) as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & _). rewrite pool_length by exact Hh. unfold rest, spare_of.
  rewrite !app_length, times_length, !repeat_length, seq_length. set (m := 2 * K - zeros h) in *.
  assert (K * r + (zeros h + (K - zeros h) * r) = m * r + zeros h) as E.
  { unfold m. replace K with (zeros h + (K - zeros h)) at 1 3 by lia. set (d := K - zeros h).
    replace (2 * (zeros h + d) - zeros h) with (zeros h + d + d) by lia. lia. }
  rewrite E. assert (m * r = m * (r - 1) + m) as E1 by (rewrite Nat.mul_sub_distr_l; nia).
  assert (p * r = m * (r - 1) + (p - m) * (r - 1) + p) as E2.
  { rewrite <- Nat.mul_add_distr_r. replace (m + (p - m)) with p by lia. rewrite Nat.mul_sub_distr_l. nia. }
  lia.
Qed.
Lemma count_seq v a n : count (Nat.eqb v) (seq a n) = if (a <=? v) && (v <? a + n) then 1 else 0.
Proof.
  revert a; induction n as [|n IH]; intros a; cbn [seq].
  - rewrite count_nil. destruct (Nat.leb_spec a v), (Nat.ltb_spec v (a + 0)); cbn; lia.
  - rewrite count_cons, IH. destruct (Nat.eqb_spec v a), (Nat.leb_spec a v), (Nat.leb_spec (S a) v), (Nat.ltb_spec v (a + S n)),
      (Nat.ltb_spec v (S a + n)); cbn; lia.
Qed.
Lemma item_count zz h v : h < K -> zeros h <= zz -> count (Nat.eqb v) (pool h ++ rest zz h) =
  if v =? 0 then zz else if v =? r then p - h * j else if v <? r then p else 0.
Proof.
  intros Hh Hzz. destruct (item_is h Hh) as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & _). unfold pool, rest. counts. rewrite !times_count. counts.
  rewrite !count_repeat, !count_seq.
  destruct (Nat.leb_spec 0 v); [|lia]. destruct (Nat.eqb_spec v 0), (Nat.leb_spec 1 v); try lia; cbn [andb]; [destruct (0 =? r) eqn:E|].
  1-2: destruct (Nat.ltb_spec v (0 + (r + 1))), (Nat.eqb_spec v r); lia.
  destruct (Nat.eqb_spec v r), (Nat.ltb_spec v r), (Nat.ltb_spec v (0 + (r + 1))); try lia;
    destruct (Nat.ltb_spec v (1 + r)), (Nat.ltb_spec v (1 + (r - 1))); lia.
Qed.
Lemma item_value zz h v : In v (pool h ++ rest zz h) -> v <= r.
Proof.
  unfold pool, rest. rewrite !in_app_iff. intros [[H|H]|[H|[H|H]]].
  - apply times_In, in_seq in H. lia.
  - apply times_In in H. rewrite in_app_iff, !in_seq in H. lia.
  - apply repeat_spec in H. lia.
  - apply times_In, in_seq in H. lia.
  - apply repeat_spec in H. lia.
Qed.
Lemma choose_own h b : h < K -> exists O left, Permutation (pool h) (O ++ left) /\ length O = K * r /\ length left = spare_of h /\
  same (K * r + 1) (b + list_sum O) 0.
Proof.
  intros Hh. destruct (item_is h Hh) as (Z1 & _). set (z := zeros h) in *.
  (* of 1..r, twice, r letters are left: one of the first, r - 1 of the others *)
  pose proof (reaches_one 1 r ltac:(lia)) as R1. pose proof (reaches_others _ _ _ _ R1) as R2. rewrite seq_length in R2.
  pose proof (reaches_app _ _ _ _ _ _ _ _ R1 R2) as R3. pose proof (reaches_one 0 (r + 1) ltac:(lia)) as R0.
  set (lo := z * 0 + (K - z) * (1 + (list_sum (seq 1 r) - (1 + (r - 1))))).
  assert (reaches (pool h) (z * 1 + (K - z) * (1 + (r - 1))) lo (z * (r + 1 - 1) + (K - z) * (r - 1 + (r - 1)))) as R
    by exact (reaches_app _ _ _ _ _ _ _ _ (reaches_times z _ _ _ _ R0) (reaches_times (K - z) _ _ _ _ R3)).
  set (b' := b + list_sum (pool h)). set (s := who (K * r + 1) b' lo).
  assert (s < K * r + 1) as Hs by (apply who_below; lia). assert (same (K * r + 1) (s + lo) b') as Hl by (apply who_stands; lia).
  destruct (R s) as (left & O & HP & Hlen & Hsum).
  { replace (r + 1 - 1) with r by lia. assert ((K - z) * r <= (K - z) * (r - 1 + (r - 1))) by (apply Nat.mul_le_mono_l; lia).
    replace K with (z + (K - z)) in Hs at 1 by lia. rewrite Nat.mul_add_distr_r in Hs. lia. }
  exists O, left. split; [rewrite HP; apply Permutation_app_comm|]. pose proof (Permutation_length HP) as HPl. rewrite pool_length,
    app_length in HPl by exact Hh.
  assert (length left = spare_of h) as El by (rewrite Hlen; unfold spare_of; fold z; replace (1 + (r - 1)) with r by lia; lia).
  split; [lia|]. split; [exact El|]. apply (same_less _ _ _ (s + lo)). apply list_sum_perm in HP. rewrite list_sum_app in HP.
  rewrite Nat.add_0_l. apply (same_trans _ _ b'); [|apply same_sym, Hl]. unfold b'. rewrite HP, Hsum.
  replace (b + list_sum O + (s + lo)) with (b + (lo + s + list_sum O)) by lia. apply same_refl.
Qed.
(* The way that is left of a word: that of its last item. *)
Lemma way_left tau (O : nat -> list nat) :
  (forall h, h < K -> same (K * r + 1) (L + r + (if h + 1 =? K then tau else 0) + list_sum (O h)) 0) ->
  exists u v, same (K * r + 1) (v + tau) u /\ forall x, x < K * r + 1 ->
    sum K (fun h => b2n ((h * r) mod (K * r + 1) =? x)) + b2n (v mod (K * r + 1) =? x) =
    sum K (fun h => b2n ((h * r + (L + r + list_sum (O h))) mod (K * r + 1) =? x)) + b2n (u mod (K * r + 1) =? x).
Proof.
  intros HO. pose proof (sh_one _ _ HK) as K1. destruct K as [|k]; [lia|]. clear HK EK K1. exists (k * r), (k * r + (L + r + list_sum (O
    k))). split.
  - rewrite <- Nat.add_assoc. rewrite <- (Nat.add_0_r (k * r)) at 2. apply same_add; [apply same_refl|].
    specialize (HO k ltac:(lia)). replace (k + 1) with (S k) in HO by lia. rewrite Nat.eqb_refl in HO.
    replace (L + r + list_sum (O k) + tau) with (L + r + tau + list_sum (O k)) by lia. exact HO.
  - intros x Hx. cbn [sum]. rewrite (sum_ext k (fun h => b2n ((h * r + _) mod _ =? x)) (fun h => b2n ((h * r) mod (S k * r + 1) =? x)));
    [lia|].
    intros h Hh. f_equal. apply place_eqb; [exact Hx|]. rewrite <- (Nat.add_0_r (h * r)) at 2. apply same_add; [apply same_refl|].
    specialize (HO h ltac:(lia)). destruct (Nat.eqb_spec (h + 1) (S k)); [lia|]. rewrite Nat.add_0_r in HO. exact HO.
Qed.
Lemma own_other : w <> 0 -> exists T, forall tau, exists O H, deals p L r (j + 1) share w T tau O H.
Proof.
  intros Hw0. destruct HK as [K1 K2 K3 K4 K5 K6 K7 K8].  specialize (K7 Hw0).
  set (n0 := share 0 * r + 1). set (R := fun h => rest ((h + 1) * j) h).
  exists (fun h => skipn (n0 - spare_of h) (R h)). intros tau.
  destruct (pick ([] : list nat, [] : list nat) K (fun h OL => Permutation (pool h) (fst OL ++ snd OL) /\ length (fst OL) = K * r /\
    length (snd OL) = spare_of h /\ same (K * r + 1) (L + r + (if h + 1 =? K then tau else 0) + list_sum (fst OL)) 0)) as [OL HOL].
  { intros h Hh. destruct (choose_own h (L + r + if h + 1 =? K then tau else 0) Hh) as (O & left & Q). exists (O, left). exact Q. }
  exists (fun h => fst (OL h)), (fun h => snd (OL h) ++ firstn (n0 - spare_of h) (R h)).
  assert (forall h, h < K -> Permutation (letters_of (fun h => fst (OL h)) (fun h => snd (OL h) ++ firstn (n0 - spare_of h) (R h))
    (fun h => skipn (n0 - spare_of h) (R h)) h) (pool h ++ R h)) as HP.
  { intros h Hh. destruct (HOL h Hh) as (Q & _). unfold letters_of. rewrite <- app_assoc, firstn_skipn, Q, <- app_assoc. reflexivity. }
  assert (forall h, h < K -> spare_of h <= n0 /\ length (R h) + K * r + spare_of h = p * r + j /\ n0 - spare_of h <= length (R h)) as HR.
  { intros h Hh. destruct (item_is h Hh) as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & _). pose proof (rest_length ((h + 1) * j) h Hh Z2) as El.
    fold (R h) in El. rewrite pool_length in El by exact Hh.
    assert (spare_of h <= n0) as Hs.
    { unfold spare_of, n0. assert (K - zeros h <= (K - zeros h) * r) by (rewrite <- (Nat.mul_1_r (K - zeros h)) at 1; apply
      Nat.mul_le_mono_l; exact Hr).
      assert ((K - 1) * r <= share 0 * r) by (apply Nat.mul_le_mono_r; lia).
      assert ((K - zeros h) * r + (zeros h - 1) * r = (K - 1) * r) by (rewrite <- Nat.mul_add_distr_r; f_equal; lia).
      assert (zeros h - 1 <= (zeros h - 1) * r) by (rewrite <- (Nat.mul_1_r (zeros h - 1)) at 1; apply Nat.mul_le_mono_l; exact Hr). lia. }
    assert ((K + share 0) * r <= p * r) by (apply Nat.mul_le_mono_r; exact K7). unfold n0 in *. rewrite Nat.mul_add_distr_r in *. lia. }
  assert (forall h v, h < K -> count (Nat.eqb v) (letters_of (fun h => fst (OL h)) (fun h => snd (OL h) ++ firstn (n0 - spare_of h) (R h))
    (fun h => skipn (n0 - spare_of h) (R h)) h) = if v =? 0 then (h + 1) * j else if v =? r then p - h * j else if v <? r then p else 0) as
      HC.
  { intros h v Hh. rewrite (count_perm _ _ _ (HP h Hh)). apply item_count; [exact Hh|]. apply (item_is h Hh). }
  split; rewrite ?EK.
  - intros h Hh. apply (HOL h Hh).
  - intros h Hh. destruct (HOL h Hh) as (_ & _ & E & _). destruct (HR h Hh) as (R1 & R2 & R3).
    rewrite app_length, E, firstn_length. destruct (Nat.eqb_spec w 0); [contradiction|]. fold n0. lia.
  - intros h Hh. rewrite (Permutation_length (HP h Hh)), app_length, pool_length, size_is by exact Hh. destruct (HR h Hh) as (_ & R2 & _).
    lia.
  - intros h v Hh Hv. rewrite (HP h Hh) in Hv. exact (item_value _ _ _ Hv).
  - intros h v Hh. rewrite (HC h v Hh). destruct (item_is h Hh) as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & _).
    destruct (v =? 0); [|destruct (v =? r); [|destruct (v <? r)]]; lia.
  - intros h Hh. rewrite (HC h 0), (HC (S h) r) by lia. cbn [Nat.eqb]. rewrite Nat.eqb_refl.
    destruct (Nat.eqb_spec r 0); [lia|]. destruct (item_is (S h) Hh) as (_ & _ & _ & _ & _ & Z6 & _). cbn [Nat.mul] in *. lia.
  - apply way_left. intros h Hh. apply (HOL h Hh).
Qed.
Lemma own_zero : w = 0 -> exists T, forall tau, exists O H, deals p L r (j + 1) share w T tau O H.
Proof.
  intros Hw0. destruct HK as [K1 K2 K3 K4 K5 K6 K7 K8]. specialize (K4 Hw0).
  set (good := fun b h (OL : list nat * list nat) => Permutation (pool h) (fst OL ++ snd OL) /\ length (fst OL) = K * r /\
    length (snd OL) = spare_of h /\ same (K * r + 1) (b + list_sum (fst OL)) 0).
  assert (forall b h, h < K -> exists OL, good b h OL) as Hgood.
  { intros b h Hh. destruct (choose_own h b Hh) as (O & left & Q). exists (O, left). exact Q. }
  destruct (pick ([] : list nat, [] : list nat) K (fun h OL => good (L + r) h OL) (Hgood (L + r))) as [OL HOL].
  (* The last item has K letters more, and those that are left are not sent. *)
  set (zz := fun h => if h + 1 =? K then K * j + K else (h + 1) * j).
  exists (fun h => (if h + 1 =? K then [] else snd (OL h)) ++ rest (zz h) h). intros tau.
  destruct (Hgood (L + r + tau) (K - 1) ltac:(lia)) as [X HX].
  set (Y := fun h => if h + 1 =? K then X else OL h). exists (fun h => fst (Y h)), (fun _ => []).
  assert (forall h, h < K -> good (L + r + if h + 1 =? K then tau else 0) h (Y h)) as HY.
  { intros h Hh. unfold Y. destruct (Nat.eqb_spec (h + 1) K) as [E|E]; [replace h with (K - 1) by lia; exact HX|].
    rewrite Nat.add_0_r. apply HOL, Hh. }
  set (unsent := fun h => if h + 1 =? K then snd (Y h) else []).
  set (item := letters_of (fun h => fst (Y h)) (fun _ => []) (fun h => (if h + 1 =? K then [] else snd (OL h)) ++ rest (zz h) h)).
  assert (forall h, h < K -> Permutation (pool h ++ rest (zz h) h) (unsent h ++ item h)) as HP.
  { intros h Hh. destruct (HY h Hh) as (Q & _). rewrite Q. unfold unsent, item, letters_of, Y. cbn [app].
    destruct (h + 1 =? K); cbn [app]; rewrite <- !app_assoc; [|reflexivity]. rewrite !app_assoc.
    apply Permutation_app_tail, Permutation_app_comm. }
  assert (forall h, h < K -> zeros h <= zz h <= p /\ (S h < K -> zz h = (h + 1) * j) /\ p - h * j <= p) as Hzz.
  { intros h Hh. destruct (item_is h Hh) as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & Z7). unfold zz. destruct (Nat.eqb_spec (h + 1) K); lia. }
  assert (forall h v, h < K -> count (Nat.eqb v) (item h) <= if v =? 0 then zz h else if v =? r then p - h * j else if v <? r then p else
    0) as HC.
  { intros h v Hh. rewrite <- (item_count (zz h) h v Hh); [|apply Hzz, Hh]. rewrite (count_perm _ _ _ (HP h Hh)), count_app. lia. }
  split; rewrite ?EK.
  - intros h Hh. apply (HY h Hh).
  - intros h Hh. rewrite Hw0. reflexivity.
  - intros h Hh. fold item. destruct (item_is h Hh) as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6 & Z7).
    pose proof (Permutation_length (HP h Hh)) as El. rewrite !app_length, (rest_length (zz h) h Hh) in El by apply Hzz, Hh.
    assert (length (unsent h) = if h + 1 =? K then K else 0) as Eu.
    { unfold unsent. destruct (Nat.eqb_spec (h + 1) K) as [E|E]; [|reflexivity]. destruct (HY h Hh) as (_ & _ & -> & _).
      unfold spare_of. rewrite (Z7 E), Nat.sub_diag. lia. }
    rewrite Eu in El. rewrite size_is. unfold zz in El. destruct (Nat.eqb_spec (h + 1) K) as [E|E]; [|lia].
    assert (K * j = h * j + j) by (rewrite <- E; lia). lia.
  - intros h v Hh Hv. fold item in Hv. apply (item_value (zz h) h). rewrite (HP h Hh). apply in_or_app. right. exact Hv.
  - intros h v Hh. fold item. etransitivity; [apply (HC h v Hh)|]. destruct (Hzz h Hh) as (Q1 & Q2 & Q3).
    destruct (v =? 0); [|destruct (v =? r); [|destruct (v <? r)]]; lia.
  - intros h Hh. fold item. pose proof (HC h 0 ltac:(lia)) as C0. pose proof (HC (S h) r Hh) as C1.
    rewrite (Nat.eqb_refl 0) in C0.
    rewrite (proj2 (Nat.eqb_neq r 0)), Nat.eqb_refl in C1 by lia. destruct (Hzz h ltac:(lia)) as (_ & Q2 & _). specialize (Q2 Hh).
    destruct (item_is (S h) Hh) as (_ & _ & _ & _ & _ & Z6 & _). cbn [Nat.mul] in *. lia.
  - apply way_left. intros h Hh. apply (HY h Hh).
Qed.
End Word.
End Balanced.

(* Theorem S: N = 1 + p (R-1) + j, where R = t - L + 1, is served if Theorem Q does not exclude it.  t need not be below 2L. *)
Theorem theorem_S p L t j : L < t -> 1 <= j -> j + 2 <= p -> p <= (j + 1) * (p / j) ->
  ports_possible p L (1 + p * (t - L) + j) (L + t).
Proof.
  intros Ht Hj Hjp HQ. set (r := t - L). assert (1 <= r) as Hr by (unfold r; lia). replace t with (L + r) by (unfold r; lia). clearbody r.
  replace (1 + p * r + j) with (p * r + j + 1) by lia. rewrite <- (size_is p r j Hr Hj Hjp HQ). apply deals_serve; [lia|exact Hr|lia|apply
    share_sum|].
  intros w Hw. pose proof (share_is p r j Hr Hj Hjp HQ w Hw) as HK. destruct (Nat.eq_dec r 1) as [E|E].
  - apply own_two; assumption.
  - destruct (Nat.eq_dec w 0) as [->|Hw0].
    + apply (own_zero p L r j Hr Hj Hjp HQ ltac:(lia) 0 _ eq_refl HK eq_refl).
    + apply (own_other p L r j Hr Hj Hjp HQ ltac:(lia) w _ eq_refl HK Hw0).
Qed.

(* ---- The least delay, for every number of ports, latency and number of processors. ---- *)
Lemma ports_enough p L t N : 2 <= p -> 1 <= L -> pf p L (t - 1) < N -> N <= pf p L t -> (forall d, 1 <= d < p -> N + d = pf p L t ->
  L <= t -> p <= (p - d + 1) * (p / (p - d))) -> ports_possible p L N (L + t).
Proof.
  intros Hp HL Hlow HN HQ. destruct (Nat.le_gt_cases t L) as [H1|H1]; [apply theorem_R; auto|].
  destruct (Nat.le_gt_cases (2 * L) t) as [H2|H2]; [apply theorem_R; auto|].
  rewrite pf_low in HN by lia. rewrite pf_low in Hlow by lia. set (r := t - L) in *.
  replace (t - 1 - L + 1) with r in Hlow by (unfold r; lia). set (j := N - 1 - p * r).
  assert (N = p * r + j + 1) as EN by (unfold j; lia). rewrite Nat.mul_add_distr_l, Nat.mul_1_r in HN.
  assert (1 <= j <= p) as Hj by lia. destruct (Nat.le_gt_cases p (j + 1)) as [Hjp|Hjp].
  - apply ports_every; [exact Hp|exact HL| |rewrite pf_low by lia; fold r; lia].
    destruct (Nat.eq_dec j p) as [E|E]; [left|right].
    + replace N with (1 + (r + 1) * p) by (rewrite EN, E; lia). rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
    + replace N with ((r + 1) * p) by lia. apply Nat.mod_mul. lia.
  - replace N with (1 + p * r + j) by lia. apply theorem_S; [exact H1|lia|lia|].
    specialize (HQ (p - j) ltac:(lia)). replace (p - (p - j)) with j in HQ by lia. apply HQ; [|lia].
    rewrite pf_low by lia. fold r. rewrite Nat.mul_add_distr_l. lia.
Qed.
(* The depths have no end: f_t grows at each step from t = L on. *)
Lemma pf_unbounded p L n : 1 <= p -> 1 <= L -> n <= pf p L (L + n).
Proof.
  intros Hp HL. induction n as [|n IH]; [lia|]. pose proof (pf_step p L (L + S n) HL ltac:(lia)) as H.
  replace (L + S n - 1) with (L + n) in H by lia. replace (L + S n - L) with (S n) in H by lia. pose proof (pf_pos p L (S n) HL). nia.
Qed.
Lemma least (P : nat -> bool) n : P n = true -> exists t, P t = true /\ forall u, u < t -> P u = false.
Proof.
  induction n as [n IH] using lt_wf_ind. intros Hn. destruct (existsb P (seq 0 n)) eqn:E.
  - apply existsb_exists in E as (u & Hu & HP). apply in_seq in Hu. apply (IH u); [lia|exact HP].
  - exists n. split; [exact Hn|]. intros u Hu. apply not_true_is_false. intros F. rewrite <- not_true_iff_false in E. apply E.
    apply existsb_exists. exists u. split; [apply in_seq; lia|exact F].
Qed.

(* t = B(N) is the least depth with N <= f_t.  N are served with the delay L + t if Theorem Q does not exclude N, and with L + t + 1. *)
Theorem ports_delay p L N : 2 <= p -> 1 <= L -> 1 <= N -> exists t, N <= pf p L t /\ (forall u, u < t -> pf p L u < N) /\
  forall D, ports_possible p L N D <-> L + t < D \/
    D = L + t /\ forall d, 1 <= d < p -> N + d = pf p L t -> L <= t -> p <= (p - d + 1) * (p / (p - d)).
Proof.
  intros Hp HL HN. destruct (least (fun t => N <=? pf p L t) (L + N)) as (t & Ht & Hu).
  { apply Nat.leb_le, pf_unbounded; lia. }
  apply Nat.leb_le in Ht. exists t. split; [exact Ht|].
  assert (forall u, u < t -> pf p L u < N) as Hlow by (intros u H; apply Nat.leb_gt, Hu, H). split; [exact Hlow|]. intros D. split.
  - intros H. destruct (Nat.lt_trichotomy (L + t) D) as [F|[F|F]]; [left; exact F| |].
    + right. split; [lia|]. subst D. intros d Hd HNd HLt. apply Nat.nlt_ge. intros F. exact (theorem_Q p L N t d HL HLt Hd HNd F H).
    + exfalso. destruct (Nat.lt_ge_cases D L) as [G|G].
      * (* nothing is there before step L *)
        destruct H as (S & [_ _ _ _ Hall]). destruct (Hall 0 0 ltac:(lia)) as (a & s & k & m & _ & E). rewrite Nat.div_0_l in E by lia. lia.
      * replace D with (L + (D - L)) in H by lia. apply ports_bound in H; [|lia|exact HL]. specialize (Hlow (D - L) ltac:(lia)). lia.
  - intros [H|[-> H]].
    + apply (ports_later p L N (L + (t + 1))); [lia|]. apply ports_one_more; assumption.
    + destruct (Nat.eq_dec t 0) as [->|Ht0]; [|apply ports_enough; try assumption; apply Hlow; lia].
      rewrite pf_0 in Ht. apply theorem_R; [exact Hp|exact HL|left; lia|]. split; [rewrite pf_0; exact Ht|exact H].
Qed.
