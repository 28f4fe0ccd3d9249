import type { MessageInitShape } from "@bufbuild/protobuf";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import {
  AccountType,
  TransferKind,
  WalletService,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Throughput } from "../ceiling/timed.ts";
import { CURRENCY } from "../fill/accounts.ts";
import type { Gamer } from "../fill/gamers.ts";
import type { BenchSystem } from "../system/system.ts";

/** How transfers are asked for. */
export interface TransferLoad {
  gameId: string;
  /** The first half pays, each in turn; each call pays another account, of as many as the rest. */
  gamers: readonly Gamer[];
  /** Transfers per call. */
  batch: number;
  /** Calls under way at once. */
  calls: number;
  seconds: number;
}

/**
 * Makes transfers over gRPC. A withdrawal stands in the journal of the account it goes to, so each
 * call writes in one journal, among however many accounts. Throws when one is refused, since every
 * gamer can pay.
 */
export async function makeTransfers(
  { urls, token }: BenchSystem,
  load: TransferLoad,
): Promise<Throughput> {
  const wallet = connectTo(WalletService, urls.wallet, token);
  const begunAt = performance.now();
  const endsAt = begunAt + load.seconds * 1_000;
  let [paid, called, rows] = [0, 0, 0];

  async function caller(): Promise<void> {
    while (performance.now() < endsAt) {
      const call = called++;
      const transfers = Array.from({ length: load.batch }, () => transferOf(load, paid++, call));
      const { outcomes } = await wallet.batchTransfer({ transfers });
      const refused = outcomes.find(({ outcome }) => outcome.case !== "posted");
      if (refused) throw new Error("a transfer was refused");
      rows += outcomes.length;
    }
  }

  await Promise.all(Array.from({ length: load.calls }, caller));
  return { rows, seconds: (performance.now() - begunAt) / 1_000, cpuMicros: undefined };
}

function transferOf(
  { gameId, gamers }: TransferLoad,
  number: number,
  call: number,
): MessageInitShape<typeof TransferSpecSchema> {
  const half = gamers.length / 2;
  const ownerId = (index: number) => gamers[index]?.id ?? "";
  return {
    id: newId(),
    debit: { gameId, type: AccountType.GAMER, ownerId: ownerId(number % half) },
    // A game has one such account; here it has one for each gamer of the second half.
    credit: { gameId, type: AccountType.EXTERNAL, ownerId: ownerId(half + (call % half)) },
    amount: { currency: CURRENCY, minorUnits: 1n },
    kind: TransferKind.WITHDRAWAL,
  };
}
