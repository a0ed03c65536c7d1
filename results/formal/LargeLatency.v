(* SPDX-License-Identifier: MIT *)
(* Section 4.4, L >= 34: the last instance of the base window, t = 3L, and Theorem A. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance BlockCyclic Rule FirstDepths Lemmas BaseWindow.
Import ListNotations.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= idtac.

Lemma arith_low l h s1 s2 : l = 2 * h \/ l = 2 * h + 1 -> 2 * s1 <= 2 * (l - h) * (l - h - 1) - (l - h) * (l - h - 1) ->
  2 * s2 <= 2 * h * (h + 3) - h * (h - 1) -> 4 * (s1 + s2) <= l * (l + 6).
Proof. intros [->| ->] H1 H2; lia. Qed.
Lemma arith_high l h s1 s2 : l = 2 * h \/ l = 2 * h + 1 -> 2 * (l - h) * h + (l - h) * (l - h - 1) <= 2 * s1 ->
  2 * h * (l - h - 4) + h * (h - 1) <= 2 * s2 -> l * (3 * l - 10) <= 4 * (s1 + s2).
Proof. intros [->| ->] H1 H2; lia. Qed.

Lemma flip2 x a : (x - a) mod 2 = 0 -> (x + (a + 0)) mod 2 = 0.
Proof. divlia. Qed.
Lemma flip3 x b c : (x + (b + c)) mod 3 = 0 -> (x + (b + (c + 0))) mod 3 = 0.
Proof. intros H. rewrite <- H. f_equal. lia. Qed.

Section Last.
Variable L : nat.
Notation Lz := (Z.of_nat L).
Hypothesis HL : (34 <= L)%nat.
Notation ys := (ys L).

Lemma firstn_incl {A} n (l : list A) : incl (firstn n l) l.
Proof. intros x Hx. rewrite <- (firstn_skipn n l). apply in_or_app. left; exact Hx. Qed.
Lemma firstn_NoDup {A} n (l : list A) : NoDup l -> NoDup (firstn n l).
Proof. intros H. rewrite <- (firstn_skipn n l) in H. revert H. generalize (firstn n l) (skipn n l). intros p q. induction p as [|x p IH]; cbn; intros H; [constructor|]. inversion H; subst. constructor; [|auto]. intros F; apply H2. apply in_or_app; auto. Qed.

(* n letters out of those that a, b, c, B leave, from lo on, or up to hi. *)
Lemma choose_window rest excl (lo n : nat) : Permutation (range L) (excl ++ rest) -> (lo + n + length excl <= L)%nat ->
  exists q r, Permutation rest (q ++ r) /\ length q = n /\ NoDup q /\ forall x, In x q -> Z.of_nat lo <= x < Z.of_nat (lo + n + length excl).
Proof.
  intros HP Hn. set (inw := fun x => (Z.of_nat lo <=? x) && (x <? Z.of_nat (lo + n + length excl))).
  assert (NoDup (excl ++ rest)) as ND by (eapply Permutation_NoDup; [exact HP|apply range_NoDup]).
  assert (NoDup rest) as NR by (clear -ND; induction excl; [exact ND|inversion ND; auto]).
  assert (n <= length (filter inw rest))%nat as Hlen.
  { set (W := map (fun k => Z.of_nat (lo + k)) (seq 0 (n + length excl))).
    assert (incl W (excl ++ filter inw rest)) as Hi.
    { intros x Hx. apply in_map_iff in Hx as (k & <- & Hk). apply in_seq in Hk. 
      assert (In (Z.of_nat (lo + k)) (excl ++ rest)) as Hx by (rewrite <- HP; apply range_In; lia).
      apply in_app_or in Hx as [Hx|Hx]; apply in_or_app; [left; exact Hx|right]. apply filter_In. split; [exact Hx|]. unfold inw. apply andb_true_intro; split; [apply Z.leb_le|apply Z.ltb_lt]; lia. }
    apply NoDup_incl_length in Hi; [|apply FinFun.Injective_map_NoDup; [intros i j; lia|apply seq_NoDup]].
    unfold W in Hi. rewrite map_length, seq_length, app_length in Hi. lia. }
  exists (firstn n (filter inw rest)), (skipn n (filter inw rest) ++ filter (fun x => negb (inw x)) rest). split; [|split; [|split]].
  - rewrite app_assoc, firstn_skipn. clear. induction rest as [|x l IH]; [constructor|]. cbn [filter]. destruct (inw x); cbn [negb app].
    + constructor; exact IH.
    + rewrite <- Permutation_middle. constructor; exact IH.
  - apply firstn_length_le. exact Hlen.
  - apply firstn_NoDup, NoDup_filter, NR.
  - intros x Hx. apply firstn_incl in Hx. apply filter_In in Hx as [_ Hx]. unfold inw in Hx. apply andb_prop in Hx as [X1 X2]. apply Z.leb_le in X1. apply Z.ltb_lt in X2. lia.
Qed.

(* m = L + 1 *)
Lemma window_last B : 5 <= B -> 2 * B <= Lz + 2 ->
  forall u0, 16 <= u0 <= Lz + 16 -> (sumZ (ys (L - 3)) + 2 - u0) mod (Lz + 1) = 0 ->
  Lz * (Lz + 6) <= 4 * (Lz * Lz + 3 + sumZ (ys (L - 3)) - u0 - 2 * (Lz + 1) * B) <= Lz * (3 * Lz - 10) ->
  exists s, solves Lz (3 * Lz) s /\ left s = B /\ procs_of s = f L (3 * L) /\ ball Lz B s.
Proof.
  intros HB1 HB2 u0 Hu Hmod HS. set (k := (L - 3)%nat) in *. set (Y := sumZ (ys k)) in *. set (SB := Lz * Lz + 3 + Y - u0 - 2 * (Lz + 1) * B) in *.
  destruct (canonicals L HL k ltac:(lia)) as (cs & C1 & C2 & C3 & C4).
  destruct (lemma_2 Lz B u0 ltac:(lia) ltac:(lia) ltac:(lia)) as (a & b & c & Ha & Hb & Hc & D1 & D2 & D3 & D4 & D5 & D6 & S2 & S3 & Su).
  destruct (take4 L HL a b c B) as (rest & PR); try assumption; [lia|].
  assert (length rest = L - 4)%nat as Hl by (apply Permutation_length in PR; rewrite range_length in PR; cbn [length] in PR; lia).
  set (M := range L ++ rest ++ (0 :: small3) ++ ys k).
  assert (length M = 3 * L)%nat as HM by (unfold M; rewrite !app_length, range_length, ys_length, Hl; cbn [length small3]; lia).
  assert (sumZ M = Lz * (Lz - 1) + 4 + Y - u0 - B) as HsM.
  { unfold M. rewrite !sumZ_app. change (sumZ (0 :: small3)) with 4. fold Y. pose proof (sum_range L). apply sumZ_perm in PR. cbn [sumZ] in PR. lia. }
  assert (forall x, In x M -> 0 <= x < Lz) as HMl.
  { intros x Hx. unfold M in Hx. rewrite !in_app_iff in Hx. destruct Hx as [Hx|[Hx|[Hx|Hx]]].
    - apply range_In in Hx. exact Hx.
    - assert (In x (range L)) as Hx' by (rewrite PR; cbn; auto 10). apply range_In in Hx'. exact Hx'.
    - cbn in Hx. lia.
    - apply (ys_letters L HL k); [lia|exact Hx]. }
  set (h1 := (L / 2)%nat). set (h2 := (L - h1)%nat). assert (2 * h1 <= L <= 2 * h1 + 1)%nat as Hh by (unfold h1; pose proof (Nat.div_mod L 2 ltac:(lia)); pose proof (Nat.mod_upper_bound L 2 ltac:(lia)); lia).
  assert (forall (e : list Z) r n lo, Permutation (range L) (e ++ r) -> (lo + n + length e <= L)%nat -> exists q rr, Permutation r (q ++ rr) /\ length q = n /\ NoDup q /\ forall x, In x q -> Z.of_nat lo <= x < Z.of_nat (lo + n + length e)) as CW
    by (intros e r n lo P1 P2; apply (choose_window r e lo n P1 P2)).
  assert (exists Q0 R0, Permutation M (Q0 ++ R0) /\ length Q0 = L /\ sumZ Q0 <= SB) as (Q0 & R0 & P0 & L0 & B0).
  { destruct (CW [] (range L) h2 0%nat) as (q1 & r1 & A1 & A2 & A3 & A4); [reflexivity|cbn [length]; lia|].
    destruct (CW [a; b; c; B] rest h1 0%nat) as (q2 & r2 & A1' & A2' & A3' & A4'); [exact PR|cbn [length]; lia|].
    exists (q1 ++ q2), (r1 ++ r2 ++ (0 :: small3) ++ ys k). split; [|split].
    - apply perm_count. intros x. pose proof (count_perm (Z.eqb x) _ _ A1) as E1. pose proof (count_perm (Z.eqb x) _ _ A1') as E2. counts_in E1. counts_in E2. unfold M. counts. lia.
    - rewrite app_length. lia.
    - rewrite sumZ_app. pose proof (distinct_sum_above h2 q1 (Z.of_nat h2 - 1) A2 A3) as G1. pose proof (distinct_sum_above h1 q2 (Z.of_nat h1 + 3) A2' A3') as G2.
      cbn [length] in A4, A4'. specialize (G1 ltac:(intros x Hx; apply A4 in Hx; lia)). specialize (G2 ltac:(intros x Hx; apply A4' in Hx; lia)).
      assert (4 * (sumZ q1 + sumZ q2) <= Lz * (Lz + 6)); [|lia]. 
      assert (Z.of_nat h2 = Lz - Z.of_nat h1) as E by lia. rewrite E in G1. apply (arith_low Lz (Z.of_nat h1)); [lia|exact G1|exact G2]. }
  assert (exists Q1 R1, Permutation M (Q1 ++ R1) /\ length Q1 = L /\ SB <= sumZ Q1) as (Q1 & R1 & P1 & L1 & B1).
  { destruct (CW [] (range L) h2 h1) as (q1 & r1 & A1 & A2 & A3 & A4); [reflexivity|cbn [length]; lia|].
    destruct (CW [a; b; c; B] rest h1 (L - h1 - 4)%nat) as (q2 & r2 & A1' & A2' & A3' & A4'); [exact PR|cbn [length]; lia|].
    exists (q1 ++ q2), (r1 ++ r2 ++ (0 :: small3) ++ ys k). split; [|split].
    - apply perm_count. intros x. pose proof (count_perm (Z.eqb x) _ _ A1) as E1. pose proof (count_perm (Z.eqb x) _ _ A1') as E2. counts_in E1. counts_in E2. unfold M. counts. lia.
    - rewrite app_length. lia.
    - rewrite sumZ_app. pose proof (distinct_sum h2 q1 (Z.of_nat h1) A2 A3 ltac:(intros x Hx; apply A4 in Hx; lia)) as G1.
      pose proof (distinct_sum h1 q2 (Z.of_nat (L - h1 - 4)) A2' A3' ltac:(intros x Hx; apply A4' in Hx; lia)) as G2.
      assert (Lz * (3 * Lz - 10) <= 4 * (sumZ q1 + sumZ q2)); [|lia].
      assert (Z.of_nat h2 = Lz - Z.of_nat h1) as E by lia. rewrite E in G1. replace (Z.of_nat (L - h1 - 4)) with (Lz - Z.of_nat h1 - 4) in G2 by lia.
      apply (arith_high Lz (Z.of_nat h1)); [lia|exact G1|exact G2]. }
  destruct (lemma_3 M Q0 R0 Q1 R1 SB) as (Q & rt & PQ & LQ & SQ); try assumption; [|lia|lia|].
  { intros x z Hx Hz Hlt. apply in_or_app. left. apply range_In. apply HMl in Hx, Hz. lia. }
  rewrite L0 in LQ. assert (S (length rt) = 2 * L + 1)%nat as Hrt by (apply Permutation_length in PQ; rewrite app_length in PQ; lia).
  assert (sumZ rt = sumZ M - SB) as Hsr by (apply sumZ_perm in PQ; rewrite sumZ_app in PQ; lia).
  set (s := {| root := rt; blocks := [] :: [] :: [a] :: [b; c] :: cs ++ [Q]; left := B |}). exists s.
  assert (ball Lz B s) as Hball.
  { unfold ball, size; cbn [root s]. rewrite Hrt, Hsr, HsM. unfold SB. replace (Z.of_nat (2 * L + 1)) with (2 * Lz + 1) by lia. lia. }
  assert (sizes (blocks s) = 1%nat :: seq 1 (S L)) as Hsz.
  { unfold s, sizes; cbn [blocks map length]. rewrite map_app. fold (sizes cs). rewrite C3. cbn [map]. rewrite LQ.
    replace (seq 1 (S L)) with (seq 1 3 ++ seq 4 k ++ seq (4 + k) 1).
    - cbn [seq app]. do 4 f_equal. do 2 f_equal. lia.
    - change (seq 1 3 ++ seq (1 + 3) k ++ seq (1 + 3 + k) 1 = seq 1 (S L)). rewrite <- (seq_app k 1 (1 + 3)), <- (seq_app 3 (k + 1) 1). f_equal. lia. }
  assert (forall x, In x (blocks s) -> (S (length x) <= S L)%nat) as Hle.
  { intros x Hx. assert (In (S (length x)) (sizes (blocks s))) as Hi by (unfold sizes; apply in_map_iff; eauto). rewrite Hsz in Hi. destruct Hi as [Hi|Hi]; [lia|]. apply in_seq in Hi. lia. }
  split; [|split; [reflexivity|split; [|exact Hball]]].
  - apply solves_intro.
    + lia.
    + unfold size; cbn [root s]. rewrite Hrt. lia.
    + intros x Hx. apply Hle in Hx. unfold size. lia.
    + intros x [<-|Hx].
      * unfold star. unfold ball in Hball. rewrite Hball. apply Z.mod_mul. unfold size. lia.
      * unfold s in Hx; cbn [blocks] in Hx. destruct Hx as [<-|[<-|[<-|[<-|Hx]]]].
        -- unfold star, size; cbn [length sumZ]. apply Z.mod_1_r.
        -- unfold star, size; cbn [length sumZ]. apply Z.mod_1_r.
        -- unfold star, size; cbn [length sumZ]. apply flip2; assumption.
        -- unfold star, size; cbn [length sumZ]. apply flip3; assumption.
        -- apply in_app_or in Hx as [Hx|[<-|[]]]; [apply C4; exact Hx|]. unfold star, size. rewrite LQ, SQ.
           apply Z.mod_divide in Hmod; [|lia]. destruct Hmod as [w Hw]. 
           replace (Lz - 1 + SB) with ((Lz + w - 2 * B) * Z.of_nat (S L)); [apply Z.mod_mul; lia|]. unfold SB. replace (Z.of_nat (S L)) with (Lz + 1) by lia.
           clear -Hw. replace Y with (w * (Lz + 1) - 2 + u0) by lia. ring.
    + cbn [root blocks s map concat]. rewrite map_app, C2. unfold own, letters, s; cbn [left root blocks concat length app map]. rewrite Hrt, LQ.
      replace (Nat.min (2 * L + 1) L) with L by lia. replace (Nat.min (S L) L) with L by lia.
      replace (Nat.min 1 L) with 1%nat by lia. replace (Nat.min 2 L) with 2%nat by lia. replace (Nat.min 3 L) with 3%nat by lia.
      change (range 1) with [0]. change (range 2) with [0; 1]. change (range 3) with [0; 1; 2]. rewrite !concat_app. cbn [concat]. rewrite !app_nil_r.
      apply perm_count. intros x. pose proof (count_perm (Z.eqb x) _ _ PR) as E1. pose proof (count_perm (Z.eqb x) _ _ C1) as E2. pose proof (count_perm (Z.eqb x) _ _ PQ) as E3.
      unfold M, small3 in E3. counts_in E1. counts_in E2. counts_in E3. counts. lia.
    + intros v Hv. rewrite count_heads, count_sizes. change (sizes (root s :: blocks s)) with (S (length rt) :: sizes (blocks s)). rewrite Hsz, Hrt, !count_cons, count_eq_seq.
      rewrite seq_S, count_app, (count_0 (fun r => Z.ltb v (Z.of_nat r))) by (intros r Hr; apply in_seq in Hr; apply Z.ltb_ge; lia). rewrite count_cons, count_nil.
      destruct (Z.eqb_spec v (Z.of_nat 1 + (Lz - 1))), (Z.leb_spec (Z.of_nat 1 + (Lz - 1)) v), (Z.ltb_spec v (Z.of_nat (1 + S L) + (Lz - 1))), (Z.ltb_spec v (Z.of_nat (2 * L + 1))), (Z.ltb_spec v (Z.of_nat 1)), (Z.ltb_spec v (Z.of_nat (1 + L))); cbn [andb]; lia.
  - unfold procs_of. cbn [map list_sum fold_right]. fold (list_sum (map (fun b => S (length b)) (blocks s))). fold (sizes (blocks s)). rewrite Hsz. cbn [root s]. rewrite Hrt.
    pose proof (f_3L L ltac:(lia)) as E1. pose proof (list_sum_seq 1 (S L)) as E2. cbn [list_sum fold_right]. fold (list_sum (seq 1 (S L))).
    clear -E1 E2. replace (2 * 1 + S L - 1)%nat with (L + 2)%nat in E2 by lia. cbn [Nat.mul Nat.add] in *. lia.
Qed.

Theorem all_solutions : exists B, forall t, (2 * L + 1 <= t)%nat -> exists s, solves Lz (Z.of_nat t) s /\
  left s = B /\ procs_of s = f L t /\ ((3 * L <= t)%nat -> ball Lz B s).
Proof.
  set (Y := sumZ (ys (L - 3))). set (u0 := 16 + (Y + 2 - 16) mod (Lz + 1)).
  assert (16 <= u0 <= Lz + 16) as Hu by (unfold u0; pose proof (Z.mod_pos_bound (Y + 2 - 16) (Lz + 1) ltac:(lia)); lia).
  assert ((Y + 2 - u0) mod (Lz + 1) = 0) as Hm.
  { unfold u0. replace (Y + 2 - (16 + (Y + 2 - 16) mod (Lz + 1))) with ((Y + 2 - 16) - (Y + 2 - 16) mod (Lz + 1)) by lia.
    rewrite Zminus_mod, Z.mod_mod, Z.sub_diag by lia. apply Z.mod_0_l. lia. }
  destruct (Y_bound L HL (L - 3)) as [Y1 Y2]. fold Y in Y1, Y2.
  destruct (letter_B L HL Y u0 Y1) as (B & B1 & B2 & B3 & B4 & B5); [|exact Hu|].
  { replace (L - 3 + 3)%nat with L in Y2 by lia. replace (L - 3 + 2)%nat with (L - 1)%nat in Y2 by lia. rewrite Nat2Z.inj_mul in Y2. replace (Z.of_nat (L - 1)) with (Lz - 1) in Y2 by lia. exact Y2. }
  exists B. intros t Ht. destruct (family L (2 * L + 1) B) with (t := t) as (s & S1 & S2 & S3 & S4); [lia| |exact Ht|].
  - intros w Hw. destruct (Nat.eq_dec w (2 * L + 1)); [|destruct (Nat.eq_dec w (3 * L))].
    + subst w. destruct (window_2 L HL B B1 B2 B3 B4) as (s & S1 & S2 & S3). exists s. replace (Z.of_nat (2 * L + 1)) with (2 * Lz + 1) by lia.
      refine (conj S1 (conj S2 (conj S3 _))). lia.
    + subst w. destruct (window_last B B1 B2 u0 Hu Hm B5) as (s & S1 & S2 & S3 & S4). exists s. replace (Z.of_nat (3 * L)) with (3 * Lz) by lia. auto.
    + destruct (window_m L HL B (w - 2 * L + 1)) as (s & S1 & S2 & S3); [lia|lia|]. exists s.
      replace (2 * Lz + Z.of_nat (w - 2 * L + 1) - 1) with (Z.of_nat w) in S1 by lia. replace (2 * L + (w - 2 * L + 1) - 1)%nat with w in S3 by lia.
      refine (conj S1 (conj S2 (conj S3 _))). lia.
  - exists s. refine (conj S1 (conj S2 (conj S3 _))). intros. apply S4. lia.
Qed.

Theorem all_depths t : (2 * L + 1 <= t)%nat -> cyclic L t.
Proof.
  intros Ht. destruct all_solutions as (B & H). destruct (H t Ht) as (s & S1 & _ & S3 & _).
  apply (solution_cyclic L t s); [lia|exact S1|exact S3].
Qed.
End Last.
