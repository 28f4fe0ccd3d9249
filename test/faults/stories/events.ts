import { expect } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { joined } from "../../harness/gamers.ts";
import { gameIn, gamesAt } from "../../harness/game.ts";
import { published, tournamentBody } from "../../harness/tournament.ts";
import { careful, gaplessLog, type Story } from "../crash-system.ts";

/** The events of a paid tournament with one gamer. */
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

/** Causes and their effects. An effect must come later in the log. */
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

// Events of what happened before the story.
const ACCESS = /^(game|api_key)\./;

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

const PUBLISHING = ["call event.RecordEvents", "event-out.forget"];

/** Events that reach the log exactly once. */
export const EVENTS: readonly Story[] = [
  {
    title: "the events of a tournament",
    points: {
      tournament: PUBLISHING,
      entry: PUBLISHING,
      settlement: PUBLISHING,
      events: ["events.record"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const creation = careful(
        api,
        "POST",
        "/tournament/create",
        tournamentBody(api, { entryFee: 1 }),
      );
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
            (await gaplessLog(system, api.gameId)).filter(({ type }) => !ACCESS.test(type));
          await expect.poll(async () => (await told()).length).toBe(LIFE.length);
          const types = (await told()).map(({ type }) => type);
          expect(types.toSorted(byText)).toEqual(LIFE.toSorted(byText));
          for (const [cause, effect] of ORDERED)
            expect(types.indexOf(cause), `${cause} and ${effect}`).toBeLessThan(
              types.indexOf(effect),
            );
        },
      };
    },
  },
  {
    title: "the events of a wallet",
    points: { wallet: PUBLISHING },
    async scene(system) {
      const api = await gameIn(system);
      const deposit = careful(api, "POST", "/wallet/ada/deposit", { amount: 10 });
      const withdrawal = careful(api, "POST", "/wallet/ada/withdraw", { amount: 3 });
      return {
        act: async () => (await deposit())?.status === 201 && (await withdrawal())?.status === 201,
        async check() {
          const told = async () =>
            (await gaplessLog(system, api.gameId))
              .map(({ type }) => type)
              .filter((type) => !ACCESS.test(type));
          await expect.poll(told).toEqual(["wallet.deposited", "wallet.withdrawn"]);
        },
      };
    },
  },
  {
    title: "the events of a held score",
    points: { entry: ["entry.record-scores", ...PUBLISHING] },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: { reviewFrom: 100 } });
      await joined(api, path, "ada");
      const request = careful(api, "POST", `${path}/score`, { gamer: "ada", score: 100 });
      return {
        act: async () => [200, 201].includes((await request())?.status ?? 0),
        async check() {
          const told = async () =>
            (await gaplessLog(system, api.gameId))
              .map(({ type }) => type)
              .filter((type) => type.startsWith("score."));
          await expect.poll(told).toEqual(["score.recorded", "score.held"]);
        },
      };
    },
  },
  {
    title: "the event of a new key",
    points: { game: PUBLISHING },
    async scene(system) {
      const api = await gameIn(system);
      const games = gamesAt(system);
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
            (await gaplessLog(system, api.gameId)).map(({ type }) => type).toSorted(byText);
          await expect.poll(told).toEqual(["api_key.created", "api_key.created", "game.created"]);
        },
      };
    },
  },
];
