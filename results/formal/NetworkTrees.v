(* SPDX-License-Identifier: MIT *)
(* Section 20.2, the least cost d of what brings a chunk to all its targets: Dreyfus and Wagner's table, of any numbers that do not grow
   too fast, is a lower bound.  How the numbers were found is of no concern. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkPrices.
Import ListNotations.
Open Scope nat_scope.

(* The last of some messages to arrive. *)
Lemma last_arrival (h : nat * nat -> nat) T : T <> [] -> exists m, In m T /\ forall m', In m' T -> h m' <= h m.
Proof.
  induction T as [|x T IH]; intros H; [contradiction|]. destruct T as [|x' T].
  - exists x. split; [left; reflexivity|]. intros m' [<-|[]]. lia.
  - destruct IH as (m & Hm & Hl); [discriminate|]. destruct (le_lt_dec (h x) (h m)) as [L|L].
    + exists m. split; [right; exact Hm|]. intros m' [<-|Hm']; [exact L|apply Hl, Hm'].
    + exists x. split; [left; reflexivity|]. intros m' [<-|Hm']; [lia|]. specialize (Hl m' Hm'). lia.
Qed.

Section Table.
Variables (net : network) (S : nat) (src : nat) (ts : list nat) (y : prices).
(* f t v X: at least what it costs to bring the chunk from v, who has it after step t, to the targets of X. *)
Variable f : nat -> nat -> list bool -> Z.
Hypothesis is_proper : proper net.
Hypothesis prices_ok : are_prices net y.
Hypothesis source_ok : src < nodes net.
Hypothesis at_home : forall t v, t <= S -> v < nodes net -> (f t v (map (fun x => Nat.eqb x v) ts) <= 0)%Z.
Hypothesis nobody : forall t v, t <= S -> v < nodes net -> f t v (map (fun _ => false) ts) = 0%Z.
Hypothesis waits : forall t v P, t < S -> v < nodes net -> (f t v (map P ts) <= f (t + 1)%nat v (map P ts))%Z.
Hypothesis sends : forall a t P, a < length (arcs net) -> t + arc_latency (arc_at net a) <= S ->
  (f t (arc_from (arc_at net a)) (map P ts) <= cost net y (a, t + 1)%nat + f (t + arc_latency (arc_at net a))%nat (arc_to (arc_at net a)) (map P ts))%Z.
Hypothesis parts_ways : forall t v P P', t <= S -> v < nodes net -> (forall x, P x && P' x = false) ->
  (f t v (map (fun x => P x || P' x) ts) <= f t v (map P ts) + f t v (map P' ts))%Z.

Let to (m : nat * nat) := arc_to (arc_at net (fst m)).
Let from (m : nat * nat) := arc_from (arc_at net (fst m)).
(* When v has the chunk; S if it doesn't come. *)
Definition first_at (T : list (nat * nat)) (v : nat) : nat :=
  if v =? src then 0 else fold_right (fun m t => if to m =? v then Nat.min (arrival net m) t else t) S T.
(* Who is to see to which targets. *)
Definition owned (o : nat -> nat) (v : nat) : list bool := map (fun x => o x =? v) ts.

Lemma first_at_in T m : In m T -> first_at T (to m) <= arrival net m.
Proof.
  intros H. unfold first_at. destruct (_ =? src); [lia|]. induction T as [|x T IH]; [destruct H|]. cbn [fold_right]. destruct H as [->|H].
  - rewrite Nat.eqb_refl. lia.
  - specialize (IH H). destruct (to x =? to m); lia.
Qed.
Lemma first_at_most T v : first_at T v <= S.
Proof. unfold first_at. destruct (v =? src); [lia|]. induction T as [|x T IH]; cbn [fold_right]; [lia|]. destruct (to x =? v); lia. Qed.
Lemma first_at_without T1 T2 m v : first_at (T1 ++ m :: T2) v =
  if (v =? src) || negb (to m =? v) then first_at (T1 ++ T2) v else Nat.min (arrival net m) (first_at (T1 ++ T2) v).
Proof.
  unfold first_at. destruct (v =? src); [reflexivity|]. cbn [orb]. induction T1 as [|x T1 IH]; cbn [app fold_right].
  - destruct (to m =? v); reflexivity.
  - rewrite IH. destruct (to x =? v), (to m =? v); cbn [negb]; lia.
Qed.
Lemma first_at_not T v : v <> src -> (forall m, In m T -> to m <> v) -> first_at T v = S.
Proof.
  intros Hv H. unfold first_at. destruct (Nat.eqb_spec v src); [contradiction|]. induction T as [|x T IH]; [reflexivity|]. cbn [fold_right].
  rewrite IH by (intros m Hm; apply H; right; exact Hm). destruct (Nat.eqb_spec (to x) v) as [E|E]; [destruct (H x (or_introl eq_refl) E)|reflexivity].
Qed.
Lemma waits_long t t' v P : t <= t' -> t' <= S -> v < nodes net -> (f t v (map P ts) <= f t' v (map P ts))%Z.
Proof. intros H. induction H as [|t' H IH]; intros Ht Hv; [lia|]. specialize (waits t' v P ltac:(lia) Hv). rewrite Nat.add_1_r in waits. specialize (IH ltac:(lia) Hv). lia. Qed.
Lemma ends_in m : fst m < length (arcs net) -> from m < nodes net /\ to m < nodes net /\ from m <> to m.
Proof. intros H. destruct (pr_arcs net is_proper (arc_at net (fst m))) as (H1 & H2 & H3 & _); [apply nth_In; exact H|]. auto. Qed.

(* Messages are taken away, the last to arrive first; if nobody else sent to its receiver, the sender sees to what this one saw to. *)
Lemma grows T : (forall m, In m T -> fst m < length (arcs net) /\ 1 <= snd m /\ arrival net m <= S) ->
  (forall m, In m T -> from m = src \/ exists m', In m' T /\ to m' = from m /\ arrival net m' < snd m) ->
  forall o, (forall x, In x ts -> o x = src \/ exists m, In m T /\ to m = o x) ->
  (f 0 src (map (fun _ => true) ts) <= tally (cost net y) T + tally (fun v => f (first_at T v) v (owned o v)) (seq 0 (nodes net)))%Z.
Proof.
  remember (length T) as n eqn:E. revert T E. induction n as [|n IH]; intros T E Hr Hh o Ho.
  - destruct T; [|discriminate]. cbn [tally]. rewrite Z.add_0_l.
    rewrite (tally_ext _ (fun v => if src =? v then (fun v => f 0 v (map (fun _ => true) ts)) v else 0%Z)).
    + rewrite tally_one; [lia|apply seq_NoDup|apply in_seq; lia].
    + intros v Hv. apply in_seq in Hv. destruct (Nat.eqb_spec src v) as [<-|N].
      * unfold first_at. rewrite Nat.eqb_refl. f_equal. apply map_ext_in. intros x Hx. destruct (Ho x Hx) as [->|(m & [] & _)]. apply Nat.eqb_refl.
      * rewrite first_at_not by (auto; intros m []). rewrite <- (nobody S v) by lia. f_equal. apply map_ext_in. intros x Hx.
        destruct (Ho x Hx) as [->|(m & [] & _)]. apply Nat.eqb_neq. exact N.
  - destruct (last_arrival (arrival net) T) as (m & Hm & Hl); [intros ->; discriminate|].
    apply in_split in Hm as (T1 & T2 & ->). set (T' := T1 ++ T2) in *.
    assert (Hin : forall x, In x T' -> In x (T1 ++ m :: T2)) by (intros x Hx; apply in_app_or in Hx; apply in_or_app; cbn; tauto).
    assert (Hout : forall x, In x (T1 ++ m :: T2) -> x = m \/ In x T').
    { intros x Hx. apply in_app_or in Hx as [Hx|[Hx|Hx]]; [right|left; auto|right]; apply in_or_app; tauto. }
    assert (Hm : In m (T1 ++ m :: T2)) by (apply in_or_app; right; left; reflexivity).
    assert (Hlen : n = length T') by (unfold T'; rewrite app_length in *; cbn [length] in E; lia).
    assert (Hsum : tally (cost net y) (T1 ++ m :: T2) = (cost net y m + tally (cost net y) T')%Z) by (unfold T'; rewrite !tally_app; cbn [tally]; lia).
    assert (Hlat : forall x, In x (T1 ++ m :: T2) -> snd x <= arrival net x).
    { intros x Hx. destruct (Hr x Hx) as (H1 & _). pose proof (latency_at net _ is_proper H1). unfold arrival. lia. }
    assert (Hr' : forall x, In x T' -> fst x < length (arcs net) /\ 1 <= snd x /\ arrival net x <= S) by auto.
    assert (Hh' : forall x, In x (T1 ++ m :: T2) -> from x = src \/ exists x', In x' T' /\ to x' = from x /\ arrival net x' < snd x).
    { intros x Hx. destruct (Hh x Hx) as [H|(x' & H1 & H2 & H3)]; [left; exact H|]. destruct (Hout x' H1) as [->|H]; [|right; exists x'; auto].
      specialize (Hl x Hx). specialize (Hlat x Hx). lia. }
    destruct (Hr m Hm) as (Ha & Hs & He). destruct (ends_in m Ha) as (Hfrom & Hto & Hne). pose proof (latency_at net _ is_proper Ha) as Hlm.
    pose proof (cost_nonneg net y m prices_ok) as Hc. rewrite Hsum.
    assert (D : (to m = src \/ exists m', In m' T' /\ to m' = to m) \/ (to m <> src /\ forall m', In m' T' -> to m' <> to m)).
    { destruct (Nat.eq_dec (to m) src) as [D|D]; [left; left; exact D|]. destruct (existsb (fun m' => to m' =? to m) T') eqn:F.
      - left; right. apply existsb_exists in F as (m' & H1 & H2). exists m'. split; [exact H1|apply Nat.eqb_eq, H2].
      - right. split; [exact D|]. intros m' H1 H2. apply Bool.not_true_iff_false in F. apply F, existsb_exists. exists m'. split; [exact H1|apply Nat.eqb_eq, H2]. }
    destruct D as [D|[Dsrc D]].
    + specialize (IH T' Hlen Hr' (fun x Hx => Hh' x (Hin x Hx)) o).
      rewrite (tally_ext _ (fun v => f (first_at T' v) v (owned o v))).
      * assert (f 0 src (map (fun _ => true) ts) <= tally (cost net y) T' + tally (fun v => f (first_at T' v) v (owned o v)) (seq 0 (nodes net)))%Z; [|lia].
        apply IH. intros x Hx. destruct (Ho x Hx) as [H|(x' & H1 & H2)]; [left; exact H|]. destruct (Hout x' H1) as [->|H]; [|right; exists x'; auto].
        rewrite <- H2. exact D.
      * intros v _. f_equal. rewrite first_at_without. fold T'. destruct (Nat.eqb_spec v src) as [|Nv]; [reflexivity|]. destruct (Nat.eqb_spec (to m) v) as [F|F]; [|reflexivity].
        cbn [orb negb]. subst v. destruct D as [D|(m' & D1 & D2)]; [contradiction|]. pose proof (first_at_in T' m' D1) as Q. rewrite D2 in Q.
        specialize (Hl m' (Hin m' D1)). lia.
    + set (o' := fun x => if o x =? to m then from m else o x).
      specialize (IH T' Hlen Hr' (fun x Hx => Hh' x (Hin x Hx)) o').
      assert (Q : (f 0 src (map (fun _ => true) ts) <= tally (cost net y) T' + tally (fun v => f (first_at T' v) v (owned o' v)) (seq 0 (nodes net)))%Z).
      { apply IH. intros x Hx. unfold o'. destruct (Nat.eqb_spec (o x) (to m)) as [F|F].
        - destruct (Hh' m Hm) as [H|(x' & H1 & H2 & _)]; [left; exact H|right; exists x'; auto].
        - destruct (Ho x Hx) as [H|(x' & H1 & H2)]; [left; exact H|]. destruct (Hout x' H1) as [->|H]; [congruence|right; exists x'; auto]. }
      eapply Z.le_trans; [exact Q|]. clear Q IH.
      set (g := fun v => f (first_at (T1 ++ m :: T2) v) v (owned o v)).
      assert (G : (tally (fun v => f (first_at T' v) v (owned o' v)) (seq 0 (nodes net)) <=
        tally (fun v => g v + ((if Nat.eqb (from m) v then (fun _ => cost net y m + g (to m)) v else 0) + (if Nat.eqb (to m) v then (fun v => - g v) v else 0))) (seq 0 (nodes net)))%Z).
      2:{ rewrite tally_plus, tally_plus, (tally_one _ (from m)), (tally_one _ (to m)) in G by (try apply seq_NoDup; apply in_seq; lia). lia. }
      apply tally_le. intros v Hv. apply in_seq in Hv.
      destruct (Nat.eqb_spec (to m) v) as [<-|Nw].
      { destruct (Nat.eqb_spec (from m) (to m)); [contradiction|]. replace (owned o' (to m)) with (map (fun _ : nat => false) ts).
        - rewrite nobody by (auto; apply first_at_most). lia.
        - apply map_ext. intros x. unfold o'. symmetry. destruct (Nat.eqb_spec (o x) (to m)); apply Nat.eqb_neq; assumption. }
      assert (Ev : first_at (T1 ++ m :: T2) v = first_at T' v).
      { rewrite first_at_without. apply Nat.eqb_neq in Nw. rewrite Nw, orb_true_r. reflexivity. }
      unfold g at 1. rewrite Ev. destruct (Nat.eqb_spec (from m) v) as [<-|Np].
      * replace (owned o' (from m)) with (map (fun x => (o x =? from m) || (o x =? to m)) ts).
        2:{ apply map_ext. intros x. unfold o'. destruct (Nat.eqb_spec (o x) (to m)) as [F|F]; [rewrite Nat.eqb_refl, orb_true_r; reflexivity|apply orb_false_r]. }
        pose proof (parts_ways (first_at T' (from m)) (from m) (fun x => o x =? from m) (fun x => o x =? to m) (first_at_most _ _) Hfrom) as H.
        cbn beta in H. specialize (H ltac:(intros x; destruct (Nat.eqb_spec (o x) (from m)) as [->|]; [apply Nat.eqb_neq; exact Hne|reflexivity])).
        assert (Hb : first_at T' (from m) <= snd m - 1).
        { destruct (Hh' m Hm) as [E0|(x' & H1 & H2 & H3)]; [unfold first_at; rewrite E0, Nat.eqb_refl; lia|]. rewrite <- H2. pose proof (first_at_in T' x' H1). lia. }
        pose proof (waits_long _ (snd m - 1) (from m) (fun x => o x =? to m) Hb ltac:(unfold arrival in He; lia) Hfrom) as H1.
        pose proof (sends (fst m) (snd m - 1) (fun x => o x =? to m) Ha) as H2. unfold arrival in He. specialize (H2 ltac:(lia)).
        replace (snd m - 1 + 1) with (snd m) in H2 by lia. rewrite <- surjective_pairing in H2.
        assert (Ew : first_at (T1 ++ m :: T2) (to m) = snd m - 1 + arc_latency (arc_at net (fst m))).
        { rewrite first_at_without, Nat.eqb_refl. destruct (Nat.eqb_spec (to m) src); [contradiction|]. cbn [orb negb]. fold T'.
          rewrite (first_at_not T' (to m) Dsrc D). unfold arrival. lia. }
        unfold g, owned. rewrite Ew. unfold from, to in *. lia.
      * replace (owned o' v) with (owned o v); [lia|]. apply map_ext. intros x. unfold o'. destruct (Nat.eqb_spec (o x) (to m)) as [F|F]; [|reflexivity].
        rewrite F. apply Nat.eqb_neq in Nw, Np. congruence.
Qed.

Theorem table_bound T : brings_in net S (Commodity src ts) T -> (f 0 src (map (fun _ => true) ts) <= tally (cost net y) T)%Z.
Proof.
  intros [H1 H2 H3]. pose proof (grows T H1 H2 (fun x => x)) as Q. cbn [source targets] in H3. specialize (Q H3).
  assert (tally (fun v => f (first_at T v) v (owned (fun x => x) v)) (seq 0 (nodes net)) <= 0)%Z; [|lia].
  apply Z.le_trans with (tally (fun _ : nat => 0%Z) (seq 0 (nodes net))); [|rewrite tally_const; lia].
  apply tally_le. intros v Hv. apply in_seq in Hv. apply at_home; [apply first_at_most|lia].
Qed.
End Table.
