(* SPDX-License-Identifier: MIT *)
(* L = 2 (THEOREMS.md, section 9.8): the words.  A word v 1 .. 1 2 0 .. 2 0 of v - 1 letters, or v 0 1 .. 1
   2 0 .. 2 0 of v - 2, for each head; a loop v is a word of one letter.  All send the value of the head at
   every position. *)
From Coq Require Import List Arith ZArith Lia Bool Permutation.
From Steadycast Require Import Model Tree Hall Lists Runs Stationary Instance EndgameTwo EndgameTree.
Import ListNotations.
Open Scope Z_scope.

(* ---- A word with a large head and small letters. ---- *)
Section Block.
Variables (h : Z) (ls : list Z) (t : nat).
Notation l := (h :: ls).
Notation n := (length (h :: ls)).
Hypothesis Hsize : Z.of_nat n + 1 <= h.
Hypothesis Hsmall : forall x, In x ls -> 0 <= x <= 2.
Hypothesis Hlegal : legal l.
(* a 0 comes after a 2, or after the head if that has room *)
Hypothesis Hzero : forall k, (S k < n)%nat -> nth (S k) l 0 = 0 -> nth k l 0 = 2 \/ k = 0%nat /\ Z.of_nat n +
  2 <= h.

Lemma mk_nth k : (k < n)%nat -> nth k (mk h l) dflt = (nth k l 0, Some (h - Z.of_nat k)).
Proof.
  intros Hk. unfold mk, dflt. rewrite combine_nth by (rewrite map_length, seq_length; reflexivity). f_equal.
  rewrite (nth_indep _ None (Some (h - Z.of_nat 0))) by (rewrite map_length, seq_length; exact Hk).
  rewrite (map_nth (fun p => Some (h - Z.of_nat p))), seq_nth by exact Hk. reflexivity.
Qed.

Lemma letter k : (0 < k < n)%nat -> 0 <= nth k l 0 <= 2.
Proof. intros Hk. destruct k as [|k]; [lia|]. cbn [nth]. apply Hsmall, nth_In. cbn [length] in Hk. lia. Qed.

Lemma block_two_balls : two_balls (mk h l).
Proof.
  assert (0 < n)%nat as Hn by (cbn; lia).
  split; rewrite ?mk_received, ?mk_length.
  - intros k Hk _. destruct k as [|k].
    + exists 0%nat, n. split; [split; [exact Hn|apply Nat.mod_same; lia]|]. change (nth 0 l 0) with h. lia.
    + exists 0%nat, (S k). split; [split; [exact Hn|apply Nat.mod_small; lia]|]. change (nth 0 l 0) with h.
      lia.
  - intros k Hk H0. destruct k as [|k]; [change (nth 0 l 0) with h in H0; lia|].
    assert (nth k l 0 = 2 \/ k = 0%nat /\ Z.of_nat n + 2 <= h) as Q by (apply Hzero; assumption). split.
    + exists k. split; [split; [lia|rewrite Nat.add_1_r; apply Nat.mod_small; lia]|].
      destruct Q as [Q|[-> Q]]; [lia|]. change (nth 0 l 0) with h. lia.
    + destruct k as [|k].
      * destruct Q as [Q|[_ Q]]; [change (nth 0 l 0) with h in Q; lia|]. exists 0%nat, (n + 1)%nat. split.
        -- split; [exact Hn|]. replace (0 + (n + 1))%nat with (1 + 1 * n)%nat by lia.
          rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
        -- change (nth 0 l 0) with h. lia.
      * exists 0%nat, (S (S k)). split; [split; [exact Hn|apply Nat.mod_small; lia]|].
        change (nth 0 l 0) with h. lia.
  - intros k u Hu k' d [Hk' Hd]. destruct (Nat.lt_ge_cases k n) as [Hk|Hk].
    + rewrite mk_nth in Hu by exact Hk. injection Hu as <-. destruct k' as [|k'].
      * change (nth 0 l 0) with h. pose proof (Nat.mod_le (0 + d) n ltac:(lia)). lia.
      * pose proof (letter (S k') ltac:(lia)). lia.
    + rewrite nth_overflow in Hu by (rewrite mk_length; exact Hk). discriminate.
Qed.

Lemma block_legal : (4 <= t)%nat -> (h = Z.of_nat t \/ h <= Z.of_nat t - 2) -> legal_word 2 (Z.of_nat t) (mk
  h l).
Proof.
  intros Ht Hh. split; rewrite ?mk_received, ?mk_length.
  - exact Hlegal.
  - intros v [<-|Hv]; [lia|]. apply Hsmall in Hv. lia.
  - intros k v u E. assert (k < n)%nat as Hk by (rewrite <- (mk_length h l); apply nth_error_Some;
    congruence).
    apply nth_error_nth with (d := dflt) in E. rewrite mk_nth in E by exact Hk. injection E as _ <-. split;
      [lia|].
    exists k, 0%nat. split; [cbn; lia|split; [apply Nat.mod_small; lia|]]. change (nth 0 l 0) with h. lia.
Qed.
End Block.

(* ---- Fillings, and where they land. ---- *)
Fixpoint pairs (c : nat) : list Z := match c with O => [] | S c => 2 :: 0 :: pairs c end.
Definition fill (a c : nat) : list Z := repeat 1 a ++ pairs c.

Lemma fill_length a c : length (fill a c) = (a + 2 * c)%nat.
Proof. unfold fill. rewrite app_length, repeat_length. f_equal. induction c; cbn [pairs length]; lia. Qed.
Lemma fill_small a c x : In x (fill a c) -> 0 <= x <= 2.
Proof.
  unfold fill. rewrite in_app_iff. intros [H|H]; [apply repeat_spec in H; lia|].
  induction c as [|c IH]; cbn [pairs] in H; [destruct H|]. destruct H as [<-|[<-|H]]; [lia|lia|auto].
Qed.
Lemma fill_zero a c k : (k < length (fill a c))%nat -> nth k (fill a c) 0 = 0 -> (1 <= k)%nat /\ nth (k - 1)
  (fill a c) 0 = 2.
Proof.
  unfold fill. revert k. induction a as [|a IH]; cbn [repeat app].
  - induction c as [|c IH]; intros k Hk H; cbn [pairs length] in *; [lia|]. destruct k as [|[|k]];
    cbn [nth] in *; [lia|auto|].
    destruct (IH k ltac:(lia) H) as [H1 H2]. destruct k as [|k]; [lia|]. split; [lia|].
      cbn [Nat.sub nth] in *. rewrite Nat.sub_0_r in H2. exact H2.
  - intros k Hk H. destruct k as [|k]; cbn [nth length] in *; [lia|]. destruct (IH k ltac:(lia) H) as [H1 H2].
    split; [lia|]. destruct k as [|k]; [lia|]. cbn [Nat.sub nth] in *. rewrite Nat.sub_0_r in H2. exact H2.
Qed.
Lemma fill_count x a c : count (Z.eqb x) (fill a c) =
  ((if (x =? 1)%Z then a else 0) + (if (x =? 2)%Z then c else 0) + (if (x =? 0)%Z then c else 0))%nat.
Proof.
  unfold fill. rewrite count_app. assert (count (Z.eqb x) (repeat 1 a) = if (x =? 1)%Z then a else 0%nat) as
    ->.
  { induction a as [|a IH]; cbn [repeat]; [rewrite count_nil; destruct (x =? 1); reflexivity|].
    rewrite count_cons, IH. destruct (x =? 1); lia. }
  assert (count (Z.eqb x) (pairs c) = ((if (x =? 2)%Z then c else 0) + (if (x =? 0)%Z then c else 0))%nat) as
    ->; [|lia].
  induction c as [|c IH]; cbn [pairs]; [rewrite count_nil; destruct (x =? 2), (x =? 0); reflexivity|].
  rewrite !count_cons, IH. destruct (Z.eqb_spec x 2), (Z.eqb_spec x 0); lia.
Qed.

Fixpoint lands (q : Z) (l : list Z) : list Z := match l with [] => [] | x :: m => q + x :: lands (q + 1) m
  end.
Definition run (a : Z) (m : nat) : list Z := map (fun i => a + Z.of_nat i) (seq 0 m).

Lemma run_S a m : run a (S m) = a :: run (a + 1) m.
Proof.
  unfold run. cbn [seq map]. f_equal; [lia|]. rewrite <- seq_shift, map_map. apply map_ext. intros i. lia.
Qed.
Lemma run_last a m : run a (S m) = run a m ++ [a + Z.of_nat m].
Proof. unfold run. rewrite seq_S, map_app. reflexivity. Qed.
Lemma lands_fill q a c : Permutation (lands q (fill a c)) (run (q + 1) (a + 2 * c)).
Proof.
  unfold fill. revert q. induction a as [|a IH]; intros q; cbn [repeat app].
  - revert q. induction c as [|c IH]; intros q; [reflexivity|]. cbn [pairs lands].
    replace (0 + 2 * S c)%nat with (S (S (0 + 2 * c))) by lia. rewrite !run_S.
    replace (q + 1 + 0) with (q + 1) by lia. replace (q + 2) with (q + 1 + 1) by lia. rewrite perm_swap.
      do 2 constructor. apply IH.
  - cbn [lands Nat.add]. rewrite run_S. constructor. apply IH.
Qed.

Lemma lands_nth l : forall q, lands q l = map (fun k => q + (Z.of_nat k + nth k l 0)) (seq 0 (length l)).
Proof.
  induction l as [|x l IH]; intros q; [reflexivity|]. cbn [lands length seq map]. f_equal.
  rewrite IH, <- seq_shift, map_map. apply map_ext. intros k. cbn [nth]. lia.
Qed.
Lemma lands_legal l : NoDup (map (fun z => z mod Z.of_nat (length l)) (lands 0 l)) -> legal l.
Proof.
  unfold legal. rewrite lands_nth, map_map. intros H.
  rewrite (map_ext_in _ (pv l)) in H; [exact H|]. intros k _. unfold pv. f_equal.
Qed.
Lemma run_mod a n : (0 < n)%nat -> NoDup (map (fun z => z mod Z.of_nat n) (run a n)).
Proof.
  intros Hn. pose proof (shift_NoDup n (- a) (range n) Hn (incl_refl _) (range_NoDup n)) as H.
  unfold range in H. rewrite map_map in H. unfold run. rewrite map_map.
  rewrite (map_ext _ (fun x => (a + Z.of_nat x) mod Z.of_nat n)) in H; [exact H|]. intros x. f_equal. lia.
Qed.

(* ---- The two kinds of words, and loops. ---- *)
Definition base (b : bool) : nat := if b then 4 else 2.
Definition letters (v : nat) (b : bool) (c : nat) : list Z := (if b then [0] else []) ++ fill (v - base b - 2
  * c) c.
Definition word_of (d : nat * bool * nat) : word :=
  let '(v, b, c) := d in mk (Z.of_nat v) (Z.of_nat v :: letters v b c).
Definition loop (v : nat) : word := mk (Z.of_nat v) [Z.of_nat v].
Definition fits (d : nat * bool * nat) : Prop := let '(v, b, c) := d in (base b + 2 * c <= v)%nat.

Lemma letters_length v b c : fits (v, b, c) -> (length (letters v b c) + 1 + (if b then 2 else 1) = v)%nat.
Proof. unfold fits, letters. rewrite app_length, fill_length. destruct b; cbn [base length]; lia. Qed.

Lemma word_legal v b c : fits (v, b, c) -> legal (Z.of_nat v :: letters v b c).
Proof.
  intros Hf. pose proof (letters_length v b c Hf) as Hl. unfold fits in Hf. apply lands_legal. cbn [length].
  set (n := S (length (letters v b c))) in *. cbn [lands]. unfold letters in *. destruct b;
    cbn [app base] in *.
  - cbn [lands]. set (a := (v - 4 - 2 * c)%nat) in *.
    assert (Z.of_nat v mod Z.of_nat n = 2 mod Z.of_nat n) as E.
    { replace (Z.of_nat v) with (2 + 1 * Z.of_nat n) by lia. apply Z.mod_add. lia. }
    replace (0 + Z.of_nat v) with (Z.of_nat v) by lia. cbn [map]. rewrite E.
    apply (Permutation_NoDup (l := map (fun z => z mod Z.of_nat n) (run 1 n))); [|apply run_mod; lia].
    rewrite (lands_fill (0 + 1 + 1) a c). assert (n = S (S (a + 2 * c))) as En by lia.
    assert (run 1 n = 1 :: 2 :: run 3 (a + 2 * c)) as -> by (rewrite En, !run_S; reflexivity).
      apply perm_swap.
  - set (a := (v - 2 - 2 * c)%nat) in *. rewrite lands_fill.
    apply (Permutation_NoDup (l := map (fun z => z mod Z.of_nat n) (run 2 n))); [|apply run_mod; lia].
    apply Permutation_map. assert (n = S (a + 2 * c)) as En by lia. rewrite En, run_last.
    replace (0 + Z.of_nat v) with (2 + Z.of_nat (a + 2 * c)) by lia. symmetry. apply Permutation_cons_append.
Qed.

Lemma word_good v b c t : fits (v, b, c) -> (4 <= t)%nat -> (v = t \/ v + 2 <= t)%nat ->
  two_balls (word_of (v, b, c)) /\ legal_word 2 (Z.of_nat t) (word_of (v, b, c)).
Proof.
  intros Hf Ht Hv. pose proof (letters_length v b c Hf) as Hl. pose proof (word_legal v b c Hf) as Hw.
  assert (forall x, In x (letters v b c) -> 0 <= x <= 2) as Hs.
  { intros x Hx. unfold letters in Hx. apply in_app_or in Hx as [Hx|Hx]; [|eapply fill_small; exact Hx].
    destruct b; [destruct Hx as [<-|[]]; lia|destruct Hx]. }
  assert (forall k, (S k < length (Z.of_nat v :: letters v b c))%nat -> nth (S k) (Z.of_nat v :: letters v b
    c) 0 = 0 ->
    nth k (Z.of_nat v :: letters v b c) 0 = 2 \/
    k = 0%nat /\ Z.of_nat (length (Z.of_nat v :: letters v b c)) + 2 <= Z.of_nat v) as Hz.
  { intros k Hk H. cbn [length nth] in Hk, H. cbn [length]. unfold letters in *. destruct b;
    cbn [app length] in *.
    - destruct k as [|k]; [right; lia|]. cbn [nth] in H. apply fill_zero in H as [H1 H2]; [|lia]. left.
      destruct k as [|k]; [lia|]. cbn [nth Nat.sub] in *. rewrite Nat.sub_0_r in H2. exact H2.
    - apply fill_zero in H as [H1 H2]; [|lia]. left. destruct k as [|k]; [lia|]. cbn [nth Nat.sub] in *.
      rewrite Nat.sub_0_r in H2. exact H2. }
  assert (Z.of_nat (length (Z.of_nat v :: letters v b c)) + 1 <= Z.of_nat v) as Hn by (cbn [length];
    destruct b; lia).
  split.
  - apply block_two_balls; assumption.
  - apply block_legal; try assumption. lia.
Qed.

Lemma loop_good v t : (3 <= v)%nat -> (v + 2 <= t)%nat -> two_balls (loop v) /\ legal_word 2 (Z.of_nat t)
  (loop v).
Proof.
  intros H1 H2. assert (legal [Z.of_nat v]) as Hl by (unfold legal; cbn; constructor;
    [intros []|constructor]).
  split; [apply block_two_balls|apply block_legal]; try assumption; cbn [length]; try lia.
  - intros x [].
  - intros x [].
Qed.

(* ---- How often each value is received and sent. ---- *)
Lemma eqb_nat x y : (Z.of_nat x =? Z.of_nat y) = (x =? y)%nat.
Proof. destruct (Z.eqb_spec (Z.of_nat x) (Z.of_nat y)), (Nat.eqb_spec x y); try lia; reflexivity. Qed.
Lemma word_recv v b c (x : nat) : fits (v, b, c) -> count (is_recv (Z.of_nat x)) (word_of (v, b, c)) =
  ((if x =? v then 1 else 0) + (if x =? 1 then v - base b - 2 * c else 0) + (if x =? 2 then c else 0) +
   (if x =? 0 then c + if b then 1 else 0 else 0))%nat.
Proof.
  intros Hf. unfold word_of. rewrite mk_recvs, count_cons. unfold letters. rewrite count_app, fill_count.
  assert (count (Z.eqb (Z.of_nat x)) (if b then [0] else []) = if (x =? 0)%nat then if b then 1%nat else
    0%nat else 0%nat) as ->.
  { destruct b; [rewrite count_cons|]; rewrite count_nil; destruct (Z.eqb_spec (Z.of_nat x) 0), (Nat.eqb_spec
    x 0); lia. }
  change 1 with (Z.of_nat 1). change 2 with (Z.of_nat 2). change 0 with (Z.of_nat 0). rewrite !eqb_nat.
  destruct (x =? 0)%nat; lia.
Qed.
Lemma word_send v b c (u : nat) : fits (v, b, c) -> (2 <= u)%nat -> count (is_send (Z.of_nat u)) (word_of (v,
  b, c)) =
  (if (u <=? v)%nat && negb (b && (u =? 2)%nat) then 1 else 0)%nat.
Proof.
  intros Hf Hu. pose proof (letters_length v b c Hf) as Hl. unfold word_of. rewrite mk_sends. cbn [length].
  destruct b; cbn [andb]; destruct (Nat.leb_spec u v), (Nat.eqb_spec u 2), (Z.leb_spec (Z.of_nat u) (Z.of_nat
    v)),
    (Z.ltb_spec (Z.of_nat v - Z.of_nat (S (length (letters v true c)))) (Z.of_nat u)),
    (Z.ltb_spec (Z.of_nat v - Z.of_nat (S (length (letters v false c)))) (Z.of_nat u)); cbn [andb negb];
      try lia; try reflexivity.
Qed.
