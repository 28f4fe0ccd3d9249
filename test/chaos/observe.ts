import { checkInvariants, type Bounds } from "@tms/cli/invariants";
import { until } from "@tms/stack/until";
import { send, type Answer } from "../harness/api.ts";
import type {
  EntryBody,
  EntryDecisionBody,
  EventBody,
  LeaderboardLineBody,
  PayoutBody,
  ReviewedScoreBody,
  SettlementBody,
  TournamentBody,
} from "../harness/bodies.ts";
import { gameAccountOf, platformOf, walletOf } from "./facts.ts";
import type { Fixture, LiveGame } from "./fixture.ts";
import { toMinor, toText } from "./history.ts";
import type { ChaosSystem } from "./system.ts";

/** A tournament that has come to rest, as the API shows it. */
export interface SeenTournament {
  tournament: TournamentBody;
  entries: readonly EntryBody[];
  /** The leaderboard; empty without scoring. */
  board: readonly LeaderboardLineBody[];
  /** All attempts; empty without scoring. */
  scores: readonly ReviewedScoreBody[];
  /** The last ten decisions on each entry that calls named, by handle. */
  decisions: ReadonlyMap<string, readonly EntryDecisionBody[]>;
  /** The state of the settlement; null if there is none. */
  state: string | null;
  settlement: SettlementBody | null;
  payouts: readonly Pick<PayoutBody, "gamer" | "gamerHandle" | "rank" | "amount">[];
}

export type Read = (path: string) => Promise<Answer>;

const ASK_MS = 12_000;

/** Reads until there is an answer: a connection that a fault broke fails only when it is used. */
export const createReader =
  (
    { baseUrl, watch }: Pick<ChaosSystem, "baseUrl" | "watch">,
    headers: Record<string, string>,
  ): Read =>
  (path) =>
    until(
      async () => {
        const options = { headers, signal: AbortSignal.timeout(ASK_MS) };
        const answer = await send(baseUrl, "GET", path, options).catch(() => null);
        if (answer === null || answer.status < 500) return answer;
        if (answer.status !== 503)
          watch.crashes.push(`GET ${path} answered ${answer.status}: ${answer.text}`);
        return null;
      },
      { timeoutMs: 30_000, everyMs: 50, what: `an answer to ${path}` },
    );

const readerOf = (system: ChaosSystem, { access }: LiveGame): Read =>
  createReader(system, { "x-api-key": access.apiKey });

/** Waits until a tournament has come to rest, and reads it; null if it was never created. */
export async function observeTournament(
  system: ChaosSystem,
  live: Fixture["tournaments"][number],
  patienceMs: number,
  /** The gamers whose decisions are read, if they joined. */
  decided: ReadonlySet<string>,
): Promise<SeenTournament | null> {
  if (live.id === undefined) return null;
  const read = readerOf(system, live.game);
  const path = `/tournament/${live.id}`;
  const published = await live.published.promise;
  const state = published ? await waitForRest(read, path, live.endsAt, patienceMs) : null;
  const { tournament } = (await read(path)).body;
  const { entries } = (await read(`${path}/entries?limit=1000`)).body;
  const isScored = live.plan.scoring !== null;
  const board = isScored ? (await read(`${path}/leaderboard?limit=1000`)).body.standings : [];
  const scores = isScored ? await listScores(read, path) : [];
  const decisions = new Map<string, readonly EntryDecisionBody[]>();
  for (const { gamerHandle } of entries) {
    if (!decided.has(gamerHandle)) continue;
    const { body } = await read(`${path}/entry/${gamerHandle}`);
    decisions.set(gamerHandle, body.decisions);
  }
  const seen = { tournament, entries, board, scores, decisions, state };
  if (state === null || state === "missing") return { ...seen, settlement: null, payouts: [] };
  const { settlement, payouts } = (await read(`${path}/settlement?limit=1000`)).body;
  return { ...seen, settlement, payouts };
}

async function listScores(read: Read, path: string): Promise<ReviewedScoreBody[]> {
  const scores: ReviewedScoreBody[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body }: Answer = await read(`${path}/scores?limit=100${after}`);
    scores.push(...body.scores);
    cursor = body.nextCursor;
  }
  return scores;
}

/** Returns the final state of a settlement, or the state at the end of the patience. */
async function waitForRest(read: Read, path: string, endsAt: number, patienceMs: number) {
  const deadline = Math.max(Date.now(), endsAt) + patienceMs;
  return await until(
    async () => {
      const { status, body } = await read(`${path}/settlement`);
      const state = status === 200 ? body.settlement.state : "missing";
      return ["done", "dead"].includes(state) || Date.now() > deadline ? state : null;
    },
    { timeoutMs: 2 * patienceMs + 60_000, everyMs: 50, what: `an answer to ${path}` },
  );
}

/** Reads every balance that money may have reached, by the name of the account. */
export async function observeBalances(
  system: ChaosSystem,
  { games }: Fixture,
): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  const { rows } = await system.admin((client) =>
    client.query<{ game_id: string; balance_minor: bigint }>(
      `SELECT game_id, balance_minor FROM wallet.account
       WHERE type = 'platform' AND game_id = ANY($1)`,
      [games.map(({ access }) => access.gameId)],
    ),
  );
  const platforms = new Map(rows.map((row) => [row.game_id, row.balance_minor]));
  for (const [index, game] of games.entries()) {
    const { handles, exponent } = game.plan;
    const read = readerOf(system, game);
    for (const handle of handles) {
      const { status, body } = await read(`/wallet/${handle}`);
      const major = status === 404 ? 0 : body.wallet.balance;
      balances.set(walletOf(index, handle), toMinor(major, exponent));
    }
    const { account } = (await read("/account")).body;
    balances.set(gameAccountOf(index), toMinor(account.balance, exponent));
    balances.set(platformOf(index), platforms.get(game.access.gameId) ?? 0n);
  }
  return balances;
}

/** Reads all events of a game. */
export async function observeEvents(system: ChaosSystem, game: LiveGame): Promise<EventBody[]> {
  const read = readerOf(system, game);
  const events: EventBody[] = [];
  for (let after = 0; ;) {
    const { body } = await read(`/event?after=${after}&limit=100`);
    events.push(...body.events);
    if (body.events.length === 0) return events;
    after = body.nextAfter;
  }
}

/** Longer than any lease or pause after a fault: work that is still pending then is lost. */
const UNDER_WAY: Bounds = { pendingWithinMs: 100_000 };
const AT_REST: Bounds = { pendingWithinMs: 0, settleWithinMs: 0 };

/** Returns the broken invariants. */
export async function findBroken(
  { admin }: ChaosSystem,
  bounds: Bounds = UNDER_WAY,
): Promise<string[]> {
  const results = await admin((client) => checkInvariants(client, bounds));
  return results
    .filter(({ findings }) => findings.length > 0)
    .map(({ promise, findings }) => `${promise}: ${toText(findings)}`);
}

/** Waits until everything is settled and nothing is pending; returns the invariants broken then. */
export async function findBrokenAtRest(system: ChaosSystem, patienceMs: number): Promise<string[]> {
  // Waiting helps only with what is late.
  const wrong = await findBroken(system, {});
  if (wrong.length > 0) return wrong;
  const deadline = performance.now() + patienceMs;
  return await until(
    async () => {
      const found = await findBroken(system, AT_REST);
      return found.length === 0 || performance.now() > deadline ? found : null;
    },
    { timeoutMs: 2 * patienceMs + 60_000, everyMs: 100, what: "an answer about the invariants" },
  );
}
