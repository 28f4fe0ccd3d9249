import type { createApi, Reply } from "./api.ts";

type Api = ReturnType<typeof createApi>;

/** The best entries. */
export function printStandings(entries: Reply["entries"]): void {
  console.log("\nStandings");
  for (const { rank, gamerHandle } of entries)
    console.log(`  ${String(rank).padStart(4)}  ${gamerHandle}`);
}

/** The payouts. */
export function printPayouts(payouts: Reply["payouts"]): void {
  console.log("\nPayouts");
  for (const { rank, gamerHandle, amount } of payouts)
    console.log(`  ${String(rank).padStart(4)}  ${gamerHandle}  ${amount.toFixed(2).padStart(10)}`);
}

const LABELS: Readonly<Record<string, string>> = {
  entry_fee: "entry fees in",
  payout: "payouts",
  platform_fee: "platform fee",
  refund: "refunds",
};

/** The statement of the tournament's prize pool, summed by what the transfers were for. */
export async function printStatement(api: Api, tournamentId: string): Promise<void> {
  const totals = new Map<string, { count: number; cents: number }>();
  let cursor: string | null = "";
  do {
    const query = `limit=1000${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page: Reply = await api.get(`/tournament/${tournamentId}/statement?${query}`);
    for (const { kind, amount } of page.lines) {
      const total = totals.get(kind) ?? { count: 0, cents: 0 };
      total.count++;
      total.cents += Math.round(Math.abs(amount) * 100);
      totals.set(kind, total);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  console.log("\nLedger statement of the tournament");
  for (const [kind, { count, cents }] of totals)
    console.log(
      `  ${(LABELS[kind] ?? "other").padEnd(14)} ${String(count).padStart(6)} transfers  ${dollars(cents)}`,
    );
  const into = totals.get("entry_fee")?.cents ?? 0;
  const out = [...totals].reduce(
    (sum, [kind, { cents }]) => (kind === "entry_fee" ? sum : sum + cents),
    0,
  );
  console.log(
    `  ${into === out ? "balanced" : "NOT BALANCED"}: in ${dollars(into)} ${into === out ? "=" : "≠"} out ${dollars(out)}`,
  );
}

const dollars = (cents: number): string => (cents / 100).toFixed(2).padStart(10);
