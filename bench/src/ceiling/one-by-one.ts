import { connectTo } from "@tms/kit/rpc/client";
import { soleResult } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { CURRENCY } from "../fill/accounts.ts";
import { FEE_MINOR } from "../fill/tournaments.ts";
import type { Gamer } from "../fill/gamers.ts";
import type { BenchSystem } from "../system/system.ts";
import type { Throughput } from "./timed.ts";

/** Credits gamers one after the other, each with a call and a transaction of its own. */
export async function transferOneByOne(
  { urls, token }: BenchSystem,
  gameId: string,
  gamers: readonly Gamer[],
  seconds: number,
): Promise<Throughput> {
  const wallet = connectTo(WalletService, urls.wallet, token);
  const begunAt = performance.now();
  let rows = 0;
  while (performance.now() - begunAt < seconds * 1_000) {
    const transfer = {
      id: newId(),
      debit: { gameId, type: AccountType.EXTERNAL, ownerId: gameId },
      credit: { gameId, type: AccountType.GAMER, ownerId: gamers[rows % gamers.length]?.id ?? "" },
      amount: { currency: CURRENCY, minorUnits: BigInt(FEE_MINOR) },
      kind: TransferKind.DEPOSIT,
    };
    soleResult((await wallet.batchTransfer({ transfers: [transfer] })).outcomes);
    rows++;
  }
  return { rows, seconds: (performance.now() - begunAt) / 1_000, cpuMicros: undefined };
}
