import createClient, { type ClientPathsWithMethod, type MethodResponse } from "openapi-fetch";
import { isProblem, isWorthRepeating } from "./problem.ts";
import type { paths } from "./schema.d.ts";
import { answerLimit, send } from "./session.ts";

const client = createClient<paths>({
  fetch: (request) => send(new Request(request, { signal: answerLimit() })),
});

type Client = typeof client;
type Method = "get" | "post" | "patch";
type PathOf<M extends Method> = ClientPathsWithMethod<Client, M>;

/** The members of T. Optional members can be undefined. */
type Members<T> = string extends keyof NonNullable<T> ? unknown : Loose<NonNullable<T>>;
type Loose<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] };

type Parameters<O, Place extends "path" | "query"> = O extends {
  parameters: { [P in Place]?: infer T };
}
  ? Members<T>
  : unknown;
type Body<O> = O extends { requestBody?: { content: { "application/json": infer T } } }
  ? Members<T>
  : unknown;

export type ReadPath = PathOf<"get">;

export type Answer<P extends ReadPath> = MethodResponse<Client, "get", P>;

export type Params<P extends ReadPath> = Parameters<paths[P]["get"], "path"> &
  Parameters<paths[P]["get"], "query">;

/** Sends the input in the path and the body. Throws an ApiProblem if the request is refused. */
type Write<M extends Method> = <P extends PathOf<M>>(
  path: P,
  input: Parameters<paths[P][M], "path"> & Body<paths[P][M]>,
  headers?: Record<string, string>,
) => Promise<MethodResponse<Client, M, P>>;

// The idempotency keys of changes that may have been performed, although the answer was lost or an error.
const unanswered = new Map<string, string>();

/** Gives the next changes new keys, also if they are equal to changes without an answer. */
export const forgetUnanswered = (): void => unanswered.clear();

const write =
  <M extends "post" | "patch">(method: M, environment: Record<string, string>): Write<M> =>
  async (path, input, headers = {}) => {
    const body = withoutNames(path, input) ?? {};
    const change = JSON.stringify([method, path, environment, input]);
    const key = unanswered.get(change) ?? crypto.randomUUID();
    unanswered.delete(change);
    const all = { "idempotency-key": key, ...environment, ...headers };
    const options = { params: { path: input }, body, headers: all };
    try {
      // The client cannot infer the types of a path that is a parameter.
      return (await client.request(method, path, options as never)).data as never;
    } catch (error) {
      if (isWorthRepeating(error)) unanswered.set(change, key);
      throw error;
    }
  };

export interface Api {
  POST: Write<"post">;
  PATCH: Write<"patch">;
}

/** An API and its scope: the id of an environment, or "person" for the person's own data. */
export interface Source {
  id: string;
  api: Api;
  headers: Record<string, string>;
}

const toSource = (id: string, headers: Record<string, string>): Source => ({
  id,
  headers,
  api: { POST: write("post", headers), PATCH: write("patch", headers) },
});

/** The data of the signed-in person. */
export const PERSON = toSource("person", {});

export const { api } = PERSON;

export const sourceIn = (environmentId: string): Source =>
  toSource(environmentId, { "x-game-id": environmentId });

/**
 * Returns the query of a path. Its key has the segments of the path, so that the key of a resource
 * is a prefix of the keys of its parts. Each `version` of the query is cached separately.
 */
export function read<P extends ReadPath>(
  { id, headers }: Source,
  path: P,
  params: Params<P>,
  version?: unknown,
) {
  const query = withoutNames(path, params);
  const options = { params: { path: params, query }, headers };
  return {
    queryKey: [id, ...fillPath(path, params), query, version],
    queryFn: async () => (await client.request("get", path, options as never)).data as Answer<P>,
  };
}

/** Returns the defined members that the path does not name, or undefined if there are none. */
function withoutNames(path: string, input: unknown): object | undefined {
  const rest = Object.entries(input as object).filter(
    ([name, value]) => value !== undefined && !path.includes(`{${name}}`),
  );
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

function fillPath(path: string, params: unknown): string[] {
  const names = params as Record<string, string>;
  const segments = path.split("/").slice(1);
  return segments.map((segment) => names[/^\{(\w+)\}$/.exec(segment)?.[1] ?? ""] ?? segment);
}

export const LIVE = { refetchInterval: 3_000, refetchIntervalInBackground: false } as const;

/** The refresh interval of queries with announced changes. It covers lost announcements. */
export const ANNOUNCED_EVERY_MS = 9_000;

// The largest number of games that a person can be a member of.
const MAX_GAMES = 100;

export const gamesQuery = read(PERSON, "/game", { limit: MAX_GAMES });

export const paidOutQuery = (source: Source) =>
  read(source, "/tournament", { status: "completed", limit: 1 });

/** Returns an error handler that returns `value` for a problem with this code, and rethrows other errors. */
export const refusedAs =
  <T>(code: string, value: T) =>
  (error: unknown): T => {
    if (isProblem(error, code)) return value;
    throw error;
  };
