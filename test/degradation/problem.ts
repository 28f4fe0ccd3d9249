import { expect } from "vitest";
import type { Answer } from "../harness/api.ts";

/** A failure in the documented form, with the moment to come back when it is a passing one. */
export function requireProblem({ status, headers, body }: Answer): void {
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(body).toMatchObject({ status, requestId: headers.get("x-request-id") });
  expect(body.type).toMatch(new RegExp(`/problems/${body.code.replaceAll("_", "-")}$`));
  if (status === 503) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}
