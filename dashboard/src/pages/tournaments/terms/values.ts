import type { Scoring, Tournament } from "../../../api/schema.d.ts";
import { decimalFault, formatField, toNumber } from "../../../components/forms/decimals.ts";
import {
  formatMoment,
  momentFault,
  nextHour,
  toInstant,
} from "../../../components/forms/moments.ts";

export type TermsValues = {
  name: string;
  description: string;
  /** Times in the format of `moments.ts`. */
  startTime: string;
  endTime: string;
  /** Empty means until the end. */
  registrationClosesAt: string;
  /** The field in the format of `decimals.ts`. */
  entryFee: string;
  /** Empty means no limit. */
  maxEntries: number | "";
  minEntries: number | "";
  prizeSplit: (number | "")[];
  scoring: ScoringValues;
};

const TWO_HOURS_MS = 7_200_000;

export function newTerms(now: number): TermsValues {
  const startTime = nextHour(now);
  const end = Date.parse(getInstant(startTime)) + TWO_HOURS_MS;
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

export const toTerms = (
  tournament: Pick<Tournament, keyof TermsValues>,
  decimals: number,
): TermsValues => ({
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
  scoring: toScoringValues(tournament.scoring),
});

// More decimals than any currency has. `findFaults` checks the game's decimals.
const MAX_DECIMALS = 12;

export const toBody = (values: TermsValues) => ({
  name: values.name.trim(),
  description: values.description,
  startTime: getInstant(values.startTime),
  endTime: getInstant(values.endTime),
  entryFee: toNumber(values.entryFee, MAX_DECIMALS),
  minEntries: values.minEntries || 0,
  prizeSplit: values.prizeSplit.map((share) => share || 0),
  ...(values.registrationClosesAt && {
    registrationClosesAt: getInstant(values.registrationClosesAt),
  }),
  ...(values.maxEntries !== "" && { maxEntries: values.maxEntries }),
  ...scoringBody(values.scoring),
});

export function findChanges(before: TermsValues, after: TermsValues) {
  const body = toBody(after);
  const old: Record<string, unknown> = toBody(before);
  const changed: typeof body | Partial<typeof body> = Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
    ),
  );
  // The API cannot clear this field, so the end of the tournament is sent instead.
  if (before.registrationClosesAt && !after.registrationClosesAt)
    changed.registrationClosesAt = body.endTime;
  return changed;
}

export function findFaults(
  values: TermsValues,
  { now, decimals, before }: { now: number; decimals: number; before?: TermsValues | undefined },
): Record<string, string> {
  const { maxEntries, minEntries, prizeSplit } = values;
  const faults = momentFaults(values, now);
  if (values.name.trim() === "") faults["name"] = "Enter a name.";
  const fee = decimalFault(values.entryFee, decimals, (value) => value >= 0, "Enter 0 or more.");
  if (fee !== null) faults["entryFee"] = fee;
  if (maxEntries !== "" && minEntries !== "" && minEntries > maxEntries)
    faults["minEntries"] = "Enter a number that is not above the number of seats.";
  if (maxEntries === "" && before !== undefined && before.maxEntries !== "")
    faults["maxEntries"] = "You cannot remove the limit. Enter a higher number instead.";
  if (prizeSplit.some((share) => share === "" || share < 1))
    faults["prizeSplit"] = "Enter a share of 1 or more for every rank.";
  return { ...faults, ...scoringFaults(values.scoring, before?.scoring) };
}

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
  // An unknown time is NaN, so every comparison with it is false.
  if (end <= start) faults["endTime"] = "Enter a time after the start.";
  else if (end <= now) faults["endTime"] = "Enter a time in the future.";
  if (closes > end) faults["registrationClosesAt"] = "Enter a time that is not after the end.";
  return faults;
}

function getInstant(field: string): string {
  const at = toInstant(field);
  if (at === undefined) throw new Error(`${field} is not a moment`);
  return at;
}

type ScoringLimit = "counted" | "attempts" | "min" | "max" | "reviewFrom";

/** An empty `counted` means all attempts, `reviewFrom` no review, and any other empty field no limit. */
type ScoringValues = Omit<Scoring, ScoringLimit> &
  Record<ScoringLimit, number | ""> & { isOn: boolean };

const MAX_ATTEMPTS = 10_000;

const NO_SCORING: ScoringValues = {
  isOn: false,
  operator: "best",
  counted: "",
  direction: "higher",
  tieBreaks: [],
  ties: "shared",
  attempts: MAX_ATTEMPTS,
  min: "",
  max: "",
  reviewFrom: "",
  noScore: "out",
};

function toScoringValues(scoring: Scoring | undefined): ScoringValues {
  if (scoring === undefined) return NO_SCORING;
  const given = Object.entries(scoring).filter(([, value]) => value !== null);
  return { ...NO_SCORING, ...Object.fromEntries(given), isOn: true };
}

function scoringBody({ isOn, ...values }: ScoringValues) {
  if (!isOn) return {};
  const { counted, tieBreaks, attempts, min, max, reviewFrom, ...rest } = values;
  return {
    scoring: {
      ...rest,
      attempts: attempts || MAX_ATTEMPTS,
      ...(rest.operator === "sum" && counted !== "" && { counted }),
      ...(tieBreaks.length > 0 && { tieBreaks }),
      ...(min !== "" && { min }),
      ...(max !== "" && { max }),
      ...(reviewFrom !== "" && { reviewFrom }),
    },
  };
}

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
