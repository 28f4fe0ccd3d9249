/** Where the demo's stack is and who the demo is to it. */
export interface Settings {
  baseUrl: string;
  apiKey: string;
  gameId: string;
}

/** Reads the settings that `pnpm start` leaves for other commands. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const read = (name: string): string => {
    const value = env[name];
    if (value) return value;
    console.error(
      `${name} is not set. Start the product first: npx -y pnpm@12.21.0 start\n` +
        "If you started it with TMS_DATA_DIR, set TMS_DATA_DIR to the same folder for this command.",
    );
    process.exit(1);
  };
  return {
    baseUrl: read("TMS_BASE_URL"),
    apiKey: read("TMS_API_KEY"),
    gameId: read("TMS_GAME_ID"),
  };
}

/** The parts of the API's responses that the demo reads. */
export interface Reply {
  tournament: { id: string; status: string };
  tournaments: { id: string }[];
  entries: { gamerHandle: string; rank: number | null; joinedAt: string }[];
  settlement: {
    pool: number | null;
    platformFee: number | null;
  };
  lines: { kind: string; amount: number }[];
  nextCursor: string | null;
  payouts: { gamerHandle: string; rank: number | null; amount: number }[];
}

const TIMEOUT_MS = 15_000;

/** A client of the public API; a refused call rejects with its problem's title. */
export function createApi({ baseUrl, apiKey }: Settings) {
  async function call(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { "x-api-key": apiKey, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Reply;
  }
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body: object) => call("POST", path, body),
    patch: (path: string, body?: object) => call("PATCH", path, body),
  };
}
