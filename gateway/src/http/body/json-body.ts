import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProblemError } from "../../problems/problem-error.ts";
import { beginReading } from "./cost.ts";
import { parseExactly } from "./exact-json.ts";

const RAW_BODY = Symbol("rawBody");
const NOTHING = Buffer.alloc(0);
// The maximum number of levels of nesting. No operation needs as many, and they do not exhaust the stack.
const MAX_DEPTH = 32;

/**
 * Reads bodies as JSON in UTF-8. Keeps the bytes, by which idempotency/ compares requests, and the digits of
 * numbers that a double would round. An absent body becomes the default of the operation's schema.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.decorateRequest(RAW_BODY, null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    request.setDecorator(RAW_BODY, bytes);
    beginReading(request, bytes.length);
    try {
      done(null, bytes.length === 0 ? undefined : parse(bytes));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const fault = isAnnounced(request.headers) ? unreadable(request.headers) : undefined;
    // The header names the accepted coding (RFC 9110, section 15.5.16).
    if (fault !== undefined) reply.header("accept-encoding", "identity");
    done(fault);
  });
  app.addHook("preValidation", async (request) => {
    const schema = request.routeOptions.schema?.body as { default?: unknown } | undefined;
    // The length of the bytes is checked, because the body `null` is present and must not get the default.
    if (rawBodyOf(request).length === 0) request.body ??= schema?.default;
  });
}

/** Returns whether a body follows the headers. Some clients send a Content-Type without a body. */
const isAnnounced = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const UTF_8 = /^utf-?8$/i;

function unreadable(headers: IncomingHttpHeaders): ProblemError | undefined {
  const { "content-encoding": coding = "", "transfer-encoding": transfer = "chunked" } = headers;
  if (!/^(identity)?$/i.test(coding.trim()) || !/^chunked$/i.test(transfer.trim()))
    return new ProblemError("UNSUPPORTED_MEDIA_TYPE", "The body must not be compressed.");
  const charset = CHARSET.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !UTF_8.test(charset))
    return new ProblemError("UNSUPPORTED_MEDIA_TYPE", "The body must be encoded as UTF-8.");
  return undefined;
}

function parse(bytes: Buffer): unknown {
  let body: unknown;
  try {
    body = parseExactly(bytes);
  } catch (error) {
    throw new ProblemError("INVALID_JSON", undefined, { cause: error });
  }
  if (isDeeperThan(MAX_DEPTH, body))
    throw new ProblemError(
      "INVALID_JSON",
      `The body has more than ${MAX_DEPTH} levels of nesting.`,
    );
  return body;
}

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeperThan(levels - 1, one)));

/** Returns the bytes of a request's body, which are empty without a body. */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  request.getDecorator<Buffer | null>(RAW_BODY) ?? NOTHING;
