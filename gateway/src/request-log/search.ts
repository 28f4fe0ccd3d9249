import { decodePageToken, encodePageToken } from "@tms/kit/values/page";
import { newestFirst, POSITION } from "./newest-first.ts";
import { KEPT_MS, type Kind, kindOf, KINDS, type Read, type RequestRecord } from "./store.ts";

/** Which requests are wanted. */
export interface RequestFilter {
  /** A status, `404`, or a class of them, `4xx`. */
  status?: string;
  method?: string;
  /** How the path begins. */
  path?: string;
  /** Who made it. */
  caller?: RequestRecord["caller"]["type"];
  keyId?: string;
  problem?: string;
  /** From when, inclusive, and until when, exclusive, in milliseconds since 1970. */
  from?: number;
  to?: number;
}

/** A page of the log. It may be shorter than asked for, or empty, and still have a next one. */
export interface RequestPage {
  requests: RequestRecord[];
  nextCursor: string | null;
  /** How many requests between those looked at were never recorded. */
  leftOut: number;
}

// What one answer may cost: some 10 ms of this process.
const MOST_LOOKED_AT = 4_000;
// Records are written up to a minute after their requests arrived, by clocks that may differ.
const LATENESS_MS = 60_000;

/** Looks for requests of an environment, the newest first. */
export async function searchRequests(
  store: { read: Read },
  gameId: string,
  filter: RequestFilter,
  page: { limit: number; cursor: string },
): Promise<RequestPage> {
  const list = ["requests", gameId, JSON.stringify(filter)];
  const [success = "", failure = ""] =
    decodePageToken(page.cursor, list, [POSITION, POSITION]) ?? [];
  const positions = { success, failure };
  const found: RequestPage = { requests: [], nextCursor: null, leftOut: 0 };
  const since = Math.max((filter.from ?? 0) - LATENESS_MS, Date.now() - KEPT_MS, 0);
  let looked = 0;
  for await (const { text, rest } of newestFirst(store.read, gameId, positions, {
    kinds: kindsOf(filter),
    since,
  })) {
    if (found.requests.length >= page.limit || looked >= MOST_LOOKED_AT)
      return { ...found, nextCursor: encodePageToken(list, [rest().success, rest().failure]) };
    looked++;
    const record = JSON.parse(text) as RequestRecord;
    found.leftOut += record.leftOut;
    if (matches(record, filter)) found.requests.push(record);
  }
  return found;
}

function kindsOf({ status, problem }: RequestFilter): readonly Kind[] {
  if (problem !== undefined) return ["failure"];
  return status === undefined ? KINDS : [kindOf(Number(status.replace("xx", "00")))];
}

const matches = (record: RequestRecord, filter: RequestFilter): boolean =>
  isOf(filter.status, (status) => String(record.status).startsWith(status.replace("xx", ""))) &&
  isOf(filter.method, (method) => record.method === method) &&
  isOf(filter.path, (path) => record.path.startsWith(path)) &&
  isOf(filter.caller, (caller) => record.caller.type === caller) &&
  isOf(filter.keyId, (id) => record.caller.type === "api_key" && record.caller.id === id) &&
  isOf(filter.problem, (problem) => record.code === problem) &&
  isOf(filter.from, (from) => record.at >= from) &&
  isOf(filter.to, (to) => record.at < to);

const isOf = <T>(wanted: T | undefined, holds: (wanted: T) => boolean): boolean =>
  wanted === undefined || holds(wanted);
