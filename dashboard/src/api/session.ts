import { useSyncExternalStore } from "react";
import { ApiProblem, Unreachable, type ProblemDocument } from "./problem.ts";

/** Who is signed in. */
export interface User {
  id: string;
  name: string;
  email: string;
  createdAt: string;
}

interface Signed {
  accessToken: string;
  expiresAt: string;
  user: User;
}

/** Whether somebody is signed in; `unknown` until the cookie was tried once. */
export type Session =
  | { state: "unknown" }
  | { state: "signed out"; byThemselves: boolean }
  | { state: "signed in"; user: User };

// Whether this browser may hold a session's cookie, which scripts cannot see. It spares everybody
// else a request that would be refused.
const HINT = "tms-session";

// A token that is about to expire is replaced before it is used.
const SOON_MS = 30_000;

let session: Session = { state: "unknown" };
// Nowhere but here: what lies in a browser's storage can be read by whatever runs in the page.
let token: { value: string; expiresAt: number } | undefined;
let refreshing: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** The session as it stands, for components. */
export const useSession = (): Session =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );

/** Takes over what signing in was answered with. */
export function signedIn(signed: Signed): void {
  token = { value: signed.accessToken, expiresAt: Date.parse(signed.expiresAt) };
  localStorage.setItem(HINT, "yes");
  change({ state: "signed in", user: signed.user });
}

/** Shows a changed name at once. */
export const userChanged = (user: User): void => change({ state: "signed in", user });

function signedOut(byThemselves: boolean): void {
  token = undefined;
  localStorage.removeItem(HINT);
  change({ state: "signed out", byThemselves });
}

/** Ends the session, here and at the server. */
export async function signOut(): Promise<void> {
  await post("/auth/sign-out").catch(() => undefined);
  signedOut(true);
}

/** Whether somebody is signed in, asking the server if that is not known yet. */
export async function hasSession(): Promise<boolean> {
  if (session.state === "unknown") {
    if (localStorage.getItem(HINT) === null) signedOut(false);
    else return await refresh();
  }
  return session.state === "signed in";
}

/** A token that is good for the next call, or undefined when nobody is signed in. */
export async function accessToken(): Promise<string | undefined> {
  if (token !== undefined && token.expiresAt - Date.now() > SOON_MS) return token.value;
  if (session.state === "signed out") return undefined;
  return (await refresh()) ? token?.value : undefined;
}

/**
 * Gets a new token by the cookie; several callers share one attempt. Returns whether somebody is
 * signed in. Throws when the server cannot be asked: then nothing is known.
 */
export function refresh(): Promise<boolean> {
  refreshing ??= refreshOnce().finally(() => (refreshing = undefined));
  return refreshing;
}

async function refreshOnce(): Promise<boolean> {
  const answer = await post("/auth/refresh");
  if (answer.ok) {
    signedIn((await answer.json()) as Signed);
    return true;
  }
  if (answer.status === 401) {
    // An answer that is not read to its end keeps its connection.
    await answer.body?.cancel();
    signedOut(false);
    return false;
  }
  throw await problemOf(answer);
}

async function post(path: string): Promise<Response> {
  try {
    const headers = { "content-type": "application/json" };
    return await fetch(path, { method: "POST", headers, body: "{}", credentials: "same-origin" });
  } catch (error) {
    throw new Unreachable("The server could not be reached. Check your connection and try again.", {
      cause: error,
    });
  }
}

/** The refusal that an answer stands for. */
export async function problemOf(answer: Response): Promise<Error> {
  const isDocument = answer.headers.get("content-type")?.startsWith("application/problem+json");
  if (isDocument) return new ApiProblem((await answer.json()) as ProblemDocument);
  return new Unreachable(
    `The server returned status ${answer.status} without an explanation. Try again later.`,
  );
}
