import type { Body } from "../harness/bodies.ts";
import type { Outcome } from "./history.ts";
import type { ApiRequest } from "./operations/behaviour.ts";

/** A caller's side of one request. */
export interface Caller {
  send(request: ApiRequest, key: string, patienceMs: number): Promise<Outcome>;
  /** Answers of 5xx other than 503, which no fault excuses. */
  readonly internalErrors: readonly string[];
}

/** Sends requests to a base URL. */
export function createCaller(baseUrl: string): Caller {
  const internalErrors: string[] = [];
  return {
    internalErrors,
    async send({ method, path, headers, body }, key, patienceMs) {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method,
          headers: {
            ...headers,
            ...(body !== undefined && { "content-type": "application/json" }),
            "idempotency-key": key,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceMs),
        });
        const text = await response.text();
        if (response.status >= 500 && response.status !== 503)
          internalErrors.push(`${method} ${path} answered ${response.status}: ${text}`);
        return outcomeOf(response.status, JSON.parse(text) as Body);
      } catch (error) {
        return { kind: "unknown", why: String(error) };
      }
    },
  };
}

function outcomeOf(status: number, body: Body): Outcome {
  if (status < 300) {
    // What nobody could tell of one of many is known once the whole is repeated.
    const untold = body.results?.find((result) => result.status >= 500 || result.status === 429);
    if (untold === undefined) return { kind: "acknowledged", body };
    return { kind: "unknown", why: `${untold.status} of one of many` };
  }
  const passing = status >= 500 || status === 429 || body.code === "request_in_flight";
  return passing
    ? { kind: "unknown", why: `${status} ${body.code}` }
    : { kind: "refused", code: body.code };
}
