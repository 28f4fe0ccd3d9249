import { afterAll, beforeAll, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

test("shows what a tournament would pay if it ended now", async () => {
  const terms = newTournament(gateway.game);
  const { id } = (await gateway.send("POST", "/tournament/create", terms)).body.tournament;
  const path = `/tournament/${id}/settlement/preview`;
  const { status, body } = await gateway.send("GET", path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: "payout",
    currency: "USD",
    pool: 10,
    platformFee: 0,
    entries: 4,
    prizes: [{ rank: 1, entries: 1, each: 10 }],
    payouts: [{ gamerHandle: "ada", rank: 1, amount: 10, paidAt: null }],
    asOf: "1970-01-01T00:00:00.000Z",
    nextCursor: null,
  });
  const { body: refused } = await gateway.send("GET", `${path}?limit=1001`);
  expect(refused.errors[0]?.pointer).toBe("/query/limit");
});
