import { invalidField } from "@tms/kit/errors/domain-error";
import { scoringTermsOf, type ScoringTerms } from "@tms/kit/values/scoring";
import type { Scoring } from "@tms/proto/tms/tournament/v1/tournament";

/** The scoring of a request, with what it leaves out; refuses one that contradicts itself. */
export function readScoring(field: string, message: Scoring): ScoringTerms {
  const terms = scoringTermsOf(message);
  if (terms.counted !== null && terms.operator !== "sum")
    throw invalidField(`${field}.counted`, "is allowed only with the operator sum");
  if (terms.min !== null && terms.max !== null && terms.min > terms.max)
    throw invalidField(`${field}.min`, "must not be more than max");
  return terms;
}
