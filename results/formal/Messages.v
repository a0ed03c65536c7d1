(* SPDX-License-Identifier: MIT *)
(* Kind messages, postal, one source that has all items from the beginning: a list of messages that passes a finite check is a
   schedule for k items in the sense of Model.v. *)
From Coq Require Import List Arith Lia Bool PArith FMapPositive Permutation.
From Steadycast Require Import Model.
Import ListNotations.

(* What is sent at a time: sender, receiver, item. *)
Definition send := (option nat * nat * nat)%type.
Definition step := (nat * list send)%type.
Definition sender (m : send) := fst (fst m).
Definition receiver (m : send) := snd (fst m).
Definition item_of (m : send) := snd m.
Definition same (a b : option nat) : bool :=
  match a, b with None, None => true | Some p, Some q => p =? q | _, _ => false end.
Lemma same_spec a b : same a b = true <-> a = b.
Proof. destruct a, b; cbn; rewrite ?Nat.eqb_eq; split; congruence. Qed.

(* The schedule of a list. *)
Definition schedule_of (steps : list step) : schedule := fun a s =>
  match find (fun st => fst st =? s) steps with
  | Some (_, sends) => match find (fun m => same (sender m) a) sends with Some m => Some (receiver m, item_of m) | None => None end
  | None => None
  end.

Section Check.
Variables (L N k T : nat).
Definition key (q i : nat) : positive := Pos.of_succ_nat (q * k + i).
Definition have := PositiveMap.t nat.     (* when who has what *)

Fixpoint distinct {A} (eq : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: m => negb (existsb (eq x) m) && distinct eq m end.
Definition send_ok (h : have) (s : nat) (m : send) : bool :=
  (receiver m <? N) && (item_of m <? k) && (s + L <=? T) &&
  match sender m with
  | None => true
  | Some p => (p <? N) && match PositiveMap.find (key p (item_of m)) h with Some r => r <=? s | None => false end
  end.
Definition sends_ok (h : have) (s : nat) (sends : list send) : bool :=
  forallb (send_ok h s) sends && distinct same (map sender sends) && distinct Nat.eqb (map receiver sends).
Definition got (s : nat) (h : have) (m : send) : have :=
  match PositiveMap.find (key (receiver m) (item_of m)) h with
  | Some _ => h | None => PositiveMap.add (key (receiver m) (item_of m)) (s + L) h end.
Fixpoint play (from : nat) (h : have) (steps : list step) : option have :=
  match steps with
  | [] => Some h
  | (s, sends) :: rest => if (from <=? s) && sends_ok h s sends then play (S s) (fold_left (got s) sends h) rest else None
  end.
Definition messages_ok (steps : list step) : bool :=
  match play 0 (PositiveMap.empty nat) steps with
  | Some h => forallb (fun q => forallb (fun i => match PositiveMap.find (key q i) h with Some _ => true | None => false end)
                                        (seq 0 k)) (seq 0 N)
  | None => false
  end.

Lemma key_inj q i q' i' : i < k -> i' < k -> key q i = key q' i' -> q = q' /\ i = i'.
Proof.
  unfold key. intros Hi Hi' E. apply SuccNat2Pos.inj in E.
  assert (q = q') as ->; [|lia]. rewrite (Nat.div_unique (q * k + i) k q i), E by lia. symmetry. apply (Nat.div_unique _ _ _ i'); lia.
Qed.

Lemma distinct_spec {A} (eq : A -> A -> bool) (He : forall x y, eq x y = true <-> x = y) l : distinct eq l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn; intros H; [constructor|]. apply andb_prop in H as [H1 H2]. constructor; [|auto].
  intros Hx. apply negb_true_iff in H1. assert (existsb (eq x) l = true); [|congruence].
  apply existsb_exists. exists x. split; [exact Hx|]. apply He. reflexivity.
Qed.

Definition sent (done : list step) (a : option nat) (s q i : nat) : Prop := exists l, In (s, l) done /\ In (a, q, i) l.
Definition true_of (done : list step) (h : have) : Prop :=
  forall q i r, i < k -> PositiveMap.find (key q i) h = Some r -> exists a s, sent done a s q i /\ s + L <= r.

Lemma got_true done s l h : (forall m, In m l -> item_of m < k) -> true_of done h ->
  (forall m, In m l -> In (s, l) done \/ exists l', In (s, l') done /\ In m l') -> true_of done (fold_left (got s) l h).
Proof.
  intros Hk Hh Hd. assert (forall m, In m l -> exists l', In (s, l') done /\ In m l') as Hd'.
  { intros m Hm. destruct (Hd m Hm) as [H|H]; eauto. }
  clear Hd. revert h Hh. induction l as [|m l IH]; intros h Hh; [exact Hh|]. cbn [fold_left]. apply IH.
  - intros x Hx. apply Hk. right; exact Hx.
  - intros x Hx. apply Hd'. right; exact Hx.
  - intros q i r Hi E. unfold got in E. destruct (PositiveMap.find (key (receiver m) (item_of m)) h) eqn:F; [eapply Hh; eassumption|].
    destruct (Pos.eq_dec (key (receiver m) (item_of m)) (key q i)) as [Ek|Nk].
    + rewrite <- Ek, PositiveMap.gss in E. injection E as <-. apply key_inj in Ek as [E1 E2]; [|apply Hk; left; reflexivity|exact Hi].
      destruct (Hd' m (or_introl eq_refl)) as (l' & H1 & H2). exists (sender m), s. split; [|lia]. exists l'. split; [exact H1|].
      destruct m as [[a q'] i']. unfold receiver, item_of, sender in *. cbn in *. subst. exact H2.
    + rewrite PositiveMap.gso in E by congruence. eapply Hh; eassumption.
Qed.

(* What is true of a list that was played to its end. *)
Record played (done : list step) : Prop := {
  pl_range : forall a s q i, sent done a s q i -> q < N /\ i < k /\ s + L <= T;
  pl_hold : forall p s q i, sent done (Some p) s q i -> exists a s', sent done a s' p i /\ s' + L <= s;
  pl_times : NoDup (map fst done);
  pl_sends : forall s l, In (s, l) done -> NoDup (map sender l) /\ NoDup (map receiver l) }.

Lemma play_sound steps : forall from h done h', played done -> true_of done h -> (forall s l, In (s, l) done -> s < from) ->
  play from h steps = Some h' -> played (done ++ steps) /\ true_of (done ++ steps) h'.
Proof.
  induction steps as [|[s l] rest IH]; intros from h done h' HP HT HF H; cbn [play] in H.
  - injection H as <-. rewrite app_nil_r. auto.
  - destruct ((from <=? s) && sends_ok h s l) eqn:E; [|discriminate]. apply andb_prop in E as [E1 E2]. apply Nat.leb_le in E1.
    unfold sends_ok in E2. rewrite !andb_true_iff in E2. destruct E2 as ((E2 & E3) & E4). rewrite forallb_forall in E2.
    assert (forall m, In m l -> receiver m < N /\ item_of m < k /\ s + L <= T /\ match sender m with None => True | Some p =>
      exists r, PositiveMap.find (key p (item_of m)) h = Some r /\ r <= s end) as Q.
    { intros m Hm. apply E2 in Hm. unfold send_ok in Hm. rewrite !andb_true_iff in Hm. destruct Hm as (((A & B) & C) & D).
      apply Nat.ltb_lt in A, B. apply Nat.leb_le in C. repeat split; try assumption. destruct (sender m) as [p|]; [|exact I].
      apply andb_prop in D as [_ D]. destruct (PositiveMap.find _ h) as [r|]; [|discriminate]. exists r. split; [reflexivity|]. apply Nat.leb_le, D. }
    specialize (IH (S s) (fold_left (got s) l h) (done ++ [(s, l)]) h'). rewrite <- app_assoc in IH. apply IH; [| | |exact H].
    + assert (forall a s' q i, sent done a s' q i -> sent (done ++ [(s, l)]) a s' q i) as Mono.
      { intros a s' q i (l' & H1 & H2). exists l'. split; [apply in_or_app; left; exact H1|exact H2]. }
      split.
      * intros a s' q i (l' & H1 & H2). apply in_app_or in H1 as [H1|[H1|[]]]; [apply (pl_range _ HP a s' q i); exists l'; auto|].
        injection H1 as <- <-. apply Q in H2. unfold receiver, item_of in H2; cbn in H2. tauto.
      * intros p s' q i (l' & H1 & H2). apply in_app_or in H1 as [H1|[H1|[]]].
        -- destruct (pl_hold _ HP p s' q i) as (a & x & A & B); [exists l'; auto|]. exists a, x. split; [apply Mono, A|exact B].
        -- injection H1 as <- <-. apply Q in H2 as (_ & Hi & _ & r & A & B). unfold item_of in *; cbn in *.
           destruct (HT p i r Hi A) as (a & x & C & D). exists a, x. split; [apply Mono, C|lia].
      * rewrite map_app. cbn [map fst]. apply (Permutation_NoDup (Permutation_cons_append _ _)). constructor; [|apply (pl_times _ HP)].
        intros Hs. apply in_map_iff in Hs as ([s' l'] & Es & Hs). cbn in Es. subst. apply HF in Hs. lia.
      * intros s' l' H1. apply in_app_or in H1 as [H1|[H1|[]]]; [apply (pl_sends _ HP s' l' H1)|]. injection H1 as <- <-.
        split; [apply (distinct_spec same same_spec); exact E3|apply (distinct_spec Nat.eqb Nat.eqb_eq); exact E4].
    + apply got_true.
      * intros m Hm. apply Q in Hm. tauto.
      * intros q i r Hi Hf. destruct (HT q i r Hi Hf) as (a & x & (l' & A & B) & C). exists a, x. split; [|exact C].
        exists l'. split; [apply in_or_app; left; exact A|exact B].
      * intros m Hm. left. apply in_or_app. right. left. reflexivity.
    + intros s' l' H1. apply in_app_or in H1 as [H1|[H1|[]]]; [apply HF in H1; lia|]. injection H1 as <- _. lia.
Qed.

Lemma schedule_sent steps a s q i : schedule_of steps a s = Some (q, i) -> sent steps a s q i.
Proof.
  unfold schedule_of. destruct (find (fun st => fst st =? s) steps) as [[s' l]|] eqn:E; [|discriminate].
  destruct (find (fun m => same (sender m) a) l) as [[[a' q'] i']|] eqn:F; [|discriminate]. intros H. injection H as <- <-.
  apply find_some in E as [E1 E2], F as [F1 F2]. cbn in E2. apply Nat.eqb_eq in E2. apply same_spec in F2. cbn in F2. subst.
  exists l. auto.
Qed.

Lemma in_unique {A B} (g : A -> B) l x y : NoDup (map g l) -> In x l -> In y l -> g x = g y -> x = y.
Proof.
  induction l as [|z l IH]; intros ND Hx Hy E; [destruct Hx|]. inversion ND as [|? ? N1 N2]; subst.
  destruct Hx as [->|Hx], Hy as [->|Hy]; auto; exfalso; apply N1.
  - rewrite E. apply in_map. exact Hy.
  - rewrite <- E. apply in_map. exact Hx.
Qed.

Lemma sent_schedule steps a s q i : played steps -> sent steps a s q i -> schedule_of steps a s = Some (q, i).
Proof.
  intros HP (l & H1 & H2). unfold schedule_of. destruct (find (fun st => fst st =? s) steps) as [[s' l']|] eqn:E.
  - apply find_some in E as [E1 E2]. cbn in E2. apply Nat.eqb_eq in E2. subst s'.
    assert ((s, l) = (s, l')) as X by (apply (in_unique fst steps); [apply (pl_times _ HP)|exact H1|exact E1|reflexivity]).
    injection X as <-. destruct (find (fun m => same (sender m) a) l) as [[[a' q'] i']|] eqn:F.
    + apply find_some in F as [F1 F2]. apply same_spec in F2. unfold sender in F2; cbn in F2. subst a'.
      assert ((a, q', i') = (a, q, i)) as X by (apply (in_unique sender l); [apply (pl_sends _ HP s l H1)|exact F1|exact H2|reflexivity]).
      injection X as -> ->. reflexivity.
    + exfalso. apply (find_none _ _ F) in H2. unfold sender in H2; cbn in H2. assert (same a a = true) by (apply same_spec; reflexivity). congruence.
  - exfalso. apply (find_none _ _ E) in H1. cbn in H1. rewrite Nat.eqb_refl in H1. discriminate.
Qed.

Theorem messages_brings steps : messages_ok steps = true -> brings L N k T (schedule_of steps).
Proof.
  unfold messages_ok. destruct (play 0 _ steps) as [h|] eqn:E; [|discriminate]. intros H.
  destruct (play_sound steps 0 (PositiveMap.empty nat) [] h) as [HP HT]; [| | |exact E|].
  - split; [intros a s q i (l & [] & _)|intros p s q i (l & [] & _)|constructor|intros s l []].
  - intros q i r _ X. rewrite PositiveMap.gempty in X. discriminate.
  - intros s l [].
  - cbn [app] in *. split.
    + intros a s q i X. apply schedule_sent in X. apply (pl_range _ HP) in X. tauto.
    + intros p s q i X. apply schedule_sent in X. apply (pl_hold _ HP) in X as (a & s' & X & Y). exists a, s'. split; [|exact Y].
      apply sent_schedule; assumption.
    + intros a b s q i j X Y. apply schedule_sent in X as (l & X1 & X2), Y as (l' & Y1 & Y2).
      assert ((s, l) = (s, l')) as Z by (apply (in_unique fst steps); [apply (pl_times _ HP)|exact X1|exact Y1|reflexivity]). injection Z as <-.
      assert ((a, q, i) = (b, q, j)) as Z by (apply (in_unique receiver l); [apply (pl_sends _ HP s l X1)|exact X2|exact Y2|reflexivity]). congruence.
    + intros i q Hi Hq. rewrite forallb_forall in H. specialize (H q). rewrite forallb_forall in H.
      specialize (H ltac:(apply in_seq; lia) i ltac:(apply in_seq; lia)). destruct (PositiveMap.find (key q i) h) as [r|] eqn:F; [|discriminate].
      destruct (HT q i r Hi F) as (a & s & X & _). exists a, s. split; [apply sent_schedule; assumption|]. apply (pl_range _ HP) in X. tauto.
Qed.
End Check.

(* Each item leaves the source once. *)
Definition single_ok (k : nat) (steps : list step) : bool :=
  distinct Nat.eqb (flat_map (fun st => map item_of (filter (fun m => same (sender m) None) (snd st))) steps).
Theorem messages_single L N k T steps : messages_ok L N k T steps = true -> single_ok k steps = true -> single (schedule_of steps).
Proof.
  intros _ H s s' q q' i X Y. apply (distinct_spec Nat.eqb Nat.eqb_eq) in H.
  apply schedule_sent in X as (l & X1 & X2), Y as (l' & Y1 & Y2).
  assert (forall (st : step) m, In m (snd st) -> sender m = None -> In (item_of m) (map item_of (filter (fun m => same (sender m) None) (snd st)))) as Q.
  { intros st m Hm Hs. apply in_map, filter_In. split; [exact Hm|]. rewrite Hs. reflexivity. }
  clear -H X1 X2 Y1 Y2 Q. induction steps as [|st steps IH]; [destruct X1|]. cbn [flat_map] in H.
  assert (forall (t : step) m, In t steps -> In m (snd t) -> sender m = None ->
    In (item_of m) (flat_map (fun st => map item_of (filter (fun m => same (sender m) None) (snd st))) steps)) as Q'.
  { intros t m Ht Hm Hs. apply in_flat_map. exists t. auto. }
  assert (forall x, In x (map item_of (filter (fun m => same (sender m) None) (snd st))) ->
    In x (flat_map (fun st => map item_of (filter (fun m => same (sender m) None) (snd st))) steps) -> False) as Q2.
  { intros x A B. clear -H A B. induction (map item_of _) as [|y l IH]; [destruct A|]. cbn [app] in H. inversion H; subst.
    destruct A as [->|A]; [apply H2, in_or_app; right; exact B|auto]. }
  destruct X1 as [->|X1], Y1 as [E|Y1].
  - congruence.
  - exfalso. apply (Q2 i); [apply (Q (s, l) (None, q, i)); auto|apply (Q' (s', l') (None, q', i)); auto].
  - subst. exfalso. apply (Q2 i); [apply (Q (s', l') (None, q', i)); auto|apply (Q' (s, l) (None, q, i)); auto].
  - apply IH; try assumption. clear -H. induction (map item_of _) as [|y m IH]; [exact H|]. inversion H; auto.
Qed.
