import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { DomainError, toRemoteError, type ReasonName } from "./errors.ts";
import { passesByItself } from "./passing.ts";

test.for(["OVERLOADED", "UNAVAILABLE", "DEADLINE_EXCEEDED"] satisfies ReasonName[])(
  "%s passes by itself, whoever says so",
  (reason) => expect(passesByItself(new DomainError(reason, "x"))).toBe(true),
);

test("a lack of capacity elsewhere passes by itself, a defect does not", () => {
  const remote = (code: Code) => toRemoteError(new ConnectError("x", code));
  expect(passesByItself(remote(Code.ResourceExhausted))).toBe(true);
  expect(passesByItself(remote(Code.Internal))).toBe(false);
  expect(passesByItself(new DomainError("INTERNAL", "x"))).toBe(false);
  expect(passesByItself(new Error("x"))).toBe(false);
});
