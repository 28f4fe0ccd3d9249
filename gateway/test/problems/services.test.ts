import { Code, ConnectError } from "@connectrpc/connect";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectProblem } from "../support/expect-problem.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ undocumented: true });
});
afterAll(() => gateway.close());

afterEach(() => {
  gateway.fakes.before = () => undefined;
});

const create = (change: object) =>
  gateway.send("POST", "/tournament/create", newTournament(gateway.game, change));

const fail = (error: Error) => {
  gateway.fakes.before = (rpc) => {
    if (rpc !== "BatchAuthenticateApiKeys") throw error;
  };
};
const secret = "password=hunter2 at 10.0.0.7:5432";

test.each([
  [new ConnectError(secret, Code.Unavailable), 503, "unavailable", "1"],
  [new ConnectError(secret, Code.DeadlineExceeded), 503, "deadline_exceeded", "1"],
  [new DomainError("OVERLOADED", secret), 503, "overloaded", "1"],
  [new DomainError("CALLER_UNKNOWN", secret), 503, "unavailable", "1"],
  [new DomainError("CALLER_NOT_ALLOWED", secret), 503, "unavailable", "1"],
  [new Error(secret), 500, "internal", null],
  [new DomainError("TRANSFER_NOT_FOUND", secret), 500, "internal", null],
  [new DomainError("INVALID_ARGUMENT", secret), 500, "internal", null],
  [new DomainError("REQUEST_ID_REUSED", secret), 422, "idempotency_key_reused", null],
  [new DomainError("TRANSFER_ID_REUSED", secret), 422, "idempotency_key_reused", null],
])("%s shows nothing internal", async (error, status, code, retryAfter) => {
  fail(error);
  const answer = await create({});
  expectProblem(answer, [status, code]);
  expect(answer.headers.get("retry-after")).toBe(retryAfter);
  expect(JSON.stringify(answer.body)).not.toContain("hunter2");
});

test.each([
  ["TOURNAMENT_FULL", 409],
  ["REGISTRATION_CLOSED", 409],
  ["TOURNAMENT_STARTED", 409],
  ["BALANCE_OVERFLOW", 409],
  ["OUTSIDE_ACCOUNT_FULL", 409],
  ["TOURNAMENT_LIMIT", 409],
  ["INSUFFICIENT_FUNDS", 402],
  ["SETTLEMENT_NOT_FOUND", 404],
  ["RANKS_INVALID", 400],
] as const)("%s becomes %i with the service's sentence", async (reason, status) => {
  fail(new DomainError(reason, "A sentence for people."));
  const answer = await create({});
  expectProblem(answer, [status, reason.toLowerCase()]);
  expect(answer.body.detail).toBe("A sentence for people.");
});

test("fields of services are named as they were sent", async () => {
  const id = newId();
  const one = await gateway.send("PATCH", `/tournament/${id}/eliminate`, { gamer: "x" });
  expectProblem(one, [404, "gamer_not_entered"]);
  expect(one.body.errors).toMatchObject([{ pointer: "/gamer" }]);
  const many = await gateway.send("PATCH", `/tournament/${id}/eliminate`, { gamers: ["x", "y"] });
  expect(many.body.errors).toMatchObject([{ pointer: "/gamers/0" }]);
  const { body } = await create({ endTime: "2030-05-01T18:00:00Z" });
  expect(body.detail).toBe("endTime must be after startTime.");
});

test("fields of what is asked for alone, an item of a batch between services, are too", async () => {
  gateway.fakes.before = (rpc) => {
    if (rpc === "BatchTransfer") throw invalidField("transfers[0].amount.minor_units", "is odd");
  };
  const answer = await gateway.send("POST", "/wallet/ann/deposit", { amount: 5 });
  expectProblem(answer, [400, "invalid_argument"]);
  expect(answer.body.errors).toMatchObject([{ pointer: "/amount" }]);
});
