import type { ClientPathsWithMethod, MethodResponse } from "openapi-fetch";
import { api, content } from "./client.ts";
import { isProblem } from "./problem.ts";
import type { paths } from "./schema.d.ts";

export type ReadPath = ClientPathsWithMethod<typeof api, "get">;

export type Answer<P extends ReadPath> = MethodResponse<typeof api, "get", P>;

export type Params<P extends ReadPath> = Pick<paths[P]["get"]["parameters"], "path" | "query">;

/** A client, and the id of its environment or of the person's own data. */
export interface Source {
  id: string;
  api: typeof api;
}

/** The data of the signed-in person. */
export const PERSON: Source = { id: "person", api };

/**
 * Returns the query of a path. Its key has the segments of the path, so that the key of a resource
 * is the beginning of the keys of its parts. Other `version`s of the query are read anew.
 */
export const read = <P extends ReadPath>(
  { id, api: client }: Source,
  path: P,
  params: Params<P>,
  version?: unknown,
) => ({
  queryKey: [id, ...fillPath(path, params.path), params.query, version],
  // The client cannot infer the response of a path that is a parameter.
  queryFn: () =>
    content(client.GET(path, { params } as never) as unknown as Promise<{ data?: Answer<P> }>),
});

function fillPath(path: string, names: Record<string, string> = {}): string[] {
  const segments = path.split("/").slice(1);
  return segments.map((segment) => names[/^\{(\w+)\}$/.exec(segment)?.[1] ?? ""] ?? segment);
}

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
