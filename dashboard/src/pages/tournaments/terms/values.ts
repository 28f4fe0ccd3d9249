import type { Scoring, Tournament } from "../../../api/types.ts";
import { formatField, parseDecimal } from "../../../components/forms/decimals.ts";
import {
  formatMoment,
  momentFault,
  nextHour,
  toInstant,
} from "../../../components/forms/moments.ts";

/** The terms of a tournament as a form holds them. */
export interface TermsValues extends Record<string, unknown> {
  name: string;
  description: string;
  /** Moments as `moments.ts` reads them. */
  startTime: string;
  endTime: string;
  /** Empty: until the end. */
  registrationClosesAt: string;
  /** As `decimals.ts` reads it. */
  entryFee: string;
  /** Empty: no limit. */
  maxEntries: number | "";
  minEntries: number | "";
  prizeSplit: (number | "")[];
  scoring: ScoringValues;
}

const TWO_HOURS_MS = 7_200_000;

/** What a new tournament is proposed to be: for two hours, beginning with the next full hour. */
export function newTerms(now: number): TermsValues {
  const startTime = nextHour(now);
  const end = Date.parse(instantOf(startTime)) + TWO_HOURS_MS;
  return {
    name: "",
    description: "",
    startTime,
    endTime: formatMoment(new Date(end).toISOString()),
    registrationClosesAt: "",
    entryFee: "0",
    maxEntries: "",
    minEntries: 0,
    prizeSplit: [1],
    scoring: NO_SCORING,
  };
}

type Terms = Pick<
  Tournament,
  | "name"
  | "description"
  | "startTime"
  | "endTime"
  | "registrationClosesAt"
  | "entryFee"
  | "maxEntries"
  | "minEntries"
  | "prizeSplit"
  | "scoring"
>;

/** The terms of a tournament that there is. */
export const termsOf = (tournament: Terms, decimals: number): TermsValues => ({
  name: tournament.name,
  description: tournament.description,
  startTime: formatMoment(tournament.startTime),
  endTime: formatMoment(tournament.endTime),
  registrationClosesAt:
    tournament.registrationClosesAt === null ? "" : formatMoment(tournament.registrationClosesAt),
  entryFee: formatField(tournament.entryFee, decimals),
  maxEntries: tournament.maxEntries ?? "",
  minEntries: tournament.minEntries,
  prizeSplit: tournament.prizeSplit.length === 0 ? [1] : tournament.prizeSplit,
  scoring: scoringValuesOf(tournament.scoring),
});

/** The terms as the API takes them. The values have no faults. */
export const bodyOf = (values: TermsValues) => ({
  name: values.name.trim(),
  description: values.description,
  startTime: instantOf(values.startTime),
  endTime: instantOf(values.endTime),
  entryFee: feeOf(values.entryFee),
  minEntries: values.minEntries || 0,
  prizeSplit: values.prizeSplit.map((share) => share || 0),
  ...(values.registrationClosesAt && {
    registrationClosesAt: instantOf(values.registrationClosesAt),
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

/** Values outside the form that decide whether terms are valid. */
interface Surroundings {
  /** The present moment of the environment's clock. */
  now: number;
  /** The number of decimals of the game's currency. */
  decimals: number;
  /** The terms before a change. */
  before?: TermsValues | undefined;
}

/** Returns the faults of terms, by field. The API may find others. */
export function faultsOf(
  values: TermsValues,
  { now, decimals, before }: Surroundings,
): Record<string, string> {
  const { maxEntries, minEntries, prizeSplit } = values;
  const faults = momentFaults(values, now);
  if (values.name.trim() === "") faults["name"] = "Enter a name.";
  const fee = parseDecimal(values.entryFee, decimals);
  if ("fault" in fee) faults["entryFee"] = fee.fault;
  else if ((fee.value ?? 0) < 0) faults["entryFee"] = "Enter 0 or more.";
  if (maxEntries !== "" && minEntries !== "" && minEntries > maxEntries)
    faults["minEntries"] = "Enter a number that is not above the number of seats.";
  if (maxEntries === "" && before !== undefined && before.maxEntries !== "")
    faults["maxEntries"] = "You cannot remove the limit. Enter a higher number instead.";
  if (prizeSplit.some((share) => share === "" || share < 1))
    faults["prizeSplit"] = "Enter a share of 1 or more for every rank.";
  return { ...faults, ...scoringFaults(values.scoring, before?.scoring) };
}

/** What is wrong with the moments of terms, by field. */
function momentFaults(
  { startTime, endTime, registrationClosesAt }: TermsValues,
  now: number,
): Record<string, string> {
  const fields = { startTime, endTime, registrationClosesAt };
  const faults: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const fault = momentFault(field);
    if (fault !== undefined) faults[name] = fault;
  }
  if (!startTime) faults["startTime"] = "Enter a start time.";
  if (!endTime) faults["endTime"] = "Enter an end time.";
  const timeOf = (field: string) => Date.parse(toInstant(field) ?? "");
  const [start, end, closes] = [timeOf(startTime), timeOf(endTime), timeOf(registrationClosesAt)];
  // A comparison with a moment that is not known is false.
  if (end <= start) faults["endTime"] = "Enter a time after the start.";
  else if (end <= now) faults["endTime"] = "Enter a time in the future.";
  if (closes > end) faults["registrationClosesAt"] = "Enter a time that is not after the end.";
  return faults;
}

function instantOf(field: string): string {
  const at = toInstant(field);
  if (at === undefined) throw new Error(`${field} is not a moment`);
  return at;
}

// More than any currency has. The faults tell if a fee has more than its currency.
const MOST_DECIMALS = 12;

function feeOf(text: string): number {
  const fee = parseDecimal(text, MOST_DECIMALS);
  if ("fault" in fee) throw new Error(`${text} is not an amount`);
  return fee.value ?? 0;
}

/** Scoring as a form holds it. */
interface ScoringValues {
  /** Whether the tournament takes scores. */
  isOn: boolean;
  operator: Scoring["operator"];
  /** Empty: all. */
  counted: number | "";
  direction: Scoring["direction"];
  tieBreaks: Scoring["tieBreaks"];
  ties: Scoring["ties"];
  attempts: number | "";
  /** Empty: no limit. */
  min: number | "";
  max: number | "";
  /** Empty: none is held. */
  reviewFrom: number | "";
  noScore: Scoring["noScore"];
}

const MOST_ATTEMPTS = 10_000;

/** Scoring as it is by default, for a tournament that takes none. */
const NO_SCORING: ScoringValues = {
  isOn: false,
  operator: "best",
  counted: "",
  direction: "higher",
  tieBreaks: [],
  ties: "shared",
  attempts: MOST_ATTEMPTS,
  min: "",
  max: "",
  reviewFrom: "",
  noScore: "out",
};

/** The scoring of a tournament that there is. */
function scoringValuesOf(scoring: Scoring | undefined): ScoringValues {
  if (scoring === undefined) return NO_SCORING;
  const { counted, min, max, reviewFrom } = scoring;
  return {
    ...scoring,
    isOn: true,
    counted: counted ?? "",
    min: min ?? "",
    max: max ?? "",
    reviewFrom: reviewFrom ?? "",
  };
}

/** Scoring as the API takes it; none of it where the tournament takes no scores. */
function scoringBody({ isOn, ...values }: ScoringValues) {
  if (!isOn) return {};
  const { counted, tieBreaks, attempts, min, max, reviewFrom, ...rest } = values;
  return {
    scoring: {
      ...rest,
      attempts: attempts || MOST_ATTEMPTS,
      ...(rest.operator === "sum" && counted !== "" && { counted }),
      ...(tieBreaks.length > 0 && { tieBreaks }),
      ...(min !== "" && { min }),
      ...(max !== "" && { max }),
      ...(reviewFrom !== "" && { reviewFrom }),
    },
  };
}

/** What is wrong with scoring, by field. */
function scoringFaults({ isOn, attempts, min, max }: ScoringValues, before?: ScoringValues) {
  const faults: Record<string, string> = {};
  if (before?.isOn === true && !isOn)
    faults["scoring.isOn"] = "You cannot turn off scoring. Change its settings instead.";
  if (isOn && attempts === "")
    faults["scoring.attempts"] = "Enter the number of attempts per gamer.";
  if (isOn && min !== "" && max !== "" && min > max)
    faults["scoring.min"] = "Enter a score that is not above the highest score.";
  return faults;
}
