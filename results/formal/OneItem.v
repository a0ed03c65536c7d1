(* SPDX-License-Identifier: MIT *)
(* One item (THEOREMS.md, section 12.1, C(1); Theorem 2.2 of the paper): it is with N processors beside the
   source at time T if and only if N < f_T.  Everybody who has the item sends it at every step to somebody
   new. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model Tree UpperBound Items.
Import ListNotations.

Lemma sum_f L n : 1 <= L -> sum n (f L) + 1 = f L (n + L - 1).
Proof.
  intros HL. induction n as [|n IH]; [rewrite f_small by lia; reflexivity|]. cbn [sum].
  replace (S n + L - 1) with (n + L) by lia. rewrite (f_step L (n + L)) by lia.
  replace (n + L - L) with n by lia. lia.
Qed.

(* The source has number 0, processor p has number p + 1; at step s those below f_s have the item. *)
Definition place (a : option nat) : nat := match a with None => 0 | Some p => S p end.
Definition tree (L N : nat) : schedule := fun a s =>
  let q := f L (s + L - 1) + place a - 1 in
  if (place a <? f L s) && (q <? N) then Some (q, 0) else None.

Lemma tree_spec L N a s q i : tree L N a s = Some (q, i) <->
  place a < f L s /\ q = f L (s + L - 1) + place a - 1 /\ q < N /\ i = 0.
Proof.
  unfold tree. destruct (Nat.ltb_spec (place a) (f L s)), (Nat.ltb_spec (f L (s + L - 1) + place a - 1) N);
    cbn [andb];
    split; intros E; try discriminate; try lia; [injection E as <- <-; auto|].
      destruct E as (_ & -> & _ & ->). reflexivity.
Qed.

(* Who is below f_u has received it by time u. *)
Lemma tree_reaches L N u q : 1 <= L -> q < N -> S q < f L u -> exists a s, tree L N a s = Some (q, 0) /\ s +
  L <= u.
Proof.
  intros HL Hq. induction u as [|u IH]; intros Hu; [rewrite f_0 in Hu; lia|].
  destruct (Nat.lt_ge_cases (S q) (f L u)) as [H|H].
  - destruct (IH H) as (a & s & E & Hs). exists a, s. split; [exact E|lia].
  - rewrite f_S in Hu by lia. destruct (Nat.ltb_spec (S u) L); [lia|].
    set (j := S q - f L u). exists (match j with 0 => None | S p => Some p end), (S u - L). split; [|lia].
    apply tree_spec. replace (S u - L + L - 1) with u by lia.
    assert (place (match j with 0 => None | S p => Some p end) = j) as -> by (destruct j; reflexivity).
      unfold j. lia.
Qed.

Lemma tree_brings L N T : 1 <= L -> N < f L T -> brings L N 1 T (tree L N).
Proof.
  intros HL HT. split.
  - intros a s q i E. apply tree_spec in E. lia.
  - intros p s q i E. apply tree_spec in E as (E1 & E2 & E3 & ->). cbn [place] in *.
    assert (f L s <= f L (s + L - 1)) by (apply f_mono; lia). apply tree_reaches; lia.
  - intros a b s q i j E F. apply tree_spec in E, F. assert (place a = place b) as P.
    { pose proof (f_pos L (s + L - 1) HL). lia. }
    destruct a, b; cbn in P; congruence.
  - intros i q Hi Hq. assert (i = 0) as -> by lia. apply tree_reaches; lia.
Qed.

(* Theorem 2.2 of the paper. *)
Theorem one_item L N T : 1 <= L -> 1 <= N -> (items_possible L N 1 T <-> N < f L T).
Proof.
  intros HL HN. split.
  - intros H. pose proof (items_time L N 1 T HN (Nat.le_refl 1) H) as HT. apply counting_bound in H;
    [|exact HL].
    assert (sum (S T - L) (fun i => Nat.min (f L i) N) <= sum (S T - L) (f L)) as Q by (apply sum_le;
      intros; lia).
    pose proof (sum_f L (S T - L) HL) as E. replace (S T - L + L - 1) with T in E by lia. lia.
  - intros H. exists (tree L N). apply tree_brings; assumption.
Qed.
