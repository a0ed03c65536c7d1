(* SPDX-License-Identifier: MIT *)
(* L = 2, t <= 8 (THEOREMS.md, 9.5): the words for t <= 7 are checked by computation; for t = 8 the
   construction of 9.4 is computed. (4,5) and (5,8) have period 2 and 4. Main result: two_small. *)
From Coq Require Import List ZArith Arith Lia Bool.
From Steadycast Require Import Model Tree Lists Runs Periodic Blocks TwoWords TwoEvery.
Import ListNotations.
Open Scope nat_scope.

(* The word that receives these values, and sends the largest value held whenever it is 2 or more. *)
Definition largest_held (w : list nat) (k : nat) : nat :=
  fold_right Nat.max 0 (map (fun d => nth ((k + d * (length w - 1)) mod length w) w 0 - d) (seq 0 9)).
Definition digits (w : list nat) : word :=
  map (fun k => (Z.of_nat (nth k w 0),
                 let u := largest_held w k in if 2 <=? u then Some (Z.of_nat u) else None))
    (seq 0 (length w)).

(* depth, period, words and how often each is run *)
Definition entry := (nat * nat * list (nat * list nat))%type.
Definition entry_words (e : entry) : list word := flat_map (fun x => repeat (digits (snd x)) (fst x)) (snd e).
Definition entry_number (e : entry) : nat := list_sum (map (fun w => length w / snd (fst e)) (entry_words e)).
Definition entryb (e : entry) : bool := periodicb (snd (fst e)) 2 (fst (fst e)) (entry_words e).

Definition table : list entry := [
  (1, 1, [(1, [1])]);
  (2, 1, [(1, [2;0])]);
  (3, 1, [(1, [3;1]); (1, [0])]);
  (4, 1, [(1, [4;2;0]); (1, [1])]);
  (4, 2, [(1, [4;0;0;0]); (1, [2;4;1;1]); (1, [0;2])]);
  (5, 1, [(1, [5;3;0;0;2]); (1, [1])]);
  (5, 1, [(1, [5;1;1;3;0]); (1, [2;0])]);
  (5, 4, [(1, [2;2;2;2]); (1, [3;1;3;1]); (1, [1;3;1;3]); (1, [1;5;1;1]);
    (1, [5;0;0;0;0;1;5;0;0;0;0;5;0;0;0;0])]);
  (6, 1, [(1, [6;2;0;1;1]); (1, [4;2;3]); (1, [1])]);
  (6, 1, [(1, [6;1;2;0;1;2]); (1, [4]); (1, [3;0;0])]);
  (6, 1, [(1, [6;0;0]); (1, [4;1;1;2;2]); (1, [3;0;0])]);
  (6, 1, [(1, [6;0;1;1;1;3]); (1, [4;0;0;0]); (2, [2])]);
  (6, 1, [(1, [6;0;0;0;0;0]); (1, [4;1;1]); (1, [3;1]); (2, [2])]);
  (7, 1, [(1, [7;1;3;1;2;5;2]); (1, [4;0;0;0]); (1, [3;1;2])]);
  (7, 1, [(1, [7;4;0;1]); (1, [5;0;0;0;0]); (2, [3;1;2])]);
  (7, 1, [(1, [7;1;1;1;1;1;2]); (1, [5;2;2;3;3]); (1, [4;0;0;0])]);
  (7, 1, [(1, [7;0;0;0;0;0;0]); (1, [5]); (1, [4;1;1]); (2, [3;1]); (2, [2])]);
  (7, 1, [(1, [7;0;0;0;0;0;0]); (1, [5;1;1;1]); (1, [4]); (1, [3;1]); (1, [3]); (3, [2])]);
  (7, 1, [(1, [7;0;0;0;0;0;0]); (1, [5;1;1;1]); (1, [4;1;1]); (2, [3]); (3, [2])]);
  (7, 1, [(1, [7;0;0;0;0;0;0]); (1, [5;1;1;1]); (1, [4;2;0]); (2, [3;1]); (2, [2])])].

Lemma table_checked : forallb entryb table = true.
Proof. vm_compute. reflexivity. Qed.
Definition rows : list (nat * nat) := map (fun e => (fst (fst e), entry_number e)) table.
(* No N with Q(t-1) < N <= Q(t), t = 1..7, is missing. *)
Lemma rows_complete : forallb (fun t => forallb (fun N =>
  implb ((fib t + t <=? 2 * N + 1) && (2 * N + 1 <=? fib (t + 1) + t))
    (existsb (fun r => (fst r =? t) && (snd r =? N)) rows)) (seq 0 21)) (seq 1 7) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma table_sound t N : In (t, N) rows -> possible_once 2 N (2 + t).
Proof.
  unfold rows. rewrite in_map_iff. intros ([[t' T] l] & E & H). injection E as <- <-. cbn [fst].
  apply periodicb_sound with (T := T); [lia|].
  exact (proj1 (forallb_forall _ _) table_checked _ H).
Qed.
(* Only (4,5) and (5,8) are not stationary. *)
Definition exceptional (t N : nat) : Prop := (t = 4 /\ N = 5) \/ (t = 5 /\ N = 8).
Lemma table_stationary t N : In (t, N) rows -> exceptional t N \/ stationary_for 2 t N.
Proof.
  unfold rows. rewrite in_map_iff. intros ([[t' T] l] & E & H). injection E as <- <-. cbn [fst].
  pose proof (proj1 (forallb_forall _ _) table_checked _ H) as C. unfold entryb in C. cbn [fst snd] in C.
  assert (forallb (fun e => (snd (fst e) =? 1) || ((fst (fst e) =? 4) && (entry_number e =? 5)) ||
    ((fst (fst e) =? 5) && (entry_number e =? 8))) table = true) as Q by (vm_compute; reflexivity).
  apply (proj1 (forallb_forall _ _)) with (x := (t', T, l)) in Q; [|exact H]. cbn [fst snd] in Q.
  rewrite !orb_true_iff, !andb_true_iff, !Nat.eqb_eq in Q. unfold exceptional.
  destruct Q as [[->|Q]|Q]; [right|left; auto|left; auto].
  exists (entry_words (t', 1, l)). split; [apply periodic_1, (periodicb_periodic 1 2 t'), C|].
  unfold entry_number; cbn [fst snd]. clear. induction (entry_words (t', 1, l)) as [|w ws IH]; [reflexivity|].
  cbn [concat map list_sum fold_right]. rewrite app_length, Nat.div_1_r. f_equal. exact IH.
Qed.

(* t = 8: the construction of 9.4, computed.  The children 6, .., 0: every slack up to 22. *)
Definition eight (r : nat) : list nat * list nat :=
  if 11 <=? r then let (h, l) := first_forest (r - 11) in (4 :: full 2 ++ h, 6 :: l)
  else let (h, l) := first_forest r in (6 :: full 4 ++ h, l).
Lemma eight_forest r : r <= 22 -> forest 6 r (fst (eight r)) (snd (eight r)).
Proof.
  intros Hr. unfold eight. destruct (Nat.leb_spec 11 r).
  - pose proof (add_loop 1 _ _ _ (first_forest_sound (r - 11) ltac:(lia)) ltac:(lia)) as Hf.
    destruct (first_forest (r - 11)) as [h l]. change (fib 6) with 13 in Hf.
    replace (r - 11 + 13 - 2) with r in Hf by lia.
    exact Hf.
  - destruct (full_forest 3) as [F1 F2].
    pose proof (add_whole 4 r _ _ _ ltac:(lia) (first_forest_sound r ltac:(lia)) F1 F2) as Hf.
    destruct (first_forest r) as [h l]. exact Hf.
Qed.
Lemma eight_many : forallb (fun i => 6 <=? length (fst (eight (2 * i)))) (seq 0 11) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma two_eight N : 21 <= N <= 31 -> stationary_for 2 8 N.
Proof.
  intros HN. assert (exists i, i <= 10 /\ N + i = 31) as (i & Hi & E) by (exists (31 - N); lia).
  pose proof (proj1 (forallb_forall _ _) eight_many i ltac:(apply in_seq; lia)) as Hm.
  apply Nat.leb_le in Hm. pose proof (eight_forest (2 * i) ltac:(lia)) as Hf.
  destruct (forest_plan 8 N (2 * i) _ _ ltac:(lia) Hf) as (x & Hp & ->);
    [change (fib (8 + 1)) with 55; lia|lia|].
  apply plan_stationary; [lia|exact Hp].
Qed.

Lemma in_rows t N : 1 <= t <= 7 -> fib t + t <= 2 * N + 1 -> 2 * N + 1 <= fib (t + 1) + t -> In (t, N) rows.
Proof.
  intros Ht H1 H2. assert (2 * N + 1 <= 41) as HN.
  { pose proof (f_mono 2 (t + 1) 8 ltac:(lia) ltac:(lia)) as Q. change (fib 8) with 34 in Q. lia. }
  pose proof (proj1 (forallb_forall _ _) rows_complete t ltac:(apply in_seq; lia)) as Q. cbv beta in Q.
  apply (proj1 (forallb_forall _ _)) with (x := N) in Q; [|apply in_seq; lia].
  rewrite (proj2 (Nat.leb_le _ _) H1), (proj2 (Nat.leb_le _ _) H2) in Q. cbn [andb implb] in Q.
  apply existsb_exists in Q as ([t' N'] & Hr & E). cbn [fst snd] in E. apply andb_prop in E as [E1 E2].
  apply Nat.eqb_eq in E1, E2. subst. exact Hr.
Qed.

Theorem two_small t N : 1 <= t <= 8 -> fib t + t <= 2 * N + 1 -> 2 * N + 1 <= fib (t + 1) + t ->
  possible_once 2 N (2 + t) /\ (exceptional t N \/ stationary_for 2 t N).
Proof.
  intros Ht H1 H2. destruct (Nat.eq_dec t 8) as [->|].
  - change (fib 8) with 34 in H1. change (fib (8 + 1)) with 55 in H2.
    pose proof (two_eight N ltac:(lia)) as Q.
    split; [apply stationary_for_possible; [lia|exact Q]|right; exact Q].
  - pose proof (in_rows t N ltac:(lia) H1 H2) as Q. split; [apply table_sound, Q|apply table_stationary, Q].
Qed.
