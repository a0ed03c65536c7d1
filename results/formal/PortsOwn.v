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

(* ---- Items are dealt: item h of word w has the letters O h in its own word, H h in word 0, and T h in the others. ---- *)
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
  destruct (pick (fun _ : nat => [] : list nat, fun _ : nat => [] : list nat) W (fun w OH => deals w (T w) (tau w) (fst OH) (snd OH))) as [OH HOH].
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
    { rewrite (sum_only W _ (own c) H1); [rewrite Nat.eqb_refl; reflexivity|]. intros w _ Hw. destruct (Nat.eqb_spec w (own c)); [contradiction|reflexivity]. }
    assert ((if own c =? 0 then 0 else n 0) = sum W (fun w => if w =? 0 then if own c =? 0 then 0 else n w else 0)) as ->.
    { rewrite (sum_only W _ 0 ltac:(lia)); [reflexivity|]. intros w _ Hw. destruct (Nat.eqb_spec w 0); [contradiction|reflexivity]. }
    rewrite <- !sum_plus. apply sum_ext. intros w _. unfold m.
    destruct (Nat.eqb_spec w 0), (Nat.eqb_spec w (own c)), (Nat.eqb_spec (own c) 0); cbn [orb]; lia. }
  assert (forall c (P : nat -> bool), c < p -> sum W (fun w => count P (D c w)) =
    count P (letters_of (O (own c)) (H (own c)) (T (own c)) (h c))) as HDc.
  { intros c P Hc. unfold letters_of. rewrite !count_app. rewrite <- (slice_count (m c) (T (own c) (h c)) P W (Hm c Hc)).
    destruct (Hown c Hc) as (H1 & H2 & H3). destruct (Hall _ H1) as [_ A2 _ _ _ _ _]. specialize (A2 _ H3).
    assert (count P (O (own c) (h c)) = sum W (fun w => if w =? own c then count P (O w (h c)) else 0)) as ->.
    { rewrite (sum_only W _ (own c) H1); [rewrite Nat.eqb_refl; reflexivity|]. intros w _ Hw. destruct (Nat.eqb_spec w (own c)); [contradiction|reflexivity]. }
    assert (count P (H (own c) (h c)) = sum W (fun w => if w =? 0 then if own c =? w then 0 else count P (H (own c) (h c)) else 0)) as ->.
    { rewrite (sum_only W _ 0 ltac:(lia)).
      - cbn [Nat.eqb]. destruct (Nat.eqb_spec (own c) 0) as [E|E]; [|reflexivity].
        destruct (H (own c) (h c)); [reflexivity|discriminate A2].
      - intros w _ Hw. destruct (Nat.eqb_spec w 0); [contradiction|reflexivity]. }
    rewrite <- !sum_plus. apply sum_ext. intros w _. unfold D, part, slice, m.
    destruct (Nat.eqb_spec (own c) w) as [E|E], (Nat.eqb_spec w (own c)), (Nat.eqb_spec w 0); try congruence; cbn [orb firstn]; rewrite ?count_nil; try lia. }
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
