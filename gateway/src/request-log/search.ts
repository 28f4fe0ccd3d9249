import { decodePageToken, encodePageToken } from "@tms/kit/values/page";
import { newestFirst, POSITION } from "./newest-first.ts";
import { KEPT_MS, type Kind, kindOf, KINDS, type Read, type RequestRecord } from "./store.ts";

/** Conditions that a request must meet. */
export interface RequestFilter {
  /** A status, such as `404`, or a class of statuses, such as `4xx`. */
  status?: string;
  method?: string;
  /** The beginning of the path. */
  path?: string;
  /** The type of the caller. */
  caller?: RequestRecord["caller"]["type"];
  keyId?: string;
  problem?: string;
  /** The range of arrival times in milliseconds since 1970: `from` is inclusive, `to` is exclusive. */
  from?: number;
  to?: number;
}

/** A page of the log. It may be shorter than its limit, or empty, and still have a next page. */
export interface RequestPage {
  requests: RequestRecord[];
  nextCursor: string | null;
  /** The number of requests in the searched part of the log that were not recorded. */
  leftOut: number;
}

// The maximum number of records that one search reads. Reading this many takes about 10 ms.
const MAX_LOOKED_AT = 4_000;
// Records are written up to a minute after their requests arrived, and clocks may differ.
const LATENESS_MS = 60_000;

/** Searches the requests of an environment, the newest first. */
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
    if (found.requests.length >= page.limit || looked >= MAX_LOOKED_AT)
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
