import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { components } from "../api/schema.ts";
import { createHttp, type Http } from "../client/http.ts";
import { readOptions, VERSION, type AccessToken } from "../client/options.ts";
import { isTmsError } from "../errors.ts";
import { createTms, type Tms } from "../tms.ts";
import type { AnswerOf } from "../client/routes.ts";
import { Refusal } from "./failures.ts";

export interface SelectedEnvironment {
  id: string;
  mode: "live" | "test";
  gameName: string;
}

export interface Session {
  accessToken: string;
  expiresAt: string;
  /** The token that gets the next tokens. It can be used once. */
  refreshToken: string;
  user: { id: string; name: string; email: string };
  environment?: SelectedEnvironment;
}

interface Credentials {
  /** The URL of the service of the last sign-in. */
  current?: string;
  /** The sessions by the URLs of their services. */
  sessions: Record<string, Session>;
}

function credentialsFile(env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME, APPDATA } = env;
  const folder =
    XDG_CONFIG_HOME ||
    (process.platform === "win32" && APPDATA ? APPDATA : join(env["HOME"] || homedir(), ".config"));
  return join(folder, "tms", "credentials.json");
}

async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const file = credentialsFile(env);
  try {
    const json = JSON.parse(await readFile(file, "utf8")) as Partial<Credentials> | null;
    return { ...json, sessions: json?.sessions ?? {} };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { sessions: {} };
    throw new Refusal(
      `${file} cannot be read (${(error as Error).message}). Delete the file, and run \`tms login\`.`,
    );
  }
}

/** Replaces the credentials file, which only its owner can read. Readers get the old or the new version. */
async function changeCredentials(
  env: NodeJS.ProcessEnv,
  change: (credentials: Credentials) => Credentials,
): Promise<void> {
  const file = credentialsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  const text = `${JSON.stringify(change(await readCredentials(env)), null, 2)}\n`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

export const findSession = async (
  env: NodeJS.ProcessEnv,
  baseUrl: string,
): Promise<Session | undefined> => (await readCredentials(env)).sessions[baseUrl];

export const keepSession = (env: NodeJS.ProcessEnv, baseUrl: string, session: Session) =>
  changeCredentials(env, ({ sessions }) => ({
    current: baseUrl,
    sessions: { ...sessions, [baseUrl]: session },
  }));

export const forgetSession = (env: NodeJS.ProcessEnv, baseUrl: string) =>
  changeCredentials(env, ({ current, sessions }) => ({
    ...(current !== undefined && current !== baseUrl && { current }),
    sessions: Object.fromEntries(Object.entries(sessions).filter(([url]) => url !== baseUrl)),
  }));

/** The global `fetch`, with the user agent that the list of sessions shows. */
const agentFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("user-agent", `tms/${VERSION} (${process.platform})`);
  return fetch(input, { ...init, headers });
};

export const openHttp = (baseUrl: string): Http =>
  createHttp(readOptions({ baseUrl, fetch: agentFetch }));

export const openTms = (
  baseUrl: string,
  credential: { apiKey: string } | { accessToken: AccessToken },
  gameId?: string,
): Tms => createTms({ baseUrl, fetch: agentFetch, gameId, ...credential });

export function toSession(tokens: AnswerOf<"POST /auth/refresh"> | undefined): Session {
  if (tokens?.refreshToken === undefined) throw new Error("the service returned no refresh token");
  const { accessToken, expiresAt, refreshToken, user } = tokens;
  const { id, name, email } = user;
  return { accessToken, expiresAt, refreshToken, user: { id, name, email } };
}

// A token that expires sooner could expire before the request arrives.
const RENEW_BEFORE_MS = 30_000;

/**
 * Returns an access token. Renews a token that expires within 30 seconds. Reads the file each time, because
 * another command may have renewed the session. The service can end a session if an old refresh token is used
 * again. Throws a Refusal if the session has ended.
 */
async function freshToken(env: NodeJS.ProcessEnv, baseUrl: string): Promise<string> {
  const session = await findSession(env, baseUrl);
  if (session === undefined) throw new Refusal("You are signed out. Run `tms login`.");
  if (Date.parse(session.expiresAt) - Date.now() > RENEW_BEFORE_MS) return session.accessToken;
  const { refreshToken } = session;
  try {
    const { data } = await openHttp(baseUrl).POST("/auth/refresh", { body: { refreshToken } });
    const renewed = { ...session, ...toSession(data) };
    await changeCredentials(env, (credentials) => ({
      ...credentials,
      sessions: { ...credentials.sessions, [baseUrl]: renewed },
    }));
    return renewed.accessToken;
  } catch (error) {
    if (!isTmsError(error, "session_ended")) throw error;
    await forgetSession(env, baseUrl);
    throw new Refusal("Your session has ended. Run `tms login`.");
  }
}

// The address at which `pnpm start` serves by default.
const LOCAL_URL = "http://127.0.0.1:8080";

export interface Connection {
  baseUrl: string;
  tms: Tms;
  /** The session of the person, unless an API key is used. */
  session: Session | undefined;
  apiKey: string | undefined;
  /** The environment from TMS_GAME_ID or `tms use`. If undefined, an API key determines the environment. */
  gameId: string | undefined;
}

/** Returns the URL of the service: TMS_BASE_URL, the service of the last sign-in, or a local one. */
export async function findBaseUrl(env: NodeJS.ProcessEnv, localUrl = LOCAL_URL): Promise<string> {
  const named = env["TMS_BASE_URL"] || (await readCredentials(env)).current || localUrl;
  return named.replace(/\/+$/, "");
}

/** Creates a client for TMS_API_KEY or, without it, the stored session. Throws a Refusal without either. */
export async function connect(env: NodeJS.ProcessEnv, baseUrl: string): Promise<Connection> {
  const apiKey = env["TMS_API_KEY"] || undefined;
  const session = apiKey === undefined ? await findSession(env, baseUrl) : undefined;
  const gameId = env["TMS_GAME_ID"] || session?.environment?.id;
  if (apiKey === undefined && session === undefined)
    throw new Refusal(
      `You are not signed in at ${baseUrl}. Run \`tms login\`, or set TMS_API_KEY.`,
    );
  const accessToken = () => freshToken(env, baseUrl);
  const tms = openTms(baseUrl, apiKey === undefined ? { accessToken } : { apiKey }, gameId);
  return { baseUrl, tms, session, apiKey, gameId };
}

export type Game = components["schemas"]["Game"];

// A person is a member of at most 100 games, which fit on one page.
const MAX_GAMES = 100;

export async function listGames(tms: Tms): Promise<Game[]> {
  const { data } = await tms.http.GET("/game", { params: { query: { limit: MAX_GAMES } } });
  return data?.games ?? [];
}
