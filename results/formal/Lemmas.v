(* SPDX-License-Identifier: MIT *)
(* Section 4.2: Lemmas 2 and 3. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Hall Lists.
Import ListNotations.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

(* Lemma 2. *)
Lemma lemma_2 L B u : 12 <= L -> 0 <= B < L -> 16 <= u <= 3 * L - 19 ->
  exists a b c, 0 <= a < L /\ 0 <= b < L /\ 0 <= c < L /\ a <> b /\ a <> c /\ b <> c /\ a <> B /\ b <> B /\ c <> B /\
    (L - 1 - a) mod 2 = 0 /\ (L - 1 + (b + c)) mod 3 = 0 /\ a + b + c = u.
Proof.
  intros HL HB Hu. set (lo := Z.max 5 (u - L + 1)). set (s1 := lo + (3 * (u - L + 1) - 2 * (1 - L) - lo) mod 6).
  assert (exists s, 5 <= s <= 2 * L - 7 /\ 0 <= u - s < L /\ u - s <> B /\ (L - 1 - (u - s)) mod 2 = 0 /\ (L - 1 + s) mod 3 = 0) as (s & S1 & S2 & S3 & S4 & S5).
  { assert (forall s, s = s1 \/ s = s1 + 6 -> 5 <= s <= 2 * L - 7 /\ 0 <= u - s < L /\ (L - 1 - (u - s)) mod 2 = 0 /\ (L - 1 + s) mod 3 = 0) as Q by (unfold s1, lo; lia).
    destruct (Z.eq_dec (u - s1) B); [exists (s1 + 6)|exists s1]; (split; [|split; [|split; [lia|]]]); apply Q; auto. }
  set (a := u - s) in *.
  assert (exists b c, b + c = s /\ 0 <= b < L /\ 0 <= c < L /\ b <> c /\ a <> b /\ a <> c /\ b <> B /\ c <> B) as (b & c & Hs & Q).
  { clear S4 S5 s1 lo. assert (exists d, 0 <= d <= 2 /\ (s <= L - 1 -> a <> d /\ a <> s - d /\ d <> B /\ s - d <> B) /\
        (L <= s -> a <> L - 1 - d /\ a <> s - (L - 1 - d) /\ L - 1 - d <> B /\ s - (L - 1 - d) <> B)) as (d & Hd & D1 & D2).
    {
      assert (forall p q : Z -> Prop, (forall i j, 0 <= i <= 2 -> 0 <= j <= 2 -> p i -> p j -> i = j) -> (forall i j, 0 <= i <= 2 -> 0 <= j <= 2 -> q i -> q j -> i = j) ->
         (forall i, p i \/ ~ p i) -> (forall i, q i \/ ~ q i) -> exists d, 0 <= d <= 2 /\ ~ p d /\ ~ q d) as PQ.
      { intros p q Hp Hq Dp Dq. destruct (Dp 0), (Dq 0), (Dp 1), (Dq 1), (Dp 2), (Dq 2);
          try (exists 0; repeat split; (lia || assumption)); try (exists 1; repeat split; (lia || assumption)); try (exists 2; repeat split; (lia || assumption));
          exfalso; repeat match goal with
          | A : p ?i, B : p ?j |- _ => assert (i = j) by (apply Hp; (lia || assumption)); clear A; lia
          | A : q ?i, B : q ?j |- _ => assert (i = j) by (apply Hq; (lia || assumption)); clear A; lia end. }
      destruct (Z.le_gt_cases s (L - 1)).
      - destruct (PQ (fun d => a = d \/ a = s - d) (fun d => B = d \/ B = s - d)) as (d & Hd & N1 & N2); try lia. exists d. lia.
      - destruct (PQ (fun d => a = L - 1 - d \/ a = s - (L - 1 - d)) (fun d => B = L - 1 - d \/ B = s - (L - 1 - d))) as (d & Hd & N1 & N2); try lia. exists d. lia. }
    destruct (Z.le_gt_cases s (L - 1)); [exists d, (s - d)|exists (L - 1 - d), (s - (L - 1 - d))]; lia. }
  exists a, b, c. rewrite Hs. unfold a in *. lia.
Qed.

(* Lemma 3, as it is used: from one choice of k letters to another one through all sums between. *)
Definition pos (theta x : Z) : Z := Z.max 0 (x - theta).
Lemma sum_pos_le theta l : sumZ l - Z.of_nat (length l) * theta <= sumZ (map (pos theta) l).
Proof. induction l; cbn [sumZ map length]; unfold pos in *; lia. Qed.
Lemma sum_pos_nonneg theta l : 0 <= sumZ (map (pos theta) l).
Proof. induction l; cbn [sumZ map]; unfold pos in *; lia. Qed.

Lemma top_is_largest Q R Q1 R1 : Permutation (Q ++ R) (Q1 ++ R1) -> length Q = length Q1 ->
  (forall q r, In q Q -> In r R -> r <= q) -> sumZ Q1 <= sumZ Q.
Proof.
  intros HP Hl H. destruct Q as [|q0 Q'] eqn:EQ; [destruct Q1; [lia|discriminate]|]. rewrite <- EQ in *.
  assert (exists theta, (forall q, In q Q -> theta <= q) /\ (forall r, In r R -> r <= theta)) as (theta & T1 & T2).
  { assert (Q <> []) as Hne by (rewrite EQ; discriminate). clear -H Hne.
    assert (exists m, In m Q /\ forall q, In q Q -> m <= q) as (m & Hm & Hm').
    { clear H. induction Q as [|x [|z Q] IH]; [congruence|exists x; split; [left; reflexivity|intros q [<-|[]]; lia]|].
      destruct IH as (m & Hm & Hm'); [discriminate|]. destruct (Z.le_gt_cases x m).
      - exists x. split; [left; reflexivity|]. intros q [<-|Hq]; [lia|]. apply Hm' in Hq. lia.
      - exists m. split; [right; exact Hm|]. intros q [<-|Hq]; [lia|auto]. }
    exists m. split; [exact Hm'|]. intros r Hr. apply (H m r Hm Hr). }
  assert (sumZ (map (pos theta) (Q ++ R)) = sumZ (map (pos theta) (Q1 ++ R1))) as E by (apply sumZ_perm, Permutation_map, HP).
  rewrite !map_app, !sumZ_app in E.
  assert (sumZ (map (pos theta) Q) = sumZ Q - Z.of_nat (length Q) * theta) as E1.
  { clear -T1. induction Q; cbn [sumZ map length]; [lia|]. rewrite IHQ by (intros; apply T1; right; assumption). specialize (T1 a (or_introl eq_refl)). unfold pos. lia. }
  assert (sumZ (map (pos theta) R) = 0) as E2.
  { clear -T2. induction R; cbn [sumZ map]; [lia|]. rewrite IHR by (intros; apply T2; right; assumption). specialize (T2 a (or_introl eq_refl)). unfold pos. lia. }
  pose proof (sum_pos_le theta Q1). pose proof (sum_pos_nonneg theta R1). rewrite Hl in E1. lia.
Qed.

Lemma raise Q R : (exists q r, In q Q /\ In r R /\ q < r) -> (forall x z, In x (Q ++ R) -> In z (Q ++ R) -> x < z -> In (x + 1) (Q ++ R)) ->
  exists Q' R', Permutation (Q ++ R) (Q' ++ R') /\ length Q' = length Q /\ sumZ Q' = sumZ Q + 1.
Proof.
  intros (q & r & Hq & Hr & Hlt) Hgap.
  assert (exists q, In q Q /\ In (q + 1) R) as (q1 & H1 & H2).
  { remember (Z.to_nat (r - q)) as d eqn:Ed. revert q Hq Hlt Ed. induction d as [d IH] using lt_wf_ind; intros q Hq Hlt Ed.
    assert (In (q + 1) (Q ++ R)) as Hm by (apply (Hgap q r); [apply in_or_app; auto|apply in_or_app; auto|exact Hlt]).
    apply in_app_or in Hm as [Hm|Hm]; [|eauto]. destruct (Z.eq_dec (q + 1) r); [subst; eauto|].
    apply (IH (Z.to_nat (r - (q + 1))) ltac:(lia) (q + 1) Hm); [lia|reflexivity]. }
  apply split_off in H1 as (Q2 & P1). apply split_off in H2 as (R2 & P2).
  exists ((q1 + 1) :: Q2), (q1 :: R2). split; [|split].
  - rewrite P1, P2. cbn [app]. rewrite <- !Permutation_middle. apply perm_swap.
  - apply Permutation_length in P1. cbn in *. lia.
  - apply sumZ_perm in P1. cbn [sumZ] in *. lia.
Qed.

Lemma lemma_3 M Q0 R0 Q1 R1 s : (forall x z, In x M -> In z M -> x < z -> In (x + 1) M) ->
  Permutation M (Q0 ++ R0) -> Permutation M (Q1 ++ R1) -> length Q0 = length Q1 -> sumZ Q0 <= s <= sumZ Q1 ->
  exists Q R, Permutation M (Q ++ R) /\ length Q = length Q0 /\ sumZ Q = s.
Proof.
  intros Hgap P0 P1 Hl Hs. remember (Z.to_nat (s - sumZ Q0)) as d eqn:Ed. revert Q0 R0 P0 Hl Hs Ed.
  induction d as [d IH] using lt_wf_ind; intros Q0 R0 P0 Hl Hs Ed.
  destruct (Z.eq_dec (sumZ Q0) s); [exists Q0, R0; auto|].
  destruct (Exists_dec (fun q => Exists (fun r => q < r) R0) Q0 (fun q => Exists_dec _ R0 (Z_lt_dec q))) as [E|E].
  - apply Exists_exists in E as (q & Hq & E). apply Exists_exists in E as (r & Hr & E).
    destruct (raise Q0 R0) as (Q' & R' & P' & L' & S').
    + eauto.
    + intros x z Hx Hz Hlt. rewrite <- P0 in *. eauto.
    + destruct (IH (Z.to_nat (s - sumZ Q')) ltac:(lia) Q' R') as (Q & R & A & B & C); [rewrite P0; exact P'|lia|lia|reflexivity|].
      exists Q, R. repeat split; [exact A|lia|exact C].
  - exfalso. assert (sumZ Q1 <= sumZ Q0); [|lia]. apply (top_is_largest Q0 R0 Q1 R1); [rewrite <- P0, <- P1; reflexivity|exact Hl|].
    intros q r Hq Hr. destruct (Z.le_gt_cases r q); [assumption|]. exfalso. apply E. apply Exists_exists. exists q. split; [exact Hq|].
    apply Exists_exists. exists r. split; [exact Hr|lia].
Qed.
