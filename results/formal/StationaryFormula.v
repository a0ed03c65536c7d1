(* SPDX-License-Identifier: MIT *)
(* The formula of kind impossible-periodic (results/README.md), period 1, roles permute, encoding plain,
   clause by clause.  A row of the formula is a position of a word.  Every stationary schedule of P processors
   gives a model, so a refutation shows that there is none.  Main results: stationary_faithful, no_stationary;
   on the way: rows_of (what is to be true of the rows), rows_sat (then there is a model), words_rows (it is
   true of closed words). *)
From Coq Require Import List Arith NArith ZArith Lia Bool Permutation.
From Steadycast Require Import Model Hall Lists Runs Stationary Lrat Clauses.
Import ListNotations.
Open Scope nat_scope.

Section Formula.
Variables (L t P : nat).

(* Values received are w = 0, .., t - L, so many of them, and t; this is the place of value u among them. *)
Definition below : nat := S (t - L).
Definition number (u : nat) : nat := if u =? t then below else u.

(* The variables r, h, y, e, b, z of README.md: row p receives the value at place i; before step s, 0 or 1, it
   has u; it sends L + i; it sends nothing; it begins its word; that first row has u before step 0. *)
Definition receives (p i : nat) : positive := var 0 (S below) p i.
Definition base_h := (area P (S below))%N.
Definition has (p s u : nat) : positive := var base_h t (2 * p + s) u.
Definition base_y := (base_h + area (2 * P) t)%N.
Definition sends (p i : nat) : positive := var base_y below p i.
Definition base_e := (base_y + area P below)%N.
Definition idle (p : nat) : positive := var base_e 1 p 0.
Definition base_b := (base_e + area P 1)%N.
Definition begins (p : nat) : positive := var base_b 1 (p - 1) 0.
Definition base_z := (base_b + area (P - 1) 1)%N.
Definition origin_has (p u : nat) : positive := var base_z t p u.
(* The counters of value w: received, and sent as w + L. *)
Definition base_c (w : nat) := (base_z + area P t + N.of_nat w * (2 * area P P))%N.
Definition base_d (w : nat) := (base_c w + area P P)%N.

(* 1: what a row holds afterwards. *)
Definition transition (p u : nat) : list clause :=
  let after := has p 1 (u - 1) in let held := has p 0 u in let new := receives p (number u) in
  match u <? t, (u <=? t - L) || (u =? t) with
  | true, true => [[no held; yes after]; [no new; yes after]; [no after; yes held; yes new];
                   [no held; no new]]
  | true, false => [[no held; yes after]; [no after; yes held]]
  | false, true => [[no new; yes after]; [no after; yes new]]
  | false, false => [[no after]]
  end.
Definition one_row (p : nat) : list clause :=
  exactly_one (map (receives p) (seq 0 (S below))) ++
  [[yes (receives p 0); yes (has p 0 0)]; [no (receives p 0); no (has p 0 0)]] ++
  flat_map (transition p) (seq 1 t) ++
  flat_map (fun i => [no (sends p i); yes (has p 1 (L + i - 1))] :: [no (sends p i); no (idle p)] ::
    map (fun j => [no (sends p i); no (sends p j)]) (seq (S i) (below - S i))) (seq 0 below) ++
  [yes (idle p) :: map (fun i => yes (sends p i)) (seq 0 below)].
(* 2: one row receives t, one sends nothing. *)
Definition one_of_each : list clause :=
  flat_map (fun p => flat_map (fun q =>
    [[no (receives p below); no (receives q below)]; [no (idle p); no (idle q)]])
    (seq (S p) (P - S p))) (seq 0 P) ++
  [map yes (map (fun p => receives p below) (seq 0 P)); map yes (map idle (seq 0 P))].
(* 3: rows follow each other to the end of the word. *)
Definition continuation (p u : nat) : list clause :=
  match p with
  | 0 => equal (origin_has p u) (has p 0 u)
  | S o => equal_if (yes (begins p)) (origin_has p u) (has p 0 u) ++
           equal_if (no (begins p)) (origin_has p u) (origin_has o u)
  end ++
  if S p =? P then equal (has p 1 u) (origin_has p u)
  else equal_if (yes (begins (S p))) (has p 1 u) (origin_has p u) ++
       equal_if (no (begins (S p))) (has p 1 u) (has (S p) 0 u).
(* 4: value w is received as often as it is sent. *)
Definition balance (w : nat) : list clause :=
  counter (base_c w) P P (fun p => receives p w) ++ counter (base_d w) P P (fun p => sends p w) ++
  flat_map (fun k => equal (var (base_c w) P (P - 1) k) (var (base_d w) P (P - 1) k)) (seq 0 P).

Definition stationary_formula : list clause :=
  flat_map one_row (seq 0 P) ++ one_of_each ++
  flat_map (fun p => flat_map (continuation p) (seq 0 t)) (seq 0 P) ++ flat_map balance (seq 0 below).

(* What is to be true of the rows, given the value that each receives, the value less L that it sends (or
   below, for nothing), what it holds before and after the step, whether a word begins, what its first row
   holds. *)
Record rows_of (value send : nat -> nat) (before after : nat -> nat -> bool) (first : nat -> bool)
  (origin : nat -> nat -> bool) : Prop := {
  ro_value : forall p, p < P -> value p = t \/ value p <= t - L;
  ro_send : forall p, p < P -> send p <= below;
  ro_zero : forall p, p < P -> before p 0 = negb (value p =? 0);
  ro_after : forall p u, p < P -> 1 <= u <= t -> after p (u - 1) = before p u || (value p =? u);
  ro_twice : forall p u, p < P -> value p = u -> before p u = false;
  ro_last : forall p, p < P -> before p t = false;
  ro_held : forall p, p < P -> send p < below -> after p (L + send p - 1) = true;
  ro_root : count (fun p => value p =? t) (seq 0 P) = 1;
  ro_idle : count (fun p => send p =? below) (seq 0 P) = 1;
  ro_balance : forall w, w < below ->
    count (fun p => value p =? w) (seq 0 P) = count (fun p => send p =? w) (seq 0 P);
  ro_begin : forall p u, p < P -> p = 0 \/ first p = true -> origin p u = before p u;
  ro_go_on : forall p u, S p < P -> first (S p) = false ->
    origin (S p) u = origin p u /\ after p u = before (S p) u;
  ro_end : forall p u, p < P -> S p = P \/ first (S p) = true -> after p u = origin p u }.

Section Satisfied.
Variables (value send : nat -> nat) (before after : nat -> nat -> bool).
Variables (first : nat -> bool) (origin : nat -> nat -> bool).
Hypothesis HL : 1 <= L <= t.
Hypothesis HN : 1 <= P.
Hypothesis HR : rows_of value send before after first origin.

(* The values of the variables. *)
Definition half (p : nat) : nat -> bool := if Nat.even p then before (p / 2) else after (p / 2).
Definition counter_bits (w : nat) : list bool :=
  table P P (counted (fun p => value p =? w)) ++ table P P (counted (fun p => send p =? w)).
Definition row_bits : list bool :=
  table P (S below) (fun p i => number (value p) =? i) ++ table (2 * P) t half ++
  table P below (fun p i => send p =? i) ++ table P 1 (fun p _ => send p =? below) ++
  table (P - 1) 1 (fun p _ => first (S p)) ++ table P t origin ++ flat_map counter_bits (seq 0 below).

Lemma half_0 p : half (2 * p) = before p.
Proof.
  unfold half. rewrite Nat.even_mul. cbn [Nat.even orb]. rewrite Nat.mul_comm, Nat.div_mul by lia.
  reflexivity.
Qed.
Lemma half_1 p : half (2 * p + 1) = after p.
Proof.
  unfold half. rewrite Nat.add_1_r, Nat.even_succ, Nat.odd_mul. cbn [Nat.odd Nat.even negb andb].
  rewrite <- Nat.add_1_r, Nat.mul_comm, Nat.div_add_l by lia. rewrite Nat.add_0_r. reflexivity.
Qed.

Notation v := (assignment row_bits).

(* What all variables are. *)
Lemma variables :
  (forall p i, p < P -> i <= below -> v (receives p i) = (number (value p) =? i)) /\
  (forall p u, p < P -> u < t -> v (has p 0 u) = before p u /\ v (has p 1 u) = after p u) /\
  (forall p i, p < P -> i < below -> v (sends p i) = (send p =? i)) /\
  (forall p, p < P -> v (idle p) = (send p =? below)) /\
  (forall p, 1 <= p < P -> v (begins p) = first p) /\
  (forall p u, p < P -> u < t -> v (origin_has p u) = origin p u) /\
  (forall w, w < below -> shows v (base_c w) (table P P (counted (fun p => value p =? w))) /\
                          shows v (base_d w) (table P P (counted (fun p => send p =? w)))).
Proof.
  pose proof (shows_all row_bits) as A. unfold row_bits at 2 in A.
  apply shows_app in A as [R A]. rewrite table_area, N.add_0_l in A. fold base_h in A.
  apply shows_app in A as [H A]. rewrite table_area in A. fold base_y in A.
  apply shows_app in A as [Y A]. rewrite table_area in A. fold base_e in A.
  apply shows_app in A as [E A]. rewrite table_area in A. fold base_b in A.
  apply shows_app in A as [B A]. rewrite table_area in A. fold base_z in A.
  apply shows_app in A as [Z A]. rewrite table_area in A.
  repeat split.
  - intros p i Hp Hi. apply (shows_table _ _ _ _ _ R); lia.
  - unfold has. rewrite (shows_table _ _ _ _ _ H), Nat.add_0_r by lia. rewrite half_0. reflexivity.
  - unfold has. rewrite (shows_table _ _ _ _ _ H) by lia. rewrite half_1. reflexivity.
  - intros p i Hp Hi. apply (shows_table _ _ _ _ _ Y); lia.
  - intros p Hp. apply (shows_table _ _ _ _ _ E); lia.
  - intros p Hp. unfold begins. rewrite (shows_table _ _ _ _ _ B) by lia. f_equal. lia.
  - intros p u Hp Hu. apply (shows_table _ _ _ _ _ Z); lia.
  - apply (shows_parts v (2 * area P P)) with (i := w) in A; [|intros i; unfold counter_bits|assumption].
    + fold (base_c w) in A. apply shows_app in A. apply A.
    + rewrite app_length, Nat2N.inj_add, !table_area. lia.
  - apply (shows_parts v (2 * area P P)) with (i := w) in A; [|intros i; unfold counter_bits|assumption].
    + fold (base_c w) in A. apply shows_app in A as [_ A]. rewrite table_area in A. exact A.
    + rewrite app_length, Nat2N.inj_add, !table_area. lia.
Qed.

Lemma number_value p u : p < P -> u = t \/ u <= t - L -> (number (value p) =? number u) = (value p =? u).
Proof.
  intros Hp Hu. pose proof (ro_value _ _ _ _ _ _ HR p Hp) as Hv. unfold number, below.
  destruct (Nat.eqb_spec (value p) t), (Nat.eqb_spec u t), (Nat.eqb_spec (value p) u); try lia;
    match goal with |- (?a =? ?b) = ?c => destruct (Nat.eqb_spec a b) end; lia.
Qed.
Lemma number_below u : u <= t - L -> number u = u.
Proof. intros Hu. unfold number. destruct (Nat.eqb_spec u t); lia. Qed.
Lemma number_t : number t = below. Proof. unfold number. rewrite Nat.eqb_refl. reflexivity. Qed.

(* The four kinds of clauses. *)
Lemma one_row_sat p : p < P -> sat v (one_row p).
Proof.
  intros Hp. destruct variables as (R & H & Y & E & _).
  pose proof (ro_value _ _ _ _ _ _ HR p Hp) as Hv. pose proof (ro_send _ _ _ _ _ _ HR p Hp) as Hs.
  unfold one_row. apply sat_app; [|apply sat_app; [|apply sat_app; [|apply sat_app]]].
  - apply exactly_one_sat. rewrite count_map.
    rewrite (count_ext _ (fun i => number (value p) =? i)) by (intros i Hi; apply in_seq in Hi; apply R; lia).
    apply count_one. unfold number, below. destruct (Nat.eqb_spec (value p) t); lia.
  - pose proof (number_value p 0 Hp ltac:(lia)) as I0. rewrite (number_below 0) in I0 by lia.
    destruct (H p 0 Hp ltac:(lia)) as [H0 _]. each_clause; clause_by_values;
      rewrite H0, R, I0, (ro_zero _ _ _ _ _ _ HR) by lia; destruct (value p =? 0); reflexivity.
  - apply sat_flat_seq. intros u Hu. unfold transition. destruct (H p (u - 1) Hp ltac:(lia)) as [_ HA].
    rewrite (ro_after _ _ _ _ _ _ HR) in HA by lia. pose proof (ro_twice _ _ _ _ _ _ HR p u Hp) as H2.
    destruct (Nat.ltb_spec u t) as [Hut|Hut].
    + destruct (H p u Hp Hut) as [HH _].
      destruct (Nat.leb_spec u (t - L)) as [HuL|HuL]; cbn [orb]; [|destruct (Nat.eqb_spec u t); [lia|]].
      * pose proof (number_value p u Hp (or_intror HuL)) as HI. each_clause; clause_by_values;
          rewrite ?HA, ?HH, ?R, ?HI by (rewrite ?(number_below u); unfold below; lia);
          destruct (Nat.eqb_spec (value p) u) as [E1|]; try rewrite (H2 E1); destruct (before p u);
            reflexivity.
      * each_clause; clause_by_values; rewrite HA, HH; destruct (Nat.eqb_spec (value p) u); try lia;
          destruct (before p u); reflexivity.
    + assert (u = t) as -> by lia. rewrite Nat.eqb_refl, orb_true_r.
      rewrite (ro_last _ _ _ _ _ _ HR) in HA by exact Hp.
      pose proof (number_value p t Hp (or_introl eq_refl)) as HI. each_clause; clause_by_values;
        rewrite HA, R, HI by (rewrite ?number_t; lia); destruct (value p =? t); reflexivity.
  - apply sat_flat_seq. intros i Hi. apply sat_cons; [|apply sat_cons; [|apply sat_map_seq; intros j Hj]];
      clause_by_values.
    + rewrite Y by lia. destruct (Nat.eqb_spec (send p) i) as [<-|]; [|reflexivity].
      destruct (H p (L + send p - 1) Hp) as [_ ->]; [unfold below in *; lia|].
      rewrite (ro_held _ _ _ _ _ _ HR p Hp) by lia. reflexivity.
    + rewrite Y, E by lia. destruct (Nat.eqb_spec (send p) i), (Nat.eqb_spec (send p) below); try lia;
        reflexivity.
    + rewrite !Y by lia. destruct (Nat.eqb_spec (send p) i), (Nat.eqb_spec (send p) j); try lia; reflexivity.
  - each_clause. destruct (Nat.eq_dec (send p) below) as [Es|Es].
    + apply (sat_yes _ _ (idle p)); [left; reflexivity|]. rewrite E by exact Hp. apply Nat.eqb_eq, Es.
    + apply (sat_yes _ _ (sends p (send p))).
      * right. apply in_map_iff. exists (send p). split; [reflexivity|apply in_seq; lia].
      * rewrite Y by lia. apply Nat.eqb_refl.
Qed.

Lemma one_of_each_sat : sat v one_of_each.
Proof.
  destruct variables as (R & _ & _ & E & _).
  assert (forall p, p < P -> v (receives p below) = (value p =? t)) as RT.
  { intros p Hp. rewrite R, <- number_t by lia. apply number_value; auto. }
  apply sat_app; [apply sat_flat_seq; intros p Hp; apply sat_flat_seq; intros q Hq|]; each_clause.
  - clause_by_values. rewrite !RT by lia.
    pose proof (not_two _ p q P (ro_root _ _ _ _ _ _ HR) ltac:(lia)) as Q. cbn beta in Q.
    destruct (value p =? t), (value q =? t); try discriminate; reflexivity.
  - clause_by_values. rewrite !E by lia.
    pose proof (not_two _ p q P (ro_idle _ _ _ _ _ _ HR) ltac:(lia)) as Q. cbn beta in Q.
    destruct (send p =? below), (send q =? below); try discriminate; reflexivity.
  - apply some_sat. rewrite count_map, (count_ext _ (fun p => value p =? t)), (ro_root _ _ _ _ _ _ HR);
      [lia|].
    intros p Hp. apply in_seq in Hp. apply RT. lia.
  - apply some_sat. rewrite count_map, (count_ext _ (fun p => send p =? below)), (ro_idle _ _ _ _ _ _ HR);
      [lia|].
    intros p Hp. apply in_seq in Hp. apply E. lia.
Qed.

Lemma continuation_sat p u : p < P -> u < t -> sat v (continuation p u).
Proof.
  intros Hp Hu. destruct variables as (_ & H & _ & _ & B & Z & _). destruct (H p u Hp Hu) as [H0 H1].
  pose proof (Z p u Hp Hu) as Zp. unfold continuation. apply sat_app.
  - destruct p as [|o].
    + apply equal_sat. rewrite H0, Zp. apply (ro_begin _ _ _ _ _ _ HR); auto.
    + apply sat_app; apply equal_if_sat; intros Hc; unfold lit_true, yes, no in Hc; cbn [fst snd] in Hc;
        apply eqb_prop in Hc; rewrite B in Hc by lia.
      * rewrite H0, Zp. apply (ro_begin _ _ _ _ _ _ HR); auto.
      * rewrite Zp, Z by lia. apply (ro_go_on _ _ _ _ _ _ HR); auto.
  - destruct (Nat.eqb_spec (S p) P) as [Hn|Hn].
    + apply equal_sat. rewrite H1, Zp. apply (ro_end _ _ _ _ _ _ HR); auto.
    + apply sat_app; apply equal_if_sat; intros Hc; unfold lit_true, yes, no in Hc; cbn [fst snd] in Hc;
        apply eqb_prop in Hc; rewrite B in Hc by lia.
      * rewrite H1, Zp. apply (ro_end _ _ _ _ _ _ HR); auto.
      * destruct (H (S p) u ltac:(lia) Hu) as [-> _]. rewrite H1.
        apply (ro_go_on _ _ _ _ _ _ HR); [lia|exact Hc].
Qed.

Lemma balance_sat w : w < below -> sat v (balance w).
Proof.
  intros Hw. destruct variables as (R & _ & Y & _ & _ & _ & C). destruct (C w Hw) as [Cr Cs].
  assert (forall g, count g (seq 0 P) <= P) as Hc.
  { intros g. rewrite <- (seq_length P 0) at 2. apply count_le. }
  unfold balance. apply sat_app; [|apply sat_app].
  - apply (counter_sat _ _ _ _ _ (fun p => value p =? w)); [lia|lia| |exact Cr|apply Hc].
    intros p Hp. rewrite R by (unfold below in *; lia).
    rewrite <- (number_below w) by (unfold below in *; lia).
    rewrite number_value; [rewrite number_below by (unfold below in *; lia);
      reflexivity|exact Hp|unfold below in *; lia].
  - apply (counter_sat _ _ _ _ _ (fun p => send p =? w)); [lia|lia| |exact Cs|apply Hc].
    intros p Hp. apply Y; lia.
  - apply sat_flat_seq. intros k Hk. apply equal_sat.
    rewrite (shows_table _ _ _ _ _ Cr), (shows_table _ _ _ _ _ Cs) by lia. unfold counted.
    replace (S (P - 1)) with P by lia. rewrite (ro_balance _ _ _ _ _ _ HR w Hw). reflexivity.
Qed.

Lemma rows_sat : exists v, sat v stationary_formula.
Proof.
  exists v. unfold stationary_formula. apply sat_app; [|apply sat_app; [|apply sat_app]].
  - apply sat_flat_seq. intros p Hp. apply one_row_sat. lia.
  - apply one_of_each_sat.
  - apply sat_flat_seq. intros p Hp. apply sat_flat_seq. intros u Hu. apply continuation_sat; lia.
  - apply sat_flat_seq. intros w Hw. apply balance_sat. lia.
Qed.
End Satisfied.
End Formula.

(* A closed word: its positions hold what was received and is not yet due. *)
Section Word.
Variables (L t : nat) (w : word).
Hypothesis HW : legal_word (Z.of_nat L) (Z.of_nat t) w.
Notation n := (length w).
Definition valued (k : nat) : nat := Z.to_nat (nth k (received w) 0%Z).
(* Before position k it holds the item that is due u steps later: who received it was there before. *)
Definition holding (k u : nat) : bool :=
  existsb (fun j => (u <? valued j) && ((j + valued j) mod n =? (k + u) mod n)) (seq 0 n).

Lemma holding_spec k u : holding k u = true <->
  exists j, j < n /\ u < valued j /\ (j + valued j) mod n = (k + u) mod n.
Proof.
  unfold holding. rewrite existsb_exists. split.
  - intros (j & Hj & H). apply in_seq in Hj. apply andb_prop in H as [H1 H2]. exists j.
    apply Nat.ltb_lt in H1. apply Nat.eqb_eq in H2. repeat split; [lia|exact H1|exact H2].
  - intros (j & Hj & H1 & H2). exists j. rewrite in_seq. split; [lia|].
    rewrite (proj2 (Nat.ltb_lt _ _) H1), H2, Nat.eqb_refl. reflexivity.
Qed.

Lemma value_known k : k < n ->
  (Z.of_nat (valued k) = nth k (received w) 0)%Z /\ (valued k = t \/ valued k + L <= t).
Proof. intros Hk. unfold valued. rewrite <- rv_nth. pose proof (word_value _ _ _ HW k Hk). lia. Qed.
(* Each residue is due at one position. *)
Lemma due k : k < n -> Z.of_nat ((k + valued k) mod n) = ((Z.of_nat k + fst (nth k w dflt)) mod Z.of_nat n)%Z.
Proof. intros Hk. rewrite Nat2Z.inj_mod, Nat2Z.inj_add, (proj1 (value_known k Hk)), rv_nth. reflexivity. Qed.
Lemma due_once j k : j < n -> k < n -> (j + valued j) mod n = (k + valued k) mod n -> j = k.
Proof.
  intros Hj Hk H. apply (residue_once _ _ _ HW); [exact Hj|exact Hk|]. rewrite <- !due, H by assumption. reflexivity.
Qed.
Lemma always_due a : 0 < n -> exists k, k < n /\ (k + valued k) mod n = a mod n.
Proof.
  intros Hn. destruct (residue_somewhere _ _ _ HW (Z.of_nat a) Hn) as (k & Hk & E). exists k. split; [exact Hk|].
  apply Nat2Z.inj. rewrite due, E, Nat2Z.inj_mod by exact Hk. reflexivity.
Qed.

(* How what is held changes. *)
Lemma holding_round u : holding n u = holding 0 u.
Proof.
  apply eq_true_iff_eq. rewrite !holding_spec.
  destruct w as [|a l] eqn:E; [split; intros (j & Hj & _); inversion Hj|].
  rewrite <- E. assert (n <> 0) as Hn by (rewrite E; discriminate).
  replace ((n + u) mod n) with ((0 + u) mod n); [reflexivity|].
  rewrite <- (Nat.add_mod_idemp_l n), Nat.mod_same by exact Hn. reflexivity.
Qed.
Lemma holding_after k u : k < n -> 1 <= u -> holding (S k) (u - 1) = holding k u || (valued k =? u).
Proof.
  intros Hk Hu. apply eq_true_iff_eq. rewrite orb_true_iff, !holding_spec, Nat.eqb_eq.
  replace (S k + (u - 1)) with (k + u) by lia. split.
  - intros (j & Hj & H1 & H2). destruct (Nat.eq_dec (valued j) u) as [E|].
    + right. rewrite E in H2. apply same_place in H2; [subst; reflexivity|exact Hj|exact Hk].
    + left. exists j. repeat split; [exact Hj|lia|exact H2].
  - intros [(j & Hj & H1 & H2)|E]; [exists j|exists k]; repeat split; try assumption; try lia. rewrite E.
    reflexivity.
Qed.
Lemma holding_twice k u : k < n -> valued k = u -> holding k u = false.
Proof.
  intros Hk E. destruct (holding k u) eqn:H; [|reflexivity]. apply holding_spec in H as (j & Hj & H1 & H2).
  rewrite <- E in H2. apply due_once in H2; [subst; lia|exact Hj|exact Hk].
Qed.
Lemma holding_zero k : k < n -> holding k 0 = negb (valued k =? 0).
Proof.
  intros Hk. destruct (Nat.eqb_spec (valued k) 0) as [E|E]; [apply holding_twice; assumption|].
  apply holding_spec.
  destruct (always_due (k + 0) ltac:(lia)) as (j & Hj & H). exists j. repeat split; [exact Hj| |exact H].
  destruct (valued j) eqn:Ej; [|lia]. apply same_place in H; [subst; congruence|exact Hj|exact Hk].
Qed.
Lemma holding_last k : holding k t = false.
Proof.
  destruct (holding k t) eqn:H; [|reflexivity]. apply holding_spec in H as (j & Hj & H1 & _).
  destruct (value_known j Hj). lia.
Qed.
Lemma holding_sent k x u : 1 <= L -> nth_error w k = Some (x, Some u) ->
  (Z.of_nat L <= u <= Z.of_nat t)%Z /\ holding (S k) (Z.to_nat u - 1) = true.
Proof.
  intros HL H. destruct (lw_held _ _ _ HW _ _ _ H) as (Hu & d & j & Hj & Hm & Hv).
  destruct (value_known j Hj) as [E B]. rewrite Hv in E. split; [lia|].
  apply holding_spec. exists j. repeat split; [exact Hj|lia|].
  assert (j + valued j = j + d + Z.to_nat u) as -> by lia.
  replace (S k + (Z.to_nat u - 1)) with (k + Z.to_nat u) by lia.
  rewrite <- Nat.add_mod_idemp_l, Hm by lia. reflexivity.
Qed.
End Word.

(* The positions of all words, one behind the other. *)
Lemma entries ws : map (fun x => nth (snd x) (fst x) dflt) (procs ws) = concat ws.
Proof.
  induction ws as [|w ws IH]; [reflexivity|]. unfold procs in *. cbn [flat_map concat].
  rewrite map_app, IH, map_map. cbn [fst snd]. rewrite nth_map_seq'. reflexivity.
Qed.
(* A row: its word and its position in it; where the next one is. *)
Definition row (ws : list word) (p : nat) : word * nat := nth p (procs ws) ([], 0).
Lemma row_here w ws p : p < length w -> row (w :: ws) p = (w, p).
Proof.
  intros Hp. unfold row, procs. cbn [flat_map].
  rewrite app_nth1 by (rewrite map_length, seq_length; exact Hp).
  rewrite (nth_indep _ _ (w, 0)) by (rewrite map_length, seq_length; exact Hp).
  rewrite (map_nth (fun o => (w, o))), seq_nth by exact Hp. reflexivity.
Qed.
Lemma row_later w ws p : row (w :: ws) (length w + p) = row ws p.
Proof.
  unfold row, procs. cbn [flat_map]. rewrite app_nth2; rewrite map_length, seq_length; [|lia]. f_equal. lia.
Qed.
Lemma row_begin ws : snd (row ws 0) = 0.
Proof.
  induction ws as [|w ws IH]; [reflexivity|].
  destruct w as [|a w]; [exact (eq_trans (f_equal snd (row_later [] ws 0)) IH)|].
  rewrite row_here by (cbn; lia). reflexivity.
Qed.
Lemma row_next ws : forall p, S p < length (concat ws) ->
  (S (snd (row ws p)) < length (fst (row ws p)) /\ row ws (S p) = (fst (row ws p), S (snd (row ws p)))) \/
  (S (snd (row ws p)) = length (fst (row ws p)) /\ snd (row ws (S p)) = 0).
Proof.
  induction ws as [|w ws IH]; intros p Hp; [cbn in Hp; lia|]. cbn [concat] in Hp. rewrite app_length in Hp.
  destruct (Nat.lt_ge_cases p (length w)) as [H|H].
  - rewrite (row_here w ws p H). cbn [fst snd]. destruct (Nat.lt_ge_cases (S p) (length w)) as [H1|H1].
    + left. split; [exact H1|]. apply row_here; exact H1.
    + right. split; [lia|]. replace (S p) with (length w + 0) by lia. rewrite row_later. apply row_begin.
  - replace p with (length w + (p - length w)) by lia. rewrite <- Nat.add_succ_r, !row_later. apply IH. lia.
Qed.
Lemma row_end ws : forall p, S p = length (concat ws) -> S (snd (row ws p)) = length (fst (row ws p)).
Proof.
  induction ws as [|w ws IH]; intros p Hp; [cbn in Hp; lia|]. cbn [concat] in Hp. rewrite app_length in Hp.
  destruct (Nat.lt_ge_cases p (length w)) as [H|H].
  - rewrite (row_here w ws p H). cbn [fst snd]. lia.
  - replace p with (length w + (p - length w)) by lia. rewrite !row_later. apply IH. lia.
Qed.
Lemma row_In ws p : p < length (concat ws) ->
  In (fst (row ws p)) ws /\ snd (row ws p) < length (fst (row ws p)) /\
  nth p (concat ws) dflt = nth (snd (row ws p)) (fst (row ws p)) dflt.
Proof.
  intros Hp. rewrite <- procs_length in Hp. assert (In (row ws p) (procs ws)) as H by (apply nth_In; exact Hp).
  destruct (row ws p) as [w k] eqn:E. apply procs_In in H as [Hw Hk]. split; [exact Hw|split; [exact Hk|]].
  rewrite <- (entries ws). set (g := fun x : word * nat => nth (snd x) (fst x) dflt).
  rewrite (nth_indep _ _ (g ([], 0))) by (rewrite map_length; exact Hp). rewrite map_nth. exact (f_equal g E).
Qed.

(* The first c elements of a kind. *)
Lemma first_ones {A} (g : A -> bool) c d l :
  count (fun p => g (nth p l d) && (count g (firstn p l) <? c)) (seq 0 (length l)) = Nat.min c (count g l).
Proof.
  induction l as [|a l IH] using rev_ind; [cbn; lia|].
  rewrite app_length, Nat.add_1_r, seq_S, !count_app, !count_cons, !count_nil.
  rewrite (count_ext _ (fun p => g (nth p l d) && (count g (firstn p l) <? c))).
  2:{ intros p Hp. apply in_seq in Hp. rewrite app_nth1, firstn_app by lia.
      replace (p - length l) with 0 by lia. rewrite firstn_O, app_nil_r. reflexivity. }
  rewrite IH. cbn [Nat.add]. rewrite app_nth2, Nat.sub_diag by lia. cbn [nth].
  rewrite firstn_app, Nat.sub_diag, firstn_all, firstn_O, app_nil_r.
  destruct (g a); cbn [andb]; [|lia]. destruct (Nat.ltb_spec (count g l) c); lia.
Qed.

(* Two ways to sort things into the classes 0, .., m: the last class is as large, if the others are. *)
Lemma last_class (a b : nat -> nat) m n : (forall p, p < n -> a p <= m /\ b p <= m) ->
  (forall i, i < m -> count (fun p => a p =? i) (seq 0 n) = count (fun p => b p =? i) (seq 0 n)) ->
  count (fun p => a p =? m) (seq 0 n) = count (fun p => b p =? m) (seq 0 n).
Proof.
  intros Hle Heq. assert (forall c k (l : list nat),
    count (fun p => c p <? S k) l = count (fun p => c p <? k) l + count (fun p => c p =? k) l) as Q.
  { clear. intros c k l. induction l as [|p l IH]; [reflexivity|]. rewrite !count_cons, IH.
    destruct (Nat.ltb_spec (c p) (S k)), (Nat.ltb_spec (c p) k), (Nat.eqb_spec (c p) k); lia. }
  assert (forall k, k <= m -> count (fun p => a p <? k) (seq 0 n) = count (fun p => b p <? k) (seq 0 n)) as H.
  { induction k as [|k IH]; intros Hk; [rewrite !count_0; [reflexivity|intros; apply Nat.ltb_ge; lia..]|].
    rewrite !Q, IH, Heq by lia. reflexivity. }
  specialize (H m ltac:(lia)). pose proof (Q a m (seq 0 n)) as Qa. pose proof (Q b m (seq 0 n)) as Qb.
  assert (forall c, (forall p, p < n -> c p <= m) -> count (fun p => c p <? S m) (seq 0 n) = n) as T.
  { intros c Hc. rewrite (count_ext _ (fun _ => true)).
    - unfold count. rewrite <- (seq_length n 0) at 2. f_equal. clear.
      induction (seq 0 n) as [|p l IH]; [reflexivity|].
      cbn [filter]. rewrite IH. reflexivity.
    - intros p Hp. apply in_seq in Hp. apply Nat.ltb_lt. specialize (Hc p). lia. }
  rewrite T in Qa, Qb by (intros p Hp; apply Hle; exact Hp). lia.
Qed.

Section Words.
Variables (L t : nat) (ws : list word).
Hypothesis HL : 1 <= L <= t.
Hypothesis HS : stationary (Z.of_nat L) (Z.of_nat t) ws.
Notation E := (concat ws).
Notation P := (length E).

Definition value_of (p : nat) : nat := Z.to_nat (fst (nth p E dflt)).
(* A send is kept if somebody is left who waits for it. *)
Definition waiting (u : Z) : nat := count (is_recv (u - Z.of_nat L)) E.
Definition send_of (p : nat) : nat :=
  match snd (nth p E dflt) with
  | Some u => if count (is_send u) (firstn p E) <? waiting u then Z.to_nat (u - Z.of_nat L) else below L t
  | None => below L t
  end.
Definition before_of (p : nat) : nat -> bool := holding (fst (row ws p)) (snd (row ws p)).
Definition after_of (p : nat) : nat -> bool := holding (fst (row ws p)) (S (snd (row ws p))).
Definition first_of (p : nat) : bool := snd (row ws p) =? 0.
Definition origin_of (p : nat) : nat -> bool := holding (fst (row ws p)) 0.

Lemma row_legal p : p < P ->
  legal_word (Z.of_nat L) (Z.of_nat t) (fst (row ws p)) /\ snd (row ws p) < length (fst (row ws p)) /\
  value_of p = valued (fst (row ws p)) (snd (row ws p)).
Proof.
  intros Hp. destruct (row_In ws p Hp) as (Hw & Hk & En). split; [apply (st_words _ _ _ HS); exact Hw|].
  split; [exact Hk|]. unfold value_of, valued. rewrite En, rv_nth. reflexivity.
Qed.
Lemma value_int p : p < P ->
  fst (nth p E dflt) = Z.of_nat (value_of p) /\ (value_of p = t \/ value_of p + L <= t).
Proof.
  intros Hp. destruct (row_legal p Hp) as (Hw & Hk & Ev). destruct (value_known L t _ Hw _ Hk) as [H1 H2].
  rewrite Ev. split; [|exact H2]. destruct (row_In ws p Hp) as (_ & _ & ->). rewrite rv_nth.
  symmetry; exact H1.
Qed.
Lemma send_int p u : p < P -> snd (nth p E dflt) = Some u ->
  (Z.of_nat L <= u <= Z.of_nat t)%Z /\ after_of p (Z.to_nat u - 1) = true.
Proof.
  intros Hp Hu. destruct (row_legal p Hp) as (Hw & Hk & _). destruct (row_In ws p Hp) as (_ & _ & En).
  apply (holding_sent L t _ Hw _ (fst (nth p E dflt))); [lia|]. rewrite (nth_error_nth' _ dflt) by exact Hk.
  rewrite <- En, <- Hu. destruct (nth p E dflt); reflexivity.
Qed.

(* A value is received by as many rows as send it, and this is what the words say. *)
Lemma values_count i : count (fun p => value_of p =? i) (seq 0 P) = count (is_recv (Z.of_nat i)) E.
Proof.
  transitivity (count (is_recv (Z.of_nat i)) (map (fun p => nth p E dflt) (seq 0 P)));
    [|rewrite nth_map_seq'; reflexivity].
  rewrite count_map. apply count_ext. intros p Hp. apply in_seq in Hp. unfold is_recv.
  destruct (value_int p) as [-> _]; [lia|].
  destruct (Nat.eqb_spec (value_of p) i), (Z.eqb_spec (Z.of_nat (value_of p)) (Z.of_nat i)); lia.
Qed.
Lemma sends_count i : i < below L t ->
  count (fun p => send_of p =? i) (seq 0 P) = count (is_recv (Z.of_nat i)) E.
Proof.
  intros Hi. unfold below in Hi. set (u := (Z.of_nat i + Z.of_nat L)%Z).
  assert (waiting u = count (is_recv (Z.of_nat i)) E) as Ew by (unfold waiting, u; do 2 f_equal; lia).
  rewrite <- Ew.
  rewrite (count_ext _ (fun p => is_send u (nth p E dflt) && (count (is_send u) (firstn p E) <? waiting u))).
  - rewrite first_ones. pose proof (st_rest _ _ _ HS (Z.of_nat i) ltac:(lia) ltac:(lia)) as H. fold u in H.
    lia.
  - intros p Hp. apply in_seq in Hp. unfold send_of.
    change (is_send u (nth p E dflt))
      with (match snd (nth p E dflt) with Some x => (x =? u)%Z | None => false end).
    destruct (snd (nth p E dflt)) as [x|] eqn:Es; cbn [andb]; [|apply Nat.eqb_neq; unfold below; lia].
    apply send_int in Es as [Hx _]; [|lia]. destruct (Z.eqb_spec x u) as [->|Hn]; cbn [andb].
    + destruct (_ <? _); [apply Nat.eqb_eq; unfold u; lia|apply Nat.eqb_neq; unfold below; lia].
    + destruct (_ <? _); apply Nat.eqb_neq; unfold below, u in *; lia.
Qed.

(* Closed words are rows of the formula. *)
Lemma words_rows : rows_of L t P value_of send_of before_of after_of first_of origin_of.
Proof.
  assert (forall p, p < P -> send_of p <= below L t) as Hsend.
  { intros p Hp. unfold send_of. destruct (snd (nth p E dflt)) as [u|] eqn:Es; [|lia].
    apply send_int in Es as [Hu _]; [|exact Hp]. destruct (_ <? _); unfold below; lia. }
  assert (count (fun p => value_of p =? t) (seq 0 P) = 1) as Hroot.
  { rewrite values_count. apply (st_root _ _ _ HS). }
  split.
  - intros p Hp. destruct (value_int p Hp). lia.
  - exact Hsend.
  - intros p Hp. destruct (row_legal p Hp) as (Hw & Hk & ->). apply (holding_zero L t); assumption.
  - intros p u Hp Hu. destruct (row_legal p Hp) as (Hw & Hk & ->). apply holding_after; [exact Hk|lia].
  - intros p u Hp. destruct (row_legal p Hp) as (Hw & Hk & ->). apply (holding_twice L t); assumption.
  - intros p Hp. destruct (row_legal p Hp) as (Hw & _). apply (holding_last L t); assumption.
  - intros p Hp. unfold send_of. destruct (snd (nth p E dflt)) as [u|] eqn:Es; [|lia].
    apply send_int in Es as [Hu Ha]; [|exact Hp]. destruct (_ <? _); [|lia]. intros _. rewrite <- Ha.
    f_equal. lia.
  - exact Hroot.
  - rewrite <- Hroot. transitivity (count (fun p => number L t (value_of p) =? below L t) (seq 0 P)).
    + symmetry. apply last_class.
      * intros p Hp. split; [|apply Hsend; exact Hp]. destruct (value_int p Hp). unfold number, below.
        destruct (Nat.eqb_spec (value_of p) t); lia.
      * intros i Hi. rewrite sends_count, <- values_count by exact Hi. apply count_ext. intros p Hp.
        unfold number, below in *. destruct (Nat.eqb_spec (value_of p) t); [|reflexivity].
        destruct (Nat.eqb_spec (S (t - L)) i), (Nat.eqb_spec (value_of p) i); lia.
    + apply count_ext. intros p Hp. apply in_seq in Hp. destruct (value_int p ltac:(lia)).
      unfold number, below.
      destruct (Nat.eqb_spec (value_of p) t); [apply Nat.eqb_refl|apply Nat.eqb_neq; lia].
  - intros i Hi. rewrite sends_count, values_count by exact Hi. reflexivity.
  - intros p u Hp Hb. unfold origin_of, before_of.
    destruct Hb as [->|Hb]; [rewrite row_begin; reflexivity|].
    apply Nat.eqb_eq in Hb. rewrite Hb. reflexivity.
  - intros p u Hp Hb. apply Nat.eqb_neq in Hb. unfold origin_of, after_of, before_of.
    destruct (row_next ws p Hp) as [[_ ->]|[_ H]]; [split; reflexivity|contradiction].
  - intros p u Hp Hb. unfold origin_of, after_of.
    assert (S (snd (row ws p)) = length (fst (row ws p))) as ->; [|apply (holding_round L t), row_legal, Hp].
    destruct (Nat.eq_dec (S p) P) as [Hn|Hn]; [apply row_end; exact Hn|].
    destruct Hb as [Hb|Hb]; [contradiction|].
    apply Nat.eqb_eq in Hb.
    destruct (row_next ws p ltac:(lia)) as [[_ H]|[H _]]; [rewrite H in Hb; discriminate|exact H].
Qed.
End Words.

(* A stationary schedule gives a model. *)
Theorem stationary_faithful L t P ws : 1 <= L <= t -> stationary (Z.of_nat L) (Z.of_nat t) ws ->
  length (concat ws) = P -> exists v, sat v (stationary_formula L t P).
Proof.
  intros HL HS <-. eapply rows_sat; [exact HL| |apply words_rows; assumption].
  pose proof (st_root _ _ _ HS) as H. pose proof (count_le (is_recv (Z.of_nat t)) (concat ws)). lia.
Qed.

(* A refuted formula: no stationary schedule. *)
Theorem no_stationary L t P proof : 1 <= L <= t -> refutes (stationary_formula L t P) proof = true ->
  ~ exists ws, stationary (Z.of_nat L) (Z.of_nat t) ws /\ length (concat ws) = P.
Proof.
  intros HL HR (ws & HS & HP). destruct (stationary_faithful L t P ws HL HS HP) as (v & Hv).
  exact (refutes_sound _ _ HR v Hv).
Qed.
