export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface KeyRecord {
  fingerprint: string;
  /** A reserved key is only for a repeat of the request with the fingerprint. */
  state: "inFlight" | "reserved" | StoredAnswer;
}

/** Returns whether a request with the fingerprint can begin while its key has the record `held`. */
export const mayBegin = (held: KeyRecord | undefined, fingerprint: string): boolean =>
  held === undefined || (held.state === "reserved" && held.fingerprint === fingerprint);

/** The records of requests by key. A request under way has a marker, which expires after MARKER_TTL_MS. */
export interface IdempotencyStore {
  /** Begins a request if mayBegin permits it. Returns the earlier record, and the token of the request. */
  begin(id: string, fingerprint: string): Promise<{ token: string; held: KeyRecord | undefined }>;
  /** Looks up a key without a change. */
  find(id: string): Promise<KeyRecord | undefined>;
  /** Keeps the response for repeats. Sends it to the store within this turn of the event loop. */
  finish(id: string, token: string, fingerprint: string, answer: StoredAnswer): Promise<void>;
  /** Forgets the request. Any request with the key is then a first attempt. */
  release(id: string, token: string, fingerprint: string): Promise<void>;
  /** Reserves the key. A repeat of this request is then a first attempt, and other requests are refused. */
  reserve(id: string, token: string, fingerprint: string): Promise<void>;
}

/** The lifetime of a marker. It is longer than any request, but short enough for retries after a crash. */
export const MARKER_TTL_MS = 30_000;
export const ANSWER_TTL_MS = 24 * 60 * 60 * 1000;
