(* SPDX-License-Identifier: MIT *)
(* Lines `odd` of kind network-bound: of nodes of which each has one message a round, an odd number 2m+1 has m messages among them at most. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkPrices NetworkCertificates NetworkStreams.
Import ListNotations.
Open Scope nat_scope.

Definition is_in (U : list nat) (v : nat) : bool := existsb (Nat.eqb v) U.
Definition among (U : list nat) (e : arc) : bool := is_in U (arc_from e) && is_in U (arc_to e).
Definition odd_group (net : network) (U : list nat) : group :=
  Group (length U / 2) None (filter (fun a => among U (arc_at net a)) (seq 0 (length (arcs net)))).
Definition add_odd (net : network) (U : list nat) : network := Network (nodes net) (arcs net) (groups net ++ [odd_group net U]).
(* Of each node of the set a group of capacity 1 with all arcs between it and others of the set. *)
Definition holds_to_one (net : network) (U : list nat) (v g : nat) : bool :=
  let h := nth g (groups net) (Group 0 None []) in
  (g <? length (groups net)) && (group_capacity h <=? 1) && match group_port h with None => true | _ => false end &&
  forallb (fun a => let e := arc_at net a in negb (among U e && ((arc_from e =? v) || (arc_to e =? v))) || has_member h a) (seq 0 (length (arcs net))).
Definition odd_ok (net : network) (U holders : list nat) : bool :=
  (length (nodup Nat.eq_dec U) =? length U) && (length holders =? length U) && forallb (fun x => holds_to_one net U (fst x) (snd x)) (combine U holders).
Definition held_by (net : network) (x : nat * nat) : group := nth (snd x) (groups net) (Group 0 None []).
Definition arcs_differ (net : network) : Prop := forall e, In e (arcs net) -> arc_from e <> arc_to e.

Lemma is_in_spec U v : is_in U v = true <-> In v U.
Proof. unfold is_in. rewrite existsb_exists. split; [intros (x & Hx & E); apply Nat.eqb_eq in E; subst; exact Hx|intros H; exists v; split; [exact H|apply Nat.eqb_refl]]. Qed.
Lemma tally_two {A} (f : A -> Z) (h : A -> nat) u v l : NoDup (map h l) -> In u (map h l) -> In v (map h l) -> u <> v -> (forall x, In x l -> 0 <= f x)%Z ->
  (forall x, In x l -> h x = u \/ h x = v -> 1 <= f x)%Z -> (2 <= tally f l)%Z.
Proof.
  intros Hd Hu Hv Hn H0 H1. apply Z.le_trans with (tally (fun w => (if Nat.eqb u w then (fun _ => 1) w else 0) + (if Nat.eqb v w then (fun _ => 1) w else 0))%Z (map h l)).
  - rewrite tally_plus, !tally_one by assumption. lia.
  - rewrite tally_map. apply tally_le. intros x Hx. specialize (H0 x Hx). specialize (H1 x Hx). destruct (Nat.eqb_spec u (h x)), (Nat.eqb_spec v (h x)); lia.
Qed.
(* Each message among them counts at both of its ends. *)
Lemma odd_load net U holders s T : arcs_differ net -> odd_ok net U holders = true -> (forall m, In m T -> fst m < length (arcs net)) ->
  (2 * Z.of_nat (load_of net (odd_group net U) s T) <= tally (fun x => Z.of_nat (load_of net (held_by net x) s T)) (combine U holders))%Z.
Proof.
  intros Hd H HT. unfold odd_ok in H. rewrite !andb_true_iff, forallb_forall in H. destruct H as ((H1 & H2) & H3). apply Nat.eqb_eq in H1, H2.
  induction T as [|m T IH]; [cbn; apply tally_nonneg; intros; lia|].
  specialize (IH (fun m' h => HT m' (or_intror h))). specialize (HT m (or_introl eq_refl)).
  rewrite load_cons, (tally_ext _ (fun x => (if (counts_in net (held_by net x) m =? s)%nat then if has_member (held_by net x) (fst m) then 1 else 0 else 0) +
    Z.of_nat (load_of net (held_by net x) s T))%Z) by (intros; apply load_cons).
  rewrite tally_plus. unfold odd_group at 1 2. unfold counts_in at 1. cbn [group_port].
  match goal with |- (2 * (?a + _) <= ?b + _)%Z => assert (2 * a <= b)%Z; [|lia] end.
  assert (N : forall x, In x (combine U holders) -> (0 <= if Nat.eqb (counts_in net (held_by net x) m) s then if has_member (held_by net x) (fst m) then 1 else 0 else 0)%Z)
    by (intros x _; destruct (Nat.eqb (counts_in net (held_by net x) m) s), (has_member (held_by net x) (fst m)); lia).
  destruct (Nat.eqb_spec (snd m) s) as [Es|Es]; [|pose proof (tally_nonneg _ _ N); lia].
  destruct (has_member _ (fst m)) eqn:E; [|pose proof (tally_nonneg _ _ N); lia].
  unfold has_member in E. cbn [group_members] in E. apply existsb_exists in E as (a & Ha & E). apply Nat.eqb_eq in E. subst a. apply filter_In in Ha as [_ Ha].
  pose proof Ha as Ha'. unfold among in Ha'. apply andb_prop in Ha' as [Hf Ht]. apply is_in_spec in Hf, Ht.
  assert (Hm : map fst (combine U holders) = U). { clear - H2. revert holders H2. induction U as [|u U IH]; intros [|h hs] H2; try discriminate; [reflexivity|]. cbn. rewrite IH by (cbn in H2; lia). reflexivity. }
  assert (2 <= tally (fun x => if Nat.eqb (counts_in net (held_by net x) m) s then if has_member (held_by net x) (fst m) then 1 else 0 else 0)%Z (combine U holders))%Z; [|lia].
  apply (tally_two _ fst (arc_from (arc_at net (fst m))) (arc_to (arc_at net (fst m)))); rewrite ?Hm; try assumption.
  - apply NoDup_incl_NoDup with (nodup Nat.eq_dec U); [apply NoDup_nodup|lia|]. intros x Hx. apply nodup_In in Hx. exact Hx.
  - apply Hd, nth_In, HT.
  - intros x Hx E. specialize (H3 x Hx). unfold holds_to_one in H3. cbv zeta in H3. fold (held_by net x) in H3. rewrite !andb_true_iff, forallb_forall in H3. destruct H3 as ((_ & H4) & H5).
    destruct (group_port _) eqn:P; [discriminate|]. unfold counts_in. rewrite P. apply Nat.eqb_eq in Es. rewrite Es.
    specialize (H5 (fst m) ltac:(apply in_seq; lia)). rewrite Ha in H5. cbn [andb] in H5.
    assert ((arc_from (arc_at net (fst m)) =? fst x) || (arc_to (arc_at net (fst m)) =? fst x) = true) as F by (destruct E as [->| ->]; rewrite Nat.eqb_refl, ?orb_true_r; reflexivity).
    rewrite F in H5. cbn [negb orb] in H5. rewrite H5. lia.
Qed.
(* Several chunks at once, each with steps of its own. *)
Lemma odd_loads {A} net U holders (cs : list A) (s : A -> nat) (T : A -> list (nat * nat)) : arcs_differ net -> odd_ok net U holders = true ->
  (forall x m, In x cs -> In m (T x) -> fst m < length (arcs net)) ->
  (forall g, In g (groups net) -> (tally (fun x => Z.of_nat (load_of net g (s x) (T x))) cs <= Z.of_nat (group_capacity g))%Z) ->
  (tally (fun x => Z.of_nat (load_of net (odd_group net U) (s x) (T x))) cs <= Z.of_nat (group_capacity (odd_group net U)))%Z.
Proof.
  intros Hd H HT HC. cbn [odd_group group_capacity]. rewrite Nat2Z.inj_div. apply Z.div_le_lower_bound; [lia|].
  rewrite <- tally_times. eapply Z.le_trans; [apply tally_le; intros x Hx; apply (odd_load net U holders (s x) (T x) Hd H (fun m Hm => HT x m Hx Hm))|].
  rewrite tally_swap. unfold odd_ok in H. rewrite !andb_true_iff, forallb_forall in H. destruct H as ((_ & H2) & H3). apply Nat.eqb_eq in H2.
  apply Z.le_trans with (tally (fun _ => 1%Z) (combine U holders)).
  - apply tally_le. intros x Hx. specialize (H3 x Hx). unfold holds_to_one in H3. cbv zeta in H3. fold (held_by net x) in H3. rewrite !andb_true_iff in H3. destruct H3 as (((H4 & H5) & _) & _).
    apply Nat.ltb_lt in H4. apply Nat.leb_le in H5. eapply Z.le_trans; [apply HC, nth_In, H4|]. lia.
  - rewrite tally_const, combine_length. lia.
Qed.

Lemma tally_prod {A B} (f : A -> B -> Z) l m : tally (fun x => f (fst x) (snd x)) (list_prod l m) = tally (fun x => tally (f x) m) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [list_prod tally]. rewrite tally_app, tally_map, IH. reflexivity. Qed.
Lemma odd_brings net U S c T : brings_in net S c T <-> brings_in (add_odd net U) S c T.
Proof. split; intros [H1 H2 H3]; split; assumption. Qed.
Lemma odd_carries net U holders ks C S M : arcs_differ net -> odd_ok net U holders = true -> carries net ks C S (fun _ => 1) M -> carries (add_odd net U) ks C S (fun _ => 1) M.
Proof.
  intros Hd H [H1 H2]. split; [intros k c Hk Hc; apply (odd_brings net U), H1; assumption|]. intros g s Hg Hs. cbn [add_odd groups] in Hg. apply in_app_or in Hg as [Hg|[<-|[]]]; [apply H2; assumption|].
  apply Nat2Z.inj_le. rewrite Nat.mul_1_l, tally_of_nat.
  rewrite (tally_ext _ (fun k => tally (fun c => Z.of_nat (load_of net (odd_group net U) s (M k c))) (seq 0 C))) by (intros; apply tally_of_nat).
  assert (E : forall g, tally (fun k => tally (fun c => Z.of_nat (load_of net g s (M k c))) (seq 0 C)) (seq 0 (length ks)) =
    tally (fun x => Z.of_nat (load_of net g s (M (fst x) (snd x)))) (list_prod (seq 0 (length ks)) (seq 0 C))).
  { intros g. symmetry. apply (tally_prod (fun k c => Z.of_nat (load_of net g s (M k c)))). }
  rewrite E. apply (odd_loads net U holders _ (fun _ => s) (fun x => M (fst x) (snd x)) Hd H).
  - intros (k, c) m Hx Hm. apply in_prod_iff in Hx as [Hk Hc]. apply in_seq in Hk, Hc. apply (bi_range _ _ _ _ (H1 k c ltac:(lia) ltac:(lia)) m Hm).
  - intros g Hg. rewrite <- E. specialize (H2 g s Hg Hs). apply Nat2Z.inj_le in H2. rewrite Nat.mul_1_l, tally_of_nat in H2.
    rewrite (tally_ext _ (fun k => Z.of_nat (list_sum (map (fun c => load_of net g s (M k c)) (seq 0 C))))) by (intros; symmetry; apply tally_of_nat). exact H2.
Qed.
Lemma odd_streams net U holders c P Q D M : arcs_differ net -> odd_ok net U holders = true -> streams net c P Q D M -> streams (add_odd net U) c P Q D M.
Proof.
  intros Hd H [H1 H2]. split; [intros i; apply (odd_brings net U), H1|]. intros g s n Hg. cbn [add_odd groups] in Hg. apply in_app_or in Hg as [Hg|[<-|[]]]; [apply H2; assumption|].
  apply Nat2Z.inj_le. rewrite tally_of_nat. apply (odd_loads net U holders (seq 0 n) (fun i => s - i * Q / P) M Hd H).
  - intros i m _ Hm. apply (bi_range _ _ _ _ (H1 i) m Hm).
  - intros g Hg. specialize (H2 g s n Hg). apply Nat2Z.inj_le in H2. rewrite tally_of_nat in H2. exact H2.
Qed.

(* Several such sets, each with its holders; groups are numbered on. *)
Fixpoint with_odd (net : network) (sets : list (list nat * list nat)) : network :=
  match sets with [] => net | x :: sets' => with_odd (add_odd net (fst x)) sets' end.
Fixpoint odds_ok (net : network) (sets : list (list nat * list nat)) : bool :=
  match sets with [] => true | x :: sets' => odd_ok net (fst x) (snd x) && odds_ok (add_odd net (fst x)) sets' end.
Lemma odds_carries ks C S M sets : forall net, arcs_differ net -> odds_ok net sets = true -> carries net ks C S (fun _ => 1) M -> carries (with_odd net sets) ks C S (fun _ => 1) M.
Proof.
  induction sets as [|x sets IH]; intros net Hd H HM; [exact HM|]. cbn [odds_ok with_odd] in *. apply andb_prop in H as [H1 H2]. apply IH; [exact Hd|exact H2|].
  apply (odd_carries net (fst x) (snd x)); assumption.
Qed.
Lemma odds_streams c P Q D M sets : forall net, arcs_differ net -> odds_ok net sets = true -> streams net c P Q D M -> streams (with_odd net sets) c P Q D M.
Proof.
  induction sets as [|x sets IH]; intros net Hd H HM; [exact HM|]. cbn [odds_ok with_odd] in *. apply andb_prop in H as [H1 H2]. apply IH; [exact Hd|exact H2|].
  apply (odd_streams net (fst x) (snd x)); assumption.
Qed.
Lemma with_odd_arcs sets : forall net, arcs (with_odd net sets) = arcs net.
Proof. induction sets as [|x sets IH]; intros net; [reflexivity|]. cbn [with_odd]. rewrite IH. reflexivity. Qed.
Lemma with_odd_differ net sets : proper (with_odd net sets) -> arcs_differ net.
Proof. intros H e He. apply (pr_arcs _ H). rewrite with_odd_arcs. exact He. Qed.
Theorem time_odd_theorem net sets ks ls how C T : odds_ok net sets && time_ok (with_odd net sets) ks ls how C T = true ->
  forall S M, carries net ks C S (fun _ => 1) M -> T <= S.
Proof.
  rewrite andb_true_iff. intros [H1 H2] S M HM. apply (time_theorem _ ks ls how C T H2 S M). apply odds_carries; [|exact H1|exact HM].
  apply (with_odd_differ net sets), properb_sound. unfold time_ok in H2. cbv zeta in H2. rewrite !andb_true_iff in H2. apply H2.
Qed.
Theorem rate_odd_theorem net sets c ls how P Q D : odds_ok net sets && rate_ok (with_odd net sets) c ls how P Q D = true ->
  forall D' M, D' <= D -> ~ streams net c P Q D' M.
Proof.
  rewrite andb_true_iff. intros [H1 H2] D' M HD HM. apply (rate_theorem _ c ls how P Q D H2 D' M HD). apply odds_streams; [|exact H1|exact HM].
  apply (with_odd_differ net sets), properb_sound. unfold rate_ok in H2. cbv zeta in H2. rewrite !andb_true_iff in H2. apply H2.
Qed.
Theorem most_odd_theorem net sets c ls how P Q : odds_ok net sets && most_ok (with_odd net sets) c ls how P Q = true ->
  forall p q D M, 1 <= p -> 1 <= q -> streams net c p q D M -> (Z.of_nat p * Q <= P * Z.of_nat q)%Z.
Proof.
  rewrite andb_true_iff. intros [H1 H2] p q D M Hp Hq HM. apply (most_theorem _ c ls how P Q H2 p q D M Hp Hq). apply odds_streams; [|exact H1|exact HM].
  apply (with_odd_differ net sets), properb_sound. unfold most_ok in H2. cbv zeta in H2. rewrite !andb_true_iff in H2. apply H2.
Qed.
