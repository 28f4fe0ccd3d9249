import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { DomainError } from "./domain-error.ts";
import { toRemoteError } from "./status.ts";
import type { ReasonName } from "./reasons.ts";
import { isTransient } from "./transient.ts";

test.for(["OVERLOADED", "UNAVAILABLE", "DEADLINE_EXCEEDED"] satisfies ReasonName[])(
  "%s passes by itself, whoever says so",
  (reason) => expect(isTransient(new DomainError(reason, "x"))).toBe(true),
);

test("a lack of capacity elsewhere passes by itself, a defect does not", () => {
  const remote = (code: Code) => toRemoteError(new ConnectError("x", code));
  expect(isTransient(remote(Code.ResourceExhausted))).toBe(true);
  expect(isTransient(remote(Code.Unimplemented))).toBe(true);
  expect(isTransient(remote(Code.Internal))).toBe(false);
  expect(isTransient(new DomainError("INTERNAL", "x"))).toBe(false);
  expect(isTransient(new Error("x"))).toBe(false);
});
