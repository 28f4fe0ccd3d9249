import type { Tournament } from "../../../api/types.ts";
import {
  NO_SCORING,
  scoringBody,
  scoringFaults,
  scoringValuesOf,
  type ScoringValues,
} from "./scoring-values.ts";

/** The terms of a tournament as a form holds them. */
export interface TermsValues extends Record<string, unknown> {
  name: string;
  description: string;
  /** Times as the browser's fields have them: of the viewer's zone, without saying so. */
  startTime: string;
  endTime: string;
  /** Empty: until the end. */
  registrationClosesAt: string;
  entryFee: number | "";
  /** Empty: no limit. */
  maxEntries: number | "";
  minEntries: number | "";
  prizeSplit: (number | "")[];
  scoring: ScoringValues;
}

const HOUR_MS = 3_600_000;

/** What a new tournament is proposed to be: for two hours, beginning with the next full hour. */
export function newTerms(now: number): TermsValues {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return {
    name: "",
    description: "",
    startTime: fieldOf(new Date(start)),
    endTime: fieldOf(new Date(start + 2 * HOUR_MS)),
    registrationClosesAt: "",
    entryFee: 0,
    maxEntries: "",
    minEntries: 0,
    prizeSplit: [1],
    scoring: NO_SCORING,
  };
}

/** The terms of a tournament that there is. */
export const termsOf = (tournament: Tournament): TermsValues => ({
  name: tournament.name,
  description: tournament.description,
  startTime: fieldOf(new Date(tournament.startTime)),
  endTime: fieldOf(new Date(tournament.endTime)),
  registrationClosesAt:
    tournament.registrationClosesAt === null
      ? ""
      : fieldOf(new Date(tournament.registrationClosesAt)),
  entryFee: tournament.entryFee,
  maxEntries: tournament.maxEntries ?? "",
  minEntries: tournament.minEntries,
  prizeSplit: tournament.prizeSplit.length === 0 ? [1] : tournament.prizeSplit,
  scoring: scoringValuesOf(tournament.scoring),
});

/** The terms as the API takes them. */
export const bodyOf = (values: TermsValues) => ({
  name: values.name.trim(),
  description: values.description,
  startTime: momentOf(values.startTime),
  endTime: momentOf(values.endTime),
  entryFee: values.entryFee || 0,
  minEntries: values.minEntries || 0,
  prizeSplit: values.prizeSplit.map((share) => share || 0),
  ...(values.registrationClosesAt && {
    registrationClosesAt: momentOf(values.registrationClosesAt),
  }),
  ...(values.maxEntries !== "" && { maxEntries: values.maxEntries }),
  ...scoringBody(values.scoring),
});

/** What of the terms is other than before, as the API takes it. */
export function changesOf(before: TermsValues, after: TermsValues) {
  const body = bodyOf(after);
  const old: Record<string, unknown> = bodyOf(before);
  const changed: typeof body | Partial<typeof body> = Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    ),
  );
  // To close with the end is said by naming the end: the API knows no other way back.
  if (before.registrationClosesAt && !after.registrationClosesAt)
    changed.registrationClosesAt = body.endTime;
  return changed;
}

/** What is wrong with terms, by field, as far as it can be told here, where the clock shows `now`. */
export function faultsOf(
  values: TermsValues,
  now: number,
  before?: TermsValues,
): Record<string, string> {
  const { startTime, endTime, registrationClosesAt, maxEntries, minEntries, prizeSplit } = values;
  const faults: Record<string, string> = {};
  if (values.name.trim() === "") faults["name"] = "Give it a name.";
  if (!startTime) faults["startTime"] = "Say when play starts.";
  if (!endTime) faults["endTime"] = "Say when it ends.";
  else if (endTime <= startTime) faults["endTime"] = "It has to end after it starts.";
  else if (Date.parse(endTime) <= now) faults["endTime"] = "It has to end in the future.";
  if (registrationClosesAt && registrationClosesAt > endTime)
    faults["registrationClosesAt"] = "Registration closes with the end, or before it.";
  if (maxEntries !== "" && minEntries !== "" && minEntries > maxEntries)
    faults["minEntries"] = "There are fewer seats than that.";
  if (maxEntries === "" && before !== undefined && before.maxEntries !== "")
    faults["maxEntries"] = "A limit can be raised, not taken away.";
  if (prizeSplit.some((share) => share === "" || share < 1))
    faults["prizeSplit"] = "Every rank needs a share of 1 or more.";
  return { ...faults, ...scoringFaults(values.scoring, before?.scoring) };
}

const DATE_LENGTH = "2030-05-01T18:00".length;

/** A moment in the form of the browser's fields, in the viewer's zone. */
function fieldOf(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, DATE_LENGTH);
}

const momentOf = (field: string): string => new Date(field).toISOString();
