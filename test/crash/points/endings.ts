import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { until } from "@tms/stack/until";
import { joined, manyJoined } from "../../harness/gamers.ts";
import { idOf, published, settled } from "../../harness/tournament.ts";
import { gameIn } from "../../harness/game.ts";
import { careful, ledgerOf, numberOf } from "./client.ts";
import { balanceOf, paidUp } from "./money.ts";
import type { Scene } from "./story.ts";

/** A tournament is called off and every fee goes back. */
export const cancel: Scene = async (system) => {
  const { api, path } = await paidUp(system, "ada", "bob");
  const request = careful(api, "PATCH", `${path}/cancel`);
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      expect((await settled(api, path)).kind).toBe("refund");
      expect((await api.get(path)).body.tournament).toMatchObject(CANCELLED);
      expect([await balanceOf(api, "ada"), await balanceOf(api, "bob")]).toEqual([5, 5]);
      expect(await ledgerOf(system, api.gameId)).toEqual(REFUNDED);
    },
  };
};

/** A tournament ends with fewer gamers than it needs. */
export const tooFew: Scene = async (system) => {
  const { api } = await paidUp(system, "cyd");
  const path = await published(api, { entryFee: 5, minEntries: 3 });
  await api.post("/wallet/ada/deposit", { amount: 5 });
  await joined(api, path, "ada");
  const request = careful(api, "PATCH", `${path}/complete`);
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      expect((await settled(api, path)).kind).toBe("refund");
      expect((await api.get(path)).body.tournament).toMatchObject(CANCELLED);
      expect(await balanceOf(api, "ada")).toBe(5);
      expect((await ledgerOf(system, api.gameId))["refunds"]).toBe("1 of 500");
    },
  };
};

/** A game ends its tournament with the ranks it gives. */
export const complete: Scene = async (system) => {
  const api = await gameIn(system, { platformFeeBps: 1_000 });
  const path = await published(api, { entryFee: 10, prizeSplit: [70, 30] });
  await joined(api, path, "ada", "bob", "cyd");
  const ranks = ["bob", "ada", "cyd"].map((gamer, index) => ({ gamer, rank: index + 1 }));
  const request = careful(api, "PATCH", `${path}/complete`, { ranks });
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      const { payouts } = await settled(api, path);
      expect(payouts.map((p) => [p.gamerHandle, p.amount])).toEqual([
        ["bob", 18.9],
        ["ada", 8.1],
      ]);
      const [winner] = payouts;
      expect((await api.get(path)).body.tournament).toMatchObject({
        status: "completed",
        prizePool: 0,
        winners: [winner?.gamer],
      });
      expect([await balanceOf(api, "bob"), await balanceOf(api, "ada")]).toEqual([18.9, 8.1]);
      expect(await ledgerOf(system, api.gameId)).toEqual({
        fees: "3 of 3000",
        platform: "1 of 300",
        payouts: "2 of 2700",
      });
    },
  };
};

// Far enough off for a busy machine to have the gamer in, and the fault armed, before it.
const ENDS_IN_MS = 4_000;

/** A tournament ends by itself. */
export const end: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api, { entryFee: 10 }, ENDS_IN_MS);
  await joined(api, path, "ada");
  return {
    act: () => Promise.resolve(true),
    async check() {
      await settled(api, path);
      expect(await balanceOf(api, "ada")).toBe(10);
      expect(await ledgerOf(system, api.gameId)).toEqual({
        fees: "1 of 1000",
        payouts: "1 of 1000",
      });
    },
  };
};

// One more than a page of standings, and a batch of payouts, holds.
const MANY = 1_001;

/** More gamers win than are paid, or recorded, at a time. */
export const many: Scene = async (system) => {
  const api = await gameIn(system, { platformFeeBps: 1_000 });
  const path = await published(api, { entryFee: 1 });
  const gamers = Array.from({ length: MANY }, (_, i) => `g${i}`);
  await manyJoined(system, api, path, gamers);
  const request = careful(api, "PATCH", `${path}/complete`);
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      expect(await settled(api, path)).toMatchObject({ pool: MANY, platformFee: MANY / 10 });
      const { tournament } = (await api.get(path)).body;
      expect(tournament).toMatchObject({ status: "completed", prizePool: 0 });
      expect(new Set(tournament.winners).size).toBe(MANY);
      expect(tournament.winners).toHaveLength(MANY);
      expect(await ledgerOf(system, api.gameId)).toEqual({
        fees: `${MANY} of ${MANY * 100}`,
        platform: `1 of ${MANY * 10}`,
        payouts: `${MANY} of ${MANY * 90}`,
      });
    },
  };
};

/** A tournament ends while the entry service is away, so that settling it fails at first. */
export const entryAway: Scene = async (system) => {
  const { api, path } = await paidUp(system, "ada");
  await system.kill("entry");
  const request = careful(api, "PATCH", `${path}/complete`);
  return {
    act: async () => (await request())?.status === 200,
    async mend() {
      const failed = () =>
        numberOf(
          system,
          `SELECT failures FROM settlement.settlement WHERE tournament_id = $1`,
          idOf(path),
        );
      await until(failed, { timeoutMs: 60_000, what: "a failure of the settlement" });
      await system.startAgain("entry");
    },
    async check() {
      await settled(api, path);
      expect(await balanceOf(api, "ada")).toBe(5);
      expect(await ledgerOf(system, api.gameId)).toEqual({
        deposits: "1 of 500",
        fees: "1 of 500",
        payouts: "1 of 500",
      });
    },
  };
};

/** An operator has a dead settlement run again. */
export const retry: Scene = async (system) => {
  const { api, path } = await paidUp(system, "ada");
  const tournamentId = idOf(path);
  await system.db.query(
    `UPDATE settlement.settlement SET dead_at = now(), last_error = 'for a test'
     WHERE tournament_id = $1`,
    [tournamentId],
  );
  expect((await api.patch(`${path}/complete`)).status).toBe(200);
  const settlements = connectTo(SettlementService, system.urls.settlement, system.token);
  return {
    async act() {
      try {
        await settlements.retrySettlement({ requestId: newId(), tournamentId });
        return true;
      } catch (error) {
        // The attempt before came through after all.
        return refusedFor(error, "SETTLEMENT_NOT_DEAD") !== undefined;
      }
    },
    async check() {
      await settled(api, path);
      expect(await balanceOf(api, "ada")).toBe(5);
      expect((await ledgerOf(system, api.gameId))["payouts"]).toBe("1 of 500");
    },
  };
};

const CANCELLED = { status: "cancelled", prizePool: 0, winners: [] };
const REFUNDED = { deposits: "2 of 1000", fees: "2 of 1000", refunds: "2 of 1000" };
