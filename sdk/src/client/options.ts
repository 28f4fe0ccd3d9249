/** The version of the package, as in its package.json. */
export const VERSION = "1.0.0";

/** An access token, or a function that returns a valid token. The client calls it before each attempt. */
export type AccessToken = string | (() => string | Promise<string>);

type Credential =
  | {
      /** The API key of a backend: `tms_live_…` or `tms_test_…`. */
      apiKey: string;
      accessToken?: never;
    }
  | {
      /** The access token of a signed-in person. */
      accessToken: AccessToken;
      apiKey?: never;
    };

/** The URL of the service, and the settings of its calls. */
export interface ConnectionOptions {
  /** The public URL of the service, such as `https://tms.example.com`. */
  baseUrl: string;
  /** The id of the environment, live or test. An API key already determines its environment. */
  gameId?: string | undefined;
  /** The time limit of an attempt, in milliseconds: 1 to 600,000. The default is 15,000. */
  timeoutMs?: number | undefined;
  /** The maximum number of retries of a call: 0 to 10. The default is 3. */
  retries?: number | undefined;
  /** The maximum number of simultaneous requests: 1 to 1,000. The default is 100. Other requests wait. */
  concurrency?: number | undefined;
  /** A function that replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

export type TmsOptions = ConnectionOptions & Credential;

export interface CallOptions {
  /**
   * Makes retries of the call safe, even from another process: 1 to 255 visible ASCII characters. The
   * default is a new key, which all retries of the call share.
   */
  idempotencyKey?: string | undefined;
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** The options as the client uses them. */
export interface Settings {
  baseUrl: string;
  headers(): Promise<Record<string, string>>;
  timeoutMs: number;
  retries: number;
  concurrency: number;
  fetch: typeof globalThis.fetch;
}

const MAX_TIMEOUT_MS = 600_000;
const MAX_RETRIES = 10;
const MAX_CONCURRENCY = 1_000;

/** Checks the options. Throws a TypeError for the first invalid option. */
export function readOptions(
  options: ConnectionOptions & { apiKey?: string; accessToken?: AccessToken },
): Settings {
  const { apiKey, accessToken, gameId } = options;
  if (apiKey !== undefined && accessToken !== undefined)
    throw new TypeError("Set either apiKey or accessToken, not both.");
  // A value that a header cannot carry would fail each attempt like a lost connection.
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
    timeoutMs: within("timeoutMs", options.timeoutMs ?? 15_000, 1, MAX_TIMEOUT_MS),
    retries: within("retries", options.retries ?? 3, 0, MAX_RETRIES),
    concurrency: within("concurrency", options.concurrency ?? 100, 1, MAX_CONCURRENCY),
    // The `fetch` of a browser must not be called as a method of another object.
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

function within(name: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`${name} must be a whole number from ${min} to ${max}.`);
}
