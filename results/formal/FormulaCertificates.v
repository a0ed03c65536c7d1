(* SPDX-License-Identifier: MIT *)
(* From refuted formulas to theorems: kinds impossible-cnf, impossible-periodic (period 1, roles permute, plain) and
   impossible-items (one port, plain).  Coq builds the formula of the question and checks the refutation. *)
From Coq Require Import List Arith ZArith Lia Bool.
From Steadycast Require Import Model Periodic Lrat Formula StationaryFormula ItemsFormula.
Open Scope nat_scope.

Theorem formula_theorem words L t N proof :
  (1 <=? L) && (L <=? t) && (f L t =? N) && refutes (instance_formula words L t) proof = true ->
  ~ exists S, serves L N (L + t) S /\ block_cyclic L t N S.
Proof.
  rewrite !andb_true_iff. intros (((H1 & H2) & H3) & H4). apply Nat.leb_le in H1, H2. apply Nat.eqb_eq in H3. subst N.
  apply (no_block_cyclic words L t proof (conj H1 H2) H4).
Qed.
Theorem stationary_formula_theorem L t N proof :
  (1 <=? L) && (L <=? t) && refutes (stationary_formula L t N) proof = true -> ~ stationary_for L t N.
Proof.
  rewrite !andb_true_iff. intros ((H1 & H2) & H4). apply Nat.leb_le in H1, H2. apply (no_stationary L t N proof (conj H1 H2) H4).
Qed.
Theorem items_formula_theorem L N k T proof :
  (1 <=? L) && (L <=? T) && (1 <=? N) && refutes (items_formula L N k T false) proof = true -> ~ items_possible L N k T.
Proof.
  rewrite !andb_true_iff. intros (((H1 & H2) & H3) & H4). apply Nat.leb_le in H1, H2, H3.
  apply (no_items L N k T proof (conj H1 H2) H3 H4).
Qed.
Theorem single_items_formula_theorem L N k T proof :
  (1 <=? L) && (L <=? T) && (1 <=? N) && refutes (items_formula L N k T true) proof = true -> ~ single_possible L N k T.
Proof.
  rewrite !andb_true_iff. intros (((H1 & H2) & H3) & H4). apply Nat.leb_le in H1, H2, H3.
  apply (no_single_items L N k T proof (conj H1 H2) H3 H4).
Qed.
