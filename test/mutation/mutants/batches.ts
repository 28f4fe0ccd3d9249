import type { MutantFile } from "./mutant.ts";

/**
 * The statements that nearly all fees and payouts pass through. What they merely leave to the
 * ledger, which decides it again with the same outcome, is not listed.
 */
export const batches: readonly MutantFile[] = [
  {
    file: "services/wallet/src/db/collect-fees.ts",
    tests: ["services/wallet/test/collect-fees", "services/wallet/test/ledger.race"],
    mutants: [
      [`SELECT id FROM unable\``, `SELECT id FROM unable WHERE false\``],
      [`($8::uuid[])[pool], ($9`, `($8::uuid[])[1], ($9`],
      [`($9::uuid[])[pool]`, `($9::uuid[])[1]`],
      [`($10::bigint[])[pool]`, `($10::bigint[])[1]`],
      [`'entry_fee'`, `'deposit'`],
      [`arrayLiteral(fees.payers)`, `arrayLiteral(fees.payers.toReversed())`],
      [`arrayLiteral(pools.amountsMinor)`, `arrayLiteral(pools.amountsMinor.toReversed())`],
    ],
  },
  {
    file: "services/wallet/src/db/disburse.ts",
    tests: ["services/wallet/test/disburse", "services/wallet/test/batch-disburse"],
    mutants: [
      [`amount_minor, $6, $7`, `amount_minor, $6, $3`],
      [`amount_minor, $6, $7`, `amount_minor, 'refund', $7`],
      [`arrayLiteral(row.amountsMinor)`, `arrayLiteral(row.amountsMinor.toReversed())`],
      [`arrayLiteral(row.ids)`, `arrayLiteral(row.ids.toReversed())`],
      [`(SELECT count(*) FROM locked) = cardinality($1::uuid[])`, `true`],
      [`column((row) => row.debitAccountId)`, `column(() => rows[0].debitAccountId)`],
      [`column((row) => row.currency)`, `column(() => rows[0].currency)`],
      [`column((row) => row.gameId)`, `column(() => rows[0].gameId)`],
      [`column((row) => row.kind)`, `column(() => rows[0].kind)`],
      [`column((row) => row.referenceId)`, `column(() => rows[0].referenceId)`],
      [
        `rows.flatMap((row) => row.amountsMinor)`,
        `rows.flatMap((row) => row.amountsMinor).toReversed()`,
      ],
    ],
  },
];
