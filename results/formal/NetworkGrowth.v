(* SPDX-License-Identifier: MIT *)
(* Section 20.2, growth: nobody can have what nobody who has it can send.  Lines `growth` of kind network-bound. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel NetworkPrices NetworkCertificates NetworkStreams.
Import ListNotations.
Open Scope nat_scope.

Definition count_of {A} (P : A -> bool) (l : list A) : Z := tally (fun x => if P x then 1 else 0)%Z l.
Lemma count_le {A} (P Q : A -> bool) l : (forall x, In x l -> P x = true -> Q x = true) -> (count_of P l <= count_of Q l)%Z.
Proof. intros H. apply tally_le. intros x Hx. specialize (H x Hx). destruct (P x); [rewrite H by reflexivity; lia|destruct (Q x); lia]. Qed.
Lemma count_nonneg {A} (P : A -> bool) l : (0 <= count_of P l)%Z.
Proof. apply tally_nonneg. intros x _. destruct (P x); lia. Qed.
Lemma count_length {A} (P : A -> bool) l : count_of P l = Z.of_nat (length (filter P l)).
Proof. unfold count_of. induction l as [|x l IH]; cbn [tally filter]; [reflexivity|]. destruct (P x); cbn [length]; lia. Qed.
Lemma count_by {A} (P : A -> bool) (h : A -> nat) vs l : NoDup vs -> (forall x, In x l -> P x = true -> In (h x) vs) ->
  count_of P l = tally (fun v => count_of (fun x => P x && (h x =? v)) l) vs.
Proof.
  intros Hd H. unfold count_of. rewrite tally_swap. apply tally_ext. intros x Hx. specialize (H x Hx). destruct (P x).
  - rewrite (tally_ext _ (fun v => if h x =? v then (fun _ => 1%Z) v else 0%Z)) by (intros v _; cbn [andb]; destruct (h x =? v); reflexivity).
    rewrite tally_one; auto.
  - symmetry. apply tally_zero. reflexivity.
Qed.

Section One.
(* One chunk, who sends it, and who has it. *)
Variables (net : network) (S : nat) (c : commodity) (T : list (nat * nat)) (l : nat) (p : Z).
Hypothesis is_proper : proper net.
Hypothesis brings : brings_in net S c T.
Hypothesis latencies : forall a, a < length (arcs net) -> l <= arc_latency (arc_at net a).
Let from (m : nat * nat) := arc_from (arc_at net (fst m)).
Let to (m : nat * nat) := arc_to (arc_at net (fst m)).
Definition sends_at (v s : nat) : Z := count_of (fun m => (from m =? v) && (snd m =? s)) T.
Definition has_by (j v : nat) : bool := negb (v =? source c) && existsb (fun m => (to m =? v) && (arrival net m <=? j)) T.
Definition reached (j : nat) : Z := count_of (has_by j) (seq 0 (nodes net)).
Definition leaves_by (s : nat) : Z := count_of (fun m => (from m =? source c) && (snd m <=? s)) T.
Hypothesis ports : forall v s, v <> source c -> (sends_at v s <= p)%Z.

Lemma has_in j : forall v, In v (filter (has_by j) (seq 0 (nodes net))) <-> v < nodes net /\ has_by j v = true.
Proof. intros v. rewrite filter_In, in_seq. intuition lia. Qed.
Lemma reached_sent j : (reached j <= count_of (fun m => Nat.leb (arrival net m) j) T)%Z.
Proof.
  unfold reached. rewrite !count_length. apply inj_le. rewrite <- (map_length to). apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|].
  intros v Hv. apply has_in in Hv as [_ Hv]. unfold has_by in Hv. apply andb_prop in Hv as [_ Hv]. apply existsb_exists in Hv as (m & Hm & E).
  apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. subst v. apply in_map, filter_In. auto.
Qed.
Lemma others_send s : Z.le (count_of (fun m => negb (from m =? source c) && (snd m =? s)) T) (p * reached (s - 1)).
Proof.
  rewrite (count_by _ from (filter (has_by (s - 1)) (seq 0 (nodes net)))); [|apply NoDup_filter, seq_NoDup|].
  - unfold reached. rewrite count_length, Z.mul_comm, <- (tally_const p). apply tally_le. intros v Hv. apply has_in in Hv as [_ Hv].
    eapply Z.le_trans; [|apply (ports v s)].
    + apply count_le. intros m _ E. rewrite !andb_true_iff in E. destruct E as ((_ & E1) & E2). apply andb_true_intro. auto.
    + unfold has_by in Hv. apply andb_prop in Hv as [Hv _]. apply negb_true_iff, Nat.eqb_neq in Hv. exact Hv.
  - intros m Hm E. apply andb_prop in E as [E1 E2]. apply negb_true_iff in E1. apply Nat.eqb_eq in E2. apply has_in.
    destruct (bi_range _ _ _ _ brings m Hm) as (Ha & _). split; [apply (pr_arcs net is_proper (arc_at net (fst m))), nth_In, Ha|].
    unfold has_by. rewrite E1. cbn [negb andb]. apply existsb_exists. apply Nat.eqb_neq in E1.
    destruct (bi_hold _ _ _ _ brings m Hm) as [F|(m' & Hm' & F1 & F2)]; [contradiction|]. exists m'. split; [exact Hm'|].
    apply andb_true_intro. split; [apply Nat.eqb_eq, F1|apply Nat.leb_le; lia].
Qed.
(* What arrives by step j was sent l - 1 steps before at the latest: by the source, or by those who had it then. *)
Lemma reached_grows j : Z.le (reached j) (if j <? l then 0%Z else Z.add (leaves_by (j - l + 1)) (p * tally reached (seq 0 (j - l + 1)))).
Proof.
  eapply Z.le_trans; [apply reached_sent|].
  assert (E : forall m, In m T -> (arrival net m <=? j) = true -> l <= j /\ 1 <= snd m <= j - l + 1).
  { intros m Hm E. apply Nat.leb_le in E. destruct (bi_range _ _ _ _ brings m Hm) as (Ha & Hs & _). pose proof (latencies _ Ha). unfold arrival in E. lia. }
  destruct (Nat.ltb_spec j l) as [H|H].
  { unfold count_of. rewrite tally_zero; [lia|]. intros m Hm. destruct (arrival net m <=? j) eqn:F; [destruct (E m Hm F); lia|reflexivity]. }
  apply Z.le_trans with (Z.add (leaves_by (j - l + 1)) (count_of (fun m => negb (from m =? source c) && (1 <=? snd m) && (snd m <=? j - l + 1)) T)).
  - unfold leaves_by, count_of. rewrite <- tally_plus. apply tally_le. intros m Hm. specialize (E m Hm). destruct (arrival net m <=? j).
    + destruct (E eq_refl) as (_ & E1 & E2). apply Nat.leb_le in E1, E2. rewrite E1, E2. destruct (from m =? source c); cbn; lia.
    + destruct (_ && _), (_ && _); lia.
  - apply Zplus_le_compat_l. rewrite (count_by _ snd (seq 1 (j - l + 1))); [|apply seq_NoDup|].
    + rewrite <- tally_times, <- seq_shift, tally_map. apply tally_le. intros s _. eapply Z.le_trans; [|pose proof (others_send (Datatypes.S s)) as Q; cbn [Nat.sub] in Q; rewrite Nat.sub_0_r in Q; exact Q].
      apply count_le. intros m _ F. rewrite !andb_true_iff in F. destruct F as (((F1 & _) & _) & F2). apply andb_true_intro. auto.
    + intros m _ F. rewrite !andb_true_iff in F. destruct F as ((_ & F1) & F2). apply Nat.leb_le in F1, F2. apply in_seq. lia.
Qed.
Lemma reached_all : (Z.of_nat (length (nodup Nat.eq_dec (without (source c) (targets c)))) <= reached S)%Z.
Proof.
  unfold reached. rewrite count_length. apply inj_le. apply NoDup_incl_length; [apply NoDup_nodup|]. intros t Ht. apply nodup_In in Ht.
  unfold without in Ht. apply filter_In in Ht as [Ht Hn]. apply has_in. unfold has_by. rewrite Hn. cbn [andb]. apply negb_true_iff, Nat.eqb_neq in Hn.
  destruct (bi_all _ _ _ _ brings t Ht) as [F|(m & Hm & E)]; [contradiction|]. destruct (bi_range _ _ _ _ brings m Hm) as (Ha & _ & He). split.
  - rewrite <- E. apply (pr_arcs net is_proper (arc_at net (fst m))), nth_In, Ha.
  - apply existsb_exists. exists m. split; [exact Hm|]. apply andb_true_intro. split; [apply Nat.eqb_eq, E|apply Nat.leb_le, He].
Qed.
End One.

(* Numbers that grow at least as fast bound what obeys these inequalities; X s chunks leave the source by step s. *)
Definition grown (X : nat -> Z) (p : Z) (l n : nat) : list Z :=
  fold_left (fun gs j => gs ++ [if j <? l then 0%Z else Z.add (X (j - l + 1)) (p * tally (fun g => g) (firstn (j - l + 1) gs))]) (seq 0 n) [].
Definition grown_ok (X : nat -> Z) (p : Z) (l n : nat) (gs : list Z) : bool :=
  (1 <=? l) && (0 <=? p)%Z && (length gs =? n) &&
  forallb (fun j => Z.leb (if j <? l then 0%Z else Z.add (X (j - l + 1)) (p * tally (fun g => g) (firstn (j - l + 1) gs))) (nth j gs 0%Z)) (seq 0 n).
Lemma tally_firstn n gs : n <= length gs -> tally (fun g => g) (firstn n gs) = tally (fun i => nth i gs 0%Z) (seq 0 n).
Proof.
  intros H. revert gs H. induction n as [|n IH]; intros gs H; [reflexivity|]. destruct gs as [|g gs]; [cbn in H; lia|]. cbn [firstn tally seq nth].
  rewrite IH by (cbn in H; lia). rewrite <- seq_shift, tally_map. reflexivity.
Qed.
Lemma grown_bound X p l n gs (Y : nat -> Z) : grown_ok X p l n gs = true ->
  (forall j, Z.le (Y j) (if j <? l then 0%Z else Z.add (X (j - l + 1)) (p * tally Y (seq 0 (j - l + 1))))) -> forall j, j < n -> (Y j <= nth j gs 0)%Z.
Proof.
  unfold grown_ok. rewrite !andb_true_iff, forallb_forall. intros (((H1 & H2) & H3) & H4) HY j. apply Nat.leb_le in H1. apply Z.leb_le in H2. apply Nat.eqb_eq in H3.
  induction j as [j IH] using lt_wf_ind. intros Hj. specialize (H4 j ltac:(apply in_seq; lia)). apply Z.leb_le in H4. eapply Z.le_trans; [apply HY|]. eapply Z.le_trans; [|exact H4].
  destruct (Nat.ltb_spec j l) as [L|L]; [lia|]. rewrite tally_firstn by lia. apply Zplus_le_compat_l, Zmult_le_compat_l; [|exact H2].
  apply tally_le. intros i Hi. apply in_seq in Hi. apply IH; lia.
Qed.

(* Groups that together have all arcs by which a node sends, and count there what is sent when it is sent. *)
Definition departs (net : network) (g : group) (a : nat) : bool :=
  has_member g a && match group_port g with Some v => negb (arc_to (arc_at net a) =? v) || (arc_latency (arc_at net a) =? 1) | None => true end.
Definition cover_of (net : network) (covers : list (list nat)) (v : nat) : list group := map (fun g => nth g (groups net) (Group 0 None [])) (nth v covers []).
Definition ports_ok (net : network) (covers : list (list nat)) (p : Z) : bool :=
  forallb (fun gs => forallb (fun g => g <? length (groups net)) gs) covers &&
  forallb (fun v => let cover := cover_of net covers v in Z.leb (tally (fun g => Z.of_nat (group_capacity g)) cover) p &&
    forallb (fun a => negb (arc_from (arc_at net a) =? v) || existsb (fun g => departs net g a) cover) (seq 0 (length (arcs net)))) (seq 0 (nodes net)).
Lemma departs_counts net g m : 1 <= arc_latency (arc_at net (fst m)) -> departs net g (fst m) = true -> has_member g (fst m) = true /\ counts_in net g m = snd m.
Proof.
  intros Hl H. unfold departs in H. apply andb_prop in H as [H1 H2]. split; [exact H1|]. unfold counts_in. destruct (group_port g) as [v|]; [|reflexivity].
  destruct (arc_to _ =? v); [|reflexivity]. cbn in H2. apply Nat.eqb_eq in H2. unfold arrival. lia.
Qed.
Lemma sends_load net covers p v s T : proper net -> ports_ok net covers p = true -> v < nodes net ->
  (forall m, In m T -> fst m < length (arcs net)) -> (sends_at net T v s <= tally (fun g => Z.of_nat (load_of net g s T)) (cover_of net covers v))%Z.
Proof.
  intros Hn H Hv HT. unfold ports_ok in H. cbv zeta in H. apply andb_prop in H as [_ H]. rewrite forallb_forall in H. specialize (H v ltac:(apply in_seq; lia)). apply andb_prop in H as [_ H].
  rewrite forallb_forall in H. unfold sends_at, load_of.
  rewrite (tally_ext (fun g => Z.of_nat _) (fun g => count_of (fun m => has_member g (fst m) && (counts_in net g m =? s)) T)) by (intros; symmetry; apply count_length).
  unfold count_of. rewrite tally_swap. apply tally_le. intros m Hm. assert (N : forall x, In x (cover_of net covers v) -> Z.le 0 (if has_member x (fst m) && (counts_in net x m =? s) then 1%Z else 0%Z)) by (intros x _; destruct (_ && _); lia).
  destruct (_ && _) eqn:E; [|apply tally_nonneg, N].
  apply andb_prop in E as [E1 E2]. specialize (H (fst m) ltac:(apply in_seq; specialize (HT m Hm); lia)). rewrite E1 in H. cbn [negb orb] in H.
  apply existsb_exists in H as (g & Hg & D). apply departs_counts in D as [D1 D2]; [|apply latency_at; auto].
  pose proof (tally_in _ _ g N Hg) as Q. cbn beta in Q. rewrite D1, D2, E2 in Q. exact Q.
Qed.
Lemma cover_capacity net covers p v : ports_ok net covers p = true -> v < nodes net ->
  (tally (fun g => Z.of_nat (group_capacity g)) (cover_of net covers v) <= p)%Z /\ forall g, In g (cover_of net covers v) -> In g (groups net).
Proof.
  intros H Hv. unfold ports_ok in H. cbv zeta in H. apply andb_prop in H as [H0 H]. rewrite forallb_forall in H0, H. specialize (H v ltac:(apply in_seq; lia)).
  apply andb_prop in H as [H _]. split; [apply Z.leb_le, H|]. intros g Hg. apply in_map_iff in Hg as (i & <- & Hi). apply nth_In.
  destruct (nth_in_or_default v covers []) as [I|E]; [|rewrite E in Hi; destruct Hi]. specialize (H0 _ I). rewrite forallb_forall in H0. apply Nat.ltb_lt, H0, Hi.
Qed.
(* Several chunks at once, each with steps of its own. *)
Lemma sends_together {A} net covers p v (cs : list A) (s : A -> nat) (T : A -> list (nat * nat)) : proper net -> ports_ok net covers p = true -> v < nodes net ->
  (forall x m, In m (T x) -> fst m < length (arcs net)) ->
  (forall g, In g (groups net) -> (tally (fun x => Z.of_nat (load_of net g (s x) (T x))) cs <= Z.of_nat (group_capacity g))%Z) ->
  (tally (fun x => sends_at net (T x) v (s x)) cs <= p)%Z.
Proof.
  intros Hn H Hv HT HC. destruct (cover_capacity net covers p v H Hv) as [H1 H2]. eapply Z.le_trans; [|exact H1].
  eapply Z.le_trans; [apply tally_le; intros x _; apply (sends_load net covers p v (s x) (T x) Hn H Hv (HT x))|].
  rewrite tally_swap. apply tally_le. intros g Hg. apply HC, H2, Hg.
Qed.

Definition all_late (net : network) (l : nat) : bool := forallb (fun e => l <=? arc_latency e) (arcs net).
Lemma all_late_sound net l a : all_late net l = true -> a < length (arcs net) -> l <= arc_latency (arc_at net a).
Proof. unfold all_late. rewrite forallb_forall. intros H Ha. apply Nat.leb_le, H, nth_In, Ha. Qed.
Lemma sends_nobody net S c T v s : proper net -> brings_in net S c T -> nodes net <= v \/ s = 0 \/ S < s -> sends_at net T v s = 0%Z.
Proof.
  intros Hn HT H. apply tally_zero. intros m Hm. destruct (bi_range _ _ _ _ HT m Hm) as (Ha & Hs & He). pose proof (latency_at net _ Hn Ha). unfold arrival in He.
  destruct (pr_arcs net Hn (arc_at net (fst m)) (nth_In _ _ Ha)) as (Hf & _). destruct (Nat.eqb_spec (arc_from (arc_at net (fst m))) v), (Nat.eqb_spec (snd m) s); cbn [andb]; try reflexivity; lia.
Qed.
(* The steps in which it leaves a node. *)
Lemma sends_in_steps net T v P : (forall m, In m T -> P m = true -> arc_from (arc_at net (fst m)) = v) -> forall a n, (forall m, In m T -> P m = true -> a <= snd m < a + n) ->
  (count_of P T <= tally (fun s => sends_at net T v s) (seq a n))%Z.
Proof.
  intros Hv a n H. rewrite (count_by P snd (seq a n)); [|apply seq_NoDup|intros m Hm E; apply in_seq, H; assumption].
  apply tally_le. intros s _. apply count_le. intros m Hm E. apply andb_prop in E as [E1 E2]. rewrite E2, andb_true_r. apply Nat.eqb_eq, (Hv m Hm E1).
Qed.
Lemma few_or_more (f : nat -> Z) x n : (exists i, i < n /\ (f i <= x)%Z) \/ (forall i, i < n -> (x + 1 <= f i)%Z).
Proof.
  induction n as [|n [(i & Hi & H)|H]]; [right; lia|left; exists i; split; [lia|exact H]|].
  destruct (Z.le_gt_cases (f n) x) as [L|L]; [left; exists n; split; [lia|exact L]|]. right. intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [lia|apply H; lia].
Qed.

(* Streams: some item leaves its source p Q / P times at most. *)
Definition rate_growth_ok (net : network) (c : commodity) (covers : list (list nat)) (l : nat) (p : Z) (P Q D : nat) : bool :=
  let X := fun _ : nat => (p * Z.of_nat Q / Z.of_nat P)%Z in let gs := grown X p l (D + 1) in
  properb net && ports_ok net covers p && all_late net l && (source c <? nodes net) && (1 <=? P) && grown_ok X p l (D + 1) gs &&
  Z.ltb (nth D gs 0%Z) (Z.of_nat (length (nodup Nat.eq_dec (without (source c) (targets c))))).
Theorem rate_growth_theorem net c covers l p P Q D : rate_growth_ok net c covers l p P Q D = true -> forall D' M, D' <= D -> ~ streams net c P Q D' M.
Proof.
  intros H D' M HD [S1 S2]. unfold rate_growth_ok in H. cbv zeta in H. rewrite !andb_true_iff in H. destruct H as ((((((H1 & H2) & H3) & H4) & H5) & H6) & H7).
  apply properb_sound in H1. apply Nat.ltb_lt in H4. apply Nat.leb_le in H5. apply Z.ltb_lt in H7. set (x := (p * Z.of_nat Q / Z.of_nat P)%Z) in *.
  assert (Hp : (0 <= p)%Z) by (unfold grown_ok in H6; rewrite !andb_true_iff in H6; apply Z.leb_le, H6).
  assert (HB : forall i, brings_in net D c (M i)) by (intros i; apply (brings_longer net D'); auto).
  assert (HA : forall i m, In m (M i) -> fst m < length (arcs net)) by (intros i m Hm; apply (bi_range _ _ _ _ (HB i) m Hm)).
  assert (HS : forall v t n, v < nodes net -> (tally (fun i => sends_at net (M i) v (t - birth P Q i)) (seq 0 n) <= p)%Z).
  { intros v t n Hv. apply (sends_together net covers p v (seq 0 n) (fun i => t - birth P Q i) M H1 H2 Hv HA). intros g Hg.
    specialize (S2 g t n Hg). apply Nat2Z.inj_le in S2. rewrite tally_of_nat in S2. exact S2. }
  assert (E : exists i, Z.le (count_of (fun m => arc_from (arc_at net (fst m)) =? source c) (M i)) x).
  { set (k := Z.to_nat (p * Z.of_nat D) + 1). destruct (few_or_more (fun i => count_of (fun m => arc_from (arc_at net (fst m)) =? source c) (M i)) x (k * P)) as [(i & _ & E)|E]; [exists i; exact E|exfalso].
    assert (A : (Z.of_nat (k * P) * (x + 1) <= Z.of_nat (k * Q + D) * p)%Z).
    { rewrite <- (seq_length (k * P) 0), <- (tally_const (x + 1)%Z). rewrite <- (seq_length (k * Q + D) 1), <- (tally_const p).
      apply Z.le_trans with (tally (fun i => tally (fun t => sends_at net (M i) (source c) (t - birth P Q i)) (seq 1 (k * Q + D))) (seq 0 (k * P))).
      - apply tally_le. intros i Hi. apply in_seq in Hi. rewrite (tally_window _ (birth P Q i) D).
        + eapply Z.le_trans; [apply (E i), Hi|]. rewrite (tally_ext _ (fun s => sends_at net (M i) (source c) s)).
          * apply sends_in_steps; [intros m _ F; apply Nat.eqb_eq, F|]. intros m Hm _. destruct (bi_range _ _ _ _ (HB i) m Hm) as (Ha & Hs & He).
            pose proof (latency_at net _ H1 Ha). unfold arrival in He. lia.
          * intros s _. f_equal. lia.
        + assert (birth P Q i <= birth P Q (k * P + 0)) as B by (apply birth_mono; lia). rewrite birth_period in B by exact H5. unfold birth at 2 in B. cbn in B. rewrite Nat.div_0_l in B; lia.
        + intros t Ht Hb. apply (sends_nobody net D c (M i)); [exact H1|apply HB|lia].
      - rewrite tally_swap. apply tally_le. intros t _. apply HS, H4. }
    assert (B : (p * Z.of_nat Q < Z.of_nat P * (x + 1))%Z) by (unfold x; pose proof (Z.mul_succ_div_gt (p * Z.of_nat Q) (Z.of_nat P) ltac:(lia)); lia).
    assert (K : (Z.of_nat k = p * Z.of_nat D + 1)%Z) by (unfold k; rewrite Nat2Z.inj_add, Z2Nat.id by nia; lia).
    rewrite Nat2Z.inj_mul, Nat2Z.inj_add, Nat2Z.inj_mul in A. assert (Z.of_nat k * (p * Z.of_nat Q + 1) <= Z.of_nat k * (Z.of_nat P * (x + 1)))%Z by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  destruct E as (i & E). pose proof (reached_all net D c (M i) H1 (HB i)) as R.
  assert (G : (reached net c (M i) D <= nth D (grown (fun _ => x) p l (D + 1)) 0)%Z); [|lia].
  apply (grown_bound (fun _ => x) p l (D + 1) _ (reached net c (M i)) H6); [|lia]. intros j.
  eapply Z.le_trans; [apply (reached_grows net D c (M i) l p H1 (HB i)); [intros a Ha; apply all_late_sound; assumption|]|].
  - intros v s _. destruct (le_lt_dec (nodes net) v) as [V|V]; [rewrite (sends_nobody net D c) by auto; exact Hp|].
    eapply Z.le_trans; [|apply (HS v (birth P Q i + s) (i + 1) V)].
    pose proof (tally_in (fun i' => sends_at net (M i') v (birth P Q i + s - birth P Q i')) (seq 0 (i + 1)) i (fun _ _ => count_nonneg _ _) ltac:(apply in_seq; lia)) as Q0.
    cbn beta in Q0. replace (birth P Q i + s - birth P Q i) with s in Q0 by lia. exact Q0.
  - destruct (j <? l); [lia|]. apply Zplus_le_compat_r. eapply Z.le_trans; [|exact E]. apply count_le. intros m _ F. apply andb_prop in F. apply F.
Qed.

(* One round in each step: of the chunks of one source those that have not left it after step m. *)
Definition time_growth_ok (net : network) (ks : list commodity) (covers : list (list nat)) (l : nat) (p : Z) (C T m : nat) : bool :=
  let c := nth 0 ks (Commodity 0 []) in
  let X := fun s => (p * Z.of_nat (s - m))%Z in let gs := grown X p l T in
  properb net && ports_ok net covers p && all_late net l && (source c <? nodes net) && (1 <=? length ks) && (1 <=? T) && grown_ok X p l T gs &&
  Z.ltb (nth (T - 1) gs 0%Z) ((Z.of_nat C - Z.of_nat m * p) * Z.of_nat (length (nodup Nat.eq_dec (without (source c) (targets c))))).
Theorem time_growth_theorem net ks covers l p C T m : time_growth_ok net ks covers l p C T m = true -> forall S M, carries net ks C S (fun _ => 1) M -> T <= S.
Proof.
  intros H S M HM. destruct (le_lt_dec T S) as [L|L]; [exact L|exfalso]. unfold time_growth_ok in H. cbv zeta in H. rewrite !andb_true_iff in H.
  destruct H as (((((((H1 & H2) & H3) & H4) & H5) & H6) & H7) & H8). apply properb_sound in H1. apply Nat.ltb_lt in H4. apply Nat.leb_le in H5, H6. apply Z.ltb_lt in H8.
  set (c := nth 0 ks (Commodity 0 [])) in *. set (X := fun s => (p * Z.of_nat (s - m))%Z) in *. set (D := T - 1) in *.
  assert (Hp : (0 <= p)%Z) by (unfold grown_ok in H7; rewrite !andb_true_iff in H7; apply Z.leb_le, H7).
  assert (HM' : carries net ks C D (fun _ => 1) M) by (apply (carries_longer net ks C S D (fun _ => 1) (fun _ => 1) M H1 ltac:(lia) (fun _ _ => le_n 1) HM)).
  assert (HB : forall i, i < C -> brings_in net D c (M 0%nat i)) by (intros i Hi; apply (ca_brings _ _ _ _ _ _ HM'); lia).
  set (N := fun i => if i <? C then M 0%nat i else []).
  assert (HA : forall i x, In x (N i) -> fst x < length (arcs net)).
  { intros i x Hx. unfold N in Hx. destruct (Nat.ltb_spec i C); [|destruct Hx]. apply (bi_range _ _ _ _ (HB i ltac:(assumption)) x Hx). }
  assert (HS : forall v t, (tally (fun i => sends_at net (M 0%nat i) v t) (seq 0 C) <= p)%Z).
  { intros v t. destruct (le_lt_dec (nodes net) v) as [V|V].
    { rewrite tally_zero; [exact Hp|]. intros i Hi. apply in_seq in Hi. apply (sends_nobody net D c); auto. apply HB. lia. }
    rewrite (tally_ext _ (fun i => sends_at net (N i) v t)) by (intros i Hi; apply in_seq in Hi; unfold N; destruct (Nat.ltb_spec i C); [reflexivity|lia]).
    apply (sends_together net covers p v (seq 0 C) (fun _ => t) N H1 H2 V HA). intros g Hg.
    rewrite (tally_ext _ (fun i => Z.of_nat (load_of net g t (M 0%nat i)))) by (intros i Hi; apply in_seq in Hi; unfold N; destruct (Nat.ltb_spec i C); [reflexivity|lia]).
    destruct (Nat.eq_dec t 0) as [T0|T0]; [|destruct (le_lt_dec t D) as [T1|T1]]; [|pose proof (ca_capacity _ _ _ _ _ _ HM' g t Hg ltac:(lia)) as Q|];
      try (rewrite tally_zero; [lia|]; intros i Hi; apply in_seq in Hi; rewrite (load_never net D c (M 0%nat i)); auto; apply HB; lia).
    apply Nat2Z.inj_le in Q. rewrite tally_of_nat in Q. rewrite <- tally_of_nat.
    pose proof (tally_in (fun k => Z.of_nat (list_sum (map (fun c => load_of net g t (M k c)) (seq 0 C)))) (seq 0 (length ks)) 0 (fun _ _ => Nat2Z.is_nonneg _) ltac:(apply in_seq; lia)) as Q0.
    cbn beta in Q0. lia. }
  assert (HL : forall i s, i < C -> (leaves_by net c (M 0%nat i) s <= tally (fun t => sends_at net (M 0%nat i) (source c) t) (seq 1 s))%Z).
  { intros i s Hi. apply sends_in_steps; intros x Hx F; apply andb_prop in F as [F1 F2]; [apply Nat.eqb_eq, F1|]. apply Nat.leb_le in F2.
    destruct (bi_range _ _ _ _ (HB i Hi) x Hx) as (_ & Hs & _). lia. }
  set (rest := fun i => Z.eqb (leaves_by net c (M 0%nat i) m) 0). set (cs := filter rest (seq 0 C)).
  assert (Hcs : forall i, In i cs -> i < C /\ leaves_by net c (M 0%nat i) m = 0%Z).
  { intros i Hi. apply filter_In in Hi as [Hi E]. apply in_seq in Hi. apply Z.eqb_eq in E. split; [lia|exact E]. }
  assert (Hsum : forall f : nat -> Z, (forall i, i < C -> (0 <= f i)%Z) -> (tally f cs <= tally f (seq 0 C))%Z).
  { intros f Hf. unfold cs. rewrite tally_filter. apply tally_le. intros i Hi. apply in_seq in Hi. specialize (Hf i ltac:(lia)). destruct (rest i); lia. }
  assert (Hmany : (Z.of_nat C - Z.of_nat m * p <= Z.of_nat (length cs))%Z).
  { assert (Q : (tally (fun i => leaves_by net c (M 0%nat i) m) (seq 0 C) <= Z.of_nat m * p)%Z).
    { replace (Z.of_nat m * p)%Z with (tally (fun _ : nat => p) (seq 1 m)) by (rewrite tally_const, seq_length; reflexivity).
      apply Z.le_trans with (tally (fun i => tally (fun t => sends_at net (M 0%nat i) (source c) t) (seq 1 m)) (seq 0 C)).
      - apply tally_le. intros i Hi. apply in_seq in Hi. apply HL. lia.
      - rewrite tally_swap. apply tally_le. intros t _. apply HS. }
    assert (Q' : (Z.of_nat C <= Z.of_nat (length cs) + tally (fun i => leaves_by net c (M 0%nat i) m) (seq 0 C))%Z); [|lia].
    unfold cs. rewrite <- count_length. unfold count_of. rewrite <- tally_plus.
    replace (Z.of_nat C) with (tally (fun _ : nat => 1%Z) (seq 0 C)) by (rewrite tally_const, seq_length; apply Z.mul_1_r).
    apply tally_le. intros i _. pose proof (count_nonneg (fun x => (arc_from (arc_at net (fst x)) =? source c) && (snd x <=? m)) (M 0%nat i)) as N0. fold (leaves_by net c (M 0%nat i) m) in N0.
    unfold rest. destruct (Z.eqb_spec (leaves_by net c (M 0%nat i) m) 0); lia. }
  set (Y := fun j => tally (fun i => reached net c (M 0%nat i) j) cs).
  assert (HY : forall j, Z.le (Y j) (if j <? l then 0%Z else Z.add (X (j - l + 1)) (p * tally Y (seq 0 (j - l + 1))))).
  { intros j. apply Z.le_trans with (tally (fun i => if j <? l then 0%Z else Z.add (leaves_by net c (M 0%nat i) (j - l + 1)) (p * tally (reached net c (M 0%nat i)) (seq 0 (j - l + 1)))) cs).
    - apply tally_le. intros i Hi. destruct (Hcs i Hi) as [Hi' _]. apply (reached_grows net D c (M 0%nat i) l p H1 (HB i Hi')); [intros a Ha; apply all_late_sound; assumption|].
      intros v s _. eapply Z.le_trans; [|apply (HS v s)]. apply (tally_in (fun i => sends_at net (M 0%nat i) v s)); [intros; apply count_nonneg|apply in_seq; lia].
    - destruct (j <? l); [rewrite tally_zero; [lia|reflexivity]|]. rewrite tally_plus, tally_times, tally_swap. fold Y. apply Zplus_le_compat_r.
      set (s := j - l + 1). unfold X. rewrite Z.mul_comm, <- (seq_length (s - m) (1 + m)), <- (tally_const p).
      apply Z.le_trans with (tally (fun i => tally (fun t => sends_at net (M 0%nat i) (source c) t) (seq (1 + m) (s - m))) cs).
      + apply tally_le. intros i Hi. destruct (Hcs i Hi) as [Hi' Ei]. apply sends_in_steps; intros x Hx F; apply andb_prop in F as [F1 F2]; [apply Nat.eqb_eq, F1|]. apply Nat.leb_le in F2.
        destruct (le_lt_dec (snd x) m) as [V|V]; [exfalso|lia]. unfold leaves_by, count_of in Ei.
        pose proof (tally_in (fun x => if (arc_from (arc_at net (fst x)) =? source c) && (snd x <=? m) then 1%Z else 0%Z) (M 0%nat i) x) as Q. cbn beta in Q. apply Nat.leb_le in V. rewrite F1, V in Q. cbn [andb] in Q.
        specialize (Q ltac:(intros y _; destruct (_ && _); lia) Hx). lia.
      + rewrite tally_swap. apply tally_le. intros t _. eapply Z.le_trans; [apply Hsum; intros; apply count_nonneg|apply HS]. }
  pose proof (grown_bound X p l T _ Y H7 HY D ltac:(lia)) as G.
  assert (R : (Z.of_nat (length cs) * Z.of_nat (length (nodup Nat.eq_dec (without (source c) (targets c)))) <= Y D)%Z).
  { unfold Y. rewrite <- tally_const. apply tally_le. intros i Hi. apply (reached_all net D c (M 0%nat i) H1), HB, Hcs, Hi. }
  nia.
Qed.
