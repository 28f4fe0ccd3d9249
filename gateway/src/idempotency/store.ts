/** An answer kept for repeats. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a store says when a request with an Idempotency-Key begins. */
export type Beginning =
  /** It is the first; it ends with `finish` or `release` under this token. */
  | { kind: "begun"; token: string }
  /** Another one with the same key has not ended yet. */
  | { kind: "inFlight"; fingerprint: string }
  /** One with the same key was answered. */
  | { kind: "answered"; fingerprint: string; answer: StoredAnswer };

/** Remembers requests by key. A marker of one that never ends disappears by itself. */
export interface IdempotencyStore {
  begin(id: string, fingerprint: string): Promise<Beginning>;
  /** Keeps the answer for repeats. */
  finish(id: string, token: string, fingerprint: string, answer: StoredAnswer): Promise<void>;
  /** Forgets the request, so that a repeat is a first attempt again. */
  release(id: string, token: string, fingerprint: string): Promise<void>;
}

/** Longer than any request can take, short enough that a crash does not block its retry. */
export const MARKER_TTL_MS = 30_000;
export const ANSWER_TTL_MS = 24 * 60 * 60 * 1000;
