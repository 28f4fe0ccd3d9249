import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/wallet/test/invariants",
  "services/wallet/test/ledger.model",
  "services/wallet/test/list-book",
  "services/wallet/test/transfer.test",
];

/** The trigger that moves balances and seals books, and what the tables themselves refuse. */
export const trigger: readonly MutantFile[] = [
  {
    file: "services/wallet/migrations/0001_ledger.sql",
    tests: TESTS,
    mutants: [
      [`CHECK (balance_minor >= floor_minor)`, `CHECK (true)`],
      [`CHECK (amount_minor > 0)`, `CHECK (true)`],
      [`CHECK (debit_account_id <> credit_account_id)`, `CHECK (true)`],
      [`CHECK (abs(balance_minor) <= 9007199254740991)`, `CHECK (true)`],
      [`AND OLD.closed_at IS NOT NULL)`, `AND false)`],
    ],
  },
  {
    file: "services/wallet/migrations/0002_seals_and_closed_accounts.sql",
    tests: TESTS,
    mutants: [
      [`balance_minor + delta.amount`, `balance_minor - delta.amount`],
      [`-amount_minor AS amount`, `amount_minor AS amount`],
      [`sum(amount)::bigint`, `max(amount)::bigint`],
      [`AND account.game_id = delta.game_id`, ``],
      [`AND account.currency = delta.currency`, ``],
      [`IF moved <> touched THEN`, `IF false THEN`],
      [`IF with_closed > 0 THEN`, `IF false THEN`],
      [`bool_or(needs_open(kind, amount))`, `bool_and(needs_open(kind, amount))`],
      [`kind NOT IN (4, 5, 6)`, `kind NOT IN (5, 6)`],
      [`ELSE kind = 3 END`, `ELSE false END`],
      [`kind IN (2, 3)`, `kind IN (3)`],
      [`max(line_sequence)`, `min(line_sequence)`],
      [`THEN seals + 1 ELSE`, `THEN seals ELSE`],
      [`AND (lines = 0 OR first_sequence > account.sealed_through)`, ``],
      [`coalesce(encode(previous, 'hex'), account_id::text)`, `account_id::text`],
    ],
  },
];
