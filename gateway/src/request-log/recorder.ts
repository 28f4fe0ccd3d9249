import { withoutCredentials } from "@tms/kit/values/credentials";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findCaller, findPrincipal, isPerson, type Actor } from "../auth/principal.ts";
import { rawBodyOf } from "../http/body/json-body.ts";
import { sourceOf } from "../http/headers.ts";
import { codeOf } from "../problems/catalogue.ts";
import { problemAnswered, traceIdOf, type AnsweredProblem } from "../problems/answer.ts";
import type { Entry, RequestRecord, RequestStore } from "./store.ts";
import { createSample } from "./sample.ts";
import { bodyWithoutSecrets, keyWithoutSecrets, pathWithoutSecrets } from "./secrets.ts";

const EVERY_MS = 1_000;
const LIMITS = { successes: 100, failures: 500 };
// A note keeps only the beginning of a longer body, as text, so that pending notes stay small.
const SMALL_BODY_BYTES = 4_096;

/** The data that is kept when a request ends. Once a second, records are built from notes. */
interface Note extends Omit<RequestRecord, "code" | "detail" | "errors" | "body" | "leftOut"> {
  gameId: string;
  problem: AnsweredProblem | undefined;
  /** The parsed body, or a text if the body is long. */
  body: { parsed: unknown } | { text: string } | undefined;
}

/** Records requests. Notes are written once a second, so that requests do not wait for the store. */
export function recordRequests(app: FastifyInstance, store: RequestStore): void {
  const sample = createSample<Note>(LIMITS);
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    const { kept, leftOut } = sample.take();
    if (kept.length === 0) return;
    await store.append(entriesOf(kept, leftOut)).catch((error: unknown) => {
      app.log.warn({ err: error }, "requests could not be written to the request log");
    });
  }
  // The next interval begins after the last write, so that a slow store gets no additional load.
  function writeSoon(): void {
    timer ??= setTimeout(() => void write().finally(goOn), EVERY_MS).unref();
  }

  function goOn(): void {
    timer = undefined;
    // Requests that arrived during the write could not start the timer, and no later request may come.
    if (!sample.isEmpty()) writeSoon();
  }

  app.addHook("onResponse", (request, reply, done) => {
    const of = subjectOf(request);
    if (of !== undefined) {
      sample.offer(of.gameId, reply.statusCode < 400, () => noteOf(of, request, reply));
      writeSoon();
    }
    done();
  });
  app.addHook("onClose", write);
}

interface Subject {
  gameId: string;
  caller: Actor;
}

/** Returns the environment and the caller of a request, or undefined if the request is not recorded. */
function subjectOf(request: FastifyRequest): Subject | undefined {
  // Requests that read the log would otherwise fill it.
  if (request.url.startsWith("/request")) return undefined;
  const principal = findPrincipal(request);
  if (principal !== null) return { gameId: principal.game.id, caller: principal.actor };
  const caller = findCaller(request);
  if (caller === null || isPerson(caller)) return undefined;
  return { gameId: caller.game.id, caller: caller.actor };
}

function noteOf(subject: Subject, request: FastifyRequest, reply: FastifyReply): Note {
  const { id, method, url, headers } = request;
  const key = headers["idempotency-key"];
  const traceId = traceIdOf(request);
  return {
    ...subject,
    requestId: id,
    at: Date.now() - reply.elapsedTime,
    method,
    path: url,
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    address: sourceOf(request).address,
    problem: problemAnswered(request),
    body: bodyOf(request),
    idempotencyKey: typeof key === "string" ? key : null,
    replayed: reply.hasHeader("idempotency-replayed"),
    ...(traceId !== undefined && { traceId }),
  };
}

function bodyOf(request: FastifyRequest): Note["body"] {
  const { method, body } = request;
  // An unparsed body cannot be searched for secrets.
  if ((method !== "POST" && method !== "PATCH") || body === undefined) return undefined;
  return rawBodyOf(request).length <= SMALL_BODY_BYTES
    ? { parsed: body }
    : { text: bodyWithoutSecrets(body) };
}

function entriesOf(notes: readonly Note[], leftOut: Map<string, number>): Entry[] {
  return notes
    .toSorted((one, other) => one.at - other.at)
    .map((note) => {
      const { gameId } = note;
      const record = recordOf(note, leftOut.get(gameId) ?? 0);
      leftOut.delete(gameId);
      return { gameId, record };
    });
}

const recordOf = (
  { gameId: _gameId, problem, body, ...note }: Note,
  leftOut: number,
): RequestRecord => ({
  ...note,
  requestId: withoutCredentials(note.requestId),
  at: Math.round(note.at),
  path: pathWithoutSecrets(note.path),
  durationMs: Math.round(note.durationMs * 10) / 10,
  ...problemOf(problem),
  body: textOf(body),
  idempotencyKey: note.idempotencyKey === null ? null : keyWithoutSecrets(note.idempotencyKey),
  leftOut,
});

// The maximum length of a pointer or a detail. Both may quote the request.
const LONGEST_TEXT = 500;
const shown = (text: string): string => withoutCredentials(text).slice(0, LONGEST_TEXT);

function problemOf(problem: AnsweredProblem | undefined) {
  if (problem === undefined) return { code: null };
  const errors = problem.faults.map(({ pointer, detail }) => ({
    pointer: shown(pointer),
    detail: shown(detail),
  }));
  return { code: codeOf(problem.problem), detail: shown(problem.message), errors };
}

function textOf(body: Note["body"]): string | null {
  if (body === undefined) return null;
  return "text" in body ? body.text : bodyWithoutSecrets(body.parsed);
}
