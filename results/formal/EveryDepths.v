(* SPDX-License-Identifier: MIT *)
(* Theorem E up to depth 3L for L >= 10 (THEOREMS.md, 10.3): depth t = 2L + m - 1, 2 <= m <= L + 1, and
   f_{t-1} + 1 + s processors, 0 <= s <= m.  The tree is the whole one of depth t - 1 whose root has one child
   more, a star of size s.  The root takes the leaves that no other block takes, but one. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance FirstDepths Pruned EveryUnion.
Import ListNotations.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= idtac.

(* ---- Small facts. ---- *)

Lemma heads_app bs cs : heads (bs ++ cs) = heads bs ++ heads cs.
Proof. apply map_app. Qed.
Lemma leaves_app bs cs : leaves (bs ++ cs) = leaves bs ++ leaves cs.
Proof. unfold leaves. rewrite map_app, concat_app. reflexivity. Qed.
Lemma all_kids_app L bs cs : all_kids L (bs ++ cs) = all_kids L bs ++ all_kids L cs.
Proof. unfold all_kids. rewrite map_app, concat_app. reflexivity. Qed.
Lemma total_app bs cs : total (bs ++ cs) = (total bs + total cs)%nat.
Proof. unfold total. rewrite map_app. apply list_sum_app. Qed.

(* 3 + .. + (n+2). *)
Lemma sum_of_sizes n : (2 * list_sum (seq 3 n) = n * (n + 5))%nat.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, list_sum_app. cbn [list_sum fold_right]. lia.
Qed.

(* Different letters can be taken out of 0, .., n-1. *)
Lemma take_letters n l : NoDup l -> incl l (range n) -> exists rest, Permutation (range n) (l ++ rest).
Proof.
  induction l as [|z l IH]; intros Hn Hi; [exists (range n); reflexivity|].
  inversion Hn; subst. destruct IH as (rest & HP); [assumption|intros v Hv; apply Hi; right; exact Hv|].
  assert (In z (l ++ rest)) as Hz by (rewrite <- HP; apply Hi; left; reflexivity).
  apply in_app_or in Hz as [Hz|Hz]; [contradiction|]. apply in_split in Hz as (p & q & ->).
  exists (p ++ q). clear -HP. cbn [app]. by_counts.
Qed.

(* The heads of the blocks of sizes a, .., a+n-1 of a whole tree. *)
Definition head_values (L : nat) (a n : nat) : list Z := map (fun r => Z.of_nat r + Z.of_nat L - 1) (seq a n).

(* The children of a node with n children whose last has the value 0. *)
Lemma kids_range L n : Permutation (kids L (L + Z.of_nat n - 1) n) (range n).
Proof.
  apply NoDup_Permutation.
  - unfold kids. apply FinFun.Injective_map_NoDup; [intros i j; lia|apply seq_NoDup].
  - apply range_NoDup.
  - intros z. rewrite range_In. split; [intros H; apply kids_bounds in H; lia|].
    intros H. unfold kids. apply in_map_iff. exists (n - 1 - Z.to_nat z)%nat. rewrite in_seq. lia.
Qed.

(* L, .., as heads of blocks of sizes 1, .. *)
Lemma range_from k a n : (1 <= k)%nat -> map Z.of_nat (seq (k - 1 + a) n) = head_values k a n.
Proof.
  intros Hk. unfold head_values. revert a. induction n as [|n IH]; intros a; [reflexivity|]. cbn [seq map].
  rewrite plus_n_Sm, IH. f_equal. lia.
Qed.

(* The children of the root: 0, .., L-1, the heads of the blocks 1, .., m-1, and L+m-1. *)
Lemma root_kids L m : (1 <= L)%nat -> (1 <= m)%nat ->
  Permutation (kids (Z.of_nat L) (2 * Z.of_nat L + Z.of_nat m - 1) (L + m))
    (range L ++ head_values L 1 (m - 1) ++ [Z.of_nat L + Z.of_nat m - 1]).
Proof.
  intros HL Hm. replace (2 * Z.of_nat L + Z.of_nat m - 1) with (Z.of_nat L + Z.of_nat (L + m) - 1) by lia.
  rewrite kids_range. unfold range. rewrite seq_app, map_app. apply Permutation_app_head.
  replace m with (m - 1 + 1)%nat at 1 by lia. rewrite seq_app, map_app.
  replace (0 + L)%nat with (L - 1 + 1)%nat by lia.
  rewrite range_from by exact HL. apply Permutation_app_head. cbn [seq map].
  replace (Z.of_nat (L - 1 + 1 + (m - 1))) with (Z.of_nat L + Z.of_nat m - 1) by lia. reflexivity.
Qed.

(* ---- Pieces. ---- *)

(* Blocks of sizes 3, .., m-1 that leave over the leaves P, and take E from elsewhere. *)
Record pieces (L : nat) (a n : nat) (bs : list block) (P E : list Z) : Prop := {
  pc_heads : heads bs = head_values L a n;
  pc_good : forall c, In c bs -> good (Z.of_nat L) c;
  pc_leaves : Permutation (P ++ leaves bs) (E ++ all_kids (Z.of_nat L) bs);
  pc_length : length P = (length E + n)%nat;
  pc_total : total bs = list_sum (seq a n) }.

(* All filled canonically. *)
Lemma canonical_pieces L a n : (1 <= a)%nat -> exists bs P, pieces L a n bs P [].
Proof.
  revert a. induction n as [|n IH]; intros a Ha.
  - exists [], []. split; try reflexivity. intros c [].
  - destruct (IH (S a)) as (bs & P & [P1 P2 P3 P4 P5]); [lia|].
    destruct (fill (Z.of_nat L) (Z.of_nat a + Z.of_nat L - 1) a) as (y & c & F1 & F2 & F3); [lia|lia|].
    exists ((Z.of_nat a + Z.of_nat L - 1, c) :: bs), (y :: P). split.
    + unfold heads. cbn [map]. fold (heads bs). rewrite P1. reflexivity.
    + intros z [<-|Hz]; auto.
    + rewrite leaves_cons, all_kids_cons. cbn [snd app] in *. unfold kids_of. cbn [fst snd]. rewrite F2.
      by_counts.
    + cbn [length] in *. lia.
    + rewrite total_cons, P5. cbn [snd seq list_sum fold_right]. fold (list_sum (seq (S a) n)). lia.
Qed.

(* One more block of size 3, before pieces from size 4 on, with leaves b, c. *)
Lemma block_3 L n bs P E F y b c : pieces L 4 n bs P [] -> (Z.of_nat L + 2 + b + c) mod 3 = 0 ->
  Permutation (y ++ [b; c]) (E ++ [0; 1; 2]) -> F = y ++ P ->
  pieces L 3 (S n) ((Z.of_nat L + 2, [b; c]) :: bs) F E.
Proof.
  intros [P1 P2 P3 P4 P5] Hs HP ->. split.
  - unfold heads. cbn [map fst]. fold (heads bs). rewrite P1. unfold head_values. cbn [seq map]. f_equal. lia.
  - intros z [<-|Hz]; [|auto]. split; cbn [fst snd length]; [|lia]. unfold size. cbn [length sumZ].
    replace (Z.of_nat L + 2 + (b + (c + 0))) with (Z.of_nat L + 2 + b + c) by lia. exact Hs.
  - rewrite leaves_cons, all_kids_cons. cbn [snd app] in *.
    assert (kids_of (Z.of_nat L) (Z.of_nat L + 2, [b; c]) = [2; 1; 0]) as ->.
    { unfold kids_of, kids. cbn [fst snd length seq map]. repeat f_equal; lia. }
    by_counts.
  - apply Permutation_length in HP. rewrite !app_length in *. cbn [length] in *. lia.
  - rewrite total_cons, P5. reflexivity.
Qed.

(* The star of value V and size s <= m takes all its leaves but one; if s = 0, V is a leaf. *)
Lemma star_piece L V s : Z.of_nat L + Z.of_nat s - 1 <= V -> exists y bs,
  (forall c, In c bs -> good (Z.of_nat L) c /\ fst c = V) /\ total bs = s /\
  (s = 1%nat -> y = V - Z.of_nat L) /\
  (s = 0%nat -> y = V) /\ Permutation (y :: heads bs ++ leaves bs) (V :: all_kids (Z.of_nat L) bs).
Proof.
  intros Hs. destruct s as [|s].
  - exists V, []. split; [intros c []|]. repeat split; reflexivity || discriminate.
  - destruct (fill (Z.of_nat L) V (S s)) as (y & c & F1 & F2 & F3); [lia|exact Hs|].
    exists y, [(V, c)]. split; [|split; [|split; [|split]]].
    + intros z [<-|[]]. auto.
    + unfold total. cbn [map snd list_sum fold_right]. lia.
    + intros E. injection E as ->. destruct c; [|discriminate]. apply Permutation_length_1 in F3. rewrite F3.
      lia.
    + discriminate.
    + unfold heads, leaves, all_kids, kids_of. cbn [map concat fst snd app]. rewrite !app_nil_r, F2.
      by_counts.
Qed.

(* The leaves of the block of size 3 of the whole tree: its own, 0, 1, 2, but one. *)
Lemma own_3 L : exists b c y, (Z.of_nat L + 2 + b + c) mod 3 = 0 /\ Permutation [y; b; c] [0; 1; 2] /\
  0 <= b < c /\ c <= 2.
Proof.
  pose proof (Nat.div_mod L 3 ltac:(lia)) as HD. pose proof (Nat.mod_upper_bound L 3 ltac:(lia)) as Hb.
  assert (forall z k, z = k * 3 -> z mod 3 = 0) as Q by (intros z k ->; apply Z.mod_mul; lia).
  set (k := (L / 3)%nat) in *. destruct (L mod 3)%nat as [|[|[|]]]; [| | |lia].
  - exists 0, 1, 2. split; [apply (Q _ (Z.of_nat k + 1)); lia|]. split; [by_counts|lia].
  - exists 1, 2, 0. split; [apply (Q _ (Z.of_nat k + 2)); lia|]. split; [by_counts|lia].
  - exists 0, 2, 1. split; [apply (Q _ (Z.of_nat k + 2)); lia|]. split; [by_counts|lia].
Qed.

(* Exchanged leaves: 3 or 6 more. *)
Lemma mod_3_more z j : z mod 3 = 0 -> j = 3 \/ j = 6 -> (z + j) mod 3 = 0.
Proof.
  intros Hz Hj. apply Z.mod_divide in Hz as [k ->]; [|lia].
  destruct Hj as [->| ->].
  - replace (k * 3 + 3) with ((k + 1) * 3) by lia. apply Z.mod_mul. lia.
  - replace (k * 3 + 6) with ((k + 2) * 3) by lia. apply Z.mod_mul. lia.
Qed.

(* ---- The tree. ---- *)

Section Tree.
Variables L m s : nat.
Notation Lz := (Z.of_nat L).
Notation mz := (Z.of_nat m).
Notation t := (2 * Lz + mz - 1).
Notation R := (Lz + mz).
Hypothesis HL : (1 <= L)%nat.
Hypothesis Hm : (2 <= m <= L + 1)%nat.
Hypothesis Hs : (s <= m)%nat.

(* Put together: the block of size 2 takes a, x is left over, the root takes y, P and the rest. *)
Lemma assemble y st bs P E a x rest k : (3 <= m)%nat ->
  (forall c, In c st -> good Lz c /\ fst c = Lz + mz - 1) -> total st = s ->
  Permutation (y :: heads st ++ leaves st) (Lz + mz - 1 :: all_kids Lz st) ->
  pieces L 3 (m - 3) bs P E ->
  Permutation (range L ++ [0; 0; 1]) (E ++ a :: x :: rest) ->
  (Lz + 1 + a) mod 2 = 0 ->
  t + y + sumZ rest + sumZ P = k * R ->
  served Lz t (f L (2 * L + m - 2) + 1 + s).
Proof.
  intros Hm3 St1 St2 St3 [P1 P2 P3 P4 P5] HP Ha Hk.
  assert (length (y :: rest ++ P) = L + m - 1)%nat as Hl.
  { apply Permutation_length in HP. rewrite !app_length, range_length in HP. cbn [length] in *.
    rewrite app_length. lia. }
  assert (head_values L 1 (m - 1) = Lz :: Lz + 1 :: head_values L 3 (m - 3)) as Hh.
  { unfold head_values. replace (m - 1)%nat with (S (S (m - 3))) by lia. cbn [seq map]. f_equal; [lia|].
    f_equal. lia. }
  replace (f L (2 * L + m - 2) + 1 + s)%nat with
    (S (total ((t, y :: rest ++ P) :: (Lz, []) :: (Lz + 1, [a]) :: bs ++ st))).
  2:{ rewrite !total_cons, total_app, St2, P5. cbn [snd]. rewrite Hl. cbn [length].
      pose proof (sum_of_sizes (m - 3)) as Q1.
      pose proof (f_mid L (m - 1) ltac:(lia)) as Q2.
      replace (2 * L + (m - 1) - 1)%nat with (2 * L + m - 2)%nat in Q2 by lia.
      nia. }
  apply (proposition_4 Lz t x); [lia|]. split.
  - reflexivity.
  - intros c [<-|[<-|[<-|Hc]]].
    + split; cbn [fst snd]; [|rewrite Hl; lia]. unfold size. rewrite Hl. cbn [sumZ]. rewrite sumZ_app.
      replace (t + (y + (sumZ rest + sumZ P))) with (k * R) by lia.
      replace (Z.of_nat (S (L + m - 1))) with R by lia. apply Z.mod_mul. lia.
    + split; cbn [fst snd length]; [apply Z.mod_1_r|lia].
    + split; cbn [fst snd length]; [|lia]. unfold size. cbn [length sumZ].
      replace (Lz + 1 + (a + 0)) with (Lz + 1 + a) by lia. exact Ha.
    + apply in_app_or in Hc as [Hc|Hc]; [apply P2, Hc|apply St1, Hc].
  - intros c [<-|[<-|Hc]]; cbn [fst]; [lia|lia|]. apply in_app_or in Hc as [Hc|Hc]; [|apply St1 in Hc; lia].
    apply (in_map fst) in Hc. fold (heads bs) in Hc. rewrite P1 in Hc.
    apply in_map_iff in Hc as (r & <- & Hr).
    apply in_seq in Hr. lia.
  - rewrite !leaves_cons, !all_kids_cons, leaves_app, all_kids_app. cbn [snd app].
    assert (kids_of Lz (t, y :: rest ++ P) = kids Lz t (L + m)) as ->.
    { unfold kids_of. cbn [fst snd]. rewrite Hl. f_equal. lia. }
    assert (kids_of Lz (Lz, []) = [0]) as -> by (unfold kids_of, kids; cbn; f_equal; lia).
    assert (kids_of Lz (Lz + 1, [a]) = [1; 0]) as -> by (unfold kids_of, kids; cbn; repeat f_equal; lia).
    unfold heads. cbn [map fst]. fold (heads (bs ++ st)). rewrite heads_app, P1.
    pose proof (root_kids L m HL ltac:(lia)) as HR. rewrite Hh in HR. cbn [app] in *. by_counts.
Qed.

(* ---- Which leaf a goes to the block of size 2, and which leaf x is left over: a + x = D modulo R. ---- *)

(* A multiple of 2. *)
Lemma even_twice z k : z = 2 * k -> z mod 2 = 0.
Proof. intros ->. rewrite Z.mul_comm. apply Z.mod_mul. lia. Qed.

(* Different letters can be taken from the root's own leaves and 0, 0, 1. *)
Lemma take_from_range l : NoDup l -> (forall z, In z l -> 0 <= z < Lz) ->
  exists rest, Permutation (range L ++ [0; 0; 1]) (l ++ rest).
Proof.
  intros Hn Hl. destruct (take_letters L l Hn) as (rest & HP); [intros z Hz; apply range_In, Hl, Hz|].
  exists (rest ++ [0; 0; 1]). rewrite HP, app_assoc. reflexivity.
Qed.

(* a = 0 or 1 is there once more than in 0, .., L-1. *)
Lemma take_low a x : a = 0 \/ a = 1 -> 0 <= x < Lz ->
  exists rest, Permutation (range L ++ [0; 0; 1]) (a :: x :: rest).
Proof.
  intros Ha Hx. destruct (take_letters L [x]) as (rest & HP).
  - constructor; [intros []|constructor].
  - intros z [<-|[]]. apply range_In. exact Hx.
  - destruct Ha as [->| ->]; [exists (rest ++ [0; 1])|exists (rest ++ [0; 0])]; rewrite HP; clear; cbn [app];
      by_counts.
Qed.

(* The first four cases of 10.3. *)
Lemma choose_low D : Lz + 3 <= R <= 2 * Lz + 1 -> D mod R <= 2 * Lz - 3 ->
  (D mod R = 0 -> Nat.Odd L \/ R <= 2 * Lz - 3) ->
  exists a x rest k, (Lz + 1 + a) mod 2 = 0 /\ Permutation (range L ++ [0; 0; 1]) (a :: x :: rest) /\
    D = a + x + k * R.
Proof.
  intros HR Hc H0. pose proof (Z.div_mod D R ltac:(lia)) as HD.
  pose proof (Z.mod_pos_bound D R ltac:(lia)) as Hb.
  set (c := D mod R) in *. set (q := D / R) in *. clearbody c q.
  assert (forall x k, 0 <= x <= Lz - 2 -> D = Lz - 1 + x + k * R ->
    exists a x rest k, (Lz + 1 + a) mod 2 = 0 /\ Permutation (range L ++ [0; 0; 1]) (a :: x :: rest) /\
      D = a + x + k * R) as Top.
  { intros x k Hx E. destruct (take_from_range [Lz - 1; x]) as (rest & HP).
    - constructor; [intros [F|[]]; lia|]. constructor; [intros []|constructor].
    - intros z [<-|[<-|[]]]; lia.
    - exists (Lz - 1), x, rest, k. split; [apply (even_twice _ Lz); lia|]. split; [exact HP|exact E]. }
  destruct (Z.le_gt_cases (Lz - 1) c) as [Hge|Hlt]; [apply (Top (c - Lz + 1) q); lia|].
  destruct (Nat.Even_or_Odd L) as [[h Hh]|[h Hh]].
  - destruct (Z.eq_dec c 0) as [Hz|Hz].
    + destruct (H0 Hz) as [[h' Hh']|Hsmall]; [lia|]. apply (Top (R - Lz + 1) (q - 1)); lia.
    + destruct (take_low 1 (c - 1)) as (rest & HP); [right; reflexivity|lia|].
      exists 1, (c - 1), rest, q. split; [apply (even_twice _ (Z.of_nat h + 1)); lia|]. split; [exact HP|lia].
  - destruct (take_low 0 c) as (rest & HP); [left; reflexivity|lia|].
    exists 0, c, rest, q. split; [apply (even_twice _ (Z.of_nat h + 1)); lia|]. split; [exact HP|lia].
Qed.

(* Otherwise one or both leaves of the block of size 3 become larger by 3, in all by j. *)
Lemma choose_high D : 10 <= Lz -> R <= 2 * Lz + 1 ->
  2 * Lz - 2 <= D mod R \/ (D mod R = 0 /\ 2 * Lz - 2 <= R) ->
  exists j x k, (j = 3 \/ j = 6) /\ Lz - 4 <= x <= Lz - 2 /\ D = j + (Lz - 1) + x + k * R.
Proof.
  intros H10 HR Hc. pose proof (Z.div_mod D R ltac:(lia)) as HD.
  pose proof (Z.mod_pos_bound D R ltac:(lia)) as Hb.
  set (c := D mod R) in *. set (q := D / R) in *. clearbody c q. destruct Hc as [Hc|[Hc Hm']].
  - exists 3, (c - Lz - 2), q. split; [left; reflexivity|]. split; lia.
  - destruct (Z.eq_dec R (2 * Lz + 1)) as [E|E].
    + exists 6, (Lz - 4), (q - 1). split; [right; reflexivity|]. split; lia.
    + exists 3, (mz - 2), (q - 1). split; [left; reflexivity|]. split; lia.
Qed.
(* m >= 3.  W: all that goes to the root, but for what the blocks from size 3 on leave over, and a, x. *)
Lemma depths_3 : (10 <= L)%nat -> (3 <= m)%nat -> served Lz t (f L (2 * L + m - 2) + 1 + s).
Proof.
  intros H10 Hm3.
  destruct (star_piece L (Lz + mz - 1) s) as (y & st & S1 & S2 & _ & _ & S3); [lia|].
  set (W := t + y + sumZ (range L ++ [0; 0; 1])).
  (* every block from size 3 on takes its own leaves but one *)
  assert (forall bs P, pieces L 3 (m - 3) bs P [] -> (W + sumZ P) mod R <= 2 * Lz - 3 ->
    ((W + sumZ P) mod R = 0 -> Nat.Odd L \/ R <= 2 * Lz - 3) ->
    served Lz t (f L (2 * L + m - 2) + 1 + s)) as Low.
  { intros bs P HP Hc H0. destruct (choose_low (W + sumZ P)) as (a & x & rest & k & C1 & C2 & C3);
      [lia|exact Hc|exact H0|].
    apply (assemble y st bs P [] a x rest k); try assumption.
    apply sumZ_perm in C2. cbn [sumZ] in C2. unfold W in C3. lia. }
  destruct (Nat.eq_dec m 3) as [E3|E3].
  - destruct (canonical_pieces L 3 (m - 3)) as (bs & P & HP); [lia|]. apply (Low bs P HP).
    + pose proof (Z.mod_pos_bound (W + sumZ P) R ltac:(lia)). lia.
    + intros _. right. lia.
  - destruct (canonical_pieces L 4 (m - 4)) as (bs & P & HP); [lia|].
    destruct (own_3 L) as (b & c & y3 & O1 & O2 & O3 & O4).
    assert (pieces L 3 (m - 3) ((Lz + 2, [b; c]) :: bs) (y3 :: P) []) as Plain.
    { replace (m - 3)%nat with (S (m - 4)) by lia. apply (block_3 L (m - 4) bs P [] _ [y3]); auto. }
    set (D := W + sumZ (y3 :: P)) in *.
    (* the block of size 3 takes leaves of the root's *)
    assert (2 * Lz - 2 <= D mod R \/ D mod R = 0 /\ 2 * Lz - 2 <= R ->
      served Lz t (f L (2 * L + m - 2) + 1 + s)) as High.
    { intros Hc. destruct (choose_high D) as (j & x & k & J1 & J2 & J3); [lia|lia|exact Hc|].
      set (b' := if j =? 3 then b else b + 3). set (c' := c + 3).
      assert (b' + c' = b + c + j /\ 0 <= b' /\ b' < c' <= 5) as (B1 & B2 & B3)
        by (unfold b', c'; destruct J1 as [->| ->]; cbn; lia).
      destruct (take_from_range [b'; c'; Lz - 1; x]) as (rest & HP2).
      { repeat (apply NoDup_cons; [cbn [In]; lia|]). apply NoDup_nil. }
      { intros z Hz. cbn [In] in Hz. lia. }
      apply (assemble y st ((Lz + 2, [b'; c']) :: bs) ([0; 1; 2] ++ P) [b'; c']
        (Lz - 1) x rest k); try assumption.
      - replace (m - 3)%nat with (S (m - 4)) by lia. apply (block_3 L (m - 4) bs P [b'; c'] _ [0; 1; 2]);
          auto.
        + replace (Lz + 2 + b' + c') with (Lz + 2 + b + c + j) by lia. apply mod_3_more; assumption.
        + apply Permutation_app_comm.
      - apply (even_twice _ Lz). lia.
      - apply sumZ_perm in HP2, O2. rewrite !sumZ_app in *. unfold D, W in J3. rewrite !sumZ_app in J3.
        cbn [sumZ] in *.
        lia. }
    pose proof (Z.mod_pos_bound D R ltac:(lia)) as Hb.
    destruct (Z.le_gt_cases (D mod R) (2 * Lz - 3)) as [Hc|Hc]; [|apply High; left; lia].
    destruct (Z.eq_dec (D mod R) 0) as [H0|H0]; [|apply (Low _ _ Plain); [exact Hc|intros F; contradiction]].
    destruct (Z.le_gt_cases R (2 * Lz - 3)) as [HR|HR]; [|apply High; right; lia].
    apply (Low _ _ Plain); auto.
Qed.
End Tree.

(* m = 2: the root has size L + 2, beside a block of size 1 and the star, s <= 1. *)
Lemma depths_2_tree L s y st x rest k : (1 <= L)%nat -> (s <= 1)%nat ->
  (forall c, In c st -> good (Z.of_nat L) c /\ fst c = Z.of_nat L + 1) -> total st = s ->
  Permutation (y :: heads st ++ leaves st) (Z.of_nat L + 1 :: all_kids (Z.of_nat L) st) ->
  Permutation (y :: range L ++ [0]) (x :: rest) ->
  2 * Z.of_nat L + 1 + sumZ rest = k * (Z.of_nat L + 2) ->
  served (Z.of_nat L) (2 * Z.of_nat L + 1) (f L (2 * L) + 1 + s).
Proof.
  intros HL Hs St1 St2 St3 HP Hk. set (Lz := Z.of_nat L) in *. set (t := 2 * Lz + 1) in *.
  assert (length rest = L + 1)%nat as Hl.
  { apply Permutation_length in HP. cbn [length] in HP. rewrite app_length, range_length in HP.
    cbn [length] in HP. lia. }
  replace (f L (2 * L) + 1 + s)%nat with (S (total ((t, rest) :: (Lz, []) :: st))).
  2:{ rewrite !total_cons, St2. cbn [snd length]. rewrite Hl. pose proof (f_mid L 1 ltac:(lia)) as Q.
      replace (2 * L + 1 - 1)%nat with (2 * L)%nat in Q by lia. lia. }
  apply (proposition_4 Lz t x); [lia|]. split.
  - reflexivity.
  - intros c [<-|[<-|Hc]].
    + split; cbn [fst snd]; [|rewrite Hl; lia]. unfold size. rewrite Hl, Hk.
      replace (Z.of_nat (S (L + 1))) with (Lz + 2) by lia. apply Z.mod_mul. lia.
    + split; cbn [fst snd length]; [apply Z.mod_1_r|lia].
    + apply St1, Hc.
  - intros c [<-|Hc]; cbn [fst]; [lia|]. apply St1 in Hc. lia.
  - rewrite !leaves_cons, !all_kids_cons. cbn [snd app].
    assert (kids_of Lz (t, rest) = kids Lz (2 * Lz + Z.of_nat 2 - 1) (L + 2)) as ->.
    { unfold kids_of. cbn [fst snd]. rewrite Hl. f_equal; lia. }
    assert (kids_of Lz (Lz, []) = [0]) as -> by (unfold kids_of, kids; cbn; f_equal; lia).
    unfold heads. cbn [map fst]. fold (heads st).
    pose proof (root_kids L 2 HL ltac:(lia)) as HR. fold Lz in HR.
    assert (head_values L 1 (2 - 1) = [Lz]) as E by (unfold head_values; cbn [Nat.sub seq map]; f_equal; lia).
    rewrite E in HR. replace (Lz + Z.of_nat 2 - 1) with (Lz + 1) in HR by lia. cbn [app] in *. by_counts.
Qed.

(* m = 2 for every L >= 6 (odd L >= 3 would do as well). *)
Lemma depths_2 L s : (6 <= L)%nat -> (s <= 1)%nat ->
  served (Z.of_nat L) (2 * Z.of_nat L + 1) (f L (2 * L) + 1 + s).
Proof.
  intros HL Hs. destruct (star_piece L (Z.of_nat L + 1) s) as (y & st & S1 & S2 & S3 & S4 & S5); [lia|].
  assert (s = 0%nat /\ y = Z.of_nat L + 1 \/ s = 1%nat /\ y = 1) as Hy.
  { destruct s as [|[|]]; [left|right|lia]; (split; [reflexivity|]); [apply S4; reflexivity|].
    rewrite S3 by reflexivity. lia. }
  pose proof (sum_range L) as HR.
  destruct (Nat.Even_or_Odd L) as [[h Hh]|[h Hh]].
  - (* L even: x = L/2 or L/2 + 2 *)
    set (x := if Nat.eqb s 0 then Z.of_nat h else Z.of_nat h + 2).
    destruct (take_letters L [x]) as (rest & HP).
    { constructor; [intros []|constructor]. }
    { intros z [<-|[]]. apply range_In. unfold x. destruct (Nat.eqb s 0); lia. }
    apply (depths_2_tree L s y st x (y :: rest ++ [0]) (Z.of_nat h + if Nat.eqb s 0 then 1 else 0));
      try assumption; [lia| |].
    + clear -HP. cbn [app] in *. by_counts.
    + apply sumZ_perm in HP. cbn [app sumZ] in *. rewrite sumZ_app. cbn [sumZ]. unfold x in HP.
      destruct Hy as [[-> ->]|[-> ->]]; cbn [Nat.eqb] in *; nia.
  - (* L odd: x = y *)
    apply (depths_2_tree L s y st y (range L ++ [0]) (Z.of_nat h + 1)); try assumption; [lia|reflexivity|].
    rewrite sumZ_app. cbn [sumZ]. nia.
Qed.

(* t = 2L, the whole tree, L odd (section 3): a block of size 1, and the root without the leaf (L-1)/2. *)
Lemma depth_2L_odd_served L : Nat.Odd L -> served (Z.of_nat L) (Z.of_nat (2 * L)) (L + 3).
Proof.
  intros [h Hh]. set (Lz := Z.of_nat L). set (x := Z.of_nat h).
  destruct (take_letters L [x]) as (c & HP).
  { constructor; [intros []|constructor]. }
  { intros z [<-|[]]. apply range_In. lia. }
  assert (length c = L - 1)%nat as Hl by (apply Permutation_length in HP; rewrite range_length in HP;
    cbn in HP; lia).
  replace (Z.of_nat (2 * L)) with (2 * Lz) by lia.
  replace (L + 3)%nat with (S (total [(2 * Lz, 0 :: c); (Lz, [])])) by (rewrite !total_cons; cbn; lia).
  apply (proposition_4 Lz (2 * Lz) x); [lia|]. split.
  - reflexivity.
  - intros z [<-|[<-|[]]]; split; cbn [fst snd length sumZ]; try lia; [|apply Z.mod_1_r].
    pose proof (sum_range L) as HR. apply sumZ_perm in HP. cbn [app sumZ] in HP. unfold size. cbn [length].
    rewrite Hl.
    replace (2 * Lz + (0 + sumZ c)) with ((x + 1) * Z.of_nat (S (S (L - 1)))); [apply Z.mod_mul; lia|nia].
  - intros z [<-|[]]. cbn [fst]. lia.
  - rewrite !leaves_cons, !all_kids_cons. cbn [snd app].
    assert (kids_of Lz (2 * Lz, 0 :: c) = kids Lz (2 * Lz + Z.of_nat 1 - 1) (L + 1)) as ->.
    { unfold kids_of. cbn [fst snd length]. rewrite Hl. f_equal; lia. }
    assert (kids_of Lz (Lz, []) = [0]) as -> by (unfold kids_of, kids; cbn; f_equal; lia).
    pose proof (root_kids L 1 ltac:(lia) ltac:(lia)) as HR. fold Lz in HR.
    cbn [Nat.sub head_values seq map app] in HR.
    replace (Lz + Z.of_nat 1 - 1) with Lz in HR by lia. unfold head_values in HR.
    cbn [heads leaves all_kids map concat fst snd app] in *.
    by_counts.
Qed.

(* All of 10.3 beyond t = 2L. *)
Theorem depths_up_to_3L L t N : (10 <= L)%nat -> (2 * L < t <= 3 * L)%nat -> (f L (t - 1) < N < f L t)%nat ->
  served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros HL Ht HN. set (m := (t - 2 * L + 1)%nat). set (s := (N - f L (t - 1) - 1)%nat).
  assert (f L t = f L (t - 1) + f L (t - L))%nat as Hf by (apply f_step; lia).
  assert (s <= m /\ (m = 2 -> s <= 1))%nat as [Hs Hs2].
  { destruct (Nat.eq_dec t (3 * L)) as [E|E].
    - pose proof (f_mid L 1 ltac:(lia)) as Q. replace (2 * L + 1 - 1)%nat with (t - L)%nat in Q by lia. lia.
    - pose proof (f_low L (t - 2 * L) ltac:(lia)) as Q.
      replace (L + (t - 2 * L))%nat with (t - L)%nat in Q by lia. lia. }
  replace N with (f L (2 * L + m - 2) + 1 + s)%nat by (replace (2 * L + m - 2)%nat with (t - 1)%nat by lia;
    lia).
  destruct (Nat.eq_dec m 2) as [E|E].
  - rewrite E. replace (2 * L + 2 - 2)%nat with (2 * L)%nat by lia.
    replace (Z.of_nat t) with (2 * Z.of_nat L + 1) by lia. apply depths_2; [lia|apply Hs2, E].
  - replace (Z.of_nat t) with (2 * Z.of_nat L + Z.of_nat m - 1) by lia. apply depths_3; lia.
Qed.
