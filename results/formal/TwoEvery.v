(* SPDX-License-Identifier: MIT *)
(* L = 2: every N with Q(t-1) < N <= Q(t), t >= 9 (THEOREMS.md, 9.3 and 9.4). A forest holds the subtrees
   of the root's children of the values m, m-1, .., 0. By induction on m every slack from 0 to f_{m+2} - 2m
   can be spent: the child v is made a loop where that is possible, which spends f_v - 2. Main result:
   two_every. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Tree Lists Periodic Blocks TwoWords.
Import ListNotations.
Open Scope nat_scope.

Notation fib := (f 2).
Lemma fib_step n : fib (S (S n)) = fib (S n) + fib n.
Proof.
  rewrite (f_step 2 (S (S n))) by lia. replace (S (S n) - 1) with (S n) by lia.
  replace (S (S n) - 2) with n by lia. reflexivity.
Qed.
Lemma fib_linear n : 6 <= n -> 2 * n <= fib n.
Proof.
  intros H. induction n as [n IH] using lt_wf_ind. do 8 (destruct n as [|n]; [vm_compute; lia|]).
  rewrite fib_step. pose proof (IH (S (S (S (S (S (S (S n))))))) ltac:(lia) ltac:(lia)).
  pose proof (IH (S (S (S (S (S (S n)))))) ltac:(lia) ltac:(lia)). lia.
Qed.

(* The values >= 2 in the subtrees of the children m, m-1, .., 0; nobody in a loop. *)
Fixpoint full (m : nat) : list nat :=
  match m with
  | S (S n as k) => m :: full n ++ full k
  | _ => []
  end.
Lemma full_step n : full (S (S n)) = S (S n) :: full n ++ full (S n). Proof. reflexivity. Qed.

Lemma equal_cons w x l : equal w (x :: l) = indicator (x =? w) + equal w l. Proof. reflexivity. Qed.
Lemma least_cons w x l : least w (x :: l) = indicator (w <=? x) + least w l. Proof. reflexivity. Qed.
Lemma equal_app w l l' : equal w (l ++ l') = equal w l + equal w l'. Proof. apply total_app. Qed.
Lemma least_app w l l' : least w (l ++ l') = least w l + least w l'. Proof. apply total_app. Qed.

(* heads: the values >= 2 that are heads; r: what the loops have spent. *)
Record forest (m r : nat) (heads loops : list nat) : Prop := {
  fo_heads : forall v, In v heads -> 2 <= v <= m;
  fo_loops : forall v, In v loops -> 3 <= v <= m;
  fo_rest : forall w, 2 <= w ->
    equal w heads + equal w loops <= indicator (w <=? m) + least (w + 2) heads + equal (w + 2) loops;
  fo_cells : total (fun v => v) heads + m = ones heads loops + 3 * length heads;
  fo_number : 2 * ones heads loops + 3 * length heads + 2 * length loops + 3 + r = fib (m + 3);
  fo_many : 3 * fib m <= 3 * length heads + r + 7;
  fo_five : equal 5 loops <= 1 }.

(* The child m+1 with its whole subtree. *)
Lemma add_whole m r h l g : 1 <= m -> forest (S m) r h l -> forest m 0 g [] -> length g + 1 = fib m ->
  forest (S (S m)) r (S (S m) :: g ++ h) l.
Proof.
  intros Hm [A1 A2 A3 A4 A5 A6 A7] [B1 B2 B3 B4 B5 B6 B7] Hg. unfold ones in *. split.
  - intros v [<-|Hv]; [lia|]. apply in_app_or in Hv as [Hv|Hv]; [apply B1 in Hv|apply A1 in Hv]; lia.
  - intros v Hv. apply A2 in Hv. lia.
  - intros w Hw. specialize (A3 w Hw). specialize (B3 w Hw).
    rewrite equal_cons, least_cons, equal_app, least_app.
    change (equal w []) with 0 in B3. change (equal (w + 2) []) with 0 in B3.
    destruct (Nat.eqb_spec (S (S m)) w), (Nat.leb_spec w (S m)), (Nat.leb_spec w (S (S m))),
      (Nat.leb_spec (w + 2) (S (S m))), (Nat.leb_spec w m); cbn [Nat.b2n] in *; lia.
  - unfold ones. change (equal 3 []) with 0 in *. cbn [total length].
    rewrite least_cons, least_app, total_app, app_length.
    destruct (Nat.leb_spec 3 (S (S m))); cbn [Nat.b2n]; lia.
  - unfold ones. change (equal 3 []) with 0 in *. cbn [length] in *.
    rewrite least_cons, least_app, app_length.
    replace (S (S m) + 3) with (S (S (m + 3))) by lia. rewrite fib_step.
    replace (S m + 3) with (S (m + 3)) in A5 by lia.
    destruct (Nat.leb_spec 3 (S (S m))); cbn [Nat.b2n]; lia.
  - cbn [length]. rewrite app_length, fib_step. lia.
  - exact A7.
Qed.

Lemma full_forest m : forest (S m) 0 (full (S m)) [] /\ length (full (S m)) + 1 = fib (S m).
Proof.
  induction m as [m IH] using lt_wf_ind. destruct m as [|[|m]].
  - split; [|reflexivity]. split; cbn; lia.
  - split; [|reflexivity]. split; cbn; try lia. intros [|[|[|w]]] Hw; cbn; lia.
  - destruct (IH m) as [I1 I2]; [lia|]. destruct (IH (S m)) as [J1 J2]; [lia|]. rewrite full_step. split.
    + apply add_whole; auto; lia.
    + cbn [length]. rewrite app_length, fib_step. lia.
Qed.

(* The child m+1 as a loop, with its child m-1. *)
Lemma add_loop m r h l : forest (S (S (S (S m)))) r h l -> 1 <= m ->
  forest (S (S (S (S (S m))))) (r + fib (S (S (S (S (S m))))) - 2) (S (S (S m)) :: full (S m) ++ h)
    (S (S (S (S (S m)))) :: l).
Proof.
  intros [A1 A2 A3 A4 A5 A6 A7] Hm. destruct (full_forest m) as [[B1 B2 B3 B4 B5 B6 B7] Hg]. unfold ones in *.
  pose proof (fib_step m) as F1. pose proof (fib_step (S m)) as F2. pose proof (fib_step (S (S m))) as F3.
  pose proof (fib_step (S (S (S m)))) as F4. pose proof (f_pos 2 m ltac:(lia)) as P1.
  pose proof (f_pos 2 (S m) ltac:(lia)) as P2.
  split.
  - intros v [<-|Hv]; [lia|]. apply in_app_or in Hv as [Hv|Hv]; [apply B1 in Hv|apply A1 in Hv]; lia.
  - intros v [<-|Hv]; [lia|]. apply A2 in Hv. lia.
  - intros w Hw. specialize (A3 w Hw). specialize (B3 w Hw).
    rewrite !equal_cons, least_cons, equal_app, least_app.
    change (equal w []) with 0 in B3. change (equal (w + 2) []) with 0 in B3.
    replace (w + 2) with (S (S w)) in * by lia.
    change (S (S w) <=? S (S (S m))) with (w <=? S m).
    change (S (S (S (S (S m)))) =? S (S w)) with (S (S (S m)) =? w).
    destruct (Nat.leb_spec w (S m)); cbn [Nat.b2n] in *.
    + rewrite (proj2 (Nat.eqb_neq (S (S (S m))) w)), (proj2 (Nat.eqb_neq (S (S (S (S (S m))))) w)),
        (proj2 (Nat.leb_le w (S (S (S (S m)))))), (proj2 (Nat.leb_le w (S (S (S (S (S m))))))) in * by lia.
      cbn [Nat.b2n] in *; lia.
    + destruct (Nat.eqb_spec (S (S (S m))) w), (Nat.eqb_spec (S (S (S (S (S m))))) w); try lia;
      destruct (Nat.leb_spec w (S (S (S (S m))))), (Nat.leb_spec w (S (S (S (S (S m))))));
        cbn [Nat.b2n] in *; lia.
  - unfold ones. change (equal 3 []) with 0 in *. cbn [total length].
    rewrite least_cons, least_app, equal_cons, total_app, app_length.
    cbn [Nat.leb Nat.eqb Nat.b2n]. lia.
  - unfold ones. change (equal 3 []) with 0 in *. cbn [length] in *.
    rewrite least_cons, least_app, equal_cons, app_length.
    cbn [Nat.leb Nat.eqb Nat.b2n].
    replace (S (S (S (S (S m)))) + 3) with (S (S (S (S (S (S (S (S m)))))))) by lia.
    replace (S (S (S (S m))) + 3) with (S (S (S (S (S (S (S m))))))) in A5 by lia.
    replace (S m + 3) with (S (S (S (S m)))) in B5 by lia.
    rewrite (fib_step (S (S (S (S (S (S m))))))), (fib_step (S (S (S (S m))))). lia.
  - cbn [length]. rewrite app_length. lia.
  - rewrite equal_cons. destruct m as [|m]; [lia|]. cbn [Nat.eqb Nat.b2n]. exact A7.
Qed.

(* The children 5, .., 0: every slack from 0 to 11. *)
Definition first_forest (r : nat) : list nat * list nat :=
  let b5 := 6 <=? r in let r1 := if b5 then r - 6 else r in
  let b4 := 3 <=? r1 in let q := if b4 then r1 - 3 else r1 in
  ((if b5 then [] else [5]) ++ (if 2 <=? q then [] else [3]) ++ (if b5 then [] else [2]) ++
   (if b4 then [] else [4]) ++ [2] ++ (if 1 <=? q then [] else [3]) ++ [2],
   (if b5 then [5] else []) ++ (if b4 then [4] else []) ++ repeat 3 q).

Lemma first_forest_sound r : r <= 11 -> forest 5 r (fst (first_forest r)) (snd (first_forest r)).
Proof.
  intros Hr. do 12 (destruct r as [|r]; [split; cbn;
    [lia|lia|intros [|[|[|[|[|[|[|[|w]]]]]]]] Hw; cbn; lia|lia|lia|lia|lia]|]). lia.
Qed.

(* Whatever is taken greedily, 2 is left at most: the slacks 0, 1, .., f_{m+2} - 2m can all be spent. *)
Lemma forests m : 5 <= m -> forall r, r + 2 * m <= fib (m + 2) -> exists h l, forest m r h l.
Proof.
  intros Hm. induction Hm as [|m Hm IH]; intros r Hr.
  - change (fib (5 + 2)) with 21 in Hr. eexists _, _. apply first_forest_sound. lia.
  - replace (S m + 2) with (S (S (S m))) in Hr by lia. replace (m + 2) with (S (S m)) in IH by lia.
    rewrite (fib_step (S m)) in Hr. destruct (le_lt_dec (fib (S m)) (r + 2)).
    + destruct (IH (r + 2 - fib (S m))) as (h & l' & Hf); [lia|].
      destruct m as [|[|[|[|m]]]]; try lia. apply add_loop in Hf; [|lia]. eexists _, _.
      match goal with H : forest _ ?x _ _ |- _ => replace x with r in H end; [exact Hf|].
      lia.
    + destruct (IH r) as (h & l' & Hf).
      { rewrite (fib_step m). destruct (Nat.eq_dec m 5) as [->|];
          [change (fib 6) with 13 in *; change (fib 5) with 8; lia|].
        pose proof (fib_linear m ltac:(lia)). lia. }
      destruct m as [|[|m]]; try lia. destruct (full_forest m) as [F1 F2]. eexists _, _.
      apply add_whole; [lia|exact Hf|exact F1|exact F2].
Qed.

(* A forest is a plan, if the heads are enough. *)
Lemma forest_plan t N r h l : 3 <= t -> forest (t - 2) r h l -> 2 * N + 1 + r = fib (t + 1) + t ->
  t <= length h + 2 ->
  exists x, plan t h l x /\ N = t + ones h l + length h + length l + x.
Proof.
  intros Ht [A1 A2 A3 A4 A5 A6 A7] HN Hl. replace (t - 2 + 3) with (t + 1) in A5 by lia.
  exists (N - (t + ones h l + length h + length l)). split; [|lia]. split.
  - intros v Hv. apply A1 in Hv. lia.
  - intros v Hv. apply A2 in Hv. lia.
  - intros w H0 H1. specialize (A3 w H0). destruct (w <=? t - 2); cbn [Nat.b2n] in *; lia.
  - lia.
  - lia.
  - exact A7.
Qed.

Theorem two_every t N : 9 <= t -> fib t + t <= 2 * N + 1 -> 2 * N + 1 <= fib (t + 1) + t ->
  stationary_for 2 t N.
Proof.
  intros Ht H1 H2. destruct t as [|[|[|[|t]]]]; try lia. set (m := S (S t)).
  replace (S (S (S (S t)))) with (S (S m)) in * by reflexivity.
  replace (S (S m) + 1) with (S (S (S m))) in * by lia.
  rewrite (fib_step (S m)), (fib_step m) in *.
  pose proof (fib_linear m ltac:(lia)) as Q. pose proof (fib_step t) as Q1. fold m in Q1.
  pose proof (fib_linear (S t) ltac:(lia)) as Q2. pose proof (fib_step (S t)) as Q3. fold m in Q3.
  set (r := fib (S m) + fib m + fib (S m) + S (S m) - (2 * N + 1)) in *.
  destruct (forests m ltac:(lia) r) as (h & l & Hf).
  { replace (m + 2) with (S (S m)) by lia. rewrite fib_step. lia. }
  assert (m <= length h) as Hl.
  { pose proof (fo_many _ _ _ _ Hf) as B. assert (3 * m + 7 <= fib m + fib t); [|lia].
    destruct (Nat.eq_dec t 5) as [->|]; [vm_compute; lia|]. pose proof (fib_linear t ltac:(lia)). lia. }
  destruct (forest_plan (S (S m)) N r h l) as (x & Hp & ->); [lia|exact Hf| |lia|].
  - replace (S (S m) + 1) with (S (S (S m))) by lia. rewrite (fib_step (S m)), (fib_step m). lia.
  - apply plan_stationary; [lia|exact Hp].
Qed.
