import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { App } from "../../app-type.ts";
import { invalid, ProblemError } from "../../problems/problem-error.ts";
import { bodyBounds, listsOf } from "./bounds.ts";
import { beginReading } from "./cost.ts";
import { parseExactly } from "./exact-json.ts";
import { exceededBound } from "./outline.ts";

const RAW_BODY = Symbol("rawBody");
const NOTHING = Buffer.alloc(0);

type BodySchema = TSchema & { default?: unknown };

/**
 * Reads bodies: JSON in UTF-8, not much larger than the operation's schema allows, and nothing else.
 * Keeps the bytes, by which idempotency/ compares requests, and the digits of numbers that a double
 * would round. An absent body becomes the default of the operation's schema.
 */
export function jsonBodies(app: App): void {
  app.decorateRequest(RAW_BODY, null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const bytes = body as Buffer;
    request.setDecorator(RAW_BODY, bytes);
    beginReading(request, bytes.length);
    try {
      done(null, bytes.length === 0 ? undefined : parseBounded(bytes, bodySchema(request)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook("preParsing", (request, reply, _payload, done) => {
    const fault = isAnnounced(request.headers) ? unreadable(request.headers) : undefined;
    // RFC 9110, section 15.5.16: this tells the caller which coding is accepted.
    if (fault !== undefined) reply.header("accept-encoding", "identity");
    done(fault);
  });
  app.addHook("preValidation", async (request) => {
    // The body `null` is present, and of the wrong type.
    if (rawBodyOf(request).length === 0) request.body ??= bodySchema(request).default;
  });
}

/** Whether a body follows; some clients send a Content-Type without one. */
const isAnnounced = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const UTF_8 = /^utf-?8$/i;

/** The problem of a body that cannot be read, as far as its headers tell. */
function unreadable(headers: IncomingHttpHeaders): ProblemError | undefined {
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (coding !== "" && coding !== "identity")
    return new ProblemError("UNSUPPORTED_MEDIA_TYPE", "The body must not be compressed.");
  const charset = CHARSET.exec(headers["content-type"] ?? "")?.[1];
  if (charset !== undefined && !UTF_8.test(charset))
    return new ProblemError("UNSUPPORTED_MEDIA_TYPE", "The body must be encoded as UTF-8.");
  return undefined;
}

// Any body is too large for an operation that describes none.
const NO_BODY: BodySchema = {};

const bodySchema = (request: FastifyRequest): BodySchema =>
  (request.routeOptions.schema?.body as BodySchema | undefined) ?? NO_BODY;

function parseBounded(bytes: Buffer, schema: BodySchema): unknown {
  refuseExcess(bytes, schema);
  try {
    return parseExactly(bytes);
  } catch (error) {
    throw new ProblemError("INVALID_JSON", undefined, { cause: error });
  }
}

/** Refuses, before it is parsed, a body that no schema would accept. */
function refuseExcess(bytes: Buffer, schema: BodySchema): void {
  const bounds = bodyBounds(schema);
  switch (exceededBound(bytes, bounds)) {
    case "depth":
      throw new ProblemError(
        "INVALID_JSON",
        `The body has more than ${bounds.depth} levels of nesting.`,
      );
    case "members":
      throw invalid({
        pointer: "",
        detail: `contains an object with more than ${bounds.members} fields`,
      });
    case "marks":
      throw invalid({
        pointer: "",
        detail: `has too many values for this operation${most(schema)}`,
      });
    case undefined:
  }
}

function most(schema: BodySchema): string {
  const lists = listsOf(schema);
  return lists.length === 0 ? "" : `: at most ${lists.join(", ")}`;
}

/** The bytes of a request's body; none when it has none. */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  request.getDecorator<Buffer | null>(RAW_BODY) ?? NOTHING;
