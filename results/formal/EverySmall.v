(* SPDX-License-Identifier: MIT *)
(* The finite part of Theorem E (sections 10.4, 10.5): for 3 <= L <= 9 the certificates of every-number (NumbersData.v) serve every
   number, and for 10 <= L <= 33 those of main-job (FamilyData.v) have whole trees whose roots are balls. *)
From Coq Require Import List ZArith Lia Bool.
From Steadycast Require Import Model Tree Hall Lists Instance Rule Families FamilyData Pruned EveryUnion Numbers NumbersData TheoremB.
Import ListNotations.
Close Scope Z_scope.
Open Scope nat_scope.

(* A solution for the whole tree; and one whose root is a ball of the leaf left over. *)
Definition whole (L t : nat) : Prop := exists s, solves (Z.of_nat L) (Z.of_nat t) s /\ procs_of s = f L t.
Definition whole_ball (L t : nat) : Prop := exists s,
  solves (Z.of_nat L) (Z.of_nat t) s /\ procs_of s = f L t /\ ball (Z.of_nat L) (left s) s.

(* 10 <= L <= 33. *)
Lemma late_windows : forallb (fun d => implb (10 <=? fa_latency d) (fa_window d =? 2 * fa_latency d + 1)) families = true.
Proof. vm_compute. reflexivity. Qed.
Theorem families_whole L : 10 <= L <= 33 -> (forall t, 2 * L < t -> whole L t) /\ forall t, 3 * L <= t -> whole_ball L t.
Proof.
  intros HL. destruct (family_of L ltac:(lia)) as (d & Hd & E & Hf & HF & HB). pose proof (family_solutions d Hf) as W.
  pose proof late_windows as M. rewrite forallb_forall in M. specialize (M d Hd). rewrite E in *.
  rewrite (proj2 (Nat.leb_le 10 L)) in M by lia. cbn [implb] in M. apply Nat.eqb_eq in M.
  assert (windowb L (fa_window d) (fa_left d) (fa_high d) = true /\ 1 <= L <= fa_window d) as (HW & HT).
  { unfold familyb in Hf. rewrite !andb_true_iff, E in Hf. destruct Hf as ((((A & B) & C) & _) & _). apply Nat.leb_le in A, B. auto. }
  split.
  - intros t Ht. apply W; [lia|]. intros Hin. apply HB in Hin. lia.
  - intros t Ht. destruct (windowb_solutions _ _ _ _ HT HW t ltac:(lia)) as (s & S1 & S2 & S3 & S4). exists s.
    rewrite S2. refine (conj S1 (conj S3 _)). apply S4. lia.
Qed.

(* 3 <= L <= 9: words are listed for t = 2L, L even, only. *)
Definition words_at_2L (d : numbers_data) : bool :=
  forallb (fun s => implb (by_words s) (sv_depth s =? 2 * nu_latency d)) (nu_serve d).
Lemma all_listed : forallb (fun d => numbersb d && words_at_2L d) numbers && forallb (fun L => existsb (fun d => nu_latency d =? L) numbers) (seq 3 7) = true.
Proof. vm_compute. reflexivity. Qed.
Theorem numbers_served L t N : 3 <= L <= 9 -> 1 <= N <= f L t -> ~ (t = 2 * L /\ N = L + 3) -> served (Z.of_nat L) (Z.of_nat t) N.
Proof.
  intros HL HN Hexc. pose proof all_listed as H. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H1, H2.
  specialize (H2 L ltac:(apply in_seq; lia)). apply existsb_exists in H2 as (d & Hd & E). apply Nat.eqb_eq in E.
  apply H1, andb_prop in Hd as [A B]. unfold words_at_2L in B. rewrite forallb_forall in B. subst L.
  destruct (all_numbers d A t N HN) as [Q|(E & s & Hs & E1 & E2 & E3)]; [exact Q|]. exfalso. apply B in Hs. rewrite E3 in Hs. cbn [implb] in Hs.
  apply Nat.eqb_eq in Hs. apply Hexc. split; [congruence|]. rewrite E. replace t with (2 * nu_latency d) by congruence. apply f_2L. lia.
Qed.
