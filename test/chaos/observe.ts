import { apiOf, type Answer, type Api } from "../harness/api.ts";
import type { ReviewedScoreBody } from "../harness/bodies.ts";
import { until } from "@tms/stack/until";
import type { SeenTournament } from "./model/tournament.ts";
import { gameAccountOf, platformOf, walletOf } from "./model/moves.ts";
import { toMinor } from "./money.ts";
import type { Fixture, LiveTournament } from "./fixture.ts";
import type { ChaosSystem } from "./system.ts";

/** Waits until a tournament has come to rest, and looks at it; null for one that never was. */
export async function observeTournament(
  system: ChaosSystem,
  live: LiveTournament,
  patienceMs: number,
): Promise<SeenTournament | null> {
  if (live.id === undefined) return null;
  const read = readerOf(apiOf(system.baseUrl, live.game.access));
  const path = `/tournament/${live.id}`;
  const published = await live.published.promise;
  const state = published ? await restingState(read, path, live.endsAt, patienceMs) : null;
  const { tournament } = (await read(path)).body;
  const { entries } = (await read(`${path}/entries?limit=1000`)).body;
  const board =
    live.plan.scoring === null ? [] : (await read(`${path}/leaderboard?limit=1000`)).body.standings;
  const scores = live.plan.scoring === null ? [] : await listScores(read, path);
  const unsettled = { tournament, entries, board, scores, state, settlement: null, payouts: [] };
  if (state === null || state === "missing") return unsettled;
  const { settlement, payouts } = (await read(`${path}/settlement?limit=1000`)).body;
  return { tournament, entries, board, scores, state, settlement, payouts };
}

/** All attempts of a tournament, with what was decided on them. */
async function listScores(read: Reader, path: string): Promise<ReviewedScoreBody[]> {
  const scores: ReviewedScoreBody[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body }: Answer = await read(`${path}/scores?limit=100${after}`);
    scores.push(...body.scores);
    cursor = body.nextCursor;
  }
  return scores;
}

/** The state a settlement comes to rest in, or the one it has when its time is up. */
async function restingState(read: Reader, path: string, endsAt: number, patienceMs: number) {
  const deadline = Math.max(Date.now(), endsAt) + patienceMs;
  return await until(
    async () => {
      const { status, body } = await read(`${path}/settlement`);
      const state = status === 200 ? body.settlement.state : "missing";
      return ["done", "dead"].includes(state) || Date.now() > deadline ? state : null;
    },
    { timeoutMs: 2 * patienceMs + 60_000, everyMs: 50, what: `an answer about ${path}` },
  );
}

/** Every balance that money may have reached, by the name the model gives the account. */
export async function observeBalances(
  system: ChaosSystem,
  fixture: Fixture,
): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  const ids = fixture.games.map(({ access }) => access.gameId);
  const platforms = await system.admin(async (client) => {
    const { rows } = await client.query<{ game_id: string; balance_minor: bigint }>(
      `SELECT game_id, balance_minor FROM wallet.account WHERE type = 'platform' AND game_id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map((row) => [row.game_id, row.balance_minor]));
  });
  for (const [index, { plan, access }] of fixture.games.entries()) {
    const read = readerOf(apiOf(system.baseUrl, access));
    for (const handle of plan.handles) {
      const { status, body } = await read(`/wallet/${handle}`);
      const major = status === 404 ? 0 : body.wallet.balance;
      balances.set(walletOf(index, handle), toMinor(major, plan.exponent));
    }
    const { account } = (await read("/account")).body;
    balances.set(gameAccountOf(index), toMinor(account.balance, plan.exponent));
    balances.set(platformOf(index), platforms.get(access.gameId) ?? 0n);
  }
  return balances;
}

type Reader = (path: string) => Promise<Answer>;

/** Reads until it is answered: connections that a fault broke show only when they are used. */
export const readerOf =
  (api: Api): Reader =>
  (path) =>
    until(
      async () => {
        const answer = await api.get(path).catch(() => null);
        return answer !== null && answer.status < 500 ? answer : null;
      },
      { timeoutMs: 30_000, everyMs: 50, what: `an answer about ${path}` },
    );
