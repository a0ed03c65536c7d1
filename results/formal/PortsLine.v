(* SPDX-License-Identifier: MIT *)
(* Several ports (THEOREMS.md, 19.6): Theorem T, message by message.  The letters of the p items of a step are the numbers
   z < pm; item h has hm .. hm+m-1.  Processor b stands at s + b modulo m at step s, and sends letter p (s + b) + k by its port k. *)
From Coq Require Import List Arith Lia Bool.
From Steadycast Require Import Model UpperBound Ports PortsEvery.

(* ---- Numbers modulo m. ---- *)
Definition same (m a b : nat) := exists u v, a + m * u = b + m * v.
Lemma same_refl m a : same m a a. Proof. exists 0, 0. reflexivity. Qed.
Lemma same_sym m a b : same m a b -> same m b a.
Proof. intros (u & v & H). exists v, u. lia. Qed.
Lemma same_trans m a b c : same m a b -> same m b c -> same m a c.
Proof. intros (u & v & H) (u' & v' & H'). exists (u + u'), (v + v'). lia. Qed.
Lemma same_mod m a : m <> 0 -> same m a (a mod m).
Proof. intros Hm. exists 0, (a / m). pose proof (Nat.div_mod a m Hm). lia. Qed.
Lemma same_small m a b : a < m -> b < m -> same m a b -> a = b.
Proof. intros Ha Hb (u & v & H). destruct (Nat.lt_trichotomy u v) as [F|[F|F]]; [nia|subst; lia|nia]. Qed.
Lemma same_eq m a b : m <> 0 -> same m a b -> a mod m = b mod m.
Proof.
  intros Hm H. apply (same_small m); try (apply Nat.mod_upper_bound; exact Hm).
  apply (same_trans _ _ a); [apply same_sym, same_mod, Hm|]. apply (same_trans _ _ b); [exact H|apply same_mod, Hm].
Qed.
Lemma same_add m a b c d : same m a b -> same m c d -> same m (a + c) (b + d).
Proof. intros (u & v & H) (u' & v' & H'). exists (u + u'), (v + v'). lia. Qed.
Lemma same_less m a b c : same m (a + c) (b + c) -> same m a b.
Proof. intros (u & v & H). exists u, v. lia. Qed.
Lemma same_times m k a b : same m a b -> same m (k * a) (k * b).
Proof. intros (u & v & H). exists (k * u), (k * v). nia. Qed.
Lemma same_divides m a b : a <= b -> same m a b -> Nat.divide m (b - a).
Proof. intros Hab (u & v & H). exists (u - v). nia. Qed.
Lemma same_prime m k a b : Nat.gcd k m = 1 -> same m (k * a) (k * b) -> same m a b.
Proof.
  intros Hg. assert (forall a b, a <= b -> same m (k * a) (k * b) -> same m a b) as Q.
  { clear a b. intros a b Hab H. apply same_divides in H; [|nia]. rewrite <- Nat.mul_sub_distr_l in H.
    apply Nat.gauss in H; [|rewrite Nat.gcd_comm; exact Hg]. destruct H as [w Hw]. exists w, 0. nia. }
  intros H. destruct (Nat.le_ge_cases a b); [apply Q; assumption|apply same_sym, Q; [assumption|apply same_sym, H]].
Qed.
(* Each residue is a multiple. *)
Lemma same_reached m k w : 0 < k -> Nat.gcd k m = 1 -> exists y, same m (k * y) w.
Proof.
  intros Hk Hg. destruct (Nat.gcd_bezout_pos k m Hk) as (a & b & H). rewrite Hg in H. exists (a * w), 0, (b * w). nia.
Qed.
(* What is w more, up to m. *)
Lemma same_minus m w : m <> 0 -> same m (w + (m - 1) * w) 0.
Proof. intros Hm. exists 0, w. nia. Qed.

(* Who stands at position v of m at step s: processor b is at s + b. *)
Definition who (m v s : nat) : nat := (v + (m - 1) * s) mod m.
Lemma who_below m v s : 0 < m -> who m v s < m.
Proof. intros H. apply Nat.mod_upper_bound. lia. Qed.
Lemma who_stands m v s : 0 < m -> same m (who m v s + s) v.
Proof.
  intros H. unfold who. apply (same_trans m _ (v + (m - 1) * s + s)).
  - apply same_add; [apply same_sym, same_mod; lia|apply same_refl].
  - replace (v + (m - 1) * s + s) with (v + (s + (m - 1) * s)) by lia.
    replace v with (v + 0) at 2 by lia. apply same_add; [apply same_refl|apply same_minus; lia].
Qed.
Lemma who_is m v s b : b < m -> same m (b + s) v -> who m v s = b.
Proof.
  intros Hb H. apply (same_small m); [apply who_below; lia|exact Hb|]. apply (same_less m _ _ s).
  apply (same_trans m _ v); [apply who_stands; lia|apply same_sym, H].
Qed.

(* ---- The schedule. ---- *)
Section Line.
Variables (p L m D lam : nat) (spare : bool).
Hypothesis Hp : 0 < p.
Hypothesis Hm : 0 < m.
Hypothesis Hlam : 0 < lam.
Hypothesis Hprime : Nat.gcd lam m = 1.
Hypothesis Hprime1 : Nat.gcd (lam * p + 1) m = 1.

Definition turns := (p * L + m - 1) / m.
Definition left_out := turns * m - p * L.
Definition first (h : nat) := h * m / p.
Definition shift := L + lam * (m - left_out).
Definition place (z : nat) := lam * z + z / p + shift.
Definition offset (z : nat) := z / p - first (z / m).
Hypothesis Hoffset : forall z, z < p * m -> offset z <= D.

Local Notation who := (who m).
Definition line : port_schedule := fun a s k =>
  if k <? p then
    match a with
    | None => Some (who (first k) (s + L), (k * m) mod p, s * p + k)
    | Some b =>
        let z := p * ((s + b) mod m) + k in
        if (b <? m) && (L + offset z <=? s) then
          if z mod m =? left_out then
            if spare then Some (m, z / m, (s - (L + offset z)) * p + z / m) else None
          else Some (who (place z) (s + L), k, (s - (L + offset z)) * p + z / m)
        else None
    end
  else None.
Definition processors := if spare then S m else m.

Lemma left_out_eq : turns * m = p * L + left_out /\ left_out < m.
Proof.
  unfold left_out, turns. pose proof (Nat.div_mod (p * L + m - 1) m ltac:(lia)) as E.
  pose proof (Nat.mod_upper_bound (p * L + m - 1) m ltac:(lia)). nia.
Qed.
Lemma who_lt v s : who v s < m. Proof. apply who_below, Hm. Qed.
Lemma who_there v s b : b < m -> same m (b + s) v -> who v s = b. Proof. apply who_is. Qed.
Lemma there_who v s : same m (who v s + s) v. Proof. apply who_stands, Hm. Qed.
Lemma who_same v w s : who v s = who w s -> same m v w.
Proof. intros H. apply (same_trans m _ (who v s + s)); [apply same_sym, there_who|]. rewrite H. apply there_who. Qed.

Lemma first_le z : first (z / m) <= z / p.
Proof. apply Nat.div_le_mono; [lia|]. rewrite Nat.mul_comm. apply Nat.mul_div_le. lia. Qed.
Lemma offset_eq z : z / p = first (z / m) + offset z.
Proof. unfold offset. pose proof (first_le z). lia. Qed.
Lemma item_of z : z < p * m -> z / m < p.
Proof. intros H. apply Nat.div_lt_upper_bound; nia. Qed.
Lemma column z : z < p * m -> z / p < m.
Proof. intros H. apply Nat.div_lt_upper_bound; nia. Qed.
Lemma letter_lt y k : y < m -> k < p -> p * y + k < p * m. Proof. nia. Qed.
Lemma letter_div y k : k < p -> (p * y + k) / p = y.
Proof. intros H. rewrite Nat.mul_comm, Nat.div_add_l, Nat.div_small by lia. lia. Qed.
Lemma letter_mod y k : k < p -> (p * y + k) mod p = k.
Proof. intros H. rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. Qed.

(* Letters of one column of ports stand at different positions. *)
Lemma places_differ z z' : z < p * m -> z' < p * m -> z mod p = z' mod p -> same m (place z) (place z') -> z = z'.
Proof.
  intros Hz Hz' Hc H. unfold place in H. apply same_less in H.
  pose proof (Nat.div_mod z p ltac:(lia)) as E. pose proof (Nat.div_mod z' p ltac:(lia)) as E'. rewrite <- Hc in E'.
  pose proof (column z Hz) as C. pose proof (column z' Hz') as C'. set (i := z mod p) in *. set (y := z / p) in *. set (y' := z' / p) in *.
  assert (y = y') as ->; [|lia]. apply (same_small m); [exact C|exact C'|].
  apply (same_prime m (lam * p + 1)); [exact Hprime1|]. apply (same_less m _ _ (lam * i)).
  replace ((lam * p + 1) * y + lam * i) with (lam * z + y) by (rewrite E; nia).
  replace ((lam * p + 1) * y' + lam * i) with (lam * z' + y') by (rewrite E'; nia). exact H.
Qed.
(* The letter that is left out of item h stands, turned, where a root stands. *)
Lemma left_place h : same m (lam * (h * m + left_out) + shift) L.
Proof.
  destruct left_out_eq as [_ He]. unfold shift. exists 0, (lam * (h + 1)).
  replace (lam * (h * m + left_out) + (L + lam * (m - left_out))) with (L + lam * (h * m + (left_out + (m - left_out)))) by nia.
  replace (left_out + (m - left_out)) with m by lia. nia.
Qed.
Lemma root_place k : k < p -> exists z, z < p * m /\ z mod m = left_out /\ z mod p = (k * m) mod p /\ same m (place z) (first k).
Proof.
  intros Hk. destruct left_out_eq as [Ht He]. set (h := (k + (p - 1) * turns) mod p).
  assert (h < p) as Hh by (apply Nat.mod_upper_bound; lia).
  assert (exists q, h + turns = k + p * q) as [q Hq].
  { pose proof (Nat.div_mod (k + (p - 1) * turns) p ltac:(lia)) as E. fold h in E.
    set (w := (k + (p - 1) * turns) / p) in *. rewrite Nat.mul_sub_distr_r in E.
    assert (turns <= p * turns) by (clear -Hp; destruct p; lia).
    assert (w <= turns) as Hw by (apply Nat.nlt_ge; intros F; assert (p * (turns + 1) <= p * w) by (apply Nat.mul_le_mono_l; lia); lia).
    exists (turns - w). rewrite Nat.mul_sub_distr_l. assert (p * w <= p * turns) by (apply Nat.mul_le_mono_l; lia). lia. }
  exists (h * m + left_out).
  assert (h * m + left_out + p * L = k * m + p * (q * m)) as Hz by nia.
  pose proof (Nat.div_mod (k * m) p ltac:(lia)) as E. pose proof (Nat.mod_upper_bound (k * m) p ltac:(lia)) as Hs.
  fold (first k) in E. set (s := (k * m) mod p) in *.
  assert (L <= first k + q * m) as HL.
  { apply Nat.nlt_ge. intros F. assert (p * (first k + q * m + 1) <= p * L) by (apply Nat.mul_le_mono_l; lia). lia. }
  assert (h * m + left_out = p * (first k + q * m - L) + s) as E'.
  { rewrite Nat.mul_sub_distr_l. assert (p * L <= p * (first k + q * m)) by (apply Nat.mul_le_mono_l; lia). lia. }
  split; [nia|]. split; [|split].
  - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity.
  - rewrite E'. apply letter_mod. exact Hs.
  - unfold place. rewrite (Nat.add_comm (lam * (h * m + left_out))), <- Nat.add_assoc.
    replace ((h * m + left_out) / p) with (first k + q * m - L) by (rewrite E', letter_div by exact Hs; reflexivity).
    apply (same_trans m _ (first k + q * m - L + L)).
    + apply same_add; [apply same_refl|apply left_place].
    + exists 0, q. lia.
Qed.

Theorem line_serves : pserves p L processors (L + (L + D)) line.
Proof.
  destruct left_out_eq as [Ht He]. split.
  - intros a s k q x i H. unfold line in H. destruct (Nat.ltb_spec k p) as [Hk|]; [|discriminate].
    assert (forall v w, who v w < processors) as W.
    { intros v w. pose proof (who_lt v w). unfold processors. destruct spare; lia. }
    destruct a as [b|].
    + destruct (Nat.ltb_spec b m) as [Hb|]; [|discriminate]. cbn [andb] in H. set (z := p * ((s + b) mod m) + k) in *.
      assert (z < p * m) as Hz by (apply letter_lt; [apply Nat.mod_upper_bound; lia|exact Hk]).
      destruct (L + offset z <=? s); [|discriminate]. destruct (z mod m =? left_out).
      * unfold processors in *. destruct spare; [|discriminate]. injection H as <- <- <-.
        pose proof (item_of z Hz). lia.
      * injection H as <- <- <-. auto.
    + injection H as <- <- <-. split; [exact Hk|]. split; [apply W|apply Nat.mod_upper_bound; lia].
  - intros s k q x i H. unfold line in H. destruct (Nat.ltb_spec k p) as [Hk|]; [|discriminate]. injection H as _ _ <-.
    rewrite Nat.div_add_l, Nat.div_small by lia. lia.
  - intros b s k q x i H. unfold line in H. destruct (Nat.ltb_spec k p) as [Hk|]; [|discriminate].
    destruct (Nat.ltb_spec b m) as [Hb|]; [|discriminate]. cbn [andb] in H. set (z := p * ((s + b) mod m) + k) in *.
    assert (z < p * m) as Hz by (apply letter_lt; [apply Nat.mod_upper_bound; lia|exact Hk]).
    destruct (Nat.leb_spec (L + offset z) s) as [Hs|]; [|discriminate].
    set (beta := s - (L + offset z)) in *. assert (i = beta * p + z / m) as ->.
    { destruct (z mod m =? left_out); [destruct spare; [|discriminate]|]; injection H as _ _ <-; reflexivity. }
    exists None, beta, (z / m), ((z / m * m) mod p). split; [|unfold beta; lia]. unfold line.
    destruct (Nat.ltb_spec (z / m) p) as [_|F]; [|pose proof (item_of z Hz); lia].
    rewrite (who_there (first (z / m)) (beta + L) b Hb); [reflexivity|].
    apply (same_less m _ _ (offset z)). rewrite <- (offset_eq z).
    replace (b + (beta + L) + offset z) with (s + b) by (unfold beta; lia).
    unfold z at 1. rewrite letter_div by exact Hk. apply same_mod. lia.
  - intros a b s k k' q x i j Ha Hb.
    (* What is received by x is of that column, at the position of q; or it is the letter left out. *)
    assert (forall a k i, line a s k = Some (q, x, i) -> k < p /\
      match a with
      | None => q = who (first k) (s + L) /\ x = (k * m) mod p
      | Some b => b < m /\ let z := p * ((s + b) mod m) + k in
          z mod m = left_out /\ q = m /\ x = z / m \/ z mod m <> left_out /\ q = who (place z) (s + L) /\ x = k
      end) as Q.
    { clear. intros a k i H. unfold line in H. destruct (Nat.ltb_spec k p) as [Hk|]; [|discriminate]. split; [exact Hk|].
      destruct a as [b|]; [|injection H as <- <- <-; auto]. destruct (Nat.ltb_spec b m) as [Hb|]; [|discriminate]. cbn [andb] in H.
      split; [exact Hb|]. cbv zeta. set (z := p * ((s + b) mod m) + k) in *. destruct (L + offset z <=? s); [|discriminate].
      destruct (Nat.eqb_spec (z mod m) left_out) as [E|E].
      - destruct spare; [|discriminate]. injection H as <- <- <-. auto.
      - injection H as <- <- <-. auto. }
    assert (forall b k, b < m -> k < p -> p * ((s + b) mod m) + k < p * m) as Z.
    { intros b0 k0 Hb0 Hk0. apply letter_lt; [apply Nat.mod_upper_bound; lia|exact Hk0]. }
    (* A root and a letter. *)
    assert (forall b k k', k < p -> k' < p -> b < m -> let z := p * ((s + b) mod m) + k' in
      z mod m <> left_out -> who (first k) (s + L) = who (place z) (s + L) -> (k * m) mod p = k' -> False) as R.
    { clear -Z Hp Hm Hlam Hprime Hprime1. intros b k k' Hk Hk' Hb z Hne Hw Hx. destruct (root_place k Hk) as (z' & Hz' & He' & Hc & Hs).
      assert (z' = z) as ->; [|contradiction]. apply places_differ; [exact Hz'|apply Z; assumption| |].
      - rewrite Hc, Hx. unfold z. rewrite letter_mod by exact Hk'. reflexivity.
      - apply (same_trans m _ (first k)); [exact Hs|]. apply (who_same _ _ (s + L)). exact Hw. }
    destruct (Q a k i Ha) as [Hk Ka]. destruct (Q b k' j Hb) as [Hk' Kb]. clear Q Ha Hb.
    destruct a as [a|]; destruct b as [b|].
    + destruct Ka as [La Ka], Kb as [Lb Kb]. cbv zeta in Ka, Kb.
      set (z := p * ((s + a) mod m) + k) in *. set (z' := p * ((s + b) mod m) + k') in *.
      assert (z = z') as E.
      { destruct Ka as [(E1 & Q1 & X1)|(N1 & Q1 & X1)], Kb as [(E2 & Q2 & X2)|(N2 & Q2 & X2)].
        - pose proof (Nat.div_mod z m ltac:(lia)). pose proof (Nat.div_mod z' m ltac:(lia)).
          rewrite E1, <- X1 in *. rewrite E2, <- X2 in *. lia.
        - pose proof (who_lt (place z') (s + L)). lia.
        - pose proof (who_lt (place z) (s + L)). lia.
        - apply places_differ; [apply Z; assumption|apply Z; assumption| |].
          + unfold z, z'. rewrite !letter_mod by assumption. lia.
          + apply (who_same _ _ (s + L)). congruence. }
      assert (k = k') as <- by (rewrite <- (letter_mod ((s + a) mod m) k Hk), <- (letter_mod ((s + b) mod m) k' Hk'); fold z z'; congruence).
      split; [|reflexivity]. f_equal. apply (same_small m); [exact La|exact Lb|]. apply (same_less m _ _ s).
      assert ((s + a) mod m = (s + b) mod m) as F by (unfold z, z' in E; nia).
      rewrite !(Nat.add_comm _ s). apply (same_trans m _ ((s + a) mod m)); [apply same_mod; lia|]. rewrite F. apply same_sym, same_mod. lia.
    + exfalso. destruct Ka as [La Ka], Kb as [Q2 X2]. cbv zeta in Ka. destruct Ka as [(_ & Q1 & _)|(N1 & Q1 & X1)].
      * pose proof (who_lt (first k') (s + L)). lia.
      * apply (R a k' k); try assumption; congruence.
    + exfalso. destruct Ka as [Q1 X1], Kb as [Lb Kb]. cbv zeta in Kb. destruct Kb as [(_ & Q2 & _)|(N2 & Q2 & X2)].
      * pose proof (who_lt (first k) (s + L)). lia.
      * apply (R b k k'); try assumption; congruence.
    + destruct Ka as [Q1 X1], Kb as [Q2 X2]. assert (k = k') as <-; [|auto].
      assert (first k = first k') as F.
      { apply (same_small m); [|  |apply (who_same _ _ (s + L)); congruence]; apply Nat.div_lt_upper_bound; nia. }
      pose proof (Nat.div_mod (k * m) p ltac:(lia)) as E1. pose proof (Nat.div_mod (k' * m) p ltac:(lia)) as E2.
      fold (first k) in E1. fold (first k') in E2. rewrite <- X1, F in E1. rewrite <- X2 in E2. nia.
  - intros i q Hq. set (beta := i / p). set (h := i mod p).
    assert (h < p) as Hh by (apply Nat.mod_upper_bound; lia).
    assert (i = beta * p + h) as Hi by (pose proof (Nat.div_mod i p ltac:(lia)) as E; fold beta h in E; lia).
    (* Letter z of item h, sent at its offset. *)
    assert (forall y, y < m -> let z := h * m + y in let s := beta + (L + offset z) in
      exists b, b < m /\ (s + b) mod m = z / p /\ line (Some b) s (z mod p) =
        if y =? left_out then if spare then Some (m, h, i) else None else Some (who (place z) (s + L), z mod p, i)) as Send.
    { intros y Hy z s. assert (z < p * m) as Hz by (unfold z; nia). assert (z / m = h) as Ez.
      { unfold z. rewrite Nat.div_add_l, Nat.div_small by lia. lia. }
      assert (z mod m = y) as Em by (unfold z; rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia; reflexivity).
      exists (who (z / p) s). pose proof (column z Hz) as Hc. pose proof (who_lt (z / p) s) as Hw.
      assert ((s + who (z / p) s) mod m = z / p) as Ep.
      { rewrite <- (Nat.mod_small (z / p) m Hc) at 2. apply same_eq; [lia|]. rewrite Nat.add_comm. apply there_who. }
      split; [exact Hw|]. split; [exact Ep|]. unfold line.
      destruct (Nat.ltb_spec (z mod p) p) as [_|F]; [|pose proof (Nat.mod_upper_bound z p ltac:(lia)); lia].
      rewrite Ep. replace (p * (z / p) + z mod p) with z by (apply Nat.div_mod; lia).
      destruct (Nat.ltb_spec (who (z / p) s) m) as [_|F]; [|lia].
      destruct (Nat.leb_spec (L + offset z) s) as [_|F]; [|unfold s in F; lia]. cbn [andb]. rewrite Em, Ez.
      replace (s - (L + offset z)) with beta by (unfold s; lia). rewrite <- Hi. reflexivity. }
    assert (forall y, y < m -> beta + (L + offset (h * m + y)) + L <= beta + (L + (L + D))) as Soon.
    { intros y Hy. pose proof (Hoffset (h * m + y) ltac:(nia)). lia. }
    destruct (Nat.eq_dec q m) as [->|Hqm].
    + destruct (Send left_out He) as (b & _ & _ & E). rewrite Nat.eqb_refl in E. unfold processors in Hq. destruct spare; [|lia].
      eexists (Some b), _, _, h. split; [exact E|]. apply Soon. exact He.
    + assert (q < m) as Hq' by (unfold processors in Hq; destruct spare; lia).
      set (w := q + beta + 2 * L + (m - 1) * (first h + shift)).
      destruct (same_reached m lam w Hlam Hprime) as [y0 Hy0].
      set (y := (y0 + (m - 1) * (h * m)) mod m). assert (y < m) as Hy by (apply Nat.mod_upper_bound; lia).
      assert (same m (lam * (h * m + y) + (first h + shift)) (q + beta + 2 * L)) as Hz.
      { apply (same_trans m _ (w + (first h + shift))).
        - apply same_add; [|apply same_refl]. apply (same_trans m _ (lam * y0)); [|exact Hy0]. apply same_times.
          apply (same_trans m _ (h * m + (y0 + (m - 1) * (h * m)))).
          + apply same_add; [apply same_refl|]. apply same_sym, same_mod. lia.
          + replace (h * m + (y0 + (m - 1) * (h * m))) with (y0 + (h * m + (m - 1) * (h * m))) by lia.
            replace y0 with (y0 + 0) at 2 by lia. apply same_add; [apply same_refl|apply same_minus; lia].
        - unfold w. replace (q + beta + 2 * L + (m - 1) * (first h + shift) + (first h + shift))
            with (q + beta + 2 * L + ((first h + shift) + (m - 1) * (first h + shift))) by lia.
          replace (q + beta + 2 * L) with (q + beta + 2 * L + 0) at 2 by lia.
          apply same_add; [apply same_refl|apply same_minus; lia]. }
      destruct (Nat.eq_dec y left_out) as [Ey|Ey].
      * (* The root. *)
        exists None, beta, h, ((h * m) mod p). split; [|lia]. unfold line.
        destruct (Nat.ltb_spec h p) as [_|F]; [|lia]. rewrite <- Hi. rewrite (who_there (first h) (beta + L) q Hq'); [reflexivity|].
        apply (same_less m _ _ L). apply (same_trans m _ (lam * (h * m + y) + (first h + shift))).
        -- replace (q + (beta + L) + L) with (q + beta + 2 * L) by lia. apply same_sym, Hz.
        -- rewrite Ey. replace (lam * (h * m + left_out) + (first h + shift)) with (first h + (lam * (h * m + left_out) + shift)) by lia.
           apply same_add; [apply same_refl|apply left_place].
      * destruct (Send y Hy) as (b & _ & _ & E). destruct (Nat.eqb_spec y left_out) as [|_]; [contradiction|].
        set (z := h * m + y) in *. rewrite (who_there (place z) (beta + (L + offset z) + L) q Hq') in E.
        -- eexists (Some b), _, _, _. split; [exact E|]. apply Soon. exact Hy.
        -- unfold place. assert (z / m = h) as Ez by (unfold z; rewrite Nat.div_add_l, Nat.div_small by lia; lia).
           rewrite (offset_eq z), Ez. replace (q + (beta + (L + offset z) + L)) with (q + beta + 2 * L + offset z) by lia.
           replace (lam * z + (first h + offset z) + shift) with (lam * z + (first h + shift) + offset z) by lia.
           apply same_add; [apply same_sym, Hz|apply same_refl].
Qed.
End Line.

(* ---- lambda: prime to m, and lambda p + 1, too. ---- *)
Lemma prime_divides a b c : Nat.gcd a b = 1 -> Nat.divide c b -> Nat.gcd a c = 1.
Proof.
  intros H Hc. apply Nat.divide_1_r. rewrite <- H. apply Nat.gcd_greatest; [apply Nat.gcd_divide_l|].
  apply (Nat.divide_trans _ c); [apply Nat.gcd_divide_r|exact Hc].
Qed.
Lemma prime_mul a b c : Nat.gcd a b = 1 -> Nat.gcd a c = 1 -> Nat.gcd a (b * c) = 1.
Proof.
  intros Hb Hc. apply Nat.divide_1_r. rewrite <- Hc. apply Nat.gcd_greatest; [apply Nat.gcd_divide_l|].
  apply (Nat.gauss _ b); [apply Nat.gcd_divide_r|]. rewrite Nat.gcd_comm. apply (prime_divides b a); [|apply Nat.gcd_divide_l].
  rewrite Nat.gcd_comm. exact Hb.
Qed.
Lemma prime_pow a b k : Nat.gcd a b = 1 -> Nat.gcd a (b ^ k) = 1.
Proof. intros H. induction k; [apply Nat.gcd_1_r|]. cbn [Nat.pow]. apply prime_mul; assumption. Qed.
Lemma gcd_more a k b : Nat.gcd (a + k * b) b = Nat.gcd a b.
Proof. rewrite !(Nat.gcd_comm _ b). apply Nat.gcd_add_mult_diag_r. Qed.
(* m without the primes of q, and these. *)
Lemma part_prime q m : 0 < m -> exists u v k, m = u * v /\ Nat.gcd u q = 1 /\ Nat.divide v (q ^ k).
Proof.
  induction m as [m IH] using lt_wf_ind. intros Hm. destruct (Nat.eq_dec (Nat.gcd m q) 1) as [E|E].
  - exists m, 1, 0. split; [lia|]. split; [exact E|]. apply Nat.divide_1_l.
  - destruct (Nat.gcd_divide_l m q) as [w Hw]. destruct (Nat.gcd_divide_r m q) as [x Hx]. set (g := Nat.gcd m q) in *.
    assert (g <> 0) as Hg by (intros F; rewrite F in Hw; lia).
    destruct (IH w ltac:(nia) ltac:(nia)) as (u & v & k & H1 & H2 & H3). exists u, (v * g), (S k).
    split; [nia|]. split; [exact H2|]. destruct H3 as [y Hy]. exists (x * y). cbn [Nat.pow]. rewrite Hy, Hx at 1. nia.
Qed.
Lemma lambda_there p m : 0 < m -> Nat.gcd 2 m = 1 \/ Nat.gcd 2 (p + 1) = 1 ->
  exists lam, 0 < lam /\ Nat.gcd lam m = 1 /\ Nat.gcd (lam * p + 1) m = 1.
Proof.
  intros Hm H2. destruct (part_prime (p + 1) m Hm) as (u & v & k & E & Hu & Hv).
  assert (0 < u) as Hu0 by nia. assert (Nat.gcd 2 v = 1) as Hv2.
  { destruct H2 as [H2|H2]; [apply (prime_divides 2 m); [exact H2|exists u; exact E]|].
    apply (prime_divides 2 ((p + 1) ^ k)); [apply prime_pow; exact H2|exact Hv]. }
  assert (Nat.gcd u v = 1) as Huv by (apply (prime_divides u ((p + 1) ^ k)); [apply prime_pow; exact Hu|exact Hv]).
  destruct (Nat.gcd_bezout_pos u v Hu0) as (a & b & B). rewrite Huv in B. exists (1 + a * u). split; [lia|]. rewrite E. split.
  - apply prime_mul.
    + rewrite gcd_more. apply Nat.gcd_1_l.
    + replace (1 + a * u) with (2 + b * v) by lia. rewrite gcd_more. exact Hv2.
  - apply prime_mul.
    + replace ((1 + a * u) * p + 1) with (p + 1 + (a * p) * u) by lia. rewrite gcd_more, Nat.gcd_comm. exact Hu.
    + rewrite B. replace ((1 + (1 + b * v)) * p + 1) with (2 * p + 1 + (b * p) * v) by lia. rewrite gcd_more.
      apply (prime_divides _ ((p + 1) ^ k)); [|exact Hv]. apply prime_pow. replace (2 * p + 1) with (p + 1 * (p + 1)) by lia.
      rewrite gcd_more. replace (p + 1) with (1 + 1 * p) by lia. rewrite Nat.gcd_comm, gcd_more. apply Nat.gcd_1_l.
Qed.

(* ---- Theorem T. ---- *)
Lemma odd_prime n : Nat.Odd n -> Nat.gcd 2 n = 1.
Proof. intros [k ->]. replace (2 * k + 1) with (1 + k * 2) by lia. rewrite Nat.gcd_comm, gcd_more. reflexivity. Qed.

Theorem theorem_T p L R c N : 1 <= p -> 1 <= R -> 1 <= c <= p -> let m := p * (R - 1) + c in Nat.Odd m \/ Nat.Even p ->
  N = m \/ N = m + 1 -> ports_possible p L N (L + (L + if p mod c =? 0 then R - 1 else R)).
Proof.
  intros Hp HR Hc m Hodd HN. assert (0 < m) as Hm by (apply (Nat.lt_le_trans _ c); [lia|apply Nat.le_add_l]).
  destruct (lambda_there p m Hm) as (lam & Hl & H1 & H2).
  { destruct Hodd as [H|[k H]]; [left|right]; apply odd_prime; [exact H|exists k; lia]. }
  set (D := if p mod c =? 0 then R - 1 else R).
  assert (forall z, z < p * m -> offset p m z <= D) as HD.
  { intros z Hz. unfold offset, first. set (h := z / m). pose proof (Nat.div_mod z m ltac:(lia)) as E.
    pose proof (Nat.mod_upper_bound z m ltac:(lia)) as Hy. fold h in E. set (y := z mod m) in *.
    pose proof (Nat.div_mod (h * m) p ltac:(lia)) as Er. pose proof (Nat.mod_upper_bound (h * m) p ltac:(lia)) as Hs.
    set (r := h * m / p) in *. set (s := (h * m) mod p) in *. assert (s + y < p * S D) as HsD.
    { unfold D. destruct (Nat.eqb_spec (p mod c) 0) as [Ec|Ec]; [|unfold m in Hy; nia].
      apply Nat.mod_divide in Ec; [|lia]. destruct Ec as [w Hw]. assert (s + c <= p); [|unfold m in Hy; nia].
      assert (Nat.divide c s) as [x Hx].
      { unfold s. apply (Nat.divide_add_cancel_r c (p * (h * m / p))).
        - apply Nat.divide_mul_l. exists w. exact Hw.
        - rewrite <- (Nat.div_mod (h * m) p) by lia. apply Nat.divide_mul_r. exists (w * (R - 1) + 1). unfold m. rewrite Hw. nia. }
      assert (x < w); nia. }
    assert (z / p < r + S D); [apply Nat.div_lt_upper_bound; nia|lia]. }
  destruct HN as [->| ->].
  - eexists. exact (line_serves p L m D lam false ltac:(lia) Hm Hl H1 H2 HD).
  - rewrite Nat.add_1_r. eexists. exact (line_serves p L m D lam true ltac:(lia) Hm Hl H1 H2 HD).
Qed.

(* ---- Depths from L to 2L - 1. ---- *)
Lemma pf_low p L t : L <= t < 2 * L -> pf p L t = 1 + p * (t - L + 1).
Proof.
  intros Ht. rewrite pf_sum by lia. replace (S t - L) with (t - L + 1) by lia.
  rewrite (sum_ext (t - L + 1) _ (fun _ => 1)) by (intros k Hk; apply pf_small; lia). rewrite sum_const. lia.
Qed.
(* Numbers that Theorem Q excludes are served one step later. *)
Theorem ports_late p L t N d : L <= t < 2 * L -> 1 <= d < p -> N + d = pf p L t -> ports_possible p L N (L + (t + 1)).
Proof.
  intros Ht Hd HN. rewrite pf_low in HN by exact Ht. set (R := t - L + 1) in *. set (j := p - d) in *.
  assert (N = p * (R - 1) + j + 1) as EN.
  { assert (p * R = p * (R - 1) + p) by (unfold R; rewrite Nat.add_sub, Nat.mul_add_distr_l; lia). unfold j. lia. }
  assert (exists c, 1 <= c <= p /\ (Nat.Odd (p * (R - 1) + c) \/ Nat.Even p) /\
    (N = p * (R - 1) + c \/ N = p * (R - 1) + c + 1)) as (c & Hc & Hodd & Hm).
  { destruct (Nat.Even_or_Odd N) as [HE|HO].
    - exists j. split; [unfold j; lia|]. split; [|right; lia]. left. destruct HE as [k Hk]. exists (k - 1).
      clear -EN Hk. generalize dependent (p * (R - 1)). intros. lia.
    - exists (j + 1). split; [unfold j; lia|]. split; [|left; lia]. left. destruct HO as [k Hk]. exists k. lia. }
  apply (ports_later p L N (L + (L + if p mod c =? 0 then R - 1 else R))).
  - unfold R. destruct (p mod c =? 0); lia.
  - apply theorem_T; [lia|unfold R; lia|exact Hc|exact Hodd|exact Hm].
Qed.
(* With four ports all numbers up to f_t are served, in each depth. *)
Theorem four_ports_every L t N : 1 <= L -> ports_possible 4 L N (L + t) <-> N <= pf 4 L t.
Proof.
  intros HL. split; [apply ports_bound; lia|]. induction t as [|t IH]; intros HN; [apply four_ports; lia|].
  destruct (Nat.le_gt_cases N (pf 4 L t)) as [Hlow|Hlow]; [apply (ports_later 4 L N (L + t)); [lia|apply IH; exact Hlow]|].
  destruct (Nat.le_gt_cases (S t) L) as [H1|H1]; [apply four_ports; lia|].
  destruct (Nat.le_gt_cases (2 * L) (S t)) as [H2|H2]; [apply four_ports; lia|].
  rewrite pf_low in HN, Hlow by lia. set (R := S t - L + 1) in *.
  assert (N = 4 * (R - 1) + 2 \/ N = 4 * (R - 1) + 3 \/ N = 4 * R \/ N = 1 + 4 * R) as HC by (unfold R in *; lia).
  assert (forall c, c = 1 \/ c = 2 -> N = 4 * (R - 1) + c + 1 -> ports_possible 4 L N (L + S t)) as Q.
  { intros c Hc E. assert (4 mod c = 0) as E4 by (destruct Hc; subst c; reflexivity).
    assert (1 <= R) as HR by (unfold R; lia). assert (R - 1 = S t - L) as ER by (unfold R; lia). clearbody R.
    assert (1 <= c <= 4) as Hc4 by lia.
    pose proof (theorem_T 4 L R c N ltac:(lia) HR Hc4 (or_intror (ex_intro _ 2 eq_refl)) (or_intror E)) as Q. rewrite E4 in Q. cbn [Nat.eqb] in Q.
    rewrite ER in Q. replace (S t) with (L + (S t - L)) by lia. exact Q. }
  destruct HC as [E|[E|HC]]; [apply (Q 1); lia|apply (Q 2); lia|].
  apply ports_every; [lia|exact HL| |rewrite pf_low by lia; fold R; lia].
  destruct HC as [->| ->]; [right|left]; rewrite ?(Nat.add_comm 1), (Nat.mul_comm 4).
  - apply Nat.mod_mul. lia.
  - rewrite Nat.add_comm, Nat.mod_add by lia. reflexivity.
Qed.
