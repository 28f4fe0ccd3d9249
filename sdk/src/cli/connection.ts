import type { AccessToken } from "../client/options.ts";
import { createTms, type Tms } from "../tms.ts";
import { readCredentials, type Session } from "./credentials/file.ts";
import { freshToken } from "./credentials/session.ts";
import { agentFetch } from "./agent.ts";
import { Refusal } from "./framework/errors.ts";

// Where `pnpm start` serves unless it is told otherwise.
const LOCAL = "http://127.0.0.1:8080";

/** Where the service is, and who acts there. */
export interface Connection {
  baseUrl: string;
  /** Of an API key, or of whoever is signed in. */
  tms: Tms;
  /** Whoever is signed in; undefined where an API key acts. */
  session: Session | undefined;
  apiKey: string | undefined;
  /** The environment that is named, or in use; undefined for that of an API key. */
  gameId: string | undefined;
}

/** The service to call: what the environment names, else the last one signed in to, else a local one. */
export async function baseUrlFor(env: NodeJS.ProcessEnv, localUrl = LOCAL): Promise<string> {
  const named = env["TMS_BASE_URL"] || (await readCredentials(env)).current || localUrl;
  return named.replace(/\/+$/, "");
}

/**
 * Connects as the API key in TMS_API_KEY, else as whoever is signed in. Throws a Refusal where there
 * is neither.
 */
export async function connect(env: NodeJS.ProcessEnv, baseUrl: string): Promise<Connection> {
  const { TMS_API_KEY: apiKey = "", TMS_GAME_ID = "" } = env;
  const named = TMS_GAME_ID === "" ? undefined : TMS_GAME_ID;
  const open = (options: { apiKey: string } | { accessToken: AccessToken }, gameId = named) =>
    createTms({ baseUrl, fetch: agentFetch, gameId, ...options });
  if (apiKey !== "")
    return { baseUrl, tms: open({ apiKey }), session: undefined, apiKey, gameId: named };

  const session = (await readCredentials(env)).sessions[baseUrl];
  if (session === undefined)
    throw new Refusal(
      `You are not signed in at ${baseUrl}. Run \`tms login\`, or set TMS_API_KEY.`,
    );
  const gameId = named ?? session.environment?.id;
  const accessToken = () => freshToken(env, baseUrl);
  return { baseUrl, tms: open({ accessToken }, gameId), session, apiKey: undefined, gameId };
}
