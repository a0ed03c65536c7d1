(* SPDX-License-Identifier: MIT *)
(* k items that the source has from the beginning (THEOREMS.md, section 12.1): the counting bound,
   Proposition 12 for one port, and Lemma 9, that an item more takes a step more at least. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Tree UpperBound.
Import ListNotations.

Lemma filter_or_new {A} (p q : A -> bool) l :
  length (filter p l) <= length (filter q l) + length (filter (fun x => p x && negb (q x)) l).
Proof. induction l as [|x l IH]; cbn; [lia|]. destruct (p x), (q x); cbn; lia. Qed.

Lemma NoDup_pairs {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl as [|x l Hx Hl IH]; [constructor|]. cbn [list_prod].
  assert (forall l1 l2 : list (A * B), NoDup l1 -> NoDup l2 -> (forall y, In y l1 -> ~ In y l2) -> NoDup (l1
    ++ l2)) as Q.
  { intros l1 l2 H1 H2 H3. induction H1 as [|y l1 Hy H1 IH1]; [exact H2|]. cbn [app]. constructor.
    - rewrite in_app_iff. intros [F|F]; [exact (Hy F)|]. apply (H3 y); [left; reflexivity|exact F].
    - apply IH1. intros z Hz. apply H3. right; exact Hz. }
  apply Q; [|exact IH|].
  - apply FinFun.Injective_map_NoDup; [intros a b E; congruence|exact Hm].
  - intros [a b] Ha Hb. apply in_map_iff in Ha as (y & E & _). injection E as <- _.
    apply in_prod_iff in Hb as [Hb _]. exact (Hx Hb).
Qed.

(* ---- Who has one of some items, and how many more can have one L steps later. ---- *)
Section Counting.
Variables (L N k T : nat) (Sc : schedule) (P : nat -> bool).
Hypothesis HB : brings L N k T Sc.

(* What is sent at step s is one of the items P. *)
Definition sends_one (a : option nat) (s : nat) : bool := match Sc a s with Some (_, i) => P i | None =>
  false end.
Definition goes_to (a : option nat) (s : nat) : nat := match Sc a s with Some (q, _) => q | None => 0 end.
Definition everyone := None :: map Some (seq 0 N).
Definition gets_one (q s : nat) : bool := existsb (fun a => sends_one a s && (goes_to a s =? q)) everyone.
Definition has_one (u q : nat) : bool := existsb (gets_one q) (seq 0 (S u - L)).
Definition holders (u : nat) : nat := length (filter (has_one u) (seq 0 N)).
Definition from_source (s : nat) : nat := if sends_one None s then 1 else 0.

(* Who sends is the source or one of the N processors. *)
Lemma sender_known a s q i : Sc a s = Some (q, i) -> In a everyone.
Proof.
  intros E. destruct a as [p|]; [right|left; reflexivity]. apply in_map, in_seq.
  destruct (br_hold _ _ _ _ _ HB _ _ _ _ E) as (b & s' & E' & _). apply (br_range _ _ _ _ _ HB) in E'. lia.
Qed.

Lemma gets_one_spec q s : gets_one q s = true <-> exists a i, Sc a s = Some (q, i) /\ P i = true.
Proof.
  unfold gets_one. rewrite existsb_exists. split.
  - intros (a & _ & E). unfold sends_one, goes_to in E. destruct (Sc a s) as [[q' i]|] eqn:F; [|discriminate].
    apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E2. subst q'. exists a, i. auto.
  - intros (a & i & E & Pi). exists a. split; [eapply sender_known; exact E|].
    unfold sends_one, goes_to. rewrite E, Pi, Nat.eqb_refl. reflexivity.
Qed.

Lemma has_one_spec u q : has_one u q = true <-> exists a s i, Sc a s = Some (q, i) /\ P i = true /\ s + L <=
  u.
Proof.
  unfold has_one. rewrite existsb_exists. split.
  - intros (s & Hs & E). apply in_seq in Hs. apply gets_one_spec in E as (a & i & E & Pi). exists a, s, i.
    repeat split; [exact E|exact Pi|lia].
  - intros (a & s & i & E & Pi & Hs). exists s. split; [apply in_seq; lia|]. apply gets_one_spec. eauto.
Qed.

(* Nothing is there before L. *)
Lemma holders_early u : u < L -> holders u = 0.
Proof.
  intros Hu. unfold holders. rewrite (proj2 (length_zero_iff_nil _)); [reflexivity|].
  destruct (filter _ _) as [|q l] eqn:E; [reflexivity|]. exfalso.
  assert (In q (filter (has_one u) (seq 0 N))) as Hq by (rewrite E; left; reflexivity).
  apply filter_In in Hq as [_ Hq]. apply has_one_spec in Hq as (a & s & i & _ & _ & Hs). lia.
Qed.

(* Of the processors no more send such an item than have one. *)
Lemma senders_hold s : length (filter (fun a => sends_one a s) (map Some (seq 0 N))) <= holders s.
Proof.
  unfold holders. induction (seq 0 N) as [|p l IH]; cbn [map filter length]; [lia|].
  destruct (sends_one (Some p) s) eqn:E.
  - assert (has_one s p = true) as ->; [|cbn [length]; lia].
    unfold sends_one in E. destruct (Sc (Some p) s) as [[q i]|] eqn:F; [|discriminate].
    destruct (br_hold _ _ _ _ _ HB _ _ _ _ F) as (a & s' & F' & Hs). apply has_one_spec. eauto 6.
  - destruct (has_one s p); cbn [length]; lia.
Qed.

(* Who has one at s + L had one a step before, or gets it from the source or from somebody who had one at s.
   *)
Lemma holders_step s : holders (s + L) <= holders (s + L - 1) + from_source s + holders s.
Proof.
  unfold holders at 1. etransitivity; [apply (filter_or_new _ (has_one (s + L - 1)))|].
  rewrite <- Nat.add_assoc. apply Nat.add_le_mono_l. set (new := filter _ _).
  assert (incl new (map (fun a => goes_to a s) (filter (fun a => sends_one a s) everyone))) as Hincl.
  { intros q Hq. apply filter_In in Hq as [_ Hq]. apply andb_prop in Hq as [H1 H2].
    apply has_one_spec in H1 as (a & s' & i & H1 & Pi & Hs').
    assert (s' = s) as ->.
    { destruct (Nat.eq_dec s' s); [assumption|]. exfalso.
      rewrite (proj2 (has_one_spec (s + L - 1) q)) in H2; [discriminate|]. exists a, s', i. repeat split;
        auto; lia. }
    apply in_map_iff. exists a. unfold goes_to. rewrite H1. split; [reflexivity|]. apply filter_In.
    split; [eapply sender_known; exact H1|]. unfold sends_one. rewrite H1. exact Pi. }
  apply NoDup_incl_length in Hincl; [|apply NoDup_filter, seq_NoDup]. rewrite map_length in Hincl.
  etransitivity; [exact Hincl|]. pose proof (senders_hold s) as Hs. unfold everyone, from_source.
    cbn [filter].
  destruct (sends_one None s); cbn [length]; lia.
Qed.
End Counting.

(* ---- The counting bound. ---- *)
Section Bound.
Variables (L N k T : nat) (Sc : schedule).
Hypothesis HL : 1 <= L.
Hypothesis HB : brings L N k T Sc.
Notation anything := (fun _ : nat => true).
Notation busy := (sends_one Sc anything).

(* At step s no more than f_s have something, the source included. *)
Lemma having_something s : S (holders L N Sc anything s) <= f L s.
Proof.
  induction s as [s IH] using lt_wf_ind. destruct (Nat.lt_ge_cases s L) as [Hs|Hs].
  - rewrite (holders_early L N k T) by assumption. rewrite f_small by assumption. lia.
  - pose proof (holders_step L N k T Sc anything HB (s - L)) as Hstep.
    replace (s - L + L) with s in Hstep by lia. rewrite f_step by lia.
    pose proof (IH (s - 1) ltac:(lia)). pose proof (IH (s - L) ltac:(lia)).
    unfold from_source in Hstep. destruct (busy None (s - L)); lia.
Qed.

Definition messages (s : nat) : list (nat * nat) :=
  flat_map (fun a => match Sc a s with Some m => [m] | None => [] end) (everyone N).

Lemma messages_In s q i : In (q, i) (messages s) <-> exists a, Sc a s = Some (q, i).
Proof.
  unfold messages. rewrite in_flat_map. split.
  - intros (a & _ & E). exists a. destruct (Sc a s) as [m|]; [|destruct E]. destruct E as [->|[]].
    reflexivity.
  - intros (a & E). exists a. split; [eapply sender_known; eassumption|]. rewrite E. left; reflexivity.
Qed.

Lemma messages_length s : length (messages s) = length (filter (fun a => busy a s) (everyone N)).
Proof.
  unfold messages, sends_one. induction (everyone N) as [|a l IH]; [reflexivity|]. cbn [flat_map filter].
  rewrite app_length, IH. destruct (Sc a s) as [[q i]|]; reflexivity.
Qed.

(* No two receivers of one step are the same. *)
Lemma messages_receivers s : NoDup (map fst (messages s)).
Proof.
  unfold messages. assert (NoDup (everyone N)) as ND.
  { constructor; [intros Hi; apply in_map_iff in Hi as (p & E & _); discriminate|].
    apply FinFun.Injective_map_NoDup; [intros p q E; congruence|apply seq_NoDup]. }
  induction ND as [|a l Ha ND IH]; [constructor|]. cbn [flat_map]. rewrite map_app.
  destruct (Sc a s) as [[q i]|] eqn:E; [|exact IH]. cbn [map app fst]. constructor; [|exact IH].
  intros Hq. apply in_map_iff in Hq as ([q' j] & E' & Hq). cbn in E'. subst q'.
  apply in_flat_map in Hq as (b & Hb & F). destruct (Sc b s) as [m|] eqn:G; [|destruct F].
    destruct F as [->|[]].
  apply Ha. rewrite (br_recv _ _ _ _ _ HB _ _ _ _ _ _ E G). exact Hb.
Qed.

Lemma messages_few s : length (messages s) <= Nat.min (f L s) N.
Proof.
  apply Nat.min_glb.
  - rewrite messages_length. unfold everyone. cbn [filter].
    pose proof (senders_hold L N k T Sc anything HB s). pose proof (having_something s).
    destruct (busy None s); cbn [length]; lia.
  - rewrite <- (map_length fst), <- (seq_length N 0). apply NoDup_incl_length; [apply messages_receivers|].
    intros q Hq. apply in_map_iff in Hq as ([q' i] & E & Hq). cbn in E. subst q'.
      apply messages_In in Hq as (a & Hq).
    apply in_seq. apply (br_range _ _ _ _ _ HB) in Hq. lia.
Qed.

Lemma flat_map_length_sum {A} (g : nat -> list A) n : length (flat_map g (seq 0 n)) = sum n (fun s => length
  (g s)).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, flat_map_app, app_length, IH.
    cbn [flat_map sum Nat.add].
  rewrite app_nil_r. reflexivity.
Qed.

Lemma counting_steps n : T < n + L -> N * k <= sum n (fun s => Nat.min (f L s) N).
Proof.
  intros Hn. transitivity (length (list_prod (seq 0 N) (seq 0 k))); [rewrite prod_length, !seq_length; lia|].
  transitivity (length (flat_map messages (seq 0 n))).
  - apply NoDup_incl_length; [apply NoDup_pairs; apply seq_NoDup|]. intros [q i] H.
    apply in_prod_iff in H as [Hq Hi].
    apply in_seq in Hq, Hi. destruct (br_all _ _ _ _ _ HB i q ltac:(lia) ltac:(lia)) as (a & s & E & Hs).
    apply in_flat_map. exists s. split; [apply in_seq; lia|]. apply messages_In. eauto.
  - rewrite flat_map_length_sum. apply sum_le. intros s _. apply messages_few.
Qed.
End Bound.

(* Nobody has anything before time L. *)
Theorem items_time L N k T : 1 <= N -> 1 <= k -> items_possible L N k T -> L <= T.
Proof.
  intros HN Hk (S & HB). destruct (br_all _ _ _ _ _ HB 0 0 ltac:(lia) ltac:(lia)) as (a & s & _ & Hs). lia.
Qed.

(* Proposition 12, one port: k N messages are received, at time i + L min(f_i, N) at most. *)
Theorem counting_bound L N k T : 1 <= L -> items_possible L N k T ->
  k * N <= sum (S T - L) (fun i => Nat.min (f L i) N).
Proof.
  intros HL (S & HB). rewrite Nat.mul_comm. apply (counting_steps L N k T S HL HB). lia.
Qed.

(* ---- Lemma 9: without the item that the source sends first everything can begin a step earlier. ---- *)
Definition renumbered (x i : nat) : nat := if i <? x then i else i - 1.
Definition earlier (x : nat) (S0 : schedule) : schedule := fun a s =>
  match S0 a (S s) with Some (q, i) => if i =? x then None else Some (q, renumbered x i) | None => None end.

Lemma earlier_spec x S0 a s q i : earlier x S0 a s = Some (q, i) <-> S0 a (S s) = Some (q, if i <? x then i
  else S i).
Proof.
  unfold earlier, renumbered. destruct (S0 a (S s)) as [[q' j]|]; [|split; discriminate].
  destruct (Nat.eqb_spec j x), (Nat.ltb_spec j x), (Nat.ltb_spec i x); split; intros E;
    try discriminate; injection E; intros; subst; try lia; do 2 f_equal; lia.
Qed.

(* At step 0 only the source has something to send. *)
Lemma first_step L N k T S0 p q i : 1 <= L -> brings L N k T S0 -> S0 (Some p) 0 = Some (q, i) -> False.
Proof. intros HL HB E. destruct (br_hold _ _ _ _ _ HB _ _ _ _ E) as (a & s & _ & Hs). lia. Qed.

Theorem lemma_9 L N k T : 1 <= L -> items_possible L N (S k) (S T) -> items_possible L N k T.
Proof.
  intros HL (S0 & HB). set (x := match S0 None 0 with Some (_, i) => i | None => k end).
  assert (x <= k) as Hx.
  { unfold x. destruct (S0 None 0) as [[q i]|] eqn:E; [|lia]. apply (br_range _ _ _ _ _ HB) in E. lia. }
  (* another item is not sent at step 0 *)
  assert (forall a s q i, S0 a s = Some (q, i) -> i <> x -> exists s', s = S s') as later.
  { intros a [|s] q i E Hi; [exfalso|eauto]. destruct a as [p|]; [eapply first_step; eassumption|].
    unfold x in Hi. rewrite E in Hi. congruence. }
  exists (earlier x S0). split.
  - intros a s q i E. apply earlier_spec in E. apply (br_range _ _ _ _ _ HB) in E.
    destruct (Nat.ltb_spec i x); lia.
  - intros p s q i E. apply earlier_spec in E. destruct (br_hold _ _ _ _ _ HB _ _ _ _ E) as (a & s' & F & Hs).
    destruct (later _ _ _ _ F) as (s'' & ->); [destruct (Nat.ltb_spec i x); lia|].
    exists a, s''. split; [apply earlier_spec; exact F|lia].
  - intros a b s q i j E F. apply earlier_spec in E, F. exact (br_recv _ _ _ _ _ HB _ _ _ _ _ _ E F).
  - intros i q Hi Hq. destruct (br_all _ _ _ _ _ HB (if i <? x then i else S i) q) as (a & s & E & Hs);
      [destruct (Nat.ltb_spec i x); lia|exact Hq|].
    destruct (later _ _ _ _ E) as (s' & ->); [destruct (Nat.ltb_spec i x); lia|].
    exists a, s'. split; [apply earlier_spec; exact E|lia].
Qed.

(* More time does not harm. *)
Lemma items_later L N k T T' : T <= T' -> items_possible L N k T -> items_possible L N k T'.
Proof.
  intros HT (S & [B1 B2 B3 B4]). exists S. split; auto. intros i q Hi Hq.
  destruct (B4 i q Hi Hq) as (a & s & E & Hs). exists a, s. split; [exact E|lia].
Qed.
