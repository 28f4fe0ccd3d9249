import type { Actor } from "../auth/principal.ts";
import type { Fault } from "../problems/problem-error.ts";

export interface RequestRecord {
  requestId: string;
  /** The time of arrival, in milliseconds since 1970. */
  at: number;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  caller: Actor;
  address: string;
  code: string | null;
  /** The detail and the faults of the problem. Absent without a problem and in old records. */
  detail?: string | null;
  errors?: readonly Fault[];
  /** The body of a POST or PATCH as JSON, without secrets, at most 4 KiB. Null if no body was parsed. */
  body: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  /** Absent if the request was not traced. */
  traceId?: string;
  /** The number of requests left out. 0 except in an environment's first record of each write. */
  leftOut: number;
}

/** The kinds of records, which are stored separately so that neither displaces the other. */
export const KINDS = ["success", "failure"] as const;
export type Kind = (typeof KINDS)[number];

export const kindOf = (status: number): Kind => (status < 400 ? "success" : "failure");

export interface Entry {
  gameId: string;
  record: RequestRecord;
}

export interface StoredRecord {
  /** `NUMBER-NUMBER`. Later records of an environment have greater positions. */
  position: string;
  /** A RequestRecord as JSON. */
  text: string;
}

export interface RecordRange {
  gameId: string;
  kind: Kind;
  /** Only records before this position. An empty position starts at the newest record. */
  before: string;
  /** Only records that were stored since this time, in milliseconds since 1970. */
  since: number;
  count: number;
}

export type Read = (range: RecordRange) => Promise<StoredRecord[]>;

/** The newest records of each environment. All of them may be lost at any time. */
export interface RequestStore {
  append(entries: readonly Entry[]): Promise<void>;
  read: Read;
  find(gameId: string, requestId: string): Promise<RequestRecord | undefined>;
}

/** The maximum number of records of each kind and environment. Redis may keep slightly more. */
export const MAX_KEPT = 10_000;
export const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;
