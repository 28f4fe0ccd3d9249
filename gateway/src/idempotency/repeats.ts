import { hash } from "node:crypto";
import { traced } from "@tms/kit/process/fault-points";
import { warnRarely } from "@tms/kit/process/rarely";
import { derivedId, newId } from "@tms/kit/values/ids";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { findCaller, findPrincipal, isPerson } from "../auth/principal.ts";
import { rawBodyOf } from "../http/body/json-body.ts";
import { ProblemError } from "../problems/problem-error.ts";
import {
  type Claim,
  createUnderWay,
  type IdempotencyStore,
  type Known,
  type StoredAnswer,
} from "./store.ts";

/** A request whose marker is in the store. */
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
 * Makes POST and PATCH repeatable: the first answer to an Idempotency-Key is kept for a day and sent
 * to every repeat. Answers that a mended request (400) or a later one (429, 5xx) may change are not
 * kept. While the store is out of reach requests go on without it, one of a key at a time in this
 * process: services still recognise a repeat by its request_id.
 */
export function idempotency(app: App, store: IdempotencyStore): void {
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

  // The answer is kept before it is sent: a caller who has seen it can rely on the repeat.
  app.addHook("onSend", async (request, reply, payload) => {
    const ticket = request.getDecorator<Ticket | null>(TICKET);
    if (ticket === null) return;
    const { id, token, fingerprint, isReserved } = ticket;
    const end = async () => {
      if (!mayKeep(reply.statusCode) || !(typeof payload === "string" || Buffer.isBuffer(payload)))
        // What an earlier request of the key did stays done, however a repeat of it fails.
        return await store[isReserved ? "reserve" : "release"](id, token, fingerprint);
      if (request.getDecorator<boolean>(PARTLY)) return await store.reserve(id, token, fingerprint);
      const answer = answerOf(reply, String(payload));
      await traced("gateway.keep-answer", () => store.finish(id, token, fingerprint, answer));
    };
    await end().catch(warn);
  });

  app.addHook("onSend", async (request) => {
    const claim = request.getDecorator<Claim | null>(CLAIM);
    if (claim !== null) underWay.end(claim);
  });
}

/** The refusal of a request whose key another one has that has not ended. */
const inFlight = (held: Pick<Claim, "fingerprint">, { fingerprint }: Claim): ProblemError =>
  new ProblemError(
    held.fingerprint === fingerprint ? "REQUEST_IN_FLIGHT" : "IDEMPOTENCY_KEY_REUSED",
  );

/** The request_id of a request's RPC: equal for all repeats under an Idempotency-Key. */
export function rpcRequestId(request: FastifyRequest): string {
  const key = keyOf(request);
  if (key === undefined) return newId();
  const isEarlier = request.getDecorator<boolean>(EARLIER);
  return derivedRequestId(isEarlier ? earlierOwnerOf(request) : ownerOf(request), key);
}

/** The request_id that the release before derived from a request's key; undefined without a key. */
export function earlierRequestId(request: FastifyRequest): string | undefined {
  const key = keyOf(request);
  return key === undefined ? undefined : derivedRequestId(earlierOwnerOf(request), key);
}

// Parts of a derived id must hold no slash, a key may.
const derivedRequestId = (owner: readonly string[], key: string): string =>
  derivedId(...owner, "http", encodeURIComponent(key));

const recordId = (owner: readonly string[], key: string): string =>
  hash("sha256", `${owner.join("/")}/${key}`, "base64url");

/**
 * The owner of a request's keys: an API key with those rolled from it, a person in a game, a person, or
 * the address of a sign-in; each for one operation. A caller cannot use up the keys of another.
 */
function ownerOf(request: FastifyRequest): string[] {
  const caller = findCaller(request);
  const route = encodeURIComponent(request.routeOptions.url ?? "");
  if (caller === null) return ["public", route, emailOf(request.body)];
  const operation = [request.method, route];
  if (!isPerson(caller)) return ["key", caller.lineId, ...operation];
  return ["user", caller.actor.id, findPrincipal(request)?.game.id ?? "-", ...operation];
}

/** The owner of a request's keys in the release before. */
function earlierOwnerOf(request: FastifyRequest): string[] {
  const caller = findCaller(request);
  if (caller === null) return ownerOf(request);
  if (!isPerson(caller)) return [caller.game.id];
  return ["user", caller.actor.id, findPrincipal(request)?.game.id ?? "-"];
}

/**
 * Finds what a gateway of the release before knows of a key. Such records last a day, so this and
 * {@link earlierOwnerOf} can be removed in the next release.
 */
async function findEarlier(
  store: IdempotencyStore,
  request: FastifyRequest,
  key: string,
): Promise<Known | undefined> {
  return findCaller(request) === null
    ? undefined
    : await store.find(recordId(earlierOwnerOf(request), key));
}

// Two people who happen to use the same key do not get in each other's way.
const emailOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "email" in body
    ? encodeURIComponent(String(body.email).toLowerCase())
    : "";

/** False for what holds a password or a token, in its body or its answer: neither is written down. */
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

/** Whether an answer is kept: neither a mended request (400) nor a later one (429, 5xx) changes it. */
const mayKeep = (status: number): boolean => status < 500 && status !== 429 && status !== 400;

/**
 * Has the answer to a request of many items kept only if that of each would be: a repeat must find out
 * what became of those that nobody could tell of. The key stays that of this request, whose items are
 * named by it: some of them may have been done.
 */
export function keepIfAllMay(
  request: FastifyRequest,
  results: readonly { status: number }[],
): void {
  if (!results.every(({ status }) => mayKeep(status))) request.setDecorator(PARTLY, true);
}

/** Whether a repeat of a request is recognised: it has an Idempotency-Key. */
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
