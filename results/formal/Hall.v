(* SPDX-License-Identifier: MIT *)
(* Section 2: M. Hall's theorem for Z_r, by inserting one difference after the other, and its converse. *)
From Coq Require Import List ZArith Lia Permutation.
Import ListNotations.
Open Scope Z_scope.

Definition range (r : nat) : list Z := map Z.of_nat (seq 0 r).
Fixpoint sumZ (l : list Z) : Z := match l with [] => 0 | x :: m => x + sumZ m end.
Definition val (r : nat) (e : Z * Z) : Z := (fst e + snd e) mod Z.of_nat r.

Lemma range_length r : length (range r) = r.
Proof. unfold range. rewrite map_length, seq_length. reflexivity. Qed.
Lemma range_In r x : In x (range r) <-> 0 <= x < Z.of_nat r.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat x). rewrite in_seq. lia.
Qed.
Lemma range_NoDup r : NoDup (range r).
Proof.
  unfold range. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b; lia.
Qed.

Lemma sumZ_app a b : sumZ (a ++ b) = sumZ a + sumZ b.
Proof. induction a; cbn [app sumZ]; lia. Qed.
Lemma sumZ_perm a b : Permutation a b -> sumZ a = sumZ b.
Proof. induction 1; cbn [sumZ]; lia. Qed.

Lemma pigeon (l R : list Z) : NoDup R -> (length l < length R)%nat -> exists x, In x R /\ ~ In x l.
Proof.
  intros HR Hl. destruct (Forall_Exists_dec (fun x => In x l) (fun x => in_dec Z.eq_dec x l) R) as [F|E].
  - rewrite Forall_forall in F. apply NoDup_incl_length in F; [lia|exact HR].
  - rewrite Exists_exists in E. exact E.
Qed.

Lemma mod_in r x : (0 < r)%nat -> In (x mod Z.of_nat r) (range r).
Proof. intros. apply range_In. apply Z.mod_pos_bound. lia. Qed.

Lemma small_mult x k r : x = k * r -> - r < x -> x < r -> x = 0.
Proof. intros H H1 H2. assert (k < 1) by nia. assert (-1 < k) by nia. assert (k = 0) by lia. subst; lia. Qed.

Lemma mod_sub_inj r a b c : (0 < r)%nat -> In a (range r) -> In b (range r) ->
  (c - a) mod Z.of_nat r = (c - b) mod Z.of_nat r -> a = b.
Proof.
  intros Hr Ha Hb H. apply range_In in Ha, Hb.
  assert ((a - b) mod Z.of_nat r = 0).
  { replace (a - b) with ((c - b) - (c - a)) by lia. rewrite Zminus_mod, H, Z.sub_diag. apply Z.mod_0_l. lia. }
  apply Z.mod_divide in H0; [|lia]. destruct H0 as [k Hk]. apply small_mult in Hk; lia.
Qed.

Section Hall.
Variable r : nat.
Hypothesis Hr : (0 < r)%nat.
Notation rz := (Z.of_nat r).

(* Distinct positions, distinct values. *)
Definition ok (P : list (Z * Z)) := NoDup (map fst P) /\ NoDup (map (val r) P) /\ incl (map fst P) (range r).

(* The chain of moves: a and x are free, e is to be put on a, where it has the value C - x; M was moved, U was not. *)
Lemma chain n : forall U M a x e C, length U = n ->
  NoDup (a :: x :: map fst (M ++ U)) -> incl (a :: x :: map fst (M ++ U)) (range r) ->
  NoDup (map (val r) (M ++ U)) ->
  (a + e) mod rz = (C - x) mod rz ->
  (forall m, In m M -> exists z, In z (a :: map fst M) /\ val r m = (C - z) mod rz) ->
  exists P, ok P /\ Permutation (map snd P) (e :: map snd (M ++ U)).
Proof.
  induction n as [n IH] using lt_wf_ind; intros U M a x e C Hn Hpos Hin Hval He HM.
  destruct (in_dec Z.eq_dec ((C - x) mod rz) (map (val r) U)) as [Hi|Hi].
  - apply in_map_iff in Hi as ([x' e'] & Hv & Hi). apply in_split in Hi as (U1 & U2 & ->).
    assert (Permutation (M ++ U1 ++ (x', e') :: U2) ((x', e') :: M ++ U1 ++ U2)) as HP.
    { rewrite !app_assoc. symmetry. apply Permutation_middle. }
    assert (Permutation (a :: x :: map fst (M ++ U1 ++ (x', e') :: U2))
                        (x :: x' :: map fst (((a, e) :: M) ++ U1 ++ U2))) as HP1.
    { rewrite HP. cbn. etransitivity; [apply perm_swap|]. constructor. apply perm_swap. }
    destruct (IH (length (U1 ++ U2))%nat) with (U := U1 ++ U2) (M := (a, e) :: M) (a := x) (x := x') (e := e') (C := C)
      as (P & HP2 & HP3).
    + rewrite app_length in *; cbn in *; lia.
    + reflexivity.
    + eapply Permutation_NoDup; eassumption.
    + intros z Hz. apply Hin. eapply Permutation_in; [symmetry; exact HP1|exact Hz].
    + rewrite HP in Hval. cbn [app map]. unfold val at 1. cbn [fst snd]. rewrite He, <- Hv. exact Hval.
    + unfold val in Hv; cbn in Hv. 
      replace (x + e') with (x' + e' - (x' - x)) by lia. rewrite Zminus_mod, Hv, <- Zminus_mod. f_equal; lia.
    + intros m [<-|Hm].
      * exists x. split; [left; reflexivity|]. exact He.
      * destruct (HM m Hm) as (z & Hz & Hz'). exists z. split; [right; exact Hz|exact Hz'].
    + exists P. split; [exact HP2|]. rewrite HP3, HP. cbn. apply perm_swap.
  - exists ((a, e) :: M ++ U). inversion Hpos as [|? ? Ha Hpos']; subst. inversion Hpos' as [|? ? Hx Hpos'']; subst.
    split; [split; [|split]|reflexivity].
    + cbn. constructor; [|assumption]. intros F; apply Ha; right; exact F.
    + cbn. constructor; [|assumption]. unfold val at 1; cbn [fst snd]. rewrite He, map_app, in_app_iff.
      intros [F|F]; [|exact (Hi F)]. apply in_map_iff in F as (m & Hm & F).
      destruct (HM m F) as (z & Hz & Hz'). rewrite Hz' in Hm. apply mod_sub_inj in Hm; [|assumption| |].
      * subst z. destruct Hz as [<-|Hz]; [apply Ha; left; reflexivity|].
        apply Hx. rewrite map_app. apply in_or_app. left; exact Hz.
      * apply Hin. destruct Hz as [<-|Hz]; [left; reflexivity|]. right; right. rewrite map_app. apply in_or_app; left; exact Hz.
      * apply Hin. right; left; reflexivity.
    + intros z [<-|Hz]; apply Hin; [left; reflexivity|right; right; exact Hz].
Qed.

Lemma insert P d : ok P -> (length P + 2 <= r)%nat -> exists P', ok P' /\ Permutation (map snd P') (d :: map snd P).
Proof.
  intros (H1 & H2 & H3) Hl.
  destruct (pigeon (map fst P) (range r)) as (u & Hu & Hu'); [apply range_NoDup|rewrite map_length, range_length; lia|].
  destruct (pigeon (u :: map fst P) (range r)) as (v & Hv & Hv'); [apply range_NoDup|cbn; rewrite map_length, range_length; lia|].
  apply (chain (length P) P [] u v d (u + d + v)).
  - reflexivity.
  - constructor; [|constructor; [|exact H1]].
    + intros [F|F]; [apply Hv'; left; symmetry; exact F|exact (Hu' F)].
    + intros F; apply Hv'; right; exact F.
  - intros z [<-|[<-|Hz]]; auto.
  - exact H2.
  - f_equal; lia.
  - intros m [].
Qed.

Lemma fill ds : (length ds + 1 <= r)%nat -> exists P, ok P /\ Permutation (map snd P) ds.
Proof.
  induction ds as [|d ds IH]; cbn; intros Hl.
  - exists []. repeat split; try constructor. intros z [].
  - destruct IH as (P & HP & HP'); [lia|]. destruct (insert P d HP) as (P' & H1 & H2).
    + apply Permutation_length in HP'. rewrite map_length in HP'. lia.
    + exists P'. split; [exact H1|]. rewrite H2, HP'. reflexivity.
Qed.

Lemma sum_val_mod P : sumZ (map (val r) P) mod rz = (sumZ (map fst P) + sumZ (map snd P)) mod rz.
Proof.
  induction P as [|[x d] P IH]; [reflexivity|]. cbn [map sumZ].
  unfold val at 1; cbn [fst snd]. rewrite Zplus_mod_idemp_l, <- Zplus_mod_idemp_r, IH, Zplus_mod_idemp_r. f_equal; lia.
Qed.

Theorem hall ds : length ds = r -> sumZ ds mod rz = 0 ->
  exists P, map fst P = range r /\ Permutation (map snd P) ds /\ NoDup (map (val r) P).
Proof.
  intros Hl Hs. destruct ds as [|d ds]; [cbn in Hl; lia|]. cbn in Hl.
  destruct (fill ds) as (P & (H1 & H2 & H3) & HP); [lia|].
  assert (length P = length ds) as HlP by (apply Permutation_length in HP; rewrite map_length in HP; exact HP).
  destruct (pigeon (map fst P) (range r)) as (u & Hu & Hu'); [apply range_NoDup|rewrite map_length, range_length; lia|].
  destruct (pigeon (map (val r) P) (range r)) as (y & Hy & Hy'); [apply range_NoDup|rewrite map_length, range_length; lia|].
  assert (Permutation (u :: map fst P) (range r)) as PX.
  { apply NoDup_Permutation_bis; [constructor; assumption|cbn; rewrite map_length, range_length; lia|].
    intros z [<-|Hz]; auto. }
  assert (Permutation (y :: map (val r) P) (range r)) as PY.
  { apply NoDup_Permutation_bis; [constructor; assumption|cbn; rewrite map_length, range_length; lia|].
    intros z [<-|Hz]; auto. apply in_map_iff in Hz as (m & <- & _). apply mod_in; assumption. }
  assert ((u + d) mod rz = y) as E.
  { apply sumZ_perm in PX, PY, HP. rewrite <- PX in PY. cbn [sumZ] in PX, PY, Hs.
    assert (sumZ (map (val r) P) = u + sumZ (map fst P) - y) as E by lia.
    pose proof (sum_val_mod P) as Q. rewrite E, HP in Q.
    apply range_In in Hy. rewrite <- (Z.mod_small y rz) by lia.
    apply Z.mod_divide in Hs; [|lia]. destruct Hs as [k Hk].
    replace (u + d) with (y + (u + sumZ (map fst P) - y) - (sumZ (map fst P) + sumZ ds) + k * rz) by lia.
    rewrite Z.mod_add by lia. rewrite Zminus_mod, Zplus_mod, Q, <- Zplus_mod, <- Zminus_mod. f_equal; lia. }
  assert (Permutation (range r) (map fst ((u, d) :: P))) as PX' by (symmetry; exact PX).
  apply Permutation_map_inv in PX' as (P2 & E2 & PP2).
  exists P2. split; [symmetry; exact E2|split].
  - rewrite <- PP2. cbn. constructor; exact HP.
  - rewrite <- PP2. cbn. constructor; [|exact H2]. unfold val at 1; cbn. rewrite E. exact Hy'.
Qed.
End Hall.

(* A closed word is legal if position + value are distinct modulo its length. *)
Definition pv (w : list Z) (k : nat) : Z := (Z.of_nat k + nth k w 0) mod Z.of_nat (length w).
Definition legal (w : list Z) : Prop := NoDup (map (pv w) (seq 0 (length w))).

Lemma nth_map_seq w : map (fun k => nth k w 0) (seq 0 (length w)) = w.
Proof.
  induction w as [|x w IH]; [reflexivity|]. cbn [length seq map]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma pairs_legal r P : map fst P = range r -> NoDup (map (val r) P) -> legal (map snd P) /\ length (map snd P) = r.
Proof.
  intros HF HV. assert (length (map snd P) = r) as Hl.
  { rewrite map_length, <- (map_length fst), HF. apply range_length. }
  split; [|exact Hl]. unfold legal. rewrite Hl.
  assert (map (pv (map snd P)) (seq 0 r) = map (val r) P) as ->; [|exact HV].
  assert (forall k, (k < r)%nat -> nth k (map (val r) P) 0 = pv (map snd P) k) as E.
  { intros k Hk. unfold pv. rewrite Hl. rewrite map_length in Hl.
    rewrite (nth_indep _ 0 (val r (0,0))) by (rewrite map_length; lia). rewrite map_nth. unfold val.
    assert (fst (nth k P (0,0)) = Z.of_nat k) as ->.
    { rewrite <- map_nth, HF. unfold range. cbn [fst]. change 0 with (Z.of_nat 0) at 1. rewrite map_nth, seq_nth by lia. reflexivity. }
    rewrite <- (map_nth snd). reflexivity. }
  rewrite <- (nth_map_seq (map (val r) P)). rewrite map_length in *. rewrite Hl.
  apply map_ext_in. intros k Hk. apply in_seq in Hk. symmetry. apply E. lia.
Qed.

Lemma shift_NoDup r p l : (0 < r)%nat -> incl l (range r) -> NoDup l ->
  NoDup (map (fun x => (x - p) mod Z.of_nat r) l).
Proof.
  intros Hr; induction l as [|x l IH]; intros Hi Hn; cbn [map]; [constructor|].
  inversion Hn; subst. constructor; [|apply IH; [intros z Hz; apply Hi; right; exact Hz|assumption]].
  intros F. apply in_map_iff in F as (z & F & Hz). assert (z = x); [|subst; contradiction].
  assert (In x (range r)) as Hx by (apply Hi; left; reflexivity). assert (In z (range r)) as Hz' by (apply Hi; right; assumption).
  apply range_In in Hx, Hz'. assert (((z - p) - (x - p)) mod Z.of_nat r = 0) as M.
  { rewrite Zminus_mod, F, Z.sub_diag. apply Z.mod_0_l. lia. }
  apply Z.mod_divide in M; [|lia]. destruct M as [k M]. apply small_mult in M; lia.
Qed.

(* The head can be kept at position 0: the form used in Proposition 1. *)
Theorem hall_word d0 ds : (d0 + sumZ ds) mod Z.of_nat (S (length ds)) = 0 ->
  exists w, Permutation w ds /\ legal (d0 :: w).
Proof.
  remember (S (length ds)) as r eqn:Er. intros Hs. assert (0 < r)%nat as Hr by lia.
  destruct (hall r Hr (d0 :: ds)) as (P & HF & HS & HV); [symmetry; exact Er|exact Hs|].
  assert (In d0 (map snd P)) as Hd by (rewrite HS; left; reflexivity).
  apply in_map_iff in Hd as ([p0 d0'] & E & Hd). cbn in E; subst d0'.
  set (rot := fun e : Z * Z => ((fst e - p0) mod Z.of_nat r, snd e)).
  assert (Permutation (range r) (map fst (map rot P))) as PR.
  { symmetry. apply NoDup_Permutation_bis.
    - replace (map fst (map rot P)) with (map (fun x => (x - p0) mod Z.of_nat r) (range r)).
      + apply shift_NoDup; [exact Hr|apply incl_refl|apply range_NoDup].
      + rewrite <- HF, !map_map. reflexivity.
    - rewrite !map_length, range_length. rewrite <- (map_length fst), HF, range_length. lia.
    - intros z Hz. rewrite map_map in Hz. apply in_map_iff in Hz as (e & <- & _). apply mod_in. lia. }
  apply Permutation_map_inv in PR as (P2 & E2 & PP2).
  assert (NoDup (map (val r) P2)) as N2.
  { rewrite <- PP2, map_map.
    replace (map (fun e => val r (rot e)) P) with (map (fun y => (y - p0) mod Z.of_nat r) (map (val r) P)).
    - apply shift_NoDup; [exact Hr| |exact HV]. intros z Hz. apply in_map_iff in Hz as (e & <- & _). apply mod_in; exact Hr.
    - rewrite map_map. apply map_ext. intros [x d]. unfold val, rot; cbn [fst snd].
      rewrite Zplus_mod_idemp_l, Zminus_mod_idemp_l. f_equal; lia. }
  destruct (pairs_legal r P2 (eq_sym E2) N2) as [Lg Ll].
  assert (Permutation (map snd P2) (d0 :: ds)) as HP3.
  { rewrite <- PP2, map_map. cbn. exact HS. }
  assert (In (0, d0) P2) as H0.
  { rewrite <- PP2. apply in_map_iff. exists (p0, d0). split; [|exact Hd]. unfold rot; cbn [fst snd]. rewrite Z.sub_diag, Z.mod_0_l by lia. reflexivity. }
  destruct P2 as [|[x e] P2]; [destruct H0|].
  assert (x = 0 /\ ~ In 0 (map fst P2)) as [-> E3].
  { pose proof (range_NoDup r) as Q. rewrite E2 in Q. cbn [map fst] in Q. inversion Q as [|? ? Q1 Q2].
    rewrite Er in E2. unfold range in E2. cbn [seq map fst] in E2. change (Z.of_nat 0) with 0 in E2. injection E2 as E2a _.
    subst x. split; [reflexivity|exact Q1]. }
  assert (e = d0) as ->.
  { destruct H0 as [H0|H0]; [congruence|]. exfalso. apply E3. apply in_map_iff. exists (0, d0). auto. }
  exists (map snd P2). cbn [map snd] in *. split; [eapply Permutation_cons_inv; exact HP3|exact Lg].
Qed.

(* Necessity. *)
Theorem hall_necessary w : w <> [] -> legal w -> sumZ w mod Z.of_nat (length w) = 0.
Proof.
  intros Hw Hl. set (r := length w) in *. assert (0 < r)%nat as Hr by (destruct w; [congruence|cbn in r; lia]).
  assert (Permutation (map (pv w) (seq 0 r)) (range r)) as PP.
  { apply NoDup_Permutation_bis; [exact Hl|rewrite map_length, seq_length, range_length; lia|].
    intros z Hz. apply in_map_iff in Hz as (k & <- & _). apply mod_in. exact Hr. }
  apply sumZ_perm in PP.
  assert (forall l, sumZ (map (pv w) l) mod Z.of_nat r = (sumZ (map Z.of_nat l) + sumZ (map (fun k => nth k w 0) l)) mod Z.of_nat r) as Q.
  { induction l as [|k l IH]; [reflexivity|]. cbn [map sumZ].
    unfold pv at 1. fold r. rewrite Zplus_mod_idemp_l, <- Zplus_mod_idemp_r, IH, Zplus_mod_idemp_r. f_equal; lia. }
  specialize (Q (seq 0 r)). rewrite PP in Q. fold (range r) in Q. unfold r in Q at 4. rewrite nth_map_seq in Q.
  assert (((sumZ (range r) + sumZ w) - sumZ (range r)) mod Z.of_nat r = 0) as E.
  { rewrite Zminus_mod, <- Q, Z.sub_diag. apply Z.mod_0_l. lia. }
  replace (sumZ w) with ((sumZ (range r) + sumZ w) - sumZ (range r)) by lia. exact E.
Qed.
