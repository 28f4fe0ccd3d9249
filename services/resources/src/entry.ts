import { wordsOf } from "@tms/kit/values/words";
import {
  EntryState,
  EntryVerdict,
  type Entry,
  type EntryDecision,
} from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { decidedJson } from "./decided.ts";
import { exponentOf } from "./values/currency.ts";
import { ifMetadata } from "./values/metadata.ts";
import { toMajor } from "./values/money.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

/** What an entry is in its tournament, as callers see it. */
export const ENTRY_STATES = ["in", "eliminated", "disqualified"] as const;

/** What is decided on entries, as callers see it. */
export const ENTRY_VERDICTS = ["disqualify", "reinstate"] as const;

const STATES = wordsOf(EntryState);
const VERDICTS = wordsOf(EntryVerdict);

/** The name of an entry's state. Throws an Error for one that is unspecified. */
export function entryStateName(state: EntryState): (typeof ENTRY_STATES)[number] {
  const name = STATES.word(state);
  if (name === undefined) throw new Error("a service returned an entry without a state");
  return name;
}

/** An entry as callers see it. */
export const entryJson = (entry: Entry, game: Game) => ({
  id: entry.id,
  tournament: entry.tournamentId,
  gamer: entry.gamerId,
  gamerHandle: entry.handle,
  entryFee: toMajor(entry.fee?.minorUnits ?? 0n, exponentOf(game)),
  joinedAt: isoOf(entry.joinTime),
  state: entryStateName(entry.state),
  eliminated: entry.eliminateTime !== undefined,
  eliminatedAt: isoOrNull(entry.eliminateTime),
  rank: entry.rank ?? null,
  provisional: entry.provisional,
  ...ifMetadata(entry.metadata),
  createdAt: isoOf(entry.createTime),
  updatedAt: isoOf(entry.updateTime),
});

/** What was decided on an entry as callers see it. */
export function entryDecisionJson(told: EntryDecision) {
  const decision = VERDICTS.word(told.verdict);
  if (decision === undefined) throw new Error("a service returned an unknown decision");
  return { decision, was: entryStateName(told.was), ...decidedJson(told) };
}
