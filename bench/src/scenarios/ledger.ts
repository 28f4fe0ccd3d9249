import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createPayingGame, CURRENCY } from "../fill.ts";
import { meterCpu, microsPerUnit } from "../processes.ts";
import type { Bench, Scenario, Values } from "../scenario.ts";

const SHAPES = {
  "one per call": { batch: 1, calls: 32 },
  "256 per call": { batch: 256, calls: 2 },
  "1,000 per call": { batch: 1_000, calls: 2 },
};

export const ledger: Scenario = {
  name: "ledger",
  title: "Transfers by the wallet over gRPC, among 10 accounts and spread over 10,000",
  primary: "transfers/s",
  ratios: [["contended", "spread"]],
  async prepare(bench) {
    const sizes = { contended: 10, spread: bench.smoke ? 100 : 10_000 };
    const { api, gamers } = await createPayingGame(bench.product, sizes.spread);
    const measurements = Object.entries(SHAPES).flatMap(([point, shape]) =>
      Object.entries(sizes).map(([series, size]) => ({
        point,
        series,
        measure: () =>
          transfer(bench, { ...shape, gameId: api.gameId, gamers: gamers.slice(0, size) }),
      })),
    );
    return [measurements];
  },
};

interface TransferLoad {
  gameId: string;
  /** The first half pays, each in turn; each call pays another account of the second half. */
  gamers: readonly string[];
  /** Transfers per call. */
  batch: number;
  /** The number of pending calls. */
  calls: number;
}

/** Makes transfers over gRPC. Throws if the wallet refuses one, since every gamer can pay. */
async function transfer(
  { product, seconds }: Bench,
  { gameId, gamers, batch, calls }: TransferLoad,
): Promise<Values> {
  const wallet = connectTo(WalletService, product.urls.wallet, product.token);
  const half = gamers.length / 2;
  let [paid, called, transfers] = [0, 0, 0];
  const account = (type: AccountType, index: number) => ({
    gameId,
    type,
    ownerId: gamers[index] ?? "",
  });
  // The journal of a withdrawal is that of the credit account. A game has one such account; here it
  // has one for each gamer of the second half, so that calls write in different journals.
  const withdrawal = (call: number) => ({
    id: newId(),
    debit: account(AccountType.GAMER, paid++ % half),
    credit: account(AccountType.EXTERNAL, half + (call % half)),
    amount: { currency: CURRENCY, minorUnits: 1n },
    kind: TransferKind.WITHDRAWAL,
  });

  const cpu = meterCpu(product.pids);
  const begunAt = performance.now();
  async function callInTurn(): Promise<void> {
    while (performance.now() < begunAt + seconds * 1_000) {
      const call = called++;
      const specs = Array.from({ length: batch }, () => withdrawal(call));
      const { outcomes } = await wallet.batchTransfer({ transfers: specs });
      if (outcomes.some(({ outcome }) => outcome.case !== "posted"))
        throw new Error("A transfer was refused.");
      transfers += outcomes.length;
    }
  }
  await Promise.all(Array.from({ length: calls }, callInTurn));
  const tookSeconds = (performance.now() - begunAt) / 1_000;
  return { "transfers/s": transfers / tookSeconds, ...microsPerUnit(cpu(), transfers) };
}
