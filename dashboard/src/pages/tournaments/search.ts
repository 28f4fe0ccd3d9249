import { oneOf, searchParams, text, textWhere } from "../../address.ts";
import { TOURNAMENT_STATUSES } from "../../api/gen/words.ts";
import type { ReviewedScore, Tournament } from "../../api/schema.d.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayText = textWhere((value) => DAY.test(value) && !Number.isNaN(Date.parse(value)));

/** Reads the filters. Days are in the viewer's zone, such as 2030-05-01, and are included. */
export const tournamentSearch = searchParams({
  status: oneOf(TOURNAMENT_STATUSES),
  endsFrom: dayText,
  endsUntil: dayText,
  cursor: text,
});

export function tournamentParams(search: ReturnType<typeof tournamentSearch>) {
  const { endsFrom, endsUntil, ...rest } = search;
  return {
    ...rest,
    endsAfter: endsFrom && startOfDay(endsFrom, 0),
    endsBefore: endsUntil && startOfDay(endsUntil, 1),
  };
}

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

export const isTab = (value: unknown): value is Tab =>
  typeof value === "string" && Object.hasOwn(TABS, value);

export const SCORE_STATES = ["held", "counted", "void"] as const satisfies ReviewedScore["state"][];

const OF_SCORING: ReadonlySet<Tab> = new Set(["leaderboard", "scores"]);

export const listTabs = ({ scoring }: Pick<Tournament, "scoring">): Tab[] =>
  Object.keys(TABS)
    .filter(isTab)
    .filter((tab) => !OF_SCORING.has(tab) || scoring !== undefined);

const SCORE_FILTERS = { state: oneOf(SCORE_STATES), gamer: text };

const scoreFilters = searchParams(SCORE_FILTERS);

export type ScoreFilters = ReturnType<typeof scoreFilters>;

export const tabSearch = searchParams({ tab: textWhere(isTab), ...SCORE_FILTERS });
