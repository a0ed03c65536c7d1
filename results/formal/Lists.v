(* SPDX-License-Identifier: MIT *)
(* Lists: how many elements have a property, pairs, choices, sums. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Hall.
Import ListNotations.
Open Scope Z_scope.

Definition count {A} (p : A -> bool) (l : list A) : nat := length (filter p l).

Lemma count_perm {A} (p : A -> bool) l l' : Permutation l l' -> count p l = count p l'.
Proof. unfold count. induction 1; cbn [filter]; repeat destruct (p _); cbn [length] in *; lia. Qed.
Lemma count_map {A B} (p : B -> bool) (g : A -> B) l : count p (map g l) = count (fun x => p (g x)) l.
Proof. unfold count. induction l; cbn [map filter]; [reflexivity|]. destruct (p (g a)); cbn [length]; lia. Qed.

Lemma combine_hit {A B} (l1 : list A) (l2 : list B) q : In q l2 -> (length l2 <= length l1)%nat ->
  exists p, In (p, q) (combine l1 l2).
Proof.
  revert l1; induction l2 as [|y l2 IH]; intros l1 [] Hl; destruct l1 as [|x l1]; cbn in Hl; try lia; cbn.
  - subst. eauto.
  - destruct (IH l1 H) as [p Hp]; [lia|]. eauto.
Qed.
Lemma combine_fun_r {A B} (l1 : list A) (l2 : list B) p p' q : NoDup l2 ->
  In (p, q) (combine l1 l2) -> In (p', q) (combine l1 l2) -> p = p'.
Proof.
  revert l1; induction l2 as [|y l2 IH]; intros l1 Hn H H'; destruct l1 as [|x l1]; cbn in H; try tauto.
  inversion Hn; subst. destruct H as [H|H], H' as [H'|H'].
  - congruence.
  - injection H as -> ->. apply in_combine_r in H'. contradiction.
  - injection H' as -> ->. apply in_combine_r in H. contradiction.
  - eauto.
Qed.
Lemma combine_fun_l {A B} (l1 : list A) (l2 : list B) p q q' : NoDup l1 ->
  In (p, q) (combine l1 l2) -> In (p, q') (combine l1 l2) -> q = q'.
Proof.
  revert l2; induction l1 as [|y l1 IH]; intros l2 Hn H H'; destruct l2 as [|x l2]; cbn in H; try tauto.
  inversion Hn; subst. destruct H as [H|H], H' as [H'|H'].
  - congruence.
  - injection H as -> ->. apply in_combine_l in H'. contradiction.
  - injection H' as -> ->. apply in_combine_l in H. contradiction.
  - eauto.
Qed.

Lemma nth_map_seq' {A} (w : list A) d : map (fun k => nth k w d) (seq 0 (length w)) = w.
Proof.
  induction w as [|x w IH]; [reflexivity|]. cbn [length seq map]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

(* Distinct images. *)
Lemma NoDup_map_in {A B} (g : A -> B) l : (forall a b, In a l -> In b l -> g a = g b -> a = b) ->
  NoDup l -> NoDup (map g l).
Proof.
  intros H Hl. induction Hl as [|a l Ha Hl IH]; [constructor|]. cbn [map]. constructor.
  - intros Hi. apply in_map_iff in Hi as (b & E & Hb).
    apply H in E; [subst; contradiction|right; exact Hb|left; reflexivity].
  - apply IH. intros b c Hb Hc. apply H; right; assumption.
Qed.
Lemma NoDup_map_out {A B} (g : A -> B) l : NoDup (map g l) ->
  forall a b, In a l -> In b l -> g a = g b -> a = b.
Proof.
  induction l as [|c l IH]; intros H a b Ha Hb E; [destruct Ha|]. cbn [map] in H. inversion H; subst.
  destruct Ha as [->|Ha], Hb as [->|Hb]; [reflexivity| | |apply IH; assumption];
    exfalso; match goal with N : ~ In _ _ |- _ => apply N end; apply in_map_iff; eauto.
Qed.

(* The positions of a cycle some steps on: all, in another order. *)
Lemma same_place n j k u : (j < n)%nat -> (k < n)%nat -> ((j + u) mod n = (k + u) mod n)%nat -> j = k.
Proof.
  intros Hj Hk H. pose proof (Nat.div_mod (j + u) n ltac:(lia)) as D1. pose proof (Nat.div_mod (k + u) n ltac:(lia)) as D2.
  rewrite H in D1.
  assert (Z.of_nat j - Z.of_nat k = (Z.of_nat ((j + u) / n) - Z.of_nat ((k + u) / n)) * Z.of_nat n) as D by nia.
  apply small_mult in D; lia.
Qed.
Lemma rotation n s : (0 < n)%nat -> Permutation (map (fun o => Nat.modulo (s + o) n) (seq 0 n)) (seq 0 n).
Proof.
  intros Hn. apply NoDup_Permutation_bis.
  - apply NoDup_map_in; [|apply seq_NoDup]. intros a b Ha Hb. apply in_seq in Ha, Hb. rewrite !(Nat.add_comm s).
    apply same_place; lia.
  - rewrite map_length, seq_length. lia.
  - intros z Hz. apply in_map_iff in Hz as (o & <- & _). apply in_seq. pose proof (Nat.mod_upper_bound (s + o) n). lia.
Qed.

Lemma count_app {A} (p : A -> bool) l l' : count p (l ++ l') = (count p l + count p l')%nat.
Proof. unfold count. rewrite filter_app, app_length. reflexivity. Qed.
Lemma count_cons {A} (p : A -> bool) x l : count p (x :: l) = ((if p x then 1 else 0) + count p l)%nat.
Proof. unfold count. cbn [filter]. destruct (p x); reflexivity. Qed.
Lemma count_nil {A} (p : A -> bool) : count p [] = 0%nat. Proof. reflexivity. Qed.
Lemma count_In {A} (p : A -> bool) l : (0 < count p l)%nat <-> exists x, In x l /\ p x = true.
Proof.
  unfold count. split.
  - intros H. destruct (filter p l) as [|x m] eqn:E; [cbn in H; lia|]. exists x. apply filter_In. rewrite E. left; reflexivity.
  - intros (x & H). apply filter_In in H. destruct (filter p l); [destruct H|cbn; lia].
Qed.
Lemma count_0 {A} (p : A -> bool) l : (forall x, In x l -> p x = false) -> count p l = 0%nat.
Proof.
  intros H. destruct (count p l) eqn:E; [reflexivity|]. assert (0 < count p l)%nat as Q by lia.
  apply count_In in Q as (x & Hx & Hp). rewrite H in Hp by assumption. discriminate.
Qed.
Lemma count_ext {A} (p q : A -> bool) l : (forall x, In x l -> p x = q x) -> count p l = count q l.
Proof. intros H. unfold count. f_equal. apply filter_ext_in. exact H. Qed.

Lemma perm_count l l' : (forall x : Z, count (Z.eqb x) l = count (Z.eqb x) l') -> Permutation l l'.
Proof.
  intros H. apply (Permutation_count_occ Z.eq_dec). intros x. specialize (H x).
  assert (forall l, count_occ Z.eq_dec l x = count (Z.eqb x) l) as Q.
  { induction l0 as [|z l0 IH]; [reflexivity|]. rewrite count_cons. cbn [count_occ]. rewrite IH.
    destruct (Z.eq_dec z x), (Z.eqb_spec x z); try congruence; lia. }
  rewrite !Q. exact H.
Qed.
Ltac counts := repeat (rewrite count_app || rewrite count_cons || rewrite count_nil).
Ltac counts_in H := repeat (rewrite count_app in H || rewrite count_cons in H || rewrite count_nil in H).

Lemma combine_fst {A B} (l : list A) (m : list B) : length l = length m -> map fst (combine l m) = l.
Proof. revert m; induction l; intros [|y m] H; cbn in *; try lia; [reflexivity|]. f_equal. apply IHl. lia. Qed.
Lemma combine_snd {A B} (l : list A) (m : list B) : length l = length m -> map snd (combine l m) = m.
Proof. revert m; induction l; intros [|y m] H; cbn in *; try lia; [reflexivity|]. f_equal. apply IHl. lia. Qed.
Lemma choose_list {A B} (P : A -> B -> Prop) l : (forall a, In a l -> exists b, P a b) -> exists m, Forall2 P l m.
Proof.
  induction l as [|a l IH]; intros H; [exists []; constructor|].
  destruct (H a (or_introl eq_refl)) as [b Hb]. destruct IH as [m Hm]; [intros; apply H; right; assumption|].
  exists (b :: m). constructor; assumption.
Qed.

Lemma Forall2_length {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> length l = length m.
Proof. induction 1; cbn [length]; congruence. Qed.

Lemma count_eq_seq v c n : forall a, count (fun r => Z.eqb v (Z.of_nat r + c)) (seq a n) =
  if (Z.of_nat a + c <=? v) && (v <? Z.of_nat (a + n) + c) then 1%nat else 0%nat.
Proof.
  induction n as [|n IH]; intros a; cbn [seq].
  - rewrite count_nil. destruct (Z.leb_spec (Z.of_nat a + c) v), (Z.ltb_spec v (Z.of_nat (a + 0) + c)); cbn; lia.
  - rewrite count_cons, IH. destruct (Z.eqb_spec v (Z.of_nat a + c)), (Z.leb_spec (Z.of_nat (S a) + c) v), (Z.ltb_spec v (Z.of_nat (S a + n) + c)),
      (Z.leb_spec (Z.of_nat a + c) v), (Z.ltb_spec v (Z.of_nat (a + S n) + c)); cbn; lia.
Qed.

Lemma list_sum_seq a n : (2 * list_sum (seq a n) = n * (2 * a + n - 1))%nat.
Proof. revert a; induction n as [|n IH]; intros a; cbn [seq list_sum fold_right]; [lia|]. fold (list_sum (seq (S a) n)). specialize (IH (S a)). nia. Qed.

Ltac divlia := Z.to_euclidean_division_equations; lia.

Lemma sum_range r : 2 * sumZ (range r) = Z.of_nat r * (Z.of_nat r - 1).
Proof.
  induction r as [|r IH]; [reflexivity|]. unfold range in *. rewrite seq_S, map_app, sumZ_app. cbn [map sumZ Nat.add]. lia.
Qed.

Lemma count_range v r : 0 <= v -> count (Z.eqb v) (range r) = if v <? Z.of_nat r then 1%nat else 0%nat.
Proof.
  intros Hv. induction r as [|r IH]; [rewrite (proj2 (Z.ltb_ge _ _)) by lia; reflexivity|].
  unfold range in *. rewrite seq_S, map_app, count_app, IH. cbn [map Nat.add]. rewrite count_cons, count_nil.
  destruct (Z.ltb_spec v (Z.of_nat r)), (Z.eqb_spec v (Z.of_nat r)), (Z.ltb_spec v (Z.of_nat (S r))); lia.
Qed.

Lemma split_off (x : Z) l : In x l -> exists m, Permutation l (x :: m).
Proof. intros H. apply in_split in H as (l1 & l2 & ->). exists (l1 ++ l2). symmetry. apply Permutation_middle. Qed.
(* Distinct integers from lo on have at least the sum of the first ones. *)
Lemma distinct_sum n : forall l lo, length l = n -> NoDup l -> (forall x, In x l -> lo <= x) ->
  2 * Z.of_nat n * lo + Z.of_nat n * (Z.of_nat n - 1) <= 2 * sumZ l.
Proof.
  induction n as [|n IH]; intros l lo Hl Hn Hlo; [destruct l; [cbn; lia|discriminate]|].
  assert (exists m, In m l /\ forall x, In x l -> x <= m) as (m & Hm & Hm').
  { clear -Hl. revert n Hl. induction l as [|x l IH]; intros n Hl; [discriminate|]. destruct l as [|z l].
    - exists x. split; [left; reflexivity|]. intros w [<-|[]]; lia.
    - destruct (IH (length l) eq_refl) as (m & Hm & Hm'). destruct (Z.le_gt_cases x m).
      + exists m. split; [right; exact Hm|]. intros w [<-|Hw]; [lia|auto].
      + exists x. split; [left; reflexivity|]. intros w [<-|Hw]; [lia|]. apply Hm' in Hw. lia. }
  assert (lo + Z.of_nat n <= m) as Hbig.
  { assert (incl l (map (fun k => lo + Z.of_nat k) (seq 0 (Z.to_nat (m - lo + 1))))) as Hi.
    { intros x Hx. apply in_map_iff. exists (Z.to_nat (x - lo)). pose proof (Hlo x Hx). pose proof (Hm' x Hx). rewrite in_seq. lia. }
    apply NoDup_incl_length in Hi; [|exact Hn]. rewrite map_length, seq_length in Hi. pose proof (Hlo m Hm). lia. }
  destruct (split_off m l Hm) as (l' & HP). pose proof (Permutation_NoDup HP Hn) as Hn'. inversion Hn' as [|? ? Hmn Hn'']; subst.
  specialize (IH l' lo). assert (length l' = n) as Hl' by (apply Permutation_length in HP; cbn in HP; lia).
  assert (forall x, In x l' -> lo <= x) as Hlo' by (intros x Hx; apply Hlo; rewrite HP; right; exact Hx).
  specialize (IH Hl' Hn'' Hlo'). apply sumZ_perm in HP. cbn [sumZ] in HP. rewrite HP. nia.
Qed.

Lemma sumZ_opp l : sumZ (map Z.opp l) = - sumZ l.
Proof. induction l; cbn [sumZ map]; lia. Qed.
Lemma distinct_sum_above n l hi : length l = n -> NoDup l -> (forall x, In x l -> x <= hi) ->
  2 * sumZ l <= 2 * Z.of_nat n * hi - Z.of_nat n * (Z.of_nat n - 1).
Proof.
  intros Hl Hn Hh. pose proof (distinct_sum n (map Z.opp l) (- hi)) as H. rewrite sumZ_opp, map_length in H.
  specialize (H Hl). assert (NoDup (map Z.opp l)) as N by (apply FinFun.Injective_map_NoDup; [intros a b; lia|exact Hn]).
  specialize (H N). assert (forall x, In x (map Z.opp l) -> - hi <= x) as H' by (intros x Hx; apply in_map_iff in Hx as (z & <- & Hz); apply Hh in Hz; lia).
  specialize (H H'). lia.
Qed.
