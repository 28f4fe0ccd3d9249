import type { EntryBody } from "../../harness/bodies.ts";
import { acknowledged, before, type History } from "../history.ts";

/** The order in which prizes and roundings are given: by rank, then from the earliest entry. */
export const inStandingOrder = (entries: readonly EntryBody[]): EntryBody[] =>
  entries.toSorted(
    (a, b) =>
      (a.rank ?? 0) - (b.rank ?? 0) ||
      (a.joinedAt < b.joinedAt ? -1 : a.joinedAt > b.joinedAt ? 1 : 0) ||
      (a.id < b.id ? -1 : 1),
  );

/**
 * Checks a final ranking. Eliminations under way at once may have happened in either order, so the
 * ranking itself says in which; from there on every rank is determined.
 */
export function checkRanks(
  history: History,
  tournament: number,
  entries: readonly EntryBody[],
): string[] {
  const faults: string[] = [];
  const rankOf = new Map(entries.map((entry) => [entry.gamerHandle, entry.rank ?? 0]));
  const rounds = acknowledged(history, "eliminate")
    .filter(({ intent }) => intent.tournament === tournament)
    .map((call) => ({ call, rank: rankOf.get(call.intent.handles[0] ?? "") ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank);
  for (const [index, better] of rounds.entries())
    for (const worse of rounds.slice(index + 1))
      if (before(better.call, worse.call))
        faults.push(
          `operation ${better.call.operation.id} eliminated before ${worse.call.operation.id} and ranks better`,
        );

  const out = new Set(rounds.flatMap(({ call }) => call.intent.handles));
  const stillIn = entries.map((entry) => entry.gamerHandle).filter((name) => !out.has(name));
  const groups = [
    ...stillInGroups(history, tournament, stillIn),
    ...rounds.map(({ call }) => call.intent.handles),
  ];
  let rank = 1;
  for (const group of groups) {
    for (const handle of group)
      if (rankOf.get(handle) !== rank)
        faults.push(`${handle} has rank ${rankOf.get(handle)}, not ${rank}`);
    rank += group.length;
  }
  return [...faults, ...checkMoments(entries)];
}

/** A later elimination ranks better; gamers who share a rank went out at one moment. */
function checkMoments(entries: readonly EntryBody[]): string[] {
  const out = inStandingOrder(entries).filter((entry) => entry.eliminated);
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

/** Those still in as the game ranked them, then those it did not rank. */
function stillInGroups(history: History, tournament: number, stillIn: readonly string[]) {
  const ended = acknowledged(history, "complete").find(
    ({ intent }) => intent.tournament === tournament,
  );
  const groups = new Map<number, string[]>();
  for (const { gamer, rank } of ended?.intent.ranks ?? [])
    groups.set(rank, [...(groups.get(rank) ?? []), gamer]);
  // One of those placed may have been eliminated just before the end.
  const placed = [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([, group]) => group.filter((handle) => stillIn.includes(handle)));
  const named = new Set(placed.flat());
  return [...placed, stillIn.filter((handle) => !named.has(handle))];
}
