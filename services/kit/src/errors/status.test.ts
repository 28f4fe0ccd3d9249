import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { describe, expect, test } from "vitest";
import { createLogger } from "../process/log.ts";
import { clientOver } from "../rpc/client.ts";
import { serverInterceptors, translate } from "../rpc/interceptors.ts";
import { DomainError } from "./domain-error.ts";
import { type ReasonName } from "./reasons.ts";
import { fromRefusal, toRefusal, toRemoteError } from "./status.ts";
import { RemoteError, refusedFor } from "./remote-error.ts";
import { isTransient } from "./transient.ts";

const gameId = "0198a5f0-0000-7000-8000-0123456789ab";

const remote = (code: Code) => toRemoteError(new ConnectError("secret", code));

/** Returns the error that a caller gets when the other side throws. */
async function overTheWire(thrown: unknown): Promise<unknown> {
  const transport = createRouterTransport(
    ({ service }) => service(GameService, { getGame: () => Promise.reject(thrown as Error) }),
    { router: { interceptors: serverInterceptors(createLogger("test", "silent")) } },
  );
  return await clientOver(GameService, transport)
    .getGame({ gameId })
    .catch((error: unknown) => error);
}

describe("a refusal", () => {
  test("is what a request that cannot be parsed gets, and no failure of ours", () => {
    const unparsed = new ConnectError("parse binary: premature EOF", Code.Internal);
    expect(translate(unparsed)).toMatchObject({ code: Code.InvalidArgument });
    expect(translate(new ConnectError("a defect", Code.Internal)).code).toBe(Code.Internal);
  });

  test("names sixteen faults at most, however many items of a batch are wrong", async () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => ({
      field: `handles[${index}]`,
      description: "is not in this tournament",
    }));
    const error = await overTheWire(new DomainError("GAMER_NOT_ENTERED", "Nobody.", { fields }));
    expect(error).toMatchObject({ reason: "GAMER_NOT_ENTERED", fields: fields.slice(0, 16) });
  });

  test("reaches another service with its reason, sentence and fields", async () => {
    const sent = new DomainError("RANKS_INVALID", "Ranks: 1, 2 — “é”", {
      fields: [{ field: "final_ranks[0].rank", description: "must be 1" }],
    });
    const received = await overTheWire(sent);
    expect(received).toBeInstanceOf(RemoteError);
    expect(received).toMatchObject({
      reason: "RANKS_INVALID",
      message: sent.message,
      fields: [{ field: "final_ranks[0].rank", description: "must be 1" }],
    });
    expect(refusedFor(received, "GAMER_NOT_FOUND", "RANKS_INVALID")).toBe(true);
    expect(refusedFor(received, "GAMER_NOT_FOUND")).toBe(false);
    expect(refusedFor(sent, "RANKS_INVALID")).toBe(false);
  });

  test("within a batch reads as a single call's", () => {
    const fields = [{ field: "handle", description: "is empty" }];
    const error = new DomainError("OVERLOADED", "Too much.", { fields, retryAfterMs: 1_500 });
    const refusal = fromRefusal(toRefusal(error));
    expect(refusal).toBeInstanceOf(RemoteError);
    expect(refusal).toMatchObject({
      reason: "OVERLOADED",
      message: "Too much.",
      fields,
      retryAfterMs: 1_500,
    });
  });
});

describe("an unexpected error", () => {
  test("tells nothing of itself", async () => {
    const received = await overTheWire(new Error("password of tms_wallet is hunter2"));
    expect(received).toMatchObject({ reason: "INTERNAL" });
    expect(String(received)).not.toContain("hunter2");
  });

  test("of a database that is gone is unavailability", () => {
    const passing = ["57P01", "08006", "53300", "40P01", "25006", "25P03", "28P01", "28000"];
    for (const code of [...passing, "ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EHOSTUNREACH"])
      expect(translate(Object.assign(new Error("x"), { code })).code).toBe(Code.Unavailable);
    for (const code of ["23505", "25001"])
      expect(translate(Object.assign(new Error("x"), { code })).code).toBe(Code.Internal);
  });

  test("of another service is translated, never forwarded", () => {
    expect(translate(remote(Code.Unavailable)).code).toBe(Code.Unavailable);
    expect(translate(remote(Code.Unimplemented)).code).toBe(Code.Unavailable);
    expect(translate(remote(Code.DeadlineExceeded)).code).toBe(Code.Unavailable);
    expect(translate(remote(Code.ResourceExhausted)).code).toBe(Code.ResourceExhausted);
    for (const code of [Code.NotFound, Code.InvalidArgument, Code.Internal, Code.Unauthenticated]) {
      expect(translate(remote(code)).code).toBe(Code.Internal);
      expect(translate(remote(code)).message).not.toContain("secret");
    }
  });
});

test.for(["OVERLOADED", "UNAVAILABLE", "DEADLINE_EXCEEDED"] satisfies ReasonName[])(
  "%s passes by itself, whoever says so",
  (reason) => expect(isTransient(new DomainError(reason, "x"))).toBe(true),
);

test("a lack of capacity elsewhere passes by itself, a defect does not", () => {
  expect(isTransient(remote(Code.ResourceExhausted))).toBe(true);
  expect(isTransient(remote(Code.Unimplemented))).toBe(true);
  expect(isTransient(remote(Code.Internal))).toBe(false);
  expect(isTransient(new DomainError("INTERNAL", "x"))).toBe(false);
  expect(isTransient(new Error("x"))).toBe(false);
});
