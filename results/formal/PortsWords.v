(* SPDX-License-Identifier: MIT *)
(* Section 19.1: words with p letters at each position are a schedule with p ports, if for each item no more letters of a value
   are received than copies are sent that have it.  Each block is there p times, with the colours of its letters turned. *)
From Coq Require Import List Arith ZArith Lia Permutation Bool.
From Steadycast Require Import Model Hall Lists UpperBound Items.
Import ListNotations.
Open Scope nat_scope.

(* Where an element stands in a list. *)
Section Place.
Variables (A : Type) (eqd : forall a b : A, {a = b} + {a <> b}).
Fixpoint pos (a : A) (l : list A) : nat := match l with [] => 0 | b :: m => if eqd a b then 0 else S (pos a m) end.
Lemma pos_spec a l d : In a l -> pos a l < length l /\ nth (pos a l) l d = a.
Proof.
  induction l as [|b m IH]; intros H; [destruct H|]. cbn [pos length nth]. destruct (eqd a b); [subst; split; [lia|reflexivity]|].
  destruct H as [H|H]; [congruence|]. apply IH in H. split; [lia|tauto].
Qed.
Lemma pos_inj a b l : In a l -> In b l -> pos a l = pos b l -> a = b.
Proof.
  intros Ha Hb E. pose proof (proj2 (pos_spec a l a Ha)) as Q. rewrite E in Q.
  rewrite <- (proj2 (pos_spec b l a Hb)). symmetry. exact Q.
Qed.
End Place.
Definition letter := (nat * nat + nat)%type.
Definition processor := (nat * nat * nat + nat)%type.
Definition letter_eq : forall a b : letter, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition proc_eq : forall a b : processor, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Lemma NoDup_flat {A B} (g : A -> list B) l : NoDup l -> (forall a, In a l -> NoDup (g a)) ->
  (forall a b x, In a l -> In b l -> In x (g a) -> In x (g b) -> a = b) -> NoDup (flat_map g l).
Proof.
  intros Hl. induction Hl as [|a l Ha Hl IH]; intros H1 H2; [constructor|]. cbn [flat_map].
  assert (NoDup (flat_map g l)) as Q.
  { apply IH; [intros; apply H1; right; assumption|]. intros b c x Hb Hc. apply H2; right; assumption. }
  assert (forall x, In x (g a) -> ~ In x (flat_map g l)) as Q2.
  { intros x Hx F. apply in_flat_map in F as (b & Hb & F).
    assert (a = b) by (apply (H2 a b x); [left; reflexivity|right; assumption|exact Hx|exact F]).
    subst. contradiction. }
  specialize (H1 a (or_introl eq_refl)). clear -H1 Q Q2. induction H1 as [|x m Hx Hm IH]; [exact Q|]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [F|F]; [exact (Hx F)|]. apply (Q2 x); [left; reflexivity|exact F].
  - apply IH. intros z Hz. apply Q2. right; exact Hz.
Qed.

(* ---- A word of p r letters: letter X stands at position X mod r, and is that of index e X of its residue. ---- *)
Definition laid (p w r : nat) (C : list nat) (v e : nat -> nat) : Prop :=
  v 0 = w /\ Permutation (map v (seq 0 (p * r))) (w :: C) /\
  (forall X, X < p * r -> e X < p) /\
  (forall X Y, X < p * r -> Y < p * r -> (X mod r + v X) mod r = (Y mod r + v Y) mod r -> e X = e Y -> X = Y).

Lemma mod_part a p r : (0 < p -> 0 < r -> (a mod (p * r)) mod r = a mod r)%Z.
Proof.
  intros Hp Hr. rewrite (Z.div_mod a (p * r)) at 2 by nia. symmetry. replace (p * r * (a / (p * r)) + a mod (p * r))%Z with
    (a mod (p * r) + (p * (a / (p * r))) * r)%Z by ring. apply Z.mod_add. lia.
Qed.

(* M. Hall's theorem for Z_(p r): Lemma 16 of THEOREMS.md. *)
Lemma lay_out p w0 r C : 1 <= p -> 1 <= r -> length C = p * r - 1 -> (w0 + list_sum C) mod r = 0 ->
  exists v e, laid p w0 r C v e.
Proof.
  intros Hp Hr Hl Hs. set (T := w0 + list_sum C) in *.
  assert (T = r * (T / r)) as HT by (pose proof (Nat.div_mod T r ltac:(lia)); lia).
  set (d0 := (Z.of_nat w0 - Z.of_nat r * Z.of_nat (T / r))%Z).
  assert (forall l, sumZ (map Z.of_nat l) = Z.of_nat (list_sum l)) as Qs.
  { induction l as [|a l IH]; [reflexivity|]. cbn [map sumZ list_sum fold_right]. rewrite IH. unfold list_sum. lia. }
  destruct (hall_word d0 (map Z.of_nat C)) as (w & HP & Hw).
  { rewrite Qs. replace (d0 + Z.of_nat (list_sum C))%Z with 0%Z; [apply Z.mod_0_l; lia|]. unfold d0, T in *. lia. }
  assert (length w = p * r - 1) as Hlw by (apply Permutation_length in HP; rewrite map_length in HP; lia).
  assert (length (d0 :: w) = p * r) as Hld by (cbn [length]; nia).
  set (W := fun X => nth X (d0 :: w) 0%Z).
  set (v := fun X => match X with 0 => w0 | S Y => Z.to_nat (nth Y w 0%Z) end).
  exists v, (fun X => Z.to_nat (pv (d0 :: w) X / Z.of_nat r)). unfold laid. split; [reflexivity|].
  assert (forall X, X < p * r -> (0 <= pv (d0 :: w) X < Z.of_nat p * Z.of_nat r)%Z) as Hpv.
  { intros X HX. unfold pv. rewrite Hld, Nat2Z.inj_mul. apply Z.mod_pos_bound. nia. }
  assert (forall X, X < p * r -> Z.of_nat ((X mod r + v X) mod r) = (pv (d0 :: w) X mod Z.of_nat r)%Z) as Hres.
  { intros X HX. unfold pv. rewrite Hld, Nat2Z.inj_mul, mod_part by lia. rewrite Nat.add_mod_idemp_l, Nat2Z.inj_mod, Nat2Z.inj_add by lia.
    destruct X as [|X]; cbn [v nth].
    - replace (Z.of_nat 0 + d0)%Z with (Z.of_nat 0 + Z.of_nat w0 + (- Z.of_nat (T / r)) * Z.of_nat r)%Z by (unfold d0; ring).
      rewrite Z.mod_add by lia. reflexivity.
    - rewrite Z2Nat.id; [reflexivity|]. assert (In (nth X w 0%Z) (map Z.of_nat C)) as Hi by (rewrite <- HP; apply nth_In; lia).
      apply in_map_iff in Hi as (z & <- & _). lia. }
  split; [|split].
  - replace (p * r) with (S (p * r - 1)) by nia. cbn [seq map]. change (v 0) with w0. constructor.
    rewrite <- seq_shift, map_map. cbn [v].
    assert (map (fun X => Z.to_nat (nth X w 0%Z)) (seq 0 (p * r - 1)) = map Z.to_nat w) as ->.
    { rewrite <- Hlw. rewrite <- (map_map (fun X => nth X w 0%Z) Z.to_nat). rewrite nth_map_seq. reflexivity. }
    rewrite HP, map_map. erewrite map_ext; [rewrite map_id; reflexivity|]. intros a. apply Nat2Z.id.
  - intros X HX. specialize (Hpv X HX). assert (pv (d0 :: w) X / Z.of_nat r < Z.of_nat p)%Z by (apply Z.div_lt_upper_bound; nia).
    assert (0 <= pv (d0 :: w) X / Z.of_nat r)%Z by (apply Z.div_pos; lia). lia.
  - intros X Y HX HY E1 E2. pose proof (Hres X HX) as RX. pose proof (Hres Y HY) as RY. rewrite E1, RY in RX.
    assert (0 <= pv (d0 :: w) X / Z.of_nat r)%Z by (apply Z.div_pos; [apply Hpv; assumption|lia]).
    assert (0 <= pv (d0 :: w) Y / Z.of_nat r)%Z by (apply Z.div_pos; [apply Hpv; assumption|lia]).
    assert (pv (d0 :: w) X = pv (d0 :: w) Y) as E.
    { rewrite (Z.div_mod (pv (d0 :: w) X) (Z.of_nat r)), (Z.div_mod (pv (d0 :: w) Y) (Z.of_nat r)) by lia. rewrite RX. f_equal. f_equal.
      lia. }
    unfold legal in Hw. rewrite Hld in Hw. apply (NoDup_map_out _ _ Hw); [apply in_seq; lia..|exact E].
Qed.

(* Colours and copies: an involution. *)
Definition turn (p e a : nat) : nat := (e + (p - a)) mod p.
Lemma turn_spec p e a : e < p -> a < p -> turn p e a = if a <=? e then e - a else e + p - a.
Proof.
  intros He Ha. unfold turn. destruct (Nat.leb_spec a e).
  - replace (e + (p - a)) with (e - a + 1 * p) by lia. rewrite Nat.mod_add by lia. apply Nat.mod_small. lia.
  - replace (e + (p - a)) with (e + p - a) by lia. apply Nat.mod_small. lia.
Qed.
Lemma turn_below p e a : e < p -> turn p e a < p.
Proof. intros. apply Nat.mod_upper_bound. lia. Qed.
Lemma turn_turn p e a : e < p -> a < p -> turn p e (turn p e a) = a.
Proof.
  intros He Ha. pose proof (turn_below p e a He) as Hb. rewrite (turn_spec p e (turn p e a)) by assumption.
  rewrite (turn_spec p e a) in * by assumption.
  destruct (Nat.leb_spec a e); [destruct (Nat.leb_spec (e - a) e)|destruct (Nat.leb_spec (e + p - a) e)]; lia.
Qed.
Lemma turn_inj p e a b : e < p -> a < p -> b < p -> turn p e a = turn p e b -> a = b.
Proof. intros He Ha Hb E. rewrite <- (turn_turn p e a), E by assumption. apply turn_turn; assumption. Qed.

(* Steps back to position 0. *)
Definition back_to (r s : nat) : nat := (s * (r - 1)) mod r.
Lemma back_to_0 r s : 1 <= r -> (s + back_to r s) mod r = 0.
Proof. intros Hr. unfold back_to. rewrite Nat.add_mod_idemp_r by lia. replace (s + s * (r - 1)) with (s * r) by nia. apply Nat.mod_mul.
  lia. Qed.
Lemma same_residue r a b o : a < b + r -> b < a + r -> (a + o) mod r = (b + o) mod r -> a = b.
Proof.
  intros Ha Hb E. destruct (Nat.le_ge_cases a b).
  - assert (0 = b - a); [|lia]. apply (same_place r 0 (b - a) (a + o)); [lia..|]. rewrite Nat.add_0_l, E. f_equal. lia.
  - assert (0 = a - b); [|lia]. apply (same_place r 0 (a - b) (b + o)); [lia..|]. rewrite Nat.add_0_l, <- E. f_equal. lia.
Qed.

(* Blocks of processors; and words of length 1 for the letters es of each item, one for each: those of item c of a step stand turned by
   at_one c.  Of them some may be heads that send the value 0, in j copies together: copy k is sent from word src c k, by its port prt c k. *)
Section Sound.
Variables (p L t nb : nat) (Rs Ws : nat -> nat) (Cs : nat -> list nat) (v e : nat -> nat -> nat) (es : list nat) (j : nat)
  (at_one : nat -> nat) (src prt : nat -> nat -> nat).
Hypothesis Hp : 1 <= p.
Hypothesis HL : 1 <= L.
Hypothesis HR : forall B, B < nb -> 1 <= Rs B /\ Rs B + L <= Ws B + 1 /\ Ws B <= t.
Hypothesis Hlaid : forall B, B < nb -> laid p (Ws B) (Rs B) (Cs B) (v B) (e B).
Let n1 := length es.
Hypothesis Hes : 1 <= n1.
Hypothesis Hone : forall c, c < p -> at_one c < n1.
Hypothesis Hpart : j = 0 \/ L <= t /\
  (forall c k, c < p -> k < j -> src c k < n1 /\ prt c k < p /\ nth (turn n1 (src c k) (at_one c)) es 0 = L) /\
  forall c c' k k', c < p -> c' < p -> k < j -> k' < j -> src c k = src c' k' -> prt c k = prt c' k' -> c = c' /\ k = k'.

Definition letters : list letter := map inr (seq 0 n1) ++ map inl (flat_map (fun B => map (pair B) (seq 0 (p * Rs B))) (seq 0 nb)).
Definition value (l : letter) : nat := match l with inr g => nth g es 0 | inl (B, X) => v B X end.
Definition procs : list processor :=
  map inl (flat_map (fun B => list_prod (list_prod [B] (seq 0 p)) (seq 0 (Rs B))) (seq 0 nb)) ++ map inr (seq 0 n1).
Hypothesis Hvalue : forall l, In l letters -> value l <= t.
Hypothesis Hroot : forall l l', In l letters -> In l' letters -> value l = t -> value l' = t -> l = l'.
Definition having (w : nat) := filter (fun l => value l =? w) letters.
Definition giving (w : nat) : list (option nat * nat) :=
  list_prod (map Some (filter (fun B => (w + L <=? Ws B) && (Ws B <? w + L + Rs B)) (seq 0 nb))) (seq 0 p) ++
  (if w =? 0 then map (pair None) (seq 0 j) else []).
Hypothesis Hfit : forall w, w < t -> length (having w) <= length (giving w).

Lemma letters_In l : In l letters <-> match l with inr g => g < n1 | inl (B, X) => B < nb /\ X < p * Rs B end.
Proof.
  unfold letters. rewrite in_app_iff, !in_map_iff. destruct l as [[B X]|g]; split.
  - intros [(z & F & H)|(z & F & H)]; [discriminate|]. injection F as ->. apply in_flat_map in H as (B' & HB & H).
    apply in_map_iff in H as (X' & F & H).
    injection F as -> ->. apply in_seq in HB, H. lia.
  - intros [HB HX]. right. exists (B, X). split; [reflexivity|]. apply in_flat_map. exists B. split; [apply in_seq; lia|].
    apply in_map, in_seq. lia.
  - intros [(z & F & H)|(z & F & H)]; [|discriminate]. injection F as ->. apply in_seq in H. lia.
  - intros H. left. exists g. split; [reflexivity|apply in_seq; lia].
Qed.
Lemma procs_In q : In q procs <-> match q with inr g => g < n1 | inl (B, h, o) => B < nb /\ h < p /\ o < Rs B end.
Proof.
  unfold procs. rewrite in_app_iff, !in_map_iff. destruct q as [[[B h] o]|g]; split.
  - intros [(z & F & H)|(z & F & H)]; [|discriminate]. injection F as ->. apply in_flat_map in H as (B' & HB & H).
    rewrite in_prod_iff, in_prod_iff, !in_seq in H. apply in_seq in HB. destruct H as [[[->|[]] H1] H2]. lia.
  - intros (HB & Hh & Ho). left. exists (B, h, o). split; [reflexivity|]. apply in_flat_map. exists B. split; [apply in_seq; lia|].
    rewrite in_prod_iff, in_prod_iff, !in_seq. repeat split; try lia. left; reflexivity.
  - intros [(z & F & H)|(z & F & H)]; [discriminate|]. injection F as ->. apply in_seq in H. lia.
  - intros H. right. exists g. split; [reflexivity|apply in_seq; lia].
Qed.
Lemma NoDup_both {A B} (l : list A) (m : list B) : NoDup l -> NoDup m -> NoDup (map inl l ++ map inr m).
Proof.
  intros Hl Hm. induction Hl as [|a l Ha Hl IH]; cbn [map app].
  - apply FinFun.Injective_map_NoDup; [intros x y F; congruence|exact Hm].
  - constructor; [|exact IH]. rewrite in_app_iff, !in_map_iff. intros [(z & F & H)|(z & F & H)]; [|discriminate]. injection F as ->.
    contradiction.
Qed.
Lemma procs_NoDup : NoDup procs.
Proof.
  unfold procs. apply NoDup_both; [|apply seq_NoDup]. apply NoDup_flat; [apply seq_NoDup| |].
  - intros B _. apply NoDup_pairs; [|apply seq_NoDup]. apply NoDup_pairs; [|apply seq_NoDup]. constructor; [intros []|constructor].
  - intros B B' [[C h] o] _ _ H H'. rewrite in_prod_iff, in_prod_iff in H, H'.
    destruct H as [[[<-|[]] _] _], H' as [[[<-|[]] _] _]. reflexivity.
Qed.
Definition size := length procs.
Definition proc (q : nat) := nth q procs (inr 0).
Definition at_proc (P : processor) : nat := pos _ proc_eq P procs.
Lemma proc_In q : q < size -> In (proc q) procs.
Proof. intros. apply nth_In. exact H. Qed.
Lemma proc_at P : In P procs -> at_proc P < size /\ proc (at_proc P) = P.
Proof. intros H. apply pos_spec. exact H. Qed.
Lemma proc_inj q q' : q < size -> q' < size -> proc q = proc q' -> q = q'.
Proof. intros H H' E. exact (proj1 (NoDup_nth procs (inr 0)) procs_NoDup q q' H H' E). Qed.

(* Which letter, of which item of its step, is there at step s at place m. *)
Definition there (P : processor) (m s : nat) : letter * nat :=
  match P with
  | inr g => (inr (turn n1 g (at_one m)), m)
  | inl (B, h, o) => let X := (s + o) mod Rs B + Rs B * m in (inl (B, X), turn p (e B X) h)
  end.
(* The processor at which item c of step r comes to the head of block B, when, and who sends which letters by which port. *)
Definition head_at (r B : nat) : nat := r + t + L - Ws B.
Definition head_proc (r c B : nat) : processor := inl (B, turn p (e B 0) c, back_to (Rs B) (head_at r B)).
Definition given (l : letter) : option nat * nat := nth (pos _ letter_eq l (having (value l))) (giving (value l)) (None, 0).
Definition sent_by (l : letter) (r c : nat) : option nat * nat :=
  if value l =? t then (None, c) else match given l with
  | (Some B, k) => (Some (at_proc (head_proc r c B)), k)
  | (None, k) => (Some (at_proc (inr (src c k))), prt c k)
  end.
Definition from (q m s : nat) : option (option nat * nat * nat) :=
  let (l, c) := there (proc q) m (s + L) in
  if s + value l <? t then None else Some (sent_by l (s + value l - t) c, p * (s + value l - t) + c).

Lemma block_place a m r : a < r -> m < p -> a + r * m < p * r.
Proof. intros. nia. Qed.
Lemma place_parts a m r : a < r -> (a + r * m) mod r = a /\ (a + r * m) / r = m.
Proof.
  intros H. rewrite (Nat.mul_comm r). rewrite Nat.mod_add, Nat.div_add, Nat.mod_small, Nat.div_small by lia. lia.
Qed.
Lemma there_In P m s : In P procs -> m < p -> In (fst (there P m s)) letters /\ snd (there P m s) < p.
Proof.
  intros HP Hm. apply procs_In in HP. destruct P as [[[B h] o]|g]; cbn [there fst snd]; rewrite letters_In;
    [|split; [apply turn_below; exact HP|exact Hm]].
  destruct HP as (HB & Hh & Ho). destruct (HR B HB) as [HR1 _].
  assert ((s + o) mod Rs B + Rs B * m < p * Rs B) as HX by (apply block_place; [apply Nat.mod_upper_bound; lia|exact Hm]).
  split; [auto|]. apply turn_below. apply (Hlaid B HB). exact HX.
Qed.
Lemma there_inj P P' m m' s : In P procs -> In P' procs -> m < p -> m' < p -> there P m s = there P' m' s -> P = P' /\ m = m'.
Proof.
  intros HP HP' Hm Hm' E. apply procs_In in HP, HP'.
  destruct P as [[[B h] o]|g], P' as [[[B' h'] o']|g']; cbn [there] in E; try discriminate.
  - injection E as -> E1 E2. destruct HP as (HB & Hh & Ho), HP' as (_ & Hh' & Ho'). destruct (HR B' HB) as [HR1 _].
    pose proof (Nat.mod_upper_bound (s + o) (Rs B') ltac:(lia)) as M1. pose proof (Nat.mod_upper_bound (s + o') (Rs B') ltac:(lia)) as M2.
    destruct (place_parts _ m _ M1) as [A1 A2], (place_parts _ m' _ M2) as [A3 A4]. rewrite E1 in *. rewrite A3 in A1. rewrite A4 in A2.
    subst m'.
    assert (o = o') as -> by (rewrite !(Nat.add_comm s) in A1; symmetry in A1; exact (same_place _ _ _ _ Ho Ho' A1)).
    assert (h = h') as ->; [|auto]. revert E2. apply turn_inj; [|assumption..]. apply (Hlaid B' HB). apply block_place; assumption.
  - injection E as E ->. split; [|reflexivity]. f_equal. pose proof (Hone m' Hm') as Hm1.
    set (a := at_one m') in *. rewrite !turn_spec in E by assumption. destruct (Nat.leb_spec a g), (Nat.leb_spec a g'); lia.
Qed.
(* Whoever waits gets each item. *)
Lemma there_all P r c : In P procs -> c < p -> exists m l, m < p /\ In l letters /\ there P m (r + L + t - value l) = (l, c).
Proof.
  intros HP Hc. apply procs_In in HP. destruct P as [[[B h] o]|g].
  2: { exists c, (inr (turn n1 g (at_one c))). split; [exact Hc|]. split; [apply letters_In, turn_below; exact HP|reflexivity]. }
  destruct HP as (HB & Hh & Ho). destruct (HR B HB) as [HR1 _]. destruct (Hlaid B HB) as (_ & _ & He & Hi).
  set (g := fun X => ((X mod Rs B + v B X) mod Rs B, e B X)).
  assert (NoDup (map g (seq 0 (p * Rs B)))) as Hn.
  { apply NoDup_map_in; [|apply seq_NoDup]. intros X Y HX HY E. apply in_seq in HX, HY. unfold g in E. injection E as E1 E2.
    apply Hi; [lia..|exact E1|exact E2]. }
  (* colour c stands in copy h where e is such that its turn is c *)
  assert (exists e0, e0 < p /\ turn p e0 h = c) as (e0 & He0 & Hturn).
  { exists ((c + h) mod p). split; [apply Nat.mod_upper_bound; lia|]. unfold turn.
    rewrite Nat.add_mod_idemp_l by lia. replace (c + h + (p - h)) with (c + 1 * p) by lia. rewrite Nat.mod_add by lia.
    apply Nat.mod_small. exact Hc. }
  assert (In ((r + L + t + o) mod Rs B, e0) (map g (seq 0 (p * Rs B)))) as HX.
  { apply (NoDup_length_incl Hn (l' := list_prod (seq 0 (Rs B)) (seq 0 p))).
    - rewrite prod_length, map_length, !seq_length. lia.
    - intros z Hz. apply in_map_iff in Hz as (X & <- & HX). apply in_seq in HX. apply in_prod; apply in_seq.
      + pose proof (Nat.mod_upper_bound (X mod Rs B + v B X) (Rs B)). lia.
      + specialize (He X). lia.
    - apply in_prod; apply in_seq; [pose proof (Nat.mod_upper_bound (r + L + t + o) (Rs B)); lia|lia]. }
  apply in_map_iff in HX as (X & E & HX). apply in_seq in HX. unfold g in E. injection E as E1 E2.
  assert (In (inl (B, X)) letters) as Hl by (apply letters_In; split; [exact HB|lia]).
  pose proof (Hvalue _ Hl) as Hv. cbn [value] in Hv.
  exists (X / Rs B), (inl (B, X)). split; [apply Nat.div_lt_upper_bound; lia|]. split; [exact Hl|]. cbn [there value].
  assert ((r + L + t - v B X + o) mod Rs B = X mod Rs B) as E3.
  { assert (X mod Rs B < Rs B) by (apply Nat.mod_upper_bound; lia).
    apply (same_place (Rs B) _ _ (v B X)); [apply Nat.mod_upper_bound; lia|assumption|].
    rewrite E1, Nat.add_mod_idemp_l by lia. f_equal. lia. }
  rewrite E3. assert (X mod Rs B + Rs B * (X / Rs B) = X) as -> by (rewrite (Nat.div_mod X (Rs B)) at 3 by lia; lia).
  rewrite E2, Hturn. reflexivity.
Qed.

Lemma given_In l : In l letters -> value l < t -> In (given l) (giving (value l)).
Proof.
  intros Hl Hv. apply nth_In. specialize (Hfit _ Hv).
  assert (In l (having (value l))) as Hi by (apply filter_In; split; [exact Hl|apply Nat.eqb_refl]).
  apply (pos_spec _ letter_eq l _ (inr 0)) in Hi. lia.
Qed.
Lemma given_part l : In l letters -> value l < t -> match given l with
  | (Some B, k) => B < nb /\ value l + L <= Ws B < value l + L + Rs B /\ k < p
  | (None, k) => value l = 0 /\ k < j end.
Proof.
  intros Hl Hv. pose proof (given_In l Hl Hv) as H. destruct (given l) as [o k]. unfold giving in H. apply in_app_iff in H as [H|H].
  - apply in_prod_iff in H as [H1 H2]. apply in_map_iff in H1 as (B & <- & H1). apply filter_In in H1 as [H1 H3].
    apply in_seq in H1, H2. apply andb_prop in H3 as [H3 H4]. apply Nat.leb_le in H3. apply Nat.ltb_lt in H4. lia.
  - destruct (Nat.eqb_spec (value l) 0) as [E|E]; [|destruct H]. apply in_map_iff in H as (z & F & H). injection F as <- <-.
    apply in_seq in H. lia.
Qed.
Lemma giving_NoDup w : NoDup (giving w).
Proof.
  unfold giving. eapply Permutation_NoDup; [apply Permutation_app_comm|].
  set (l1 := list_prod _ _). assert (NoDup l1) as H1.
  { apply NoDup_pairs; [|apply seq_NoDup]. apply FinFun.Injective_map_NoDup; [intros a b F; congruence|apply NoDup_filter, seq_NoDup]. }
  assert (forall k, ~ In (None, k) l1) as H2.
  { intros k F. apply in_prod_iff in F as [F _]. apply in_map_iff in F as (z & F & _). discriminate. }
  destruct (w =? 0); [|exact H1]. clearbody l1. induction (seq_NoDup j 0) as [|k m Hk Hm IH]; cbn [map app]; [exact H1|].
  constructor; [|exact IH].
  rewrite in_app_iff, in_map_iff. intros [(z & F & H)|F]; [injection F as ->; contradiction|exact (H2 k F)].
Qed.
Lemma given_inj l l' : In l letters -> In l' letters -> value l < t -> value l = value l' -> given l = given l' -> l = l'.
Proof.
  intros Hl Hl' Hv E F. unfold given in F. rewrite <- E in F.
  assert (In l (having (value l))) as Hi by (apply filter_In; split; [exact Hl|apply Nat.eqb_refl]).
  assert (In l' (having (value l))) as Hi' by (apply filter_In; split; [exact Hl'|rewrite E; apply Nat.eqb_refl]).
  apply (pos_inj _ letter_eq l l' (having (value l)) Hi Hi').
  specialize (Hfit _ Hv). apply (proj1 (NoDup_nth (giving (value l)) (None, 0)) (giving_NoDup _)); [| |exact F].
  - apply (pos_spec _ letter_eq l _ (inr 0)) in Hi. lia.
  - apply (pos_spec _ letter_eq l' _ (inr 0)) in Hi'. lia.
Qed.
Lemma head_proc_In r c B : B < nb -> In (head_proc r c B) procs.
Proof.
  intros HB. destruct (HR B HB) as [HR1 _]. apply procs_In. split; [exact HB|]. split; [|apply Nat.mod_upper_bound; lia].
  apply turn_below. apply (Hlaid B HB). nia.
Qed.
Lemma part_proc_In c k : c < p -> k < j -> In (inr (src c k)) procs.
Proof. intros Hc Hk. apply procs_In. destruct Hpart as [Hj|(_ & H & _)]; [lia|]. apply H; assumption. Qed.
Lemma head_proc_inj r c B r' c' B' : B < nb -> B' < nb -> c < p -> c' < p -> r < r' + Rs B -> r' < r + Rs B ->
  head_proc r c B = head_proc r' c' B' -> r = r' /\ c = c' /\ B = B'.
Proof.
  intros HB HB' Hc Hc' H1 H2 E. unfold head_proc in E. injection E as <- E1 E2. destruct (HR B HB) as [HR1 HR2].
  split; [|split; [|reflexivity]].
  - pose proof (back_to_0 (Rs B) (head_at r B) HR1) as Q1. pose proof (back_to_0 (Rs B) (head_at r' B) HR1) as Q2. rewrite <- E2 in Q2.
    pose proof (eq_trans Q1 (eq_sym Q2)) as Q. unfold head_at in *. apply same_residue in Q; lia.
  - revert E1. apply turn_inj; [|assumption..]. apply (Hlaid B HB). nia.
Qed.

(* Nobody sends two messages by one port. *)
Lemma from_inj q q' m m' s a k i i' : q < size -> q' < size -> m < p -> m' < p ->
  from q m s = Some (a, k, i) -> from q' m' s = Some (a, k, i') -> q = q' /\ m = m'.
Proof.
  intros Hq Hq' Hm Hm' E E'. unfold from in E, E'.
  destruct (there_In _ m (s + L) (proc_In q Hq) Hm) as [Il Ic]. destruct (there_In _ m' (s + L) (proc_In q' Hq') Hm') as [Il' Ic'].
  destruct (there (proc q) m (s + L)) as [l c] eqn:F. destruct (there (proc q') m' (s + L)) as [l' c'] eqn:F'. cbn [fst snd] in *.
  destruct (Nat.ltb_spec (s + value l) t) as [H|H]; [discriminate|]. destruct (Nat.ltb_spec (s + value l') t) as [H'|H']; [discriminate|].
  injection E as E _. injection E' as E' _. rewrite <- E' in E. clear E'.
  pose proof (Hvalue l Il) as Hv. pose proof (Hvalue l' Il') as Hv'.
  assert (l = l' /\ c = c') as [-> ->].
  { unfold sent_by in E. destruct (Nat.eqb_spec (value l) t) as [T|T], (Nat.eqb_spec (value l') t) as [T'|T'].
    2: exfalso; destruct (given l') as [[B|] k1]; discriminate. 2: exfalso; destruct (given l) as [[B|] k1]; discriminate.
    - injection E as ->. split; [apply Hroot; assumption|reflexivity].
    - pose proof (given_part l Il ltac:(lia)) as G. pose proof (given_part l' Il' ltac:(lia)) as G'. unfold at_proc in E.
      destruct (given l) as [[B|] k1] eqn:EG, (given l') as [[B'|] k2] eqn:EG'.
      + assert (pos _ proc_eq (head_proc (s + value l - t) c B) procs = pos _ proc_eq (head_proc (s + value l' - t) c' B') procs) as E1 by congruence.
        assert (k1 = k2) as E2 by congruence. destruct G as (G1 & G2 & G3), G' as (G1' & G2' & G3').
        apply pos_inj in E1; [|apply head_proc_In; assumption..]. assert (B = B') as EB by (unfold head_proc in E1; congruence).
        apply head_proc_inj in E1 as (R1 & R2 & _); try assumption; [|rewrite EB in *; lia..].
        split; [|exact R2]. apply given_inj; [assumption..|lia|lia|congruence].
      + exfalso. assert (pos _ proc_eq (head_proc (s + value l - t) c B) procs = pos _ proc_eq (inr (src c' k2)) procs) as E1 by congruence.
        apply pos_inj in E1; [discriminate|apply head_proc_In; apply G|apply part_proc_In; [assumption|apply G']].
      + exfalso. assert (pos _ proc_eq (inr (src c k1)) procs = pos _ proc_eq (head_proc (s + value l' - t) c' B') procs) as E1 by congruence.
        apply pos_inj in E1; [discriminate|apply part_proc_In; [assumption|apply G]|apply head_proc_In; apply G'].
      + assert (pos _ proc_eq (inr (src c k1)) procs = pos _ proc_eq (inr (src c' k2)) procs) as E1 by congruence.
        destruct G as (G1 & G2), G' as (G1' & G2'). apply pos_inj in E1; [|apply part_proc_In; assumption..].
        destruct Hpart as [Hj|(_ & _ & H2)]; [lia|].
        destruct (H2 c c' k1 k2) as [R1 R2]; [assumption..|congruence|congruence|].
        split; [|exact R1]. apply given_inj; [assumption..|lia|lia|congruence]. }
  rewrite <- F' in F. apply there_inj in F as [F ->]; [|apply proc_In; assumption|apply proc_In; assumption|assumption..].
  split; [apply proc_inj; assumption|reflexivity].
Qed.

Definition messages : port_schedule := fun a s k =>
  let is (qm : nat * nat) := match from (fst qm) (snd qm) s with
    | Some (b, k', _) => match a, b with None, None => k =? k' | Some a', Some b' => (a' =? b') && (k =? k') | _, _ => false end
    | None => false end in
  match find is (list_prod (seq 0 size) (seq 0 p)) with
  | Some (q, m) => match from q m s with Some (_, _, i) => Some (q, m, i) | None => None end
  | None => None
  end.
Lemma messages_spec a s k q m i : messages a s k = Some (q, m, i) <-> q < size /\ m < p /\ from q m s = Some (a, k, i).
Proof.
  unfold messages. set (P := fun qm : nat * nat => _). cbv zeta.
  assert (forall q m, P (q, m) = true <-> exists i, from q m s = Some (a, k, i)) as HP.
  { intros q0 m0. unfold P. cbn [fst snd]. destruct (from q0 m0 s) as [[[b k1] i0]|]; [|split; [discriminate|intros (? & ?); discriminate]].
    destruct a as [a'|], b as [b'|]; try (split; [discriminate|intros (? & ?); congruence]).
    - rewrite andb_true_iff, !Nat.eqb_eq. split; [intros [-> ->]; eauto|intros (? & E); split; congruence].
    - rewrite Nat.eqb_eq. split; [intros ->; eauto|intros (? & E); congruence]. }
  destruct (find P _) as [[q0 m0]|] eqn:F.
  - apply find_some in F as [F1 F2]. apply in_prod_iff in F1 as [F1 F3]. apply in_seq in F1, F3. apply HP in F2 as (i0 & F2). rewrite F2.
    split.
    + intros E. injection E as <- <- <-. repeat split; [lia|lia|exact F2].
    + intros (Hq & Hm & E). destruct (from_inj q q0 m m0 s a k i i0) as [-> ->]; try assumption; try lia. congruence.
  - split; [discriminate|]. intros (Hq & Hm & E). exfalso.
    assert (P (q, m) = false) as Q by (apply (find_none _ _ F); apply in_prod; apply in_seq; lia).
    rewrite (proj2 (HP q m)) in Q by eauto. discriminate.
Qed.
Lemma from_spec q m s a k i : q < size -> m < p -> from q m s = Some (a, k, i) -> exists l r c,
  In l letters /\ c < p /\ there (proc q) m (s + L) = (l, c) /\ s + value l = r + t /\ i = p * r + c /\ sent_by l r c = (a, k).
Proof.
  intros Hq Hm E. unfold from in E. destruct (there_In _ m (s + L) (proc_In q Hq) Hm) as [Il Ic].
  destruct (there (proc q) m (s + L)) as [l c]. cbn [fst snd] in *. destruct (Nat.ltb_spec (s + value l) t); [discriminate|].
  injection E as E1 E2. exists l, (s + value l - t), c. repeat split; try assumption; try lia. 
Qed.
Lemma from_there q m s l r c : there (proc q) m (s + L) = (l, c) -> s + value l = r + t ->
  from q m s = Some (sent_by l r c, p * r + c).
Proof.
  intros E H. unfold from. rewrite E. destruct (Nat.ltb_spec (s + value l) t); [lia|]. replace (s + value l - t) with r by lia. reflexivity.
Qed.

(* The word of a letter that is no head sends nothing. *)
Lemma last_silent s k : j = 0 -> messages (Some (size - 1)) s k = None.
Proof.
  intros Hj. destruct (messages (Some (size - 1)) s k) as [[[q m] i]|] eqn:E; [|reflexivity]. exfalso.
  apply messages_spec in E as (Hq & Hm & E). apply from_spec in E as (l & r & c & Il & Ic & _ & Hs & _ & E); [|assumption..].
  unfold sent_by in E. destruct (Nat.eqb_spec (value l) t) as [T|T]; [discriminate|].
  pose proof (given_part l Il ltac:(apply Hvalue in Il; lia)) as G. destruct (given l) as [[B|] k1]; [|lia]. destruct G as (G1 & _ & _).
  assert (at_proc (head_proc r c B) = size - 1) as F by congruence.
  destruct (proc_at _ (head_proc_In r c _ G1)) as [_ A]. rewrite F in A. unfold proc, size, procs in A.
  rewrite app_length, !map_length, seq_length, app_nth2 in A by (rewrite map_length; lia). rewrite map_length in A.
  match type of A with nth ?n _ _ = _ => assert (n < length (map (@inr (nat * nat * nat) nat) (seq 0 n1))) as Hn by (rewrite map_length,
    seq_length; lia) end.
  apply (nth_In _ (inr 0)) in Hn. rewrite A in Hn. apply in_map_iff in Hn as (z & Hz & _). discriminate.
Qed.

Theorem words_serve : pserves p L size (L + t) messages.
Proof.
  split.
  - intros a s k q m i E. apply messages_spec in E as (Hq & Hm & E). repeat split; try assumption.
    apply from_spec in E as (l & r & c & Il & Ic & _ & Hs & _ & E); [|assumption..]. unfold sent_by in E.
    destruct (Nat.eqb_spec (value l) t); [congruence|]. pose proof (given_part l Il ltac:(apply Hvalue in Il; lia)) as G.
    destruct (given l) as [[B|] k1]; [assert (k = k1) as -> by congruence; apply G|].
    assert (k = prt c k1) as -> by congruence. destruct Hpart as [Hj|(_ & Hj & _)]; [lia|]. apply Hj; [exact Ic|apply G].
  - intros s k q m i E. apply messages_spec in E as (Hq & Hm & E).
    apply from_spec in E as (l & r & c & Il & Ic & _ & Hs & -> & E); [|assumption..].
    unfold sent_by in E. destruct (Nat.eqb_spec (value l) t) as [T|T]; [|destruct (given l) as [[B|] k1]; discriminate].
    rewrite Nat.mul_comm, Nat.div_add_l, Nat.div_small by lia. lia.
  - intros b s k q m i E. apply messages_spec in E as (Hq & Hm & E).
    apply from_spec in E as (l & r & c & Il & Ic & _ & Hs & -> & E); [|assumption..].
    unfold sent_by in E. destruct (Nat.eqb_spec (value l) t) as [T|T]; [discriminate|].
    pose proof (given_part l Il ltac:(apply Hvalue in Il; lia)) as G. destruct (given l) as [[B|] k1].
    + destruct G as (G1 & G2 & G3). assert (b = at_proc (head_proc r c B)) as -> by congruence. destruct (HR B G1) as [HR1 HR2].
      destruct (proc_at (head_proc r c B) (head_proc_In r c B G1)) as [A1 A2].
      assert (e B 0 < p) as He by (apply (Hlaid B G1); nia).
      assert (there (proc (at_proc (head_proc r c B))) 0 (head_at r B - L + L) = (inl (B, 0), c)) as F.
      { rewrite A2. cbn [head_proc there]. replace (head_at r B - L + L) with (head_at r B) by (unfold head_at; lia).
        rewrite back_to_0 by lia. rewrite Nat.mul_0_r, Nat.add_0_r, turn_turn by assumption. reflexivity. }
      apply from_there with (r := r) in F; [|cbn [value]; rewrite (proj1 (Hlaid B G1)); unfold head_at; lia].
      destruct (sent_by (inl (B, 0)) r c) as [a k']. exists a, (head_at r B - L), k', 0. split; [|unfold head_at; lia].
      apply messages_spec. repeat split; [exact A1|lia|exact F].
    + destruct G as (G1 & G2). assert (b = at_proc (inr (src c k1))) as -> by congruence.
      destruct Hpart as [Hj|(HLt & Hj & _)]; [lia|]. destruct (Hj c k1 Ic G2) as (Hsrc & _ & H0). clear Hj.
      destruct (proc_at _ (part_proc_In c k1 Ic G2)) as [A1 A2].
      assert (there (proc (at_proc (inr (src c k1)))) c (r + t - L + L) = (inr (turn n1 (src c k1) (at_one c)), c)) as F
        by (rewrite A2; reflexivity).
      apply from_there with (r := r) in F; [|cbn [value]; lia].
      destruct (sent_by (inr (turn n1 (src c k1) (at_one c))) r c) as [a k']. exists a, (r + t - L), k', c. split; [|lia].
      apply messages_spec. repeat split; [exact A1|exact Ic|exact F].
  - intros a b s k k' q m i i' E F. apply messages_spec in E as (_ & _ & E), F as (_ & _ & F). rewrite E in F. split; congruence.
  - intros i q Hq. destruct (there_all (proc q) (i / p) (i mod p) (proc_In q Hq)) as (m & l & Hm & Il & E); [apply Nat.mod_upper_bound;
    lia|].
    apply Hvalue in Il. replace (i / p + L + t - value l) with (i / p + t - value l + L) in E by lia.
    apply from_there with (r := i / p) in E; [|lia]. destruct (sent_by l (i / p) (i mod p)) as [a k].
    exists a, (i / p + t - value l), k, m. split; [|lia]. apply messages_spec. repeat split; try assumption. rewrite E. do 2 f_equal.
    symmetry. apply Nat.div_mod. lia.
Qed.
End Sound.

(* Without a processor that sends nothing. *)
Lemma without_last p L N D Sc : pserves p L (S N) D Sc -> (forall s k, Sc (Some N) s k = None) -> ports_possible p L N D.
Proof.
  intros [A B C E F] HN.
  exists (fun a s k => match Sc a s k with Some (q, m, i) => if q =? N then None else Some (q, m, i) | None => None end).
  assert (forall a s k q m i, match Sc a s k with Some (q, m, i) => if q =? N then None else Some (q, m, i) | None => None end = Some (q,
    m, i) <->
    Sc a s k = Some (q, m, i) /\ q <> N) as H.
  { intros a s k q m i. destruct (Sc a s k) as [[[q' m'] i']|]; [|split; [discriminate|intros [? _]; discriminate]].
    destruct (Nat.eqb_spec q' N); split; try discriminate; [intros [X Y]; congruence|intros X; split; congruence|intros [X _]; exact X]. }
  split; intros *.
  - intros X. apply H in X as [X Y]. apply A in X. lia.
  - intros X. apply H in X as [X _]. exact (B _ _ _ _ _ X).
  - intros X. apply H in X as [X Y]. destruct (C _ _ _ _ _ _ X) as (a & s' & k' & m' & X' & Hs). exists a, s', k', m'. split; [|exact Hs].
    apply H. split; [exact X'|]. intros ->. rewrite HN in X. discriminate.
  - intros X Y. apply H in X as [X _], Y as [Y _]. exact (E _ _ _ _ _ _ _ _ _ X Y).
  - intros Hq. destruct (F i q ltac:(lia)) as (a & s & k & m & X & Hs). exists a, s, k, m. split; [|exact Hs]. apply H.
    split; [exact X|lia].
Qed.

(* ---- Blocks: a size r, the value w of the head, which is sent on r times, and the p r - 1 letters beside it. ---- *)
Definition block := (nat * nat * list nat)%type.
Definition block_size (b : block) : nat := fst (fst b).
Definition block_head (b : block) : nat := snd (fst b).
Definition block_ok (p L : nat) (b : block) : Prop :=
  1 <= block_size b /\ block_size b + L <= block_head b + 1 /\ length (snd b) = p * block_size b - 1 /\
  (block_head b + list_sum (snd b)) mod block_size b = 0.
Definition values (bs : list block) : list nat := flat_map (fun b => block_head b :: snd b) bs.
Definition sizes (bs : list block) : nat := list_sum (map block_size bs).
(* Those that send the value w: the head's is L more at least, and the first of r such. *)
Definition gives_one (L w : nat) (b : block) : bool := (w + L <=? block_head b) && (block_head b <? w + L + block_size b).
Definition givers (L w : nat) (bs : list block) : nat := count (gives_one L w) bs.

Lemma flat_map_nth {A B} (g : A -> list B) l d : flat_map (fun k => g (nth k l d)) (seq 0 (length l)) = flat_map g l.
Proof. rewrite <- (nth_map_seq' l d) at 2. rewrite !flat_map_concat_map, map_map. reflexivity. Qed.
Lemma flat_map_perm {A B} (g h : A -> list B) l : (forall a, In a l -> Permutation (g a) (h a)) ->
  Permutation (flat_map g l) (flat_map h l).
Proof. induction l; intros H; [constructor|]. cbn.
  apply Permutation_app; [apply H; left; reflexivity|apply IHl; intros; apply H; right; assumption]. Qed.
Lemma flat_map_map {A B C} (g : B -> list C) (h : A -> B) l : flat_map g (map h l) = flat_map (fun a => g (h a)) l.
Proof. induction l; cbn; [reflexivity|]. rewrite IHl. reflexivity. Qed.
Lemma map_flat_map {A B C} (g : B -> C) (h : A -> list B) l : map g (flat_map h l) = flat_map (fun a => map g (h a)) l.
Proof. induction l; cbn; [reflexivity|]. rewrite map_app, IHl. reflexivity. Qed.
Lemma flat_map_length' {A B} (h : A -> list B) l : length (flat_map h l) = list_sum (map (fun a => length (h a)) l).
Proof. induction l; cbn; [reflexivity|]. rewrite app_length, IHl. reflexivity. Qed.
Lemma list_sum_mul {A} c (h : A -> nat) l : list_sum (map (fun a => c * h a) l) = c * list_sum (map h l).
Proof. induction l; cbn; [lia|]. unfold list_sum in *. rewrite IHl. lia. Qed.

(* N processors in depth t: each value is t or less; the value t is there once; of each other one there are no more letters
   than copies that are sent.  The letters es stand in words of length 1, one in each; if j > 0, the first is a head that sends j copies,
   and their number is such that each word can have so many heads; or the first two are heads that send j copies together. *)
Record placed (p L t N : nat) (bs : list block) (es : list nat) (j : nat) : Prop := {
  pl_blocks : Forall (block_ok p L) bs;
  pl_below : forall u, In u (es ++ values bs) -> u <= t;
  pl_root : count (Nat.eqb t) (es ++ values bs) <= 1;
  pl_count : forall w, w < t -> count (Nat.eqb w) (es ++ values bs) <= p * givers L w bs + if w =? 0 then j else 0;
  pl_extra : 1 <= length es;
  pl_part : j = 0 \/ nth 0 es 0 = L /\ L <= t /\ ((forall c, c < p -> c / length es * j + j <= p) \/
    nth 1 es 0 = L /\ j < p /\ j < length es);
  pl_size : N = length es + p * sizes bs }.

(* Where heads that send j copies stand. *)
Lemma part_words p L es j : 1 <= p -> 1 <= length es ->
  j = 0 \/ nth 0 es 0 = L /\ ((forall c, c < p -> c / length es * j + j <= p) \/ nth 1 es 0 = L /\ j < p /\ j < length es) ->
  exists at_one src prt, (forall c, c < p -> at_one c < length es) /\ (j = 0 \/
    (forall c k, c < p -> k < j -> src c k < length es /\ prt c k < p /\ nth (turn (length es) (src c k) (at_one c)) es 0 = L) /\
    forall c c' k k', c < p -> c' < p -> k < j -> k' < j -> src c k = src c' k' -> prt c k = prt c' k' -> c = c' /\ k = k').
Proof.
  intros Hp Hes. set (n := length es) in *. intros [Hj|(H0 & [Hs|(H1 & Hjp & Hjn)])].
  - exists (fun _ => 0), (fun _ _ => 0), (fun _ _ => 0). split; [intros; exact Hes|left; exact Hj].
  - exists (fun c => c mod n), (fun c _ => c mod n), (fun c k => c / n * j + k).
    split; [intros; apply Nat.mod_upper_bound; lia|]. right. split.
    + intros c k Hc Hk. pose proof (Nat.mod_upper_bound c n ltac:(lia)). specialize (Hs c Hc). split; [assumption|]. split; [lia|].
      rewrite turn_spec, Nat.leb_refl, Nat.sub_diag by assumption. exact H0.
    + intros c c' k k' Hc Hc' Hk Hk' E1 E2. assert (c / n = c' / n) as E3 by nia. split; [|rewrite E3 in E2; lia].
      rewrite (Nat.div_mod c n), (Nat.div_mod c' n) by lia. rewrite E1, E3. reflexivity.
  - exists (fun c => c * j / p), (fun c k => (c * j + k) / p), (fun c k => (c * j + k) mod p).
    assert (forall c, c < p -> c * j / p < j \/ j = 0) as Ha.
    { intros c Hc. destruct (Nat.eq_dec j 0); [right; assumption|left]. apply Nat.div_lt_upper_bound; nia. }
    split; [intros c Hc; destruct (Ha c Hc) as [F|F]; [lia|rewrite F, Nat.mul_0_r, Nat.div_0_l by lia; lia]|].
    destruct (Nat.eq_dec j 0) as [Ej|Ej]; [left; exact Ej|right]. split.
    + intros c k Hc Hk. destruct (Ha c Hc) as [Hc1|]; [|contradiction].
      assert ((c * j + k) / p = c * j / p \/ (c * j + k) / p = c * j / p + 1) as Hd.
      { assert (c * j / p <= (c * j + k) / p) by (apply Nat.div_le_mono; lia).
        assert ((c * j + k) / p < c * j / p + 2); [|lia]. apply Nat.div_lt_upper_bound; [lia|].
        pose proof (Nat.div_mod (c * j) p ltac:(lia)). pose proof (Nat.mod_upper_bound (c * j) p ltac:(lia)). lia. }
      split; [lia|]. split; [apply Nat.mod_upper_bound; lia|]. rewrite turn_spec by lia.
      destruct Hd as [-> | ->]; [rewrite Nat.leb_refl, Nat.sub_diag; exact H0|].
      destruct (Nat.leb_spec (c * j / p) (c * j / p + 1)); [|lia]. rewrite Nat.add_comm, Nat.add_sub. exact H1.
    + intros c c' k k' Hc Hc' Hk Hk' E1 E2. assert (c * j + k = c' * j + k') as E
        by (rewrite (Nat.div_mod (c * j + k) p), (Nat.div_mod (c' * j + k') p) by lia; rewrite E1, E2; reflexivity).
      assert (c = c') as -> by nia. lia.
Qed.

Theorem placed_serves p L t N bs es j : 1 <= p -> 1 <= L -> placed p L t N bs es j ->
  ports_possible p L N (L + t) /\ (j = 0 -> ports_possible p L (N - 1) (L + t)).
Proof.
  intros Hp HL [Hok Hle Ht Hw Hes Hpart HN]. rewrite Forall_forall in Hok.
  destruct (choose_list (fun b ve => laid p (block_head b) (block_size b) (snd b) (fst ve) (snd ve)) bs) as (ves & Hves).
  { intros b Hb. destruct (Hok b Hb) as (H1 & _ & H2 & H3). destruct (lay_out p _ _ (snd b) Hp H1 H2 H3) as (v & e & H). exists (v, e).
    exact H. }
  set (d := (0, 0, [] : list nat)). set (dd := (fun _ : nat => 0, fun _ : nat => 0)).
  set (Rs := fun B => block_size (nth B bs d)). set (Ws := fun B => block_head (nth B bs d)). set (Cs := fun B => snd (nth B bs d)).
  set (v := fun B => fst (nth B ves dd)). set (e := fun B => snd (nth B ves dd)).
  assert (forall B, B < length bs -> laid p (Ws B) (Rs B) (Cs B) (v B) (e B)) as Hlaid.
  { unfold Rs, Ws, Cs, v, e. clear -Hves. induction Hves as [|b ve bs ves H Hves IH]; intros B HB; cbn [length] in HB; [lia|].
    destruct B; [exact H|]. cbn [nth]. apply IH. lia. }
  set (ls := letters p (length bs) Rs es).
  assert (Permutation (map (value v es) ls) (es ++ values bs)) as HP.
  { unfold ls, letters. rewrite map_app, !map_map. apply Permutation_app; [cbn [value]; rewrite nth_map_seq'; reflexivity|].
    rewrite map_flat_map. unfold values.
    rewrite <- (flat_map_nth (fun b => block_head b :: snd b) bs d). apply flat_map_perm. intros B HB. apply in_seq in HB.
    rewrite map_map. cbn [value]. apply (Hlaid B). lia. }
  assert (forall w, length (having p (length bs) Rs v es w) = count (Nat.eqb w) (es ++ values bs)) as Hh.
  { intros w. rewrite <- (count_perm _ _ _ HP), count_map. unfold having, count. f_equal. apply filter_ext. intros l. apply Nat.eqb_sym. }
  assert (size p (length bs) Rs es = length es + p * sizes bs) as Hsize.
  { unfold size, procs, sizes. rewrite app_length, !map_length, seq_length, flat_map_length'. rewrite Nat.add_comm. f_equal.
    rewrite <- list_sum_mul. rewrite <- (nth_map_seq' bs d) at 2. rewrite map_map. f_equal. apply map_ext. intros B.
    rewrite !prod_length, !seq_length. cbn [length]. fold (Rs B). lia. }
  assert (forall l, In l ls -> value v es l <= t) as Hv by (intros l Hl; apply Hle; rewrite <- HP; apply in_map; exact Hl).
  assert (forall B, B < length bs -> 1 <= Rs B /\ Rs B + L <= Ws B + 1 /\ Ws B <= t) as HR.
  { intros B HB. assert (In (nth B bs d) bs) as Hi by (apply nth_In; exact HB). split; [apply Hok, Hi|]. split; [apply Hok, Hi|].
    apply Hle. apply in_or_app. right. apply in_flat_map. exists (nth B bs d). split; [exact Hi|left; reflexivity]. }
  assert (forall l l', In l ls -> In l' ls -> value v es l = t -> value v es l' = t -> l = l') as Hroot.
  { intros l l' Hl Hl' E E'. specialize (Hh t). unfold having in Hh. fold ls in Hh.
    assert (In l (filter (fun l => value v es l =? t) ls)) as I1 by (apply filter_In; rewrite Nat.eqb_eq; auto).
    assert (In l' (filter (fun l => value v es l =? t) ls)) as I2 by (apply filter_In; rewrite Nat.eqb_eq; auto).
    destruct (filter _ _) as [|a [|b m]]; cbn [length] in Hh; [destruct I1| |lia]. destruct I1 as [<-|[]], I2 as [<-|[]]. reflexivity. }
  assert (forall w, w < t -> length (having p (length bs) Rs v es w) <= length (giving p L (length bs) Rs Ws j w)) as Hfit.
  { intros w Hwt. rewrite Hh. unfold giving. rewrite app_length, prod_length, map_length, seq_length. etransitivity; [apply Hw, Hwt|].
    apply Nat.add_le_mono.
    - unfold givers. rewrite Nat.mul_comm. apply Nat.mul_le_mono_r. rewrite <- (nth_map_seq' bs d) at 1. rewrite count_map. reflexivity.
    - destruct (w =? 0); [rewrite map_length, seq_length|]; lia. }
  destruct (part_words p L es j Hp Hes) as (at_one & src & prt & Hone & Hwords); [tauto|].
  assert (j = 0 \/ L <= t /\
    (forall c k, c < p -> k < j -> src c k < length es /\ prt c k < p /\ nth (turn (length es) (src c k) (at_one c)) es 0 = L) /\
    forall c c' k k', c < p -> c' < p -> k < j -> k' < j -> src c k = src c' k' -> prt c k = prt c' k' -> c = c' /\ k = k') as Hpart' by tauto.
  pose proof (words_serve p L t (length bs) Rs Ws Cs v e es j at_one src prt Hp HL HR Hlaid Hes Hone Hpart' Hv Hroot Hfit) as HS.
  rewrite Hsize in HS. rewrite HN. split; [eexists; exact HS|]. intros Hj.
  pose proof (fun s k => last_silent p L t (length bs) Rs Ws Cs v e es j at_one src prt Hp HL HR Hlaid Hes Hone Hpart' Hv Hroot Hfit s k Hj) as HQ.
  rewrite Hsize in HQ. replace (length es + p * sizes bs) with (S (length es + p * sizes bs - 1)) in HS by lia.
  apply (without_last p L _ _ _ HS HQ).
Qed.

(* The same with one letter x in a word of length 1. *)
Record found_by (p L t N : nat) (bs : list block) (x : nat) : Prop := {
  fb_blocks : Forall (block_ok p L) bs;
  fb_below : forall u, In u (x :: values bs) -> u <= t;
  fb_root : count (Nat.eqb t) (x :: values bs) <= 1;
  fb_count : forall w, w < t -> count (Nat.eqb w) (x :: values bs) <= p * givers L w bs;
  fb_size : N = 1 + p * sizes bs }.
Definition found (p L t N : nat) := exists bs x, found_by p L t N bs x.
Theorem found_serves p L t N : 1 <= p -> 1 <= L -> found p L t N ->
  ports_possible p L N (L + t) /\ ports_possible p L (N - 1) (L + t).
Proof.
  intros Hp HL (bs & x & [H1 H2 H3 H4 H5]). destruct (placed_serves p L t N bs [x] 0 Hp HL) as [A B]; [|auto].
  split; try assumption; cbn [length]; auto. intros w Hw. specialize (H4 w Hw). cbn [app]. destruct (w =? 0); lia.
Qed.

(* A tree in greater depth: all values are raised. *)
Lemma found_later p L t N k : 1 <= p -> found p L t N -> found p L (t + k) N.
Proof.
  intros Hp (bs & x & [Hok Hle Ht Hw HN]). set (up := fun b : block => (block_size b, block_head b + k, map (fun u => u + k) (snd b))).
  exists (map up bs), (x + k).
  assert (x + k :: values (map up bs) = map (fun u => u + k) (x :: values bs)) as E.
  { cbn [map]. f_equal. unfold values. rewrite flat_map_map, map_flat_map. reflexivity. }
  assert (forall w, count (Nat.eqb (w + k)) (map (fun u => u + k) (x :: values bs)) = count (Nat.eqb w) (x :: values bs)) as Ec.
  { intros w. rewrite count_map. apply count_ext. intros u _.
    destruct (Nat.eqb_spec (w + k) (u + k)), (Nat.eqb_spec w u); lia || reflexivity. }
  split.
  - rewrite Forall_map. eapply Forall_impl; [|exact Hok]. intros b (H1 & H2 & H3 & H4).
    unfold up, block_ok, block_size, block_head in *. cbn [fst snd] in *.
    rewrite map_length. split; [exact H1|]. split; [lia|]. split; [exact H3|].
    assert (forall l, list_sum (map (fun u => u + k) l) = list_sum l + k * length l) as Q by (unfold list_sum; induction l; cbn in *; lia).
    rewrite Q, H3. replace (snd (fst b) + k + (list_sum (snd b) + k * (p * fst (fst b) - 1)))
      with (snd (fst b) + list_sum (snd b) + k * p * fst (fst b)) by nia.
    rewrite Nat.mod_add by lia. exact H4.
  - rewrite E. intros u Hu. apply in_map_iff in Hu as (z & <- & Hz). apply Hle in Hz. lia.
  - rewrite E, Ec. exact Ht.
  - rewrite E. intros w Hwt. destruct (Nat.lt_ge_cases w k) as [Hk|Hk].
    + rewrite count_0; [lia|]. intros u Hu. apply in_map_iff in Hu as (z & <- & _). destruct (Nat.eqb_spec w (z + k)); [lia|reflexivity].
    + replace w with (w - k + k) by lia. rewrite Ec. etransitivity; [apply Hw; lia|]. apply Nat.mul_le_mono_l.
      unfold givers. rewrite count_map. apply Nat.eq_le_incl, count_ext. intros b _. unfold gives_one, up, block_size, block_head.
      cbn [fst snd].
      destruct (Nat.leb_spec (w - k + L) (snd (fst b))), (Nat.leb_spec (w - k + k + L) (snd (fst b) + k)),
        (Nat.ltb_spec (snd (fst b)) (w - k + L + fst (fst b))), (Nat.ltb_spec (snd (fst b) + k) (w - k + k + L + fst (fst b))); cbn;
          lia || reflexivity.
  - rewrite HN. unfold sizes. rewrite map_map. reflexivity.
Qed.
