(* SPDX-License-Identifier: MIT *)
(* Section 20.2: prices of groups bound the rounds of every schedule , and cuts in time bound what a chunk costs. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import NetworkModel.
Import ListNotations.
Open Scope Z_scope.

(* Sums over lists. *)
Fixpoint tally {A} (f : A -> Z) (l : list A) : Z := match l with [] => 0 | x :: m => f x + tally f m end.
Lemma tally_ext {A} (f g : A -> Z) l : (forall x, In x l -> f x = g x) -> tally f l = tally g l.
Proof. induction l as [|x l IH]; cbn; intros H; [reflexivity|]. rewrite H, IH by auto. reflexivity. Qed.
Lemma tally_le {A} (f g : A -> Z) l : (forall x, In x l -> f x <= g x) -> tally f l <= tally g l.
Proof. induction l as [|x l IH]; cbn; intros H; [lia|]. specialize (IH (fun y h => H y (or_intror h))). specialize (H x (or_introl eq_refl)). lia. Qed.
Lemma tally_plus {A} (f g : A -> Z) l : tally (fun x => f x + g x) l = tally f l + tally g l.
Proof. induction l; cbn; lia. Qed.
Lemma tally_times {A} c (f : A -> Z) l : tally (fun x => c * f x) l = c * tally f l.
Proof. induction l; cbn; lia. Qed.
Lemma tally_const {A} c (l : list A) : tally (fun _ => c) l = Z.of_nat (length l) * c.
Proof. induction l; cbn [tally length]; lia. Qed.
Lemma tally_nonneg {A} (f : A -> Z) l : (forall x, In x l -> 0 <= f x) -> 0 <= tally f l.
Proof. intros H. pose proof (tally_le (fun _ => 0) f l H) as Q. rewrite tally_const in Q. lia. Qed.
Lemma tally_swap {A B} (f : A -> B -> Z) l m : tally (fun x => tally (f x) m) l = tally (fun y => tally (fun x => f x y) l) m.
Proof. induction l as [|x l IH]; cbn; [rewrite tally_const; lia|]. rewrite IH, <- tally_plus. reflexivity. Qed.
Lemma tally_map {A B} (f : B -> Z) (h : A -> B) l : tally f (map h l) = tally (fun x => f (h x)) l.
Proof. induction l; cbn; lia. Qed.
Lemma tally_app {A} (f : A -> Z) l m : tally f (l ++ m) = tally f l + tally f m.
Proof. induction l; cbn; lia. Qed.
Lemma tally_of_nat {A} (f : A -> nat) l : Z.of_nat (list_sum (map f l)) = tally (fun x => Z.of_nat (f x)) l.
Proof. induction l; cbn [map list_sum fold_right tally]; [reflexivity|]. fold (list_sum (map f l)). lia. Qed.
Lemma tally_one (h : nat -> Z) c l : NoDup l -> In c l -> tally (fun x => if Nat.eqb c x then h x else 0) l = h c.
Proof.
  induction l as [|x l IH]; intros Hd Hi; [destruct Hi|]. inversion Hd as [|? ? Hx Hl]; subst. cbn [tally]. destruct (Nat.eqb_spec c x) as [->|Hn].
  - rewrite (tally_ext _ (fun _ => 0)), tally_const; [lia|]. intros y Hy. destruct (Nat.eqb_spec x y) as [->|]; [contradiction|reflexivity].
  - destruct Hi as [->|Hi]; [contradiction|]. rewrite IH by assumption. reflexivity.
Qed.
Lemma tally_in {A} (f : A -> Z) l x : (forall y, In y l -> 0 <= f y) -> In x l -> f x <= tally f l.
Proof.
  induction l as [|y l IH]; intros H Hi; [destruct Hi|]. cbn [tally]. pose proof (tally_nonneg f l (fun z h => H z (or_intror h))).
  pose proof (H y (or_introl eq_refl)). destruct Hi as [->|Hi]; [lia|]. specialize (IH (fun z h => H z (or_intror h)) Hi). lia.
Qed.

(* Prices: of groups, each with its price in every step; a group may have several, which add up. *)
Definition prices := list (group * (nat -> Z)).
Definition paid (net : network) (m : nat * nat) (p : group * (nat -> Z)) : Z :=
  if has_member (fst p) (fst m) then snd p (counts_in net (fst p) m) else 0.
Definition cost (net : network) (y : prices) (m : nat * nat) : Z := tally (paid net m) y.
(* What a round of step s can carry is worth this. *)
Definition budget (y : prices) (s : nat) : Z := tally (fun p => snd p s * Z.of_nat (group_capacity (fst p))) y.
Definition are_prices (net : network) (y : prices) : Prop := forall p, In p y -> In (fst p) (groups net) /\ forall s, 0 <= snd p s.

Lemma cost_nonneg net y m : are_prices net y -> 0 <= cost net y m.
Proof. intros Hy. apply tally_nonneg. intros p Hp. unfold paid. destruct (has_member _ _); [apply (Hy p Hp)|lia]. Qed.
Lemma latency_at net a : proper net -> (a < length (arcs net))%nat -> (1 <= arc_latency (arc_at net a))%nat.
Proof. intros Hn Ha. apply (pr_arcs net Hn). apply nth_In. exact Ha. Qed.
Lemma counts_range net S c T g m : proper net -> brings_in net S c T -> In m T -> (1 <= counts_in net g m <= S)%nat.
Proof.
  intros Hn HT Hm. destruct (bi_range _ _ _ _ HT m Hm) as (Ha & Hs & He). pose proof (latency_at net _ Hn Ha). unfold counts_in, arrival in *.
  destruct (group_port g) as [v|]; [destruct (_ =? v)%nat|]; lia.
Qed.

(* What messages cost is their load, at the prices. *)
Lemma load_cons net g s m T :
  Z.of_nat (load_of net g s (m :: T)) = (if (counts_in net g m =? s)%nat then if has_member g (fst m) then 1 else 0 else 0) + Z.of_nat (load_of net g s T).
Proof. unfold load_of. cbn [filter]. destruct (has_member g (fst m)), (counts_in net g m =? s)%nat; cbn [andb length]; lia. Qed.
Lemma cost_of_load net S y T : (forall p m, In p y -> In m T -> (1 <= counts_in net (fst p) m <= S)%nat) ->
  tally (cost net y) T = tally (fun p => tally (fun s => snd p s * Z.of_nat (load_of net (fst p) s T)) (seq 1 S)) y.
Proof.
  intros H. unfold cost, paid. rewrite tally_swap. apply tally_ext. intros p Hp. specialize (H p).
  assert (H' : forall m, In m T -> (1 <= counts_in net (fst p) m <= S)%nat) by auto. clear H. induction T as [|m T IH].
  - cbn. rewrite (tally_ext _ (fun _ => 0)), tally_const; [lia|]. intros. lia.
  - cbn [tally]. rewrite IH by (intros; apply H'; right; assumption).
    rewrite (tally_ext (fun s => snd p s * Z.of_nat (load_of net (fst p) s (m :: T)))
      (fun s => (if (counts_in net (fst p) m =? s)%nat then (fun s => if has_member (fst p) (fst m) then snd p s else 0) s else 0) + snd p s * Z.of_nat (load_of net (fst p) s T))).
    + rewrite tally_plus, tally_one; [reflexivity|apply seq_NoDup|]. apply in_seq. specialize (H' m (or_introl eq_refl)). lia.
    + intros s _. rewrite load_cons. destruct (counts_in net (fst p) m =? s)%nat, (has_member (fst p) (fst m)); lia.
Qed.

(* Theorem (prices): if what brings a chunk of commodity k costs d k at least, the rounds are worth what all chunks cost. *)
Theorem network_prices net ks C S r M y (d : nat -> Z) : proper net -> carries net ks C S r M -> are_prices net y ->
  (forall k T, (k < length ks)%nat -> brings_in net S (nth k ks (Commodity 0 [])) T -> d k <= tally (cost net y) T) ->
  Z.of_nat C * tally d (seq 0 (length ks)) <= tally (fun s => Z.of_nat (r s) * budget y s) (seq 1 S).
Proof.
  intros Hn HM Hy Hd.
  assert (Hl : tally (fun k => tally (fun c => d k) (seq 0 C)) (seq 0 (length ks)) <= tally (fun k => tally (fun c => tally (cost net y) (M k c)) (seq 0 C)) (seq 0 (length ks))).
  { apply tally_le. intros k Hk. apply tally_le. intros c Hc. apply in_seq in Hk, Hc. apply Hd; [lia|]. apply (ca_brings _ _ _ _ _ _ HM); lia. }
  rewrite (tally_ext _ (fun k => Z.of_nat C * d k)), tally_times in Hl by (intros; rewrite tally_const, seq_length; reflexivity).
  eapply Z.le_trans; [exact Hl|]. clear Hl.
  rewrite (tally_ext _ (fun k => tally (fun p => tally (fun s => tally (fun c => snd p s * Z.of_nat (load_of net (fst p) s (M k c))) (seq 0 C)) (seq 1 S)) y)).
  2:{ intros k Hk. apply in_seq in Hk. erewrite tally_ext.
    2:{ intros c Hc. apply in_seq in Hc. apply (cost_of_load net S). intros p m _ Hm. refine (counts_range net S _ _ _ m Hn _ Hm). apply (ca_brings _ _ _ _ _ _ HM k c); lia. }
    rewrite tally_swap. apply tally_ext. intros p _. rewrite tally_swap. reflexivity. }
  rewrite tally_swap. unfold budget. erewrite (tally_ext (fun s => Z.of_nat (r s) * _)) by (intros s _; rewrite <- tally_times; reflexivity).
  rewrite (tally_swap _ (seq 1 S) y). apply tally_le. intros p Hp. rewrite tally_swap. apply tally_le. intros s Hs. apply in_seq in Hs.
  destruct (Hy p Hp) as [Hg H0]. specialize (H0 s). pose proof (ca_capacity _ _ _ _ _ _ HM (fst p) s Hg ltac:(lia)) as Hc.
  apply Nat2Z.inj_le in Hc. rewrite tally_of_nat, Nat2Z.inj_mul in Hc.
  rewrite (tally_ext _ (fun k => snd p s * Z.of_nat (list_sum (map (fun c => load_of net (fst p) s (M k c)) (seq 0 C))))).
  2:{ intros k _. rewrite tally_of_nat, <- tally_times. reflexivity. }
  rewrite tally_times. nia.
Qed.

(* (a) Every step is worth B a round at most. *)
Lemma tally_rounds S r B f : (forall s, (1 <= s <= S)%nat -> f s <= B) -> tally (fun s => Z.of_nat (r s) * f s) (seq 1 S) <= Z.of_nat (rounds_until S r) * B.
Proof.
  intros H. unfold rounds_until. rewrite tally_of_nat, Z.mul_comm, <- tally_times. apply tally_le. intros s Hs. apply in_seq in Hs. specialize (H s ltac:(lia)). nia.
Qed.
Theorem network_rounds net ks C S r M y d B : proper net -> carries net ks C S r M -> are_prices net y ->
  (forall k T, (k < length ks)%nat -> brings_in net S (nth k ks (Commodity 0 [])) T -> d k <= tally (cost net y) T) ->
  (forall s, (1 <= s <= S)%nat -> budget y s <= B) ->
  Z.of_nat C * tally d (seq 0 (length ks)) <= Z.of_nat (rounds_until S r) * B.
Proof. intros Hn HM Hy Hd HB. eapply Z.le_trans; [apply (network_prices net ks C S r M y d); assumption|apply tally_rounds; exact HB]. Qed.

(* Empty steps may be added, and rounds. *)
Lemma brings_longer net S S' c T : (S <= S')%nat -> brings_in net S c T -> brings_in net S' c T.
Proof. intros H [H1 H2 H3]. split; try assumption. intros m Hm. specialize (H1 m Hm). lia. Qed.
Lemma list_sum_zero l : (forall x, In x l -> x = 0%nat) -> list_sum l = 0%nat.
Proof. induction l as [|x l IH]; intros H; [reflexivity|]. cbn. fold (list_sum l). rewrite (H x), IH by auto using in_eq, in_cons. reflexivity. Qed.
Lemma load_late net S c T g s : proper net -> brings_in net S c T -> (S < s)%nat -> load_of net g s T = 0%nat.
Proof.
  intros Hn HT Hs. unfold load_of. destruct (filter _ T) as [|m l] eqn:E; [reflexivity|]. assert (Hm : In m (m :: l)) by (left; reflexivity).
  rewrite <- E in Hm. apply filter_In in Hm as [Hm H]. apply andb_prop in H as [_ H]. apply Nat.eqb_eq in H. pose proof (counts_range net S c T g m Hn HT Hm). lia.
Qed.
Lemma carries_longer net ks C S S' r r' M : proper net -> (S <= S')%nat -> (forall s, (1 <= s <= S)%nat -> (r s <= r' s)%nat) ->
  carries net ks C S r M -> carries net ks C S' r' M.
Proof.
  intros Hn HS Hr [H1 H2]. split.
  - intros k c Hk Hc. apply (brings_longer net S); auto.
  - intros g s Hg Hs. destruct (le_lt_dec s S) as [H|H].
    + specialize (H2 g s Hg ltac:(lia)). specialize (Hr s ltac:(lia)). nia.
    + rewrite list_sum_zero; [lia|]. intros x Hx. apply in_map_iff in Hx as (k & <- & Hk). apply in_seq in Hk. apply list_sum_zero.
      intros x Hx. apply in_map_iff in Hx as (c & <- & Hc). apply in_seq in Hc. apply (load_late net S (nth k ks (Commodity 0 []))); try assumption. apply H1; lia.
Qed.

(* Cuts in time: each node has a time, the source 0, some target one that does not come. *)
Definition crosses (net : network) (tau : nat -> nat) (m : nat * nat) : bool :=
  ((tau (arc_from (arc_at net (fst m))) <? snd m) && (arrival net m <? tau (arc_to (arc_at net (fst m)))))%nat.
Lemma crosses_before net S c T (tau : nat -> nat) : proper net -> brings_in net S c T -> tau (source c) = 0%nat ->
  forall h m, In m T -> (arrival net m <= h)%nat -> (arrival net m < tau (arc_to (arc_at net (fst m))))%nat -> exists m', In m' T /\ crosses net tau m' = true.
Proof.
  intros Hn HT H0. induction h as [|h IH]; intros m Hm Hh Hv; destruct (bi_range _ _ _ _ HT m Hm) as (Ha & Hs & He);
    pose proof (latency_at net _ Hn Ha) as Hl; unfold arrival in Hh at 1; [lia|].
  destruct (Nat.ltb_spec (tau (arc_from (arc_at net (fst m)))) (snd m)) as [H|H].
  - exists m. split; [exact Hm|]. unfold crosses. apply andb_true_intro. split; apply Nat.ltb_lt; assumption.
  - destruct (bi_hold _ _ _ _ HT m Hm) as [E|(m' & Hm' & E & Hb)]; [rewrite E, H0 in H; lia|].
    apply (IH m'); [exact Hm'|lia|rewrite E; lia].
Qed.
Theorem crosses_some net S c T tau t : proper net -> brings_in net S c T -> tau (source c) = 0%nat -> In t (targets c) -> (S < tau t)%nat ->
  exists m, In m T /\ crosses net tau m = true.
Proof.
  intros Hn HT H0 Ht Hl. destruct (bi_all _ _ _ _ HT t Ht) as [->|(m & Hm & E)]; [lia|].
  destruct (bi_range _ _ _ _ HT m Hm) as (_ & _ & He). apply (crosses_before net S c T tau Hn HT H0 _ m Hm (le_n _)). rewrite E. lia.
Qed.

(* Weights of cuts, which messages cross for no more than they cost. *)
Definition crossed (net : network) (cuts : list (Z * (nat -> nat))) (m : nat * nat) : Z :=
  tally (fun j => if crosses net (snd j) m then fst j else 0) cuts.
Theorem network_cuts net S c T y cuts : proper net -> brings_in net S c T ->
  (forall j, In j cuts -> 0 <= fst j /\ snd j (source c) = 0%nat /\ exists t, In t (targets c) /\ (S < snd j t)%nat) ->
  (forall m, (fst m < length (arcs net))%nat -> (1 <= snd m)%nat -> (arrival net m <= S)%nat -> crossed net cuts m <= cost net y m) ->
  tally fst cuts <= tally (cost net y) T.
Proof.
  intros Hn HT Hc Hy. apply Z.le_trans with (tally (crossed net cuts) T).
  - unfold crossed. rewrite tally_swap. apply tally_le. intros j Hj. destruct (Hc j Hj) as (H1 & H2 & t & Ht & H3).
    destruct (crosses_some net S c T (snd j) t Hn HT H2 Ht H3) as (m & Hm & E).
    pose proof (tally_in (fun m => if crosses net (snd j) m then fst j else 0) T m) as Q. cbn beta in Q. rewrite E in Q. apply Q; [|exact Hm].
    intros m' _. destruct (crosses net (snd j) m'); lia.
  - apply tally_le. intros m Hm. destruct (bi_range _ _ _ _ HT m Hm) as (H1 & H2 & H3). apply Hy; assumption.
Qed.
