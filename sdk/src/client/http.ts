import createClient, { defaultPathSerializer, type Client } from "openapi-fetch";
import type { paths } from "../api/schema.ts";
import type { Settings } from "./options.ts";
import { createSend } from "./send.ts";

/**
 * The typed client. It has one method per HTTP method, and the paths of the OpenAPI document. It retries
 * calls that are safe to retry, and throws a TmsError if the response is a problem.
 */
export type Http = Client<paths>;

/** The body of a response, with the id of its request. */
export type Result<T> = T & { requestId: string };

export const createHttp = (settings: Settings): Http =>
  createClient<paths>({
    baseUrl: settings.baseUrl,
    fetch: createSend(settings),
    pathSerializer: toPath,
  });

/**
 * Returns the path of an operation with its parameters. Throws a TypeError for a parameter that a URL cannot
 * carry: "." and ".." lead to another path, and an empty parameter to another operation.
 */
function toPath(path: string, params: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(params))
    if (value === "" || value === "." || value === "..")
      throw new TypeError(
        `${name} must not be ${JSON.stringify(value)}, because a URL cannot contain it.`,
      );
  return defaultPathSerializer(path, params);
}
