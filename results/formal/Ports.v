(* SPDX-License-Identifier: MIT *)
(* Several ports (THEOREMS.md, section 19.3): no schedule with p ports serves more than f_t processors with delay L + t, and
   Theorem Q, that some numbers below f_t are excluded too. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model UpperBound Items.
Import ListNotations.

(* ---- The numbers f_n. ---- *)
Lemma pfl_nth p L n k : k <= n -> nth k (pfl p L n) 0 = pf p L (n - k).
Proof.
  revert k; induction n as [|n IH]; intros k Hk.
  - assert (k = 0) by lia; subst; reflexivity.
  - destruct k; [reflexivity|]. change (S n - S k) with (n - k). rewrite <- IH by lia. reflexivity.
Qed.
Lemma pf_0 p L : pf p L 0 = 1. Proof. reflexivity. Qed.
Lemma pf_S p L n : 1 <= L -> pf p L (S n) = pf p L n + if S n <? L then 0 else p * pf p L (S n - L).
Proof.
  intros HL. unfold pf at 1. cbn [pfl hd]. change (hd 0 (pfl p L n)) with (pf p L n).
  destruct (Nat.ltb_spec (S n) L); [reflexivity|]. rewrite pfl_nth by lia.
  do 3 f_equal. lia.
Qed.
Lemma pf_small p L n : n < L -> pf p L n = 1.
Proof.
  intros H; induction n; [reflexivity|]. rewrite pf_S by lia.
  destruct (Nat.ltb_spec (S n) L); rewrite IHn by lia; lia.
Qed.
Lemma pf_step p L n : 1 <= L -> L <= n -> pf p L n = pf p L (n - 1) + p * pf p L (n - L).
Proof.
  intros HL Hn. destruct n; [lia|]. rewrite pf_S by lia. replace (S n - 1) with n by lia.
  destruct (Nat.ltb_spec (S n) L); lia.
Qed.
Lemma pf_mono p L m n : 1 <= L -> m <= n -> pf p L m <= pf p L n.
Proof. intros HL H; induction H; [lia|]. rewrite pf_S by lia. lia. Qed.
Lemma pf_pos p L n : 1 <= L -> 1 <= pf p L n.
Proof. intros HL. rewrite <- (pf_0 p L). apply pf_mono; lia. Qed.
(* Whoever has an item early enough sends it p times a step. *)
Lemma pf_sum p L t : 1 <= L -> pf p L t = 1 + p * sum (S t - L) (pf p L).
Proof.
  intros HL. induction t as [|t IH].
  - rewrite pf_0. replace (1 - L) with 0 by lia. cbn; lia.
  - rewrite pf_S by lia. destruct (Nat.ltb_spec (S t) L).
    + rewrite IH. replace (S t - L) with 0 by lia. replace (S (S t) - L) with 0 by lia. cbn; lia.
    + rewrite IH. replace (S (S t) - L) with (S (S t - L)) by lia. cbn [sum]. lia.
Qed.

(* ---- Sums. ---- *)
Definition b2n (b : bool) : nat := if b then 1 else 0.
Definition occurs (n : nat) (P : nat -> bool) : nat := sum n (fun i => b2n (P i)).
Lemma sum_0 n F : (forall k, k < n -> F k = 0) -> sum n F = 0.
Proof. intros H. rewrite (sum_ext n F (fun _ => 0) H), sum_const. lia. Qed.
Lemma sum_term n F k : k < n -> F k <= sum n F.
Proof. induction n; intros H; [lia|]. cbn [sum]. destruct (Nat.eq_dec k n); [subst; lia|]. specialize (IHn ltac:(lia)). lia. Qed.
Lemma sum_shift n F : sum (S n) F = F 0 + sum n (fun k => F (S k)).
Proof. induction n; [cbn; lia|]. cbn [sum] in *. lia. Qed.
Lemma sum_app m n F : sum (m + n) F = sum m F + sum n (fun k => F (m + k)).
Proof. induction n; [rewrite Nat.add_0_r; cbn; lia|]. rewrite Nat.add_succ_r. cbn [sum]. lia. Qed.
(* T steps of N processors, one after the other. *)
Lemma sum_cells T N (F : nat -> nat -> nat) : sum (T * N) (fun z => F (z / N) (z mod N)) = sum T (fun s => sum N (F s)).
Proof.
  destruct (Nat.eq_dec N 0) as [->|HN]; [rewrite Nat.mul_0_r; cbn [sum]; rewrite sum_const; lia|].
  induction T as [|T IH]; [reflexivity|]. rewrite Nat.mul_succ_l, sum_app, IH. cbn [sum]. f_equal.
  apply sum_ext. intros b Hb. rewrite Nat.add_comm, Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. reflexivity.
Qed.
Lemma occurs_filter n P : occurs n P = length (filter P (seq 0 n)).
Proof.
  unfold occurs. induction n; [reflexivity|]. cbn [sum]. rewrite seq_S, filter_app, app_length, <- IHn. cbn [Nat.add filter].
  destruct (P n); cbn; lia.
Qed.
Lemma occurs_one n j : j < n -> occurs n (Nat.eqb j) = 1.
Proof.
  unfold occurs. induction n; intros H; [lia|]. cbn [sum]. destruct (Nat.eq_dec j n) as [->|].
  - rewrite Nat.eqb_refl, sum_0; [reflexivity|]. intros k Hk. destruct (Nat.eqb_spec n k); [lia|reflexivity].
  - rewrite IHn by lia. destruct (Nat.eqb_spec j n); [lia|reflexivity].
Qed.
(* Each of n things has a label below n. *)
Lemma sum_labels m n (lab : nat -> nat) F : (forall i, i < n -> lab i < m) ->
  sum m (fun l => sum n (fun i => if lab i =? l then F i else 0)) = sum n F.
Proof.
  intros H. rewrite sum_swap. apply sum_ext. intros i Hi.
  rewrite (sum_ext m _ (fun l => b2n (lab i =? l) * F i)) by (intros l _; destruct (lab i =? l); cbn; lia).
  rewrite sum_mul. change (sum m (fun l => b2n (lab i =? l))) with (occurs m (Nat.eqb (lab i))). rewrite occurs_one by auto. lia.
Qed.

(* ---- Components: labels, the same at both ends of each edge; one edge less than members at least. ---- *)
Definition edges_at (lab : nat -> nat) (l : nat) (es : list (nat * nat)) := length (filter (fun e => lab (fst e) =? l) es).
Lemma components n es : (forall e, In e es -> fst e < n /\ snd e < n) -> exists lab : nat -> nat,
  (forall e, In e es -> lab (fst e) = lab (snd e)) /\ (forall i, i < n -> lab i < n) /\
  forall l, occurs n (fun i => lab i =? l) <= 1 + edges_at lab l es.
Proof.
  induction es as [|[a b] es IH]; intros He.
  - exists (fun i => i). split; [intros e []|split; [auto|]]. intros l. cbn.
    destruct (Nat.lt_ge_cases l n).
    + unfold occurs. rewrite (sum_ext n _ (fun i => b2n (l =? i))) by (intros; rewrite Nat.eqb_sym; reflexivity).
      change (occurs n (Nat.eqb l) <= 1). rewrite occurs_one by assumption. lia.
    + unfold occurs. rewrite sum_0; [lia|]. intros k Hk. destruct (Nat.eqb_spec k l); [lia|reflexivity].
  - destruct IH as (lab & H1 & H2 & H3); [intros; apply He; right; assumption|].
    destruct (He (a, b) (or_introl eq_refl)) as [Ha Hb]. cbn [fst snd] in Ha, Hb.
    destruct (Nat.eq_dec (lab a) (lab b)) as [E|E].
    + exists lab. split; [|split; [exact H2|]].
      * intros e [<-|H]; [exact E|auto].
      * intros l. specialize (H3 l). unfold edges_at in *. cbn [filter fst]. destruct (lab a =? l); cbn [length]; lia.
    + exists (fun i => if lab i =? lab b then lab a else lab i). split; [|split].
      * intros e [<-|H]; cbn [fst snd].
        -- rewrite Nat.eqb_refl. destruct (lab a =? lab b); reflexivity.
        -- rewrite (H1 e H). reflexivity.
      * intros i Hi. destruct (lab i =? lab b); auto.
      * intros l. unfold edges_at in *. cbn [filter fst].
        assert (forall es, (forall e, In e es -> lab (fst e) = lab (snd e)) ->
          length (filter (fun e => (if lab (fst e) =? lab b then lab a else lab (fst e)) =? l) es) =
          if l =? lab a then edges_at lab (lab a) es + edges_at lab (lab b) es else if l =? lab b then 0 else edges_at lab l es) as Q.
        { clear -E. induction es as [|e es IH]; intros H; [cbn; destruct (l =? lab a), (l =? lab b); reflexivity|].
          unfold edges_at in *. cbn [filter]. specialize (IH (fun e h => H e (or_intror h))).
          destruct (Nat.eqb_spec (lab (fst e)) (lab b)), (Nat.eqb_spec (lab a) l), (Nat.eqb_spec (lab (fst e)) (lab a)),
            (Nat.eqb_spec (lab (fst e)) l), (Nat.eqb_spec l (lab a)), (Nat.eqb_spec l (lab b)); cbn [length]; rewrite ?IH; try lia. }
        assert (occurs n (fun i => (if lab i =? lab b then lab a else lab i) =? l) =
          if l =? lab a then occurs n (fun i => lab i =? lab a) + occurs n (fun i => lab i =? lab b)
          else if l =? lab b then 0 else occurs n (fun i => lab i =? l)) as R.
        { clear -E. unfold occurs. induction n as [|n IH]; [cbn; destruct (l =? lab a), (l =? lab b); reflexivity|].
          cbn [sum]. rewrite IH.
          destruct (Nat.eqb_spec (lab n) (lab b)), (Nat.eqb_spec (lab a) l), (Nat.eqb_spec (lab n) (lab a)),
            (Nat.eqb_spec (lab n) l), (Nat.eqb_spec l (lab a)), (Nat.eqb_spec l (lab b)); cbn [b2n]; lia. }
        rewrite R. pose proof (H3 (lab a)) as Ea. pose proof (H3 (lab b)) as Eb. pose proof (H3 l) as El.
        specialize (Q es H1).
        destruct (Nat.eqb_spec (lab a) (lab b)); [contradiction|].
        destruct (Nat.eqb_spec (lab a) l), (Nat.eqb_spec l (lab a)); try congruence;
          destruct (Nat.eqb_spec l (lab b)); cbn [length]; rewrite Q; unfold edges_at in *; lia.
Qed.

(* ---- Items that are active in cells: x i z of item i are sent in cell z, p in all at most; each item misses d at most. ---- *)
Section Overlaps.
Variables (n Z p d : nat) (act : nat -> nat -> bool) (x : nat -> nat -> nat).
Hypothesis Hd : d < p.
Hypothesis Hcell : forall z, z < Z -> sum n (fun i => if act i z then x i z else 0) <= p.
Definition miss (i z : nat) : nat := if act i z then p - x i z else 0.
Hypothesis Hitem : forall i, i < n -> sum Z (miss i) <= d.

Definition active (z : nat) : list nat := filter (fun i => act i z) (seq 0 n).
Definition star_of (l : list nat) : list (nat * nat) := match l with [] => [] | a :: m => map (pair a) m end.
Definition all_edges : list (nat * nat) := flat_map (fun z => star_of (active z)) (seq 0 Z).
Definition crowd (z : nat) : nat := occurs n (fun i => act i z) - 1.

Lemma star_length l : length (star_of l) = length l - 1.
Proof. destruct l; [reflexivity|]. cbn. rewrite map_length. lia. Qed.
Lemma crowd_star z : length (star_of (active z)) = crowd z.
Proof. rewrite star_length. unfold crowd. rewrite occurs_filter. reflexivity. Qed.
Lemma edges_below e : In e all_edges -> fst e < n /\ snd e < n.
Proof.
  intros H. apply in_flat_map in H as (z & _ & H). unfold star_of in H.
  assert (forall i, In i (active z) -> i < n) as Q by (intros i Hi; apply filter_In in Hi as [Hi _]; apply in_seq in Hi; lia).
  destruct (active z) as [|a m]; [destruct H|]. apply in_map_iff in H as (b & <- & Hb). cbn.
  split; apply Q; [left; reflexivity|right; exact Hb].
Qed.

(* Active items of a cell miss p for each but one. *)
Lemma cell_misses z : z < Z -> p * crowd z <= sum n (fun i => miss i z).
Proof.
  intros Hz. specialize (Hcell z Hz).
  assert (sum n (fun i => miss i z) + sum n (fun i => if act i z then x i z else 0) >= occurs n (fun i => act i z) * p).
  { unfold occurs. rewrite <- sum_mul, <- sum_plus. apply sum_le. intros i _. unfold miss. destruct (act i z); cbn [b2n]; lia. }
  unfold crowd. nia.
Qed.

Lemma overlaps : p / (p - d) * sum Z crowd <= (p / (p - d) - 1) * n.
Proof.
  destruct (components n all_edges edges_below) as (lab & H1 & H2 & H3).
  set (k := fun l => occurs n (fun i => lab i =? l)). set (e := fun l => edges_at lab l all_edges).
  assert (sum n k = n) as Kn.
  { unfold k, occurs. rewrite (sum_ext n _ (fun l => sum n (fun i => if lab i =? l then 1 else 0))) by reflexivity.
    rewrite sum_labels by exact H2. rewrite sum_const. lia. }
  (* what the cells have in a component *)
  set (c := fun l z => edges_at lab l (star_of (active z))).
  assert (forall l, e l = sum Z (c l)) as Ec.
  { intros l. unfold e, all_edges, c. generalize Z as y. induction y as [|y IH]; [reflexivity|].
    rewrite seq_S, flat_map_app. cbn [sum flat_map Nat.add]. unfold edges_at in *. rewrite filter_app, app_length, IH, app_nil_r.
    reflexivity. }
  (* all active items of a cell have the same label *)
  assert (forall z, z < Z -> forall i, In i (active z) -> lab i = lab (hd 0 (active z))) as Hl.
  { intros z Hz i Hi. assert (incl (star_of (active z)) all_edges) as Hin.
    { intros w Hw. apply in_flat_map. exists z. split; [apply in_seq; lia|exact Hw]. }
    destruct (active z) as [|a m]; [destruct Hi|]. cbn [hd]. destruct Hi as [->|Hi]; [reflexivity|].
    symmetry. apply (H1 (a, i)). apply Hin. cbn. apply in_map. exact Hi. }
  assert (forall l z, z < Z -> c l z = if lab (hd 0 (active z)) =? l then crowd z else 0) as Hc.
  { intros l z Hz. rewrite <- crowd_star. unfold c, edges_at, star_of.
    destruct (active z) as [|a m] eqn:E; [cbn; destruct (_ =? _); reflexivity|].
    cbn [hd]. clear. induction m as [|b m IH]; cbn [map filter fst length]; [destruct (lab a =? l); reflexivity|].
    destruct (lab a =? l); cbn [length]; lia. }
  assert (sum n e = sum Z crowd) as En.
  { rewrite (sum_ext n _ _ (fun l _ => Ec l)), sum_swap. apply sum_ext. intros z Hz.
    rewrite (sum_ext n _ (fun l => b2n (lab (hd 0 (active z)) =? l) * crowd z)) by (intros l _; rewrite Hc by exact Hz; destruct (_ =? l);
      cbn; lia).
    rewrite sum_mul. destruct (crowd z) eqn:Ez; [lia|].
    change (sum n _) with (occurs n (Nat.eqb (lab (hd 0 (active z))))). rewrite occurs_one; [lia|]. apply H2.
    assert (active z <> []) as Hn by (intros F; unfold crowd in Ez; rewrite occurs_filter in Ez; fold (active z) in Ez; rewrite F in Ez;
      cbn in Ez; lia).
    destruct (active z) as [|a m] eqn:E; [congruence|]. cbn [hd].
    assert (In a (active z)) as Hi by (rewrite E; left; reflexivity). apply filter_In in Hi as [Hi _]. apply in_seq in Hi. lia. }
  (* a component has not more overlaps than its items can pay *)
  assert (forall l, p * e l <= d * k l) as Hpay.
  { intros l. rewrite Ec, Nat.mul_comm, <- sum_mul.
    transitivity (sum Z (fun z => sum n (fun i => if lab i =? l then miss i z else 0))).
    - apply sum_le. intros z Hz. rewrite Hc by exact Hz. destruct (Nat.eqb_spec (lab (hd 0 (active z))) l) as [E|E]; [|lia].
      rewrite Nat.mul_comm. etransitivity; [apply cell_misses; exact Hz|]. apply sum_le. intros i Hi.
      unfold miss. destruct (act i z) eqn:A; [|lia]. rewrite (Hl z Hz i), E, Nat.eqb_refl; [lia|].
      apply filter_In. split; [apply in_seq; lia|exact A].
    - rewrite sum_swap. unfold k, occurs. rewrite (Nat.mul_comm d), <- sum_mul. apply sum_le. intros i Hi.
      destruct (lab i =? l); cbn [b2n]; [|rewrite sum_const; lia]. rewrite Nat.mul_1_l. exact (Hitem i Hi). }
  rewrite <- En. rewrite <- Kn at 2. rewrite Nat.mul_comm, <- sum_mul, (Nat.mul_comm (_ - 1)), <- sum_mul. apply sum_le. intros l _.
  specialize (Hpay l). specialize (H3 l). fold (k l) in H3. fold (e l) in H3.
  destruct (Nat.eq_dec (k l) 0) as [K|K]; [rewrite K in *; assert (e l = 0) as -> by nia; lia|].
  assert (e l < k l) by (apply Nat.nle_gt; intros F; assert (p * k l <= d * k l) by nia; nia).
  assert (e l = k l - 1) as E by lia. rewrite E in Hpay. assert ((p - d) * k l <= p) by nia.
  assert (k l <= p / (p - d)) by (apply Nat.div_le_lower_bound; lia). rewrite E. nia.
Qed.
End Overlaps.

Lemma sum_two T F r s : r < T -> s < T -> r <> s -> F r + F s <= sum T F.
Proof.
  induction T as [|T IH]; intros Hr Hs Hn; [lia|]. cbn [sum].
  destruct (Nat.eq_dec r T) as [->|]; [pose proof (sum_term T F s ltac:(lia)); lia|].
  destruct (Nat.eq_dec s T) as [->|]; [pose proof (sum_term T F r ltac:(lia)); lia|]. specialize (IH ltac:(lia) ltac:(lia) Hn). lia.
Qed.
Lemma filter_pairs {A B} (P : A * B -> bool) l m :
  length (filter P (list_prod l m)) = list_sum (map (fun a => length (filter (fun b => P (a, b)) m)) l).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [list_prod map list_sum fold_right].
  rewrite filter_app, app_length, IH. unfold list_sum. f_equal. clear.
  induction m as [|b m IH]; [reflexivity|]. cbn [map filter]. destruct (P (a, b)); cbn [length]; rewrite ?IH; reflexivity.
Qed.
Lemma list_sum_seq_sum F n : list_sum (map F (seq 0 n)) = sum n F.
Proof. induction n; [reflexivity|]. rewrite seq_S, map_app, list_sum_app. cbn [map list_sum fold_right sum Nat.add]. lia. Qed.

(* ---- A schedule with p ports. ---- *)
Section Stream.
Variables (p L N t : nat) (Sc : port_schedule).
Hypothesis HL : 1 <= L.
Hypothesis HS : pserves p L N (L + t) Sc.

Definition psends (a : option nat) (s k i : nat) : bool := match Sc a s k with Some (_, _, j) => j =? i | None => false end.
Definition pto (a : option nat) (s k : nat) : nat := match Sc a s k with Some (q, _, _) => q | None => 0 end.
(* How many copies of item i a sends at step s. *)
Definition copies (a : option nat) (s i : nat) : nat := occurs p (fun k => psends a s k i).
Definition out_ports := list_prod (None :: map Some (seq 0 N)) (seq 0 p).
Definition pgets (i q s : nat) : bool := existsb (fun o => psends (fst o) s (snd o) i && (pto (fst o) s (snd o) =? q)) out_ports.
Definition pholds (i q u : nat) : bool := existsb (pgets i q) (seq 0 (S u - L)).
Definition PH (i u : nat) : nat := occurs N (fun q => pholds i q u).
Definition from (i s : nat) : nat := copies None s i.
Definition passed (i s : nat) : nat := sum N (fun b => copies (Some b) s i).

Lemma out_port a s k q m i : Sc a s k = Some (q, m, i) -> In (a, k) out_ports.
Proof.
  intros E. apply in_prod; [|apply in_seq; apply (ps_range _ _ _ _ _ HS) in E; lia].
  destruct a as [b|]; [right|left; reflexivity]. apply in_map, in_seq.
  destruct (ps_hold _ _ _ _ _ HS _ _ _ _ _ _ E) as (a & s' & k' & m' & E' & _). apply (ps_range _ _ _ _ _ HS) in E'. lia.
Qed.
Lemma psends_spec a s k i : psends a s k i = true <-> exists q m, Sc a s k = Some (q, m, i).
Proof.
  unfold psends. destruct (Sc a s k) as [[[q m] j]|]; [rewrite Nat.eqb_eq|]; (split; [intros E|intros (q' & m' & E)]); try discriminate.
  - subst. eauto.
  - congruence.
Qed.
Lemma pgets_spec i q s : pgets i q s = true <-> exists a k m, Sc a s k = Some (q, m, i).
Proof.
  unfold pgets. rewrite existsb_exists. split.
  - intros ([a k] & _ & E). cbn [fst snd] in E. apply andb_prop in E as [E1 E2]. apply psends_spec in E1 as (q' & m & E1).
    unfold pto in E2. rewrite E1 in E2. apply Nat.eqb_eq in E2. subst. eauto.
  - intros (a & k & m & E). exists (a, k). split; [eapply out_port; exact E|]. cbn [fst snd].
    rewrite (proj2 (psends_spec a s k i)) by eauto. unfold pto. rewrite E, Nat.eqb_refl. reflexivity.
Qed.
Lemma pholds_spec i q u : pholds i q u = true <-> exists a s k m, Sc a s k = Some (q, m, i) /\ s + L <= u.
Proof.
  unfold pholds. rewrite existsb_exists. split.
  - intros (s & Hs & E). apply in_seq in Hs. apply pgets_spec in E as (a & k & m & E). exists a, s, k, m. split; [exact E|lia].
  - intros (a & s & k & m & E & Hs). exists s. split; [apply in_seq; lia|]. apply pgets_spec. eauto.
Qed.
Lemma PH_early i u : u < L -> PH i u = 0.
Proof.
  intros Hu. unfold PH, occurs. apply sum_0. intros q _. destruct (pholds i q u) eqn:E; [|reflexivity].
  apply pholds_spec in E as (a & s & k & m & _ & ?). lia.
Qed.

(* Who sends an item has it, and sends p copies at most. *)
Lemma copies_held b s i : copies (Some b) s i <= if pholds i b s then p else 0.
Proof.
  unfold copies, occurs. destruct (pholds i b s) eqn:E.
  - replace p with (sum p (fun _ => 1)) at 2 by (rewrite sum_const; lia). apply sum_le. intros k _. destruct (psends _ s k i); cbn; lia.
  - rewrite sum_0; [lia|]. intros k _. destruct (psends (Some b) s k i) eqn:F; [|reflexivity]. exfalso.
    apply psends_spec in F as (q & m & F). destruct (ps_hold _ _ _ _ _ HS _ _ _ _ _ _ F) as (a & s' & k' & m' & F' & Hs).
    assert (pholds i b s = true) by (apply pholds_spec; eauto 7). congruence.
Qed.
Lemma passed_held i s : passed i s <= p * PH i s.
Proof.
  unfold passed, PH, occurs. rewrite Nat.mul_comm, <- sum_mul. apply sum_le. intros b _.
  pose proof (copies_held b s i). destruct (pholds i b s); cbn [b2n]; lia.
Qed.
(* By each port one item at most. *)
Lemma copies_ports n a s : sum n (fun i => copies a s i) <= p.
Proof.
  unfold copies, occurs. rewrite sum_swap. replace p with (sum p (fun _ => 1)) at 2 by (rewrite sum_const; lia).
  apply sum_le. intros k _. unfold psends. destruct (Sc a s k) as [[[q m] j]|]; [|rewrite sum_const; cbn; lia].
  etransitivity; [|apply (sum_delta n j)]. apply sum_le. intros i _. rewrite Nat.eqb_sym. destruct (i =? j); cbn; lia.
Qed.

(* Who has item i at s + L had it a step before, or is sent it at s. *)
Lemma PH_step i s : PH i (s + L) <= PH i (s + L - 1) + (from i s + passed i s).
Proof.
  unfold PH. rewrite !occurs_filter. etransitivity; [apply (filter_or_new _ (fun q => pholds i q (s + L - 1)))|].
  apply Nat.add_le_mono_l. set (new := filter _ _).
  set (sent := filter (fun o => psends (fst o) s (snd o) i) out_ports).
  assert (incl new (map (fun o => pto (fst o) s (snd o)) sent)) as Hi.
  { intros q Hq. apply filter_In in Hq as [_ Hq]. apply andb_prop in Hq as [H1 H2].
    apply pholds_spec in H1 as (a & s' & k & m & E & Hs).
    assert (s' = s) as ->.
    { destruct (Nat.eq_dec s' s); [assumption|]. exfalso.
      assert (pholds i q (s + L - 1) = true) as F by (apply pholds_spec; exists a, s', k, m; split; [exact E|lia]). rewrite F in H2.
      discriminate. }
    apply in_map_iff. exists (a, k). cbn [fst snd]. unfold pto at 1. rewrite E. split; [reflexivity|].
    apply filter_In. split; [eapply out_port; exact E|]. cbn [fst snd]. apply psends_spec. eauto. }
  apply NoDup_incl_length in Hi; [|apply NoDup_filter, seq_NoDup]. rewrite map_length in Hi.
  etransitivity; [exact Hi|]. unfold sent, out_ports. rewrite filter_pairs. cbn [map list_sum fold_right fst snd]. rewrite map_map.
  change (fold_right Nat.add 0) with list_sum. rewrite list_sum_seq_sum. unfold from, passed, copies. rewrite occurs_filter.
  apply Nat.add_le_mono_l, sum_le. intros b _. rewrite occurs_filter. lia.
Qed.
Lemma PH_sent i k : PH i (k + L) <= sum (S k) (fun s => from i s + passed i s).
Proof.
  induction k as [|k IH].
  - etransitivity; [apply PH_step|]. rewrite (PH_early i (0 + L - 1)) by lia. cbn [sum]. lia.
  - etransitivity; [apply PH_step|]. replace (S k + L - 1) with (k + L) by lia. cbn [sum] in *. lia.
Qed.

(* What the source sends, and how many each of its messages reaches. *)
Definition pG (i k : nat) : nat := sum (S k) (fun s => from i s * pf p L (k - s)).
Lemma pG_step i k : pG i (S k) = pG i k + from i (S k) + if S k <? L then 0 else p * pG i (S k - L).
Proof.
  unfold pG. cbn [sum]. rewrite (Nat.sub_diag (S k)), pf_0.
  assert (sum (S k) (fun s => from i s * pf p L (S k - s)) =
          sum (S k) (fun s => from i s * pf p L (k - s)) +
          sum (S k) (fun s => (from i s * if S k - s <? L then 0 else pf p L (S k - s - L)) * p)) as E.
  { rewrite <- sum_plus. apply sum_ext. intros s Hs. replace (S k - s) with (S (k - s)) by lia. rewrite pf_S by lia.
    destruct (S (k - s) <? L); lia. }
  rewrite sum_mul in E. cbn [sum] in E. rewrite E.
  assert (sum (S k) (fun s => from i s * if S k - s <? L then 0 else pf p L (S k - s - L)) =
          if S k <? L then 0 else sum (S (S k - L)) (fun s => from i s * pf p L (S k - L - s))) as E2.
  { destruct (Nat.ltb_spec (S k) L).
    - apply sum_0. intros s Hs. destruct (Nat.ltb_spec (S k - s) L); lia.
    - rewrite (sum_more (S (S k - L))); [|lia|].
      + apply sum_ext. intros s Hs. destruct (Nat.ltb_spec (S k - s) L); [lia|]. do 2 f_equal. lia.
      + intros s H1 H2. destruct (Nat.ltb_spec (S k - s) L); lia. }
  cbn [sum] in E2. rewrite E2. destruct (S k <? L); cbn [sum]; lia.
Qed.
Lemma PH_le_pG i k : PH i (k + L) <= pG i k.
Proof.
  induction k as [k IH] using lt_wf_ind. etransitivity; [apply PH_step|]. pose proof (passed_held i k) as Hp. destruct k.
  - rewrite !PH_early in * by lia. unfold pG; cbn. lia.
  - rewrite pG_step. assert (PH i (S k + L - 1) <= pG i k) by (replace (S k + L - 1) with (k + L) by lia; apply IH; lia).
    destruct (Nat.ltb_spec (S k) L).
    + rewrite (PH_early i (S k)) in Hp by lia. lia.
    + assert (PH i (S k) <= pG i (S k - L)) by (replace (S k) with (S k - L + L) at 1 by lia; apply IH; lia). nia.
Qed.
Lemma PH_all i : N <= PH i (i / p + t + L).
Proof.
  unfold PH, occurs. replace N with (sum N (fun _ => 1)) at 1 by (rewrite sum_const; lia). apply sum_le. intros q Hq.
  assert (pholds i q (i / p + t + L) = true) as ->; [|reflexivity]. apply pholds_spec.
  destruct (ps_all _ _ _ _ _ HS i q Hq) as (a & s & k & m & E & Hs). exists a, s, k, m. split; [exact E|lia].
Qed.
Lemma from_early i s : s < i / p -> from i s = 0.
Proof.
  intros Hs. unfold from, copies, occurs. apply sum_0. intros k _. destruct (psends None s k i) eqn:E; [|reflexivity].
  apply psends_spec in E as (q & m & E). apply (ps_source _ _ _ _ _ HS) in E. lia.
Qed.
(* Messages that the source sends e steps late reach f_(t-e) at most. *)
Lemma few e i T : i / p + t < T -> (forall s, s < i / p + e -> from i s = 0) -> e <= t -> N <= sum T (from i) * pf p L (t - e).
Proof.
  intros HT He Hl. etransitivity; [apply (PH_all i)|]. etransitivity; [apply PH_le_pG|]. unfold pG.
  transitivity (sum (S (i / p + t)) (from i) * pf p L (t - e)); [|apply Nat.mul_le_mono_r, sum_mono; lia].
  rewrite <- sum_mul. apply sum_le. intros s _. destruct (Nat.lt_ge_cases s (i / p + e)); [rewrite He by lia; lia|].
  apply Nat.mul_le_mono_l. apply pf_mono; lia.
Qed.
Lemma source_ports n T : sum n (fun i => sum T (from i)) <= T * p.
Proof. rewrite sum_swap, <- sum_const. apply sum_le. intros s _. apply copies_ports. Qed.

Section Many.
Hypothesis Hp : 1 <= p.
Lemma step_below M i : i < p * S M -> i / p <= M.
Proof. intros H. apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia. Qed.

Theorem ports_upper : N <= pf p L t.
Proof.
  set (M := t * pf p L t). set (T := S (M + t)).
  assert (sum (p * S M) (fun _ => N) <= sum (p * S M) (fun i => sum T (from i) * pf p L t)) as H.
  { apply sum_le. intros i Hi. apply step_below in Hi.
    pose proof (few 0 i T ltac:(unfold T; lia) ltac:(intros; apply from_early; lia) ltac:(lia)) as F. rewrite Nat.sub_0_r in F. exact F. }
  rewrite sum_const, sum_mul in H. pose proof (source_ports (p * S M) T) as Q.
  assert (p * S M * N <= T * p * pf p L t) by nia. assert (S M * N <= T * pf p L t) by nia. unfold T, M in *. nia.
Qed.

(* ---- Theorem Q. ---- *)
Variable d : nat.
Hypothesis Ht : L <= t.
Hypothesis Hd : 1 <= d < p.
Hypothesis HN : N + d = pf p L t.

Definition ST := sum (S t - L) (pf p L).
Lemma above : pf p L (t - 1) < N.
Proof. rewrite pf_step in HN by lia. pose proof (pf_pos p L (t - L) HL). nia. Qed.

(* Items that the source sends once, when they come. *)
Definition normal (T i : nat) : bool := (sum T (from i) =? 1) && (from i (i / p) =? 1).
Lemma abnormal T i : i / p + t < T -> 1 + b2n (negb (normal T i)) <= sum T (from i).
Proof.
  intros HT. pose proof above. pose proof (few 0 i T HT ltac:(intros; apply from_early; lia) ltac:(lia)) as F0.
  assert (1 <= sum T (from i)) as F1 by (destruct (sum T (from i)); lia).
  unfold normal. destruct (Nat.eqb_spec (sum T (from i)) 1) as [E|E]; [|cbn [andb negb b2n]; lia].
  destruct (Nat.eqb_spec (from i (i / p)) 1) as [E1|E1]; [cbn; lia|]. exfalso.
  assert (from i (i / p) = 0) as E0 by (pose proof (sum_term T (from i) (i / p) ltac:(lia)); lia).
  assert (N <= sum T (from i) * pf p L (t - 1)); [|lia]. apply few; [exact HT| |lia].
  intros s Hs. destruct (Nat.eq_dec s (i / p)) as [->|]; [exact E0|]. apply from_early. lia.
Qed.

(* Such an item is with S pairs of a processor and a step, and d copies at most are missing there. *)
Section Normal.
Variables (T i : nat).
Hypothesis HT : i / p + t < T.
Hypothesis Hn : normal T i = true.
Let r := i / p.
Lemma only s : s < T -> from i s = b2n (s =? r).
Proof.
  intros Hs. apply andb_prop in Hn as [H1 H2]. apply Nat.eqb_eq in H1, H2. fold r in H2.
  destruct (Nat.eqb_spec s r) as [->|E]; [exact H2|].
  pose proof (sum_two T (from i) r s ltac:(unfold r; lia) Hs ltac:(lia)). cbn; lia.
Qed.
Lemma reach k : k <= t -> PH i (r + L + k) <= pf p L k.
Proof.
  intros Hk. replace (r + L + k) with (r + k + L) by lia. etransitivity; [apply PH_le_pG|]. unfold pG.
  rewrite (sum_ext _ _ (fun s => b2n (r =? s) * pf p L k)).
  - rewrite sum_mul. change (sum _ _) with (occurs (S (r + k)) (Nat.eqb r)). rewrite occurs_one by lia. lia.
  - intros s Hs. rewrite only by (unfold r in *; lia). rewrite (Nat.eqb_sym r s). destruct (Nat.eqb_spec s r) as [->|]; cbn [b2n]; [|lia].
    do 2 f_equal. lia.
Qed.
Lemma nobody s : s < r + L -> PH i s = 0.
Proof.
  intros Hs. destruct (Nat.lt_ge_cases s L); [apply PH_early; assumption|]. replace s with (s - L + L) by lia.
  apply Nat.le_0_r. etransitivity; [apply PH_le_pG|]. unfold pG. rewrite sum_0; [lia|]. intros k Hk.
  rewrite from_early by (unfold r in *; lia). lia.
Qed.
Definition span := sum (S (r + t)) (PH i).
Lemma span_most : span <= ST.
Proof.
  unfold span, ST. replace (S (r + t)) with (r + L + (S t - L)) by lia. rewrite sum_app, sum_0 by exact nobody.
  cbn [Nat.add]. apply sum_le. intros k Hk. apply reach. lia.
Qed.
Lemma lacks : let lack := sum (S (r + t)) (fun s => sum N (fun b => if pholds i b s then p - copies (Some b) s i else 0)) in
  lack <= d /\ ST <= span.
Proof.
  intros lack. assert (sum (S (r + t)) (passed i) + lack = p * span) as E.
  { unfold lack, span, passed, PH, occurs. rewrite <- sum_plus, Nat.mul_comm, <- sum_mul. apply sum_ext. intros s _.
    rewrite <- sum_plus, <- sum_mul. apply sum_ext. intros b _. pose proof (copies_held b s i) as Q.
    destruct (pholds i b s); cbn [b2n]; lia. }
  assert (sum (S (r + t)) (from i) = 1) as E1.
  { rewrite (sum_ext _ _ (fun s => b2n (r =? s))) by (intros s Hs; rewrite only by (unfold r in *; lia); rewrite Nat.eqb_sym; reflexivity).
    apply (occurs_one (S (r + t)) r). lia. }
  pose proof (PH_all i) as Q1. pose proof (PH_sent i (r + t)) as Q2. rewrite sum_plus, E1 in Q2. fold r in Q1.
  pose proof span_most as Q3. pose proof (pf_sum p L t HL) as Q4. fold ST in Q4. split; nia.
Qed.
End Normal.

Definition cell_act (T i z : nat) : bool := normal T i && (z / N <=? i / p + t) && pholds i (z mod N) (z / N).
Definition cell_copies (i z : nat) : nat := copies (Some (z mod N)) (z / N) i.

Lemma item_misses T i : i / p + t < T -> sum (T * N) (miss p (cell_act T) cell_copies i) <= d.
Proof.
  intros HT. unfold miss, cell_act, cell_copies. destruct (normal T i) eqn:E; cbn [andb]; [|rewrite sum_const; lia].
  rewrite (sum_cells T N (fun s b => if (s <=? i / p + t) && pholds i b s then p - copies (Some b) s i else 0)).
  rewrite (sum_more (S (i / p + t)) T); [|lia|intros s Hs _; apply sum_0; intros b _; destruct (Nat.leb_spec s (i / p + t));
    [lia|reflexivity]].
  etransitivity; [|exact (proj1 (lacks T i HT E))]. apply sum_le. intros s Hs. destruct (Nat.leb_spec s (i / p + t)); [|lia]. cbn [andb].
  lia.
Qed.
Lemma item_acts T i : i / p + t < T -> sum (T * N) (fun z => b2n (cell_act T i z)) = if normal T i then ST else 0.
Proof.
  intros HT. unfold cell_act. destruct (normal T i) eqn:E; cbn [andb]; [|rewrite sum_const; cbn; lia].
  rewrite (sum_cells T N (fun s b => b2n ((s <=? i / p + t) && pholds i b s))).
  rewrite (sum_more (S (i / p + t)) T); [|lia|intros s Hs _; apply sum_0; intros b _; destruct (Nat.leb_spec s (i / p + t));
    [lia|reflexivity]].
  transitivity (span i).
  - apply sum_ext. intros s Hs. unfold PH, occurs. apply sum_ext. intros b _. destruct (Nat.leb_spec s (i / p + t)); [reflexivity|lia].
  - pose proof (span_most T i HT E). pose proof (proj2 (lacks T i HT E)). lia.
Qed.

Theorem ports_excluded_here : p <= (p - d + 1) * (p / (p - d)).
Proof.
  set (q := p / (p - d)). assert (1 <= q) as Hq by (apply Nat.div_le_lower_bound; lia).
  apply Nat.le_ngt. intros Hc.
  set (M := q * t * (p * ST + N)). set (T := S (M + t)). set (n := p * S M).
  assert (forall i, i < n -> i / p + t < T) as HT by (intros i Hi; apply step_below in Hi; unfold T; lia).
  assert (q * sum (T * N) (crowd n (cell_act T)) <= (q - 1) * n) as HO.
  { apply (overlaps n (T * N) p d (cell_act T) cell_copies); [lia| |intros i Hi; apply item_misses; auto].
    intros z Hz. etransitivity; [|apply (copies_ports n (Some (z mod N)) (z / N))]. apply sum_le. intros i _.
    unfold cell_copies. destruct (cell_act T i z); lia. }
  (* many activities *)
  assert (sum n (fun i => b2n (negb (normal T i))) <= p * t) as Hab.
  { assert (sum n (fun i => 1 + b2n (negb (normal T i))) <= T * p) as Q.
    { etransitivity; [|apply (source_ports n T)]. apply sum_le. intros i Hi. apply abnormal. auto. }
    rewrite sum_plus, sum_const in Q. unfold n, T in *. nia. }
  assert (n * ST <= sum (T * N) (fun z => occurs n (fun i => cell_act T i z)) + p * t * ST) as Hac.
  { rewrite <- sum_const. transitivity (sum n (fun i => sum (T * N) (fun z => b2n (cell_act T i z)) + b2n (negb (normal T i)) * ST)).
    - apply sum_le. intros i Hi. rewrite item_acts by auto. destruct (normal T i); cbn [negb b2n]; lia.
    - rewrite sum_plus, sum_mul, sum_swap. unfold occurs. apply Nat.add_le_mono_l, Nat.mul_le_mono_r, Hab. }
  assert (sum (T * N) (fun z => occurs n (fun i => cell_act T i z)) <= sum (T * N) (crowd n (cell_act T)) + T * N) as Hcr.
  { transitivity (sum (T * N) (fun z => crowd n (cell_act T) z + 1)); [apply sum_le; intros z _; unfold crowd; lia|].
    rewrite sum_plus, sum_const. lia. }
  pose proof (pf_sum p L t HL) as Hf. fold ST in Hf. assert (p * ST = N + (d - 1)) as HST by lia.
  revert HO Hac Hcr. generalize (sum (T * N) (crowd n (cell_act T))).
  generalize (sum (T * N) (fun z => occurs n (fun i => cell_act T i z))).
  intros A O HO Hac Hcr.
  assert (n * ST = S M * N + S M * (d - 1)) as E1 by (unfold n; rewrite (Nat.mul_comm p), <- Nat.mul_assoc, HST; lia).
  assert (p * t * ST = t * (p * ST)) as E2 by lia. assert (T * N = S M * N + t * N) as E3 by (unfold T; lia).
  assert (S M * (d - 1) <= O + t * (p * ST + N)) as H1 by lia.
  assert (q * (S M * (d - 1)) <= (q - 1) * n + M) as H2.
  { apply (Nat.mul_le_mono_l _ _ q) in H1. unfold M at 2. lia. }
  assert ((q - 1) * n = S M * ((q - 1) * p)) as E4 by (unfold n; lia).
  assert ((q - 1) * p + 1 <= q * (d - 1)) as H3.
  { assert (q * (d - 1) + (p - d + 1) * q = q * p) as E5 by (rewrite (Nat.mul_comm (p - d + 1)), <- Nat.mul_add_distr_l; f_equal; lia).
    assert ((q - 1) * p + p = q * p) as E6 by (destruct q; lia). lia. }
  assert (S M * ((q - 1) * p + 1) <= S M * (q * (d - 1))) as H4 by (apply Nat.mul_le_mono_l; exact H3).
  lia.
Qed.
End Many.
End Stream.

(* 19.3: f_t processors at most, whatever the schedule. *)
Theorem ports_bound p L N t : 1 <= p -> 1 <= L -> ports_possible p L N (L + t) -> N <= pf p L t.
Proof. intros Hp HL [Sc HS]. eapply ports_upper; eassumption. Qed.

(* Theorem Q: and these are excluded, too. *)
Theorem theorem_Q p L N t d : 1 <= L -> L <= t -> 1 <= d < p -> N + d = pf p L t ->
  (p - d + 1) * (p / (p - d)) < p -> ~ ports_possible p L N (L + t).
Proof.
  intros HL Ht Hd HN Hx [Sc HS]. pose proof (ports_excluded_here p L N t Sc HL HS ltac:(lia) d Ht Hd HN). lia.
Qed.
