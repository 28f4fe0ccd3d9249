import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { traced } from "@tms/kit/process/fault-points";
import { warnRarely } from "@tms/kit/process/rarely";
import { derivedId, newId } from "@tms/kit/values/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { isPerson } from "../auth/principal.ts";
import { rawBodyOf } from "../http/body/json-body.ts";
import { ProblemError } from "../problems/problem-error.ts";
import {
  MARKER_TTL_MS,
  mayBegin,
  type IdempotencyStore,
  type KeyRecord,
  type StoredAnswer,
} from "./store.ts";

/** A request that holds an Idempotency-Key. */
interface Claim {
  readonly id: string;
  readonly fingerprint: string;
  /** The token of the store's record. Absent if the store did not begin the request. */
  token?: string;
  /** True if the key was reserved for this request. */
  isReserved: boolean;
  /** True if the previous release began a request with the key. */
  isEarlier: boolean;
  /** True if the result of one of several items must not be kept. */
  isPartial: boolean;
}

const CLAIM = Symbol("claim");
// More requests than a process handles at a time.
const MAX_CLAIMS = 10_000;
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const KEPT_HEADERS = ["content-type", "location"];

/**
 * Makes POST and PATCH requests repeatable. The first response to an Idempotency-Key is kept for a day and
 * sent to every repeat. Responses with status 400, 429 or 5xx are not kept, because a corrected or later
 * request can get another response. While the store is unreachable, requests continue without it. This
 * process then handles one request of a key at a time, and services recognise repeats by their request_id.
 */
export function idempotency(app: FastifyInstance, store: IdempotencyStore): void {
  // The keys that requests of this process hold. They do not depend on the store.
  const underWay = new LRUCache<string, Claim>({ max: MAX_CLAIMS, ttl: MARKER_TTL_MS });
  const warn = warnRarely(app.log, "the idempotency store is unreachable");
  app.decorateRequest(CLAIM, null);

  app.addHook("preHandler", async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined || !isKept(request)) return;
    const [id, fingerprint] = [recordId(ownerOf(request), key), fingerprintOf(request)];
    const running = underWay.get(id);
    if (running) return repeat(reply, { ...running, state: "inFlight" }, fingerprint);
    const claim: Claim = { id, fingerprint, isReserved: false, isEarlier: false, isPartial: false };
    underWay.set(id, claim);
    request.setDecorator<Claim>(CLAIM, claim);
    const [beginning, earlier] = await Promise.all([
      traced("gateway.claim-key", () => store.begin(id, fingerprint)).catch(warn),
      findEarlier(store, request, key).catch(warn),
    ]);
    if (beginning === undefined) return;
    const { token, held } = beginning;
    if (held !== undefined && !mayBegin(held, fingerprint)) return repeat(reply, held, fingerprint);
    if (earlier?.fingerprint === fingerprint) {
      claim.isEarlier = true;
      if (earlier.state !== "reserved") {
        await store.release(id, token, fingerprint).catch(warn);
        return repeat(reply, earlier, fingerprint);
      }
    }
    claim.token = token;
    claim.isReserved = held !== undefined;
  });

  // Sends the response to the store before the caller gets it, so that repeats get it even after a crash.
  app.addHook("onSend", async (request, reply, payload) => {
    const claim = claimOf(request);
    if (claim === null) return;
    const { id, token, fingerprint, isReserved, isPartial } = claim;
    const end = async () => {
      if (token === undefined) return;
      if (!mayKeep(reply.statusCode) || !(typeof payload === "string" || Buffer.isBuffer(payload)))
        // A reserved key stays reserved, because the effects of the earlier request with the key remain.
        return await store[isReserved ? "reserve" : "release"](id, token, fingerprint);
      if (isPartial) return await store.reserve(id, token, fingerprint);
      const answer = answerOf(reply, String(payload));
      const keeping = traced("gateway.keep-answer", () =>
        store.finish(id, token, fingerprint, answer),
      );
      keeping.catch(warn);
      await setImmediate();
    };
    await end().catch(warn);
    // By now, another request may hold the key.
    if (underWay.get(id) === claim) underWay.delete(id);
  });
}

const claimOf = (request: FastifyRequest): Claim | null => request.getDecorator(CLAIM);

/** Sends the stored response. Throws REQUEST_IN_FLIGHT or IDEMPOTENCY_KEY_REUSED. */
function repeat(reply: FastifyReply, { fingerprint, state }: KeyRecord, own: string): FastifyReply {
  if (fingerprint !== own) throw new ProblemError("IDEMPOTENCY_KEY_REUSED");
  if (typeof state === "string") throw new ProblemError("REQUEST_IN_FLIGHT");
  return reply
    .code(state.status)
    .headers(state.headers)
    .header("idempotency-replayed", "true")
    .send(Buffer.from(state.body));
}

/** Returns the request_id for RPCs: the same for all repeats of an Idempotency-Key, or new without a key. */
export function rpcRequestId(request: FastifyRequest): string {
  const key = keyOf(request);
  if (key === undefined) return newId();
  const owner = claimOf(request)?.isEarlier ? earlierOwnerOf(request) : ownerOf(request);
  return derivedRequestId(owner, key);
}

/** Returns the request_id that the previous release derived from a request's key. Undefined without a key. */
export function earlierRequestId(request: FastifyRequest): string | undefined {
  const key = keyOf(request);
  return key === undefined ? undefined : derivedRequestId(earlierOwnerOf(request), key);
}

// Parts of a derived id must not contain a slash, but a key may.
const derivedRequestId = (owner: readonly string[], key: string): string =>
  derivedId(...owner, "http", encodeURIComponent(key));

const recordId = (owner: readonly string[], key: string): string =>
  hash("sha256", `${owner.join("/")}/${key}`, "base64url");

/** Returns the caller and operation that own a key. Different owners can use the same key. */
function ownerOf(request: FastifyRequest): string[] {
  const caller = request.caller;
  const route = encodeURIComponent(request.routeOptions.url ?? "");
  if (caller === null) return ["public", route, emailOf(request.body)];
  const operation = [request.method, route];
  if (!isPerson(caller)) return ["key", caller.lineId, ...operation];
  return ["user", caller.actor.id, request.principal?.game.id ?? "-", ...operation];
}

/** Returns the owner of a request's keys in the previous release. */
function earlierOwnerOf(request: FastifyRequest): string[] {
  const caller = request.caller;
  if (caller === null) return ownerOf(request);
  if (!isPerson(caller)) return [caller.game.id];
  return ["user", caller.actor.id, request.principal?.game.id ?? "-"];
}

// Records last a day, so this function and earlierOwnerOf can be removed in the next release.
async function findEarlier(store: IdempotencyStore, request: FastifyRequest, key: string) {
  return request.caller === null
    ? undefined
    : await store.find(recordId(earlierOwnerOf(request), key));
}

// Without a credential, two people with the same key must not block each other.
const emailOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "email" in body
    ? encodeURIComponent(String(body.email).toLowerCase())
    : "";

// Secrets must not be stored, so a response is not kept if the request or the response contains one.
const isKept = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  (config as { isSecret?: boolean }).isSecret !== true;

function keyOf(request: FastifyRequest): string | undefined {
  if (request.method !== "POST" && request.method !== "PATCH") return undefined;
  if ((request.routeOptions.config as { isQuestion?: boolean }).isQuestion === true)
    return undefined;
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && VISIBLE_ASCII.test(key)) return key;
  throw new ProblemError("IDEMPOTENCY_KEY_INVALID");
}

const fingerprintOf = (request: FastifyRequest): string =>
  hash(
    "sha256",
    Buffer.concat([Buffer.from(`${request.method} ${request.url}\n`), rawBodyOf(request)]),
    "base64url",
  );

/** Returns false if a corrected request (400) or a later request (429, 5xx) can get another response. */
const mayKeep = (status: number): boolean => status < 500 && status !== 429 && status !== 400;

/**
 * Keeps the response to several items only if each status may be kept. Otherwise the key stays reserved for a
 * repeat of this request, because the services recognise the items by the key.
 */
export function keepIfAllMay(
  request: FastifyRequest,
  results: readonly { status: number }[],
): void {
  const claim = claimOf(request);
  if (claim !== null) claim.isPartial = !results.every(({ status }) => mayKeep(status));
}

/** Returns whether a request has an Idempotency-Key. Throws IDEMPOTENCY_KEY_INVALID. */
export const isRepeatable = (request: FastifyRequest): boolean => keyOf(request) !== undefined;

function answerOf(reply: FastifyReply, body: string): StoredAnswer {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}
