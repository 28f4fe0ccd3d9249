import { decodePageToken, encodePageToken } from "@tms/kit/values/page";
import {
  KEPT_MS,
  kindOf,
  KINDS,
  type Kind,
  type Read,
  type RequestRecord,
  type StoredRecord,
  type RecordRange,
} from "./store.ts";

export interface RequestFilter {
  /** A status, such as `404`, or a class of statuses, such as `4xx`. */
  status?: string;
  method?: string;
  /** The beginning of the path. */
  path?: string;
  caller?: RequestRecord["caller"]["type"];
  keyId?: string;
  problem?: string;
  /** The range of arrival times in milliseconds since 1970: `from` is inclusive, `to` is exclusive. */
  from?: number;
  to?: number;
}

// The maximum number of records that one search reads. Reading this many takes about 10 ms.
const MAX_LOOKED_AT = 4_000;
// The clock of Redis (positions) may be this far behind the clock of a gateway (arrival times).
const LATENESS_MS = 60_000;

/**
 * Returns a page of the log. It may be shorter than its limit, or empty, and still have a next page. `leftOut`
 * is the number of requests in the searched part of the log that were not recorded.
 */
export async function searchRequests(
  store: { read: Read },
  gameId: string,
  filter: RequestFilter,
  page: { limit: number; cursor: string },
) {
  const list = ["requests", gameId, JSON.stringify(filter, Object.keys(filter).toSorted())];
  const [success = "", failure = ""] =
    decodePageToken(page.cursor, list, [POSITION, POSITION]) ?? [];
  const positions = { success, failure };
  const requests: RequestRecord[] = [];
  let leftOut = 0;
  const since = Math.max((filter.from ?? 0) - LATENESS_MS, Date.now() - KEPT_MS, 0);
  let looked = 0;
  for await (const { text, rest } of newestFirst(store.read, gameId, positions, {
    kinds: kindsOf(filter),
    since,
  })) {
    if (requests.length >= page.limit || looked >= MAX_LOOKED_AT) {
      const nextCursor = encodePageToken(list, [rest().success, rest().failure]);
      return { requests, nextCursor, leftOut };
    }
    looked++;
    const record = JSON.parse(text) as RequestRecord;
    leftOut += record.leftOut;
    if (matches(record, filter)) requests.push(record);
  }
  return { requests, nextCursor: null, leftOut };
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

/** The form of a position: milliseconds since 1970, and a number for order within a millisecond. */
const POSITION = /^\d{1,15}-\d{1,10}$/;

/** Compares positions by time. The result is negative if the first is earlier. */
export function comparePositions(one: string, other: string): number {
  const [[ms, number], [otherMs, otherNumber]] = [partsOf(one), partsOf(other)];
  return ms - otherMs || number - otherNumber;
}

export function after(position: string): string {
  const [ms, number] = partsOf(position);
  return `${ms}-${number + 1}`;
}

function partsOf(position: string): [number, number] {
  const [ms = 0, number = 0] = position.split("-").map(Number);
  return [ms, number];
}

/** The position of each kind before which records are read. If it is empty, the newest record is first. */
type Positions = Record<Kind, string>;

const READ_AT_ONCE = 500;

/**
 * Yields the records before the positions in `from`, newest first. `rest` returns the positions with which a
 * later call starts at the current record. A kind without further records has a position before all records.
 * A later call returns no newer records, even of the same millisecond.
 */
export async function* newestFirst(
  read: Read,
  gameId: string,
  from: Positions,
  { kinds, since }: { kinds: readonly Kind[]; since: number },
): AsyncGenerator<StoredRecord & { rest: () => Positions }> {
  const lanes = await Promise.all(
    kinds.map(async (kind) => {
      const pages = pagesOf(read, { gameId, kind, since }, from[kind]);
      return { kind, pages, next: await pages.next() };
    }),
  );
  const rest = () => {
    const positions: Positions = { success: "0-1", failure: "0-1" };
    for (const { kind, next } of lanes)
      if (next.done !== true) positions[kind] = after(next.value.position);
    return positions;
  };
  for (;;) {
    const [first] = lanes
      .flatMap((lane) => (lane.next.done === true ? [] : [{ lane, record: lane.next.value }]))
      .toSorted((one, other) => comparePositions(other.record.position, one.record.position));
    if (first === undefined) return;
    yield { ...first.record, rest };
    first.lane.next = await first.lane.pages.next();
  }
}

async function* pagesOf(
  read: Read,
  of: Pick<RecordRange, "gameId" | "kind" | "since">,
  from: string,
) {
  let before = from;
  for (;;) {
    const records = await read({ ...of, before, count: READ_AT_ONCE });
    yield* records;
    const last = records.at(-1);
    if (last === undefined || records.length < READ_AT_ONCE) return undefined;
    before = last.position;
  }
}

// The maximum number of records that a search for an id reads. A store has fewer records of an environment.
const MAX_IN_ALL = 25_000;

export async function findRequest(
  read: Read,
  gameId: string,
  requestId: string,
): Promise<RequestRecord | undefined> {
  const quoted = JSON.stringify(requestId);
  const from = { success: "", failure: "" };
  const since = Date.now() - KEPT_MS;
  let looked = 0;
  for await (const { text } of newestFirst(read, gameId, from, { kinds: KINDS, since })) {
    if (++looked > MAX_IN_ALL) return undefined;
    // Only a record that contains the id is parsed. Parsing every record would take ten times as long.
    if (!text.includes(quoted)) continue;
    const record = JSON.parse(text) as RequestRecord;
    if (record.requestId === requestId) return record;
  }
  return undefined;
}
