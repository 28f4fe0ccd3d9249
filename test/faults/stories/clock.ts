import { expect } from "vitest";
import { testGameIn } from "../../harness/game.ts";
import { joined } from "../../harness/gamers.ts";
import { published, reaches, settled } from "../../harness/tournament.ts";
import { careful, type Story } from "../crash-system.ts";

const HOUR_S = 3_600;

/** Clocks of test environments. */
export const CLOCK: readonly Story[] = [
  {
    title: "a test environment's clock being advanced",
    points: {
      gateway: ["call clock.AdvanceClock"],
      game: [
        "game.advance-clock",
        "call entry.AdvanceEntryClock",
        "call tournament.AdvanceTournamentClock",
        "call settlement.AdvanceSettlementClock",
        "game.record-told",
        "game.finish-advance",
      ],
      entry: ["entry.advance-clock"],
      tournament: ["tournament.advance-clock"],
      settlement: ["settlement.advance-clock", "settlement.enqueue"],
    },
    async scene(system) {
      const api = await testGameIn(system);
      const path = await published(api, { entryFee: 1 });
      await joined(api, path, "ada", "bob");
      const request = careful(api, "PATCH", "/clock/advance", { bySeconds: 2 * HOUR_S });
      return {
        async act() {
          return ((await request())?.status ?? 500) < 300;
        },
        async check() {
          // The advance goes on by itself, without another request.
          await reaches(api, path, "completed");
          expect((await settled(api, path)).payouts).toHaveLength(2);
          await expect
            .poll(async () => (await api.get("/clock")).body.clock)
            .toMatchObject({ state: "ready", advancingTo: null });
          const { aheadSeconds } = (await api.get("/clock")).body.clock;
          expect(aheadSeconds).toBe(2 * HOUR_S);
          const told = async () => {
            const { events } = (await api.get("/event?types=clock.*,tournament.completed")).body;
            return events.map(({ type }) => type).toSorted();
          };
          await expect.poll(told).toEqual(["clock.advanced", "tournament.completed"]);
        },
      };
    },
  },
];
