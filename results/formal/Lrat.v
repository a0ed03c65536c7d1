(* SPDX-License-Identifier: MIT *)
(* A checker of LRAT refutations (RUP steps with hints), proved sound. *)
From Coq Require Import List ZArith PArith Lia FMapPositive Bool.
Import ListNotations.

Definition lit := (bool * positive)%type.          (* true: the variable itself *)
Definition clause := list lit.
Definition asg := positive -> bool.
Definition lit_true (v : asg) (l : lit) : bool := eqb (v (snd l)) (fst l).
Definition sat_clause (v : asg) (c : clause) : bool := existsb (lit_true v) c.
Definition sat (v : asg) (f : list clause) : Prop := forall c, In c f -> sat_clause v c = true.

Definition db := PositiveMap.t clause.
Definition partial := PositiveMap.t bool.
Inductive step := Add (id : positive) (c : clause) (hints : list positive) | Delete (ids : list positive).

(* v is compatible with what is assigned *)
Definition agrees (v : asg) (p : partial) := forall x b, PositiveMap.find x p = Some b -> v x = b.

Inductive look := Conflict | Unit (l : lit) | Stuck.
Fixpoint scan (p : partial) (c : clause) (found : option lit) : look :=
  match c with
  | [] => match found with None => Conflict | Some l => Unit l end
  | l :: c' => match PositiveMap.find (snd l) p with
               | Some b => if eqb b (fst l) then Stuck else scan p c' found
               | None => match found with
                         | None => scan p c' (Some l)
                         | Some l' => if eqb (fst l) (fst l') && Pos.eqb (snd l) (snd l') then scan p c' found else Stuck
                         end
               end
  end.
Fixpoint rup (d : db) (p : partial) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | h :: hs => match PositiveMap.find h d with
               | None => false
               | Some c => match scan p c None with
                           | Conflict => true
                           | Unit l => rup d (PositiveMap.add (snd l) (fst l) p) hs
                           | Stuck => false
                           end
               end
  end.
(* The negation of the new clause; None if it holds a literal and its opposite. *)
Fixpoint negate (c : clause) (p : partial) : option partial :=
  match c with
  | [] => Some p
  | l :: c' => match PositiveMap.find (snd l) p with
               | Some b => if eqb b (fst l) then None else negate c' p
               | None => negate c' (PositiveMap.add (snd l) (negb (fst l)) p)
               end
  end.
Definition implied (d : db) (c : clause) (hints : list positive) : bool :=
  match negate c (PositiveMap.empty bool) with None => true | Some p => rup d p hints end.
Fixpoint run (d : db) (proof : list step) : bool :=
  match proof with
  | [] => false
  | Add id c hints :: rest => implied d c hints && match c with [] => true | _ => run (PositiveMap.add id c d) rest end
  | Delete ids :: rest => run (fold_left (fun d i => PositiveMap.remove i d) ids d) rest
  end.
Fixpoint load (f : list clause) (id : positive) (d : db) : db :=
  match f with [] => d | c :: f' => load f' (Pos.succ id) (PositiveMap.add id c d) end.
Definition refutes (f : list clause) (proof : list step) : bool := run (load f 1 (PositiveMap.empty clause)) proof.

Definition holds (v : asg) (d : db) := forall i c, PositiveMap.find i d = Some c -> sat_clause v c = true.

Lemma scan_spec v p c : agrees v p -> sat_clause v c = true -> forall found,
  match scan p c found with
  | Conflict => found = None -> False
  | Unit l => found <> None \/ lit_true v l = true \/ True
  | Stuck => True end.
Proof.
  intros A. induction c as [|l c IH]; intros S found; cbn in *; [discriminate|].
  destruct (PositiveMap.find (snd l) p) as [b|] eqn:E.
  - destruct (eqb b (fst l)) eqn:E2; [exact I|]. apply A in E.
    assert (lit_true v l = false) as F. { unfold lit_true. rewrite E. destruct b, (fst l); cbn in *; congruence. }
    rewrite F in S. cbn in S. apply IH. exact S.
  - destruct found as [l'|].
    + destruct (_ && _); [|exact I]. destruct (scan p c (Some l')) eqn:E3; auto.
      intros; discriminate.
    + destruct (scan p c (Some l)) eqn:E3; auto. intros _.
      assert (forall c l, scan p c (Some l) <> Conflict) as Q.
      { clear. induction c as [|x c IH]; intros l; cbn; [discriminate|]. destruct (PositiveMap.find _ p); [destruct (eqb _ _); [discriminate|apply IH]|]. destruct (_ && _); [apply IH|discriminate]. }
      exact (Q _ _ E3).
Qed.

Lemma scan_unit v p c : agrees v p -> forall found l, scan p c found = Unit l ->
  (sat_clause v c = true \/ exists l', found = Some l' /\ lit_true v l' = true) -> lit_true v l = true.
Proof.
  intros A. induction c as [|x c IH]; intros found l; cbn.
  - destruct found as [l'|]; [|discriminate]. intros E. injection E as ->. intros [H|(l' & E & H)]; [discriminate|]. injection E as ->. exact H.
  - destruct (PositiveMap.find (snd x) p) as [b|] eqn:E.
    + destruct (eqb b (fst x)) eqn:E2; [discriminate|]. intros H [S|S]; apply (IH _ _ H).
      * left. apply A in E. destruct (lit_true v x) eqn:F; [|exact S]. exfalso. unfold lit_true in F. rewrite E, E2 in F. discriminate.
      * right; exact S.
    + destruct found as [l'|].
      * destruct (_ && _) eqn:E2; [|discriminate]. intros H [S|S]; apply (IH _ _ H); [|right; exact S].
        apply orb_prop in S as [S|S]; [right|left; exact S]. exists l'. split; [reflexivity|].
        apply andb_prop in E2 as [E3 E4]. apply eqb_prop in E3. apply Pos.eqb_eq in E4. unfold lit_true in *. rewrite <- E3, <- E4. exact S.
      * intros H [S|(l' & S & _)]; [|discriminate]. apply (IH _ _ H). apply orb_prop in S as [S|S]; [right; eauto|left; exact S].
Qed.

Lemma rup_sound v d : holds v d -> forall hints p, agrees v p -> rup d p hints = true -> False.
Proof.
  intros Hd. induction hints as [|h hs IH]; intros p A H; cbn in H; [discriminate|].
  destruct (PositiveMap.find h d) as [c|] eqn:E; [|discriminate]. apply Hd in E.
  pose proof (scan_spec v p c A E None) as Sp. pose proof (scan_unit v p c A None) as Su.
  destruct (scan p c None) as [|l|]; [exact (Sp eq_refl)| |discriminate].
  apply (IH _) in H; [exact H|]. specialize (Su l eq_refl (or_introl E)).
  intros x b Hx. destruct (Pos.eq_dec (snd l) x) as [<-|N].
  - rewrite PositiveMap.gss in Hx. injection Hx as <-. unfold lit_true in Su. apply eqb_prop in Su. exact Su.
  - rewrite PositiveMap.gso in Hx by congruence. exact (A x b Hx).
Qed.

Lemma negate_spec v c : sat_clause v c = false -> forall p, agrees v p ->
  match negate c p with Some q => agrees v q | None => False end.
Proof.
  induction c as [|l c IH]; intros S p A; cbn in *; [exact A|]. apply orb_false_elim in S as [S1 S2]. unfold lit_true in S1.
  destruct (PositiveMap.find (snd l) p) as [b|] eqn:E.
  - apply A in E. rewrite E in S1. rewrite S1. apply IH; assumption.
  - apply IH; [exact S2|]. intros x b Hx. destruct (Pos.eq_dec (snd l) x) as [<-|N].
    + rewrite PositiveMap.gss in Hx. injection Hx as <-. destruct (v (snd l)), (fst l); cbn in *; congruence.
    + rewrite PositiveMap.gso in Hx by congruence. exact (A x b Hx).
Qed.

Lemma implied_sound v d c hints : holds v d -> implied d c hints = true -> sat_clause v c = true.
Proof.
  intros Hd H. destruct (sat_clause v c) eqn:S; [reflexivity|exfalso]. unfold implied in H.
  pose proof (negate_spec v c S (PositiveMap.empty bool)) as N. destruct (negate c _) as [p|].
  - eapply rup_sound; [exact Hd| |exact H]. apply N. intros x b Hx. rewrite PositiveMap.gempty in Hx. discriminate.
  - apply N. intros x b Hx. rewrite PositiveMap.gempty in Hx. discriminate.
Qed.

Lemma run_sound v proof : forall d, holds v d -> run d proof = true -> False.
Proof.
  induction proof as [|[id c hints|ids] rest IH]; intros d Hd H; cbn in H; [discriminate| |].
  - apply andb_prop in H as [H1 H2]. apply (implied_sound v) in H1; [|exact Hd]. destruct c as [|l c]; [discriminate|].
    apply IH in H2; [exact H2|]. intros i x Hi. destruct (Pos.eq_dec id i) as [<-|N].
    + rewrite PositiveMap.gss in Hi. injection Hi as <-. exact H1.
    + rewrite PositiveMap.gso in Hi by congruence. exact (Hd _ _ Hi).
  - apply IH in H; [exact H|]. clear -Hd. revert d Hd. induction ids as [|i ids IH]; intros d Hd; [exact Hd|]. cbn. apply IH.
    intros j x Hj. destruct (Pos.eq_dec i j) as [<-|N]; [rewrite PositiveMap.grs in Hj; discriminate|].
    rewrite PositiveMap.gro in Hj by congruence. exact (Hd _ _ Hj).
Qed.

Lemma load_holds v f : sat v f -> forall id d, holds v d -> holds v (load f id d).
Proof.
  induction f as [|c f IH]; intros S id d Hd; [exact Hd|]. cbn. apply IH; [intros x Hx; apply S; right; exact Hx|].
  intros i x Hi. destruct (Pos.eq_dec id i) as [<-|N].
  - rewrite PositiveMap.gss in Hi. injection Hi as <-. apply S. left; reflexivity.
  - rewrite PositiveMap.gso in Hi by congruence. exact (Hd _ _ Hi).
Qed.

Theorem refutes_sound f proof : refutes f proof = true -> forall v, ~ sat v f.
Proof.
  intros H v S. eapply run_sound; [|exact H]. apply load_holds; [exact S|]. intros i c Hi. rewrite PositiveMap.gempty in Hi. discriminate.
Qed.
