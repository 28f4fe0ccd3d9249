import { expect } from "vitest";
import type { Answer } from "./answer.ts";

/** Every failure has this form, whatever it is. */
export function expectProblem({ status, headers, body }: Answer, expected: [number, string]) {
  expect([status, body.code]).toEqual(expected);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("x-request-id")).toBe(body.requestId);
  expect(body).toMatchObject({
    type: `https://api.example.com/problems/${body.code.replaceAll("_", "-")}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.stringMatching(/^\//),
  });
}
