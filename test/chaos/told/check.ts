import { apiOf } from "../../harness/api.ts";
import type { EventBody, StandingBody } from "../../harness/bodies.ts";
import { at, type LiveGame } from "../fixture.ts";
import type { History } from "../history.ts";
import { walletOf } from "../model/moves.ts";
import { differs } from "../model/differs.ts";
import type { SeenTournament } from "../model/tournament.ts";
import { readerOf } from "../observe.ts";
import type { ChaosSystem } from "../system.ts";
import { foldLog, type ToldEnvironment, type ToldTournament } from "./fold.ts";

/**
 * Checks the logs of a run that has come to rest: whoever knows nothing but a game's events knows its
 * tournaments, entries, payouts and wallets just as the API shows them.
 */
export async function checkLogs(
  system: Pick<ChaosSystem, "baseUrl">,
  history: History,
  seen: readonly (SeenTournament | null)[],
  balances: ReadonlyMap<string, bigint>,
): Promise<string[]> {
  const { games, tournaments } = history.fixture;
  const faults: string[] = [];
  for (const [index, game] of games.entries()) {
    const told = foldLog(await readLog(system, game), game.plan);
    const shown = seen.filter((_, tournament) => at(tournaments, tournament).plan.game === index);
    faults.push(
      ...[
        ...told.faults,
        ...checkTournaments(told, shown),
        ...game.plan.handles.flatMap((handle) => {
          const balance = balances.get(walletOf(index, handle));
          return differs(`the wallet of ${handle}`, told.wallets.get(handle) ?? 0n, balance);
        }),
      ].map((fault) => `the events of game ${index}: ${fault}`),
    );
  }
  return faults;
}

const PAGE = 100;

/** Pulls a game's whole log. */
async function readLog(
  { baseUrl }: Pick<ChaosSystem, "baseUrl">,
  { access }: LiveGame,
): Promise<EventBody[]> {
  const read = readerOf(apiOf(baseUrl, access));
  const events: EventBody[] = [];
  for (let after = 0; ;) {
    const { body } = await read(`/event?after=${after}&limit=${PAGE}`);
    events.push(...body.events);
    if (body.events.length === 0) return events;
    after = body.nextAfter;
  }
}

function checkTournaments(
  { tournaments }: ToldEnvironment,
  seen: readonly (SeenTournament | null)[],
): string[] {
  const shown = new Map(seen.flatMap((one) => (one === null ? [] : [[one.tournament.id, one]])));
  const untold = [...shown.keys()].filter((id) => !tournaments.has(id));
  return [
    ...untold.map((id) => `nothing is told of tournament ${id}`),
    ...[...tournaments].flatMap(([id, told]) => {
      const one = shown.get(id);
      // A creation that was never acknowledged may have happened.
      return one === undefined ? [] : checkTournament(told, one).map((fault) => `${id}: ${fault}`);
    }),
  ];
}

function checkTournament(told: ToldTournament, seen: SeenTournament): string[] {
  const { tournament, entries, settlement, payouts } = seen;
  const shownEntries = entries.map(({ id, gamerHandle, state, eliminated }) => [
    id,
    gamerHandle,
    state,
    eliminated,
  ]);
  const toldEntries = [...told.entries].map(([id, { handle, state, eliminated }]) => [
    id,
    handle,
    state,
    eliminated,
  ]);
  const terms = settlement && [settlement.kind, settlement.pool, settlement.platformFee];
  return [
    ...differs("status", told.status, tournament.status),
    ...differs("the entries", sorted(toldEntries), sorted(shownEntries)),
    ...differs(
      "the settlement",
      told.settlement && [told.settlement.kind, told.settlement.pool, told.settlement.platformFee],
      terms,
    ),
    ...differs("being settled", told.isSettled, seen.state === "done"),
    ...differs(
      "the payouts",
      sorted(told.payouts.map(({ handle, rank, amount }) => [handle, rank, amount])),
      sorted(payouts.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount])),
    ),
    ...checkScores(told, seen),
    ...differs("winner", told.winner, tournament.winner),
    ...differs("winners", told.winners, tournament.winners),
  ];
}

/**
 * Compares what was told of scores with the leaderboard, which has no line for held ones alone, nor for
 * anybody disqualified; and what waits for a review with the attempts that do.
 */
function checkScores(told: ToldTournament, { board, scores }: SeenTournament): string[] {
  const ranked = new Set(
    [...told.entries.values()]
      .filter(({ state, handle }) => state !== "disqualified" && !told.reviewed.has(handle))
      .map(({ handle }) => handle),
  );
  const lines = board.filter(
    ({ attempts, gamerHandle }) => attempts > 0 && !told.reviewed.has(gamerHandle),
  );
  const listed = new Set(lines.map(({ gamerHandle }) => gamerHandle));
  const toldLines = [...told.standings].filter(
    ([handle, { score }]) => ranked.has(handle) && (score !== null || listed.has(handle)),
  );
  const rowOf = (handle: string, { score, tieBreaks, attempts, reachedAt }: StandingBody) => [
    handle,
    score,
    tieBreaks,
    attempts,
    reachedAt,
  ];
  const held = scores.filter(({ state }) => state === "held");
  return [
    ...differs(
      "the scores",
      sorted(toldLines.map(([handle, standing]) => rowOf(handle, standing))),
      sorted(lines.map((line) => rowOf(line.gamerHandle, line))),
    ),
    ...differs(
      "the held scores",
      [...told.held].toSorted(),
      held.map((attempt) => attempt.id).toSorted(),
    ),
  ];
}

const sorted = (rows: readonly unknown[]): string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();
