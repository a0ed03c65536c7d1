(* SPDX-License-Identifier: MIT *)
(* The lines `lrat` and `delete` of a certificate, each written as one hexadecimal number: 0-9 are themselves,
   a ends a number, b is a minus, d stands for the word delete.  So `lrat 868 5 -111 0 324 333 0` is
   0x868a5ab111a0a324a333a0a, and `delete 875 874 0` is 0xd875a874a0a.  The converter certificate.awk writes them
   so.  Nothing has to be proved of this file: if it read wrongly, proofs would refute nothing.  (Coq reads
   100 kB of this in a second; as strings half as much, as lists of numbers a third.) *)
From Coq Require Import List NArith.
From Steadycast Require Import Lrat.
Import ListNotations.

Inductive line := Line (digits : Number.uint).
Definition line_of (digits : Number.uint) : line := Line digits.
Definition digits_of (l : line) : Number.uint := match l with Line digits => digits end.
Declare Scope lrat_scope.
Delimit Scope lrat_scope with lrat.
Number Notation line line_of digits_of : lrat_scope.

(* The numbers that stand there, each with its sign; now is what has been read of the next one. *)
Fixpoint numbers (d : Hexadecimal.uint) (minus : bool) (now : N) : list (bool * N) :=
  (match d with
  | Hexadecimal.D0 r => numbers r minus (10 * now)
  | Hexadecimal.D1 r => numbers r minus (10 * now + 1)
  | Hexadecimal.D2 r => numbers r minus (10 * now + 2)
  | Hexadecimal.D3 r => numbers r minus (10 * now + 3)
  | Hexadecimal.D4 r => numbers r minus (10 * now + 4)
  | Hexadecimal.D5 r => numbers r minus (10 * now + 5)
  | Hexadecimal.D6 r => numbers r minus (10 * now + 6)
  | Hexadecimal.D7 r => numbers r minus (10 * now + 7)
  | Hexadecimal.D8 r => numbers r minus (10 * now + 8)
  | Hexadecimal.D9 r => numbers r minus (10 * now + 9)
  | Hexadecimal.Da r => (minus, now) :: numbers r false 0
  | Hexadecimal.Db r => numbers r true now
  | _ => []
  end)%N.

(* Up to the next 0, and what stands behind it. *)
Fixpoint part (l : list (bool * N)) : list lit * list (bool * N) :=
  match l with
  | [] => ([], [])
  | (_, N0) :: rest => ([], rest)
  | (minus, Npos x) :: rest => let (first, others) := part rest in ((negb minus, x) :: first, others)
  end.

Definition step_of (l : line) : step :=
  match l with
  | Line (Number.UIntHexadecimal (Hexadecimal.Dd d)) => Delete (map snd (fst (part (numbers d false 0))))
  | Line (Number.UIntHexadecimal d) =>
    match numbers d false 0 with
    | (_, Npos id) :: rest =>
      let (literals, others) := part rest in Add id literals (map snd (fst (part others)))
    | _ => Delete []
    end
  | _ => Delete []
  end.
Definition proof_of (lines : list line) : list step := map step_of lines.

Example lrat_line : step_of 0x868a5ab111a0a324a333a0a%lrat =
  Add 868 [(true, 5); (false, 111)]%positive [324; 333]%positive.
Proof. reflexivity. Qed.
Example delete_line : step_of 0xd875a874a0a%lrat = Delete [875; 874]%positive. Proof. reflexivity. Qed.
