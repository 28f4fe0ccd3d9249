import { invalidField } from "@tms/kit/errors/domain-error";
import { EVENT_TYPES } from "../rendering/types.ts";

const ALL = "*";
const TYPES = Object.values(EVENT_TYPES);
const KNOWN: ReadonlySet<string> = new Set([
  ALL,
  ...TYPES.flatMap((type) => [type, `${type.split(".")[0]}.*`]),
]);

/** The types of events that an endpoint is to get, each once; all where none is named. */
export function wantedTypes(types: readonly string[]): string[] {
  const unknown = types.findIndex((type) => !KNOWN.has(type));
  if (unknown !== -1)
    throw invalidField(
      `events[${unknown}]`,
      "must be *, an event type or a group of event types such as entry.*",
    );
  return types.length === 0 || types.includes(ALL) ? [ALL] : [...new Set(types)];
}
