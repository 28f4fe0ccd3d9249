import createClient, { type ClientPathsWithMethod, type MethodResponse } from "openapi-fetch";
import { isProblem } from "./problem.ts";
import type { paths } from "./schema.d.ts";
import { send } from "./session.ts";

/** Returns a call whose response is the content. A refused request throws an ApiProblem. */
const unwrap =
  <A extends unknown[], T>(call: (...args: A) => Promise<{ data?: T }>) =>
  async (...args: A) =>
    (await call(...args)).data as T;

function createApi(headers: Record<string, string>) {
  const { GET, POST, PATCH } = createClient<paths>({ headers, fetch: send });
  return { GET: unwrap(GET), POST: unwrap(POST), PATCH: unwrap(PATCH) };
}

export const api = createApi({});

export type Api = typeof api;

const apis = new Map<string, Api>();

export function apiIn(environmentId: string): Api {
  const known = apis.get(environmentId) ?? createApi({ "x-game-id": environmentId });
  apis.set(environmentId, known);
  return known;
}

type Client = ReturnType<typeof createClient<paths>>;

export type ReadPath = ClientPathsWithMethod<Client, "get">;

export type Answer<P extends ReadPath> = MethodResponse<Client, "get", P>;

export type Params<P extends ReadPath> = Pick<paths[P]["get"]["parameters"], "path" | "query">;

/** An API, and the id of its environment or of the person's own data. */
export interface Source {
  id: string;
  api: Api;
}

/** The data of the signed-in person. */
export const PERSON: Source = { id: "person", api };

/**
 * Returns the query of a path. Its key has the segments of the path, so that the key of a resource
 * is the beginning of the keys of its parts. Other `version`s of the query are read anew.
 */
export const read = <P extends ReadPath>(
  source: Source,
  path: P,
  params: Params<P>,
  version?: unknown,
) => ({
  queryKey: [source.id, ...fillPath(path, params.path), params.query, version],
  // The client cannot infer the response of a path that is a parameter.
  queryFn: () => source.api.GET(path, { params } as never) as Promise<Answer<P>>,
});

function fillPath(path: string, names: Record<string, string> = {}): string[] {
  const segments = path.split("/").slice(1);
  return segments.map((segment) => names[/^\{(\w+)\}$/.exec(segment)?.[1] ?? ""] ?? segment);
}

export const LIVE = { refetchInterval: 3_000, refetchIntervalInBackground: false } as const;

/** The refresh interval of queries with announced changes. It covers lost announcements. */
export const ANNOUNCED_EVERY_MS = 9_000;

// The largest number of games that a person can be a member of.
const MAX_GAMES = 100;

export const gamesQuery = read(PERSON, "/game", { query: { limit: MAX_GAMES } });

/** Returns the query for a tournament of an environment that was paid out. */
export const paidOutQuery = (source: Source) =>
  read(source, "/tournament", { query: { status: "completed", limit: 1 } });

/** Returns a handler of a failed read that replaces refusals with a code by a value. */
export const refusedAs =
  <T>(code: string, value: T) =>
  (error: unknown): T => {
    if (isProblem(error, code)) return value;
    throw error;
  };
