import { connectTo } from "@tms/kit/client";
import { AccountType, TransferKind, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Reply, Settings } from "./api.ts";

/** The best entries. */
export function printStandings(entries: Reply["entries"]): void {
  console.log("\nStandings");
  for (const { rank, gamerHandle } of entries)
    console.log(`  ${String(rank).padStart(4)}  ${gamerHandle}`);
}

/** Who got what. */
export function printPayouts(payouts: Reply["payouts"]): void {
  console.log("\nPayouts");
  for (const { rank, gamerHandle, amount } of payouts)
    console.log(`  ${String(rank).padStart(4)}  ${gamerHandle}  ${amount.toFixed(2).padStart(10)}`);
}

const LABELS: Partial<Record<TransferKind, string>> = {
  [TransferKind.ENTRY_FEE]: "entry fees in",
  [TransferKind.PAYOUT]: "payouts",
  [TransferKind.PLATFORM_FEE]: "platform fee",
  [TransferKind.REFUND]: "refunds",
};

/** The statement of the tournament's prize pool, summed by what the transfers were for. */
export async function printStatement(settings: Settings, tournamentId: string): Promise<void> {
  const wallet = connectTo(WalletService, settings.walletUrl);
  const ref = {
    gameId: settings.gameId,
    type: AccountType.PRIZE_POOL,
    ownerId: tournamentId,
  };
  const totals = new Map<TransferKind, { count: number; minor: bigint }>();
  let pageToken = "";
  do {
    const page = await wallet.listTransfers({ ref, currency: "USD", pageSize: 1_000, pageToken });
    for (const { spec } of page.transfers) {
      if (!spec) continue;
      const total = totals.get(spec.kind) ?? { count: 0, minor: 0n };
      total.count++;
      total.minor += spec.amount?.minorUnits ?? 0n;
      totals.set(spec.kind, total);
    }
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  console.log("\nLedger statement of the tournament");
  for (const [kind, { count, minor }] of totals)
    console.log(
      `  ${(LABELS[kind] ?? "other").padEnd(14)} ${String(count).padStart(6)} transfers  ${dollars(minor)}`,
    );
  const into = totals.get(TransferKind.ENTRY_FEE)?.minor ?? 0n;
  const out = [...totals].reduce(
    (sum, [kind, { minor }]) => (kind === TransferKind.ENTRY_FEE ? sum : sum + minor),
    0n,
  );
  console.log(
    `  ${into === out ? "balanced" : "NOT BALANCED"}: in ${dollars(into)} = out ${dollars(out)}`,
  );
}

const dollars = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`.padStart(10);
