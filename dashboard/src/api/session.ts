import { useSyncExternalStore } from "react";
import { ApiProblem } from "./problem.ts";
import type { Problem, User } from "./schema.d.ts";

export interface Signed {
  accessToken: string;
  expiresAt: string;
  user: User;
}

/** The session of the page. It is `unknown` until the page first checks for a session cookie. */
type Session =
  | { state: "unknown" }
  | { state: "signed out"; byThemselves: boolean }
  | { state: "signed in"; user: User };

// Set if this browser may hold a session cookie, which scripts cannot read. Without it, the first
// page of each visitor would send a request that the gateway refuses.
const HINT = "tms-session";

const SOON_MS = 30_000;

// The gateway answers within about 10 seconds. Without a limit, a lost connection blocks a page for minutes.
export const answerLimit = (): AbortSignal => AbortSignal.timeout(30_000);

let session: Session = { state: "unknown" };
// Kept in memory only, because every script of the page can read the browser's storage.
let token: { value: string; expiresAt: number } | undefined;
let refreshing: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export const useSession = (): Session =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );

export function startSession(signed: Signed): void {
  token = { value: signed.accessToken, expiresAt: Date.parse(signed.expiresAt) };
  localStorage.setItem(HINT, "yes");
  change({ state: "signed in", user: signed.user });
}

export const updateUser = (user: User): void => change({ state: "signed in", user });

function endSession(byThemselves: boolean): void {
  token = undefined;
  localStorage.removeItem(HINT);
  change({ state: "signed out", byThemselves });
}

export async function signOut(): Promise<void> {
  const answer = await post("/auth/sign-out");
  if (!answer.ok && answer.status !== 401) throw await toProblem(answer);
  endSession(true);
}

/** Returns whether a person is signed in. Asks the server if the state is unknown. */
export async function hasSession(): Promise<boolean> {
  if (session.state === "unknown") {
    if (localStorage.getItem(HINT) === null) endSession(false);
    else return await refresh();
  }
  return session.state === "signed in";
}

async function accessToken(): Promise<string | undefined> {
  if (token !== undefined && token.expiresAt - Date.now() > SOON_MS) return token.value;
  if (session.state === "signed out") return undefined;
  return (await refresh()) ? token?.value : undefined;
}

/** Gets a token with the cookie. Returns false if the cookie is refused. Concurrent calls share a request. */
function refresh(): Promise<boolean> {
  refreshing ??= refreshOnce().finally(() => (refreshing = undefined));
  return refreshing;
}

async function refreshOnce(): Promise<boolean> {
  const answer = await post("/auth/refresh");
  if (answer.ok) {
    const signed = (await answer.json()) as Signed;
    if (session.state === "signed in" && session.user.id !== signed.user.id) {
      // The page must not show data of the earlier person, nor send that person's changes.
      location.reload();
      throw new Error("Another person signed in with this browser.");
    }
    startSession(signed);
    return true;
  }
  if (answer.status === 401) {
    // An unread body keeps its connection open.
    await answer.body?.cancel();
    endSession(false);
    return false;
  }
  throw await toProblem(answer);
}

const post = (path: string): Promise<Response> =>
  reach(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    credentials: "same-origin",
    signal: answerLimit(),
  });

// Approving a device code needs the token of the signed-in person.
const NEEDS_NO_TOKEN = /^\/(mailbox$|auth\/(?!device\/approve$))/;

/** Sends a request with a valid token. Throws an ApiProblem if the request is refused. */
export async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const needsToken = !NEEDS_NO_TOKEN.test(new URL(request.url).pathname);
  let response = await reach(needsToken ? await authorize(request) : request);
  // The token can expire early if its signing key is replaced. Another 401 refuses a password.
  const isTokenInvalid = response.headers.get("www-authenticate")?.includes("invalid_token");
  if (isTokenInvalid && needsToken && (await refresh()))
    response = await reach(await authorize(again));
  if (!response.ok) throw await toProblem(response);
  return response;
}

async function authorize(request: Request): Promise<Request> {
  const valid = await accessToken();
  if (valid !== undefined) request.headers.set("authorization", `Bearer ${valid}`);
  return request;
}

const reach: typeof fetch = (input, init) =>
  fetch(input, init).catch((error: unknown) => {
    const message = "The server could not be reached. Check your connection and try again.";
    throw new Error(message, { cause: error });
  });

async function toProblem(answer: Response): Promise<Error> {
  const isDocument = answer.headers.get("content-type")?.startsWith("application/problem+json");
  if (isDocument) return new ApiProblem((await answer.json()) as Problem);
  return new Error(
    `The server returned status ${answer.status} without an explanation. Try again later.`,
  );
}
