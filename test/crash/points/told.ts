import { expect } from "vitest";
import { gameIn } from "../../harness/game.ts";
import { tournamentBody } from "../../harness/tournament.ts";
import { careful } from "./client.ts";
import type { Row } from "./row.ts";
import type { Scene } from "./story.ts";
import type { CrashSystem } from "./system.ts";

/** What a paid tournament with one gamer tells, in the order of causes. */
const LIFE = [
  "tournament.created",
  "tournament.published",
  "entry.joined",
  "tournament.settling",
  "settlement.planned",
  "payout.paid",
  "tournament.completed",
];

/** A tournament from its creation to its payout, each step of which is told once. */
const life: Scene = async (system) => {
  const api = await gameIn(system);
  const creation = careful(api, "POST", "/tournament/create", tournamentBody(api, { entryFee: 1 }));
  let steps: (() => Promise<{ status: number } | undefined>)[] | undefined;
  return {
    async act() {
      const id = (await creation())?.body.tournament.id;
      if (id === undefined) return false;
      steps ??= [
        careful(api, "PATCH", `/tournament/${id}/publish`),
        careful(api, "POST", `/tournament/${id}/join`, { gamer: "ada" }),
        careful(api, "PATCH", `/tournament/${id}/complete`),
      ];
      for (const step of steps) if (((await step())?.status ?? 500) >= 300) return false;
      return true;
    },
    async check() {
      const told = () => logOf(system, api.gameId);
      // The end of the settlement and the completion are told by two services, in any order.
      const whole = { timeout: 60_000, interval: 100 };
      await expect.poll(async () => (await told()).length, whole).toBe(LIFE.length + 1);
      const log = await told();
      const types = log.map(({ type }) => type);
      expect(types.filter((type) => type !== "settlement.done")).toEqual(LIFE);
      expect(types).toContain("settlement.done");
      expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
    },
  };
};

async function logOf({ db }: CrashSystem, gameId: string) {
  const { rows } = await db.query<{ type: string; sequence: number }>(
    `SELECT type, sequence::int FROM events.event WHERE game_id = $1 ORDER BY sequence`,
    [gameId],
  );
  return rows;
}

const PUBLISHING = ["call event.RecordEvents", "event-out.forget"];

/** What changed is told to integrators, once. */
export const TOLD: readonly Row[] = [
  {
    title: "a tournament's life being told",
    scene: life,
    points: {
      tournament: PUBLISHING,
      entry: PUBLISHING,
      settlement: PUBLISHING,
      events: ["events.record"],
    },
  },
];
