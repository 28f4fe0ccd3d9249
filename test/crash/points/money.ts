import { expect } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { joined, published, type Api } from "../../harness/api.ts";
import { until } from "@tms/stack/until";
import { careful, ledgerOf, newGame, numberOf } from "./client.ts";
import type { Scene } from "./story.ts";
import type { World } from "./system.ts";

/** Money comes in and goes out. */
export const depositAndWithdrawal: Scene = async (world) => {
  const api = await newGame(world);
  const deposit = careful(api, "POST", "/wallet/ada/deposit", { amount: 100 });
  const withdrawal = careful(api, "POST", "/wallet/ada/withdraw", { amount: 30 });
  return {
    act: async () => (await deposit())?.status === 201 && (await withdrawal())?.status === 201,
    async check() {
      expect(await balanceOf(api, "ada")).toBe(70);
      expect(await ledgerOf(world, api.gameId)).toEqual({
        deposits: "1 of 10000",
        withdrawals: "1 of 3000",
      });
    },
  };
};

/** A gamer pays the fee and is in. */
export const join: Scene = async (world) => {
  const { api, path } = await walletGame(world, { ada: 100 });
  const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
  return {
    act: async () => (await request())?.status === 201,
    check: () => expectPaidJoin(world, api, path),
  };
};

const CROWD = Array.from({ length: 12 }, (_, i) => `g${i}`);

/** Gamers come at the same moment, more than can be let in one by one. */
export const crowd: Scene = async (world) => {
  const api = await newGame(world);
  const path = await published(api, { entryFee: FEE });
  const requests = CROWD.map((gamer) => careful(api, "POST", `${path}/join`, { gamer }));
  return {
    async act() {
      const answers = await Promise.all(requests.map((request) => request()));
      return answers.every((answer) => answer?.status === 201);
    },
    async check() {
      expect((await handlesIn(api, path)).toSorted()).toEqual(CROWD.toSorted());
      expect(await ledgerOf(world, api.gameId)).toEqual({ fees: "12 of 6000" });
    },
  };
};

/** A join cut off after it was charged, and never repeated by its client. */
export const recovery: Scene = async (world) => {
  const { api, path } = await walletGame(world, { ada: 100 });
  world.arm("entry", { point: "call wallet.CollectFees", side: "after", nth: 1 });
  void careful(api, "POST", `${path}/join`, { gamer: "ada" })();
  await world.died("entry");
  await world.system.restart("entry");
  return {
    async act() {
      // It is due for recovery.
      await world.db.query(`UPDATE entry.pending_join SET retry_at = now()`);
      return true;
    },
    async check() {
      const isIn = async () =>
        (await world.db.query(`SELECT FROM entry.pending_join`)).rowCount === 0;
      await until(isIn, { timeoutMs: 10_000, what: "the recovery" });
      await expectPaidJoin(world, api, path);
    },
  };
};

/** A gamer enters a tournament that costs nothing. */
export const freeJoin: Scene = async (world) => {
  const { api, path } = await walletGame(world, {}, 0);
  const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
  return {
    act: async () => (await request())?.status === 201,
    async check() {
      expect(await handlesIn(api, path)).toEqual(["ada"]);
      expect(await ledgerOf(world, api.gameId)).toEqual({});
    },
  };
};

/** A gamer cannot pay, and cannot under this key later. */
export const refusedJoin: Scene = async (world) => {
  const { api, path } = await walletGame(world, { ada: 4 });
  const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
  return {
    act: async () => (await request())?.status === 402,
    async check() {
      expect((await api.post("/wallet/ada/deposit", { amount: 100 })).status).toBe(201);
      expect((await request())?.status).toBe(402);
      expect(await handlesIn(api, path)).toEqual([]);
      expect(await balanceOf(api, "ada")).toBe(104);
      expect(await seatsOf(world, path)).toBe(0);
      expect(await ledgerOf(world, api.gameId)).toEqual({ deposits: "2 of 10400" });
    },
  };
};

const FEE = 5;

async function expectPaidJoin(world: World, api: Api, path: string): Promise<void> {
  expect(await handlesIn(api, path)).toEqual(["ada"]);
  expect(await seatsOf(world, path)).toBe(1);
  expect(await balanceOf(api, "ada")).toBe(100 - FEE);
  expect((await api.get(path)).body.tournament.prizePool).toBe(FEE);
  expect(await ledgerOf(world, api.gameId)).toEqual({ deposits: "1 of 10000", fees: "1 of 500" });
}

/** A game whose gamers pay from their wallets, with a tournament and deposits made. */
export async function walletGame(world: World, deposits: Record<string, number>, entryFee = FEE) {
  const api = await newGame(world, { payer: Payer.WALLET });
  const path = await published(api, { entryFee });
  for (const [gamer, amount] of Object.entries(deposits))
    expect((await api.post(`/wallet/${gamer}/deposit`, { amount })).status).toBe(201);
  return { api, path };
}

/** Has gamers of such a game in its tournament, with nothing left in their wallets. */
export async function paidUp(world: World, ...gamers: string[]) {
  const game = await walletGame(world, Object.fromEntries(gamers.map((gamer) => [gamer, FEE])));
  await joined(game.api, game.path, ...gamers);
  return game;
}

/** What a gamer's wallet holds. */
export const balanceOf = async (api: Api, gamer: string): Promise<number> =>
  (await api.get(`/wallet/${gamer}`)).body.wallet.balance;

/** The id in a tournament's path. */
export const idOf = (path: string): string => path.slice("/tournament/".length);

const handlesIn = async (api: Api, path: string) =>
  (await api.get(`${path}/entries`)).body.entries.map((entry) => entry.gamerHandle);

const seatsOf = (world: World, path: string) =>
  numberOf(
    world,
    `SELECT seats_taken FROM entry.registration WHERE tournament_id = $1`,
    idOf(path),
  );
