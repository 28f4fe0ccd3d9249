import { expect } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { joined } from "../../harness/gamers.ts";
import { idOf, published } from "../../harness/tournament.ts";
import type { Api } from "../../harness/api.ts";
import { until } from "@tms/stack/until";
import { gameIn } from "../../harness/game.ts";
import {
  careful,
  ledgerOf,
  countOf,
  type CrashSystem,
  replies,
  type Story,
} from "../crash-system.ts";

const CROWD = Array.from({ length: 12 }, (_, i) => `g${i}`);

const FEE = 5;

async function expectPaidJoin(system: CrashSystem, api: Api, path: string): Promise<void> {
  expect(await handlesIn(api, path)).toEqual(["ada"]);
  expect(await seatsOf(system, path)).toBe(1);
  expect(await balanceOf(api, "ada")).toBe(100 - FEE);
  expect((await api.get(path)).body.tournament.prizePool).toBe(FEE);
  expect(await ledgerOf(system, api.gameId)).toEqual({ deposits: "1 of 10000", fees: "1 of 500" });
}

/** Creates a game whose gamers pay from their wallets, a tournament in it, and deposits. */
export async function walletGame(
  system: CrashSystem,
  deposits: Record<string, number>,
  entryFee = FEE,
) {
  const api = await gameIn(system, { payer: Payer.WALLET });
  const path = await published(api, { entryFee });
  for (const [gamer, amount] of Object.entries(deposits))
    expect((await api.post(`/wallet/${gamer}/deposit`, { amount })).status).toBe(201);
  return { api, path };
}

/** Creates such a game, and joins gamers who then have nothing left. */
export async function paidUp(system: CrashSystem, ...gamers: string[]) {
  const game = await walletGame(system, Object.fromEntries(gamers.map((gamer) => [gamer, FEE])));
  await joined(game.api, game.path, ...gamers);
  return game;
}

/** Returns the balance of a gamer's wallet. */
export const balanceOf = async (api: Api, gamer: string): Promise<number> =>
  (await api.get(`/wallet/${gamer}`)).body.wallet.balance;

const handlesIn = async (api: Api, path: string) =>
  (await api.get(`${path}/entries`)).body.entries.map((entry) => entry.gamerHandle);

const seatsOf = (system: CrashSystem, path: string) =>
  countOf(
    system,
    `SELECT seats_taken FROM entry.registration WHERE tournament_id = $1`,
    idOf(path),
  );

/** Money that comes in, goes out and pays for seats. */
export const MONEY: readonly Story[] = [
  {
    title: "a deposit and a withdrawal",
    points: {
      gateway: ["call wallet.BatchTransfer", "call wallet.BatchTransfer#2"],
      wallet: ["wallet.post", "wallet.post#2"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const deposit = careful(api, "POST", "/wallet/ada/deposit", { amount: 100 });
      const withdrawal = careful(api, "POST", "/wallet/ada/withdraw", { amount: 30 });
      return {
        act: async () => (await deposit())?.status === 201 && (await withdrawal())?.status === 201,
        async check() {
          expect(await balanceOf(api, "ada")).toBe(70);
          expect(await ledgerOf(system, api.gameId)).toEqual({
            deposits: "1 of 10000",
            withdrawals: "1 of 3000",
          });
        },
      };
    },
  },
  {
    title: "a join",
    points: {
      gateway: ["gateway.claim-key", "call entry.BatchJoin", "gateway.keep-answer"],
      entry: [
        "entry.open-registration",
        "entry.take-seats",
        "call wallet.CollectFees",
        "entry.confirm",
      ],
      // The pool opens with the first transfer into it.
      wallet: ["wallet.collect-fees", "wallet.post"],
    },
    async scene(system) {
      const { api, path } = await walletGame(system, { ada: 100 });
      const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
      return {
        act: replies(request, 201),
        check: () => expectPaidJoin(system, api, path),
      };
    },
  },
  {
    title: "joins that travel together",
    points: { gateway: ["call entry.BatchJoin"] },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { entryFee: FEE });
      const requests = CROWD.map((gamer) => careful(api, "POST", `${path}/join`, { gamer }));
      return {
        async act() {
          const answers = await Promise.all(requests.map((request) => request()));
          return answers.every((answer) => answer?.status === 201);
        },
        async check() {
          expect((await handlesIn(api, path)).toSorted()).toEqual(CROWD.toSorted());
          expect(await ledgerOf(system, api.gameId)).toEqual({ fees: "12 of 6000" });
        },
      };
    },
  },
  {
    title: "joins of one request",
    points: {
      gateway: ["call entry.BatchJoin", "gateway.keep-answer"],
      entry: ["entry.take-seats", "call wallet.CollectFees", "entry.confirm"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { entryFee: FEE });
      const gamers = CROWD.map((gamer, n) => (n % 2 === 0 ? gamer : { gamer, metadata: { n } }));
      const request = careful(api, "POST", `${path}/joins`, { gamers });
      return {
        async act() {
          const answer = await request();
          return answer?.body.results.every(({ status }) => status === 201) === true;
        },
        async check() {
          expect((await handlesIn(api, path)).toSorted()).toEqual(CROWD.toSorted());
          expect(await ledgerOf(system, api.gameId)).toEqual({ fees: "12 of 6000" });
        },
      };
    },
  },
  {
    title: "the recovery of a join",
    points: { entry: ["entry.lease-pending", "entry.confirm"] },
    async scene(system) {
      const { api, path } = await walletGame(system, { ada: 100 });
      system.arm("entry", { point: "call wallet.CollectFees", side: "after", nth: 1 });
      void careful(api, "POST", `${path}/join`, { gamer: "ada" })();
      await system.died("entry");
      await system.restart("entry");
      return {
        async act() {
          // Makes the join due for recovery.
          await system.db.query(`UPDATE entry.pending_join SET retry_at = now()`);
          return true;
        },
        async check() {
          const isIn = async () =>
            (await system.db.query(`SELECT FROM entry.pending_join`)).rowCount === 0;
          await until(isIn, { timeoutMs: 60_000, what: "the recovery" });
          await expectPaidJoin(system, api, path);
        },
      };
    },
  },
  {
    title: "a join without a fee",
    points: { entry: ["entry.take-seats"] },
    async scene(system) {
      const { api, path } = await walletGame(system, {}, 0);
      const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
      return {
        act: replies(request, 201),
        async check() {
          expect(await handlesIn(api, path)).toEqual(["ada"]);
          expect(await ledgerOf(system, api.gameId)).toEqual({});
        },
      };
    },
  },
  {
    title: "a join that is refused",
    points: {
      entry: ["entry.take-seats", "call wallet.CollectFees", "entry.refuse"],
      wallet: ["wallet.collect-fees", "wallet.post"],
    },
    async scene(system) {
      const { api, path } = await walletGame(system, { ada: 4 });
      const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
      return {
        act: replies(request, 402),
        async check() {
          expect((await api.post("/wallet/ada/deposit", { amount: 100 })).status).toBe(201);
          expect((await request())?.status).toBe(402);
          expect(await handlesIn(api, path)).toEqual([]);
          expect(await balanceOf(api, "ada")).toBe(104);
          expect(await seatsOf(system, path)).toBe(0);
          expect(await ledgerOf(system, api.gameId)).toEqual({ deposits: "2 of 10400" });
        },
      };
    },
  },
];
