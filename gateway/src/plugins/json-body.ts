import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { isNestedDeeper, parseExactly } from "../exact-json.ts";
import { ProblemError } from "../problems/problem-error.ts";

const RAW_BODY = Symbol("rawBody");
const NOTHING = Buffer.alloc(0);
// Far more than any operation has, and far less than what exhausts the stack of a validator.
const MOST_NESTED = 32;

/**
 * Reads bodies: JSON in UTF-8, nested within bounds, and nothing else. Keeps the bytes, which tell
 * one request from another, and the digits of numbers that a double would round. An absent body of
 * an operation whose schema has a default is that default.
 */
export function jsonBodies(app: App): void {
  app.decorateRequest(RAW_BODY, null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    request.setDecorator(RAW_BODY, bytes);
    try {
      done(null, bytes.length === 0 ? undefined : parseBounded(bytes));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("preValidation", async (request) => {
    const schema = request.routeOptions.schema?.body as { default?: unknown } | undefined;
    // A body that says null is a body, of the wrong type.
    if (rawBodyOf(request).length === 0) request.body ??= schema?.default;
  });
}

function parseBounded(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = parseExactly(bytes);
  } catch (error) {
    throw new ProblemError("INVALID_JSON", undefined, { cause: error });
  }
  if (isNestedDeeper(value, MOST_NESTED))
    throw new ProblemError("INVALID_JSON", `The body is nested more than ${MOST_NESTED} deep.`);
  return value;
}

/** The bytes of a request's body; none when it has none. */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  request.getDecorator<Buffer | null>(RAW_BODY) ?? NOTHING;
