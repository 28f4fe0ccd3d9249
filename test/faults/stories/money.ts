import { expect } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { until } from "@tms/stack/until";
import type { Api } from "../../harness/api.ts";
import { gameIn } from "../../harness/game.ts";
import { joined } from "../../harness/gamers.ts";
import { idOf, published } from "../../harness/tournament.ts";
import {
  careful,
  countOf,
  expectEvents,
  isDone,
  ledgerOf,
  sends,
  type CrashSystem,
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
export async function walletGame(system: CrashSystem, deposits: Record<string, number>) {
  const api = await gameIn(system, { payer: Payer.WALLET });
  const path = await published(api, { entryFee: FEE });
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
  (await api.get(`${path}/entries`)).body.entries.map((entry) => entry.gamerHandle).toSorted();

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
      gateway: [
        "call wallet.BatchTransfer",
        "call wallet.BatchTransfer#2",
        "call game.RecordApiKeyUses",
      ],
      wallet: [
        "wallet.post",
        "wallet.open-accounts",
        "wallet.post#2",
        "wallet.post#3",
        "call event.RecordEvents",
        "event-out.forget",
      ],
    },
    async scene(system) {
      const api = await gameIn(system);
      const used = `SELECT count(*) FROM game.api_key WHERE game_id = $1 AND last_used_at IS NOT NULL`;
      return {
        act: sends(
          api,
          ["POST", "/wallet/ada/deposit", { amount: 100 }],
          ["POST", "/wallet/ada/withdraw", { amount: 30 }],
        ),
        async check() {
          expect(await balanceOf(api, "ada")).toBe(70);
          expect(await ledgerOf(system, api.gameId)).toEqual({
            deposits: "1 of 10000",
            withdrawals: "1 of 3000",
          });
          const events = ["wallet.deposited", "wallet.withdrawn"];
          await expectEvents(system, api.gameId, /^wallet\./, events);
          await expect.poll(() => countOf(system, used, api.gameId)).toBe(1);
        },
      };
    },
  },
  {
    title: "joins with and without a fee",
    points: {
      gateway: ["gateway.claim-key", "call entry.BatchJoin", "gateway.keep-answer"],
      entry: [
        "entry.open-registration",
        "entry.take-seats",
        "call wallet.CollectFees",
        "entry.confirm",
        "entry.take-seats#2",
      ],
      // The pool opens with the first transfer into it.
      wallet: ["wallet.collect-fees", "wallet.post", "wallet.open-accounts", "wallet.post#2"],
    },
    async scene(system) {
      const { api, path } = await walletGame(system, { ada: 100 });
      const free = await published(api);
      return {
        act: sends(
          api,
          ["POST", `${path}/join`, { gamer: "ada" }],
          ["POST", `${free}/join`, { gamer: "ada" }],
        ),
        async check() {
          await expectPaidJoin(system, api, path);
          expect(await handlesIn(api, free)).toEqual(["ada"]);
        },
      };
    },
  },
  {
    title: "joins that travel together, and joins of one request",
    points: {
      gateway: ["call entry.BatchJoin", "gateway.keep-answer"],
      entry: ["entry.take-seats", "call wallet.CollectFees", "entry.confirm"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { entryFee: FEE });
      const [apart, together] = [CROWD.slice(6), CROWD.slice(0, 6)];
      const gamers = together.map((gamer, n) => (n % 2 === 0 ? gamer : { gamer, metadata: { n } }));
      const requests = [
        ...apart.map((gamer) => careful(api, "POST", `${path}/join`, { gamer })),
        careful(api, "POST", `${path}/joins`, { gamers }),
      ];
      return {
        act: async () =>
          (await Promise.all(requests.map((request) => request()))).every((one) => isDone(one)),
        async check() {
          expect(await handlesIn(api, path)).toEqual(CROWD.toSorted());
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
    title: "a join that is refused",
    points: {
      entry: ["entry.take-seats", "call wallet.CollectFees", "entry.refuse"],
      wallet: ["wallet.collect-fees", "wallet.post", "wallet.open-accounts", "wallet.post#2"],
    },
    async scene(system) {
      const { api, path } = await walletGame(system, { ada: 4 });
      const request = careful(api, "POST", `${path}/join`, { gamer: "ada" });
      return {
        act: async () => (await request())?.status === 402,
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
