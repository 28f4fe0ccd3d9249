import type { MessageValidType } from "@bufbuild/protobuf";
import { DomainError, invalidField, type FieldFault } from "@tms/kit/errors/domain-error";
import { dateOf, metadataOf, nameOf, textOf } from "@tms/kit/values/input";
import { scoringTermsOf, type ScoringTerms } from "@tms/kit/values/scoring";
import type {
  Scoring,
  TournamentPatch,
  TournamentTermsSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { NewTerms, Terms } from "./db/tournaments.ts";

/** Reads scoring with its defaults. Throws INVALID_ARGUMENT if its fields contradict each other. */
export function readScoring(field: string, message: Scoring): ScoringTerms {
  const terms = scoringTermsOf(message);
  if (terms.counted !== null && terms.operator !== "sum")
    throw invalidField(`${field}.counted`, "is allowed only with the operator sum");
  if (terms.min !== null && terms.max !== null && terms.min > terms.max)
    throw invalidField(`${field}.min`, "must not be more than max");
  return terms;
}

const NAME_LENGTH = 200;
const DESCRIPTION_LENGTH = 5000;

/** Reads the terms of a new tournament. Throws INVALID_ARGUMENT if the terms contradict each other. */
export function readTerms(message: MessageValidType<typeof TournamentTermsSchema>): NewTerms {
  const close = message.registrationCloseTime;
  const terms = {
    name: nameOf("terms.name", message.name, NAME_LENGTH),
    description: textOf("terms.description", message.description, DESCRIPTION_LENGTH),
    entryFeeMinor: message.entryFeeMinorUnits,
    startsAt: dateOf("terms.start_time", message.startTime),
    endsAt: dateOf("terms.end_time", message.endTime),
    registrationClosesAt: close ? dateOf("terms.registration_close_time", close) : null,
    maxEntries: message.maxEntries ?? null,
    minEntries: message.minEntries,
    prizeSplit: [...message.prizeSplit],
    scoring: message.scoring ? readScoring("terms.scoring", message.scoring) : null,
    metadata: metadataOf("terms.metadata", message.metadata),
    externalId: message.externalId ?? null,
  };
  refuseContradictions("terms", terms, () => true);
  return terms;
}

export function readPatch(patch: TournamentPatch): Partial<Terms> {
  const { name, description, entryFeeMinorUnits, maxEntries, minEntries, prizeSplit } = patch;
  const { startTime, endTime, registrationCloseTime: close, scoring, metadata } = patch;
  return {
    ...(name !== undefined && { name: nameOf("patch.name", name, NAME_LENGTH) }),
    ...(description !== undefined && {
      description: textOf("patch.description", description, DESCRIPTION_LENGTH),
    }),
    ...(entryFeeMinorUnits !== undefined && { entryFeeMinor: entryFeeMinorUnits }),
    ...(startTime && { startsAt: dateOf("patch.start_time", startTime) }),
    ...(endTime && { endsAt: dateOf("patch.end_time", endTime) }),
    ...(close && { registrationClosesAt: dateOf("patch.registration_close_time", close) }),
    ...(maxEntries !== undefined && { maxEntries }),
    ...(minEntries !== undefined && { minEntries }),
    ...(prizeSplit.length > 0 && { prizeSplit: [...prizeSplit] }),
    ...(scoring && { scoring: readScoring("patch.scoring", scoring) }),
    ...(metadata !== undefined && { metadata: metadataOf("patch.metadata", metadata) }),
  };
}

export const requireConsistent = (present: Terms, patch: Partial<Terms>): void =>
  // The refusal names a field of the patch, so that the sender can correct it.
  refuseContradictions("patch", { ...present, ...patch }, (term) => term in patch);

export const endMustBeAhead = (message: "terms" | "patch") =>
  invalidField(`${message}.end_time`, "must be in the future");

type Fault = readonly [term: keyof Terms, field: string, description: string];

// Each rule relates two terms, and has a fault for each of them.
const RULES: readonly { holds(terms: Terms): boolean; faults: readonly [Fault, Fault] }[] = [
  {
    holds: (terms) => terms.endsAt > terms.startsAt,
    faults: [
      ["endsAt", "end_time", "must be after start_time"],
      ["startsAt", "start_time", "must be before end_time"],
    ],
  },
  {
    holds: ({ registrationClosesAt: close, endsAt }) => close === null || close <= endsAt,
    faults: [
      ["registrationClosesAt", "registration_close_time", "must not be after end_time"],
      ["endsAt", "end_time", "must not be before registration_close_time"],
    ],
  },
  {
    holds: ({ maxEntries: max, minEntries }) => max === null || minEntries <= max,
    faults: [
      ["minEntries", "min_entries", "must not be more than max_entries"],
      ["maxEntries", "max_entries", "must not be less than min_entries"],
    ],
  },
];

function refuseContradictions(message: string, terms: Terms, sent: (term: keyof Terms) => boolean) {
  const fields = RULES.filter((rule) => !rule.holds(terms)).map(({ faults }): FieldFault => {
    const [, field, description] = faults.find(([term]) => sent(term)) ?? faults[0];
    return { field: `${message}.${field}`, description };
  });
  const [first] = fields;
  if (first)
    throw new DomainError("INVALID_ARGUMENT", `${first.field} ${first.description}`, { fields });
}
