import assert from "node:assert/strict";
import type { Body } from "../harness/bodies.ts";
import { sendRaw } from "../harness/raw-http.ts";
import { assertPublic } from "./check.ts";
import type { Operation } from "./operations.ts";
import type { RestRequest } from "./rest-requests.ts";
import type { Target } from "./target.ts";

const MAX_ATTEMPTS = 3;

/** Sends a request. Throws if the answer is wrong, or if a refused request changed anything. */
export async function tryRest(
  target: Target,
  operation: Operation,
  request: RestRequest,
): Promise<void> {
  let before = await target.digest();
  let answer = await send(target, request);
  // A busy machine can be late. A defect is late each time.
  for (let attempt = 1; attempt < MAX_ATTEMPTS && answer.status === 503; attempt++) {
    // A request that is answered with 503 may have taken effect.
    before = await target.digest();
    answer = await send(target, request);
  }
  const { status, body } = answer;
  assert(status < 500, `status ${status}: ${body.slice(0, 500)}`);
  const code = status < 400 ? undefined : checkProblem(answer);
  assert(
    operation.statuses.includes(status) || isUnrouted(code) || request.method !== operation.method,
    `the status ${status} is not documented: ${body.slice(0, 500)}`,
  );
  if (status >= 400)
    assert.deepEqual(await target.digest(), before, `the refusal ${status} changed the game`);
}

/** An answer as it arrived. */
interface RestAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends a request as it is, since HTTP clients refuse or correct many requests. */
async function send(target: Target, request: RestRequest): Promise<RestAnswer> {
  const body = target.fill(request.body ?? "");
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    "host: api.example.com",
    "connection: close",
    ...request.headers.map((header) => header.join(": ")),
    ...(request.body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ].join("\r\n");
  const bytes = `${target.fill(head)}\r\n\r\n${body}`;
  return parseAnswer(await sendRaw(target.system.gatewayUrl, bytes));
}

function parseAnswer(text: string): RestAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  assert(status > 0, `no answer: ${text.slice(0, 500)}`);
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
  const body = text.slice(end + 4);
  assert.equal(Buffer.byteLength(body), Number(headers.get("content-length")), "content-length");
  return { status, headers, body };
}

const isUnrouted = (code: string | undefined): boolean =>
  code === "route_not_found" || code === "method_not_allowed";

/** Throws if an answer is not a well-formed problem document. Returns its code. */
function checkProblem({ status, headers, body }: RestAnswer): string {
  assert.equal(headers.get("content-type"), "application/problem+json", body.slice(0, 500));
  const problem = JSON.parse(body) as Partial<Body>;
  const { code = "", title = "", detail = "", errors = [] } = problem;
  assertPublic(`${title} ${detail} ${JSON.stringify(errors)}`);
  assert.equal(problem.status, status);
  // A replayed answer has the id of the first request.
  if (headers.get("idempotency-replayed") !== "true")
    assert.equal(problem.requestId, headers.get("x-request-id"));
  assert.match(code, /^[a-z_]+$/);
  assert(detail !== "" && title !== "", "the problem has no text");
  const namesFields = code === "invalid_argument" || code === "invalid_page_token";
  assert(!namesFields || errors.length > 0, `${code} names no field: ${body}`);
  for (const { pointer, detail: fault } of errors)
    assert(/^(\/|$)/.test(pointer) && fault !== "", `the pointer ${pointer}: ${fault}`);
  return code;
}
