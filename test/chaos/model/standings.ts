import type { EntryBody, LeaderboardLineBody } from "../../harness/bodies.ts";
import { at } from "../fixture.ts";
import { acknowledged, type History } from "../history.ts";
import { stateIn, type Decided } from "./decided.ts";
import { scoreGroups } from "./scores.ts";

/** The order in which prizes and roundings are given: by rank, then from the earliest entry. */
export const inStandingOrder = (entries: readonly EntryBody[]): EntryBody[] =>
  entries.toSorted(
    (a, b) =>
      (a.rank ?? 0) - (b.rank ?? 0) ||
      (a.joinedAt < b.joinedAt ? -1 : a.joinedAt > b.joinedAt ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );

/** What a final ranking is checked by. */
export interface SeenRanking {
  entries: readonly EntryBody[];
  /** The leaderboard; empty where there are no scores. */
  board: readonly LeaderboardLineBody[];
}

/** Checks a final ranking, which what was decided on the entries determines. */
export function checkRanks(
  history: History,
  tournament: number,
  { entries, board }: SeenRanking,
  decided: Decided,
): string[] {
  const faults: string[] = [];
  const rankOf = new Map(entries.map((entry) => [entry.gamerHandle, entry.rank]));
  const { rounds, disqualified } = decided;
  const stillIn = entries
    .map((entry) => entry.gamerHandle)
    .filter((handle) => stateIn(decided, handle) === "in");
  const { ahead, outside } = stillInGroups(history, tournament, stillIn, board);
  const out = rounds.map((round) => round.filter((handle) => !disqualified.has(handle)));
  const groups = [...ahead, ...out.toReversed(), outside];
  for (const handle of disqualified)
    if (rankOf.get(handle) !== null)
      faults.push(`${handle} is disqualified and has rank ${rankOf.get(handle)}`);
  let rank = 1;
  for (const group of groups) {
    for (const handle of group)
      if (rankOf.get(handle) !== rank)
        faults.push(`${handle} has rank ${rankOf.get(handle)}, not ${rank}`);
    rank += group.length;
  }
  const listed = board.filter(({ gamerHandle, rank: live }) => rankOf.get(gamerHandle) !== live);
  for (const { gamerHandle, rank: live } of listed)
    faults.push(
      `the leaderboard gives ${gamerHandle} rank ${live}, not ${rankOf.get(gamerHandle)}`,
    );
  return [...faults, ...checkMoments(entries)];
}

/** A later elimination ranks better; gamers who share a rank went out at one moment. */
function checkMoments(entries: readonly EntryBody[]): string[] {
  const out = inStandingOrder(entries).filter((entry) => entry.state === "eliminated");
  return out.slice(1).flatMap((worse, index) => {
    const better = out[index] ?? worse;
    const [later, earlier] = [better, worse].map(({ eliminatedAt }) =>
      Date.parse(eliminatedAt ?? ""),
    );
    const agree = better.rank === worse.rank ? later === earlier : Number(later) > Number(earlier);
    return agree
      ? []
      : [
          `${better.gamerHandle}, out at ${better.eliminatedAt}, has rank ${better.rank}, ` +
            `${worse.gamerHandle}, out at ${worse.eliminatedAt}, has rank ${worse.rank}`,
        ];
  });
}

/** A rank told at an elimination is kept, or has only got worse if it was provisional. */
export function checkToldRanks(
  history: History,
  tournament: number,
  entries: readonly EntryBody[],
): string[] {
  // Whoever ends without a score may come behind the eliminated, of whom each rank then gets better.
  if (at(history.fixture.tournaments, tournament).plan.scoring?.noScore === "out") return [];
  // So does the rank of everybody behind one who is taken out of the ranking, or brought back.
  const moving = [...acknowledged(history, "disqualify"), ...acknowledged(history, "reinstate")];
  if (moving.some(({ intent }) => intent.tournament === tournament)) return [];
  const final = new Map(entries.map((entry) => [entry.id, entry.rank ?? 0]));
  return acknowledged(history, "eliminate")
    .filter(({ intent }) => intent.tournament === tournament)
    .flatMap(({ outcome }) => (outcome.kind === "acknowledged" ? outcome.body.entries : []))
    .flatMap(({ id, gamerHandle, rank, provisional }) => {
      const [told, now] = [rank ?? 0, final.get(id) ?? 0];
      const kept = provisional ? told <= now : told === now;
      return kept ? [] : [`${gamerHandle} was told rank ${told}, and has rank ${now}`];
    });
}

/** Those still in: ahead of the eliminated, a group for each rank, and behind them. */
interface StillIn {
  ahead: (readonly string[])[];
  outside: readonly string[];
}

/** Those still in as the game ranked them, then by score, then those without one. */
function stillInGroups(
  history: History,
  tournament: number,
  stillIn: readonly string[],
  board: readonly LeaderboardLineBody[],
): StillIn {
  const { scoring } = at(history.fixture.tournaments, tournament).plan;
  // One of those placed may have been eliminated just before the end.
  const placed = placedBy(history, tournament).map((group) =>
    group.filter((handle) => stillIn.includes(handle)),
  );
  const named = new Set(placed.flat());
  const others = stillIn.filter((handle) => !named.has(handle));
  if (scoring === null) return { ahead: [...placed, others], outside: [] };
  const lines = board.filter(({ gamerHandle, score }) => {
    return score !== null && others.includes(gamerHandle);
  });
  const scored = scoreGroups(scoring, lines).map((group) =>
    group.map(({ gamerHandle }) => gamerHandle),
  );
  const unscored = others.filter((handle) => !scored.flat().includes(handle));
  return scoring.noScore === "in"
    ? { ahead: [...placed, ...scored, unscored], outside: [] }
    : { ahead: [...placed, ...scored], outside: unscored };
}

/** Those whom the game placed when it ended the tournament, a group for each rank. */
export function placedBy(history: History, tournament: number): string[][] {
  const ended = acknowledged(history, "complete").find(
    ({ intent }) => intent.tournament === tournament,
  );
  const groups = Map.groupBy(ended?.intent.ranks ?? [], ({ rank }) => rank);
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([, group]) => group.map(({ gamer }) => gamer));
}
