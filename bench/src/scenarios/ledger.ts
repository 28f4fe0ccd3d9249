import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { AccountType, TransferKind, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { createPayingGame, CURRENCY } from "../fill.ts";
import { meterCpu, microsPerUnit } from "../processes.ts";
import type { Scenario } from "../scenario.ts";

// The number of transfers per call, and the number of pending calls.
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
  async prepare({ product, smoke, seconds }) {
    const sizes = { contended: 10, spread: smoke ? 100 : 10_000 };
    const { api, gamers } = await createPayingGame(product, sizes.spread);
    const wallet = connectTo(WalletService, product.urls.wallet, product.token);
    const account = (type: AccountType, index: number) => ({
      gameId: api.gameId,
      type,
      ownerId: gamers[index] ?? "",
    });

    /** Makes transfers among accounts. Throws if the wallet refuses one, because every gamer can pay. */
    async function transfer(accounts: number, { batch, calls }: { batch: number; calls: number }) {
      const half = accounts / 2;
      let [paid, called, transfers] = [0, 0, 0];
      const cpu = meterCpu(product.pids);
      const begunAt = performance.now();
      const elapsedSeconds = () => (performance.now() - begunAt) / 1_000;
      async function callInTurn(): Promise<void> {
        while (elapsedSeconds() < seconds) {
          // A withdrawal is in the journal of its credit account. Each call uses another journal, so each
          // gamer of the second half owns an external account. A real game has only one.
          const credit = account(AccountType.EXTERNAL, half + (called++ % half));
          const specs = Array.from({ length: batch }, () => ({
            id: newId(),
            debit: account(AccountType.GAMER, paid++ % half),
            credit,
            amount: { currency: CURRENCY, minorUnits: 1n },
            kind: TransferKind.WITHDRAWAL,
          }));
          const { outcomes } = await wallet.batchTransfer({ transfers: specs });
          if (outcomes.some(({ outcome }) => outcome.case !== "posted"))
            throw new Error("A transfer was refused.");
          transfers += batch;
        }
      }
      await Promise.all(Array.from({ length: calls }, callInTurn));
      const rate = transfers / elapsedSeconds();
      return { "transfers/s": rate, ...microsPerUnit(cpu(), transfers) };
    }

    const measurements = Object.entries(SHAPES).flatMap(([point, shape]) =>
      Object.entries(sizes).map(([series, accounts]) => ({
        point,
        series,
        measure: () => transfer(accounts, shape),
      })),
    );
    return [measurements];
  },
};
