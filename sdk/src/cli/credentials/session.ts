import { createHttp, type Http } from "../../client/http.ts";
import { readOptions } from "../../client/options.ts";
import { isTmsError } from "../../errors.ts";
import { agentFetch } from "../agent.ts";
import { Refusal } from "../framework/errors.ts";
import { changeCredentials, readCredentials, type Session } from "./file.ts";

// Sooner than a request could arrive too late.
const RENEWED_BEFORE_MS = 30_000;

/** A client of what needs no credential. */
export const openHttp = (baseUrl: string): Http =>
  createHttp(readOptions({ baseUrl, fetch: agentFetch }));

/** Keeps a session as the one in use at a service. */
export const keepSession = (env: NodeJS.ProcessEnv, baseUrl: string, session: Session) =>
  changeCredentials(env, ({ sessions }) => ({
    current: baseUrl,
    sessions: { ...sessions, [baseUrl]: session },
  }));

/** Forgets the session at a service. */
export const forgetSession = (env: NodeJS.ProcessEnv, baseUrl: string) =>
  changeCredentials(env, ({ current, sessions }) => ({
    ...(current !== undefined && current !== baseUrl && { current }),
    sessions: Object.fromEntries(Object.entries(sessions).filter(([url]) => url !== baseUrl)),
  }));

/**
 * An access token that is good for a while. The file is read each time: another command may have
 * renewed the session, and an old refresh token would end it. Throws a Refusal where it has ended.
 */
export async function freshToken(env: NodeJS.ProcessEnv, baseUrl: string): Promise<string> {
  const session = (await readCredentials(env)).sessions[baseUrl];
  if (session === undefined) throw new Refusal("You are signed out. Run `tms login`.");
  if (Date.parse(session.expiresAt) - Date.now() > RENEWED_BEFORE_MS) return session.accessToken;
  return await renew(env, baseUrl, session);
}

async function renew(env: NodeJS.ProcessEnv, baseUrl: string, session: Session): Promise<string> {
  const { refreshToken } = session;
  try {
    const { data } = await openHttp(baseUrl).POST("/auth/refresh", { body: { refreshToken } });
    if (data?.refreshToken === undefined) throw new Error("the service returned no refresh token");
    const { accessToken, expiresAt, user } = data;
    const { id, name, email } = user;
    const renewed = { accessToken, expiresAt, refreshToken: data.refreshToken };
    await changeCredentials(env, (credentials) => ({
      ...credentials,
      sessions: {
        ...credentials.sessions,
        [baseUrl]: { ...session, ...renewed, user: { id, name, email } },
      },
    }));
    return accessToken;
  } catch (error) {
    if (!isTmsError(error, "session_ended")) throw error;
    await forgetSession(env, baseUrl);
    throw new Refusal("Your session has ended. Run `tms login`.");
  }
}
