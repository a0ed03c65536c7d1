(* SPDX-License-Identifier: MIT *)
(* Proposition 1 (section 1) and its converse: f_t processors have a block-cyclic schedule with delay L + t if and only if the
   instance I(L,t) has a solution. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Stationary Runs Instance.
Import ListNotations.
Open Scope Z_scope.

(* What stands at each place at step s: the value that is received, and what is sent as the value with which it arrives. *)
Definition received_at (x : Z) (s : nat) (c : option (list Z * nat)) : Z :=
  match c with Some (b, o) => nth ((s + o) mod length b) b 0 | None => x end.
Definition sent_at (L : nat) (s : nat) (c : list Z * nat) : Z :=
  nth 0 (fst c) 0 - Z.of_nat ((s + snd c) mod length (fst c)) - Z.of_nat L.
Definition sent_by (L : nat) (b : list Z) : list Z := map (fun k => nth 0 b 0 - Z.of_nat k - Z.of_nat L) (seq 0 (length b)).

(* At each step the processors of a block are at its positions, each at another one. *)
Lemma turn {A} (s : nat) (b : list A) (g : nat -> Z) :
  Permutation (map (fun o => g ((s + o) mod length b)%nat) (seq 0 (length b))) (map g (seq 0 (length b))).
Proof.
  destruct b as [|a b]; [constructor|]. rewrite <- (map_map (fun o => (s + o) mod length (a :: b))%nat g).
  apply Permutation_map, rotation. cbn; lia.
Qed.

Lemma received_cells x s bs : Permutation (map (received_at x s) (None :: map Some (cells bs))) (x :: concat bs).
Proof.
  cbn [map]. constructor. rewrite map_map. unfold cells. induction bs as [|b bs IH]; [constructor|]. cbn [flat_map concat].
  rewrite map_app. apply Permutation_app; [|exact IH]. rewrite map_map. cbn [received_at].
  rewrite (turn s b (fun k => nth k b 0)), nth_map_seq. reflexivity.
Qed.
Lemma sent_cells L s bs : Permutation (map (sent_at L s) (cells bs)) (flat_map (sent_by L) bs).
Proof.
  unfold cells. induction bs as [|b bs IH]; [constructor|]. cbn [flat_map]. rewrite map_app.
  apply Permutation_app; [|exact IH]. rewrite map_map. unfold sent_at, sent_by; cbn [fst snd].
  apply (turn s b (fun k => nth 0 b 0 - Z.of_nat k - Z.of_nat L)).
Qed.

Lemma bounded_values (l : list Z) : exists C, 0 <= C /\ forall v, In v l -> Z.abs v <= C.
Proof.
  induction l as [|x l (C & H0 & H)]; [exists 0; split; [lia|intros v []]|].
  exists (Z.max C (Z.abs x)). split; [lia|]. intros v [<-|Hv]; [lia|]. specialize (H v Hv). lia.
Qed.

Section Converse.
Variables (L t : nat) (S : schedule).
Notation N := (f L t).
Notation D := (Z.of_nat (L + t)).
Hypothesis HL : (1 <= L <= t)%nat.
Hypothesis HS : serves L N (L + t) S.
Variables (bs : list (list Z)) (x : Z) (place : nat -> option (list Z * nat)).
Hypothesis HP : Permutation (map place (seq 0 N)) (None :: map Some (cells bs)).
Hypothesis HR : forall q s i, (q < N)%nat -> Z.of_nat i = Z.of_nat s + received_at x s (place q) - D ->
  exists a s', (s' + L)%nat = s /\ S a s' = Some (q, i).
Hypothesis HX : forall p s q i, S (Some p) s = Some (q, i) -> match place p with
  | Some (b, o) => Z.of_nat i = Z.of_nat s - Z.of_nat ((s + o) mod length b) + nth 0 b 0 - D
  | None => False end.

Lemma place_values s : Permutation (map (fun q => received_at x s (place q)) (seq 0 N)) (x :: concat bs).
Proof. rewrite <- (map_map place (received_at x s)), HP. apply received_cells. Qed.

(* An item is not sent before it exists. *)
Lemma not_early s : forall a q i, S a s = Some (q, i) -> (i <= s)%nat.
Proof.
  induction s as [s IH] using lt_wf_ind. intros [p|] q i H; [|exact (sv_source _ _ _ _ HS _ _ _ H)].
  destruct (sv_hold _ _ _ _ HS _ _ _ _ H) as (b & s' & H' & Hs). apply IH in H'; lia.
Qed.

(* Late items come with the value that stands at the place. *)
Lemma arrivals : exists C : nat, forall q i, (q < N)%nat -> (C <= i)%nat -> exists s,
  Z.of_nat i = Z.of_nat s + received_at x s (place q) - D /\ 0 <= received_at x s (place q).
Proof.
  destruct (bounded_values (x :: concat bs)) as (C & C0 & HC). exists (Z.to_nat (C + D)). intros q i Hq Hi.
  destruct (sv_all _ _ _ _ HS i q Hq) as (a & s & Ha & Hs). pose proof (not_early _ _ _ _ Ha) as Hn.
  exists (s + L)%nat. set (v := received_at x (s + L) (place q)).
  assert (Z.abs v <= C) as Hv.
  { apply HC. rewrite <- (place_values (s + L)). apply in_map_iff. exists q. split; [reflexivity|apply in_seq; lia]. }
  destruct (HR q (s + L) (Z.to_nat (Z.of_nat (s + L) + v - D)) Hq) as (b & s' & Hs' & Hb).
  - fold v. lia.
  - assert (s' = s) by lia. subst s'. assert (a = b) by (eapply (sv_recv _ _ _ _ HS); eassumption). subst b.
    rewrite Ha in Hb. injection Hb as E. lia.
Qed.

Lemma placed c : In c (None :: map Some (cells bs)) -> exists q, (q < N)%nat /\ place q = c.
Proof.
  intros H. rewrite <- HP in H. apply in_map_iff in H as (q & E & H). apply in_seq in H. exists q. split; [lia|exact E].
Qed.

Lemma x_nonneg : 0 <= x.
Proof.
  destruct arrivals as (C & H). destruct (placed None ltac:(left; reflexivity)) as (q & Hq & E).
  destruct (H q C Hq ltac:(lia)) as (s & _ & Hv). rewrite E in Hv. exact Hv.
Qed.

Lemma block_placed b : In b bs -> b <> [] -> exists q, (q < N)%nat /\ place q = Some (b, 0%nat).
Proof.
  intros Hb Hn. apply placed. right. apply in_map. unfold cells. apply in_flat_map. exists b. split; [exact Hb|].
  apply in_map, in_seq. destruct b; [congruence|cbn; lia].
Qed.

(* Every residue is the residue of position + value for a position with a value >= 0. *)
Lemma residue b z : In b bs -> b <> [] ->
  exists k, (k < length b)%nat /\ pv b k = z mod Z.of_nat (length b) /\ 0 <= nth k b 0.
Proof.
  intros Hb Hn. destruct (block_placed b Hb Hn) as (q & Hq & E). destruct arrivals as (C & H).
  assert (0 < length b)%nat as Hr by (destruct b; [congruence|cbn; lia]). set (r := length b) in *.
  set (i := (C + Z.to_nat ((z - D - Z.of_nat C) mod Z.of_nat r))%nat).
  destruct (H q i Hq ltac:(unfold i; lia)) as (s & Hi & Hv). rewrite E in Hi, Hv. cbn [received_at] in Hi, Hv. fold r in Hi, Hv.
  rewrite Nat.add_0_r in *. exists (s mod r)%nat. split; [apply Nat.mod_upper_bound; lia|]. split; [|exact Hv].
  unfold pv. fold r. rewrite Nat2Z.inj_mod, Zplus_mod_idemp_l.
  replace (Z.of_nat s + nth (s mod r) b 0) with (Z.of_nat i + D) by lia. unfold i.
  pose proof (Z.mod_pos_bound (z - D - Z.of_nat C) (Z.of_nat r) ltac:(lia)).
  rewrite Nat2Z.inj_add, Z2Nat.id by lia.
  replace (Z.of_nat C + (z - D - Z.of_nat C) mod Z.of_nat r + D) with ((z - D - Z.of_nat C) mod Z.of_nat r + (Z.of_nat C + D)) by lia.
  rewrite Zplus_mod_idemp_l. f_equal. lia.
Qed.

Lemma block_legal b : In b bs -> b <> [] -> legal b.
Proof.
  intros Hb Hn. unfold legal. apply (NoDup_incl_NoDup (l := range (length b))); [apply range_NoDup| |].
  - rewrite map_length, seq_length, range_length. lia.
  - intros z Hz. apply range_In in Hz. destruct (residue b z Hb Hn) as (k & Hk & E & _).
    apply in_map_iff. exists k. split; [|apply in_seq; lia]. rewrite E. apply Z.mod_small. lia.
Qed.

Lemma block_nonneg b v : In b bs -> In v b -> 0 <= v.
Proof.
  intros Hb Hv. assert (b <> []) as Hn by (destruct b; [destruct Hv|discriminate]).
  apply (In_nth _ _ 0) in Hv as (k & Hk & <-). destruct (residue b (Z.of_nat k + nth k b 0) Hb Hn) as (j & Hj & E & Hv).
  assert (j = k); [|subst; exact Hv]. apply (NoDup_map_out _ _ (block_legal b Hb Hn)); [apply in_seq; lia..|exact E].
Qed.

(* Step s of the senders is step s + L of the receivers: N messages are received, so everybody sends but one. *)
Definition is_placed (q : nat) : bool := match place q with Some _ => true | None => false end.
Definition workers := filter is_placed (seq 0 N).

Lemma filter_perm {A} (p : A -> bool) l l' : Permutation l l' -> Permutation (filter p l) (filter p l').
Proof.
  induction 1; cbn [filter]; [constructor| | |etransitivity; eassumption].
  - destruct (p x0); [constructor|]; assumption.
  - destruct (p x0), (p y); try reflexivity. apply perm_swap.
Qed.
Lemma workers_places : Permutation (map place workers) (map Some (cells bs)).
Proof.
  assert (map place workers = filter (fun c => match c with Some _ => true | None => false end) (map place (seq 0 N))) as ->.
  { unfold workers, is_placed. clear. induction (seq 0 N) as [|q l IH]; [reflexivity|]. cbn [map filter].
    destruct (place q) eqn:E; cbn [map]; [rewrite E; f_equal|]; exact IH. }
  rewrite (filter_perm _ _ _ HP). cbn [filter]. clear. induction (cells bs) as [|c l IH]; [constructor|].
  cbn [map filter]. constructor; exact IH.
Qed.
Lemma workers_number : Datatypes.S (length workers) = N.
Proof.
  pose proof (Permutation_length workers_places) as E. pose proof (Permutation_length HP) as E'.
  cbn [length] in E'. rewrite !map_length in *. rewrite seq_length in E'. lia.
Qed.

(* The value with which what is sent arrives. *)
Definition arrives (s : nat) (a : option nat) : Z := match S a s with Some (_, i) => Z.of_nat i + D - Z.of_nat (s + L) | None => 0 end.

Lemma messages : exists v, v <= Z.of_nat t /\ Permutation (x :: concat bs) (v :: flat_map (sent_by L) bs).
Proof.
  destruct (bounded_values (x :: concat bs)) as (C & C0 & HC). set (s := Z.to_nat (C + D)).
  destruct (choose_list (fun q a => exists i, S a s = Some (q, i) /\ received_at x (s + L) (place q) = Z.of_nat i + D - Z.of_nat (s + L))
    (seq 0 N)) as (senders & HF).
  { intros q Hq. apply in_seq in Hq. set (v := received_at x (s + L) (place q)).
    assert (Z.abs v <= C) as Hv by (apply HC; rewrite <- (place_values (s + L)); apply in_map_iff; exists q; split; [reflexivity|apply in_seq; lia]).
    destruct (HR q (s + L) (Z.to_nat (Z.of_nat (s + L) + v - D)) ltac:(lia)) as (a & s' & E & H); [fold v; unfold s; lia|].
    assert (s' = s) by lia. subst s'. exists a, (Z.to_nat (Z.of_nat (s + L) + v - D)). split; [exact H|]. unfold s. lia. }
  assert (Permutation senders (None :: map Some workers)) as HW.
  { apply NoDup_Permutation_bis.
    - assert (forall l m, Forall2 (fun q a => exists i, S a s = Some (q, i) /\ received_at x (s + L) (place q) = Z.of_nat i + D - Z.of_nat (s + L)) l m ->
        NoDup l -> NoDup m) as Q.
      { intros l m F. induction F as [|q a l m (i & Hi & _) F IH]; intros Hd; [constructor|]. inversion Hd; subst.
        constructor; [|auto]. intros Ha. apply (in_split a m) in Ha as (m1 & m2 & ->).
        apply Forall2_app_inv_r in F as (l1 & l2 & _ & F & ->). inversion F as [|q' a' l3 m3 (i' & Hi' & _) _ E1 E2]; subst.
        rewrite Hi in Hi'. injection Hi' as <- _. apply H1. apply in_or_app. right. left. reflexivity. }
      apply (Q _ _ HF), seq_NoDup.
    - rewrite <- (Forall2_length _ _ _ HF), seq_length. cbn [length]. rewrite map_length. pose proof workers_number. lia.
    - intros a Ha. apply (in_split a senders) in Ha as (m1 & m2 & ->).
      apply Forall2_app_inv_r in HF as (l1 & l2 & _ & F & _). inversion F as [|q' a' l3 m3 (i & Hi & _) _ E1 E2]; subst.
      destruct a as [p|]; [right|left; reflexivity]. apply in_map. apply filter_In. split.
      + apply in_seq. destruct (sv_hold _ _ _ _ HS _ _ _ _ Hi) as (b & s' & H' & _). apply (sv_range _ _ _ _ HS) in H'. lia.
      + apply HX in Hi. unfold is_placed. destruct (place p); [reflexivity|destruct Hi]. }
  assert (map (fun q => received_at x (s + L) (place q)) (seq 0 N) = map (arrives s) senders) as HV.
  { clear -HF. clearbody s. induction HF as [|q a l m (i & Hi & E) F IH]; [reflexivity|]. cbn [map]. f_equal; [|exact IH].
    rewrite E. unfold arrives. rewrite Hi. reflexivity. }
  exists (arrives s None). assert (forall a, In a senders -> exists q i, S a s = Some (q, i)) as HSend.
  { intros a Ha. apply (in_split a senders) in Ha as (m1 & m2 & ->).
    apply Forall2_app_inv_r in HF as (l1 & l2 & _ & F & _). inversion F as [|q' a' l3 m3 (i & Hi & _) _ E1 E2]; subst. eauto. }
  split.
  - destruct (HSend None) as (q & i & E); [rewrite HW; left; reflexivity|]. unfold arrives. rewrite E.
    apply (sv_source _ _ _ _ HS) in E. lia.
  - rewrite <- (place_values (s + L)), HV, HW. cbn [map]. constructor. rewrite map_map, <- (sent_cells L s).
    assert (Permutation (map (fun c => match c with Some c => sent_at L s c | None => 0 end) (map place workers)) (map (sent_at L s) (cells bs))) as <-.
    { rewrite workers_places, map_map. reflexivity. }
    rewrite map_map. erewrite map_ext_in; [reflexivity|]. intros p Hp. cbn beta.
    destruct (HSend (Some p)) as (q & i & E); [rewrite HW; right; apply in_map; exact Hp|]. unfold arrives. rewrite E.
    apply HX in E. destruct (place p) as [[b o]|]; [|destruct E]. unfold sent_at; cbn [fst snd]. lia.
Qed.

(* The weight f_v of a value v >= 0: the nodes of the whole tree at and below a node of this value. *)
Definition weight (v : Z) : Z := Z.of_nat (f L (Z.to_nat v)).
Lemma weight_pos v : 1 <= weight v.
Proof. unfold weight. pose proof (f_pos L (Z.to_nat v)). lia. Qed.
Lemma weight_mono v w : v <= w -> weight v <= weight w.
Proof. intros H. unfold weight. apply inj_le, f_mono; lia. Qed.
Lemma weight_step v : Z.of_nat L <= v -> weight (v - Z.of_nat L) = weight v - weight (v - 1).
Proof.
  intros H. unfold weight. rewrite (f_step L (Z.to_nat v)) by lia.
  replace (Z.to_nat v - 1)%nat with (Z.to_nat (v - 1)) by lia. replace (Z.to_nat v - L)%nat with (Z.to_nat (v - Z.of_nat L)) by lia. lia.
Qed.
Lemma weight_one v : weight v <= 1 -> v < Z.of_nat L.
Proof.
  intros H. destruct (Z.lt_ge_cases v (Z.of_nat L)); [assumption|]. pose proof (weight_step v H0) as E.
  pose proof (weight_pos (v - Z.of_nat L)). pose proof (weight_pos (v - 1)). lia.
Qed.
Lemma weight_top v : v <= Z.of_nat t -> Z.of_nat N <= weight v -> v = Z.of_nat t.
Proof.
  intros H1 H2. destruct (Z.eq_dec v (Z.of_nat t)); [assumption|]. pose proof (weight_mono v (Z.of_nat t - 1) ltac:(lia)).
  pose proof (weight_step (Z.of_nat t) ltac:(lia)) as E. pose proof (weight_pos (Z.of_nat t - Z.of_nat L)).
  unfold weight in E at 2. rewrite Nat2Z.id in E. lia.
Qed.

Lemma weight_sent b : (forall v, In v (sent_by L b) -> 0 <= v) ->
  sumZ (map weight (sent_by L b)) = weight (nth 0 b 0) - weight (nth 0 b 0 - Z.of_nat (length b)).
Proof.
  unfold sent_by. set (h := nth 0 b 0). generalize (length b). intros n. induction n as [|n IH]; intros H.
  - replace (h - Z.of_nat 0) with h by lia. cbn. lia.
  - rewrite seq_S, map_app, map_app, sumZ_app in *. cbn [map sumZ Nat.add] in *. rewrite IH by (intros v Hv; apply H; apply in_or_app; left; exact Hv).
    assert (0 <= h - Z.of_nat n - Z.of_nat L) by (apply H, in_or_app; right; left; reflexivity).
    rewrite weight_step by lia. replace (h - Z.of_nat n - 1) with (h - Z.of_nat (Datatypes.S n)) by lia. lia.
Qed.

Lemma sumZ_ge l : (forall v, In v l -> 1 <= v) -> Z.of_nat (length l) <= sumZ l.
Proof.
  induction l as [|v l IH]; intros H; [cbn; lia|]. cbn [length sumZ]. pose proof (H v (or_introl eq_refl)).
  specialize (IH (fun w Hw => H w (or_intror Hw))). lia.
Qed.
Lemma sumZ_all_one l : (forall v, In v l -> 1 <= v) -> sumZ l <= Z.of_nat (length l) -> forall v, In v l -> v = 1.
Proof.
  induction l as [|v l IH]; intros H Hs w Hw; [destruct Hw|]. cbn [length sumZ] in Hs. pose proof (H v (or_introl eq_refl)).
  pose proof (sumZ_ge l (fun w Hw => H w (or_intror Hw))). destruct Hw as [<-|Hw]; [lia|].
  apply IH; [intros; apply H; right; assumption|lia|exact Hw].
Qed.

(* What is left of the weight of a block when its messages are gone: its letters, and its head behind them. *)
Definition rest (b : list Z) : list Z := map weight (tl b ++ [nth 0 b 0 - Z.of_nat (length b)]).
Definition full := filter (fun b : list Z => match b with [] => false | _ => true end) bs.

Lemma full_In b : In b full <-> In b bs /\ b <> [].
Proof. unfold full. rewrite filter_In. destruct b; intuition congruence. Qed.
Lemma full_concat : concat full = concat bs.
Proof. clear. unfold full. induction bs as [|[|v b] l IH]; [reflexivity|exact IH|]. cbn [filter concat]. rewrite IH. reflexivity. Qed.
Lemma full_sent : flat_map (sent_by L) full = flat_map (sent_by L) bs.
Proof. clear. unfold full. induction bs as [|[|v b] l IH]; [reflexivity|exact IH|]. cbn [filter flat_map]. rewrite IH. reflexivity. Qed.

Lemma processors_number : N = Datatypes.S (length (concat full)).
Proof.
  rewrite full_concat. pose proof (Permutation_length (place_values 0)) as E.
  rewrite map_length, seq_length in E. exact E.
Qed.

(* The messages of the blocks are what the instance asks for. *)
Lemma shape : Permutation (x :: concat full) (Z.of_nat t :: flat_map (sent_by L) full) /\ x < Z.of_nat L /\
  forall b, In b full -> nth 0 b 0 = Z.of_nat (length b) + Z.of_nat L - 1 /\ forall v, In v (tl b) -> 0 <= v < Z.of_nat L.
Proof.
  destruct messages as (v & Hv & HM). rewrite <- full_concat, <- full_sent in HM.
  assert (forall w, In w (x :: concat full) -> 0 <= w) as H0.
  { intros w [<-|Hw]; [exact x_nonneg|]. apply in_concat in Hw as (b & Hb & Hw). apply full_In in Hb as [Hb _].
    eapply block_nonneg; eassumption. }
  assert (forall b, In b full -> forall w, In w (sent_by L b) -> 0 <= w) as HS0.
  { intros b Hb w Hw. apply H0. rewrite HM. right. apply in_flat_map. eauto. }
  assert (sumZ (map weight (x :: concat full)) = weight v + sumZ (map weight (flat_map (sent_by L) full))) as HW.
  { rewrite (sumZ_perm _ _ (Permutation_map weight HM)). reflexivity. }
  set (terms := weight x :: concat (map rest full)).
  assert (sumZ terms = weight v) as HT.
  { unfold terms. cbn [map sumZ] in *. assert (sumZ (map weight (concat full)) = sumZ (map weight (flat_map (sent_by L) full)) + sumZ (concat (map rest full))); [|lia].
    clear -HS0 HL. assert (forall b, In b full -> b <> []) as Hn by (intros b Hb; apply full_In in Hb; tauto). revert HS0 Hn.
    generalize full as l. induction l as [|b l IH]; intros HS0 Hn; [reflexivity|].
    cbn [concat map flat_map]. rewrite !map_app, !sumZ_app, IH by (intros; try apply (HS0 b0); try apply Hn; try right; assumption).
    rewrite weight_sent by (apply HS0; left; reflexivity). specialize (Hn b (or_introl eq_refl)). destruct b as [|h b]; [congruence|].
    unfold rest. cbn [tl nth]. rewrite map_app, sumZ_app. cbn [map sumZ]. lia. }
  assert (length terms = N) as HN.
  { rewrite processors_number. unfold terms. cbn [length]. f_equal. assert (forall b, In b full -> b <> []) as Hn by (intros b Hb; apply full_In in Hb; tauto).
    clear -Hn. revert Hn. generalize full as l. induction l as [|b l IH]; intros Hn; [reflexivity|]. cbn [map concat].
    rewrite !app_length, IH by (intros; apply Hn; right; assumption). specialize (Hn b (or_introl eq_refl)). destruct b as [|h b]; [congruence|].
    unfold rest. rewrite map_length, app_length. cbn [tl length]. lia. }
  assert (forall w, In w terms -> 1 <= w) as H1.
  { intros w [<-|Hw]; [apply weight_pos|]. apply in_concat in Hw as (l & Hl & Hw). apply in_map_iff in Hl as (b & <- & _).
    apply in_map_iff in Hw as (u & <- & _). apply weight_pos. }
  assert (v = Z.of_nat t) as ->.
  { apply weight_top; [exact Hv|]. pose proof (sumZ_ge terms H1). lia. }
  assert (forall w, In w terms -> w = 1) as Hone.
  { apply sumZ_all_one; [exact H1|]. rewrite HT, HN. unfold weight. rewrite Nat2Z.id. lia. }
  split; [exact HM|]. split.
  - apply weight_one. rewrite (Hone (weight x)); [lia|left; reflexivity].
  - intros b Hb. assert (forall u, In u (tl b ++ [nth 0 b 0 - Z.of_nat (length b)]) -> u < Z.of_nat L) as Q.
    { intros u Hu. apply weight_one. rewrite (Hone (weight u)); [lia|]. right. apply in_concat. exists (rest b). split; [apply in_map; exact Hb|].
      apply in_map. exact Hu. }
    split.
    + pose proof (Q (nth 0 b 0 - Z.of_nat (length b)) ltac:(apply in_or_app; right; left; reflexivity)).
      assert (In (nth 0 b 0 - Z.of_nat (length b - 1) - Z.of_nat L) (sent_by L b)) as Hl.
      { apply full_In in Hb as [_ Hb]. unfold sent_by. apply in_map_iff. exists (length b - 1)%nat. split; [reflexivity|]. apply in_seq. destruct b; [congruence|cbn [length]; lia]. }
      apply (HS0 b Hb) in Hl. apply full_In in Hb as [_ Hb]. destruct b; [congruence|]. cbn [length] in *. lia.
    + intros w Hw. split; [|apply Q, in_or_app; left; exact Hw]. apply full_In in Hb as [Hb _]. apply (block_nonneg b w Hb). destruct b; [destruct Hw|right; exact Hw].
Qed.

Lemma count_sent b v : 0 <= v -> nth 0 b 0 = Z.of_nat (length b) + Z.of_nat L - 1 ->
  count (Z.eqb v) (sent_by L b) = if v <? Z.of_nat (length b) then 1%nat else 0%nat.
Proof.
  intros H0 Hh. unfold sent_by. rewrite count_map.
  rewrite (count_ext _ (fun k => (nth 0 b 0 - Z.of_nat L) - Z.of_nat k =? v)) by (intros k _; rewrite Z.eqb_sym; f_equal; lia).
  rewrite count_down, Hh. replace (0 + length b)%nat with (length b) by lia.
  destruct (Z.ltb_spec v (Z.of_nat (length b))), (Z.ltb_spec (Z.of_nat (length b) + Z.of_nat L - 1 - Z.of_nat L - Z.of_nat (length b)) v),
    (Z.leb_spec v (Z.of_nat (length b) + Z.of_nat L - 1 - Z.of_nat L - Z.of_nat 0)); cbn [andb]; lia.
Qed.

(* Of each value as many are received as are sent, in all blocks together. *)
Lemma balance v : 0 <= v -> (count (Z.eqb v) (x :: concat (map (@tl Z) full)) + count (fun b => Z.eqb v (nth 0 b 0%Z)) full =
  (if Z.eqb v (Z.of_nat t) then 1 else 0) + count (fun b => Z.ltb v (Z.of_nat (length b))) full)%nat.
Proof.
  intros Hv. destruct shape as (HM & _ & HB). pose proof (count_perm (Z.eqb v) _ _ HM) as E. rewrite !count_cons in *.
  assert (count (Z.eqb v) (concat full) = count (Z.eqb v) (concat (map (@tl Z) full)) + count (fun b => Z.eqb v (nth 0 b 0%Z)) full)%nat as E1.
  { assert (forall b, In b full -> b <> []) as Hn by (intros b Hb; apply full_In in Hb; tauto). clear -Hn. revert Hn.
    generalize full as l. induction l as [|b l IH]; intros Hn; [reflexivity|]. cbn [map concat].
    rewrite !count_app, IH, count_cons by (intros; apply Hn; right; assumption). specialize (Hn b (or_introl eq_refl)). destruct b as [|h b]; [congruence|].
    rewrite count_cons. cbn [nth tl]. lia. }
  assert (count (Z.eqb v) (flat_map (sent_by L) full) = count (fun b => Z.ltb v (Z.of_nat (length b))) full) as E2; [|lia].
  assert (forall b, In b full -> nth 0 b 0 = Z.of_nat (length b) + Z.of_nat L - 1) as HB' by (intros b Hb; apply HB in Hb; tauto).
  clear HB. revert HB'. generalize full as l. induction l as [|b l IH]; intros HB; [reflexivity|].
  cbn [flat_map]. rewrite count_app, IH, count_cons, (count_sent b v Hv) by (intros; apply HB; simpl; auto). reflexivity.
Qed.

Theorem solution_of : exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ procs_of s = N.
Proof.
  destruct shape as (HM & Hx & HB).
  (* one block has the head t *)
  assert (forall b, In b full -> nth 0 b 0 <= Z.of_nat t) as Hle.
  { assert (forall n b, In b full -> Z.of_nat t + Z.of_nat n < nth 0 b 0 -> (forall c, In c full -> nth 0 c 0 <= Z.of_nat t + Z.of_nat n + Z.of_nat L) -> False) as Q.
    { intros n b Hb Hlt Hmax. assert (In (nth 0 b 0) (x :: concat full)) as Hin.
      { right. apply in_concat. exists b. split; [exact Hb|]. apply full_In in Hb as [_ Hb]. apply nth_In. destruct b; [congruence|cbn; lia]. }
      rewrite HM in Hin. destruct Hin as [Hin|Hin]; [lia|]. apply in_flat_map in Hin as (c & Hc & Hin).
      unfold sent_by in Hin. apply in_map_iff in Hin as (k & E & _). specialize (Hmax c Hc). lia. }
    destruct (bounded_values (map (fun b => nth 0 b 0) full)) as (C & C0 & HC).
    assert (forall n, forall b, In b full -> nth 0 b 0 <= Z.of_nat t + Z.of_nat n) as Q2.
    { assert (forall m n, C <= Z.of_nat t + Z.of_nat n + Z.of_nat m -> forall b, In b full -> nth 0 b 0 <= Z.of_nat t + Z.of_nat n) as Q3.
      { induction m as [|m IH]; intros n Hn b Hb.
        - specialize (HC (nth 0 b 0) ltac:(apply in_map_iff; eauto)). lia.
        - destruct (Z.le_gt_cases (nth 0 b 0) (Z.of_nat t + Z.of_nat n)) as [?|Hgt]; [assumption|]. exfalso. apply (Q n b Hb ltac:(lia)).
          intros c Hc. specialize (IH (Datatypes.S n) ltac:(lia) c Hc). lia. }
      intros n b Hb. apply (Q3 (Z.to_nat C) n); [lia|exact Hb]. }
    intros b Hb. specialize (Q2 O b Hb). lia. }
  assert (count (fun b => Z.eqb (Z.of_nat t) (nth 0 b 0)) full = 1%nat) as H1.
  { pose proof (balance (Z.of_nat t) ltac:(lia)) as E. rewrite Z.eqb_refl in E.
    rewrite (count_0 (fun b : list Z => Z.ltb (Z.of_nat t) (Z.of_nat (length b)))) in E.
    2:{ intros b Hb. apply Z.ltb_ge. pose proof (Hle b Hb). apply HB in Hb. lia. }
    rewrite (count_0 (Z.eqb (Z.of_nat t))) in E; [lia|]. intros v [<-|Hv]; apply Z.eqb_neq; [lia|].
    apply in_concat in Hv as (l & Hl & Hv). apply in_map_iff in Hl as (b & <- & Hb). apply HB in Hb as [_ Hb]. apply Hb in Hv. lia. }
  assert (exists b others, Permutation full (b :: others) /\ nth 0 b 0 = Z.of_nat t) as (b & others & HF & Hb).
  { assert (0 < count (fun b => Z.eqb (Z.of_nat t) (nth 0 b 0%Z)) full)%nat as C by lia. apply count_In in C as (b & Hin & E).
    apply in_split in Hin as (l1 & l2 & ->). exists b, (l1 ++ l2). split; [symmetry; apply Permutation_middle|]. apply Z.eqb_eq in E. auto. }
  assert (forall c, In c (b :: others) -> In c full) as HI by (intros c Hc; rewrite HF; exact Hc).
  assert (forall c, In c others -> nth 0 c 0 <= Z.of_nat t - Z.of_nat L) as Hlow.
  { intros c Hc. assert (In (nth 0 c 0) (x :: concat full)) as Hin.
    { right. apply in_concat. exists c. split; [apply HI; right; exact Hc|]. pose proof (HI c (or_intror Hc)) as Hn. apply full_In in Hn as [_ Hn].
      apply nth_In. destruct c; [congruence|cbn; lia]. }
    assert (nth 0 c 0 <> Z.of_nat t) as Hne.
    { rewrite (count_perm _ _ _ HF), count_cons, Hb, Z.eqb_refl in H1. intros E.
      assert (0 < count (fun b => Z.eqb (Z.of_nat t) (nth 0 b 0%Z)) others)%nat; [|lia]. apply count_In. exists c. split; [exact Hc|apply Z.eqb_eq; auto]. }
    rewrite HM in Hin. destruct Hin as [Hin|Hin]; [congruence|]. apply in_flat_map in Hin as (d & Hd & Hin).
    unfold sent_by in Hin. apply in_map_iff in Hin as (k & E & _). apply Hle in Hd. lia. }
  assert (forall c, In c full -> size (tl c) = Z.of_nat (length c)) as Hsz.
  { intros c Hc. apply full_In in Hc as [_ Hc]. destruct c; [congruence|reflexivity]. }
  set (s := {| root := tl b; blocks := map (@tl Z) others; left := x |}). exists s. split; [split|].
  - cbn [root s]. rewrite Hsz by (apply HI; left; reflexivity). destruct (HB b (HI b (or_introl eq_refl))). lia.
  - intros c' Hc. cbn [blocks s] in Hc. apply in_map_iff in Hc as (c & <- & Hc). rewrite Hsz by (apply HI; right; exact Hc).
    pose proof (Hlow c Hc). destruct (HB c (HI c (or_intror Hc))). lia.
  - intros v [<-|Hv]; [split; [exact x_nonneg|exact Hx]|]. cbn [root blocks s] in Hv. apply in_app_or in Hv as [Hv|Hv].
    + apply (HB b (HI b (or_introl eq_refl))). exact Hv.
    + apply in_concat in Hv as (l & Hl & Hv). apply in_map_iff in Hl as (c & <- & Hc). apply (HB c (HI c (or_intror Hc))). exact Hv.
  - intros c' Hc. assert (exists c, In c full /\ c' = tl c) as (c & Hin & ->).
    { cbn [root blocks s] in Hc. destruct Hc as [<-|Hc]; [exists b; split; [apply HI; left; reflexivity|reflexivity]|].
      apply in_map_iff in Hc as (c & <- & Hc). exists c. split; [apply HI; right; exact Hc|reflexivity]. }
    unfold star. rewrite Hsz by exact Hin. destruct (HB c Hin) as [Hh _]. apply full_In in Hin as [Hin Hn].
    pose proof (hall_necessary c Hn (block_legal c Hin Hn)) as Hs. destruct c as [|h c]; [congruence|]. cbn [tl nth sumZ] in *.
    replace (Z.of_nat L - 1 + sumZ c) with (h + sumZ c + (-1) * Z.of_nat (length (h :: c))) by lia.
    rewrite Z.mod_add by (cbn [length]; lia). exact Hs.
  - intros v Hv. pose proof (balance v Hv) as E. unfold letters. cbn [root blocks left s].
    assert (Permutation (map (@tl Z) full) (tl b :: map (@tl Z) others)) as HT by (rewrite HF; reflexivity).
    assert (Permutation (concat (map (@tl Z) full)) (tl b ++ concat (map (@tl Z) others))) as HC.
    { clear -HT. change (tl b ++ concat (map (@tl Z) others)) with (concat (tl b :: map (@tl Z) others)). induction HT; cbn [concat].
      - constructor.
      - apply Permutation_app_head. assumption.
      - rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
      - etransitivity; eassumption. }
    rewrite !count_cons in *. rewrite (count_perm _ _ _ HC) in E. rewrite !(count_perm _ _ _ HF), !count_cons, Hb in E.
    assert (count (fun c => Z.eqb v (head (Z.of_nat L) c)) (map (@tl Z) others) = count (fun c => Z.eqb v (nth 0 c 0%Z)) others) as E1.
    { rewrite count_map. apply count_ext. intros c Hc. unfold head. rewrite Hsz by (apply HI; right; exact Hc).
      destruct (HB c (HI c (or_intror Hc))) as [-> _]. reflexivity. }
    assert (count (fun c => Z.ltb v (size c)) (map (@tl Z) others) = count (fun c => Z.ltb v (Z.of_nat (length c))) others) as E2.
    { rewrite count_map. apply count_ext. intros c Hc. rewrite Hsz by (apply HI; right; exact Hc). reflexivity. }
    rewrite E1, E2. rewrite Hsz by (apply HI; left; reflexivity). lia.
  - pose proof processors_number as E. unfold procs_of, s; cbn [root blocks]. rewrite E. f_equal.
    assert (forall l, (forall c, In c l -> In c full) -> list_sum (map (fun c => Datatypes.S (length c)) (map (@tl Z) l)) = length (concat l)) as Q.
    { induction l as [|c l IH]; intros Hin; [reflexivity|]. cbn [map list_sum fold_right concat]. rewrite app_length. fold list_sum.
      change (fold_right Nat.add 0%nat (map (fun c => Datatypes.S (length c)) (map (@tl Z) l))) with (list_sum (map (fun c => Datatypes.S (length c)) (map (@tl Z) l))).
      rewrite IH by (intros; apply Hin; right; assumption). specialize (Hin c (or_introl eq_refl)). apply full_In in Hin as [_ Hin]. destruct c; [congruence|]. cbn [tl length]. lia. }
    change (tl b :: map (@tl Z) others) with (map (@tl Z) (b :: others)). rewrite (Q (b :: others) HI).
    clear -HF. assert (length (concat full) = length (concat (b :: others))) as ->; [|reflexivity].
    induction HF; cbn [concat]; rewrite ?app_length in *; lia.
Qed.
End Converse.

(* The converse of Proposition 1. *)
Theorem block_cyclic_solution L t S : (1 <= L <= t)%nat -> serves L (f L t) (L + t) S -> block_cyclic L t (f L t) S ->
  exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ procs_of s = f L t.
Proof.
  intros HL HS (bs & x & place & HP & HR & HX). apply (solution_of L t S HL HS bs x place HP); [|exact HX].
  intros q s i Hq Hi. apply (HR q s i Hq). cbn zeta. exact Hi.
Qed.

Section Forward.
Variables (L t : nat) (x : Z) (ws : list word).
Hypothesis HL : (1 <= L)%nat.
Hypothesis HW : stationary (Z.of_nat L) (Z.of_nat t) ([(x, None)] :: ws).
Hypothesis H1 : forall w, In w ws -> one_head w.
Notation all := (procs ([(x, None)] :: ws)).

Definition place_of (q : nat) : option (list Z * nat) :=
  if Nat.eqb q 0 then None else let (w, o) := nth q all ([], 0%nat) in Some (received w, o).

Lemma places : map place_of (seq 0 (length all)) = None :: map Some (cells (map received ws)).
Proof.
  cbn [procs flat_map length seq map app]. rewrite <- seq_shift, map_map. cbn [map place_of Nat.eqb]. f_equal.
  unfold place_of. cbn [Nat.eqb procs flat_map length seq map app nth].
  rewrite <- (map_map (fun q => nth q (procs ws) ([], 0%nat)) (fun c => let (w, o) := c in Some (received w, o))).
  fold (procs ws). rewrite nth_map_seq'. unfold procs, cells. rewrite flat_map_concat_map, flat_map_concat_map, !concat_map, !map_map.
  f_equal. apply map_ext. intros w. rewrite !map_map. unfold received. rewrite map_length. reflexivity.
Qed.

Lemma place_runs q : (q < length all)%nat -> (place_of q = None /\ forall s, now all q s = (x, None)) \/
  exists w o, In w ws /\ (o < length w)%nat /\ place_of q = Some (received w, o) /\
    forall s, now all q s = nth ((s + o) mod length w) w dflt.
Proof.
  intros Hq. destruct q as [|q].
  - left. split; [reflexivity|]. intros s. cbn - [Nat.modulo]. rewrite Nat.mod_1_r. reflexivity.
  - right. cbn [procs flat_map length seq map app] in Hq. fold (procs ws) in Hq.
    pose proof (nth_In (procs ws) ([], 0%nat) (proj2 (Nat.succ_lt_mono _ _) Hq)) as Hi.
    unfold place_of, now. cbn [Nat.eqb procs flat_map length seq map app nth]. fold (procs ws).
    destruct (nth q (procs ws) ([], 0%nat)) as [w o]. exists w, o. apply procs_In in Hi as [Hw Ho]. auto.
Qed.

Lemma forward : block_cyclic L t (length all) (Sc L t all).
Proof.
  pose proof (stationary_runs L t _ HW) as HR. exists (map received ws), x, place_of.
  split; [rewrite places; reflexivity|split].
  - intros q s i Hq v Hv. assert (v = fst (now all q s)) as Ev.
    { subst v. destruct (place_runs q Hq) as [[-> ->]|(w & o & _ & _ & -> & ->)]; [reflexivity|].
      rewrite rv_nth. unfold received. rewrite map_length. reflexivity. }
    clearbody v. subst v. pose proof (rv_bound L t all HL HR q s Hq).
    destruct (delivered L t all HL HR q (s - L) i Hq) as (a & Ha); [|exists a, (s - L)%nat; split; [lia|exact Ha]].
    replace (s - L + L)%nat with s by lia. exact Hv.
  - intros p s q i Hp. apply (sent L t all HL) in Hp as (_ & Hi & Hp & Hs & _).
    destruct (place_runs p Hp) as [[_ E]|(w & o & Hw & Ho & -> & E)]; rewrite E in Hs; [discriminate|].
    unfold received at 1. rewrite map_length. set (k := ((s + o) mod length w)%nat) in *.
    assert (nth_error w k = Some (fst (nth k w dflt), snd (nth k w dflt))) as HE.
    { rewrite <- surjective_pairing. apply nth_error_nth', Nat.mod_upper_bound. lia. }
    rewrite Hs in HE. apply (H1 w Hw) in HE. unfold item in Hi. lia.
Qed.
End Forward.

(* Proposition 1. *)
Theorem block_cyclic_schedule L t s : (1 <= L)%nat -> solves (Z.of_nat L) (Z.of_nat t) s ->
  exists S, serves L (procs_of s) (L + t) S /\ once S /\ block_cyclic L t (procs_of s) S.
Proof.
  intros HL HS. destruct (block_words L t s HL HS) as (ws & H1 & H2 & H3). exists (Sc L t (procs ([(left s, None)] :: ws))).
  rewrite <- H2, <- procs_length. split; [|split].
  - apply runs_serve, stationary_runs; assumption.
  - apply runs_once, stationary_runs; assumption.
  - apply forward; assumption.
Qed.

(* P(t) = f_t processors have a block-cyclic schedule with delay L + t, in which nobody receives an item twice. *)
Definition cyclic (L t : nat) : Prop := exists S, serves L (f L t) (L + t) S /\ once S /\ block_cyclic L t (f L t) S.
Lemma cyclic_possible L t : cyclic L t -> possible_once L (f L t) (L + t).
Proof. intros (S & H1 & H2 & _). exists S. auto. Qed.
Theorem solution_cyclic L t s : (1 <= L)%nat -> solves (Z.of_nat L) (Z.of_nat t) s -> procs_of s = f L t -> cyclic L t.
Proof.
  intros HL HS E. destruct (block_cyclic_schedule L t s HL HS) as (S & H). rewrite E in H. exists S. exact H.
Qed.

(* t < L: one processor, served by the source alone. *)
Theorem small L t : (t < L)%nat -> cyclic L t.
Proof.
  intros H. assert (stationary (Z.of_nat L) (Z.of_nat t) [[(Z.of_nat t, @None Z)]]) as HW.
  { split.
    - intros w [<-|[]]. split.
      + unfold legal; cbn. constructor; [intros []|constructor].
      + intros v [<-|[]]. cbn [fst]. lia.
      + intros [|[|k]] v u E; cbn in E; discriminate.
    - cbn. unfold count, is_recv; cbn. rewrite Z.eqb_refl. reflexivity.
    - intros v H0 H1. lia. }
  assert (f L t = length (procs [[(Z.of_nat t, @None Z)]])) as E by (rewrite f_small by exact H; reflexivity).
  exists (Sc L t (procs [[(Z.of_nat t, None)]])). rewrite E. split; [|split].
  - apply runs_serve, stationary_runs; [lia|exact HW].
  - apply runs_once, stationary_runs; [lia|exact HW].
  - apply (forward L t (Z.of_nat t) []); [lia|exact HW|intros w []].
Qed.
