import type { MessageInitShape } from "@bufbuild/protobuf";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import {
  AccountType,
  TransferKind,
  WalletService,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { audit } from "@tms/test/harness/audit.ts";
import { CURRENCY, fundGamers, type Gamer } from "../fill/gamers.ts";
import { createPayingGame } from "../fill/tournaments.ts";
import { meterCpu } from "../measure/cpu.ts";
import { microsPerUnit } from "../measure/load.ts";
import type { Product } from "../product.ts";
import { interleave, type Scenario } from "../scenario.ts";

// The numbers of accounts. Half of them pay the other half.
const SIZES = {
  full: { contended: 10, spread: 10_000 },
  smoke: { contended: 10, spread: 100 },
};
const SHAPES = {
  "one per call": { batch: 1, calls: 32 },
  "256 per call": { batch: 256, calls: 2 },
  "1,000 per call": { batch: 1_000, calls: 2 },
};

export const ledger: Scenario = {
  name: "ledger",
  title:
    "Transfers of the wallet service over gRPC, between 10 accounts and between 10,000 accounts",
  primary: "transfers/s",
  ratios: [["contended", "spread"]],
  async run({ product, rounds, scale, seconds, record, say }) {
    const sizes = SIZES[scale];
    const { gameId } = await createPayingGame(product);
    const all = await fundGamers(product.db, gameId, Math.max(...Object.values(sizes)));
    const measurements = Object.entries(SHAPES).flatMap(([point, shape]) =>
      Object.entries(sizes).map(([series, size]) => async (round: number) => {
        const cpu = meterCpu(product.pids);
        const load = { gameId, gamers: all.slice(0, size), seconds, ...shape };
        const { transfers, seconds: took } = await makeTransfers(product, load);
        const micros = microsPerUnit(cpu(), transfers);
        record({ point, series, round, values: { "transfers/s": transfers / took, ...micros } });
      }),
    );
    await interleave(rounds, measurements);
    say("verifying");
    await audit(product.adminUrl);
  },
};

interface TransferLoad {
  gameId: string;
  /** The first half pays, each in turn; each call pays another account of the second half. */
  gamers: readonly Gamer[];
  /** Transfers per call. */
  batch: number;
  /** The number of pending calls. */
  calls: number;
  seconds: number;
}

/** Makes transfers over gRPC; throws if the wallet refuses one, since every gamer can pay. */
async function makeTransfers({ urls, token }: Product, load: TransferLoad) {
  const wallet = connectTo(WalletService, urls.wallet, token);
  const begunAt = performance.now();
  const endsAt = begunAt + load.seconds * 1_000;
  let [paid, called, transfers] = [0, 0, 0];

  async function callInTurn(): Promise<void> {
    while (performance.now() < endsAt) {
      const call = called++;
      const specs = Array.from({ length: load.batch }, () => transferSpec(load, paid++, call));
      const { outcomes } = await wallet.batchTransfer({ transfers: specs });
      const refused = outcomes.find(({ outcome }) => outcome.case !== "posted");
      if (refused) throw new Error("A transfer was refused.");
      transfers += outcomes.length;
    }
  }

  await Promise.all(Array.from({ length: load.calls }, callInTurn));
  return { transfers, seconds: (performance.now() - begunAt) / 1_000 };
}

function transferSpec(
  { gameId, gamers }: TransferLoad,
  number: number,
  call: number,
): MessageInitShape<typeof TransferSpecSchema> {
  const half = gamers.length / 2;
  const ownerId = (index: number) => gamers[index]?.id ?? "";
  return {
    id: newId(),
    debit: { gameId, type: AccountType.GAMER, ownerId: ownerId(number % half) },
    // The journal of a withdrawal is that of the credit account. A game has one such account; here
    // it has one for each gamer of the second half, so that calls write in different journals.
    credit: { gameId, type: AccountType.EXTERNAL, ownerId: ownerId(half + (call % half)) },
    amount: { currency: CURRENCY, minorUnits: 1n },
    kind: TransferKind.WITHDRAWAL,
  };
}
