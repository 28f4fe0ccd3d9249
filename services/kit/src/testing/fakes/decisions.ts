import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import { EntryDecisionSchema, EntryVerdict } from "@tms/proto/tms/entry/v1/entry";
import { actorOf } from "../../rpc/origin.ts";
import { formatActor } from "../../values/actor.ts";
import { entryMessage, stateOf } from "./entry-messages.ts";
import { named, type FakeEntry, type FakeRegistration, type Ineligible } from "./registration.ts";

/** Why something is decided on entries, and whose doing it is. */
interface Why {
  reason: string;
  actor: string;
}

/** The reason that a request gives, and who sent it. */
export const whyOf = ({ reason }: Pick<Why, "reason">, call: { requestHeader: Headers }): Why => ({
  reason,
  actor: formatActor(actorOf(call)),
});

/** Takes gamers out of the ranking, all or none. */
export function disqualify(registration: FakeRegistration, handles: readonly string[], why: Why) {
  const found = named(registration, handles, ({ disqualified }) =>
    disqualified ? ["GAMER_DISQUALIFIED", "was disqualified before"] : undefined,
  );
  record(found, EntryVerdict.DISQUALIFY, why);
  for (const entry of found) entry.disqualified = true;
  return { entries: found.map((entry) => entryMessage(registration, entry)) };
}

/** Undoes disqualifications, or the latest elimination, all or none. */
export function reinstate(registration: FakeRegistration, handles: readonly string[], why: Why) {
  const found = named(registration, handles, (entry) => unlessUndoable(registration, entry));
  record(found, EntryVerdict.REINSTATE, why);
  registration.undoElimination(found.filter(({ disqualified }) => !disqualified));
  for (const entry of found) entry.disqualified = false;
  return { entries: found.map((entry) => entryMessage(registration, entry)) };
}

function unlessUndoable(
  { eliminated }: FakeRegistration,
  { disqualified, exitNumber }: FakeEntry,
): Ineligible | undefined {
  if (disqualified || exitNumber === eliminated) return undefined;
  return exitNumber === undefined
    ? ["GAMER_NOT_DISQUALIFIED", "is neither disqualified nor eliminated"]
    : ["ELIMINATION_NOT_LATEST", "went out before others did"];
}

function record(entries: readonly FakeEntry[], verdict: EntryVerdict, why: Why): void {
  for (const entry of entries) {
    const told = { verdict, was: stateOf(entry), ...why, time: timestampNow() };
    entry.decisions.push(create(EntryDecisionSchema, told));
  }
}
