import type { Kind, RequestRecord } from "./record.ts";

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
