import type { Entry, Payout, StatementLine } from "@tms/sdk";

export function printRanks(title: string, rows: readonly (Entry | Payout)[]): void {
  console.log(`\n${title}`);
  for (const row of rows) {
    const amount = "amount" in row ? `  ${row.amount.toFixed(2).padStart(10)}` : "";
    console.log(`  ${String(row.rank).padStart(4)}  ${row.gamerHandle}${amount}`);
  }
}

const LABELS: Readonly<Record<string, string>> = {
  entry_fee: "entry fees in",
  payout: "payouts",
  platform_fee: "platform fee",
  refund: "refunds",
};

export async function printStatement(lines: AsyncIterable<StatementLine>): Promise<void> {
  const totals = new Map<string, { count: number; cents: number }>();
  for await (const { kind, amount } of lines) {
    const { count, cents } = totals.get(kind) ?? { count: 0, cents: 0 };
    totals.set(kind, { count: count + 1, cents: cents + Math.round(Math.abs(amount) * 100) });
  }
  console.log("\nLedger statement of the tournament");
  let balance = 0;
  for (const [kind, { count, cents }] of totals) {
    balance += kind === "entry_fee" ? cents : -cents;
    console.log(
      `  ${(LABELS[kind] ?? "other").padEnd(14)} ${String(count).padStart(6)} transfers  ${dollars(cents)}`,
    );
  }
  const paidIn = totals.get("entry_fee")?.cents ?? 0;
  const [word, sign] = balance === 0 ? ["balanced", "="] : ["NOT BALANCED", "≠"];
  console.log(`  ${word}: in ${dollars(paidIn)} ${sign} out ${dollars(paidIn - balance)}`);
}

const dollars = (cents: number): string => (cents / 100).toFixed(2).padStart(10);

const WIDTH = 40;

/** Shows a progress bar during work. Prints only its last state if stdout is not a terminal. */
export async function showProgress(
  label: string,
  total: number,
  work: (advance: (by: number) => void) => Promise<unknown>,
): Promise<void> {
  const startedAt = Date.now();
  let done = 0;
  const draw = () => {
    const filled = Math.min(WIDTH, Math.round((done / total) * WIDTH));
    const bar = "█".repeat(filled).padEnd(WIDTH, "░");
    return `${label.padEnd(20)} ${bar} ${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  };
  const { isTTY } = process.stdout;
  await work((by) => {
    done += by;
    if (isTTY) process.stdout.write(`\r${draw()}`);
  });
  process.stdout.write(`${isTTY ? "\r" : ""}${draw()}\n`);
}
