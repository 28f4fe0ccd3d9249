import { isEventFilter } from "./labels.ts";

/** What a list of events is narrowed down to, as the address has it. */
export interface EventSearch {
  /** A type, or a kind such as `entry.*`. */
  types?: string;
  /** A tournament's id. */
  tournament?: string;
  /** Only events before this sequence. */
  before?: number;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the filters from an address; whatever makes no sense is left out. */
export function eventSearch({ types, tournament, before }: Record<string, unknown>): EventSearch {
  return {
    ...(typeof types === "string" && isEventFilter(types) && { types }),
    ...(typeof tournament === "string" && ID.test(tournament) && { tournament }),
    ...(Number.isSafeInteger(before) && Number(before) > 0 && { before: Number(before) }),
  };
}
