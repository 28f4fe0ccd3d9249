import { expect } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { until } from "@tms/stack/until";
import type { Answer } from "../harness/api.ts";
import { nameOf } from "./matrix.ts";
import type { Request, Row } from "./row.ts";
import { requireProblem } from "./problem.ts";
import type { Fixture } from "./fixture.ts";

// Three times what services may take of a request: who waits longer was forgotten.
export const PATIENCE_MS = 30_000;
export const RECOVERY_MS = 60_000;

/** One operation as it is tried, and tried again, under one Idempotency-Key. */
export interface Attempt {
  row: Row;
  fixture: Fixture;
  request: Request;
  key: string;
}

/** An attempt at a row's operation. */
export function attemptOf(row: Row, fixture: Fixture, name: string): Attempt {
  const request = row.request(fixture, name);
  return { row, fixture, request, key: request.key ?? newId() };
}

export const WORKS = "works";
/** A deadline passed before there was an answer. */
export const LATE = "503 deadline_exceeded";
/** Outcomes that a caller is to repeat later. */
export const PASSING = ["503 unavailable", LATE];
// A refusal is told before Redis has forgotten that the request was under way, however long that takes.
const NOT_YET = [...PASSING, "409 request_in_flight"];

/** Sends a request; what came of it, in a word, under the name of its row. */
export async function send(attempt: Attempt): Promise<[string, string]> {
  return [nameOf(attempt.row), outcomeOf(await call(attempt))];
}

function outcomeOf(answer: Answer): string {
  if (answer.status < 300) return WORKS;
  requireProblem(answer);
  return `${answer.status} ${answer.body.code}`;
}

function call({ fixture, request, key }: Attempt): Promise<Answer> {
  const { method, path, body, auth } = request;
  return fixture.api.call(method, path, body, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(method !== "GET" && { headers: { "idempotency-key": key } }),
    ...(auth && { auth }),
  });
}

/** Repeated under its Idempotency-Key a request succeeds, and is refused for nothing else. */
export async function succeeds(attempt: Attempt): Promise<void> {
  const repeated = async () => {
    const outcome = outcomeOf(await call(attempt));
    if (NOT_YET.includes(outcome)) return false;
    expect(`${nameOf(attempt.row)}: ${outcome}`).toBe(`${nameOf(attempt.row)}: ${WORKS}`);
    return true;
  };
  const what = `${nameOf(attempt.row)} working again`;
  await until(repeated, { timeoutMs: RECOVERY_MS, everyMs: 200, what });
}
