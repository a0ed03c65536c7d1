(* SPDX-License-Identifier: MIT *)
(* Section 3, the exception: t = 2L for even L has no block-cyclic schedule. *)
From Coq Require Import List ZArith Lia Permutation Bool.
From Steadycast Require Import Model Tree Hall Lists Instance BlockCyclic.
Import ListNotations.
Open Scope Z_scope.

Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

(* No solution in blocks there. *)
Theorem exception_solution L s : (2 <= L)%nat -> Nat.Even L -> ~ solves (Z.of_nat L) (2 * Z.of_nat L) s.
Proof.
  intros HL [h Hh] HS. set (Lz := Z.of_nat L) in *. pose proof (so_root _ _ _ HS) as R.
  assert (forall b, In b (blocks s) -> b = []) as HB.
  { intros b Hb. apply (so_blocks _ _ _ HS) in Hb. destruct b; [reflexivity|]. unfold size in Hb. cbn [length] in Hb. lia. }
  assert (length (blocks s) = 1%nat) as H1.
  { pose proof (so_balance _ _ _ HS Lz ltac:(lia)) as E. rewrite (count_0 (Z.eqb Lz)) in E.
    2:{ intros x Hx. apply (so_letters _ _ _ HS) in Hx. apply Z.eqb_neq. lia. }
    rewrite count_cons, (count_0 (fun b => Z.ltb Lz (size b))) in E.
    2:{ intros b Hb. apply HB in Hb. subst. unfold size; cbn [length]. apply Z.ltb_ge. lia. }
    destruct (Z.ltb_spec Lz (size (root s))); [|lia].
    assert (count (fun b => Z.eqb Lz (head Lz b)) (blocks s) = length (blocks s)) as E2; [|lia].
    clear -HB. induction (blocks s) as [|b l IH]; [reflexivity|]. rewrite count_cons, IH by (intros; apply HB; right; assumption).
    rewrite (HB b (or_introl eq_refl)). unfold head, size; cbn [length]. destruct (Z.eqb_spec Lz (Z.of_nat 1 + Lz - 1)); lia. }
  destruct (blocks s) as [|b [|? ?]] eqn:Eb; try discriminate. assert (b = []) by (apply HB; left; reflexivity). subst b.
  assert (Permutation (letters s) (0 :: range L)) as PL.
  { apply perm_count. intros x. rewrite count_cons. destruct (Z.lt_ge_cases x 0) as [Hx|Hx]; [|destruct (Z.lt_ge_cases x Lz) as [Hx2|Hx2]].
    - rewrite !count_0; [destruct (Z.eqb_spec x 0); lia| |].
      + intros v Hv. apply range_In in Hv. apply Z.eqb_neq. lia.
      + intros v Hv. apply (so_letters _ _ _ HS) in Hv. apply Z.eqb_neq. lia.
    - rewrite count_range by lia. pose proof (so_balance _ _ _ HS x Hx) as E. rewrite Eb in E. rewrite !count_cons, !count_nil in E.
      unfold head, size at 1 3 in E; cbn [length] in E. rewrite R in E. change (Z.of_nat 1) with 1 in E.
      destruct (Z.eqb_spec x (1 + Lz - 1)), (Z.ltb_spec x (2 * Lz - Lz + 1)), (Z.ltb_spec x 1), (Z.eqb_spec x 0), (Z.ltb_spec x (Z.of_nat L)); lia.
    - rewrite !count_0; [destruct (Z.eqb_spec x 0); lia| |].
      + intros v Hv. apply range_In in Hv. apply Z.eqb_neq. lia.
      + intros v Hv. apply (so_letters _ _ _ HS) in Hv. apply Z.eqb_neq. lia. }
  pose proof (sum_range L) as SR. assert (0 <= left s < Lz) as Hx by (apply (so_letters _ _ _ HS); left; reflexivity).
  unfold letters in PL. rewrite Eb in PL. cbn [concat app] in PL. rewrite app_nil_r in PL. apply sumZ_perm in PL. cbn [sumZ] in PL.
  pose proof (so_star _ _ _ HS (root s) (or_introl eq_refl)) as St. unfold star in St. rewrite R in St.
  apply Z.mod_divide in St; [|lia]. destruct St as [k Hk].
  assert (Lz = 2 * Z.of_nat h) as EL by lia. fold Lz in SR.
  assert (left s + 1 = (Z.of_nat h - k) * (2 * Z.of_nat h + 1)) as E by nia. apply small_mult in E; lia.
Qed.


(* No block-cyclic schedule there. *)
Theorem exception L : (2 <= L)%nat -> Nat.Even L ->
  ~ exists S, serves L (f L (2 * L)) (L + 2 * L) S /\ block_cyclic L (2 * L) (f L (2 * L)) S.
Proof.
  intros HL HE (S & HS & HB). destruct (block_cyclic_solution L (2 * L) S ltac:(lia) HS HB) as (s & Hs & _).
  apply (exception_solution L s HL HE). replace (2 * Z.of_nat L) with (Z.of_nat (2 * L)) by lia. exact Hs.
Qed.
