import type { MessageInitShape } from "@bufbuild/protobuf";
import { connectTo } from "@tms/kit/client";
import { newId } from "@tms/kit/ids";
import {
  AccountType,
  TransferKind,
  WalletService,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import type { Throughput } from "../ceiling/timed.ts";
import { CURRENCY } from "../fill/accounts.ts";
import type { Gamer } from "../fill/gamers.ts";
import type { Build } from "../stack/build.ts";

/** How transfers are asked for. */
export interface TransferLoad {
  gameId: string;
  /** Each pays the next, round and round. */
  gamers: readonly Gamer[];
  /** Transfers per call. */
  batch: number;
  /** Calls under way at once. */
  calls: number;
  seconds: number;
}

/** Makes transfers over gRPC; throws when one is refused, since every gamer can pay. */
export async function makeTransfers({ urls }: Build, load: TransferLoad): Promise<Throughput> {
  const wallet = connectTo(WalletService, urls.wallet);
  const begunAt = performance.now();
  const endsAt = begunAt + load.seconds * 1_000;
  let at = 0;
  let rows = 0;

  async function caller(): Promise<void> {
    while (performance.now() < endsAt) {
      const transfers = Array.from({ length: load.batch }, () => transferOf(load, at++));
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
): MessageInitShape<typeof TransferSpecSchema> {
  const ownerAt = (index: number) => gamers[index % gamers.length]?.id ?? "";
  return {
    id: newId(),
    debit: { gameId, type: AccountType.GAMER, ownerId: ownerAt(number) },
    credit: { gameId, type: AccountType.GAMER, ownerId: ownerAt(number + 1) },
    amount: { currency: CURRENCY, minorUnits: 1n },
    kind: TransferKind.DEPOSIT,
  };
}
