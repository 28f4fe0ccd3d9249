import type { ReviewedScore, Tournament } from "../../api/types.ts";
import { isStatus, type Status } from "./lifecycle.ts";

/** What a list of tournaments is narrowed down to, as the address has it. */
export interface TournamentSearch {
  status?: Status;
  /** Days in the viewer's zone, as 2030-05-01; both are included. */
  endsFrom?: string;
  endsUntil?: string;
  cursor?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from an address; whatever makes no sense is left out. */
export function tournamentSearch(search: Record<string, unknown>): TournamentSearch {
  const { status, endsFrom, endsUntil, cursor } = search;
  return {
    ...(typeof status === "string" && isStatus(status) && { status }),
    ...(isDay(endsFrom) && { endsFrom }),
    ...(isDay(endsUntil) && { endsUntil }),
    ...(typeof cursor === "string" && cursor !== "" && { cursor }),
  };
}

/** The same filters, with another page of what they leave. */
export const atCursor = (
  { status, endsFrom, endsUntil }: TournamentSearch,
  cursor: string | undefined,
): TournamentSearch => tournamentSearch({ status, endsFrom, endsUntil, cursor });

const isDay = (value: unknown): value is string =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** The same as the API asks for it. */
export function tournamentQuery({ status, endsFrom, endsUntil, cursor }: TournamentSearch) {
  return {
    ...(status && { status }),
    ...(endsFrom && { endsAfter: startOf(endsFrom, 0) }),
    ...(endsUntil && { endsBefore: startOf(endsUntil, 1) }),
    ...(cursor && { cursor }),
  };
}

/** The moment at which a day begins for the viewer, or one that comes some days later. */
function startOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}

/** The parts of a tournament's page, in their order. */
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

/** What attempts are, in the order in which one looks for them. */
export const SCORE_STATES = ["held", "counted", "void"] as const satisfies ReviewedScore["state"][];

/** Which of a tournament's attempts are looked at. */
export interface ScoreFilters {
  state?: ReviewedScore["state"];
  /** Whose they are, by handle. */
  gamer?: string;
}

/** What of a tournament's page is looked at; the leaderboard looks for the gamer as well. */
interface TabSearch extends ScoreFilters {
  tab?: Tab;
}

const OF_SCORING: ReadonlySet<Tab> = new Set(["leaderboard", "scores"]);

/** The parts that a tournament has: only one that takes scores has those that are about scores. */
export const tabsOf = ({ scoring }: Pick<Tournament, "scoring">): Tab[] =>
  Object.keys(TABS)
    .filter(isTab)
    .filter((tab) => !OF_SCORING.has(tab) || scoring !== undefined);

/** Reads the filters of attempts from an address; whatever makes no sense is left out. */
export function scoreFilters({ state, gamer }: Record<string, unknown>): ScoreFilters {
  const known = SCORE_STATES.find((one) => one === state);
  return {
    ...(known && { state: known }),
    ...(typeof gamer === "string" && gamer !== "" && { gamer }),
  };
}

/** Which part of the page an address names; none where it names none. */
export const tabSearch = ({ tab, ...filters }: Record<string, unknown>): TabSearch => ({
  ...(isTab(tab) && { tab }),
  ...scoreFilters(filters),
});
