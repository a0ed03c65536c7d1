(* SPDX-License-Identifier: MIT *)
(* The solutions of whole trees (THEOREMS.md, sections 1 to 5) as trees with an open node (10.2): the leaf
   left over is the open node; and where the root is a ball, the root can take that leaf and have one child
   more, which is then the open node. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance Rule Pruned.
Import ListNotations.
Open Scope Z_scope.

(* The blocks of sections 1 to 5 are given by their letters; the head is that of the whole tree. *)
Definition with_heads (L : Z) (bl : list (list Z)) : list block := map (fun b => (head L b, b)) bl.

Lemma leaves_with_heads L bl : leaves (with_heads L bl) = concat bl.
Proof. unfold leaves, with_heads. rewrite map_map. cbn [snd]. rewrite map_id. reflexivity. Qed.
Lemma heads_with_heads L bl : heads (with_heads L bl) = map (head L) bl.
Proof. unfold heads, with_heads. rewrite map_map. reflexivity. Qed.
Lemma total_with_heads L bl : total (with_heads L bl) = list_sum (map (fun b => S (length b)) bl).
Proof. unfold total, with_heads. rewrite map_map. reflexivity. Qed.

(* One block more. *)
Lemma total_cons b bs : total (b :: bs) = (S (length (snd b)) + total bs)%nat.
Proof. reflexivity. Qed.
Lemma leaves_cons b bs : leaves (b :: bs) = snd b ++ leaves bs.
Proof. reflexivity. Qed.
Lemma all_kids_cons L b bs : all_kids L (b :: bs) = kids_of L b ++ all_kids L bs.
Proof. reflexivity. Qed.

(* How often a value is that of a child: of any block, of a block of a whole tree, of all of them. *)
Lemma count_kids L v n z : count (Z.eqb z) (kids L v n) =
  if (v - L - Z.of_nat n <? z) && (z <=? v - L) then 1%nat else 0%nat.
Proof.
  unfold kids. rewrite count_map, (count_ext _ (fun k => v - L - Z.of_nat k =? z)),
    (count_down (v - L) z n 0).
  - replace (v - L - Z.of_nat 0) with (v - L) by lia. reflexivity.
  - intros k _. apply Z.eqb_sym.
Qed.
Lemma count_own_kids L b z : count (Z.eqb z) (kids_of L (head L b, b)) =
  if (0 <=? z) && (z <? size b) then 1%nat else 0%nat.
Proof.
  unfold kids_of. cbn [fst snd]. rewrite count_kids. unfold head, size.
  destruct (Z.ltb_spec (Z.of_nat (S (length b)) + L - 1 - L - Z.of_nat (S (length b))) z),
    (Z.leb_spec z (Z.of_nat (S (length b)) + L - 1 - L)), (Z.leb_spec 0 z),
      (Z.ltb_spec z (Z.of_nat (S (length b)))); cbn; lia.
Qed.
Lemma count_all_kids L bl z : count (Z.eqb z) (all_kids L (with_heads L bl)) =
  if 0 <=? z then count (fun b => z <? size b) bl else 0%nat.
Proof.
  induction bl as [|b bl IH]; [destruct (0 <=? z); reflexivity|].
  change (with_heads L (b :: bl)) with ((head L b, b) :: with_heads L bl).
  rewrite all_kids_cons, count_app, IH, count_own_kids, count_cons. destruct (0 <=? z), (z <? size b);
    reflexivity.
Qed.

(* ( * ) of section 1 is ( * ) of section 10. *)
Lemma star_good L b : star L b -> good L (head L b, b).
Proof.
  unfold star, good. cbn [fst snd]. unfold head. intros H. split; [|unfold size; lia].
  replace (size b + L - 1 + sumZ b) with (L - 1 + sumZ b + 1 * size b) by lia.
  rewrite Z.mod_add by (unfold size; lia). exact H.
Qed.

(* The leaf left over is the open node. *)
Lemma solution_open L t s : 1 <= L -> solves L t s ->
  open_tree L t (left s) (t, root s) (with_heads L (blocks s)).
Proof.
  intros HL [S1 S2 S3 S4 S5]. assert (head L (root s) = t) as E by (unfold head; lia). rewrite <- E at 2.
  split.
  - exact E.
  - intros c Hc.
    change ((head L (root s), root s) :: with_heads L (blocks s))
      with (with_heads L (root s :: blocks s)) in Hc.
    apply in_map_iff in Hc as (b & <- & Hb). apply star_good, S4, Hb.
  - intros c Hc. apply in_map_iff in Hc as (b & <- & Hb). apply S2 in Hb. cbn [fst]. unfold head. lia.
  - change ((head L (root s), root s) :: with_heads L (blocks s)) with (with_heads L (root s :: blocks s)).
    apply perm_count. intros z. rewrite count_all_kids. destruct (Z.leb_spec 0 z) as [Hz|Hz].
    + rewrite <- (S5 z Hz). unfold letters. rewrite leaves_with_heads, heads_with_heads. counts.
      rewrite count_map.
      cbn [concat]. counts. lia.
    + apply count_0. intros v Hv. rewrite leaves_with_heads, heads_with_heads in Hv. apply Z.eqb_neq.
      intros <-.
      assert (In z (letters s) \/ In z (map (head L) (blocks s))) as [Q|Q].
      { unfold letters. cbn [concat] in Hv. destruct Hv as [Hv|Hv]; [left; left; exact Hv|].
        apply in_app_or in Hv as [Hv|Hv]; [right; exact Hv|left; right; exact Hv]. }
      * apply S3 in Q. lia.
      * apply in_map_iff in Q as (b & <- & _). unfold head, size in Hz. lia.
Qed.

(* Proposition 1 again: the whole tree. *)
Lemma solution_served L t s : 1 <= L -> solves L t s -> served L t (procs_of s).
Proof.
  intros HL H. apply solution_open in H; [|exact HL]. apply proposition_4 in H; [|exact HL].
  rewrite total_cons, total_with_heads in H. exact H.
Qed.

(* The left part: a root that is a ball takes the leaf left over and has one child more, of value t - L. *)
Lemma solution_left_part L t s : 1 <= L -> solves L (t - 1) s -> ball L (left s) s ->
  open_tree L t (t - L) (t, left s :: root s) (with_heads L (blocks s)).
Proof.
  intros HL HS HB. pose proof (so_root _ _ _ HS) as HR. apply solution_open in HS; [|exact HL].
  destruct HS as [S1 S2 S3 S4]. split.
  - reflexivity.
  - intros c [<-|Hc]; [|apply S2; right; exact Hc]. unfold good. cbn [fst snd sumZ].
    unfold ball in HB. unfold size in HR, HB. split; [|cbn [length] in *; lia].
    unfold size. cbn [length].
    replace (t + (left s + sumZ (root s))) with ((left s + 1) * Z.of_nat (S (S (length (root s))))).
    + apply Z.mod_mul. lia.
    + nia.
  - intros c Hc. apply S3 in Hc. lia.
  - rewrite leaves_cons, all_kids_cons in *. cbn [snd] in *.
    assert (kids_of L (t, left s :: root s) = t - L :: kids_of L (t - 1, root s)) as ->.
    { unfold kids_of, kids. cbn [fst snd length]. remember (S (length (root s))) as n. cbn [seq map].
      f_equal; [lia|].
      rewrite <- seq_shift, map_map. apply map_ext. intros k. lia. }
    cbn [app]. by_counts.
Qed.

(* The union rule for a left part from a whole tree with a ball. *)
Theorem union_rule L t s N : 1 <= L -> solves L (t - 1) s -> ball L (left s) s -> served L (t - L) N ->
  served L t (procs_of s + N).
Proof.
  intros HL HS HB HN. pose proof (plug _ _ _ _ _ _ HL (solution_left_part L t s HL HS HB) HN) as H.
  rewrite total_cons, total_with_heads in H. exact H.
Qed.
