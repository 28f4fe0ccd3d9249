import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { traced } from "@tms/kit/process/fault-points";
import { warnRarely } from "@tms/kit/process/rarely";
import { derivedId, newId } from "@tms/kit/values/ids";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findCaller, findPrincipal, isPerson } from "../auth/principal.ts";
import { rawBodyOf } from "../http/body/json-body.ts";
import { ProblemError } from "../problems/problem-error.ts";
import { type Claim, createUnderWay, type IdempotencyStore, type StoredAnswer } from "./store.ts";

interface Ticket extends Claim {
  token: string;
  isReserved: boolean;
}

const CLAIM = Symbol("claim");
const TICKET = Symbol("ticket");
const PARTLY = Symbol("partly");
const EARLIER = Symbol("earlier");
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const KEPT_HEADERS = ["content-type", "location"];

/**
 * Makes POST and PATCH requests repeatable. The first response to an Idempotency-Key is kept for a day and
 * sent to every repeat. Responses with status 400, 429 or 5xx are not kept, because a corrected or later
 * request can get another response. While the store is unreachable, requests continue without it. This
 * process then still handles one request of a key at a time, and the services recognise a repeat by its
 * request_id.
 */
export function idempotency(app: FastifyInstance, store: IdempotencyStore): void {
  const underWay = createUnderWay();
  const warn = warnRarely(app.log, "the idempotency store is unreachable");
  app.decorateRequest(CLAIM, null);
  app.decorateRequest(TICKET, null);
  app.decorateRequest(PARTLY, false);
  app.decorateRequest(EARLIER, false);

  app.addHook("preHandler", async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined || !isKept(request)) return;
    const id = recordId(ownerOf(request), key);
    const fingerprint = fingerprintOf(request);
    const claim = { id, fingerprint };
    const held = underWay.claim(claim);
    if (held !== claim) throw inFlight(held, claim);
    request.setDecorator<Claim>(CLAIM, claim);
    const [beginning, earlier] = await Promise.all([
      traced("gateway.claim-key", () => store.begin(id, fingerprint)).catch(warn),
      findEarlier(store, request, key).catch(warn),
    ]);
    if (beginning === undefined) return;
    if (beginning.kind === "begun") {
      const { token, isReserved } = beginning;
      if (earlier?.fingerprint === fingerprint) {
        request.setDecorator(EARLIER, true);
        if (earlier.state !== "reserved") {
          await store.release(id, token, fingerprint).catch(warn);
          if (earlier.state === "inFlight") throw inFlight(earlier, claim);
          return replay(reply, earlier.state);
        }
      }
      request.setDecorator<Ticket>(TICKET, { ...claim, token, isReserved });
      return;
    }
    if (beginning.kind === "inFlight") throw inFlight(beginning, claim);
    if (beginning.fingerprint !== fingerprint) throw new ProblemError("IDEMPOTENCY_KEY_REUSED");
    return replay(reply, beginning.answer);
  });

  // Sends the response to the store before the caller gets the response. A repeat then gets the same
  // response, even if this process is killed.
  app.addHook("onSend", async (request, reply, payload) => {
    const ticket = request.getDecorator<Ticket | null>(TICKET);
    if (ticket === null) return;
    const { id, token, fingerprint, isReserved } = ticket;
    const end = async () => {
      if (!mayKeep(reply.statusCode) || !(typeof payload === "string" || Buffer.isBuffer(payload)))
        // A reserved key stays reserved, because the effects of the earlier request with the key remain.
        return await store[isReserved ? "reserve" : "release"](id, token, fingerprint);
      if (request.getDecorator<boolean>(PARTLY)) return await store.reserve(id, token, fingerprint);
      const answer = answerOf(reply, String(payload));
      const keeping = traced("gateway.keep-answer", () =>
        store.finish(id, token, fingerprint, answer),
      );
      keeping.catch(warn);
      await setImmediate();
    };
    await end().catch(warn);
  });

  app.addHook("onSend", async (request) => {
    const claim = request.getDecorator<Claim | null>(CLAIM);
    if (claim !== null) underWay.end(claim);
  });
}

const inFlight = (held: Pick<Claim, "fingerprint">, { fingerprint }: Claim): ProblemError =>
  new ProblemError(
    held.fingerprint === fingerprint ? "REQUEST_IN_FLIGHT" : "IDEMPOTENCY_KEY_REUSED",
  );

/** Returns the request_id of a request's RPC, which is the same for all repeats of an Idempotency-Key. */
export function rpcRequestId(request: FastifyRequest): string {
  const key = keyOf(request);
  if (key === undefined) return newId();
  const isEarlier = request.getDecorator<boolean>(EARLIER);
  return derivedRequestId(isEarlier ? earlierOwnerOf(request) : ownerOf(request), key);
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
  const caller = findCaller(request);
  const route = encodeURIComponent(request.routeOptions.url ?? "");
  if (caller === null) return ["public", route, emailOf(request.body)];
  const operation = [request.method, route];
  if (!isPerson(caller)) return ["key", caller.lineId, ...operation];
  return ["user", caller.actor.id, findPrincipal(request)?.game.id ?? "-", ...operation];
}

/** Returns the owner of a request's keys in the previous release. */
function earlierOwnerOf(request: FastifyRequest): string[] {
  const caller = findCaller(request);
  if (caller === null) return ownerOf(request);
  if (!isPerson(caller)) return [caller.game.id];
  return ["user", caller.actor.id, findPrincipal(request)?.game.id ?? "-"];
}

// Records last a day, so this function and earlierOwnerOf can be removed in the next release.
async function findEarlier(store: IdempotencyStore, request: FastifyRequest, key: string) {
  return findCaller(request) === null
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
  if (!results.every(({ status }) => mayKeep(status))) request.setDecorator(PARTLY, true);
}

/** Returns whether a repeat of a request is recognised, because it has an Idempotency-Key. */
export const isRepeatable = (request: FastifyRequest): boolean => keyOf(request) !== undefined;

function answerOf(reply: FastifyReply, body: string): StoredAnswer {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}

const replay = (reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .header("idempotency-replayed", "true")
    .send(Buffer.from(body));
