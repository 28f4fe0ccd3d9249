import type { MutantFile } from "./mutant.ts";

const TESTS = ["services/wallet/test/"];

/** The ledger's dealings with its database. */
export const ledger: readonly MutantFile[] = [
  {
    file: "services/wallet/src/ledger/post.ts",
    tests: TESTS,
    mutants: [
      [`["transfer_pkey", `, `[`],
      [`"transfer_not_refused", `, ``],
      [`, "refusal_of_unmade"]`, `]`],
      [`  TransferKind.PAYOUT,\n`, ``],
      [`!REPEATABLE.has(order.kind)`, `REPEATABLE.has(order.kind)`],
      [`!REPEATABLE.has(order.kind)`, `true`],
      [`if (final.length > 0)`, `if (final.length > 1)`],
      [`if (refusal) return refusal;`, ``],
      [`if (admitted.length > 0)`, `if (admitted.length > 1)`],
      [`made.set(row.id, row);`, `void row;`],
      [`rows.length < wanted.size`, `rows.length > wanted.size`],
      [`rows = [...rows, ...opened]`, `rows = opened`],
      [`decided = sinceDecided`, `void sinceDecided`],
      [
        `? order.debitAccountId : order.creditAccountId`,
        `? order.creditAccountId : order.debitAccountId`,
      ],
      [`floorMinor: defaultFloor(ref.type)`, `floorMinor: null`],
      [`balanceMinor: row.balance_minor`, `balanceMinor: 0n`],
      [`floorMinor: row.floor_minor`, `floorMinor: 0n`],
      [`floorMinor: row.floor_minor`, `floorMinor: null`],
      [`closed: row.closed_at !== null`, `closed: false`],
      [
        `for (const row of rows) rulings.set(`,
        `for (const row of rows) if (!rulings.has(row.id)) rulings.set(`,
      ],
      [`for (const row of refused) rulings.set(`, `for (const row of []) rulings.set(`],
      [`isFor: (order) => sameContent(row, order)`, `isFor: () => true`],
      [`isFor: (order) => row.content_digest.equals(contentDigest(order))`, `isFor: () => true`],
      [`isReason(row.reason) ? row.reason : "INTERNAL"`, `"INTERNAL"`],
      [`reason: error.reason`, `reason: "INTERNAL"`],
    ],
  },
  {
    file: "services/wallet/src/db/accounts.ts",
    tests: TESTS,
    mutants: [
      [
        `ORDER BY id FOR NO KEY UPDATE`,
        `ORDER BY array_position($1::uuid[], id) FOR NO KEY UPDATE`,
      ],
      [`ORDER BY id FOR NO KEY UPDATE`, `ORDER BY id`],
      [`      ORDER BY id\n      ON CONFLICT DO NOTHING`, `      ON CONFLICT DO NOTHING`],
      [`ON CONFLICT DO NOTHING`, ``],
    ],
  },
  {
    file: "services/wallet/migrations/0004_nothing_made_is_refused.sql",
    tests: TESTS,
    mutants: [
      [`IF EXISTS (SELECT`, `IF false AND EXISTS (SELECT`],
      [`ARRAY(SELECT transfer_id FROM refused)`, `ARRAY(SELECT transfer_id FROM refused LIMIT 1)`],
    ],
  },
];
