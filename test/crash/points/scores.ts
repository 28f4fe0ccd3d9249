import { expect } from "vitest";
import { joined } from "../../harness/gamers.ts";
import { gameIn } from "../../harness/game.ts";
import { idOf, published, settled } from "../../harness/tournament.ts";
import { careful, numberOf } from "./client.ts";
import type { Scene } from "./story.ts";
import type { CrashSystem } from "./system.ts";

/** A score is recorded where scores are added up: a second time would count. */
export const score: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api, { scoring: { operator: "sum" } });
  await joined(api, path, "ada");
  const request = careful(api, "POST", `${path}/score`, { gamer: "ada", score: 7 });
  return {
    act: async () => [200, 201].includes((await request())?.status ?? 0),
    check: () => expectAdded(system, path, { score: 7, attempts: 1, gamers: 1 }),
  };
};

/** Scores of several gamers are recorded at once, none of which has a name. */
export const scores: Scene = async (system) => {
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
};

async function expectAdded(
  system: CrashSystem,
  path: string,
  { score: sum, attempts, gamers }: { score: number; attempts: number; gamers: number },
): Promise<void> {
  const count = (statement: string) => numberOf(system, statement, idOf(path));
  expect(await count(`SELECT sum(score) FROM entry.standing WHERE tournament_id = $1`)).toBe(sum);
  expect(await count(`SELECT sum(entries) FROM entry.stratum WHERE tournament_id = $1`)).toBe(
    gamers,
  );
  expect(await count(`SELECT count(*) FROM entry.attempt WHERE tournament_id = $1`)).toBe(attempts);
}

/** A tournament of scores ends, with a gamer whom its game places ahead of the scores. */
export const scoredEnd: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api, { entryFee: 10, prizeSplit: [70, 30], scoring: {} });
  await joined(api, path, "ada", "bob", "cyd");
  const given = [
    { gamer: "ada", score: 1 },
    { gamer: "bob", score: 2 },
  ];
  await api.post(`${path}/scores`, { scores: given });
  const request = careful(api, "PATCH", `${path}/complete`, { ranks: [{ gamer: "cyd", rank: 1 }] });
  return {
    act: async () => (await request())?.status === 200,
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
};

/** A gamer is taken out of the ranking and brought back, each once: the decisions are counted. */
export const disqualification: Scene = async (system) => {
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
      expect(await numberOf(system, decisions, idOf(path))).toBe(2);
      const counter = `SELECT disqualified FROM entry.registration WHERE tournament_id = $1`;
      expect(await numberOf(system, counter, idOf(path))).toBe(0);
      const counted = `SELECT sum(entries) FROM entry.stratum WHERE tournament_id = $1`;
      expect(await numberOf(system, counted, idOf(path))).toBe(1);
    },
  };
};

/** A score is taken back, by one decision. */
export const review: Scene = async (system) => {
  const api = await gameIn(system);
  const path = await published(api, { scoring: {} });
  await joined(api, path, "ada");
  const { score: recorded } = (await api.post(`${path}/score`, { gamer: "ada", score: 7 })).body;
  const body = { scores: [recorded.id], decision: "void", reason: "a crash" };
  const request = careful(api, "PATCH", `${path}/review`, body);
  return {
    act: async () => (await request())?.status === 200,
    async check() {
      const decisions = `SELECT count(*) FROM entry.attempt_decision WHERE tournament_id = $1`;
      expect(await numberOf(system, decisions, idOf(path))).toBe(1);
      const used = `SELECT sum(attempts) FROM entry.standing WHERE tournament_id = $1`;
      expect(await numberOf(system, used, idOf(path))).toBe(0);
      const counted = `SELECT sum(entries) FROM entry.stratum WHERE tournament_id = $1`;
      expect(await numberOf(system, counted, idOf(path))).toBe(0);
    },
  };
};
