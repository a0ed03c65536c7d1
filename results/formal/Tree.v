(* SPDX-License-Identifier: MIT *)
(* Section 1: the numbers f_n.  Their recurrence, and that they do not descend. *)
From Coq Require Import List Arith Lia.
From Steadycast Require Import Model.
Import ListNotations.

Lemma fl_nth L n k : k <= n -> nth k (fl L n) 0 = f L (n - k).
Proof.
  revert k; induction n as [|n IH]; intros k Hk.
  - assert (k = 0) by lia; subst; reflexivity.
  - destruct k; [reflexivity|]. change (S n - S k) with (n - k). rewrite <- IH by lia. reflexivity.
Qed.

Lemma f_0 L : f L 0 = 1. Proof. reflexivity. Qed.

Lemma f_S L n : 1 <= L -> f L (S n) = f L n + if S n <? L then 0 else f L (S n - L).
Proof.
  intros HL. unfold f at 1. cbn [fl hd]. change (hd 0 (fl L n)) with (f L n).
  destruct (Nat.ltb_spec (S n) L); [reflexivity|]. rewrite fl_nth by lia.
  do 2 f_equal. lia.
Qed.

Lemma f_small L n : n < L -> f L n = 1.
Proof.
  intros H; induction n; [reflexivity|]. rewrite f_S by lia.
  destruct (Nat.ltb_spec (S n) L); rewrite IHn by lia; lia.
Qed.

Lemma f_step L n : 1 <= L -> L <= n -> f L n = f L (n - 1) + f L (n - L).
Proof.
  intros HL Hn. destruct n; [lia|]. rewrite f_S by lia. replace (S n - 1) with n by lia.
  destruct (Nat.ltb_spec (S n) L); lia.
Qed.

Lemma f_mono L m n : 1 <= L -> m <= n -> f L m <= f L n.
Proof. intros HL H; induction H; [lia|]. rewrite f_S by lia. lia. Qed.

Lemma f_pos L n : 1 <= L -> 1 <= f L n.
Proof. intros HL. rewrite <- (f_0 L). apply f_mono; lia. Qed.
