(* SPDX-License-Identifier: MIT *)
(* Section 8.4, Proposition 3: no schedule whatsoever serves more than P(t) = f_t processors with delay L + t. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Tree.
Import ListNotations.

Fixpoint sum (n : nat) (F : nat -> nat) : nat := match n with 0 => 0 | S k => sum k F + F k end.

Lemma sum_ext n F G : (forall k, k < n -> F k = G k) -> sum n F = sum n G.
Proof. induction n; intros H; cbn; [reflexivity|]. rewrite IHn, H by auto with arith; reflexivity. Qed.
Lemma sum_le n F G : (forall k, k < n -> F k <= G k) -> sum n F <= sum n G.
Proof. induction n; intros H; cbn; [lia|]. specialize (IHn (fun k h => H k (Nat.lt_lt_succ_r _ _ h))). specialize (H n). lia. Qed.
Lemma sum_plus n F G : sum n (fun k => F k + G k) = sum n F + sum n G.
Proof. induction n; cbn; lia. Qed.
Lemma sum_mul n F c : sum n (fun k => F k * c) = sum n F * c.
Proof. induction n; cbn; lia. Qed.
Lemma sum_const n c : sum n (fun _ => c) = n * c.
Proof. induction n; cbn; lia. Qed.
Lemma sum_more m n F : m <= n -> (forall k, m <= k -> k < n -> F k = 0) -> sum n F = sum m F.
Proof.
  intros H; induction H; intros Z; [reflexivity|]. cbn.
  rewrite IHle by (intros; apply Z; lia). rewrite Z by lia; lia.
Qed.
Lemma sum_mono m n F : m <= n -> sum m F <= sum n F.
Proof. intros H; induction H; cbn [sum]; lia. Qed.
Lemma sum_swap m n (F : nat -> nat -> nat) : sum m (fun i => sum n (F i)) = sum n (fun j => sum m (fun i => F i j)).
Proof. induction m; cbn [sum]; [rewrite sum_const; lia|]. rewrite IHm, sum_plus; reflexivity. Qed.
Lemma sum_delta n (j : nat) : sum n (fun i => if i =? j then 1 else 0) <= 1.
Proof.
  assert (sum n (fun i => if i =? j then 1 else 0) = if j <? n then 1 else 0) as ->.
  { induction n; cbn [sum]; [reflexivity|]. rewrite IHn.
    destruct (Nat.ltb_spec j n), (Nat.ltb_spec j (S n)), (Nat.eqb_spec n j); lia. }
  destruct (j <? n); lia.
Qed.

Section Bound.
Variables (L N t : nat) (Sc : schedule).
Hypothesis HL : 1 <= L.
Hypothesis HS : serves L N (L + t) Sc.

Definition sends (a : option nat) (s i : nat) : bool :=
  match Sc a s with Some (_, j) => j =? i | None => false end.
Definition to (a : option nat) (s : nat) : nat := match Sc a s with Some (q, _) => q | None => 0 end.
Definition procs := seq 0 N.
Definition everybody := None :: map Some procs.
Definition gets (i q s : nat) : bool := existsb (fun a => sends a s i && (to a s =? q)) everybody.
Definition held (i q u : nat) : bool := existsb (fun s => gets i q s) (seq 0 (S u - L)).

Lemma gets_spec i q s : gets i q s = true <-> exists a, Sc a s = Some (q, i).
Proof.
  unfold gets. rewrite existsb_exists. split.
  - intros [a [_ H]]. exists a. unfold sends, to in H. destruct (Sc a s) as [[q' j]|]; [|discriminate].
    apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1, H2. subst; reflexivity.
  - intros [a H]. exists a. split.
    + destruct a as [p|]; [right|left; reflexivity]. apply in_map. apply in_seq.
      destruct (sv_hold _ _ _ _ HS _ _ _ _ H) as (b & s' & H' & _).
      apply (sv_range _ _ _ _ HS) in H'. lia.
    + unfold sends, to. rewrite H. rewrite !Nat.eqb_refl. reflexivity.
Qed.

Lemma held_spec i q u : held i q u = true <-> exists a s, Sc a s = Some (q, i) /\ s + L <= u.
Proof.
  unfold held. rewrite existsb_exists. split.
  - intros [s [Hs H]]. apply gets_spec in H as [a H]. apply in_seq in Hs. exists a, s. split; [exact H|lia].
  - intros (a & s & H & Hs). exists s. split; [apply in_seq; lia|]. apply gets_spec. eauto.
Qed.

Definition H (i u : nat) : nat := length (filter (fun q => held i q u) procs).
Definition src (i s : nat) : nat := if sends None s i then 1 else 0.

Lemma H_early i u : u < L -> H i u = 0.
Proof.
  intros Hu. unfold H. rewrite (proj2 (length_zero_iff_nil _)); [reflexivity|].
  destruct (filter _ procs) as [|q l] eqn:E; [reflexivity|]. exfalso.
  assert (In q (filter (fun q => held i q u) procs)) as Hq by (rewrite E; left; reflexivity).
  apply filter_In in Hq as [_ Hq]. apply held_spec in Hq as (a & s & _ & ?). lia.
Qed.

Lemma filter_split {A} (p q : A -> bool) l :
  length (filter p l) <= length (filter q l) + length (filter (fun x => p x && negb (q x)) l).
Proof. induction l as [|x l IH]; cbn; [lia|]. destruct (p x), (q x); cbn; lia. Qed.

(* Who has item i at u, or gets it at the next step from somebody who had it L steps before. *)
Lemma H_step i s : H i (s + L) <= H i (s + L - 1) + src i s + H i s.
Proof.
  unfold H at 1. etransitivity; [apply (filter_split _ (fun q => held i q (s + L - 1)))|].
  rewrite <- Nat.add_assoc. apply Nat.add_le_mono_l.
  set (new := filter _ procs).
  assert (incl new (map (fun a => to a s) (filter (fun a => sends a s i) everybody))) as Hincl.
  { intros q Hq. apply filter_In in Hq as [_ Hq]. apply andb_prop in Hq as [H1 H2].
    apply held_spec in H1 as (a & s' & H1 & Hs').
    assert (s' = s). { destruct (Nat.eq_dec s' s); [assumption|]. exfalso.
      assert (held i q (s + L - 1) = true) as Hh by (apply held_spec; exists a, s'; split; [assumption|lia]).
      rewrite Hh in H2. discriminate. }
    subst s'. apply in_map_iff. exists a. unfold to at 1. rewrite H1. split; [reflexivity|].
    apply filter_In. split.
    - destruct a as [p|]; [right|left; reflexivity]. apply in_map, in_seq.
      destruct (sv_hold _ _ _ _ HS _ _ _ _ H1) as (b & s' & H' & _).
      apply (sv_range _ _ _ _ HS) in H'. lia.
    - unfold sends. rewrite H1. apply Nat.eqb_refl. }
  apply NoDup_incl_length in Hincl; [|apply NoDup_filter, seq_NoDup].
  rewrite map_length in Hincl. etransitivity; [exact Hincl|].
  unfold everybody. cbn [filter]. unfold src. 
  assert (length (filter (fun a => sends a s i) (map Some procs)) <= H i s) as Hp.
  { unfold H. clear new Hincl. induction procs as [|p l IH]; cbn [map filter length]; [lia|].
    destruct (sends (Some p) s i) eqn:E.
    - assert (held i p s = true) as ->; [|cbn [length]; lia].
      unfold sends in E. destruct (Sc (Some p) s) as [[q j]|] eqn:E2; [|discriminate].
      apply Nat.eqb_eq in E; subst j. apply held_spec. eapply (sv_hold _ _ _ _ HS); eassumption.
    - destruct (held i p s); cbn [length]; lia. }
  destruct (sends None s i); cbn [length]; lia.
Qed.

Definition G (i k : nat) : nat := sum (S k) (fun s => src i s * f L (k - s)).

Lemma G_step i k : G i (S k) = G i k + src i (S k) + if S k <? L then 0 else G i (S k - L).
Proof.
  unfold G. cbn [sum]. rewrite (Nat.sub_diag (S k)), f_0.
  assert (sum (S k) (fun s => src i s * f L (S k - s)) =
          sum (S k) (fun s => src i s * f L (k - s)) +
          sum (S k) (fun s => src i s * if S k - s <? L then 0 else f L (S k - s - L))) as E.
  { rewrite <- sum_plus. apply sum_ext. intros s Hs.
    replace (S k - s) with (S (k - s)) by lia. rewrite f_S by lia. lia. }
  cbn [sum] in E. rewrite E. 
  assert (sum (S k) (fun s => src i s * if S k - s <? L then 0 else f L (S k - s - L)) =
          if S k <? L then 0 else sum (S (S k - L)) (fun s => src i s * f L (S k - L - s))) as E2.
  { destruct (Nat.ltb_spec (S k) L).
    - rewrite (sum_ext _ _ (fun _ => 0)); [rewrite sum_const; lia|]. intros s Hs. destruct (Nat.ltb_spec (S k - s) L); lia.
    - rewrite (sum_more (S (S k - L))); [|lia|].
      + apply sum_ext. intros s Hs. destruct (Nat.ltb_spec (S k - s) L); [lia|]. do 2 f_equal. lia.
      + intros s H1 H2. destruct (Nat.ltb_spec (S k - s) L); lia. }
  cbn [sum] in E2. rewrite E2. destruct (S k <? L); cbn [sum]; lia.
Qed.

Lemma H_le_G i k : H i (k + L) <= G i k.
Proof.
  induction k as [k IH] using lt_wf_ind. etransitivity; [apply H_step|].
  destruct k.
  - rewrite !H_early by lia. unfold G; cbn. lia.
  - rewrite G_step. assert (H i (S k + L - 1) <= G i k) by (replace (S k + L - 1) with (k + L) by lia; apply IH; lia).
    destruct (Nat.ltb_spec (S k) L).
    + rewrite (H_early i (S k)) by lia. lia.
    + assert (H i (S k) <= G i (S k - L)) by (replace (S k) with (S k - L + L) at 1 by lia; apply IH; lia). lia.
Qed.

Lemma H_all i : N <= H i (i + (L + t)).
Proof.
  unfold H. rewrite <- (seq_length N 0) at 1. change (seq 0 N) with procs.
  apply NoDup_incl_length; [apply seq_NoDup|]. intros q Hq. apply filter_In. split; [exact Hq|].
  apply in_seq in Hq. apply held_spec. apply (sv_all _ _ _ _ HS). lia.
Qed.

Lemma src_early i s : s < i -> src i s = 0.
Proof.
  intros Hs. unfold src, sends. destruct (Sc None s) as [[q j]|] eqn:E; [|reflexivity].
  apply (sv_source _ _ _ _ HS) in E. destruct (Nat.eqb_spec j i); [lia|reflexivity].
Qed.

Lemma per_item M i : i <= M -> N <= sum (S (M + t)) (fun s => src i s) * f L t.
Proof.
  intros Hi. etransitivity; [apply (H_all i)|]. replace (i + (L + t)) with (i + t + L) by lia.
  etransitivity; [apply H_le_G|]. unfold G. rewrite <- sum_mul.
  transitivity (sum (S (i + t)) (fun s => src i s * f L t)).
  - apply sum_le. intros s _. destruct (Nat.lt_ge_cases s i) as [h|h]; [rewrite src_early by lia; lia|].
    apply Nat.mul_le_mono_l, f_mono; lia.
  - apply sum_mono; lia.
Qed.

Lemma total M : S M * N <= S (M + t) * f L t.
Proof.
  rewrite <- sum_const. etransitivity.
  { apply (sum_le (S M) _ (fun i => sum (S (M + t)) (fun s => src i s) * f L t)). intros i Hi. apply per_item; lia. }
  rewrite sum_mul, sum_swap. apply Nat.mul_le_mono_r.
  replace (S (M + t)) with (sum (S (M + t)) (fun _ => 1)) at 2 by (rewrite sum_const; lia). apply sum_le. intros s _.
  unfold src, sends. destruct (Sc None s) as [[q j]|].
  - etransitivity; [|apply (sum_delta (S M) j)]. apply sum_le. intros i _.
    rewrite (Nat.eqb_sym j i). reflexivity.
  - rewrite sum_const. lia.
Qed.

Theorem bound : N <= f L t.
Proof. pose proof (total (t * f L t)). nia. Qed.
End Bound.

(* Proposition 3 of THEOREMS.md: Q(t;L) <= f_t, for every L >= 1 and every t. *)
Theorem upper_bound L N t : 1 <= L -> possible L N (L + t) -> N <= f L t.
Proof. intros HL [Sc HS]. eapply bound; eassumption. Qed.
