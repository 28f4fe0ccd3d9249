import { VERSION } from "./version.ts";

/** An access token, or what has a fresh one whenever it is asked. */
export type AccessToken = string | (() => string | Promise<string>);

type Credential =
  | {
      /** Of a game's backend: `tms_live_…` or `tms_test_…`. */
      apiKey: string;
      accessToken?: never;
    }
  | {
      /** Of a person who is signed in. */
      accessToken: AccessToken;
      apiKey?: never;
    };

/** Where the service is, and how it is called. */
export interface ConnectionOptions {
  /** The service's public URL, such as `https://tms.example.com`. */
  baseUrl: string;
  /** The environment, live or test, to act in. An API key has its own. */
  gameId?: string | undefined;
  /** How long an attempt may take, in milliseconds: 1 to 600,000; 15,000 when absent. */
  timeoutMs?: number | undefined;
  /** How often a call is attempted again: 0 to 10; 3 when absent. */
  retries?: number | undefined;
  /** How many requests may be under way at once: 1 to 1,000; 100 when absent. Others wait. */
  concurrency?: number | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** What `createTms` takes. */
export type TmsOptions = ConnectionOptions & Credential;

/** Options of one call. */
export interface CallOptions {
  /**
   * Makes repeats of the call harmless, also by another process: 1 to 255 visible ASCII characters. A
   * new one when absent, which is kept over the call's retries.
   */
  idempotencyKey?: string | undefined;
  /** Gives the call up; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The options as the client uses them. */
export interface Settings {
  baseUrl: string;
  /** Headers of every request. */
  headers(): Promise<Record<string, string>>;
  timeoutMs: number;
  retries: number;
  concurrency: number;
  fetch: typeof globalThis.fetch;
}

const LONGEST_MS = 600_000;
const MOST_RETRIES = 10;
const MAX_CONCURRENCY = 1_000;

/** Checks the options. Throws a TypeError that names the first that is wrong. */
export function readOptions(
  options: ConnectionOptions & { apiKey?: string; accessToken?: AccessToken },
): Settings {
  const { apiKey, accessToken, gameId } = options;
  if (apiKey !== undefined && accessToken !== undefined)
    throw new TypeError("Set either apiKey or accessToken, not both.");
  // What a header cannot carry would fail in each attempt, and look like a lost connection.
  for (const [name, value] of Object.entries({ apiKey, gameId }))
    if (value !== undefined && !/^[!-~]+$/.test(value))
      throw new TypeError(`${name} must contain only visible ASCII characters.`);
  const fetched = options.fetch ?? globalThis.fetch;
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    async headers() {
      const token = typeof accessToken === "function" ? await accessToken() : accessToken;
      return {
        "user-agent": `tms-sdk/${VERSION}`,
        ...(apiKey !== undefined && { "x-api-key": apiKey }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(gameId !== undefined && { "x-game-id": gameId }),
      };
    },
    timeoutMs: within("timeoutMs", options.timeoutMs ?? 15_000, 1, LONGEST_MS),
    retries: within("retries", options.retries ?? 3, 0, MOST_RETRIES),
    concurrency: within("concurrency", options.concurrency ?? 100, 1, MAX_CONCURRENCY),
    // A browser's own must not be called as somebody else's method.
    fetch: (input, init) => fetched(input, init),
  };
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError("baseUrl must be an http or https URL.");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new TypeError("baseUrl must not contain credentials, a query or a fragment.");
  return url.href.replace(/\/+$/, "");
}

function within(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}.`);
}
