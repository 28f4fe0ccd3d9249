import type { Scoring } from "../../../api/types.ts";

/** Scoring as a form holds it. */
export interface ScoringValues {
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
export const NO_SCORING: ScoringValues = {
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
export function scoringValuesOf(scoring: Scoring | undefined): ScoringValues {
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
export function scoringBody({ isOn, ...values }: ScoringValues) {
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
export function scoringFaults({ isOn, attempts, min, max }: ScoringValues, before?: ScoringValues) {
  const faults: Record<string, string> = {};
  if (before?.isOn === true && !isOn)
    faults["scoring.isOn"] = "You cannot turn off scoring. Change its settings instead.";
  if (isOn && attempts === "")
    faults["scoring.attempts"] = "Enter the number of attempts per gamer.";
  if (isOn && min !== "" && max !== "" && min > max)
    faults["scoring.min"] = "Enter a score that is not above the highest score.";
  return faults;
}
