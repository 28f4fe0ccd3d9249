import type { MutantFile } from "./mutant.ts";

/** The division of the pool. */
export const plan: readonly MutantFile[] = [
  {
    file: "services/settlement/src/steps/plan.ts",
    tests: ["services/settlement/test/settle."],
    mutants: [
      [`settlement.kind === "refund"`, `false`],
      [`settlement.kind === "refund"`, `true`],
      [`totalMinor + planned.feeMinor !== settlement.poolMinor`, `false`],
      [`totalMinor + planned.feeMinor`, `totalMinor`],
      [`entries !== count`, `false`],
      [`payouts: count`, `payouts: 0`],
      [`Math.max(1, split.length)`, `1`],
      [`settlement.poolMinor ?? 0n`, `0n`],
      [`platformFeeBps: tournament.platformFeeBps`, `platformFeeBps: 0`],
      [`> lastRank) break`, `>= lastRank) break`],
      [`entries: frozen.entries`, `entries: 0`],
      [`page, false, payouts`, `page, true, payouts`],
      [`payer === Payer.GAME`, `payer !== Payer.GAME`],
      [`before + index + 1`, `index + 1`],
      [`entries += page.entryIds.length`, `entries = page.entryIds.length`],
      [`if (payouts.length > 0)`, `if (payouts.length > 1)`],
      [`rankBefore = page.ranks.at(-1) ?? 0;`, ``],
    ],
  },
  {
    file: "services/settlement/src/steps/payouts.ts",
    tests: ["services/settlement/test/settle."],
    mutants: [
      ["rank !== (index === 0 ? rankBefore : entries.ranks[index - 1])", "true"],
      ["rank !== (index === 0 ? rankBefore : entries.ranks[index - 1])", "false"],
      [`if (amountMinor === 0n) return [];\n    const`, `const`],
      [`derivedId("payout", entryId)`, `derivedId("payout", String(rank))`],
      [`isEarliest ? prize.remainderMinor : 0n`, `0n`],
      [`prize.eachMinor + `, ``],
      [`if (amountMinor === 0n) return [];\n  return`, `return`],
      [`derivedId("refund", entryId)`, `derivedId("refund", String(index))`],
    ],
  },
];
