import { expect } from "vitest";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { idOf, published, settled } from "../../harness/tournament.ts";
import { careful, countOf, type CrashSystem, replies, type Story } from "../crash-system.ts";

async function expectAdded(
  system: CrashSystem,
  path: string,
  { score: sum, attempts, gamers }: { score: number; attempts: number; gamers: number },
): Promise<void> {
  const count = (statement: string) => countOf(system, statement, idOf(path));
  expect(await count(`SELECT sum(score) FROM entry.standing WHERE tournament_id = $1`)).toBe(sum);
  expect(await count(`SELECT sum(entries) FROM entry.stratum WHERE tournament_id = $1`)).toBe(
    gamers,
  );
  expect(await count(`SELECT count(*) FROM entry.attempt WHERE tournament_id = $1`)).toBe(attempts);
}

/** Scores, and decisions on them. */
export const SCORES: readonly Story[] = [
  {
    title: "a gamer being disqualified and reinstated",
    points: {
      gateway: ["call entry.Disqualify", "call entry.Reinstate"],
      entry: ["entry.disqualify", "entry.reinstate"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: {} });
      await joined(api, path, "ada", "bob");
      await api.post(`${path}/score`, { gamer: "ada", score: 7 });
      const body = { gamer: "ada", reason: "a crash" };
      const out = careful(api, "PATCH", `${path}/disqualify`, body);
      const back = careful(api, "PATCH", `${path}/reinstate`, body);
      return {
        act: async () => (await out())?.status === 200 && (await back())?.status === 200,
        async check() {
          const decisions = `SELECT count(*) FROM entry.entry_decision WHERE tournament_id = $1`;
          expect(await countOf(system, decisions, idOf(path))).toBe(2);
          const counter = `SELECT disqualified FROM entry.registration WHERE tournament_id = $1`;
          expect(await countOf(system, counter, idOf(path))).toBe(0);
          const counted = `SELECT sum(entries) FROM entry.stratum WHERE tournament_id = $1`;
          expect(await countOf(system, counted, idOf(path))).toBe(1);
        },
      };
    },
  },
  {
    title: "a score being recorded",
    points: { gateway: ["call entry.BatchSubmitScore"], entry: ["entry.record-scores"] },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: { operator: "sum" } });
      await joined(api, path, "ada");
      const request = careful(api, "POST", `${path}/score`, { gamer: "ada", score: 7 });
      return {
        act: async () => [200, 201].includes((await request())?.status ?? 0),
        check: () => expectAdded(system, path, { score: 7, attempts: 1, gamers: 1 }),
      };
    },
  },
  {
    title: "many scores being recorded at once",
    points: {
      gateway: ["gateway.claim-key", "call entry.BatchSubmitScore", "gateway.keep-answer"],
      entry: ["entry.record-scores"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: { operator: "sum" } });
      await joined(api, path, "ada", "bob");
      const given = ["ada", "bob", "ada"].map((gamer, index) => ({ gamer, score: 7 + index }));
      const request = careful(api, "POST", `${path}/scores`, { scores: given });
      return {
        async act() {
          const results = (await request())?.body.results ?? [];
          return results.length > 0 && results.every(({ status }) => [200, 201].includes(status));
        },
        check: () => expectAdded(system, path, { score: 24, attempts: 3, gamers: 2 }),
      };
    },
  },
  {
    title: "a score being reviewed",
    points: { gateway: ["call entry.ReviewScores"], entry: ["entry.review-scores"] },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { scoring: {} });
      await joined(api, path, "ada");
      const { score: recorded } = (await api.post(`${path}/score`, { gamer: "ada", score: 7 }))
        .body;
      const body = { scores: [recorded.id], decision: "void", reason: "a crash" };
      const request = careful(api, "PATCH", `${path}/review`, body);
      return {
        act: replies(request, 200),
        async check() {
          const decisions = `SELECT count(*) FROM entry.attempt_decision WHERE tournament_id = $1`;
          expect(await countOf(system, decisions, idOf(path))).toBe(1);
          const used = `SELECT sum(attempts) FROM entry.standing WHERE tournament_id = $1`;
          expect(await countOf(system, used, idOf(path))).toBe(0);
          const counted = `SELECT sum(entries) FROM entry.stratum WHERE tournament_id = $1`;
          expect(await countOf(system, counted, idOf(path))).toBe(0);
        },
      };
    },
  },
  {
    title: "a tournament of scores ended with a final rank",
    points: {
      entry: ["entry.close-registration", "entry.rank-piece", "entry.freeze-ranking"],
      settlement: ["call entry.BatchFreezeRanking"],
    },
    async scene(system) {
      const api = await gameIn(system);
      const path = await published(api, { entryFee: 10, prizeSplit: [70, 30], scoring: {} });
      await joined(api, path, "ada", "bob", "cyd");
      const given = [
        { gamer: "ada", score: 1 },
        { gamer: "bob", score: 2 },
      ];
      await api.post(`${path}/scores`, { scores: given });
      const request = careful(api, "PATCH", `${path}/complete`, {
        ranks: [{ gamer: "cyd", rank: 1 }],
      });
      return {
        act: replies(request, 200),
        async check() {
          const { payouts } = await settled(api, path);
          expect(payouts.map((payout) => [payout.gamerHandle, payout.amount])).toEqual([
            ["cyd", 21],
            ["bob", 9],
          ]);
          const { standings } = (await api.get(`${path}/leaderboard`)).body;
          expect(standings.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
            ["cyd", 1],
            ["bob", 2],
            ["ada", 3],
          ]);
        },
      };
    },
  },
];
