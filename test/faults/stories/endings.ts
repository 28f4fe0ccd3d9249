import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { until } from "@tms/stack/until";
import { joined, manyJoined } from "../../harness/gamers.ts";
import { idOf, published, settled } from "../../harness/tournament.ts";
import { gameIn } from "../../harness/game.ts";
import { careful, ledgerOf, countOf, replies, type Story } from "../crash-system.ts";
import { balanceOf, paidUp } from "./money.ts";

// Far enough off for a busy machine to have the gamer in, and the fault armed, before it.
const ENDS_IN_MS = 4_000;

// One more than a page of standings, and a batch of payouts, holds.
const MANY = 1_001;

const CANCELLED = { status: "cancelled", prizePool: 0, winners: [] };
const REFUNDED = { deposits: "2 of 1000", fees: "2 of 1000", refunds: "2 of 1000" };

/** Tournaments that end: by their game, by themselves, with refunds, in several batches. */
export const ENDINGS: readonly Story[] = [
  {
    title: "a cancellation",
    points: {
      gateway: ["call tournament.CancelTournament"],
      tournament: [
        "tournament.cancel",
        "call entry.BatchCloseRegistration",
        "outbox.lease",
        "call settlement.StartRefund",
        "outbox.forget",
      ],
      entry: ["entry.close-registration"],
      settlement: [
        "settlement.schedule-refund",
        "settlement.enqueue",
        "settlement.claim",
        "call entry.BatchCloseRegistration",
        "call entry.BatchCloseRegistration#2",
        "call wallet.BatchCloseAccount",
        "settlement.begin",
        "settlement.store-payouts",
        "settlement.plan",
        "call wallet.BatchDisburse",
        "settlement.record-payment",
        "settlement.finish",
      ],
      wallet: ["wallet.close-account", "wallet.disburse"],
    },
    async scene(system) {
      const { api, path } = await paidUp(system, "ada", "bob");
      const request = careful(api, "PATCH", `${path}/cancel`);
      return {
        act: replies(request, 200),
        async check() {
          expect((await settled(api, path)).kind).toBe("refund");
          expect((await api.get(path)).body.tournament).toMatchObject(CANCELLED);
          expect([await balanceOf(api, "ada"), await balanceOf(api, "bob")]).toEqual([5, 5]);
          expect(await ledgerOf(system, api.gameId)).toEqual(REFUNDED);
        },
      };
    },
  },
  {
    title: "a tournament ended with too few gamers",
    points: {
      settlement: ["call tournament.AbandonSettlement"],
      tournament: ["tournament.abandon-settlement"],
    },
    async scene(system) {
      const { api } = await paidUp(system, "cyd");
      const path = await published(api, { entryFee: 5, minEntries: 3 });
      await api.post("/wallet/ada/deposit", { amount: 5 });
      await joined(api, path, "ada");
      const request = careful(api, "PATCH", `${path}/complete`);
      return {
        act: replies(request, 200),
        async check() {
          expect((await settled(api, path)).kind).toBe("refund");
          expect((await api.get(path)).body.tournament).toMatchObject(CANCELLED);
          expect(await balanceOf(api, "ada")).toBe(5);
          expect((await ledgerOf(system, api.gameId))["refunds"]).toBe("1 of 500");
        },
      };
    },
  },
  {
    title: "a dead settlement being run again",
    points: { settlement: ["settlement.revive"] },
    async scene(system) {
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
    },
  },
  {
    title: "a tournament ended with final ranks",
    points: {
      gateway: ["call tournament.CompleteTournament"],
      tournament: [
        "tournament.complete",
        "call settlement.ScheduleSettlement",
        "tournament.begin-settlement",
        "tournament.finish-settlement",
      ],
      entry: ["entry.rank-piece", "entry.freeze-ranking"],
      settlement: [
        "settlement.schedule",
        "call tournament.BatchBeginSettlement",
        "call entry.BatchFreezeRanking",
        "call wallet.BatchDisburse",
        "call tournament.BatchFinishSettlement",
      ],
      wallet: ["wallet.open-accounts", "wallet.disburse", "wallet.disburse#2"],
    },
    async scene(system) {
      const api = await gameIn(system, { platformFeeBps: 1_000 });
      const path = await published(api, { entryFee: 10, prizeSplit: [70, 30] });
      await joined(api, path, "ada", "bob", "cyd");
      const ranks = ["bob", "ada", "cyd"].map((gamer, index) => ({ gamer, rank: index + 1 }));
      const request = careful(api, "PATCH", `${path}/complete`, { ranks });
      return {
        act: replies(request, 200),
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
    },
  },
  {
    title: "a tournament that ends by itself",
    points: {
      settlement: ["call tournament.BatchBeginSettlement", "call entry.BatchFreezeRanking"],
      entry: ["entry.freeze-ranking"],
      tournament: ["tournament.begin-settlement"],
    },
    async scene(system) {
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
    },
  },
  {
    title: "a settlement that fails while a service is away",
    points: {
      tournament: ["outbox.record-failure"],
      settlement: ["settlement.record-failure"],
    },
    async scene(system) {
      const { api, path } = await paidUp(system, "ada");
      await system.kill("entry");
      const request = careful(api, "PATCH", `${path}/complete`);
      return {
        act: replies(request, 200),
        async mend() {
          const failed = () =>
            countOf(
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
    },
  },
  {
    title: "a settlement of several batches",
    points: {
      settlement: [
        "settlement.store-payouts",
        "settlement.renew-lease",
        "settlement.record-payment",
        "settlement.record-payment#2",
        "call wallet.BatchDisburse#2",
        "call tournament.RecordWinners",
      ],
      tournament: ["tournament.record-winners"],
      wallet: ["wallet.disburse#3"],
    },
    async scene(system) {
      const api = await gameIn(system, { platformFeeBps: 1_000 });
      const path = await published(api, { entryFee: 1 });
      const gamers = Array.from({ length: MANY }, (_, i) => `g${i}`);
      await manyJoined(system, api, path, gamers);
      const request = careful(api, "PATCH", `${path}/complete`);
      return {
        act: replies(request, 200),
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
    },
  },
];
