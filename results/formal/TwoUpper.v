(* SPDX-License-Identifier: MIT *)
(* L = 2.  Section 9.2: no schedule exceeds Q(t).  Section 9.1, Theorem C. *)
From Coq Require Import List ZArith Lia Bool Permutation.
From Steadycast Require Import Model Tree UpperBound Prices Largest.
Import ListNotations.
Open Scope Z_scope.

Definition F (n : nat) : Z := Z.of_nat (f 2 n).
Lemma F_step n : F (S (S n)) = F (S n) + F n.
Proof. unfold F. rewrite (f_step 2 (S (S n))) by lia. replace (S (S n) - 1)%nat with (S n) by lia. replace (S (S n) - 2)%nat with n by lia. lia. Qed.
Lemma F_mono m n : (m <= n)%nat -> F m <= F n.
Proof. intros. unfold F. apply inj_le, f_mono; lia. Qed.
Lemma F_pos n : 1 <= F n.
Proof. unfold F. pose proof (f_pos 2 n). lia. Qed.
Lemma F_large n : Z.of_nat n + 1 <= F (S n).
Proof.
  induction n as [n IH] using lt_wf_ind. destruct n as [|[|n]]; [vm_compute; congruence|vm_compute; congruence|].
  rewrite F_step. pose proof (IH (S n) ltac:(lia)). pose proof (F_pos (S n)). lia.
Qed.

Section Table.
Variable t : nat.
Hypothesis Ht : (3 <= t)%nat.
Notation tz := (Z.of_nat t).
(* twice the prices and potentials of section 9.2 *)
Definition lam (w : nat) : Z := F (S w) + tz - 2.
Definition rho2 : Z := F (S t) + tz - 1.
Definition single2 (x : nat) : Z := if Nat.eqb x 0 then 0 else F (S x) + Z.of_nat x - tz.

Lemma bound_2 N : (1 <= N)%nat -> possible 2 N (2 + t) -> 2 * Z.of_nat N <= rho2.
Proof.
  intros HN Hp. assert (forall v, price t lam rho2 v = F (S v) + tz - 2 + (if Nat.eqb v t then 1 else 0)) as HP.
  { intros v. unfold price, lam, rho2. destruct (Nat.eqb_spec v t); subst; lia. }
  apply (largest_bound 2 t lam rho2 2 single2 (fun M => F (S M)) Z.of_nat (fun _ => 1)); try exact Hp; try exact HN; try lia.
  - intros w. unfold lam. pose proof (F_pos (S w)). lia.
  - intros w w' Hw _. unfold lam. pose proof (F_mono (S w) (S w') ltac:(lia)). lia.
  - unfold rho2. pose proof (F_pos (S t)). lia.
  - intros _. rewrite HP. change (F 1) with 1. destruct (Nat.eqb 0 t); lia.
  - (* {0}: what comes is sent at once *)
    intros v H1 Hv. unfold pays. rewrite HP. unfold single2, lam. change (Nat.eqb 0 0) with true. cbv iota.
    destruct v as [|[|v]]; [lia|change (F 2) with 2; destruct (Nat.eqb_spec 1 t); change (1 - 1)%nat with 0%nat; change (Nat.eqb 0 0) with true; cbv iota; lia|].
    replace (S (S v) - 1)%nat with (S v) by lia. replace (S (S v) - 2)%nat with v by lia. change (Nat.eqb (S v) 0) with false. cbv iota.
    rewrite (F_step (S v)). pose proof (F_pos (S v)).
    destruct Hv as [Hv|Hv], (Nat.eqb_spec (S (S v)) t); (split; [|intros _]); lia.
  - (* {x}, x >= 1, and 0 comes *)
    intros x Hx _. unfold pays. rewrite HP. change (F 1) with 1. destruct (Nat.eqb_spec 0 t); [lia|]. unfold single2, lam.
    destruct x as [|[|x]]; [lia|change (F 2) with 2; cbn [Nat.eqb Nat.sub]; lia|].
    replace (S (S x) - 1)%nat with (S x) by lia. replace (S (S x) - 2)%nat with x by lia. change (Nat.eqb (S x) 0) with false.
    change (Nat.eqb (S (S x)) 0) with false. cbv iota. rewrite (F_step (S x)). pose proof (F_pos (S x)). split; [|intros _]; lia.
  - intros u M Hu _. destruct u as [|u]; [lia|]. cbn [before]. lia.
  - (* two values or more *)
    intros M v HM Hv Hne Hm. unfold pays. rewrite HP. set (m := Nat.max v M) in *. set (y := Nat.min v M).
    assert (F (S v) + F (S M) = F (S m) + F (S y)) as E3.
    { unfold m, y. destruct (Nat.max_spec v M) as [[? ->]|[? ->]], (Nat.min_spec v M) as [[? ->]|[? ->]]; lia. }
    pose proof (F_large y) as E5. assert (before Z.of_nat y <= Z.of_nat y) as E6 by (destruct y; cbn [before]; lia).
    assert (y <> 0%nat -> before Z.of_nat y = Z.of_nat y - 1) as E7 by (destruct y; cbn [before]; lia).
    replace (S (m - 1)) with m by lia. destruct m as [|[|m]]; [lia|lia|]. unfold lam. cbn [Nat.sub]. rewrite Nat.sub_0_r.
    rewrite (F_step (S m)) in E3. pose proof (F_pos (S m)).
    assert (2 <= F (S y) - before Z.of_nat y + if Nat.eqb v 0 then 1 else Z.of_nat 0) as E8.
    { destruct (Nat.eqb_spec v 0); [lia|]. unfold y in *. specialize (E7 ltac:(lia)). lia. }
    change (Z.of_nat 0) with 0 in *. destruct (Nat.eqb v 0), (Nat.eqb v t); (split; [|intros _]); lia.
Qed.
End Table.

(* Section 9.2. *)
Theorem theorem_D_upper N t : (1 <= t)%nat -> possible 2 N (2 + t) -> (2 * N + 1 <= f 2 (t + 1) + t)%nat.
Proof.
  intros Ht Hp. destruct (Nat.lt_ge_cases t 3).
  - pose proof (upper_bound 2 N t ltac:(lia) Hp). assert (t = 1 \/ t = 2)%nat as [-> | ->] by lia; [change (f 2 1) with 1%nat in H0; change (f 2 (1 + 1)) with 2%nat|change (f 2 2) with 2%nat in H0; change (f 2 (2 + 1)) with 3%nat]; lia.
  - destruct N as [|N]; [pose proof (f_pos 2 (t + 1)); lia|]. pose proof (bound_2 t H (S N) ltac:(lia) Hp) as B.
    unfold rho2, F in B. replace (t + 1)%nat with (S t) by lia. lia.
Qed.

Lemma f2_large t : (7 <= t)%nat -> (t <= f 2 (t - 2))%nat.
Proof.
  intros H. induction t as [t IH] using lt_wf_ind. destruct (Nat.eq_dec t 7); [subst; vm_compute; lia|].
  destruct (Nat.eq_dec t 8); [subst; vm_compute; lia|].
  rewrite (f_step 2 (t - 2)) by lia. pose proof (IH (t - 1)%nat ltac:(lia) ltac:(lia)) as A. pose proof (f_pos 2 (t - 2 - 2) ltac:(lia)).
  replace (t - 2 - 1)%nat with (t - 1 - 2)%nat by lia. lia.
Qed.

(* Theorem C: no schedule at all, t >= 7. *)
Theorem theorem_C t : (7 <= t)%nat -> ~ possible 2 (f 2 t) (2 + t).
Proof.
  intros Ht Hp. apply theorem_D_upper in Hp; [|lia]. pose proof (f2_large t Ht).
  pose proof (f_step 2 (t + 1) ltac:(lia) ltac:(lia)) as A. pose proof (f_step 2 t ltac:(lia) ltac:(lia)) as B.
  replace (t + 1 - 1)%nat with t in A by lia. replace (t + 1 - 2)%nat with (t - 1)%nat in A by lia. lia.
Qed.
