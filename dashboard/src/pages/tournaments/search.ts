import type { ReviewedScore, Tournament } from "../../api/types.ts";
import { isStatus, type Status } from "./lifecycle.ts";

export interface TournamentSearch {
  status?: Status;
  /** Days in the viewer's zone, such as 2030-05-01. Both days are included. */
  endsFrom?: string;
  endsUntil?: string;
  cursor?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from search parameters and ignores invalid values. */
export function tournamentSearch(search: Record<string, unknown>): TournamentSearch {
  const { status, endsFrom, endsUntil, cursor } = search;
  return {
    ...(typeof status === "string" && isStatus(status) && { status }),
    ...(isDay(endsFrom) && { endsFrom }),
    ...(isDay(endsUntil) && { endsUntil }),
    ...(typeof cursor === "string" && cursor !== "" && { cursor }),
  };
}

/** Returns the same filters for another page. */
export const atCursor = (
  { status, endsFrom, endsUntil }: TournamentSearch,
  cursor: string | undefined,
): TournamentSearch => tournamentSearch({ status, endsFrom, endsUntil, cursor });

const isDay = (value: unknown): value is string =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));

export function tournamentQuery({ status, endsFrom, endsUntil, cursor }: TournamentSearch) {
  return {
    ...(status && { status }),
    ...(endsFrom && { endsAfter: startOfDay(endsFrom, 0) }),
    ...(endsUntil && { endsBefore: startOfDay(endsUntil, 1) }),
    ...(cursor && { cursor }),
  };
}

/** Returns the start of a day in the viewer's zone, some days later. */
function startOfDay(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

export const TABS = {
  leaderboard: "Leaderboard",
  scores: "Scores",
  entries: "Entries",
  settlement: "Settlement",
  money: "Money",
  json: "JSON",
} as const;

export type Tab = keyof typeof TABS;

export const isTab = (text: unknown): text is Tab =>
  typeof text === "string" && Object.hasOwn(TABS, text);

export const SCORE_STATES = ["held", "counted", "void"] as const satisfies ReviewedScore["state"][];

export interface ScoreFilters {
  state?: ReviewedScore["state"];
  gamer?: string;
}

interface TabSearch extends ScoreFilters {
  tab?: Tab;
}

const OF_SCORING: ReadonlySet<Tab> = new Set(["leaderboard", "scores"]);

export const listTabs = ({ scoring }: Pick<Tournament, "scoring">): Tab[] =>
  Object.keys(TABS)
    .filter(isTab)
    .filter((tab) => !OF_SCORING.has(tab) || scoring !== undefined);

/** Reads the filters from search parameters and ignores invalid values. */
export function scoreFilters({ state, gamer }: Record<string, unknown>): ScoreFilters {
  const known = SCORE_STATES.find((one) => one === state);
  return {
    ...(known && { state: known }),
    ...(typeof gamer === "string" && gamer !== "" && { gamer }),
  };
}

export const tabSearch = ({ tab, ...filters }: Record<string, unknown>): TabSearch => ({
  ...(isTab(tab) && { tab }),
  ...scoreFilters(filters),
});
