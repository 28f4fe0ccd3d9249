import type { Actor } from "../auth/principal.ts";
import type { Fault } from "../problems/problem-error.ts";

/** A request of an environment, as the log keeps it. */
export interface RequestRecord {
  requestId: string;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  method: string;
  /** With its query. */
  path: string;
  status: number;
  durationMs: number;
  caller: Actor;
  address: string;
  /** The code of the problem that it was answered with. */
  code: string | null;
  /** What that problem said, and the faults that it named; absent in records of before. */
  detail?: string | null;
  errors?: readonly Fault[];
  /** Of a mutation, as JSON without secrets; cut when it is long. */
  body: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  /** How many requests before it were left out of the log. */
  leftOut: number;
}

/** Successes and failures are kept apart, so that many of one push out none of the other. */
export const KINDS = ["success", "failure"] as const;
export type Kind = (typeof KINDS)[number];

/** Which of the two a status is. */
export const kindOf = (status: number): Kind => (status < 400 ? "success" : "failure");

/** A record and its environment. */
export interface Entry {
  gameId: string;
  record: RequestRecord;
}

/** A record as it is stored. */
export interface StoredRecord {
  /** `NUMBER-NUMBER`; later records of an environment have greater ones. */
  position: string;
  /** A RequestRecord as JSON. */
  text: string;
}

/** Where to read. */
export interface Stretch {
  gameId: string;
  kind: Kind;
  /** Only records before this position; empty means from the newest on. */
  before: string;
  /** Only records that were stored since, in milliseconds since 1970. */
  since: number;
  count: number;
}

/** Reads a stretch, the newest first. */
export type Read = (stretch: Stretch) => Promise<StoredRecord[]>;

/** Keeps the newest records of each environment. All of them may be lost at any time. */
export interface RequestStore {
  append(entries: readonly Entry[]): Promise<void>;
  read: Read;
  /** The newest request of an id. */
  find(gameId: string, requestId: string): Promise<RequestRecord | undefined>;
}

/** Of each kind and environment. */
export const MOST_KEPT = 10_000;
export const KEPT_MS = 3 * 24 * 60 * 60 * 1_000;
