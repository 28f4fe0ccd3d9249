import createClient, { defaultPathSerializer, type Client } from "openapi-fetch";
import type { paths } from "../api/schema.ts";
import type { CallOptions, Settings } from "./options.ts";
import { createSend } from "./send.ts";

/**
 * The typed client: one method per HTTP method, paths as the API's document has them. It repeats what
 * may be repeated, and throws a TmsError for a refusal.
 */
export type Http = Client<paths>;

/** Makes the client. */
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

/** An operation's answer as the API's document has it, with the id of its request. */
export type Result<T> = T & { requestId: string };

/** Waits for an operation's answer. */
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
