import type { Scoring } from "../../../api/types.ts";

/** Scoring as a form holds it. */
export interface ScoringValues {
  /** Whether the tournament takes scores. */
  isOn: boolean;
  operator: Scoring["operator"];
  /** Empty: all. */
  counted: number | "";
  direction: Scoring["direction"];
  ties: Scoring["ties"];
  attempts: number | "";
  noScore: Scoring["noScore"];
  /** What the form does not set, and scoring that is replaced as a whole must not lose. */
  kept: Pick<Scoring, "tieBreaks" | "min" | "max" | "reviewFrom">;
}

const MOST_ATTEMPTS = 10_000;

/** Scoring as it is by default, for a tournament that takes none. */
export const NO_SCORING: ScoringValues = {
  isOn: false,
  operator: "best",
  counted: "",
  direction: "higher",
  ties: "shared",
  attempts: MOST_ATTEMPTS,
  noScore: "out",
  kept: { tieBreaks: [], min: null, max: null, reviewFrom: null },
};

/** The scoring of a tournament that there is. */
export function scoringValuesOf(scoring: Scoring | undefined): ScoringValues {
  if (scoring === undefined) return NO_SCORING;
  const { operator, counted, direction, ties, attempts, noScore, ...kept } = scoring;
  return { isOn: true, operator, counted: counted ?? "", direction, ties, attempts, noScore, kept };
}

/** Scoring as the API takes it; none of it where the tournament takes no scores. */
export function scoringBody({ isOn, kept, counted, attempts, ...rest }: ScoringValues) {
  if (!isOn) return {};
  const { tieBreaks, min, max, reviewFrom } = kept;
  return {
    scoring: {
      ...rest,
      attempts: attempts || MOST_ATTEMPTS,
      ...(rest.operator === "sum" && counted !== "" && { counted }),
      ...(tieBreaks.length > 0 && { tieBreaks }),
      ...(min !== null && { min }),
      ...(max !== null && { max }),
      ...(reviewFrom !== null && { reviewFrom }),
    },
  };
}

/** What is wrong with scoring, by field. */
export function scoringFaults({ isOn, attempts }: ScoringValues, before?: ScoringValues) {
  const faults: Record<string, string> = {};
  if (before?.isOn === true && !isOn)
    faults["scoring.isOn"] = "Scoring can be changed, not taken away.";
  if (isOn && attempts === "") faults["scoring.attempts"] = "Say how many attempts a gamer has.";
  return faults;
}
