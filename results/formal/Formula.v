(* SPDX-License-Identifier: MIT *)
(* The formula of kind impossible-cnf (results/README.md) for the instance I(L,t), clause by clause, in
   encoding words (true) and sums (false).  Every solution gives a model, so a refutation shows that there is
   no block-cyclic schedule.  Main results: formula_faithful, no_block_cyclic; on the way: how many blocks of
   each size and copies of each letter a solution has (longer_blocks, letters_number), and that it can be
   written into the slots (arrangement). *)
From Coq Require Import List Arith ZArith Lia Bool Permutation Mergesort Sorted.
From Steadycast Require Import Model Tree Hall Lists Instance BlockCyclic Lrat Clauses.
Import ListNotations.
Open Scope nat_scope.

(* Blocks that have at least v letters, for v < L the copies of the letter v: f_(t-L-v). *)
Definition copies (L t v : nat) : nat := if t <? L + v then 0 else f L (t - L - v).
(* Blocks, the root among them, with n letters. *)
Definition blocks_with (L t n : nat) : nat := if n =? t - L then 1 else copies L t (n + L).
(* The numbers of letters of the blocks that have any, ascending. *)
Definition lengths (L t : nat) : list nat := flat_map (fun n => repeat n (blocks_with L t n)) (seq 1 (t - L)).

(* Slot s holds letter j. *)
Definition holds_letter (L s j : nat) : positive := var 0 L s j.

(* A block of n letters in the slots from first on, so of size n + 1: no two positions land on one residue. *)
Definition word_block (L first n : nat) : list clause :=
  let r := S n in
  flat_map (fun p => flat_map (fun i =>
    if (p + i) mod r =? (L - 1) mod r then [[no (holds_letter L (first + p - 1) i)]] else [])
    (seq 0 L)) (seq 1 n) ++
  flat_map (fun p => flat_map (fun q => flat_map (fun i => flat_map (fun j =>
    if (p + i) mod r =? (q + j) mod r
    then [[no (holds_letter L (first + p - 1) i); no (holds_letter L (first + q - 1) j)]] else [])
    (seq 0 L)) (seq 0 L)) (seq (S p) (n - p))) (seq 1 n) ++
  flat_map (fun c => if c =? (L - 1) mod r then [] else
    [map yes (flat_map (fun p => flat_map (fun i =>
      if (p + i) mod r =? c then [holds_letter L (first + p - 1) i] else []) (seq 0 L)) (seq 1 n))])
    (seq 0 r).

(* The same in encoding sums: its letters ascend and L - 1 plus their sum is 0 modulo n + 1.  Variable (p,q)
   of the table at base: L - 1 plus the letters up to slot first + p is q modulo n + 1. *)
Definition sum_block (L first : nat) (base : N) (n : nat) : list clause :=
  let r := S n in let y := var base r in
  flat_map (fun p => flat_map (fun i => map (fun j =>
    [no (holds_letter L (first + p) i); no (holds_letter L (first + S p) j)])
    (seq 0 i)) (seq 0 L)) (seq 0 (n - 1)) ++
  map (fun j => [no (holds_letter L first j); yes (y 0 ((L - 1 + j) mod r))]) (seq 0 L) ++
  flat_map (fun p => flat_map (fun q => map (fun j =>
    [no (y (p - 1) q); no (holds_letter L (first + p) j); yes (y p ((q + j) mod r))])
    (seq 0 L)) (seq 0 r)) (seq 1 (n - 1)) ++
  map (fun q => [no (y (n - 1) q)]) (seq 1 n).

(* Blocks behind each other, of these numbers of letters. *)
Fixpoint all_blocks (words : bool) (L first : nat) (base : N) (ns : list nat) : list clause :=
  match ns with
  | [] => []
  | n :: rest => (if words then word_block L first n else sum_block L first base n) ++
      all_blocks words L (first + n) (base + area n (S n)) rest
  end.

(* Letter j, and those behind it, are in as many of the M slots as told. *)
Fixpoint all_letters (L M : nat) (base : N) (j : nat) (numbers : list nat) : list clause :=
  match numbers with
  | [] => []
  | a :: rest => (if a =? 0 then map (fun s => [no (holds_letter L s j)]) (seq 0 M) else
        counter base M a (fun s => holds_letter L s j) ++ [[yes (var base a (M - 1) (a - 1))]]) ++
      all_letters L M (base + area M a) (S j) rest
  end.

(* The formula for blocks of these numbers of letters, and letters in these numbers. *)
Definition slots_formula (words : bool) (L : nat) (ns numbers : list nat) : list clause :=
  let M := S (list_sum ns) in
  flat_map (fun s => exactly_one (map (holds_letter L s) (seq 0 L))) (seq 0 M) ++
  all_blocks words L 0 (area M L + area M (list_sum numbers)) ns ++
  all_letters L M (area M L) 0 numbers.
Definition instance_formula (words : bool) (L t : nat) : list clause :=
  slots_formula words L (lengths L t) (map (copies L t) (seq 0 L)).

(* What the letters b of a block are to be: words, in a legal order; sums, ascending and divisible. *)
Definition lands (L : nat) (b : list nat) (p : nat) : nat := (p + nth p (L - 1 :: b) 0) mod S (length b).
Definition good (words : bool) (L : nat) (b : list nat) : Prop :=
  if words then forall p q, p <= length b -> q <= length b -> lands L b p = lands L b q -> p = q
  else (forall p, S p < length b -> nth p b 0 <= nth (S p) b 0) /\ (L - 1 + list_sum b) mod S (length b) = 0.

(* The counters of the letters, if slot s holds the letter number s of w. *)
Definition is_at (w : list nat) (j s : nat) : bool := nth s w 0 =? j.
Fixpoint letter_bits (w : list nat) (j : nat) (numbers : list nat) : list bool :=
  match numbers with
  | [] => []
  | a :: rest => table (length w) a (counted (is_at w j)) ++ letter_bits w (S j) rest
  end.

Lemma letter_bits_length w numbers : forall j,
  N.of_nat (length (letter_bits w j numbers)) = area (length w) (list_sum numbers).
Proof.
  induction numbers as [|a rest IH]; intros j; [unfold area; cbn; lia|]. cbn [letter_bits].
  rewrite app_length.
  specialize (IH (S j)). pose proof (table_area (length w) a (counted (is_at w j))) as E. unfold area in *.
  change (list_sum (a :: rest)) with (a + list_sum rest). lia.
Qed.

Lemma count_is_at w j : count (is_at w j) (seq 0 (length w)) = count (Nat.eqb j) w.
Proof.
  rewrite <- (nth_map_seq' w 0) at 3. rewrite count_map. apply count_ext. intros s _. apply Nat.eqb_sym.
Qed.

Section Satisfied.
Variables (v : asg) (L : nat).
Hypothesis HL : 1 <= L.

(* The slots from first on hold the letters of b. *)
Definition holds_block (first : nat) (b : list nat) : Prop :=
  forall p j, p < length b -> j < L -> v (holds_letter L (first + p) j) = (nth p b 0 =? j).

(* Such a block satisfies its clauses, in either encoding. *)
Lemma word_block_sat first b : holds_block first b -> (forall j, In j b -> j < L) -> good true L b ->
  sat v (word_block L first (length b)).
Proof.
  intros Hx Hb Hg. cbn [good] in Hg. unfold word_block. set (n := length b) in *.
  assert (forall p i, 1 <= p < 1 + n -> i < L ->
    v (holds_letter L (first + p - 1) i) = (nth (p - 1) b 0 =? i)) as X.
  { intros p i Hp Hi. rewrite <- Hx by lia. do 2 f_equal. lia. }
  assert (forall p, 1 <= p -> lands L b p = (p + nth (p - 1) b 0) mod S n) as LP.
  { intros [|p] Hp; [lia|]. unfold lands. cbn [nth]. rewrite Nat.sub_succ, Nat.sub_0_r. reflexivity. }
  assert (lands L b 0 = (L - 1) mod S n) as L0 by reflexivity.
  apply sat_app; [|apply sat_app].
  - apply sat_flat_seq. intros p Hp. apply sat_flat_seq. intros i Hi.
    destruct (Nat.eqb_spec ((p + i) mod S n) ((L - 1) mod S n)) as [E|]; each_clause.
    clause_by_values. rewrite X by lia. destruct (Nat.eqb_spec (nth (p - 1) b 0) i) as [<-|]; [|reflexivity].
    rewrite <- LP, <- L0 in E by lia. apply Hg in E; lia.
  - apply sat_flat_seq. intros p Hp. apply sat_flat_seq. intros q Hq. apply sat_flat_seq. intros i Hi.
    apply sat_flat_seq. intros j Hj. destruct (Nat.eqb_spec ((p + i) mod S n) ((q + j) mod S n)) as [E|];
      each_clause.
    clause_by_values. rewrite !X by lia. destruct (Nat.eqb_spec (nth (p - 1) b 0) i) as [<-|]; [|reflexivity].
    destruct (Nat.eqb_spec (nth (q - 1) b 0) j) as [<-|]; [|reflexivity].
    rewrite <- !LP in E by lia. apply Hg in E; lia.
  - apply sat_flat_seq. intros c Hc. destruct (Nat.eqb_spec c ((L - 1) mod S n)) as [|E]; each_clause.
    assert (incl (seq 0 (S n)) (map (lands L b) (seq 0 (S n)))) as Hi.
    { apply NoDup_length_incl.
      - apply NoDup_map_in; [|apply seq_NoDup]. intros p q Hp Hq.
        apply in_seq in Hp, Hq. apply Hg; lia.
      - rewrite map_length. lia.
      - intros z Hz. apply in_map_iff in Hz as (p & <- & _). apply in_seq. fold n. unfold lands. fold n.
        pose proof (Nat.mod_upper_bound (p + nth p (L - 1 :: b) 0) (S n)). lia. }
    specialize (Hi c ltac:(apply in_seq; lia)). apply in_map_iff in Hi as (p & <- & Hp). apply in_seq in Hp.
    destruct (Nat.eq_dec p 0) as [->|Hp0]; [congruence|]. rewrite LP in * by lia.
    assert (nth (p - 1) b 0 < L) as Hj by (apply Hb, nth_In; fold n; lia).
    apply (sat_yes v _ (holds_letter L (first + p - 1) (nth (p - 1) b 0))).
    + apply in_map. apply in_flat_map. exists p. split; [apply in_seq; lia|]. apply in_flat_map.
      exists (nth (p - 1) b 0). split; [apply in_seq; lia|]. rewrite Nat.eqb_refl. left; reflexivity.
    + rewrite X by lia. apply Nat.eqb_refl.
Qed.

(* What the variables y of a block are. *)
Definition sum_bits (b : list nat) : list bool :=
  table (length b) (S (length b)) (fun p q => (L - 1 + list_sum (firstn (S p) b)) mod S (length b) =? q).

Lemma firstn_sum (b : list nat) p : p < length b ->
  list_sum (firstn (S p) b) = list_sum (firstn p b) + nth p b 0.
Proof.
  revert p; induction b as [|c b IH]; intros p Hp; [cbn in Hp; lia|]. destruct p as [|p]; [cbn; lia|].
  cbn [length] in Hp. rewrite firstn_cons, (firstn_cons p). cbn [nth]. unfold list_sum in *. cbn [fold_right].
  rewrite IH by lia. lia.
Qed.

Lemma sum_block_sat first base b : holds_block first b -> good false L b -> b <> [] ->
  shows v base (sum_bits b) ->
  sat v (sum_block L first base (length b)).
Proof.
  intros Hx (Hup & Hsum) Hb Hy. unfold sum_block. set (n := length b) in *. set (r := S n) in *.
  assert (0 < n) as Hn by (unfold n; destruct b; [congruence|cbn; lia]).
  pose proof (shows_table _ _ _ _ _ Hy) as Y. fold n r in Y. clear Hy. cbn beta zeta in Y.
  assert (forall a, a mod r < r) as Hr by (intros a; apply Nat.mod_upper_bound; lia).
  apply sat_app; [|apply sat_app; [|apply sat_app]].
  - apply sat_flat_seq. intros p Hp. apply sat_flat_seq. intros i Hi. apply sat_map_seq. intros j Hj.
    clause_by_values. rewrite !Hx by (fold n; lia). specialize (Hup p ltac:(lia)).
    destruct (Nat.eqb_spec (nth p b 0) i) as [<-|]; [|reflexivity].
    destruct (Nat.eqb_spec (nth (S p) b 0) j) as [<-|]; [lia|reflexivity].
  - apply sat_map_seq. intros j Hj. clause_by_values. rewrite Y by auto. rewrite firstn_sum by (fold n; lia).
    pose proof (Hx 0 j) as E. rewrite Nat.add_0_r in E. rewrite E by (fold n; lia).
    destruct (Nat.eqb_spec (nth 0 b 0) j) as [->|]; [|reflexivity]. cbn [firstn list_sum fold_right Nat.add].
    rewrite Nat.eqb_refl. reflexivity.
  - apply sat_flat_seq. intros p Hp. apply sat_flat_seq. intros q Hq. apply sat_map_seq. intros j Hj.
    clause_by_values. rewrite !Y, Hx by (auto; fold n; lia). replace (S (p - 1)) with p by lia.
    rewrite firstn_sum by (fold n; lia).
    destruct (Nat.eqb_spec ((L - 1 + list_sum (firstn p b)) mod r) q) as [<-|]; [|reflexivity].
    destruct (Nat.eqb_spec (nth p b 0) j) as [->|]; [|reflexivity].
    rewrite Nat.add_mod_idemp_l, Nat.add_assoc, Nat.eqb_refl by lia. reflexivity.
  - apply sat_map_seq. intros q Hq. clause_by_values. rewrite Y by lia. replace (S (n - 1)) with n by lia.
    unfold n. rewrite firstn_all. rewrite Hsum. destruct (Nat.eqb_spec 0 q); [lia|reflexivity].
Qed.

Definition block_bits (words : bool) (bs : list (list nat)) : list bool :=
  if words then [] else flat_map sum_bits bs.

Lemma all_blocks_sat words bs : forall first base, holds_block first (concat bs) ->
  (forall j, In j (concat bs) -> j < L) -> (forall b, In b bs -> b <> [] /\ good words L b) ->
  shows v base (block_bits words bs) -> sat v (all_blocks words L first base (map (@length nat) bs)).
Proof.
  induction bs as [|b bs IH]; intros first base Hx Hj Hg Hy; [apply sat_nil|].
  cbn [map concat all_blocks] in *. destruct (Hg b (or_introl eq_refl)) as [Hn Hgb].
  assert (holds_block first b) as Hx1.
  { intros p j Hp Hjj. rewrite Hx by (rewrite ?app_length; lia). rewrite app_nth1 by exact Hp. reflexivity. }
  apply sat_app.
  - destruct words.
    + apply word_block_sat; [exact Hx1|intros j Hi; apply Hj, in_or_app; left; exact Hi|exact Hgb].
    + apply sum_block_sat; [exact Hx1|exact Hgb|exact Hn|]. cbn [block_bits flat_map] in Hy.
      apply shows_app in Hy. tauto.
  - apply IH.
    + intros p j Hp Hjj. rewrite <- Nat.add_assoc. rewrite Hx by (rewrite ?app_length; lia).
      rewrite app_nth2_plus. reflexivity.
    + intros j Hi. apply Hj, in_or_app. right; exact Hi.
    + intros c Hc. apply Hg. right; exact Hc.
    + destruct words; [intros i Hi; inversion Hi|]. cbn [block_bits flat_map] in *.
      apply shows_app in Hy as [_ Hy]. unfold sum_bits at 1 in Hy. rewrite table_area in Hy. exact Hy.
Qed.

Lemma all_letters_sat w numbers : 0 < length w ->
  forall base j, (forall s i, s < length w -> i < j + length numbers ->
    v (holds_letter L s i) = is_at w i s) ->
  (forall i, i < length numbers -> count (Nat.eqb (j + i)) w = nth i numbers 0) ->
  shows v base (letter_bits w j numbers) -> sat v (all_letters L (length w) base j numbers).
Proof.
  intros Hw. induction numbers as [|a rest IH]; intros base j Hx Hc Hv; [apply sat_nil|].
  cbn [all_letters letter_bits length] in *. apply shows_app in Hv as [Hv Hv']. rewrite table_area in Hv'.
  pose proof (Hc 0 ltac:(lia)) as H0. rewrite Nat.add_0_r, <- count_is_at in H0. cbn [nth] in H0.
  apply sat_app.
  - destruct (Nat.eqb_spec a 0) as [->|Ha].
    + apply sat_map_seq. intros s Hs. clause_by_values. rewrite Hx by lia.
      destruct (is_at w j s) eqn:E; [|reflexivity].
      assert (0 < count (is_at w j) (seq 0 (length w))); [|lia]. apply count_In. exists s. rewrite in_seq.
      split; [lia|exact E].
    + apply sat_app.
      * apply (counter_sat _ _ _ _ _ (is_at w j)); [exact Hw|lia| |exact Hv|lia]. intros s Hs. apply Hx; lia.
      * each_clause. clause_by_values. rewrite (shows_table _ _ _ _ _ Hv) by lia. unfold counted.
        replace (S (length w - 1)) with (length w) by lia. rewrite H0.
        rewrite (proj2 (Nat.ltb_lt _ _)) by lia. reflexivity.
  - apply IH; [| |exact Hv'].
    + intros s i Hs Hi. apply Hx; lia.
    + intros i Hi. specialize (Hc (S i) ltac:(lia)). cbn [nth] in Hc. rewrite <- Hc. do 2 f_equal. lia.
Qed.
End Satisfied.

(* The blocks in their order, and the letter of the receive-only processor, make a model. *)
Theorem slots_sat words L bs left numbers : 1 <= L -> (forall j, In j (concat bs ++ [left]) -> j < L) ->
  (forall b, In b bs -> b <> [] /\ good words L b) -> length numbers = L ->
  (forall j, j < L -> count (Nat.eqb j) (concat bs ++ [left]) = nth j numbers 0) ->
  exists v, sat v (slots_formula words L (map (@length nat) bs) numbers).
Proof.
  intros HL Hj Hg Hn Hc. set (w := concat bs ++ [left]) in *.
  assert (S (list_sum (map (@length nat) bs)) = length w) as HM.
  { unfold w. rewrite app_length. cbn [length]. rewrite Nat.add_1_r. f_equal. clear.
    induction bs as [|b bs IH]; [reflexivity|]. cbn [concat map]. rewrite app_length, <- IH. reflexivity. }
  set (bits := table (length w) L (fun s j => is_at w j s) ++ letter_bits w 0 numbers ++
    block_bits L words bs).
  exists (assignment bits). set (v := assignment bits). unfold slots_formula. rewrite HM.
  pose proof (shows_all bits) as S. fold v in S. unfold bits in S. apply shows_app in S as [SX S].
  rewrite table_area, N.add_0_l in S. apply shows_app in S as [SC SY]. rewrite letter_bits_length in SY.
  pose proof (shows_table _ _ _ _ _ SX) as X. fold (holds_letter L) in X. clear SX. cbn beta in X.
  assert (0 < length w) as Hw by lia. apply sat_app; [|apply sat_app].
  - apply sat_flat_seq. intros s Hs. apply exactly_one_sat. rewrite count_map.
    rewrite (count_ext _ (fun j => is_at w j s)) by (intros j Hi; apply in_seq in Hi; apply X; lia).
    apply count_one. apply Hj, nth_In. lia.
  - apply (all_blocks_sat v L HL); [| |exact Hg|exact SY].
    + intros p j Hp Hi. cbn [Nat.add]. rewrite X; [|unfold w; rewrite app_length; lia|exact Hi].
      unfold is_at, w. rewrite app_nth1 by exact Hp. reflexivity.
    + intros j Hi. apply Hj. unfold w. apply in_or_app. left; exact Hi.
  - apply (all_letters_sat v L HL); [exact Hw| | |exact SC].
    + intros s i Hs Hi. rewrite Hn in Hi. apply X; lia.
    + intros i Hi. rewrite Hn in Hi. apply Hc. exact Hi.
Qed.

(* Counting lists of lists by their lengths. *)
Lemma count_length_step {A} (l : list (list A)) v : count (fun b => v <=? length b) l =
  count (fun b => S v <=? length b) l + count (fun b => length b =? v) l.
Proof.
  induction l as [|b l IH]; [reflexivity|]. rewrite !count_cons, IH.
  destruct (Nat.leb_spec v (length b)), (Nat.leb_spec (S v) (length b)), (Nat.eqb_spec (length b) v); lia.
Qed.

Section Sizes.
Variables (L t : nat) (s : solution).
Hypothesis HL : 1 <= L <= t.
Hypothesis HS : solves (Z.of_nat L) (Z.of_nat t) s.
Notation all := (root s :: blocks s).

Lemma root_length : length (root s) = t - L.
Proof. pose proof (so_root _ _ _ HS) as H. unfold size in H. lia. Qed.
Lemma blocks_length b : In b (blocks s) -> length b + 2 * L <= t.
Proof. intros Hb. apply (so_blocks _ _ _ HS) in Hb. unfold size in Hb. lia. Qed.

(* The balance, in lengths: values from L on are the heads of blocks. *)
Lemma heads_balance v : count (fun b => length b =? v) (blocks s) = count (fun b => v + L <=? length b) all.
Proof.
  pose proof (so_balance _ _ _ HS (Z.of_nat (v + L)) ltac:(lia)) as E.
  rewrite (count_0 (Z.eqb (Z.of_nat (v + L)))) in E.
  2:{ intros z Hz. apply (so_letters _ _ _ HS) in Hz. apply Z.eqb_neq. lia. }
  rewrite (count_ext _ (fun b => length b =? v) (blocks s)) in E.
  2:{ intros b _. unfold head, size. destruct (Nat.eqb_spec (length b) v); [apply Z.eqb_eq|apply Z.eqb_neq];
        lia. }
  rewrite (count_ext _ (fun b => v + L <=? length b) all) in E; [exact E|].
  intros b _. unfold size. destruct (Nat.leb_spec (v + L) (length b)); [apply Z.ltb_lt|apply Z.ltb_ge]; lia.
Qed.

(* How many blocks have at least v letters. *)
Lemma longer_blocks v : count (fun b => v <=? length b) all = copies L t v.
Proof.
  assert (forall n v, t < L + v + n -> count (fun b => v <=? length b) all = copies L t v) as Q;
    [|apply (Q (S t)); lia].
  clear v. induction n as [|n IH]; intros v Hv.
  - rewrite count_0; [unfold copies; destruct (Nat.ltb_spec t (L + v)); lia|].
    intros b Hb. apply Nat.leb_gt. destruct Hb as [<-|Hb]; [rewrite root_length; lia|].
    apply blocks_length in Hb. lia.
  - rewrite count_length_step, IH by lia. rewrite count_cons, root_length, heads_balance, IH by lia.
    unfold copies.
    destruct (Nat.eqb_spec (t - L) v), (Nat.ltb_spec t (L + S v)), (Nat.ltb_spec t (L + (v + L))),
      (Nat.ltb_spec t (L + v)); try lia.
    + replace (t - L - v) with 0 by lia. reflexivity.
    + replace (t - L - v) with (S (t - L - S v)) by lia. rewrite (f_S L (t - L - S v)) by lia.
      destruct (Nat.ltb_spec (S (t - L - S v)) L); lia.
    + replace (t - L - v) with (S (t - L - S v)) by lia. rewrite (f_S L (t - L - S v)) by lia.
      destruct (Nat.ltb_spec (S (t - L - S v)) L); [lia|].
      replace (S (t - L - S v) - L) with (t - L - (v + L)) by lia. lia.
Qed.

(* How many have exactly n. *)
Lemma blocks_number n : count (fun b => length b =? n) all = blocks_with L t n.
Proof.
  rewrite count_cons, root_length, heads_balance, longer_blocks. unfold blocks_with, copies.
  destruct (Nat.eqb_spec (t - L) n), (Nat.eqb_spec n (t - L)), (Nat.ltb_spec t (L + (n + L))); lia.
Qed.

(* How many copies of the letter j there are. *)
Lemma letters_number j : j < L -> count (Z.eqb (Z.of_nat j)) (letters s) = copies L t j.
Proof.
  intros Hj. pose proof (so_balance _ _ _ HS (Z.of_nat j) ltac:(lia)) as E.
  rewrite (count_0 (fun b => (Z.of_nat j =? head (Z.of_nat L) b)%Z)) in E.
  2:{ intros b _. unfold head, size. apply Z.eqb_neq. lia. }
  rewrite <- longer_blocks. rewrite (count_ext _ (fun b => j <=? length b) all) in E; [lia|].
  intros b _. unfold size. destruct (Nat.leb_spec j (length b)); [apply Z.ltb_lt|apply Z.ltb_ge]; lia.
Qed.
End Sizes.

(* Lists in the order of their lengths 1 .. n; empty ones are left out. *)
Definition by_length {A} (n : nat) (l : list (list A)) : list (list A) :=
  flat_map (fun k => filter (fun b => length b =? k) l) (seq 1 n).

Lemma by_length_concat {A} n (l : list (list A)) : (forall b, In b l -> length b <= n) ->
  Permutation (concat (by_length n l)) (concat l).
Proof.
  assert (forall b (l : list (list A)) m a,
    Permutation (concat (flat_map (fun k => filter (fun b => length b =? k) (b :: l)) (seq a m)))
      ((if (a <=? length b) && (length b <? a + m) then b else []) ++
       concat (flat_map (fun k => filter (fun b => length b =? k) l) (seq a m)))) as Q.
  { clear. intros b l m. induction m as [|m IH]; intros a; cbn [seq flat_map].
    - destruct (Nat.leb_spec a (length b)), (Nat.ltb_spec (length b) (a + 0)); [lia|reflexivity..].
    - rewrite !concat_app, (IH (S a)). cbn [filter].
      destruct (Nat.eqb_spec (length b) a), (Nat.leb_spec a (length b)), (Nat.leb_spec (S a) (length b)),
        (Nat.ltb_spec (length b) (S a + m)), (Nat.ltb_spec (length b) (a + S m)); try lia;
        cbn [andb app concat]; rewrite <- ?app_assoc; try reflexivity.
      rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. }
  intros H. unfold by_length. induction l as [|b l IH].
  - assert (forall m a, flat_map (fun k => filter (fun b : list A => length b =? k) []) (seq a m) = []) as ->;
      [|reflexivity].
    induction m as [|m IHm]; intros a; [reflexivity|apply IHm].
  - rewrite Q, IH by (intros c Hc; apply H; right; exact Hc). cbn [concat].
    specialize (H b (or_introl eq_refl)). destruct b as [|c b]; [reflexivity|]. cbn [length] in *.
    rewrite (proj2 (Nat.leb_le _ _)), (proj2 (Nat.ltb_lt _ _)) by lia. reflexivity.
Qed.
Lemma by_length_In {A} n (l : list (list A)) b : In b (by_length n l) -> In b l /\ b <> [].
Proof.
  unfold by_length. rewrite in_flat_map. intros (k & Hk & H). apply in_seq in Hk.
  apply filter_In in H as [H E]. apply Nat.eqb_eq in E. split; [exact H|]. intros ->. cbn in E. lia.
Qed.
Lemma by_length_lengths {A} n (l : list (list A)) : map (@length A) (by_length n l) =
  flat_map (fun k => repeat k (count (fun b => length b =? k) l)) (seq 1 n).
Proof.
  unfold by_length. rewrite !flat_map_concat_map, concat_map, map_map. f_equal. apply map_ext. intros k.
  unfold count. induction l as [|b l IH]; [reflexivity|]. cbn [filter].
  destruct (Nat.eqb_spec (length b) k) as [<-|]; [|exact IH].
  cbn [map length repeat]. f_equal. exact IH.
Qed.

(* The letters of a block can be written as they are to be. *)
Lemma natural l : (forall z, In z l -> (0 <= z)%Z) -> map Z.of_nat (map Z.to_nat l) = l.
Proof.
  intros H. rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext_in. intros z Hz. apply Z2Nat.id, H, Hz.
Qed.
Lemma sum_natural l : sumZ (map Z.of_nat l) = Z.of_nat (list_sum l).
Proof.
  induction l as [|a l IH]; [reflexivity|]. cbn [map sumZ list_sum fold_right]. unfold list_sum in IH. lia.
Qed.

Lemma good_block words L b : 1 <= L -> (forall z, In z b -> (0 <= z)%Z) -> star (Z.of_nat L) b ->
  exists c, Permutation (map Z.of_nat c) b /\ good words L c.
Proof.
  intros HL Hb Hs. unfold star in Hs. destruct words.
  - destruct (hall_word (Z.of_nat L - 1) b Hs) as (w & HP & Hw). exists (map Z.to_nat w).
    assert (map Z.of_nat (map Z.to_nat w) = w) as E.
    { apply natural. intros z Hz. apply Hb. rewrite <- HP. exact Hz. }
    split; [rewrite E; exact HP|]. unfold legal in Hw. cbn [good]. intros p q. rewrite map_length.
    intros Hp Hq H. assert (forall p, p <= length w ->
      pv ((Z.of_nat L - 1)%Z :: w) p = Z.of_nat (lands L (map Z.to_nat w) p)) as Q.
    { clear -E HL. intros p Hp. unfold pv, lands. rewrite Nat2Z.inj_mod, Nat2Z.inj_add. cbn [length].
      rewrite map_length.
      f_equal. f_equal. rewrite <- (map_nth Z.of_nat). cbn [map]. rewrite E. f_equal. f_equal. lia. }
    apply (NoDup_map_out _ _ Hw); [apply in_seq; cbn [length]; lia|apply in_seq; cbn [length]; lia|].
    rewrite !Q by assumption. f_equal. exact H.
  - exists (NatSort.sort (map Z.to_nat b)). pose proof (NatSort.Permuted_sort (map Z.to_nat b)) as HP.
    assert (Permutation (map Z.of_nat (NatSort.sort (map Z.to_nat b))) b) as HP2.
    { rewrite <- HP. rewrite natural by exact Hb. reflexivity. }
    split; [exact HP2|]. pose proof (NatSort.LocallySorted_sort (map Z.to_nat b)) as Sd. cbn [good].
    assert (length (NatSort.sort (map Z.to_nat b)) = length b) as El.
    { rewrite <- HP, map_length. reflexivity. }
    split.
    + clear -Sd. induction Sd as [|a|a c l Sd IH Hac]; intros p Hp; [cbn in Hp; lia|cbn in Hp; lia|].
      destruct p as [|p]; [apply Nat.leb_le; exact Hac|]. apply (IH p). cbn [length] in *. lia.
    + apply sumZ_perm in HP2. rewrite sum_natural in HP2. rewrite El. apply Nat2Z.inj. rewrite Nat2Z.inj_mod.
      unfold size in Hs. rewrite <- HP2 in Hs. change (Z.of_nat 0) with 0%Z. rewrite <- Hs. f_equal. lia.
Qed.

(* A solution, written into the slots. *)
Lemma arrangement words L t s : 1 <= L <= t -> solves (Z.of_nat L) (Z.of_nat t) s ->
  exists bs left, map (@length nat) bs = lengths L t /\ (forall j, In j (concat bs ++ [left]) -> j < L) /\
    (forall b, In b bs -> b <> [] /\ good words L b) /\
    (forall j, j < L -> count (Nat.eqb j) (concat bs ++ [left]) = copies L t j).
Proof.
  intros HL HS. set (ordered := by_length (t - L) (root s :: blocks s)).
  assert (forall b z, In b (root s :: blocks s) -> In z b -> In z (letters s)) as HB.
  { intros b z Hb Hz. unfold letters. right. apply in_or_app. destruct Hb as [<-|Hb]; [left; exact Hz|].
    right. apply in_concat. exists b. tauto. }
  destruct (choose_list (fun b c => Permutation (map Z.of_nat c) b /\ good words L c) ordered) as (bs & Hbs).
  { intros b Hb. apply by_length_In in Hb as [Hb _].
    apply good_block; [lia| |apply (so_star _ _ _ HS); exact Hb].
    intros z Hz. apply (so_letters _ _ _ HS). apply (HB b); assumption. }
  assert (0 <= left s < Z.of_nat L)%Z as Hx by (apply (so_letters _ _ _ HS); left; reflexivity).
  exists bs, (Z.to_nat (left s)).
  assert (Permutation (map Z.of_nat (concat bs ++ [Z.to_nat (left s)])) (letters s)) as HP.
  { rewrite map_app. cbn [map]. rewrite Z2Nat.id by lia. unfold letters. rewrite Permutation_app_comm.
    cbn [app]. apply perm_skip. change (root s ++ concat (blocks s)) with (concat (root s :: blocks s)).
    rewrite <- (by_length_concat (t - L) (root s :: blocks s)).
    - fold ordered. clear -Hbs. induction Hbs as [|b c l m [Hbc _] _ IH]; [reflexivity|]. cbn [concat].
      rewrite map_app, Hbc, IH. reflexivity.
    - intros b [<-|Hb]; [rewrite (root_length L t s HL HS); lia|].
      apply (blocks_length L t s HL HS) in Hb. lia. }
  split; [|split; [|split]].
  - unfold lengths.
    rewrite (flat_map_ext _ (fun k => repeat k (count (fun b => length b =? k) (root s :: blocks s)))).
    + rewrite <- by_length_lengths. fold ordered. clear -Hbs.
      induction Hbs as [|b c l m [Hbc _] _ IH]; [reflexivity|]. cbn [map].
      rewrite <- (Permutation_length Hbc), map_length, IH. reflexivity.
    + intros n. rewrite (blocks_number L t s HL HS). reflexivity.
  - intros j Hj. apply (in_map Z.of_nat) in Hj. rewrite HP in Hj. apply (so_letters _ _ _ HS) in Hj. lia.
  - assert (forall b, In b ordered -> b <> []) as Hn by (intros b Hb; apply by_length_In in Hb; tauto).
    clear -Hbs Hn.
    induction Hbs as [|b c l m [Hbc Hg] _ IH]; intros d Hd; [destruct Hd|]. destruct Hd as [<-|Hd].
    + split; [|exact Hg]. intros ->. apply Permutation_nil in Hbc.
      apply (Hn b); [left; reflexivity|exact Hbc].
    + apply IH; [intros e He; apply Hn; right; exact He|exact Hd].
  - intros j Hj. rewrite <- (letters_number L t s HL HS j Hj), <- (count_perm _ _ _ HP), count_map.
    apply count_ext. intros i _. destruct (Nat.eqb_spec j i), (Z.eqb_spec (Z.of_nat j) (Z.of_nat i)); lia.
Qed.

(* A solution gives a model. *)
Theorem formula_faithful words L t s : 1 <= L <= t -> solves (Z.of_nat L) (Z.of_nat t) s ->
  exists v, sat v (instance_formula words L t).
Proof.
  intros HL HS. destruct (arrangement words L t s HL HS) as (bs & left & E & Hj & Hg & Hc).
  unfold instance_formula.
  rewrite <- E. apply (slots_sat words L bs left); [lia|exact Hj|exact Hg|rewrite map_length, seq_length;
    reflexivity|].
  intros j Hi. rewrite Hc by exact Hi. rewrite (nth_indep _ 0 (copies L t 0)) by (rewrite map_length,
    seq_length; lia).
  rewrite map_nth, seq_nth by exact Hi. reflexivity.
Qed.

(* A refuted formula: no block-cyclic schedule. *)
Theorem no_block_cyclic words L t proof : 1 <= L <= t -> refutes (instance_formula words L t) proof = true ->
  ~ exists S, serves L (f L t) (L + t) S /\ block_cyclic L t (f L t) S.
Proof.
  intros HL HR (S & HS & HB). destruct (block_cyclic_solution L t S HL HS HB) as (s & Hs & _).
  destruct (formula_faithful words L t s HL Hs) as (v & Hv). exact (refutes_sound _ _ HR v Hv).
Qed.
