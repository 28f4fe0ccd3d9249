import createClient, { defaultPathSerializer, type Client } from "openapi-fetch";
import type { paths } from "../api/schema.ts";
import type { CallOptions, Settings } from "./options.ts";
import { createSend } from "./send.ts";

/**
 * The typed client. It has one method per HTTP method, and the paths of the OpenAPI document. It retries
 * calls that are safe to retry, and throws a TmsError if the response is a problem.
 */
export type Http = Client<paths>;

/** Creates the client. */
export const createHttp = (settings: Settings): Http =>
  createClient<paths>({
    baseUrl: settings.baseUrl,
    fetch: createSend(settings),
    pathSerializer: pathOf,
  });

/**
 * The path of an operation with its parameters. Throws a TypeError for one that no URL can carry: "." and
 * ".." lead elsewhere, and an empty one to another operation.
 */
function pathOf(path: string, params: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(params))
    if (value === "" || value === "." || value === "..")
      throw new TypeError(
        `${name} must not be ${JSON.stringify(value)}, because a URL cannot contain it.`,
      );
  return defaultPathSerializer(path, params);
}

/** The body of a response, with the id of its request. */
export type Result<T> = T & { requestId: string };

/** Returns the body of a response, with the id of its request. */
export async function resultOf<T>(
  answered: Promise<{ data?: T; response: Response }>,
): Promise<Result<T>> {
  const { data, response } = await answered;
  // A refusal was thrown.
  return { ...(data as T), requestId: response.headers.get("x-request-id") ?? "" };
}

/** What the options of one call mean for its request. */
export const initOf = ({ idempotencyKey, signal }: CallOptions) => ({
  ...(signal && { signal }),
  ...(idempotencyKey !== undefined && { headers: { "idempotency-key": idempotencyKey } }),
});
