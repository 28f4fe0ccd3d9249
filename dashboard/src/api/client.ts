import createClient, { type Middleware } from "openapi-fetch";
import { toUnreachable } from "./problem.ts";
import type { paths } from "./schema.d.ts";
import { accessToken, toProblem, refresh } from "./session.ts";

// Approving a device code needs the token of the signed-in person.
const NEEDS_NO_TOKEN = /^\/auth\/(?!device\/approve$)/;
// Copies of requests, to repeat them with a new token.
const bodies = new WeakMap<Request, Request>();

const authorized: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.method !== "GET" && !request.headers.has("idempotency-key"))
      request.headers.set("idempotency-key", crypto.randomUUID());
    if (NEEDS_NO_TOKEN.test(schemaPath)) return request;
    const token = await accessToken();
    if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`);
    bodies.set(request, request.clone());
    return request;
  },
  async onResponse({ request, response }) {
    const again = bodies.get(request);
    bodies.delete(request);
    if (response.ok) return undefined;
    // The token can expire early if its signing key is replaced.
    if (response.status !== 401 || again === undefined || !(await refresh()))
      throw await toProblem(response);
    again.headers.set("authorization", `Bearer ${(await accessToken()) ?? ""}`);
    const second = await fetch(again);
    if (!second.ok) throw await toProblem(second);
    return second;
  },
  onError: ({ error }) => toUnreachable(error),
};

function clientFor(headers: Record<string, string>) {
  const client = createClient<paths>({ baseUrl: location.origin, headers });
  client.use(authorized);
  return client;
}

/** The API client of the signed-in person. A refused request throws an ApiProblem. */
export const api = clientFor({});

const clients = new Map<string, ReturnType<typeof clientFor>>();

/** Returns the API client of the signed-in person for one environment. */
export function apiIn(environmentId: string): typeof api {
  let client = clients.get(environmentId);
  if (client === undefined)
    clients.set(environmentId, (client = clientFor({ "x-game-id": environmentId })));
  return client;
}

/** Returns the content of a response. Throws if the response is empty. */
export async function content<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Error("The server returned an empty response. Try again.");
  return data;
}
