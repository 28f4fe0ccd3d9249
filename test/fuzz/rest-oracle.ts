import { must, mustBePublic } from "./finding.ts";
import type { WireResponse } from "./wire.ts";

/** All answers of a campaign so far. */
export interface Verdicts {
  gatewayUrl: string;
  /** How often each status was answered. */
  statuses: Map<number, number>;
  /** Problem types whose page was found. */
  documented: Set<string>;
}

// Problems that must name the field that is to blame.
const BLAMING = ["invalid_argument", "invalid_page_token"];

/** Fails unless an answer of the gateway is one that its documentation allows. */
export async function mustBeFit(response: WireResponse, verdicts: Verdicts): Promise<void> {
  const { status, body } = response;
  verdicts.statuses.set(status, (verdicts.statuses.get(status) ?? 0) + 1);
  must(status >= 200 && status < 500, `status ${status}: ${body.slice(0, 500)}`);
  if (status < 400) return;
  const problem = problemOf(response);
  const { code, title, detail, errors: faults = [] } = problem;
  mustBePublic(`${title} ${detail} ${JSON.stringify(faults)}`);
  must(problem.status === status, `the document says ${problem.status}, the status is ${status}`);
  // A replayed answer has the id of the request that it was first given to.
  const replayed = response.headers.get("idempotency-replayed") === "true";
  must(replayed || problem.requestId === response.headers.get("x-request-id"), "two request ids");
  must(/^[a-z_]+$/.test(code), `the code is ${code}`);
  must(detail.length > 0 && title.length > 0, "a problem without words");
  must(!BLAMING.includes(code) || faults.length > 0, `${code} names no field: ${body}`);
  for (const fault of faults)
    must(/^(\/|$)/.test(fault.pointer) && fault.detail !== "", `a fault ${JSON.stringify(fault)}`);
  if (verdicts.documented.has(problem.type)) return;
  const page = new URL(problem.type).pathname;
  must((await fetch(verdicts.gatewayUrl + page)).ok, `${page} is not documented`);
  verdicts.documented.add(problem.type);
}

/** Fails unless there was one answer and nothing after it. */
export function mustBeWhole(answers: number, rest: string): void {
  must(answers === 1, `${answers} answers to one request`);
  must(rest === "", `bytes after the answer: ${rest.slice(0, 200)}`);
}

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: { pointer: string; detail: string }[];
}

function problemOf({ status, headers, body }: WireResponse): Problem {
  const type = headers.get("content-type");
  must(
    type === "application/problem+json",
    `${status} is answered as ${type}: ${body.slice(0, 200)}`,
  );
  return JSON.parse(body) as Problem;
}
