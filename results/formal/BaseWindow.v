(* SPDX-License-Identifier: MIT *)
(* Sections 4.3 and 4.4, L >= 34: the letter B, and the instances t = 2L+1, .., 3L-1 of the base window. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance FirstDepths Lemmas.
Import ListNotations.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= idtac.

Definition sizes (bl : list (list Z)) : list nat := map (fun b => S (length b)) bl.
Lemma count_heads L v bl : count (fun b => Z.eqb v (head L b)) bl = count (fun r => Z.eqb v (Z.of_nat r + (L - 1))) (sizes bl).
Proof. unfold sizes. rewrite count_map. apply count_ext. intros b _. unfold head, size. f_equal. lia. Qed.
Lemma count_sizes v bl : count (fun b => Z.ltb v (size b)) bl = count (fun r => Z.ltb v (Z.of_nat r)) (sizes bl).
Proof. unfold sizes. rewrite count_map. reflexivity. Qed.

Section Pieces.
Variable L : nat.
Notation Lz := (Z.of_nat L).
Hypothesis HL : (34 <= L)%nat.

Definition ys (k : nat) : list Z := map (y L) (seq 4 k).
Lemma canonicals k : (k + 3 <= L)%nat -> exists cs,
  Permutation (concat (map range (seq 4 k))) (ys k ++ concat cs) /\ map (own L) cs = map range (seq 4 k) /\
  sizes cs = seq 4 k /\ forall b, In b cs -> star Lz b.
Proof.
  intros Hk. destruct (choose_list (fun r c => Permutation (range r) (y L r :: c) /\ star Lz c /\ S (length c) = r) (seq 4 k)) as (cs & H).
  { intros r Hr. apply in_seq in Hr. apply canonical. lia. }
  exists cs. unfold ys. assert (forall r, In r (seq 4 k) -> (r <= L)%nat) as HrL by (intros r Hr; apply in_seq in Hr; lia).
  revert HrL. clear Hk. induction H as [|r c rs cs (A & B & C) H IH]; intros HrL.
  - repeat split; [constructor|intros b []].
  - destruct IH as (I1 & I2 & I3 & I4); [intros; apply HrL; right; assumption|]. cbn [map concat sizes]. repeat split.
    + apply perm_count. intros x. pose proof (count_perm (Z.eqb x) _ _ A) as E1. pose proof (count_perm (Z.eqb x) _ _ I1) as E2. counts_in E1. counts_in E2. counts. lia.
    + f_equal; [|exact I2]. unfold own. rewrite C. f_equal. specialize (HrL r (or_introl eq_refl)). lia.
    + unfold sizes in I3. rewrite C, I3. reflexivity.
    + intros b [<-|Hb]; auto.
Qed.

Lemma Y_bound k : 0 <= sumZ (ys k) /\ 2 * sumZ (ys k) <= Z.of_nat ((k + 3) * (k + 2)) - 6.
Proof.
  unfold ys. induction k as [|k IH]; [cbn; lia|]. rewrite seq_S, map_app, sumZ_app. cbn [map sumZ].
  pose proof (y_bound L (4 + k) ltac:(lia)). nia.
Qed.

Lemma ys_letters k x : (k + 3 <= L)%nat -> In x (ys k) -> 0 <= x < Lz.
Proof. intros Hk Hx. unfold ys in Hx. apply in_map_iff in Hx as (r & <- & Hr). apply in_seq in Hr. pose proof (y_bound L r). lia. Qed.
Lemma ys_length k : length (ys k) = k.
Proof. unfold ys. rewrite map_length, seq_length. reflexivity. Qed.

(* Section 4.3. *)
Lemma letter_B Y u0 : 0 <= Y -> 2 * Y <= Lz * (Lz - 1) - 6 -> 16 <= u0 <= Lz + 16 ->
  exists B, 5 <= B /\ 2 * B <= Lz + 2 /\ (Lz mod 2 = 1 -> B mod 2 = 0) /\
    (Lz mod 2 = 0 -> (Lz / 2 + 1 - B) mod 2 = 0 /\ 2 * B <> Lz / 2 + 2) /\
    Lz * (Lz + 6) <= 4 * (Lz * Lz + 3 + Y - u0 - 2 * (Lz + 1) * B) <= Lz * (3 * Lz - 10).
Proof.
  intros HY HY2 Hu. set (X := Lz * Lz + 10 * Lz + 12 + 4 * (Y - u0)). set (d := 8 * (Lz + 1)). assert (0 < d) as Hd by lia.
  set (B0 := (X + d - 1) / d). assert (d * B0 < X + d /\ X <= d * B0) as (HB1 & HB2).
  { unfold B0. pose proof (Z.div_mod (X + d - 1) d ltac:(lia)). pose proof (Z.mod_pos_bound (X + d - 1) d Hd). lia. }
  assert (forall B, B0 <= B <= B0 + 3 -> 5 <= B /\ 2 * B <= Lz + 2 /\
    Lz * (Lz + 6) <= 4 * (Lz * Lz + 3 + Y - u0 - 2 * (Lz + 1) * B) <= Lz * (3 * Lz - 10)) as Q.
  { intros B HB. assert (X <= d * B) as G1 by nia. assert (d * B < X + 4 * d) as G2 by nia. unfold X, d in G1, G2. repeat split.
    - destruct (Z.le_gt_cases 5 B); [assumption|]. assert (8 * (Lz + 1) * B <= 8 * (Lz + 1) * 4) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
    - destruct (Z.le_gt_cases (2 * B) (Lz + 2)); [assumption|]. assert (4 * (Lz + 1) * (Lz + 3) <= 4 * (Lz + 1) * (2 * B)) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
    - nia.
    - nia. }
  assert (exists B, B0 <= B <= B0 + 3 /\ (Lz mod 2 = 1 -> B mod 2 = 0) /\ (Lz mod 2 = 0 -> (Lz / 2 + 1 - B) mod 2 = 0 /\ 2 * B <> Lz / 2 + 2)) as (B & HB & HB3 & HB4).
  { clear Q HB1 HB2. generalize B0. clear. intros B0. destruct (Z.eq_dec (Lz mod 2) 0) as [E|E].
    - set (B1 := B0 + (Lz / 2 + 1 - B0) mod 2). destruct (Z.eq_dec (2 * B1) (Lz / 2 + 2)); [exists (B1 + 2)|exists B1]; unfold B1 in *; divlia.
    - exists (B0 + B0 mod 2). divlia. }
  exists B. destruct (Q B HB) as (Q1 & Q2 & Q3). auto.
Qed.

Lemma take4 a b c B : 0 <= a < Lz -> 0 <= b < Lz -> 0 <= c < Lz -> 0 <= B < Lz -> a <> b -> a <> c -> b <> c -> a <> B -> b <> B -> c <> B ->
  exists rest, Permutation (range L) (a :: b :: c :: B :: rest).
Proof.
  intros. destruct (split_off a (range L)) as (l1 & P1); [apply range_In; lia|].
  assert (forall x, x <> a -> In x (range L) -> In x l1) as W1 by (intros x Hx Hr; rewrite P1 in Hr; destruct Hr; [congruence|assumption]).
  destruct (split_off b l1) as (l2 & P2); [apply W1; [lia|apply range_In; lia]|].
  assert (forall x, x <> a -> x <> b -> In x (range L) -> In x l2) as W2.
  { intros x H1' H2' Hx. apply (W1 x H1') in Hx. rewrite P2 in Hx. destruct Hx; [congruence|assumption]. }
  destruct (split_off c l2) as (l3 & P3); [apply W2; [lia|lia|apply range_In; lia]|].
  destruct (split_off B l3) as (l4 & P4).
  { assert (In B l2) as HB by (apply W2; [lia|lia|apply range_In; lia]). rewrite P3 in HB. destruct HB; [congruence|assumption]. }
  exists l4. rewrite P1, P2, P3, P4. reflexivity.
Qed.

Definition small3 : list Z := [0; 0; 1; 0; 1; 2].

(* m = 2 *)
Lemma window_2 B : 5 <= B -> 2 * B <= Lz + 2 -> (Lz mod 2 = 1 -> B mod 2 = 0) ->
  (Lz mod 2 = 0 -> (Lz / 2 + 1 - B) mod 2 = 0 /\ 2 * B <> Lz / 2 + 2) ->
  exists s, solves Lz (2 * Lz + 1) s /\ left s = B /\ procs_of s = f L (2 * L + 1).
Proof.
  intros H1 H2 H3 H4.
  assert (exists a h, 0 <= a < Lz /\ a <> B /\ (Lz - 1 - a) mod 2 = 0 /\ 2 * (Lz - 1 + 1 - a - B) + Lz * (Lz - 1) = 2 * (h * (Lz + 2))) as (a & h & A1 & A2 & A3 & A4).
  { destruct (Z.eq_dec (Lz mod 2) 0) as [E|E].
    - destruct (H4 E) as [H5 H6]. assert (Lz = 2 * (Lz / 2)) as E2 by divlia. set (q := Lz / 2) in *. exists (q + 2 - B), (q - 1).
      split; [lia|]. split; [lia|]. split; [divlia|]. rewrite E2. nia.
    - assert (Lz = 2 * (Lz / 2) + 1) as E2 by divlia. assert (B mod 2 = 0) as H5 by divlia. set (q := Lz / 2) in *. exists (Lz + 3 - B), (q - 1).
      split; [lia|]. split; [lia|]. split; [divlia|]. rewrite E2. nia. }
  destruct (split_off a (range L)) as (l1 & P1); [apply range_In; lia|].
  destruct (split_off B l1) as (rest & P2).
  { assert (In B (range L)) as HB by (apply range_In; lia). rewrite P1 in HB. destruct HB; [congruence|assumption]. }
  assert (length rest = L - 2)%nat as Hl.
  { apply Permutation_length in P1, P2. rewrite range_length in P1. cbn [length] in *. lia. }
  set (s := {| root := rest ++ [0; 0; 1]; blocks := [[]; [a]]; left := B |}). exists s. split; [|split; [reflexivity|]].
  - apply solves_intro; cbn [root blocks s].
    + lia.
    + unfold size. rewrite app_length, Hl. cbn [length]. lia.
    + intros b [<-|[<-|[]]]; unfold size; cbn [length]; lia.
    + intros b [<-|[<-|[<-|[]]]].
      * unfold star, size. rewrite app_length, sumZ_app, Hl. cbn [length sumZ]. apply sumZ_perm in P1, P2. cbn [sumZ] in P1, P2.
        pose proof (sum_range L) as SR. replace (Lz - 1 + (sumZ rest + (0 + (0 + (1 + 0))))) with (h * Z.of_nat (S (L - 2 + 3))).
        -- apply Z.mod_mul. lia.
        -- replace (Z.of_nat (S (L - 2 + 3))) with (Lz + 2) by lia. lia.
      * unfold star, size; cbn [length sumZ]. apply Z.mod_1_r.
      * unfold star, size; cbn [length sumZ]. change (Z.of_nat 2) with 2. divlia.
    + cbn [map concat]. unfold own, letters, s; cbn [left root blocks concat length app]. rewrite app_length, Hl. cbn [length].
      replace (Nat.min (S (L - 2 + 3)) L) with L by lia. replace (Nat.min 1 L) with 1%nat by lia. replace (Nat.min 2 L) with 2%nat by lia.
      change (range 1) with [0]. change (range 2) with [0; 1].
      apply perm_count. intros x. pose proof (count_perm (Z.eqb x) _ _ P1) as E1. pose proof (count_perm (Z.eqb x) _ _ P2) as E2. counts_in E1. counts_in E2. counts. lia.
    + intros v Hv. rewrite count_heads, count_sizes. unfold sizes. cbn [map]. rewrite app_length, Hl. cbn [length]. counts.
      repeat match goal with |- context [Z.eqb ?p ?q] => destruct (Z.eqb_spec p q) | |- context [Z.ltb ?p ?q] => destruct (Z.ltb_spec p q) end; lia.
  - unfold procs_of, s; cbn [root blocks map list_sum fold_right]. rewrite app_length, Hl. cbn [length].
    pose proof (f_mid L 2 ltac:(lia)) as F2. replace (2 * L + 2 - 1)%nat with (2 * L + 1)%nat in F2 by lia. lia.
Qed.

(* 3 <= m <= L *)
Lemma window_m B m : 5 <= B < Lz -> (3 <= m <= L)%nat ->
  exists s, solves Lz (2 * Lz + Z.of_nat m - 1) s /\ left s = B /\ procs_of s = f L (2 * L + m - 1).
Proof.
  intros HB Hm. set (k := (m - 3)%nat). destruct (canonicals k ltac:(lia)) as (cs & C1 & C2 & C3 & C4).
  set (tot := Lz - 1 + sumZ (range L) + 4 + sumZ (ys k) - B). set (u := 16 + (tot - 16) mod (Lz + Z.of_nat m)).
  assert (16 <= u <= 3 * Lz - 19) as Hu by (unfold u; pose proof (Z.mod_pos_bound (tot - 16) (Lz + Z.of_nat m) ltac:(lia)); lia).
  assert (exists h, tot - u = h * (Lz + Z.of_nat m)) as (h & Hh).
  { exists ((tot - 16) / (Lz + Z.of_nat m)). unfold u. pose proof (Z.div_mod (tot - 16) (Lz + Z.of_nat m) ltac:(lia)). lia. }
  destruct (lemma_2 Lz B u ltac:(lia) ltac:(lia) Hu) as (a & b & c & Ha & Hb & Hc & D1 & D2 & D3 & D4 & D5 & D6 & S2 & S3 & Su).
  destruct (take4 a b c B) as (rest & PR); try assumption; [lia|].
  assert (length rest = L - 4)%nat as Hl by (apply Permutation_length in PR; rewrite range_length in PR; cbn [length] in PR; lia).
  set (rt := rest ++ small3 ++ ys k).
  assert (S (length rt) = L + m)%nat as Hrt by (unfold rt; rewrite !app_length, ys_length, Hl; cbn [length small3]; lia).
  set (s := {| root := rt; blocks := [] :: [a] :: [b; c] :: cs; left := B |}). exists s.
  assert (sizes (blocks s) = seq 1 m) as Hsz.
  { unfold s, sizes; cbn [blocks map length]. fold (sizes cs). rewrite C3. replace m with (S (S (S k))) by lia. reflexivity. }
  assert (forall x, In x (blocks s) -> (S (length x) <= m)%nat) as Hle.
  { intros x Hx. assert (In (S (length x)) (sizes (blocks s))) as Hi by (unfold sizes; apply in_map_iff; eauto). rewrite Hsz in Hi. apply in_seq in Hi. lia. }
  split; [|split; [reflexivity|]].
  - apply solves_intro.
    + lia.
    + unfold size; cbn [root s]. rewrite Hrt. lia.
    + intros x Hx. apply Hle in Hx. unfold size. lia.
    + intros x [<-|[<-|[<-|[<-|Hx]]]].
      * unfold star, size; cbn [root s]. rewrite Hrt. unfold rt. rewrite !sumZ_app. apply sumZ_perm in PR. cbn [sumZ] in PR.
        replace (Lz - 1 + (sumZ rest + (sumZ small3 + sumZ (ys k)))) with (h * Z.of_nat (L + m)); [apply Z.mod_mul; lia|].
        replace (Z.of_nat (L + m)) with (Lz + Z.of_nat m) by lia. rewrite <- Hh. unfold tot. change (sumZ small3) with 4. lia.
      * unfold star, size; cbn [length sumZ]. apply Z.mod_1_r.
      * unfold star, size; cbn [length sumZ]. change (Z.of_nat 2) with 2. divlia.
      * unfold star, size; cbn [length sumZ]. change (Z.of_nat 3) with 3. divlia.
      * apply C4; exact Hx.
    + cbn [root blocks s map concat]. rewrite C2. unfold own, letters, s; cbn [left root blocks concat length app]. rewrite Hrt.
      replace (Nat.min (L + m) L) with L by lia. replace (Nat.min 1 L) with 1%nat by lia. replace (Nat.min 2 L) with 2%nat by lia. replace (Nat.min 3 L) with 3%nat by lia.
      change (range 1) with [0]. change (range 2) with [0; 1]. change (range 3) with [0; 1; 2].
      apply perm_count. intros x. pose proof (count_perm (Z.eqb x) _ _ PR) as E1. pose proof (count_perm (Z.eqb x) _ _ C1) as E2. counts_in E1. counts_in E2.
      unfold rt, small3. counts. lia.
    + intros v Hv. rewrite count_heads, count_sizes. change (sizes (root s :: blocks s)) with (S (length rt) :: sizes (blocks s)). rewrite Hsz, Hrt, count_cons, count_eq_seq.
      rewrite (count_0 (fun r => Z.ltb v (Z.of_nat r))) by (intros r Hr; apply in_seq in Hr; apply Z.ltb_ge; lia).
      destruct (Z.leb_spec (Z.of_nat 1 + (Lz - 1)) v), (Z.ltb_spec v (Z.of_nat (1 + m) + (Lz - 1))), (Z.ltb_spec v (Z.of_nat (L + m))); cbn [andb]; lia.
  - unfold procs_of. cbn [map list_sum fold_right]. fold (list_sum (map (fun b => S (length b)) (blocks s))). fold (sizes (blocks s)). rewrite Hsz. cbn [root s]. rewrite Hrt.
    pose proof (f_mid L m ltac:(lia)). pose proof (list_sum_seq 1 m). lia.
Qed.

End Pieces.
