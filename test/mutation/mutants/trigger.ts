import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/wallet/test/invariants",
  "services/wallet/test/ledger.model",
  "services/wallet/test/ledger.race",
  "services/wallet/test/list-journal",
  "services/wallet/test/transfer.test",
];

const MIGRATION = "services/wallet/migrations/0001_wallet.sql";

/** The triggers that move balances and seal journals, and what the tables themselves refuse. */
export const trigger: readonly MutantFile[] = [
  {
    file: MIGRATION,
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
    file: MIGRATION,
    tests: TESTS,
    mutants: [
      [
        `kind NOT IN ('payout', 'platform_fee', 'refund')`,
        `kind NOT IN ('platform_fee', 'refund')`,
      ],
      [`ELSE kind = 'entry_fee'\nEND`, `ELSE false\nEND`],
      [`kind IN ('withdrawal', 'entry_fee')`, `kind IN ('entry_fee')`],
      [`WHEN 'payout' THEN 4`, `WHEN 'payout' THEN 3`],
      [`WHEN 'deposit' THEN 1`, `WHEN 'deposit' THEN 2`],
      [`coalesce(encode(previous, 'hex'), account_id::text)`, `account_id::text`],
    ],
  },
  {
    file: MIGRATION,
    tests: TESTS,
    mutants: [
      [`transfer_id = ANY (ARRAY(SELECT id FROM posted))`, `false`],
      [`SELECT id FROM posted`, `SELECT id FROM posted LIMIT 1`],
      [`CONSTRAINT = 'transfer_not_refused'`, `CONSTRAINT = 'transfer_amount_positive'`],
    ],
  },
  {
    file: MIGRATION,
    tests: [...TESTS, "services/wallet/test/transfer-kinds"],
    mutants: [
      [`balance_minor + delta.amount`, `balance_minor - delta.amount`],
      [`-amount_minor AS amount`, `amount_minor AS amount`],
      [`sum(amount)::bigint`, `max(amount)::bigint`],
      [`AND account.game_id = delta.game_id`, ``],
      [`AND account.currency = delta.currency`, ``],
      [
        `IF moved <> touched THEN\n    RAISE EXCEPTION 'a transfer names`,
        `IF false THEN\n    RAISE EXCEPTION 'a transfer names`,
      ],
      [`IF with_closed > 0 THEN`, `IF false THEN`],
      [`bool_or(needs_open)`, `bool_and(needs_open)`],
      [`needs_open(kind, -amount_minor)`, `needs_open(kind, amount_minor)`],
      [`needs_open(kind, amount_minor)`, `needs_open(kind, -amount_minor)`],
      [`max(sequence) AS last_sequence`, `min(sequence) AS last_sequence`],
      [`min(sequence) AS first_sequence`, `max(sequence) AS first_sequence`],
      [`'' ORDER BY sequence) AS text`, `'' ORDER BY sequence DESC) AS text`],
      [
        `stands_in_credit(kind) THEN credit_account_id ELSE debit_account_id`,
        `stands_in_credit(kind) THEN debit_account_id ELSE credit_account_id`,
      ],
      [`id, -amount_minor, credit_account_id`, `id, amount_minor, credit_account_id`],
      [`id, amount_minor, debit_account_id`, `id, amount_minor, credit_account_id`],
      [`SET seals = seals + 1`, `SET seals = seals`],
      [`AND first_sequence > account.sealed_through`, ``],
      [
        `IF moved <> touched THEN\n    RAISE EXCEPTION 'a transfer was numbered`,
        `IF false THEN\n    RAISE EXCEPTION 'a transfer was numbered`,
      ],
      [`IF of_wrong_type > 0 THEN`, `IF false THEN`],
      [`bit_and(allowed_types)`, `bit_or(allowed_types)`],
      [`allowed_types(kind, -amount_minor)`, `allowed_types(kind, amount_minor)`],
      [`allowed_types(kind, amount_minor)`, `allowed_types(kind, -amount_minor)`],
      [`delta.allowed_types & type_bit(account.type) = 0`, `false`],
      [`WHEN 'withdrawal' THEN B'01101'`, `WHEN 'withdrawal' THEN B'11101'`],
      [`WHEN 'refund' THEN B'01100'`, `WHEN 'refund' THEN B'01110'`],
      [`WHEN 'gamer' THEN B'00100'`, `WHEN 'gamer' THEN B'00010'`],
    ],
  },
];
