import { expect } from "vitest";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { published, tournamentBody } from "../../harness/tournament.ts";
import { careful } from "./client.ts";
import type { Row } from "./row.ts";
import type { Scene } from "./story.ts";
import type { CrashSystem } from "./system.ts";

/** What a paid tournament with one gamer tells. */
const LIFE = [
  "tournament.created",
  "tournament.published",
  "entry.joined",
  "tournament.settling",
  "ranking.frozen",
  "settlement.planned",
  "payout.paid",
  "tournament.completed",
  "settlement.done",
];

/** Causes and their effects, whoever told late of either. */
const ORDERED = [
  ["tournament.created", "tournament.published"],
  ["tournament.published", "entry.joined"],
  ["tournament.published", "tournament.settling"],
  ["tournament.settling", "ranking.frozen"],
  ["tournament.settling", "settlement.planned"],
  ["settlement.planned", "payout.paid"],
  ["payout.paid", "tournament.completed"],
  ["payout.paid", "settlement.done"],
] as const;

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
      const told = async () =>
        (await logOf(system, api.gameId)).filter(({ type }) => !ACCESS.test(type));
      await expect.poll(async () => (await told()).length).toBe(LIFE.length);
      const types = (await told()).map(({ type }) => type);
      expect(types.toSorted(byText)).toEqual(LIFE.toSorted(byText));
      for (const [cause, effect] of ORDERED)
        expect(types.indexOf(cause), `${cause} and ${effect}`).toBeLessThan(types.indexOf(effect));
      await expectGapless(system, api.gameId);
    },
  };
};

// What happened before the story, in whatever order another service tells of it.
const ACCESS = /^(game|api_key)\./;

/** An operator issues a key, which is told once. */
const access: Scene = async (system) => {
  const api = await gameIn(system);
  const games = connectTo(GameService, system.urls.game, system.token);
  const request = { requestId: newId(), gameId: api.gameId, name: "second" };
  return {
    async act() {
      try {
        return (await games.issueApiKey(request)).apiKey !== undefined;
      } catch {
        return false;
      }
    },
    async check() {
      const told = async () =>
        (await logOf(system, api.gameId)).map(({ type }) => type).toSorted(byText);
      await expect.poll(told).toEqual(["api_key.created", "api_key.created", "game.created"]);
      await expectGapless(system, api.gameId);
    },
  };
};

/** Money comes into a wallet and leaves it, each of which is told once. */
const money: Scene = async (system) => {
  const api = await gameIn(system);
  const deposit = careful(api, "POST", "/wallet/ada/deposit", { amount: 10 });
  const withdrawal = careful(api, "POST", "/wallet/ada/withdraw", { amount: 3 });
  return {
    act: async () => (await deposit())?.status === 201 && (await withdrawal())?.status === 201,
    async check() {
      const told = async () =>
        (await logOf(system, api.gameId))
          .map(({ type }) => type)
          .filter((type) => !ACCESS.test(type));
      await expect.poll(told).toEqual(["wallet.deposited", "wallet.withdrawn"]);
      await expectGapless(system, api.gameId);
    },
  };
};

/** A score is recorded and waits for a review, each of which is told once. */
const score: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api, { scoring: { reviewFrom: 100 } });
  await joined(api, path, "ada");
  const request = careful(api, "POST", `${path}/score`, { gamer: "ada", score: 100 });
  return {
    act: async () => [200, 201].includes((await request())?.status ?? 0),
    async check() {
      const told = async () =>
        (await logOf(system, api.gameId))
          .map(({ type }) => type)
          .filter((type) => type.startsWith("score."));
      await expect.poll(told).toEqual(["score.recorded", "score.held"]);
      await expectGapless(system, api.gameId);
    },
  };
};

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

async function expectGapless(system: CrashSystem, gameId: string): Promise<void> {
  const log = await logOf(system, gameId);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
}

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
  {
    title: "money in and out of a wallet being told",
    scene: money,
    points: { wallet: PUBLISHING },
  },
  {
    title: "a score that waits for a review being told",
    scene: score,
    points: { entry: ["entry.record-scores", ...PUBLISHING] },
  },
  {
    title: "the issue of a key being told",
    scene: access,
    points: { game: PUBLISHING },
  },
];
