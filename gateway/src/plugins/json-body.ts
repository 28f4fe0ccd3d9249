import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { ProblemError } from "../problems/problem-error.ts";

const RAW_BODY = Symbol("rawBody");
const NOTHING = Buffer.alloc(0);

/**
 * Reads bodies: JSON in UTF-8 and nothing else. Keeps the bytes, which tell one request from
 * another, and the digits of numbers that a double would round. An absent body of an operation
 * whose schema has a default is that default.
 */
export function jsonBodies(app: App): void {
  app.decorateRequest(RAW_BODY, null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    request.setDecorator(RAW_BODY, bytes);
    try {
      done(null, bytes.length === 0 ? undefined : parseExactly(bytes));
    } catch (error) {
      done(new ProblemError("INVALID_JSON", undefined, { cause: error }));
    }
  });
  app.addHook("preValidation", async (request) => {
    const schema = request.routeOptions.schema?.body as { default?: unknown } | undefined;
    request.body ??= schema?.default;
  });
}

/** The bytes of a request's body; none when it has none. */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  request.getDecorator<Buffer | null>(RAW_BODY) ?? NOTHING;

// Numbers that a double may round: more than fifteen digits, or an exponent.
const MAY_BE_ROUNDED = /\d[\d.]{15}|\d[eE]/;
const sources = new WeakMap<object, Map<string, string>>();

type Reviver = (this: object, key: string, value: unknown, context: { source?: string }) => unknown;

function parseExactly(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError("the body is not UTF-8");
  const text = bytes.toString();
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text);
  const keepSource: Reviver = function (key, value, { source }) {
    if (typeof value === "number" && source !== undefined && source !== String(value)) {
      const known = sources.get(this) ?? new Map<string, string>();
      sources.set(this, known.set(key, source));
    }
    return value;
  };
  // TypeScript's libraries do not know the reviver's context yet.
  return JSON.parse(text, keepSource as (this: unknown, key: string, value: unknown) => unknown);
}

/** The decimal text of a number in a parsed body, to the last digit that was sent. */
export const numberText = <F extends string>(holder: { [name in F]: number }, field: F): string =>
  sources.get(holder)?.get(field) ?? String(holder[field]);
