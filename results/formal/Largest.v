(* SPDX-License-Identifier: MIT *)
(* Section 8.3, for potentials that tell the largest value apart: that of a state S with the largest element M is
   - (largest M) - (the sum of `other` over the rest of S), or - (single x) if S = {x}.  Then finitely many inequalities imply
   the condition of Proposition 2, with numbers of any size: this is kind prices, potential largest, and section 9.2. *)
From Coq Require Import List ZArith Lia Bool Permutation.
From Steadycast Require Import Model Prices.
Import ListNotations.
Open Scope Z_scope.

Fixpoint maxl (l : list nat) : nat := match l with [] => 0 | x :: m => Nat.max x (maxl m) end.
Fixpoint sum_of (g : nat -> Z) (l : list nat) : Z := match l with [] => 0 | x :: m => g x + sum_of g m end.
Lemma sum_perm g l l' : Permutation l l' -> sum_of g l = sum_of g l'.
Proof. induction 1; cbn [sum_of]; lia. Qed.
Lemma sum_map g h l : sum_of g (map h l) = sum_of (fun x => g (h x)) l.
Proof. induction l; cbn [sum_of map]; lia. Qed.
Lemma maxl_perm l l' : Permutation l l' -> maxl l = maxl l'.
Proof. induction 1; cbn [maxl]; lia. Qed.
Lemma maxl_S l : l <> [] -> maxl (map S l) = S (maxl l).
Proof.
  induction l as [|x [|y l] IH]; intros H; [congruence|cbn; lia|].
  cbn [map maxl] in *. rewrite IH by discriminate. lia.
Qed.
Lemma maxl_In x l : In x l -> (x <= maxl l)%nat.
Proof. induction l as [|y l IH]; intros []; cbn [maxl]; [lia|]. apply IH in H. lia. Qed.
Lemma maxl_is l : l <> [] -> In (maxl l) l.
Proof.
  induction l as [|x [|y l] IH]; intros H; [congruence|left; cbn; lia|]. specialize (IH ltac:(discriminate)).
  change (maxl (x :: y :: l)) with (Nat.max x (maxl (y :: l))). destruct (Nat.max_spec x (maxl (y :: l))) as [[_ ->]|[_ ->]]; [right; exact IH|left; reflexivity].
Qed.
Lemma maxl_NoDup l : NoDup l -> (length l <= S (maxl l))%nat.
Proof.
  intros Hn. rewrite <- (seq_length (S (maxl l)) 0). apply NoDup_incl_length; [exact Hn|].
  intros x Hx. apply in_seq. apply maxl_In in Hx. lia.
Qed.

(* A transition: the values held before it with the one received are those held after it, a step older, with 0. *)
Lemma transition t v (P Q : nat -> bool) : (v <= t)%nat -> P v = false -> P t = false -> Q 0%nat = true ->
  (forall u, Q u = P u || Nat.eqb u v) ->
  let st := filter P (seq 0 t) in let st' := filter (fun u => Q (S u)) (seq 0 t) in
  NoDup st /\ ~ In v st /\ Permutation (0%nat :: map S st') (v :: st) /\ forall u, (u <= t)%nat -> Q u = true -> In u (v :: st).
Proof.
  intros Hv HPv HPt HQ0 HQ st st'. assert (NoDup st) as ND by apply NoDup_filter, seq_NoDup.
  assert (~ In v st) as Hn by (intros H; apply filter_In in H as [_ H]; congruence).
  assert (forall u, (u <= t)%nat -> Q u = true -> In u (v :: st)) as HU.
  { intros u Hu E. rewrite HQ in E. apply orb_prop in E as [E|E]; [right|left; apply Nat.eqb_eq in E; auto].
    apply filter_In. split; [|exact E]. apply in_seq. destruct (Nat.eq_dec u t); [subst; congruence|lia]. }
  repeat split; try assumption. apply NoDup_Permutation.
  - constructor; [rewrite in_map_iff; intros (x & ? & _); discriminate|].
    apply FinFun.Injective_map_NoDup; [intros a b; lia|]. apply NoDup_filter, seq_NoDup.
  - constructor; assumption.
  - assert (forall x, (x <= t)%nat -> Q x = true -> In x (0%nat :: map S st')) as W.
    { intros [|x] Hx E; [left; reflexivity|right]. apply in_map, filter_In. split; [apply in_seq; lia|exact E]. }
    intros x. split.
    + intros [<-|Hx]; [apply HU; [lia|exact HQ0]|]. apply in_map_iff in Hx as (y & <- & Hy). apply filter_In in Hy as [Hy E].
      apply in_seq in Hy. apply HU; [lia|exact E].
    + intros [<-|Hx]; [apply W; [lia|]; rewrite HQ, Nat.eqb_refl; apply orb_true_r|].
      apply filter_In in Hx as [Hx E]. apply in_seq in Hx. apply W; [lia|]. rewrite HQ, E. reflexivity.
Qed.

Section Largest.
Variables (L t : nat) (lambda : nat -> Z) (rho c : Z) (single largest other least : nat -> Z).
Hypothesis HL : (1 <= L)%nat.
Hypothesis Hlam : forall w, 0 <= lambda w.
Hypothesis Hmono : forall w w', (w <= w')%nat -> (w' + L <= t)%nat -> lambda w <= lambda w'.
Hypothesis Hother0 : 0 <= other 0%nat.
Hypothesis Hother : forall u, (S u < t)%nat -> other u <= other (S u).
Hypothesis Hrho : 0 <= rho.
Hypothesis Hc : 0 <= c.
Notation price := (price t lambda rho).
Definition before (u : nat) : Z := match u with O => 0 | S k => other k end.
(* What is gained is c, and what the value m can earn besides. *)
Definition pays (gain : Z) (m : nat) : Prop := c <= gain /\ ((L <= m)%nat -> c <= gain - lambda (m - L)).
Definition value (v : nat) : Prop := v = t \/ (v + L <= t)%nat.
Hypothesis Hnone : value 0 -> c <= price 0.
Hypothesis Hzero : forall v, (1 <= v)%nat -> value v -> pays (price v + single 0%nat - single (v - 1)%nat) v.
Hypothesis Hone : forall x, (1 <= x < t)%nat -> value 0 -> pays (price 0 + single x - single (x - 1)%nat) x.
(* What is between 0 and M gives least M or more. *)
Hypothesis Hleast : forall u M, (1 <= u < M)%nat -> (M < t)%nat -> least M <= other u - before u.
Hypothesis Hmore : forall M v, (1 <= M < t)%nat -> value v -> v <> M -> (2 <= Nat.max v M)%nat ->
  pays (price v + largest M - largest (Nat.max v M - 1)%nat - before (Nat.min v M) + if Nat.eqb v 0 then least M else other 0%nat) (Nat.max v M).

Definition phi (l : list nat) : Z :=
  match l with [] => 0 | [x] => - single x | _ => - largest (maxl l) - (sum_of other l - other (maxl l)) end.
Lemma phi_more l : (2 <= length l)%nat -> phi l = - largest (maxl l) - (sum_of other l - other (maxl l)).
Proof. destruct l as [|x [|y l]]; cbn [length]; intros; lia || reflexivity. Qed.

(* other does not descend, so each element of a state gives something: in particular M and another one, e. *)
Lemma rest_gain M e l : In M l -> In e l -> e <> M -> (forall u, In u l -> (u < t)%nat) ->
  other M - before M + (other e - before e) <= sum_of other l - sum_of before l.
Proof.
  intros HM He Hne Hl. assert (forall u, (u < t)%nat -> 0 <= other u - before u) as Q.
  { intros [|u] Hu; cbn [before]; [lia|]. specialize (Hother u Hu). lia. }
  assert (forall l, (forall u, In u l -> (u < t)%nat) -> 0 <= sum_of other l - sum_of before l) as Q2.
  { intros k; induction k as [|u k IH]; intros Hk; cbn [sum_of]; [lia|]. specialize (Q u (Hk u (or_introl eq_refl))).
    specialize (IH (fun x Hx => Hk x (or_intror Hx))). lia. }
  assert (forall (x : nat) k, In x k -> exists m, Permutation k (x :: m)) as Take.
  { intros x k Hx. apply in_split in Hx as (k1 & k2 & ->). exists (k1 ++ k2). symmetry. apply Permutation_middle. }
  destruct (Take M l HM) as (m & P1). assert (In e m) as He' by (rewrite P1 in He; destruct He; [congruence|assumption]).
  destruct (Take e m He') as (k & P2). rewrite !(sum_perm _ _ _ P1). cbn [sum_of]. rewrite !(sum_perm _ _ _ P2). cbn [sum_of].
  assert (0 <= sum_of other k - sum_of before k); [|lia]. apply Q2. intros u Hu. apply Hl. rewrite P1, P2. right; right; exact Hu.
Qed.

Lemma largest_transition (P Q : nat -> bool) v : value v -> P v = false -> P t = false -> Q 0%nat = true ->
  (forall u, Q u = P u || Nat.eqb u v) ->
  let gain := price v + phi (filter (fun u => Q (S u)) (seq 0 t)) - phi (filter P (seq 0 t)) in
  c <= gain /\ forall u, (L <= u <= t)%nat -> Q u = true -> c <= gain - lambda (u - L).
Proof.
  intros Hv HPv HPt HQ0 HQ. destruct (transition t v P Q ltac:(destruct Hv; lia) HPv HPt HQ0 HQ) as (ND & Hn & HA & HU).
  assert (forall u, In u (filter P (seq 0 t)) -> (u < t)%nat) as Hlt by (intros u Hu; apply filter_In in Hu as [Hu _]; apply in_seq in Hu; lia).
  set (st := filter P (seq 0 t)) in *. set (st' := filter (fun u => Q (S u)) (seq 0 t)) in *. cbn zeta.
  assert (length st' = length st) as Hlen by (apply Permutation_length in HA; cbn in HA; rewrite map_length in HA; lia).
  assert (In 0%nat (v :: st)) as H0 by (rewrite <- HA; left; reflexivity).
  assert (forall g m, (forall u, In u (v :: st) -> (u <= m)%nat) -> In m (v :: st) -> pays g m ->
    c <= g /\ forall u, (L <= u <= t)%nat -> Q u = true -> c <= g - lambda (u - L)) as Best.
  { intros g m Hm Hin [G1 G2]. split; [exact G1|]. intros u Hu E. apply (HU u) in E; [|lia]. apply Hm in E.
    assert (m <= t)%nat by (destruct Hin as [<-|Hin]; [destruct Hv; lia|apply Hlt in Hin; lia]).
    specialize (G2 ltac:(lia)). assert (lambda (u - L) <= lambda (m - L)) by (apply Hmono; lia). lia. }
  destruct (length st) as [|[|b]] eqn:Eb.
  - destruct st as [|? ?]; [|discriminate]. destruct st'; [|discriminate]. destruct H0 as [->|[]]. cbn [phi].
    apply (Best _ 0%nat); [intros u [<-|[]]; lia|left; reflexivity|]. split; [specialize (Hnone Hv); lia|lia].
  - destruct st as [|x [|? ?]]; try discriminate. destruct st' as [|x' [|? ?]]; try discriminate. cbn [phi].
    pose proof (maxl_perm _ _ HA) as E. pose proof (sum_perm Z.of_nat _ _ HA) as E2. cbn [maxl sum_of map] in E, E2.
    assert (x < t)%nat as Hx by (apply Hlt; left; reflexivity).
    destruct (Nat.eq_dec v 0) as [->|Hvn].
    + destruct (Nat.eq_dec x 0) as [->|Hxn]; [exfalso; apply Hn; left; reflexivity|]. assert (x' = (x - 1)%nat) as -> by lia.
      apply (Best _ x); [intros u [<-|[<-|[]]]; lia|right; left; reflexivity|]. specialize (Hone x ltac:(lia) Hv).
      replace (price 0 + - single (x - 1)%nat - - single x) with (price 0 + single x - single (x - 1)%nat) by lia. exact Hone.
    + assert (x = 0%nat) as -> by (destruct H0 as [H0|[H0|[]]]; congruence). assert (x' = (v - 1)%nat) as -> by lia.
      apply (Best _ v); [intros u [<-|[<-|[]]]; lia|left; reflexivity|]. specialize (Hzero v ltac:(lia) Hv).
      replace (price v + - single (v - 1)%nat - - single 0%nat) with (price v + single 0%nat - single (v - 1)%nat) by lia. exact Hzero.
  - assert (st <> []) as Hne by (intros E; rewrite E in Eb; discriminate).
    assert (st' <> []) as Hne' by (intros E; rewrite E in Hlen; discriminate).
    rewrite !phi_more by lia. set (M := maxl st). set (m := Nat.max v M).
    pose proof (maxl_NoDup st ND) as HM. rewrite Eb in HM. fold M in HM.
    pose proof (maxl_is st Hne) as HMin. fold M in HMin. specialize (Hlt M HMin) as HMt.
    assert (v <> M) as Hvm by (intros ->; exact (Hn HMin)).
    assert (maxl st' = (m - 1)%nat /\ (2 <= m)%nat) as [Em Hm2].
    { pose proof (maxl_perm _ _ HA) as E1. change (maxl (v :: st)) with m in E1.
      assert (maxl (0%nat :: map S st') = S (maxl st')) as E2.
      { change (maxl (0%nat :: map S st')) with (Nat.max 0 (maxl (map S st'))). rewrite maxl_S by exact Hne'. lia. }
      assert (NoDup (v :: st)) as ND2 by (constructor; assumption).
      pose proof (maxl_NoDup (v :: st) ND2) as E3. change (maxl (v :: st)) with m in E3. cbn [length] in E3. lia. }
    rewrite Em.
    assert (sum_of other st' = before v + sum_of before st) as Es.
    { pose proof (sum_perm before _ _ HA) as E. cbn [sum_of] in E. rewrite sum_map in E. cbn [before] in E. exact E. }
    assert (other (m - 1)%nat = before m) as Eo by (destruct m; [lia|cbn [before]; f_equal; lia]).
    assert (before v + before M = before m + before (Nat.min v M)) as Ey.
    { unfold m. destruct (Nat.max_spec v M) as [[? ->]|[? ->]], (Nat.min_spec v M) as [[? ->]|[? ->]]; lia. }
    assert ((if Nat.eqb v 0 then least M else other 0%nat) + (other M - before M) <= sum_of other st - sum_of before st) as Hr.
    { destruct (Nat.eqb_spec v 0) as [->|Hv0].
      - assert (exists e, In e st /\ e <> M) as (e & He & HeM').
        { destruct st as [|x [|x' k]]; cbn [length] in Eb; try lia. destruct (Nat.eq_dec x M) as [Ex|Hx]; [|exists x; split; [left; reflexivity|exact Hx]].
          exists x'. split; [right; left; reflexivity|]. intros Ex'. inversion ND as [|? ? N1 _]. apply N1. left. congruence. }
        assert (e <> 0%nat) by (intros ->; exact (Hn He)). pose proof (maxl_In e st He) as HeM. fold M in HeM.
        pose proof (rest_gain M e st HMin He HeM' Hlt). pose proof (Hleast e M ltac:(lia) HMt). lia.
      - destruct H0 as [H0|H0]; [congruence|]. assert (0%nat <> M) as HM0 by lia.
        pose proof (rest_gain M 0%nat st HMin H0 HM0 Hlt) as G. cbn [before] in G. lia. }
    destruct (Hmore M v ltac:(lia) Hv Hvm Hm2) as [G1 G2]. fold m in G1, G2.
    apply (Best _ m).
    + intros u Hu. apply maxl_In in Hu. exact Hu.
    + unfold m. destruct (Nat.max_spec v M) as [[_ ->]|[_ ->]]; [right; exact HMin|left; reflexivity].
    + split; [lia|]. intros Hlm. specialize (G2 Hlm). lia.
Qed.

Theorem largest_bound N : (1 <= N)%nat -> possible L N (L + t) -> c * Z.of_nat N <= rho.
Proof.
  intros HN [Sc HS]. apply (prices_bound L N t Sc HL HS HN lambda rho c phi Hlam Hrho Hc). intros P Q v Hv. apply largest_transition. exact Hv.
Qed.
End Largest.
