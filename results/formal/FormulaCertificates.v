(* SPDX-License-Identifier: MIT *)
(* From refuted formulas to theorems: kinds impossible-cnf, impossible-periodic (period 1, roles permute, plain) and
   impossible-items (one port, plain).  Coq builds the formula of the question, counts its variables
   and clauses, and checks the refutation. *)
From Coq Require Import List Arith ZArith PArith Lia Bool.
From Steadycast Require Import Model Periodic Lrat Formula StationaryFormula ItemsFormula.
Import ListNotations.
Open Scope nat_scope.

(* The formula has C clauses of the variables 1..V, and the lines lrat have the numbers from C + 1 on. *)
Definition last_variable (formula : list clause) : positive :=
  fold_left (fun V c => fold_left (fun V l => Pos.max V (snd l)) c V) formula 1%positive.
Fixpoint numbered (next : positive) (proof : list step) : bool :=
  match proof with
  | [] => true
  | Add id _ _ :: rest => Pos.eqb id next && numbered (Pos.succ next) rest
  | Delete _ :: rest => numbered next rest
  end.
Definition formula_fits (V C : positive) (formula : list clause) (proof : list step) : bool :=
  Pos.eqb (last_variable formula) V && (N.of_nat (length formula) =? Npos C)%N && numbered (Pos.succ C) proof.
Definition refuted (V C : positive) (formula : list clause) (proof : list step) : bool :=
  refutes formula proof && formula_fits V C formula proof.
Lemma refuted_refutes V C formula proof : refuted V C formula proof = true -> refutes formula proof = true.
Proof. unfold refuted. rewrite andb_true_iff. tauto. Qed.

Theorem formula_theorem words L t N V C proof :
  (1 <=? L) && (L <=? t) && (f L t =? N) && refuted V C (instance_formula words L t) proof = true ->
  ~ exists S, serves L N (L + t) S /\ block_cyclic L t N S.
Proof.
  rewrite !andb_true_iff. intros (((H1 & H2) & H3) & H4). apply refuted_refutes in H4. apply Nat.leb_le in H1, H2. apply Nat.eqb_eq in H3. subst N.
  apply (no_block_cyclic words L t proof (conj H1 H2) H4).
Qed.
Theorem stationary_formula_theorem L t N V C proof :
  (1 <=? L) && (L <=? t) && (1 <=? N) && refuted V C (stationary_formula L t N) proof = true -> ~ stationary_for L t N.
Proof.
  rewrite !andb_true_iff. intros (((H1 & H2) & _) & H4). apply refuted_refutes in H4. apply Nat.leb_le in H1, H2. apply (no_stationary L t N proof (conj H1 H2) H4).
Qed.
Theorem items_formula_theorem L N k T V C proof :
  (1 <=? L) && (L <=? T) && (1 <=? N) && (1 <=? k) && refuted V C (items_formula L N k T false) proof = true -> ~ items_possible L N k T.
Proof.
  rewrite !andb_true_iff. intros ((((H1 & H2) & H3) & _) & H4). apply refuted_refutes in H4. apply Nat.leb_le in H1, H2, H3.
  apply (no_items L N k T proof (conj H1 H2) H3 H4).
Qed.
Theorem single_items_formula_theorem L N k T V C proof :
  (1 <=? L) && (L <=? T) && (1 <=? N) && (1 <=? k) && refuted V C (items_formula L N k T true) proof = true -> ~ single_possible L N k T.
Proof.
  rewrite !andb_true_iff. intros ((((H1 & H2) & H3) & _) & H4). apply refuted_refutes in H4. apply Nat.leb_le in H1, H2, H3.
  apply (no_single_items L N k T proof (conj H1 H2) H3 H4).
Qed.
