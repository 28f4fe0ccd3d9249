import { withoutCredentials } from "@tms/kit/values/credentials";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPerson, type Actor } from "../auth/principal.ts";
import { sourceOf } from "../http/headers.ts";
import { codeOf } from "../problems/catalogue.ts";
import { answeredProblems, traceIds } from "../problems/answer.ts";
import type { ProblemError } from "../problems/problem-error.ts";
import type { Entry, RequestRecord, RequestStore } from "./store.ts";
import { createSample } from "./sample.ts";
import { bodyWithoutSecrets, keyWithoutSecrets, pathWithoutSecrets } from "./secrets.ts";

const EVERY_MS = 1_000;
const LIMITS = { successes: 100, failures: 500 };

/** Records requests. Records are written once a second, so that requests do not wait for the store. */
export function recordRequests(app: FastifyInstance, store: RequestStore): void {
  const sample = createSample<Entry>(LIMITS);

  async function write(): Promise<void> {
    const { kept, leftOut } = sample.take();
    if (kept.length === 0) return;
    const entries = kept.toSorted((one, other) => one.record.at - other.record.at);
    for (const { gameId, record } of entries) {
      record.leftOut = leftOut.get(gameId) ?? 0;
      leftOut.delete(gameId);
    }
    await store.append(entries).catch((error: unknown) => {
      app.log.warn({ err: error }, "requests could not be written to the request log");
    });
  }
  // The next interval begins after the last write, so that a slow store gets no additional load.
  const timer = setTimeout(() => void write().finally(() => timer.refresh()), EVERY_MS).unref();

  app.addHook("onResponse", (request, reply, done) => {
    const { gameId, caller } = subjectOf(request) ?? {};
    if (gameId !== undefined && caller !== undefined) {
      const toEntry = () => ({ gameId, record: recordOf(caller, request, reply) });
      sample.offer(gameId, reply.statusCode < 400, toEntry);
    }
    done();
  });
  app.addHook("onClose", async () => {
    clearTimeout(timer);
    await write();
  });
}

/** Returns the environment and the caller of a request, or undefined if the request is not recorded. */
function subjectOf(request: FastifyRequest) {
  // Requests that read the log would otherwise fill it.
  if (request.url.startsWith("/request")) return undefined;
  const { principal, caller } = request;
  if (principal !== null) return { gameId: principal.game.id, caller: principal.actor };
  if (caller === null || isPerson(caller)) return undefined;
  return { gameId: caller.game.id, caller: caller.actor };
}

function recordOf(caller: Actor, request: FastifyRequest, reply: FastifyReply): RequestRecord {
  const key = request.headers["idempotency-key"];
  const traceId = traceIds.get(request);
  return {
    requestId: withoutCredentials(request.id),
    at: Math.round(Date.now() - reply.elapsedTime),
    method: request.method,
    path: pathWithoutSecrets(request.url),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    caller,
    address: sourceOf(request).address,
    ...problemOf(answeredProblems.get(request)),
    body: bodyOf(request),
    idempotencyKey: typeof key === "string" ? keyWithoutSecrets(key) : null,
    replayed: reply.hasHeader("idempotency-replayed"),
    ...(traceId !== undefined && { traceId }),
    leftOut: 0,
  };
}

function bodyOf({ method, body }: FastifyRequest): string | null {
  // An unparsed body cannot be searched for secrets.
  const isParsed = (method === "POST" || method === "PATCH") && body !== undefined;
  return isParsed ? bodyWithoutSecrets(body) : null;
}

// The maximum length of a pointer or a detail. Both may quote the request.
const MAX_TEXT_LENGTH = 500;
const shown = (text: string): string => withoutCredentials(text).slice(0, MAX_TEXT_LENGTH);

function problemOf(problem: ProblemError | undefined) {
  if (problem === undefined) return { code: null };
  const errors = problem.faults.map(({ pointer, detail }) => ({
    pointer: shown(pointer),
    detail: shown(detail),
  }));
  return { code: codeOf(problem.problem), detail: shown(problem.message), errors };
}
