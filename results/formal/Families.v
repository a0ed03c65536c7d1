(* SPDX-License-Identifier: MIT *)
(* Section 5: a family for each L = 3..33, computed by Coq from the certificates in results/main-job (FamilyData.v). *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance BlockCyclic Rule FirstDepths FamilyData.
Import ListNotations.
Open Scope nat_scope.

(* The families of L = 3..33 begin at t = L and leave out t = 2L for even L only. *)
Definition completeb (d : family_data) : bool :=
  familyb d && (fa_from d =? fa_latency d) && forallb (fun t => Nat.even (fa_latency d) && (t =? 2 * fa_latency d)) (fa_but d).
Lemma all_families : forallb completeb families && forallb (fun L => existsb (fun d => fa_latency d =? L) families) (seq 3 31) = true.
Proof. vm_compute. reflexivity. Qed.

Lemma family_of L : 3 <= L <= 33 -> exists d, In d families /\ fa_latency d = L /\ familyb d = true /\ fa_from d = L /\
  forall t, In t (fa_but d) -> Nat.Even L /\ t = 2 * L.
Proof.
  intros HL. pose proof all_families as H. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H1, H2.
  specialize (H2 L ltac:(apply in_seq; lia)). apply existsb_exists in H2 as (d & Hd & E). apply Nat.eqb_eq in E.
  apply H1 in Hd as Hc. unfold completeb in Hc. rewrite !andb_true_iff, forallb_forall in Hc. destruct Hc as ((H3 & H4) & H5).
  apply Nat.eqb_eq in H4. exists d. subst L. repeat split; auto.
  - apply Nat.even_spec. apply H5 in H. apply andb_prop in H as [H _]. exact H.
  - apply H5 in H. apply andb_prop in H as [_ H]. apply Nat.eqb_eq. exact H.
Qed.

(* Theorem A, 3 <= L <= 33, every t but t = 2L for even L. *)
Theorem theorem_A_finite L t : 3 <= L <= 33 -> ~ (Nat.Even L /\ t = 2 * L) -> cyclic L t.
Proof.
  intros HL Ht. destruct (Nat.lt_ge_cases t L); [apply small; assumption|].
  destruct (family_of L HL) as (d & _ & E & H1 & H2 & H3). rewrite <- E. apply family_cyclic; [exact H1|lia|].
  intros Hin. apply Ht, H3, Hin.
Qed.
