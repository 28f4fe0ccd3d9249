import type { ReviewedScore, Tournament } from "../../../api/types.ts";

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
export interface TabSearch extends ScoreFilters {
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
