import { expect } from "vitest";
import type { Answer } from "./api.ts";

/** Asserts that an answer is a well-formed problem document with this status and code. */
export function expectProblem({ status, headers, body }: Answer, expected: [number, string]) {
  expect([status, body.code]).toEqual(expected);
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("x-request-id")).toBe(body.requestId);
  expect(body).toMatchObject({
    type: expect.stringMatching(new RegExp(`/problems/${body.code.replaceAll("_", "-")}$`)),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: expect.stringMatching(/^\//),
  });
}
