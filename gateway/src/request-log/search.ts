import { decodePageToken, encodePageToken } from "@tms/kit/values/page";
import { after, comparePositions, POSITION } from "./positions.ts";
import { kindOf, KINDS, type Kind, type RequestRecord } from "./record.ts";
import { KEPT_MS, type RequestStore, type StoredRecord } from "./store.ts";

/** Which requests are wanted. */
export interface RequestFilter {
  /** A status, `404`, or a class of them, `4xx`. */
  status?: string;
  method?: string;
  /** How the path begins. */
  path?: string;
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
const READ_AT_ONCE = 500;
// More than a stream ever holds, for the search of one request.
const MOST_IN_ALL = 25_000;
// Records are written up to a minute after their requests arrived, by clocks that may differ.
const LATENESS_MS = 60_000;

type Positions = Record<Kind, string>;
const NEWEST: Positions = { success: "", failure: "" };
// Before the first position that there can be.
const NOTHING: Positions = { success: "0-1", failure: "0-1" };

/** Looks for requests of an environment, the newest first. */
export async function searchRequests(
  store: RequestStore,
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
  for await (const { text, rest } of newestFirst(store, gameId, positions, {
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

/** Finds the newest request of an id in an environment. */
export async function findRequest(
  store: RequestStore,
  gameId: string,
  requestId: string,
): Promise<RequestRecord | undefined> {
  const quoted = JSON.stringify(requestId);
  const since = Date.now() - KEPT_MS;
  let looked = 0;
  for await (const { text } of newestFirst(store, gameId, NEWEST, { kinds: KINDS, since })) {
    if (++looked > MOST_IN_ALL) return undefined;
    // Parsing all of them would take ten times as long.
    if (!text.includes(quoted)) continue;
    const record = JSON.parse(text) as RequestRecord;
    if (record.requestId === requestId) return record;
  }
  return undefined;
}

/**
 * Records of both kinds in one order, from these positions on. While one is looked at, `rest` tells
 * where to read it and all after it: of a kind that has none left nothing, as what comes later of it
 * is newer, even if it is stored in the same millisecond.
 */
async function* newestFirst(
  store: RequestStore,
  gameId: string,
  from: Positions,
  { kinds, since }: { kinds: readonly Kind[]; since: number },
): AsyncGenerator<StoredRecord & { rest: () => Positions }> {
  const lanes = await Promise.all(
    kinds.map(async (kind) => {
      const pages = pagesOf(store, { gameId, kind, since }, from[kind]);
      return { kind, pages, next: await pages.next() };
    }),
  );
  const rest = () => {
    const positions = { ...NOTHING };
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
  store: RequestStore,
  of: { gameId: string; kind: Kind; since: number },
  from: string,
): AsyncGenerator<StoredRecord, undefined> {
  let before = from;
  for (;;) {
    const records = await store.read({ ...of, before, count: READ_AT_ONCE });
    yield* records;
    const last = records.at(-1);
    if (last === undefined || records.length < READ_AT_ONCE) return undefined;
    before = last.position;
  }
}

function kindsOf({ status, problem }: RequestFilter): readonly Kind[] {
  if (problem !== undefined) return ["failure"];
  return status === undefined ? KINDS : [kindOf(Number(status.replace("xx", "00")))];
}

const matches = (record: RequestRecord, filter: RequestFilter): boolean =>
  isOf(filter.status, (status) => String(record.status).startsWith(status.replace("xx", ""))) &&
  isOf(filter.method, (method) => record.method === method) &&
  isOf(filter.path, (path) => record.path.startsWith(path)) &&
  isOf(filter.keyId, (id) => record.caller.type === "api_key" && record.caller.id === id) &&
  isOf(filter.problem, (problem) => record.code === problem) &&
  isOf(filter.from, (from) => record.at >= from) &&
  isOf(filter.to, (to) => record.at < to);

const isOf = <T>(wanted: T | undefined, holds: (wanted: T) => boolean): boolean =>
  wanted === undefined || holds(wanted);
