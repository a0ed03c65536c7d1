(* SPDX-License-Identifier: MIT *)
(* Several ports (THEOREMS.md, 19.1 and 19.5): words of different lengths, in which only roots send.  From what stands where follows a
   schedule, message by message. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists UpperBound Ports PortsWords PortsLine.
Import ListNotations.
Open Scope nat_scope.

(* ---- Words of n 0, n 1, .. places, one behind the other: of which word a place is. ---- *)
Section Numbers.
Variable n : nat -> nat.
Definition off (w : nat) : nat := sum w n.
Fixpoint word_of (W q : nat) : nat := match W with 0 => 0 | S w => if off w <=? q then w else word_of w q end.
Definition loc (W q : nat) : nat := q - off (word_of W q).
Lemma off_mono v w : v < w -> off v + n v <= off w.
Proof. intros H. change (off (S v) <= off w). apply sum_mono. exact H. Qed.
Lemma word_of_spec W q : q < off W -> word_of W q < W /\ off (word_of W q) + loc W q = q /\ loc W q < n (word_of W q).
Proof.
  unfold loc. induction W as [|w IH]; intros H; [cbn in H; lia|]. cbn [word_of]. unfold off in H. cbn [sum] in H. fold (off w) in H.
  destruct (Nat.leb_spec (off w) q); [lia|]. specialize (IH ltac:(lia)). lia.
Qed.
Lemma word_of_at W w y : w < W -> y < n w -> word_of W (off w + y) = w.
Proof.
  induction W as [|v IH]; intros Hw Hy; [lia|]. cbn [word_of]. destruct (Nat.eq_dec w v) as [->|Hn].
  - destruct (Nat.leb_spec (off v) (off v + y)); [reflexivity|lia].
  - pose proof (off_mono w v ltac:(lia)). destruct (Nat.leb_spec (off v) (off w + y)); [lia|]. apply IH; [lia|exact Hy].
Qed.
Lemma loc_at W w y : w < W -> y < n w -> loc W (off w + y) = y.
Proof. intros Hw Hy. unfold loc. rewrite word_of_at by assumption. lia. Qed.
Lemma at_below W w y : w < W -> y < n w -> off w + y < off W.
Proof. intros Hw Hy. pose proof (off_mono w W Hw). lia. Qed.
Lemma sum_words W (F : nat -> nat -> nat) : sum (off W) (fun q => F (word_of W q) (loc W q)) = sum W (fun w => sum (n w) (F w)).
Proof.
  assert (forall V, V <= W -> sum (off V) (fun q => F (word_of W q) (loc W q)) = sum V (fun w => sum (n w) (F w))) as Q; [|apply Q; lia].
  induction V as [|v IH]; intros HV; [reflexivity|]. unfold off. cbn [sum]. fold (off v). rewrite sum_app, IH by lia. f_equal.
  apply sum_ext. intros y Hy. rewrite word_of_at, loc_at by (lia || assumption). reflexivity.
Qed.
End Numbers.

(* Whatever is p times in a class at most can be told apart by p ports. *)
Lemma ports_for {A} (eqd : forall a b : A, {a = b} + {a <> b}) (all : list A) (cls : A -> nat) : exists g : A -> nat,
  (forall a, In a all -> g a < count (fun b => cls b =? cls a) all) /\
  forall a b, In a all -> In b all -> cls a = cls b -> g a = g b -> a = b.
Proof.
  set (cl := fun a => filter (fun b => cls b =? cls a) all).
  assert (forall a, In a all -> In a (cl a)) as Q by (intros a Ha; apply filter_In; rewrite Nat.eqb_refl; auto).
  exists (fun a => pos A eqd a (cl a)). split.
  - intros a Ha. exact (proj1 (pos_spec A eqd a (cl a) a (Q a Ha))).
  - intros a b Ha Hb E Eg. assert (cl a = cl b) as Ec by (unfold cl; rewrite E; reflexivity). rewrite Ec in Eg.
    apply (pos_inj A eqd a b (cl b)); [rewrite <- Ec; apply Q, Ha|apply Q, Hb|exact Eg].
Qed.

(* Where no two of m numbers are the same modulo m, they are all residues. *)
Lemma all_residues m (F : nat -> nat) : 0 < m -> (forall k k', k < m -> k' < m -> same m (F k) (F k') -> k = k') ->
  forall v, exists k, k < m /\ same m (F k) v.
Proof.
  intros Hm H v. assert (In (v mod m) (map (fun k => F k mod m) (seq 0 m))) as Hi.
  { apply (NoDup_length_incl (l' := seq 0 m)).
    - apply NoDup_map_in; [|apply seq_NoDup]. intros k k' Hk Hk' E. apply in_seq in Hk, Hk'. apply H; [lia|lia|].
      apply (same_trans _ _ (F k mod m)); [apply same_mod; lia|]. rewrite E. apply same_sym, same_mod. lia.
    - rewrite map_length. lia.
    - intros z Hz. apply in_map_iff in Hz as (k & <- & _). apply in_seq. pose proof (Nat.mod_upper_bound (F k) m). lia.
    - apply in_seq. pose proof (Nat.mod_upper_bound v m). lia. }
  apply in_map_iff in Hi as (k & E & Hk). apply in_seq in Hk. exists k. split; [lia|].
  apply (same_trans _ _ (F k mod m)); [apply same_mod; lia|]. rewrite E. apply same_sym, same_mod. lia.
Qed.

(* Letter q of colour c has the value V c q and stands at position X c q of its word, at port E c q; copies of it are sent by port G c q.
   The letter 0 of word own c is the root.  All other values are up to r. *)
Section Schedule.
Variables (p L r W : nat) (n own : nat -> nat) (V X E G : nat -> nat -> nat).
Hypothesis Hp : 1 <= p.
Hypothesis Hn : forall w, w < W -> 1 <= n w.
Hypothesis Hown : forall c, c < p -> own c < W.
Let N := off n W.
Let word q := word_of n W q.
Let place q := loc n W q.
Definition root (c : nat) : nat := off n (own c).
Hypothesis Hroot : forall c, c < p -> V c (root c) = L + r.
Hypothesis Hvalue : forall c q, c < p -> q < N -> q <> root c -> V c q <= r.
Hypothesis Hresidue : forall c q q', c < p -> q < N -> q' < N -> word q = word q' ->
  same (n (word q)) (X c q + V c q) (X c q' + V c q') -> q = q'.
Hypothesis HE : forall c q, c < p -> q < N -> E c q < p.
Hypothesis HE1 : forall c c' q q', c < p -> c' < p -> q < N -> q' < N -> word q = word q' -> same (n (word q)) (X c q) (X c' q') ->
  E c q = E c' q' -> c = c' /\ q = q'.
Definition start (c : nat) : nat := X c (root c).
Hypothesis HG : forall c q, c < p -> q < N -> q <> root c -> G c q < p.
Hypothesis HG1 : forall c c' q q', c < p -> c' < p -> q < N -> q' < N -> q <> root c -> q' <> root c' -> own c = own c' ->
  same (n (own c)) (start c + (r - V c q)) (start c' + (r - V c' q')) -> G c q = G c' q' -> c = c' /\ q = q'.

(* Who receives item c of step beta first; who receives letter q of it; how long after the step its copy is sent. *)
Definition first_of (c beta : nat) : nat := off n (own c) + who (n (own c)) (start c) (beta + L).
Definition getter (c q beta : nat) : nat := off n (word q) + who (n (word q)) (X c q + V c q) (beta + L + (L + r)).
Definition after (c q : nat) : nat := L + (r - V c q).
Definition sending (b s k : nat) (l : nat * nat) : bool := let (c, q) := l in
  negb (q =? root c) && (after c q <=? s) && (first_of c (s - after c q) =? b) && (G c q =? k).
Definition owned : port_schedule := fun a s k =>
  match a with
  | None => if k <? p then Some (first_of k s, E k (root k), s * p + k) else None
  | Some b => match find (sending b s k) (list_prod (seq 0 p) (seq 0 N)) with
    | Some (c, q) => Some (getter c q (s - after c q), E c q, (s - after c q) * p + c)
    | None => None end
  end.

Lemma root_below c : c < p -> root c < N /\ word (root c) = own c.
Proof.
  intros Hc. specialize (Hown c Hc). specialize (Hn _ Hown). unfold root, N, word. rewrite <- (Nat.add_0_r (off n (own c))).
  split; [apply at_below; [exact Hown|lia]|]. apply word_of_at; [exact Hown|lia].
Qed.
Lemma in_word w v s : w < W -> off n w + who (n w) v s < N /\ word (off n w + who (n w) v s) = w /\
  same (n w) (place (off n w + who (n w) v s) + s) v.
Proof.
  intros Hw. specialize (Hn w Hw). pose proof (who_below (n w) v s ltac:(lia)) as Q. unfold N, word, place.
  rewrite word_of_at, loc_at by assumption. split; [apply at_below; assumption|]. split; [reflexivity|].
  apply who_stands. lia.
Qed.
Lemma word_below q : q < N -> word q < W.
Proof. intros Hq. exact (proj1 (word_of_spec n W q Hq)). Qed.

Lemma sent b s k x m i : owned (Some b) s k = Some (x, m, i) -> exists c q beta, c < p /\ q < N /\ q <> root c /\
  s = beta + after c q /\ first_of c beta = b /\ G c q = k /\ x = getter c q beta /\ m = E c q /\ i = beta * p + c.
Proof.
  cbn [owned]. destruct (find _ _) as [[c q]|] eqn:F; [|discriminate]. intros H. injection H as <- <- <-.
  apply find_some in F as [Hi Ht]. apply in_prod_iff in Hi as [Hc Hq]. apply in_seq in Hc, Hq. cbn [sending] in Ht.
  rewrite !andb_true_iff, negb_true_iff, !Nat.eqb_eq, Nat.eqb_neq, Nat.leb_le in Ht. destruct Ht as [[[T1 T2] T3] T4].
  exists c, q, (s - after c q). repeat split; try assumption; lia.
Qed.
(* Of what is sent at a step all that is known of the sender. *)
Lemma sender_place c beta s q : c < p -> s = beta + after c q ->
  same (n (own c)) (place (first_of c beta) + s) (start c + (r - V c q)).
Proof.
  intros Hc ->. destruct (in_word (own c) (start c) (beta + L) (Hown c Hc)) as (_ & _ & Q). fold (first_of c beta) in Q.
  unfold after. replace (place (first_of c beta) + (beta + (L + (r - V c q)))) with (place (first_of c beta) + (beta + L) + (r - V c q)) by
    lia.
  apply same_add; [exact Q|apply same_refl].
Qed.
Lemma delivered c q beta : c < p -> q < N -> q <> root c ->
  owned (Some (first_of c beta)) (beta + after c q) (G c q) = Some (getter c q beta, E c q, beta * p + c).
Proof.
  intros Hc Hq Hr. cbn [owned].
  assert (sending (first_of c beta) (beta + after c q) (G c q) (c, q) = true) as T.
  { cbn [sending]. rewrite !andb_true_iff, negb_true_iff, !Nat.eqb_eq, Nat.eqb_neq, Nat.leb_le, Nat.add_sub. repeat split; [exact Hr|lia]. }
  assert (In (c, q) (list_prod (seq 0 p) (seq 0 N))) as Hin by (apply in_prod; apply in_seq; lia).
  destruct (find _ _) as [[c' q']|] eqn:F; [|exfalso; pose proof (find_none _ _ F _ Hin); congruence].
  apply find_some in F as [Hi Ht]. apply in_prod_iff in Hi as [Hc' Hq']. apply in_seq in Hc', Hq'. cbn [sending] in Ht.
  rewrite !andb_true_iff, negb_true_iff, !Nat.eqb_eq, Nat.eqb_neq, Nat.leb_le in Ht. destruct Ht as [[[T1 T2] T3] T4].
  set (s := beta + after c q) in *. set (beta' := s - after c' q') in *.
  pose proof (sender_place c beta s q Hc eq_refl) as S1. pose proof (sender_place c' beta' s q' ltac:(lia) ltac:(unfold beta'; lia)) as S2.
  assert (own c = own c') as Eo.
  { destruct (in_word (own c) (start c) (beta + L) (Hown c Hc)) as (_ & <- & _).
    destruct (in_word (own c') (start c') (beta' + L) (Hown c' ltac:(lia))) as (_ & <- & _).
    fold (first_of c beta) (first_of c' beta'). rewrite T3. reflexivity. }
  rewrite T3 in S2. rewrite <- Eo in S2.
  destruct (HG1 c c' q q') as [<- <-]; [lia|lia|lia|lia|assumption|assumption|exact Eo| |lia|].
  - apply (same_trans _ _ (place (first_of c beta) + s)); [apply same_sym; exact S1|exact S2].
  - unfold beta', s. rewrite Nat.add_sub. reflexivity.
Qed.

(* Where the receiver stands when a letter comes. *)
Lemma getter_place c q beta s : c < p -> q < N -> s + V c q = beta + L + r -> getter c q beta < N /\ word (getter c q beta) = word q /\
  same (n (word q)) (place (getter c q beta) + (s + L)) (X c q).
Proof.
  intros Hc Hq Hs. destruct (in_word (word q) (X c q + V c q) (beta + L + (L + r)) (word_below q Hq)) as (Q1 & Q2 & Q3).
  fold (getter c q beta) in Q1, Q2, Q3. split; [exact Q1|]. split; [exact Q2|]. apply (same_less _ _ _ (V c q)).
  replace (place (getter c q beta) + (s + L) + V c q) with (place (getter c q beta) + (beta + L + (L + r))) by lia. exact Q3.
Qed.
Lemma first_getter c beta : c < p -> getter c (root c) beta = first_of c beta.
Proof.
  intros Hc. unfold getter, first_of. destruct (root_below c Hc) as [_ ->]. rewrite (Hroot c Hc). fold (start c). f_equal.
  specialize (Hn _ (Hown c Hc)). apply who_is; [apply who_below; exact Hn|].
  rewrite Nat.add_assoc. apply same_add; [|apply same_refl]. apply who_stands. exact Hn.
Qed.
Lemma message a s k x m i : owned a s k = Some (x, m, i) -> exists c q, c < p /\ q < N /\ x < N /\ m = E c q /\ word x = word q /\
  same (n (word q)) (place x + (s + L)) (X c q) /\
  (a, k) = (if q =? root c then (None, c) else (Some (first_of c (s - after c q)), G c q)).
Proof.
  destruct a as [b|]; intros H.
  - apply sent in H as (c & q & beta & Hc & Hq & Hr & Es & Eb & Ek & Ex & Em & Ei). exists c, q. rewrite Ex.
    pose proof (Hvalue c q Hc Hq Hr) as Hv.
    destruct (getter_place c q beta s Hc Hq) as (Q1 & Q2 & Q3); [unfold after in Es; lia|].
    repeat split; try assumption. destruct (Nat.eqb_spec q (root c)); [contradiction|].
    replace (s - after c q) with beta by lia. congruence.
  - cbn [owned] in H. destruct (Nat.ltb_spec k p) as [Hk|]; [|discriminate]. injection H as <- <- <-. exists k, (root k).
    destruct (root_below k Hk) as [R1 R2]. rewrite <- first_getter by exact Hk.
    destruct (getter_place k (root k) s s Hk R1) as (Q1 & Q2 & Q3); [rewrite (Hroot k Hk); lia|].
    repeat split; try assumption. rewrite Nat.eqb_refl. reflexivity.
Qed.

Theorem owned_serves : pserves p L N (L + (L + r)) owned.
Proof.
  split.
  - intros a s k x m i H. pose proof (message a s k x m i H) as (c & q & Hc & Hq & Hx & -> & _ & _ & Ea).
    split; [|split; [exact Hx|apply HE; assumption]].
    destruct (Nat.eqb_spec q (root c)); injection Ea as _ ->; [exact Hc|apply HG; assumption].
  - intros s k x m i H. cbn [owned] in H. destruct (Nat.ltb_spec k p) as [Hk|]; [|discriminate]. injection H as _ _ <-.
    rewrite Nat.div_add_l, Nat.div_small by lia. lia.
  - intros b s k x m i H. apply sent in H as (c & q & beta & Hc & Hq & Hr & Es & <- & _ & _ & _ & ->).
    exists None, beta, c, (E c (root c)). split; [|unfold after in Es; lia]. cbn [owned]. destruct (Nat.ltb_spec c p); [reflexivity|lia].
  - intros a b s k k' x m i j Ha Hb. apply message in Ha as (c & q & Hc & Hq & _ & Em & Ew & Ep & Ea).
    apply message in Hb as (c' & q' & Hc' & Hq' & _ & Em' & Ew' & Ep' & Eb). rewrite Ew in Ew'. rewrite <- Ew' in Ep'.
    destruct (HE1 c c' q q') as [<- <-]; [lia|lia|lia|lia|exact Ew'| |congruence|].
    + apply (same_trans _ _ (place x + (s + L))); [apply same_sym; exact Ep|exact Ep'].
    + rewrite <- Ea in Eb. injection Eb as -> ->. auto.
  - intros i x Hx. set (beta := i / p). set (c := i mod p). destruct (word_of_spec n W x Hx) as (Hw & Ex & Hl).
    fold (word x) in *. fold (place x) in *.
    assert (c < p) as Hc by (apply Nat.mod_upper_bound; lia).
    assert (i = beta * p + c) as Ei by (pose proof (Nat.div_mod i p ltac:(lia)) as F; fold beta c in F; lia).
    (* Its residues are all those of the word. *)
    assert (exists y, y < n (word x) /\ same (n (word x)) (X c (off n (word x) + y) + V c (off n (word x) + y)) (place x + (beta + L + (L +
      r))))
      as (y & Hy & Hs).
    { apply (all_residues (n (word x)) (fun y => X c (off n (word x) + y) + V c (off n (word x) + y))); [lia|].
      intros y y' Hy Hy' H.
      assert (off n (word x) + y = off n (word x) + y'); [|lia]. apply (Hresidue c); try assumption.
      - apply at_below; assumption.
      - apply at_below; assumption.
      - unfold word. rewrite !word_of_at; [reflexivity|assumption..].
      - unfold word at 1. rewrite word_of_at by assumption. exact H. }
    set (q := off n (word x) + y) in *. assert (word q = word x) as Ew by (apply word_of_at; assumption).
    assert (q < N) as Hq by (apply at_below; assumption).
    assert (getter c q beta = x) as Eg.
    { unfold getter. rewrite Ew. rewrite (who_is _ _ _ (place x) Hl); [exact Ex|]. apply same_sym. exact Hs. }
    destruct (Nat.eq_dec q (root c)) as [Er|Er].
    + exists None, beta, c, (E c (root c)). split; [|lia]. cbn [owned]. destruct (Nat.ltb_spec c p); [|lia].
      rewrite <- first_getter, <- Er, Eg, <- Ei by exact Hc. rewrite Er. reflexivity.
    + exists (Some (first_of c beta)), (beta + after c q), (G c q), (E c q). rewrite delivered by assumption. rewrite Eg, <- Ei.
      split; [reflexivity|]. unfold after. lia.
Qed.
End Schedule.

(* ---- Words from what they receive: M. Hall's theorem, with the first difference at a position of its own. ---- *)
Lemma same_Z n a b : 0 < n -> same n a b -> (Z.of_nat a mod Z.of_nat n = Z.of_nat b mod Z.of_nat n)%Z.
Proof.
  intros Hn (u & v & H). rewrite <- (Z_mod_plus_full (Z.of_nat a) (Z.of_nat u)), <- (Z_mod_plus_full (Z.of_nat b) (Z.of_nat v)). f_equal. nia.
Qed.
(* Differences with the sum sg are put at all positions, but the first one, which stands at a instead of at a + sg.  Then they have
   different residues. *)
Definition spot (a sg k : nat) : nat := if k =? 0 then a else k + a + sg.
Lemma put d0 ds : exists v : nat -> nat, v 0 = d0 /\ Permutation (map v (seq 1 (length ds))) ds /\
  let n := S (length ds) in forall a k k', k < n -> k' < n ->
  same n (spot a (d0 + list_sum ds) k + v k) (spot a (d0 + list_sum ds) k' + v k') -> k = k'.
Proof.
  set (sg := d0 + list_sum ds). set (z0 := (Z.of_nat d0 - Z.of_nat sg)%Z).
  assert (forall l, sumZ (map Z.of_nat l) = Z.of_nat (list_sum l)) as Qs.
  { induction l as [|a l IH]; [reflexivity|]. cbn [map sumZ list_sum fold_right]. rewrite IH. unfold list_sum. lia. }
  destruct (hall_word z0 (map Z.of_nat ds)) as (w & HP & Hw).
  { rewrite Qs. replace (z0 + Z.of_nat (list_sum ds))%Z with 0%Z by (unfold z0, sg; lia). apply Z.mod_0_l. lia. }
  assert (length w = length ds) as Hlw by (apply Permutation_length in HP; rewrite map_length in HP; exact HP).
  exists (fun k => match k with 0 => d0 | S y => Z.to_nat (nth y w 0%Z) end). split; [reflexivity|]. split.
  - rewrite <- seq_shift, map_map. rewrite <- Hlw, <- (map_map (fun k => nth k w 0%Z) Z.to_nat), nth_map_seq, HP, map_map.
    erewrite map_ext; [rewrite map_id; reflexivity|]. intros a. apply Nat2Z.id.
  - intros n a k k' Hk Hk' H. apply (same_Z n) in H; [|lia].
    assert (forall k, k < n -> Z.of_nat (spot a sg k + match k with 0 => d0 | S y => Z.to_nat (nth y w 0%Z) end) =
      (Z.of_nat k + nth k (z0 :: w) 0 + Z.of_nat (a + sg))%Z) as Q.
    { clear k k' Hk Hk' H. intros k Hk. unfold spot. destruct k as [|k]; cbn [Nat.eqb nth]; [unfold z0; lia|].
      assert (0 <= nth k w 0)%Z; [|lia]. assert (In (nth k w 0%Z) (map Z.of_nat ds)) as Hi by (rewrite <- HP; apply nth_In; lia).
      apply in_map_iff in Hi as (z & <- & _). lia. }
    rewrite !Q in H by assumption. unfold legal in Hw. apply (NoDup_map_out _ _ Hw); cbn [length]; rewrite ?Hlw; [apply in_seq; lia..|].
    unfold pv. cbn [length]. rewrite Hlw. fold n.
    replace (Z.of_nat k + nth k (z0 :: w) 0)%Z with (Z.of_nat k + nth k (z0 :: w) 0 + Z.of_nat (a + sg) - Z.of_nat (a + sg))%Z by lia.
    replace (Z.of_nat k' + nth k' (z0 :: w) 0)%Z with (Z.of_nat k' + nth k' (z0 :: w) 0 + Z.of_nat (a + sg) - Z.of_nat (a + sg))%Z by lia.
    rewrite Zminus_mod, H, <- Zminus_mod. reflexivity.
Qed.
Lemma same_place_iff n a x : x < n -> (a mod n =? x) = true <-> same n a x.
Proof.
  intros Hx. rewrite Nat.eqb_eq. split.
  - intros <-. apply same_mod. lia.
  - intros H. rewrite <- (Nat.mod_small x n Hx). apply same_eq; [lia|exact H].
Qed.
Lemma place_eqb n a b x : x < n -> same n a b -> (a mod n =? x) = (b mod n =? x).
Proof.
  intros Hx H. apply eq_true_iff_eq. rewrite !same_place_iff by exact Hx.
  split; intros F; [apply (same_trans _ _ a); [apply same_sym, H|exact F]|apply (same_trans _ _ b); [exact H|exact F]].
Qed.
(* One of n positions in a row is x. *)
Lemma sum_turn n e x : x < n -> sum n (fun k => b2n ((k + e) mod n =? x)) = 1.
Proof.
  intros Hx. pose proof (who_below n x e ltac:(lia)) as Hw. rewrite <- (occurs_one n (who n x e) Hw). apply sum_ext. intros k Hk. f_equal.
  apply eq_true_iff_eq. rewrite same_place_iff, Nat.eqb_eq by exact Hx. split.
  - intros H. apply who_is; [exact Hk|exact H].
  - intros <-. apply who_stands. lia.
Qed.
(* So a position is taken once, but that the first difference has left a + sg for a. *)
Lemma spot_count n a sg x : x < n -> sum n (fun k => b2n (spot a sg k mod n =? x)) + b2n ((a + sg) mod n =? x) = 1 + b2n (a mod n =? x).
Proof.
  intros Hx. pose proof (sum_turn n (a + sg) x Hx) as H. destruct n as [|n]; [lia|]. rewrite sum_shift in H |- *. unfold spot. cbn [Nat.eqb].
  rewrite (sum_ext n _ (fun k => b2n ((S k + (a + sg)) mod S n =? x))) by (intros; rewrite Nat.add_assoc; reflexivity).
  rewrite Nat.add_0_l in H. lia.
Qed.
Lemma pick {A} (d : A) m (P : nat -> A -> Prop) : (forall i, i < m -> exists x, P i x) -> exists f, forall i, i < m -> P i (f i).
Proof.
  induction m as [|m IH]; intros H; [exists (fun _ => d); intros; lia|]. destruct IH as [f Hf]; [intros; apply H; lia|].
  destruct (H m ltac:(lia)) as [x Hx]. exists (fun i => if i =? m then x else f i). intros i Hi.
  destruct (Nat.eqb_spec i m); [subst; exact Hx|apply Hf; lia].
Qed.
Lemma sum_only m F j : j < m -> (forall k, k < m -> k <> j -> F k = 0) -> sum m F = F j.
Proof.
  induction m as [|m IH]; intros Hj H; [lia|]. cbn [sum]. destruct (Nat.eq_dec j m) as [->|Hn].
  - rewrite sum_0; [reflexivity|]. intros k Hk. apply H; lia.
  - rewrite IH, (H m); [lia|lia|lia|lia|]. intros; apply H; lia.
Qed.
Lemma count_prod m N (P : nat * nat -> bool) : count P (list_prod (seq 0 m) (seq 0 N)) = sum m (fun c => sum N (fun q => b2n (P (c, q)))).
Proof.
  unfold count. rewrite filter_pairs, list_sum_seq_sum. apply sum_ext. intros c _. symmetry. apply occurs_filter.
Qed.
Lemma sum_count v (F : nat -> nat) m : sum m (fun k => b2n (v =? F k)) = count (Nat.eqb v) (map F (seq 0 m)).
Proof. rewrite count_map. apply occurs_filter. Qed.

(* Roots r places apart have one step in common, or none. *)
Lemma steps_meet r h h' v v' : 1 <= r -> v <= r -> v' <= r -> h * r + (r - v) = h' * r + (r - v') ->
  h = h' /\ v = v' \/ h' = S h /\ v = 0 /\ v' = r \/ h = S h' /\ v' = 0 /\ v = r.
Proof.
  assert (forall h d v v', 1 <= r -> v <= r -> v' <= r -> h * r + (r - v) = (S h + d) * r + (r - v') -> d = 0 /\ v = 0 /\ v' = r) as Q.
  { clear. intros h d v v' Hr Hv Hv' E. replace ((S h + d) * r) with (h * r + r + d * r) in E by ring. destruct d as [|d]; [lia|].
    cbn [Nat.mul] in E. lia. }
  intros Hr Hv Hv' E. destruct (Nat.lt_trichotomy h h') as [F|[F|F]].
  - right. left. destruct (Q h (h' - S h) v v') as (Q1 & Q2 & Q3); try assumption; [|lia]. replace (S h + (h' - S h)) with h' by lia. exact E.
  - left. subst. lia.
  - right. right. destruct (Q h' (h - S h') v' v) as (Q1 & Q2 & Q3); try assumption; [|lia].
    replace (S h' + (h - S h')) with h by lia. symmetry. exact E.
Qed.

(* Item c is the item h c of word own c.  Of its letters D c w stand in word w, besides the root.  The roots of a word stand r places
   apart; a w c is where the first letter of item c stands in word w. *)
Section Dealt.
Variables (p L r W : nat) (k : nat -> nat) (D : nat -> nat -> list nat) (a : nat -> nat -> nat).
Hypothesis Hp : 1 <= p.
Hypothesis Hr : 1 <= r.
Hypothesis Hk : off k W = p.
Let n w := k w * r + 1.
Let own c := word_of k W c.
Let h c := loc k W c.
Let N := off n W.
Hypothesis Hlen : forall c w, c < p -> w < W -> length (D c w) + (if own c =? w then 1 else 0) = n w.
Hypothesis Hval : forall c w v, c < p -> w < W -> In v (D c w) -> v <= r.
Let cn c v := sum W (fun w => count (Nat.eqb v) (D c w)).
Hypothesis Hcount : forall c v, c < p -> cn c v <= p.
Hypothesis Hchain : forall c, S c < p -> own (S c) = own c -> cn c 0 + cn (S c) r <= p.
Let sg w c := (if own c =? w then L + r else 0) + list_sum (D c w).
Hypothesis Hmark : forall c, c < p -> a (own c) c = h c * r.
Hypothesis Hpos : forall w x, w < W -> x < n w ->
  sum p (fun c => b2n (a w c mod n w =? x)) = sum p (fun c => b2n ((a w c + sg w c) mod n w =? x)).

Theorem dealt_serves : ports_possible p L N (L + (L + r)).
Proof.
  assert (forall w, w < W -> 1 <= n w) as Hn by (intros; unfold n; lia).
  assert (forall c, c < p -> own c < W /\ h c < k (own c) /\ off k (own c) + h c = c) as Hown.
  { intros c Hc. rewrite <- Hk in Hc. pose proof (word_of_spec k W c Hc). fold (own c) (h c) in *. tauto. }
  (* What stands in the words. *)
  set (d0 := fun c w => if own c =? w then L + r else hd 0 (D c w)). set (ds := fun c w => if own c =? w then D c w else tl (D c w)).
  assert (forall c w, c < p -> w < W -> S (length (ds c w)) = n w /\ d0 c w + list_sum (ds c w) = sg w c /\
    (own c =? w = false -> D c w = d0 c w :: ds c w)) as Hds.
  { intros c w Hc Hw. specialize (Hlen c w Hc Hw). unfold ds, d0, sg. specialize (Hn w Hw). destruct (own c =? w).
    - split; [lia|]. split; [reflexivity|discriminate].
    - destruct (D c w) as [|x l]; cbn [length] in *; [lia|]. cbn. split; [lia|]. split; [reflexivity|auto]. }
  destruct (pick (fun _ _ : nat => 0) p (fun c f => forall w, w < W -> f w 0 = d0 c w /\
    Permutation (map (f w) (seq 1 (length (ds c w)))) (ds c w) /\ forall a i i', i < n w -> i' < n w ->
      same (n w) (spot a (sg w c) i + f w i) (spot a (sg w c) i' + f w i') -> i = i')) as [v Hv].
  { intros c Hc. apply (pick (fun _ : nat => 0) W (fun w f => f 0 = d0 c w /\
    Permutation (map f (seq 1 (length (ds c w)))) (ds c w) /\ forall a i i', i < n w -> i' < n w ->
      same (n w) (spot a (sg w c) i + f i) (spot a (sg w c) i' + f i') -> i = i')).
    intros w Hw. destruct (put (d0 c w) (ds c w)) as (f & F1 & F2 & F3). exists f. destruct (Hds c w Hc Hw) as (E1 & E2 & _).
    rewrite E1, E2 in F3. auto. }
  set (V := fun c q => v c (word_of n W q) (loc n W q)).
  set (X := fun c q => spot (a (word_of n W q) c) (sg (word_of n W q) c) (loc n W q)).
  assert (forall c, c < p -> root n own c < N /\ word_of n W (root n own c) = own c /\ loc n W (root n own c) = 0) as Hroot.
  { intros c Hc. destruct (Hown c Hc) as [Hw _]. unfold root. rewrite <- (Nat.add_0_r (off n (own c))). specialize (Hn _ Hw).
    split; [apply at_below; [exact Hw|lia]|]. split; [apply word_of_at; [exact Hw|lia]|apply loc_at; [exact Hw|lia]]. }
  assert (forall q, q < N -> word_of n W q < W /\ off n (word_of n W q) + loc n W q = q /\ loc n W q < n (word_of n W q)) as Hq.
  { intros q Hq. exact (word_of_spec n W q Hq). }
  assert (forall c q, c < p -> q < N -> q <> root n own c -> In (V c q) (D c (word_of n W q))) as HV.
  { intros c q Hc HqN Hne. destruct (Hq q HqN) as (Q1 & Q2 & Q3). unfold V. set (w := word_of n W q) in *. set (y := loc n W q) in *.
    destruct (Hv c Hc w Q1) as (V1 & V2 & _). destruct (Hds c w Hc Q1) as (E1 & E2 & E3).
    assert (y <> 0 -> In (v c w y) (ds c w)) as HI.
    { intros Hy. rewrite <- V2. apply in_map, in_seq. lia. }
    destruct (Nat.eqb_spec (own c) w) as [E|E].
    - assert (y <> 0) as Hy by (intros F; apply Hne; unfold root; rewrite E; lia). specialize (HI Hy). unfold ds in HI.
      rewrite E, Nat.eqb_refl in HI. exact HI.
    - rewrite E3 by reflexivity. destruct (Nat.eq_dec y 0) as [->|Hy]; [left; symmetry; exact V1|right; auto]. }
  (* Ports. *)
  set (all := list_prod (seq 0 p) (seq 0 N)).
  assert (forall c q, In (c, q) all <-> c < p /\ q < N) as Hall by (intros; unfold all; rewrite in_prod_iff, !in_seq; lia).
  set (clsE := fun l : nat * nat => off n (word_of n W (snd l)) + X (fst l) (snd l) mod n (word_of n W (snd l))).
  destruct (ports_for (A := nat * nat) ltac:(decide equality; apply Nat.eq_dec) all clsE) as (e & He1 & He2).
  set (clsG := fun l : nat * nat => if snd l =? root n own (fst l) then 0 else 1 + fst l + p * V (fst l) (snd l)).
  destruct (ports_for (A := nat * nat) ltac:(decide equality; apply Nat.eq_dec) all clsG) as (g & Hg1 & Hg2).
  assert (forall q z, q < N -> z < n (word_of n W q) -> (forall w y, w < W -> y < n w ->
    off n w + y = off n (word_of n W q) + z -> w = word_of n W q /\ y = z)) as Hsame.
  { intros q z HqN Hz w y Hw Hy E. destruct (Hq q HqN) as (Q1 & _). pose proof (word_of_at n W w y Hw Hy) as E1.
    rewrite E, word_of_at in E1 by assumption. rewrite <- E1 in E. split; [congruence|lia]. }
  assert (forall c q, c < p -> q < N -> count (fun l => clsE l =? clsE (c, q)) all = p) as CE.
  { intros c q Hc HqN. unfold all. rewrite count_prod. destruct (Hq q HqN) as (Q1 & Q2 & Q3). set (w := word_of n W q) in *.
    set (x := X c q mod n w). assert (x < n w) as Hx by (apply Nat.mod_upper_bound; lia).
    assert (clsE (c, q) = off n w + x) as -> by reflexivity.
    assert (forall c', c' < p -> sum N (fun q' => b2n (clsE (c', q') =? off n w + x)) + b2n ((a w c' + sg w c') mod n w =? x) =
      1 + b2n (a w c' mod n w =? x)) as Q.
    { intros c' Hc'. rewrite <- (spot_count (n w) (a w c') (sg w c') x Hx). f_equal.
      unfold N, clsE, X. cbn [fst snd].
      rewrite (sum_words n W (fun w' y => b2n (off n w' + spot (a w' c') (sg w' c') y mod n w' =? off n w + x))).
      rewrite (sum_only W _ w Q1).
      - apply sum_ext. intros y Hy. f_equal. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. lia.
      - intros w' Hw' Hne. apply sum_0. intros y Hy. destruct (Nat.eqb_spec (off n w' + spot (a w' c') (sg w' c') y mod n w') (off n w +
        x)) as [E|];
          [|reflexivity].
        exfalso. apply Hne. apply (Hsame q x HqN Hx w' (spot (a w' c') (sg w' c') y mod n w')); [exact Hw'| |exact E].
        apply Nat.mod_upper_bound. specialize (Hn w' Hw'). lia. }
    pose proof (sum_ext p _ _ Q) as S. rewrite !sum_plus, sum_const, (Hpos w x Q1 Hx) in S. lia. }
  assert (forall c q, c < p -> q < N -> q <> root n own c -> count (fun l => clsG l =? clsG (c, q)) all = cn c (V c q)) as CG.
  { intros c q Hc HqN Hne. unfold all. rewrite count_prod. rewrite (sum_only p _ c Hc).
    - unfold cn. transitivity (sum N (fun q' => b2n (negb (q' =? off n (own c)) && (V c q =? V c q')))).
      + apply sum_ext. intros q' Hq'. f_equal. apply eq_true_iff_eq. unfold clsG. cbn [fst snd]. fold (root n own c).
        destruct (Nat.eqb_spec q (root n own c)); [contradiction|]. rewrite andb_true_iff, negb_true_iff, !Nat.eqb_eq, Nat.eqb_neq.
        destruct (Nat.eqb_spec q' (root n own c)) as [E|E]; [split; [discriminate|intros [F _]; contradiction]|].
        split; [intros F; split; [exact E|nia]|intros [_ ->]; reflexivity].
      + set (z := V c q). unfold N.
        rewrite (sum_ext (off n W) _ (fun q' => (fun w y => b2n (negb (off n w + y =? off n (own c)) && (z =? v c w y))) (word_of n W q')
          (loc n W q'))).
        2:{ intros q' Hq'. destruct (Hq q' Hq') as (Q1 & Q2 & Q3). cbv beta. rewrite Q2. reflexivity. }
        rewrite (sum_words n W (fun w y => b2n (negb (off n w + y =? off n (own c)) && (z =? v c w y)))). apply sum_ext. intros w Hw.
        destruct (Hv c Hc w Hw) as (V1 & V2 & _). destruct (Hds c w Hc Hw) as (E1 & E2 & E3). rewrite <- E1, sum_shift.
        destruct (Hown c Hc) as [Ho _]. specialize (Hn _ Ho).
        assert (forall y, y < length (ds c w) -> negb (off n w + S y =? off n (own c)) = true) as Hy0.
        { intros y Hy. rewrite negb_true_iff, Nat.eqb_neq. intros F. assert (word_of n W (off n w + S y) = w) as F1 by (apply word_of_at;
          lia).
          assert (loc n W (off n w + S y) = S y) as F2 by (apply loc_at; lia). destruct (Hroot c Hc) as (_ & F3 & F4). unfold root in F3, F4.
          rewrite F in F2. lia. }
        rewrite (sum_ext (length (ds c w)) _ (fun y => b2n (z =? v c w (S y)))) by (intros y Hy; rewrite Hy0 by exact Hy; reflexivity).
        rewrite (sum_count z (fun y => v c w (S y))). rewrite <- (map_map S (v c w)), seq_shift, (count_perm _ _ _ V2).
        rewrite Nat.add_0_r. destruct (Nat.eqb_spec (own c) w) as [E|E].
        * rewrite E, Nat.eqb_refl. unfold ds. rewrite E, Nat.eqb_refl. reflexivity.
        * rewrite E3 by reflexivity. rewrite count_cons, V1. destruct (Nat.eqb_spec (off n w) (off n (own c))) as [F|F].
          { exfalso. apply E. assert (word_of n W (off n w + 0) = w) as F1 by (apply word_of_at; lia). rewrite Nat.add_0_r, F in F1.
            destruct (Hroot c Hc) as (_ & F3 & _). unfold root in F3. congruence. }
          reflexivity.
    - intros c' Hc' Hd. apply sum_0. intros q' Hq'. unfold clsG. cbn [fst snd].
      destruct (Nat.eqb_spec q (root n own c)); [contradiction|]. destruct (Nat.eqb_spec q' (root n own c')); [reflexivity|].
      destruct (Nat.eqb_spec (1 + c' + p * V c' q') (1 + c + p * V c q)) as [E|E]; [|reflexivity]. exfalso. apply Hd.
      destruct (Nat.lt_trichotomy (V c' q') (V c q)) as [F|[F|F]]; [nia|rewrite F in E; lia|nia]. }
  assert (forall c q, c < p -> q < N -> q <> root n own c -> g (c, q) < cn c (V c q)) as Hg.
  { intros c q Hc HqN Hne. rewrite <- CG by assumption. apply Hg1, Hall. auto. }
  exists (owned p L r W n own V X (fun c q => e (c, q)) (fun c q => if V c q =? 0 then p - 1 - g (c, q) else g (c, q))).
  apply owned_serves.
  - exact Hp.
  - exact Hn.
  - intros c Hc. apply (Hown c Hc).
  - intros c Hc. destruct (Hroot c Hc) as (R1 & R2 & R3). unfold V. rewrite R2, R3. destruct (Hown c Hc) as [Ho _].
    destruct (Hv c Hc (own c) Ho) as (V1 & _). rewrite V1. unfold d0. rewrite Nat.eqb_refl. reflexivity.
  - intros c q Hc HqN Hne. apply (Hval c (word_of n W q)); [exact Hc|apply Hq, HqN|apply HV; assumption].
  - intros c q q' Hc H1 H2 Ew Hs. destruct (Hq q H1) as (Q1 & Q2 & Q3). destruct (Hq q' H2) as (Q1' & Q2' & Q3').
    unfold X, V in Hs. rewrite <- Ew in *. destruct (Hv c Hc _ Q1) as (_ & _ & V3). apply V3 in Hs; lia.
  - intros c q Hc HqN. rewrite <- (CE c q Hc HqN). apply He1, Hall. auto.
  - intros c c' q q' Hc Hc' H1 H2 Ew Hs E. assert ((c, q) = (c', q')) as F; [|injection F; auto].
    apply He2; [apply Hall; auto|apply Hall; auto| |exact E]. unfold clsE. cbn [fst snd]. rewrite <- Ew. f_equal.
    apply same_eq; [|exact Hs]. destruct (Hq q H1) as (Q1 & _). specialize (Hn _ Q1). lia.
  - intros c q Hc HqN Hne. specialize (Hg c q Hc HqN Hne). specialize (Hcount c (V c q) Hc). destruct (V c q =? 0); lia.
  - intros c c' q q' Hc Hc' H1 H2 Hne Hne' Eo Hs E.
    pose proof (Hg c q Hc H1 Hne) as G1. pose proof (Hg c' q' Hc' H2 Hne') as G2.
    pose proof (Hcount c (V c q) Hc) as K1. pose proof (Hcount c' (V c' q') Hc') as K2.
    assert (V c q <= r) as W1 by (apply (Hval c (word_of n W q)); [exact Hc|apply Hq, H1|apply HV; assumption]).
    assert (V c' q' <= r) as W2 by (apply (Hval c' (word_of n W q')); [exact Hc'|apply Hq, H2|apply HV; assumption]).
    destruct (Hown c Hc) as (O1 & O2 & O3). destruct (Hown c' Hc') as (O1' & O2' & O3').
    assert (forall c, c < p -> start n own X c = h c * r) as Hst.
    { intros d Hd. unfold start, X. destruct (Hroot d Hd) as (_ & R2 & R3). rewrite R2, R3. unfold spot. cbn [Nat.eqb]. apply Hmark, Hd. }
    rewrite !Hst in Hs by assumption. rewrite <- Eo in O2', O3'.
    assert (forall i u, i < k (own c) -> i * r + (r - u) < n (own c)) as Hlt.
    { intros i u Hi. assert (S i * r <= k (own c) * r) by (apply Nat.mul_le_mono_r; exact Hi). unfold n. lia. }
    apply same_small in Hs; [|apply Hlt; assumption..].
    assert (h c = h c' /\ V c q = V c' q' \/ h c' = S (h c) /\ V c q = 0 /\ V c' q' = r \/ h c = S (h c') /\ V c' q' = 0 /\ V c q = r) as
      [[F1 F2]|[F|F]].
    { apply (steps_meet r); assumption. }
    + assert (c = c') as <- by (rewrite <- O3, <- O3', F1; reflexivity). assert ((c, q) = (c, q')) as F; [|injection F; auto].
      apply Hg2; [apply Hall; auto|apply Hall; auto| |].
      * unfold clsG. cbn [fst snd]. destruct (Nat.eqb_spec q (root n own c)); [contradiction|].
        destruct (Nat.eqb_spec q' (root n own c)); [contradiction|]. rewrite F2. reflexivity.
      * rewrite F2 in E. destruct (V c q' =? 0) eqn:E0; [|exact E]. rewrite F2 in K1, G1. lia.
    + exfalso. destruct F as (F1 & F2 & F3). assert (c' = S c) as -> by lia. specialize (Hchain c Hc' (eq_sym Eo)). rewrite F2, F3 in *.
      cbn [Nat.eqb] in E. destruct (Nat.eqb_spec r 0); lia.
    + exfalso. destruct F as (F1 & F2 & F3). assert (c = S c') as -> by lia. specialize (Hchain c' Hc Eo). rewrite F2, F3 in *.
      cbn [Nat.eqb] in E. destruct (Nat.eqb_spec r 0); lia.
Qed.
End Dealt.
