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
      [`["payout", "platform_fee", "refund"]`, `["platform_fee", "refund"]`],
      [`!REPEATABLE.has(transfer.kind)`, `REPEATABLE.has(transfer.kind)`],
      [`!REPEATABLE.has(transfer.kind)`, `true`],
      [`if (final.length > 0)`, `if (final.length > 1)`],
      [`refusalOf(transfer, decisions) ?? madeOf(transfer`, `madeOf(transfer`],
      [`if (accepted.length > 0)`, `if (accepted.length > 1)`],
      [`made.set(row.id, row);`, `void row;`],
      [`rows.length < wanted.size`, `rows.length > wanted.size`],
      [`rows = [...rows, ...opened]`, `rows = opened`],
      [`decided = sinceDecided`, `void sinceDecided`],
      [
        `? transfer.debitAccountId : transfer.creditAccountId`,
        `? transfer.creditAccountId : transfer.debitAccountId`,
      ],
      [`floorMinor: defaultFloor(type)`, `floorMinor: null`],
      [`reason: refusal.reason`, `reason: "INTERNAL"`],
    ],
  },
  {
    file: "services/wallet/src/ledger/repeated-transfers.ts",
    tests: TESTS,
    mutants: [
      [
        `for (const row of rows) decisions.set(`,
        `for (const row of rows) if (!decisions.has(row.id)) decisions.set(`,
      ],
      [`for (const row of refusals) decisions.set(`, `for (const row of []) decisions.set(`],
      [`isFor: (transfer) => sameContent(row, transfer)`, `isFor: () => true`],
      [
        `isFor: (transfer) => row.contentDigest.equals(contentDigest(transfer))`,
        `isFor: () => true`,
      ],
      [`isReason(row.reason) ? row.reason : "INTERNAL"`, `"INTERNAL"`],
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
      [`balance_minor AS "balanceMinor"`, `0::bigint AS "balanceMinor"`],
      [`floor_minor AS "floorMinor"`, `0::bigint AS "floorMinor"`],
      [`floor_minor AS "floorMinor"`, `NULL::bigint AS "floorMinor"`],
      [`closed_at AS "closedAt"`, `NULL::timestamptz AS "closedAt"`],
    ],
  },
  {
    file: "services/wallet/migrations/0001_wallet.sql",
    tests: TESTS,
    mutants: [
      [`IF EXISTS (SELECT FROM transfer`, `IF false AND EXISTS (SELECT FROM transfer`],
      [`ARRAY(SELECT transfer_id FROM refused)`, `ARRAY(SELECT transfer_id FROM refused LIMIT 1)`],
    ],
  },
];
