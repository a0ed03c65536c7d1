(* SPDX-License-Identifier: MIT *)
(* Sections 8.1 to 8.3, Proposition 2: prices that hold on every transition bound all schedules whatsoever. *)
From Coq Require Import List ZArith Lia Bool.
From Steadycast Require Import Model.
Import ListNotations.
Open Scope Z_scope.

Fixpoint zsum (n : nat) (F : nat -> Z) : Z := match n with O => 0 | S k => zsum k F + F k end.
Lemma zsum_ext n F G : (forall k, (k < n)%nat -> F k = G k) -> zsum n F = zsum n G.
Proof. induction n; intros H; cbn [zsum]; [reflexivity|]. rewrite IHn, H by auto with arith; reflexivity. Qed.
Lemma zsum_le n F G : (forall k, (k < n)%nat -> F k <= G k) -> zsum n F <= zsum n G.
Proof. induction n; intros H; cbn [zsum]; [lia|]. specialize (IHn (fun k h => H k (Nat.lt_lt_succ_r _ _ h))). specialize (H n). lia. Qed.
Lemma zsum_plus n F G : zsum n (fun k => F k + G k) = zsum n F + zsum n G.
Proof. induction n; cbn [zsum]; lia. Qed.
Lemma zsum_minus n F G : zsum n (fun k => F k - G k) = zsum n F - zsum n G.
Proof. induction n; cbn [zsum]; lia. Qed.
Lemma zsum_const n c : zsum n (fun _ => c) = Z.of_nat n * c.
Proof. induction n; cbn [zsum]; lia. Qed.
Lemma zsum_mul n F c : zsum n (fun k => c * F k) = c * zsum n F.
Proof. induction n; cbn [zsum]; lia. Qed.
Lemma zsum_nonneg n F : (forall k, (k < n)%nat -> 0 <= F k) -> 0 <= zsum n F.
Proof. intros H. rewrite <- (Z.mul_0_r (Z.of_nat n)), <- zsum_const. apply zsum_le. exact H. Qed.
Lemma zsum_swap m n (F : nat -> nat -> Z) : zsum m (fun i => zsum n (F i)) = zsum n (fun j => zsum m (fun i => F i j)).
Proof. induction m; cbn [zsum]; [rewrite zsum_const; lia|]. rewrite IHm, <- zsum_plus; reflexivity. Qed.
Lemma zsum_telescope n F : zsum n (fun k => F (S k) - F k) = F n - F O.
Proof. induction n; cbn [zsum]; lia. Qed.
Lemma zsum_split m n F : zsum (m + n) F = zsum m F + zsum n (fun k => F (m + k)%nat).
Proof. induction n; [rewrite Nat.add_0_r; cbn; lia|]. rewrite Nat.add_succ_r. cbn [zsum]. lia. Qed.
Lemma zsum_one n j x : (j < n)%nat -> zsum n (fun k => if Nat.eqb k j then x else 0) = x.
Proof.
  intros H. induction n; [lia|]. cbn [zsum]. destruct (Nat.eqb_spec n j).
  - subst. rewrite (zsum_ext _ _ (fun _ => 0)); [rewrite zsum_const; lia|]. intros k Hk. destruct (Nat.eqb_spec k j); lia.
  - rewrite IHn; lia.
Qed.
Definition b2z (b : bool) : Z := if b then 1 else 0.
Lemma zsum_b2z n P : zsum n (fun k => b2z (P k)) = Z.of_nat (length (filter P (seq 0 n))).
Proof.
  induction n; [reflexivity|]. cbn [zsum]. rewrite IHn, seq_S, filter_app, app_length. cbn [filter Nat.add].
  unfold b2z. destruct (P n); cbn [length]; lia.
Qed.

Lemma bounded (l : list nat) : forall phi : list nat -> Z, exists K, 0 <= K /\ forall P, Z.abs (phi (filter P l)) <= K.
Proof.
  induction l as [|x l IH]; intros phi.
  - exists (Z.abs (phi [])). split; [lia|]. intros P. cbn. lia.
  - destruct (IH phi) as (K1 & ? & H1), (IH (fun m => phi (x :: m))) as (K2 & ? & H2). exists (Z.max K1 K2). split; [lia|].
    intros P. cbn [filter]. destruct (P x); [specialize (H2 P)|specialize (H1 P)]; lia.
Qed.

(* How many of the numbers below n are hit: M distinct ones, at least M. *)
Lemma count_images (M n : nat) (g : nat -> nat) (P : nat -> bool) :
  (forall i, (i < M)%nat -> (g i < n)%nat /\ P (g i) = true) ->
  (forall i j, (i < M)%nat -> (j < M)%nat -> g i = g j -> i = j) ->
  Z.of_nat M <= zsum n (fun k => b2z (P k)).
Proof.
  intros H1 H2. rewrite zsum_b2z. apply inj_le. rewrite <- (seq_length M 0) at 1. rewrite <- (map_length g).
  apply NoDup_incl_length.
  - assert (forall l, NoDup l -> (forall i, In i l -> (i < M)%nat) -> NoDup (map g l)) as Q.
    { induction l as [|i l IH]; intros Hn Hi; cbn [map]; [constructor|]. inversion Hn; subst. constructor.
      - intros F. apply in_map_iff in F as (j & F & Hj). assert (j = i); [|subst; contradiction].
        apply H2; [apply Hi; right; exact Hj|apply Hi; left; reflexivity|exact F].
      - apply IH; [assumption|]. intros j Hj; apply Hi; right; exact Hj. }
    apply Q; [apply seq_NoDup|]. intros i Hi. apply in_seq in Hi. lia.
  - intros x Hx. apply in_map_iff in Hx as (i & <- & Hi). apply in_seq in Hi. destruct (H1 i ltac:(lia)).
    apply filter_In. split; [apply in_seq; lia|assumption].
Qed.

Section Prices.
Variables (L N t : nat) (Sc : schedule).
Hypothesis HL : (1 <= L)%nat.
Hypothesis HS : serves L N (L + t) Sc.
Hypothesis HN : (1 <= N)%nat.
Variables (lambda : nat -> Z) (rho c : Z) (phi : list nat -> Z).
Hypothesis Hlam : forall w, 0 <= lambda w.
Hypothesis Hrho : 0 <= rho.
Hypothesis Hc : 0 <= c.

Definition price (v : nat) : Z := if Nat.eqb v t then rho else lambda v.
(* States are sets of values below t; every transition has a slack >= 0, whatever is sent. *)
Hypothesis Htrans : forall (P Q : nat -> bool) v,
  (v = t \/ v + L <= t)%nat -> P v = false -> P t = false -> Q 0%nat = true ->
  (forall u, Q u = P u || Nat.eqb u v) ->
  let gain := price v + phi (filter (fun u => Q (S u)) (seq 0 t)) - phi (filter P (seq 0 t)) in
  c <= gain /\ forall u, (L <= u <= t)%nat -> Q u = true -> c <= gain - lambda (u - L).

Definition sends (a : option nat) (s i : nat) : bool := match Sc a s with Some (_, j) => Nat.eqb j i | None => false end.
Definition to (a : option nat) (s : nat) : nat := match Sc a s with Some (q, _) => q | None => O end.
Definition everybody := None :: map Some (seq 0 N).
Definition gets (i q s : nat) : bool := existsb (fun a => sends a s i && Nat.eqb (to a s) q) everybody.
(* q has received item i before time s *)
Definition before (i q s : nat) : bool := existsb (gets i q) (seq 0 (s - L)).

Lemma sender_In a s q i : Sc a s = Some (q, i) -> In a everybody.
Proof.
  intros H. destruct a as [p|]; [right|left; reflexivity]. apply in_map, in_seq.
  destruct (sv_hold _ _ _ _ HS _ _ _ _ H) as (b & s' & H' & _). apply (sv_range _ _ _ _ HS) in H'. lia.
Qed.
Lemma gets_spec i q s : gets i q s = true <-> exists a, Sc a s = Some (q, i).
Proof.
  unfold gets. rewrite existsb_exists. split.
  - intros [a [_ H]]. exists a. unfold sends, to in H. destruct (Sc a s) as [[q' j]|]; [|discriminate].
    apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1, H2. subst; reflexivity.
  - intros [a H]. exists a. split; [eapply sender_In; exact H|].
    unfold sends, to. rewrite H. rewrite !Nat.eqb_refl. reflexivity.
Qed.
Lemma before_spec i q s : before i q s = true <-> exists a s', Sc a s' = Some (q, i) /\ (s' + L < s)%nat.
Proof.
  unfold before. rewrite existsb_exists. split.
  - intros [s' [Hs H]]. apply gets_spec in H as [a H]. apply in_seq in Hs. exists a, s'. split; [exact H|lia].
  - intros (a & s' & H & Hs). exists s'. split; [apply in_seq; lia|]. apply gets_spec. eauto.
Qed.
Lemma before_mono i q s s' : (s <= s')%nat -> before i q s = true -> before i q s' = true.
Proof. rewrite !before_spec. intros Hs (a & x & H & Hx). exists a, x. split; [exact H|lia]. Qed.

(* The item that the source sends for the first time at step j. *)
Definition it (j : nat) : option nat :=
  match Sc None j with Some (_, i) => if existsb (fun s => sends None s i) (seq 0 j) then None else Some i | None => None end.
Lemma sends_spec a s i : sends a s i = true <-> exists q, Sc a s = Some (q, i).
Proof.
  unfold sends. destruct (Sc a s) as [[q j]|].
  - rewrite Nat.eqb_eq. split; [intros ->; eauto|intros [q' E]; congruence].
  - split; [discriminate|intros [q E]; discriminate].
Qed.
Lemma it_spec j i : it j = Some i <-> (exists q, Sc None j = Some (q, i)) /\ forall s, (s < j)%nat -> sends None s i = false.
Proof.
  unfold it. destruct (Sc None j) as [[q i']|].
  - destruct (existsb _ _) eqn:E.
    + split; [discriminate|]. intros [[q' F] H]. injection F as _ <-. apply existsb_exists in E as (s & Hs & E).
      apply in_seq in Hs. rewrite H in E by lia. discriminate.
    + split.
      * intros F; injection F as <-. split; [eauto|]. intros s Hs. destruct (sends None s i') eqn:E2; [|reflexivity].
        assert (existsb (fun s => sends None s i') (seq 0 j) = true); [|congruence].
        apply existsb_exists. exists s. split; [apply in_seq; lia|exact E2].
      * intros [[q' F] _]. congruence.
  - split; [discriminate|]. intros [[q F] _]. discriminate.
Qed.
Lemma it_inj i j j' : it j = Some i -> it j' = Some i -> j = j'.
Proof.
  rewrite !it_spec. intros [[q H] H1] [[q' H'] H1'].
  destruct (Nat.lt_trichotomy j j') as [h|[h|h]]; [|assumption|].
  - apply H1' in h. rewrite (proj2 (sends_spec _ _ _)) in h; [discriminate|eauto].
  - apply H1 in h. rewrite (proj2 (sends_spec _ _ _)) in h; [discriminate|eauto].
Qed.
Lemma source_first s i : sends None s i = true -> exists j, it j = Some i /\ (j <= s)%nat.
Proof.
  induction s as [s IH] using lt_wf_ind. intros H. destruct (existsb (fun s => sends None s i) (seq 0 s)) eqn:E.
  - apply existsb_exists in E as (s' & Hs & E). apply in_seq in Hs. destruct (IH s') as (j & Hj & ?); [lia|exact E|]. exists j. split; [exact Hj|lia].
  - exists s. split; [|lia]. apply sends_spec in H as [q H]. unfold it. rewrite H, E. reflexivity.
Qed.
(* Whatever arrives was sent by the source first. *)
Lemma first_exists s : forall a q i, Sc a s = Some (q, i) -> exists j, it j = Some i /\ (j <= s)%nat /\ (a <> None -> j + L <= s)%nat.
Proof.
  induction s as [s IH] using lt_wf_ind. intros [p|] q i H.
  - destruct (sv_hold _ _ _ _ HS _ _ _ _ H) as (b & s' & H' & Hs). destruct (IH s' ltac:(lia) _ _ _ H') as (j & Hj & ? & _).
    exists j. repeat split; [exact Hj|lia|intros _; lia].
  - destruct (source_first s i) as (j & Hj & ?); [apply sends_spec; eauto|]. exists j. repeat split; [exact Hj|lia|congruence].
Qed.
Lemma it_late j i : it j = Some i -> (i <= j)%nat.
Proof. rewrite it_spec. intros [[q H] _]. apply (sv_source _ _ _ _ HS) in H. exact H. Qed.
Lemma item_first i : exists j, it j = Some i /\ (j <= i + t)%nat.
Proof.
  destruct (sv_all _ _ _ _ HS i O ltac:(lia)) as (a & s & H & Hs). destruct (first_exists _ _ _ _ H) as (j & Hj & ? & _).
  exists j. split; [exact Hj|lia].
Qed.

Definition D := (L + t)%nat.
(* Processor q, before time x, has the item with deadline e (first send at e - D). *)
Definition cell (q x e : nat) : bool :=
  if Nat.ltb e D then false else match it (e - D) with Some i => before i q x | None => false end.
Definition P (q s u : nat) : bool := cell q s (s + u).
Definition Q (q s u : nat) : bool := cell q (S s) (s + u).
Definition state (q s : nat) : list nat := filter (P q s) (seq 0 t).
Definition Phi (q s : nat) : Z := phi (state q s).

Lemma state_next q s : state q (S s) = filter (fun u => Q q s (S u)) (seq 0 t).
Proof. unfold state. apply filter_ext. intros u. unfold P, Q. f_equal. lia. Qed.

Lemma cell_spec q x e : cell q x e = true <-> exists j i, it j = Some i /\ e = (j + D)%nat /\ before i q x = true.
Proof.
  unfold cell. destruct (Nat.ltb_spec e D).
  - split; [discriminate|]. intros (j & i & _ & -> & _). lia.
  - destruct (it (e - D)) as [i|] eqn:E.
    + split; [intros Hb; exists (e - D)%nat, i; split; [exact E|split; [lia|exact Hb]]|].
      intros (j & i' & Hj & -> & Hb). replace (j + D - D)%nat with j in E by lia. congruence.
    + split; [discriminate|]. intros (j & i' & Hj & -> & Hb). replace (j + D - D)%nat with j in E by lia. congruence.
Qed.

Lemma P_late q s u : (t <= u)%nat -> P q s u = false.
Proof.
  intros Hu. destruct (P q s u) eqn:E; [|reflexivity]. apply cell_spec in E as (j & i & Hj & He & Hb).
  apply before_spec in Hb as (a & s' & H & Hs). destruct (first_exists _ _ _ _ H) as (j' & Hj' & ? & _).
  assert (j = j') by (eapply it_inj; eassumption). unfold D in *. lia.
Qed.

(* What a message is worth when it is sent; only what is new to its receiver is. *)
Definition worth (a : option nat) (s : nat) : Z :=
  match Sc a s with
  | Some (q, i) => if before i q (s + L) then 0 else
      match a with
      | None => match it s with Some _ => rho | None => 0 end
      | Some _ => zsum (S s) (fun j => match it j with Some i' => if Nat.eqb i' i then lambda (j + t - s)%nat else 0 | None => 0 end)
      end
  | None => 0
  end.
Lemma worth_nonneg a s : 0 <= worth a s.
Proof.
  unfold worth. destruct (Sc a s) as [[q i]|]; [|lia]. destruct (before _ _ _); [lia|]. destruct a.
  - apply zsum_nonneg. intros j _. destruct (it j) as [i'|]; [destruct (Nat.eqb i' i)|]; try lia. apply Hlam.
  - destruct (it s); lia.
Qed.
Lemma worth_sum p s q i j : Sc (Some p) s = Some (q, i) -> before i q (s + L) = false -> it j = Some i -> worth (Some p) s = lambda (j + t - s)%nat.
Proof.
  intros H Hb Hj. unfold worth. rewrite H, Hb. rewrite (zsum_ext _ _ (fun k => if Nat.eqb k j then lambda (j + t - s)%nat else 0)).
  - apply zsum_one. destruct (first_exists _ _ _ _ H) as (j' & Hj' & ? & _). assert (j = j') by (eapply it_inj; eassumption). lia.
  - intros k Hk. destruct (it k) as [i'|] eqn:E.
    + destruct (Nat.eqb_spec i' i).
      * subst i'. assert (k = j) by (eapply it_inj; eassumption). subst. rewrite Nat.eqb_refl. reflexivity.
      * destruct (Nat.eqb_spec k j); [subst; congruence|reflexivity].
    + destruct (Nat.eqb_spec k j); [subst; congruence|reflexivity].
Qed.

Definition part (q : nat) (a : option nat) (s : nat) : Z := if Nat.eqb (to a s) q then worth a s else 0.
(* What q pays for what it receives at time s. *)
Definition pay (q s : nat) : Z :=
  if Nat.ltb s L then 0 else part q None (s - L) + zsum N (fun p => part q (Some p) (s - L)).

Lemma pay_from q s a i : (L <= s)%nat -> Sc a (s - L)%nat = Some (q, i) -> pay q s = worth a (s - L).
Proof.
  intros Hs H. unfold pay. destruct (Nat.ltb_spec s L); [lia|]. set (x := (s - L)%nat) in *.
  assert (forall b, b <> a -> part q b x = 0) as Z0.
  { intros b Hb. unfold part, worth, to. destruct (Sc b x) as [[q' i']|] eqn:E.
    - destruct (Nat.eqb_spec q' q); [|reflexivity]. subst. exfalso. apply Hb. eapply (sv_recv _ _ _ _ HS); eassumption.
    - destruct (Nat.eqb 0 q); reflexivity. }
  assert (part q a x = worth a x) as E1 by (unfold part, to; rewrite H, Nat.eqb_refl; reflexivity).
  destruct a as [p|].
  - rewrite Z0 by discriminate. rewrite (zsum_ext _ _ (fun k => if Nat.eqb k p then worth (Some p) x else 0)).
    + rewrite zsum_one; [lia|]. apply sender_In in H. destruct H as [H|H]; [discriminate|]. apply in_map_iff in H as (k & E & H).
      injection E as ->. apply in_seq in H. lia.
    + intros k _. destruct (Nat.eqb_spec k p); [subst; exact E1|apply Z0; congruence].
  - rewrite E1, (zsum_ext _ _ (fun _ => 0)); [rewrite zsum_const; lia|]. intros k _. apply Z0. discriminate.
Qed.
Lemma pay_nonneg q s : 0 <= pay q s.
Proof.
  unfold pay. destruct (Nat.ltb s L); [lia|]. assert (forall a x, 0 <= part q a x) as H.
  { intros a x. unfold part. destruct (Nat.eqb _ _); [apply worth_nonneg|lia]. }
  pose proof (zsum_nonneg N (fun p => part q (Some p) (s - L)) (fun k _ => H (Some k) (s - L)%nat)). specialize (H None (s - L)%nat). lia.
Qed.
Lemma pay_total s : (L <= s)%nat -> zsum N (fun q => pay q s) <= rho + zsum N (fun p => worth (Some p) (s - L)).
Proof.
  intros Hs. unfold pay. destruct (Nat.ltb_spec s L); [lia|]. set (x := (s - L)%nat).
  assert (forall a, zsum N (fun q => part q a x) <= worth a x) as H1.
  { intros a. unfold part. destruct (Nat.lt_ge_cases (to a x) N).
    - rewrite (zsum_ext _ _ (fun k => if Nat.eqb k (to a x) then worth a x else 0)); [rewrite zsum_one by assumption; lia|].
      intros k _. rewrite Nat.eqb_sym. reflexivity.
    - rewrite (zsum_ext _ _ (fun _ => 0)); [rewrite zsum_const; pose proof (worth_nonneg a x); lia|].
      intros k Hk. destruct (Nat.eqb_spec (to a x) k); [lia|reflexivity]. }
  rewrite zsum_plus, zsum_swap. apply Z.add_le_mono.
  - etransitivity; [apply H1|]. unfold worth. destruct (Sc None x) as [[q i]|]; [|lia]. destruct (before _ _ _); [lia|]. destruct (it x); lia.
  - apply zsum_le. intros p _. apply H1.
Qed.

(* A step of q is good if something new comes, the source did nothing but first sends L and D steps ago. *)
Definition newb (q s : nat) : bool :=
  if Nat.ltb s L then false else existsb (fun a => match Sc a (s - L)%nat with Some (q', i) => Nat.eqb q' q && negb (before i q s) | None => false end) everybody.
Definition fresh (j : nat) : bool := match it j with Some _ => true | None => false end.
Definition good (q s : nat) : bool := newb q s && Nat.leb D s && fresh (s - D) && fresh (s - L).

Lemma newb_spec q s : newb q s = true <-> (L <= s)%nat /\ exists a i, Sc a (s - L)%nat = Some (q, i) /\ before i q s = false.
Proof.
  unfold newb. destruct (Nat.ltb_spec s L); [split; [discriminate|lia]|]. rewrite existsb_exists. split.
  - intros (a & _ & E). split; [lia|]. destruct (Sc a (s - L)%nat) as [[q' i]|] eqn:E2; [|discriminate]. apply andb_prop in E as [E E'].
    apply Nat.eqb_eq in E. subst. exists a, i. split; [exact E2|]. destruct (before i q s); [discriminate|reflexivity].
  - intros (_ & a & i & E & E'). exists a. split; [eapply sender_In; exact E|]. rewrite E, E', Nat.eqb_refl. reflexivity.
Qed.

Lemma good_gain q s : (q < N)%nat -> good q s = true -> c <= pay q s + Phi q (S s) - Phi q s - worth (Some q) s.
Proof.
  intros Hq Hg. unfold good in Hg. rewrite !andb_true_iff in Hg. destruct Hg as (((Hn & HD) & HF0) & HFL).
  apply newb_spec in Hn as (HsL & a & i & Ha & Hb). apply Nat.leb_le in HD.
  destruct (first_exists _ _ _ _ Ha) as (j & Hj & Hjs & Hja).
  assert (s <= j + D)%nat as Hdead.
  { destruct (sv_all _ _ _ _ HS i q Hq) as (b & s' & H & Hs'). apply it_late in Hj. 
    destruct (Nat.lt_ge_cases (s' + L) s); [|unfold D; lia]. exfalso.
    rewrite (proj2 (before_spec i q s)) in Hb; [discriminate|]. eauto. }
  set (v := (j + D - s)%nat).
  assert (forall u, Q q s u = P q s u || Nat.eqb u v) as HQ.
  { intros u. apply eq_true_iff_eq. rewrite orb_true_iff, Nat.eqb_eq. unfold P, Q. rewrite !cell_spec. split.
    - intros (j' & i' & Hj' & He & Hb'). destruct (before i' q s) eqn:E; [left; eauto|right].
      apply before_spec in Hb' as (b & s' & H & Hs').
      assert (s' = s - L)%nat as ->.
      { destruct (Nat.lt_ge_cases (s' + L) s); [|lia]. exfalso. rewrite (proj2 (before_spec i' q s)) in E; [discriminate|eauto]. }
      assert (a = b) by (eapply (sv_recv _ _ _ _ HS); eassumption). subst b. assert (i' = i) by congruence. subst i'.
      assert (j' = j) by (eapply it_inj; eassumption). subst. unfold v. lia.
    - intros [(j' & i' & Hj' & He & Hb')| ->].
      + exists j', i'. repeat split; try assumption. eapply before_mono; [|exact Hb']. lia.
      + exists j, i. repeat split; [exact Hj|unfold v; lia|]. apply before_spec. exists a, (s - L)%nat. split; [exact Ha|lia]. }
  assert (P q s v = false) as HPv.
  { destruct (P q s v) eqn:E; [|reflexivity]. apply cell_spec in E as (j' & i' & Hj' & He & Hb').
    assert (j' = j) by (unfold v in He; lia). subst. congruence. }
  assert (Q q s 0 = true) as HQ0.
  { unfold fresh in HF0. destruct (it (s - D)) as [i0|] eqn:E; [|discriminate]. unfold Q. apply cell_spec. exists (s - D)%nat, i0.
    repeat split; [exact E|lia|]. apply before_spec. destruct (sv_all _ _ _ _ HS i0 q Hq) as (b & s' & H & Hs').
    exists b, s'. split; [exact H|]. apply it_late in E. unfold D in *. lia. }
  assert (v = t \/ v + L <= t)%nat as Hv.
  { destruct a as [p|].
    - specialize (Hja ltac:(discriminate)). unfold v, D in *. lia.
    - left. unfold fresh in HFL. destruct (it (s - L)) as [i'|] eqn:E; [|discriminate].
      assert (i' = i). { apply it_spec in E as [[q' E] _]. congruence. } subst i'.
      assert (j = s - L)%nat by (eapply it_inj; eassumption). unfold v, D in *. lia. }
  assert (pay q s = price v) as Hpay.
  { rewrite (pay_from q s a i HsL Ha). unfold price. destruct a as [p|].
    - specialize (Hja ltac:(discriminate)). destruct (Nat.eqb_spec v t); [unfold v, D in *; lia|].
      rewrite (worth_sum p (s - L) q i j Ha); [|replace (s - L + L)%nat with s by lia; exact Hb|exact Hj].
      f_equal. unfold v, D in *. lia.
    - unfold worth. rewrite Ha. replace (s - L + L)%nat with s by lia. rewrite Hb.
      unfold fresh in HFL. destruct (it (s - L)) as [i'|] eqn:E; [|discriminate].
      assert (i' = i). { apply it_spec in E as [[q' E] _]. congruence. } subst i'.
      assert (j = s - L)%nat by (eapply it_inj; eassumption).
      destruct (Nat.eqb_spec v t); [reflexivity|]. unfold v, D in *. lia. }
  destruct (Htrans (P q s) (Q q s) v Hv HPv (P_late q s t (le_n t)) HQ0 HQ) as [T0 T1]. cbn zeta in T0, T1.
  rewrite <- Hpay in T0, T1. rewrite <- state_next in T0, T1. fold (Phi q (S s)) in T0, T1. fold (state q s) in T0, T1. fold (Phi q s) in T0, T1.
  destruct (Sc (Some q) s) as [[r i2]|] eqn:E2; [|unfold worth; rewrite E2; lia].
  destruct (before i2 r (s + L)) eqn:E3; [unfold worth; rewrite E2, E3; lia|].
  destruct (first_exists _ _ _ _ E2) as (j2 & Hj2 & _ & Hj2'). specialize (Hj2' ltac:(discriminate)).
  rewrite (worth_sum q s r i2 j2 E2 E3 Hj2).
  assert (s <= j2 + t)%nat as Hd2.
  { pose proof (sv_range _ _ _ _ HS _ _ _ _ E2) as Hr. destruct (sv_all _ _ _ _ HS i2 r Hr) as (b & s' & H & Hs'). apply it_late in Hj2.
    destruct (Nat.lt_ge_cases s' s); [|lia]. exfalso. rewrite (proj2 (before_spec i2 r (s + L))) in E3; [discriminate|]. exists b, s'. split; [exact H|lia]. }
  specialize (T1 (j2 + D - s)%nat). replace (j2 + D - s - L)%nat with (j2 + t - s)%nat in T1 by (unfold D; lia).
  assert (c <= pay q s + Phi q (S s) - Phi q s - lambda (j2 + t - s)%nat); [|lia]. apply T1.
  - unfold D. lia.
  - unfold Q. apply cell_spec. exists j2, i2. repeat split; [exact Hj2|unfold D; lia|]. apply before_spec.
    eapply sv_hold in E2 as (b & s' & H & Hs'); [|exact HS]. exists b, s'. split; [exact H|lia].
Qed.

(* A bound on what happens at the other steps, and on how many they are. *)
Lemma lambda_bound : exists K, 0 <= K /\ forall a s, worth a s <= K.
Proof.
  exists (rho + zsum (S t) lambda). split; [pose proof (zsum_nonneg (S t) lambda (fun k _ => Hlam k)); lia|].
  intros a s. pose proof (zsum_nonneg (S t) lambda (fun k _ => Hlam k)) as Z0.
  destruct (Sc a s) as [[q i]|] eqn:E; [|unfold worth; rewrite E; lia].
  destruct (before i q (s + L)) eqn:Eb; [unfold worth; rewrite E, Eb; lia|].
  destruct a as [p|]; [|unfold worth; rewrite E, Eb; destruct (it s); lia].
  destruct (first_exists _ _ _ _ E) as (j & Hj & ? & _). rewrite (worth_sum p s q i j E Eb Hj).
  assert (lambda (j + t - s)%nat <= zsum (S t) lambda); [|lia].
  assert (forall n k, (k < n)%nat -> lambda k <= zsum n lambda) as H2.
  { induction n as [|n IH]; intros k Hk; [lia|]. cbn [zsum]. pose proof (zsum_nonneg n lambda (fun k _ => Hlam k)). pose proof (Hlam n).
    destruct (Nat.eq_dec k n); [subst; lia|]. specialize (IH k ltac:(lia)). lia. }
  apply H2. lia.
Qed.

Lemma fresh_count T : Z.of_nat T - Z.of_nat t <= zsum T (fun j => b2z (fresh j)).
Proof.
  destruct (Nat.lt_ge_cases T t); [pose proof (zsum_nonneg T (fun j => b2z (fresh j)) (fun k _ => ltac:(unfold b2z; destruct (fresh k); lia))); lia|].
  assert (forall i, exists j, it j = Some i /\ (j <= i + t)%nat) as H1 by apply item_first.
  assert (exists g, forall i, (i < T - t)%nat -> it (g i) = Some i /\ (g i <= i + t)%nat) as [g Hg].
  { induction (T - t)%nat as [|n [g Hg]]; [exists (fun _ => O); lia|]. destruct (H1 n) as (j & Hj).
    exists (fun i => if Nat.eqb i n then j else g i). intros i Hi. destruct (Nat.eqb_spec i n); [subst; exact Hj|apply Hg; lia]. }
  replace (Z.of_nat T - Z.of_nat t) with (Z.of_nat (T - t)) by lia. apply (count_images _ _ g).
  - intros i Hi. destruct (Hg i Hi) as [A B]. split; [lia|]. unfold fresh. rewrite A. reflexivity.
  - intros i j Hi Hj E. destruct (Hg i Hi) as [A _], (Hg j Hj) as [B _]. rewrite E in A. congruence.
Qed.

Lemma first_reception q i : (q < N)%nat -> exists s, newb q s = true /\ (s <= i + D)%nat /\ gets i q (s - L)%nat = true.
Proof.
  intros Hq. destruct (sv_all _ _ _ _ HS i q Hq) as (a & s & H & Hs).
  assert (forall n a s, (s < n)%nat -> Sc a s = Some (q, i) -> (s + L <= i + D)%nat -> exists s, newb q s = true /\ (s <= i + D)%nat /\ gets i q (s - L)%nat = true) as W.
  { induction n as [|n IH]; [lia|]. intros b x Hx Hb Hx'. destruct (before i q (x + L)) eqn:E.
    - apply before_spec in E as (b' & x' & Hb' & ?). apply (IH b' x'); [lia|exact Hb'|lia].
    - exists (x + L)%nat. replace (x + L - L)%nat with x by lia. repeat split; [|exact Hx'|apply gets_spec; eauto].
      apply newb_spec. split; [lia|]. exists b, i. replace (x + L - L)%nat with x by lia. auto. }
  apply (W (S s) a s); [lia|exact H|unfold D; lia].
Qed.
Lemma newb_count q T : (q < N)%nat -> Z.of_nat T - Z.of_nat D <= zsum T (fun s => b2z (newb q s)).
Proof.
  intros Hq. destruct (Nat.lt_ge_cases T D); [pose proof (zsum_nonneg T (fun j => b2z (newb q j)) (fun k _ => ltac:(unfold b2z; destruct (newb q k); lia))); lia|].
  assert (exists g, forall i, (i < T - D)%nat -> newb q (g i) = true /\ (g i <= i + D)%nat /\ gets i q (g i - L)%nat = true) as [g Hg].
  { induction (T - D)%nat as [|n [g Hg]]; [exists (fun _ => O); lia|]. destruct (first_reception q n Hq) as (j & Hj).
    exists (fun i => if Nat.eqb i n then j else g i). intros i Hi. destruct (Nat.eqb_spec i n); [subst; exact Hj|apply Hg; lia]. }
  replace (Z.of_nat T - Z.of_nat D) with (Z.of_nat (T - D)) by lia. apply (count_images _ _ g).
  - intros i Hi. destruct (Hg i Hi) as (A & B & _). split; [lia|exact A].
  - intros i j Hi Hj E. destruct (Hg i Hi) as (_ & _ & A), (Hg j Hj) as (_ & _ & B). rewrite E in A.
    apply gets_spec in A as [a A], B as [b B]. assert (a = b) by (eapply (sv_recv _ _ _ _ HS); eassumption). congruence.
Qed.

Lemma shifted_count T d F : (forall j, 0 <= F j <= 1) -> zsum T F - Z.of_nat d <= zsum T (fun s => if Nat.leb d s then F (s - d)%nat else 0).
Proof.
  intros HF. destruct (Nat.lt_ge_cases T d).
  - rewrite (zsum_ext T (fun s => if Nat.leb d s then F (s - d)%nat else 0) (fun _ => 0)).
    + rewrite zsum_const. assert (zsum T F <= Z.of_nat T * 1) by (rewrite <- zsum_const; apply zsum_le; intros; apply HF). lia.
    + intros k Hk. destruct (Nat.leb_spec d k); lia.
  - replace T with (d + (T - d))%nat at 2 by lia. rewrite zsum_split. 
    rewrite (zsum_ext d _ (fun _ => 0)) by (intros k Hk; destruct (Nat.leb_spec d k); lia). rewrite zsum_const.
    rewrite (zsum_ext (T - d) _ F) by (intros k Hk; destruct (Nat.leb_spec d (d + k)); [f_equal|]; lia).
    replace T with (T - d + d)%nat at 1 by lia. rewrite zsum_split.
    assert (zsum d (fun k => F (T - d + k)%nat) <= Z.of_nat d * 1) by (rewrite <- zsum_const; apply zsum_le; intros; apply HF). lia.
Qed.

Definition bad (q s : nat) : Z := 1 - b2z (good q s).
Lemma bad_count q T : (q < N)%nat -> zsum T (bad q) <= Z.of_nat (3 * D + 2 * t).
Proof.
  intros Hq. pose proof (newb_count q T Hq) as C1. pose proof (fresh_count T) as C2.
  pose proof (shifted_count T D (fun j => b2z (fresh j)) (fun j => ltac:(unfold b2z; destruct (fresh j); lia))) as C3.
  pose proof (shifted_count T L (fun j => b2z (fresh j)) (fun j => ltac:(unfold b2z; destruct (fresh j); lia))) as C4.
  assert (zsum T (bad q) <= zsum T (fun s => (1 - b2z (newb q s)) + (1 - (if Nat.leb D s then b2z (fresh (s - D)) else 0)) + (1 - (if Nat.leb L s then b2z (fresh (s - L)) else 0)))) as C5.
  { apply zsum_le. intros s _. unfold bad, good, b2z. destruct (newb q s), (Nat.leb D s) eqn:E, (fresh (s - D)), (fresh (s - L)), (Nat.leb L s) eqn:E'; cbn; lia. }
  rewrite !zsum_plus, !zsum_minus, zsum_const in C5. unfold D in *. lia.
Qed.

Theorem prices_bound : c * Z.of_nat N <= rho.
Proof.
  destruct (bounded (seq 0 t) phi) as (K & HK & HK'). destruct lambda_bound as (W & HW & HW').
  set (E := c + W + 2 * K). set (B := Z.of_nat (3 * D + 2 * t)).
  assert (forall q s, (q < N)%nat -> c - E * bad q s <= pay q s + Phi q (S s) - Phi q s - worth (Some q) s) as G.
  { intros q s Hq. unfold bad. destruct (good q s) eqn:Eg; cbn [b2z].
    - pose proof (good_gain q s Hq Eg). lia.
    - pose proof (pay_nonneg q s). pose proof (HW' (Some q) s). pose proof (HK' (P q s)). pose proof (HK' (P q (S s))).
      unfold Phi, state, E. lia. }
  assert (forall T, c * Z.of_nat N * Z.of_nat T <= rho * Z.of_nat T + Z.of_nat N * (E * B + 2 * K)) as Main.
  { intros T.
    assert (zsum N (fun q => zsum T (fun s => c - E * bad q s)) <=
            zsum N (fun q => zsum T (fun s => pay q s + Phi q (S s) - Phi q s - worth (Some q) s))) as G1.
    { apply zsum_le. intros q Hq. apply zsum_le. intros s _. apply G; exact Hq. }
    assert (Z.of_nat N * (c * Z.of_nat T - E * B) <= zsum N (fun q => zsum T (fun s => c - E * bad q s))) as G2.
    { rewrite <- zsum_const. apply zsum_le. intros q Hq. rewrite zsum_minus, zsum_const, zsum_mul.
      pose proof (bad_count q T Hq). assert (E * zsum T (bad q) <= E * B) by (apply Z.mul_le_mono_nonneg_l; [unfold E; lia|assumption]). lia. }
    assert (zsum N (fun q => zsum T (fun s => pay q s + Phi q (S s) - Phi q s - worth (Some q) s)) <=
            rho * Z.of_nat T + Z.of_nat N * (2 * K)) as G3.
    { rewrite (zsum_ext N _ (fun q => zsum T (pay q) - zsum T (fun s => worth (Some q) s) + (Phi q T - Phi q O))).
      2:{ intros q _. rewrite <- zsum_telescope, <- zsum_minus, <- zsum_plus. apply zsum_ext. intros; lia. }
      rewrite zsum_plus. assert (zsum N (fun q => Phi q T - Phi q O) <= Z.of_nat N * (2 * K)) as G4.
      { rewrite <- zsum_const. apply zsum_le. intros q _. pose proof (HK' (P q T)). pose proof (HK' (P q O)). unfold Phi, state. lia. }
      assert (zsum N (fun q => zsum T (pay q) - zsum T (fun s => worth (Some q) s)) <= rho * Z.of_nat T); [|lia].
      rewrite zsum_minus, (zsum_swap N T pay), (zsum_swap N T (fun q s => worth (Some q) s)).
      set (Wt := fun s => zsum N (fun q => worth (Some q) s)).
      assert (forall s, 0 <= Wt s) as W0 by (intros s; apply zsum_nonneg; intros; apply worth_nonneg).
      destruct (Nat.lt_ge_cases T L).
      - rewrite (zsum_ext T (fun j => zsum N (fun i => pay i j)) (fun _ => 0)).
        + rewrite zsum_const. pose proof (zsum_nonneg T Wt (fun k _ => W0 k)). fold Wt. nia.
        + intros s Hs. rewrite (zsum_ext N _ (fun _ => 0)); [rewrite zsum_const; lia|]. intros q _. unfold pay. destruct (Nat.ltb_spec s L); lia.
      - replace T with (L + (T - L))%nat at 1 by lia. rewrite zsum_split.
        rewrite (zsum_ext L (fun j => zsum N (fun i => pay i j)) (fun _ => 0)).
        2:{ intros s Hs. rewrite (zsum_ext N _ (fun _ => 0)); [rewrite zsum_const; lia|]. intros q _. unfold pay. destruct (Nat.ltb_spec s L); lia. }
        rewrite zsum_const.
        assert (zsum (T - L) (fun k => zsum N (fun i => pay i (L + k)%nat)) <= zsum (T - L) (fun k => rho + Wt k)) as G5.
        { apply zsum_le. intros s _. etransitivity; [apply pay_total; lia|]. replace (L + s - L)%nat with s by lia. unfold Wt. lia. }
        rewrite zsum_plus, zsum_const in G5.
        assert (zsum (T - L) Wt <= zsum T Wt) as G6.
        { replace T with (T - L + L)%nat at 2 by lia. rewrite zsum_split. pose proof (zsum_nonneg L (fun k => Wt (T - L + k)%nat) (fun k _ => W0 _)). lia. }
        fold Wt. assert (rho * Z.of_nat (T - L) <= rho * Z.of_nat T) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    lia. }
  destruct (Z.le_gt_cases (c * Z.of_nat N) rho) as [|Hgt]; [assumption|exfalso].
  set (C := Z.of_nat N * (E * B + 2 * K)) in *. 
  assert (0 <= C) by (unfold C, E, B; apply Z.mul_nonneg_nonneg; [lia|]; apply Z.add_nonneg_nonneg; [apply Z.mul_nonneg_nonneg; lia|lia]).
  specialize (Main (Z.to_nat (C + 1))). rewrite Z2Nat.id in Main by lia. nia.
Qed.
End Prices.
