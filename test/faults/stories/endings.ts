import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { until } from "@tms/stack/until";
import { joined, manyJoined } from "../../harness/gamers.ts";
import { idOf, published, settled } from "../../harness/tournament.ts";
import { gameIn } from "../../harness/game.ts";
import { countOf, ledgerOf, sends, type Story } from "../crash-system.ts";
import { balanceOf, paidUp } from "./money.ts";

// One more than a page of standings, and a batch of payouts, holds.
const MANY = 1_001;

const CANCELLED = { status: "cancelled", prizePool: 0, winners: [] };
const REFUNDED = { deposits: "2 of 1000", fees: "2 of 1000", refunds: "2 of 1000" };

/** Tournaments that end with refunds, in several batches, or after failures. */
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
      return {
        act: sends(api, ["PATCH", `${path}/cancel`]),
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
      return {
        act: sends(api, ["PATCH", `${path}/complete`]),
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
    title: "a settlement that fails while a service is away",
    points: {
      tournament: ["outbox.record-failure"],
      settlement: ["settlement.record-failure"],
    },
    async scene(system) {
      const { api, path } = await paidUp(system, "ada");
      await system.kill("entry");
      return {
        act: sends(api, ["PATCH", `${path}/complete`]),
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
      return {
        act: sends(api, ["PATCH", `${path}/complete`]),
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
