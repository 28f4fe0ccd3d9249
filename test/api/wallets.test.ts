import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { tournamentBody } from "../harness/tournament.ts";
import { apiIn } from "../world/callers.ts";
import { describe, expect, test } from "../world/test.ts";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("takes money in and out to the cent, and publishes both", async ({ api }) => {
  const deposit = await api.post("/wallet/ada/deposit", { amount: 10.1 });
  expect(deposit.status).toBe(201);
  expect(deposit.body.transaction).toMatchObject({
    kind: "deposit",
    amount: 10.1,
    tournament: null,
  });
  const withdrawal = await api.post("/wallet/ada/withdraw", { amount: 0.2 });
  expect(withdrawal.body.transaction).toMatchObject({ kind: "withdrawal", amount: -0.2 });
  const { wallet } = (await api.get("/wallet/ada")).body;
  expect(wallet).toMatchObject({ gamerHandle: "ada", balance: 9.9, currency: "USD" });
  const { transactions } = (await api.get("/wallet/ada/transactions")).body;
  expect(transactions).toEqual([
    { ...withdrawal.body.transaction, balanceAfter: 9.9 },
    { ...deposit.body.transaction, balanceAfter: 10.1 },
  ]);
  const broke = await api.post("/wallet/ada/withdraw", { amount: 10 });
  expect([broke.status, broke.body.code]).toEqual([402, "insufficient_funds"]);

  const told = async () => (await api.get("/event?types=wallet.*")).body.events;
  await expect.poll(told).toHaveLength(2);
  const events = await told();
  expect(events.map(({ data }) => data)).toEqual(
    transactions.toReversed().map((transaction) => ({
      wallet: { ...wallet, balance: transaction.balanceAfter },
      transaction,
    })),
  );
  expect(events.map(({ requestId }) => requestId)).toEqual(
    [deposit, withdrawal].map(({ headers }) => headers.get("x-request-id")),
  );
});

describe("an amount", () => {
  test.for(["1e400", "0.1000000000000000000001", '"2.5"', "[2]"])(
    "is not %s",
    async (fee, { api }) => {
      const raw = JSON.stringify(tournamentBody(api, { entryFee: 0 })).replace(
        '"entryFee":0',
        `"entryFee":${fee}`,
      );
      const { status, body } = await api.post("/tournament/create", undefined, { raw });
      expect([status, body.code]).toEqual([400, "invalid_argument"]);
      expect(body.errors).toEqual([{ pointer: "/entryFee", detail: expect.any(String) }]);
    },
  );

  test("is kept to the last cent", async ({ api }) => {
    const raw = JSON.stringify(tournamentBody(api, { entryFee: 0 })).replace(
      '"entryFee":0',
      '"entryFee":90071992547409.91',
    );
    const { status, body } = await api.post("/tournament/create", undefined, { raw });
    expect(status).toBe(201);
    const { text } = await api.get(`/tournament/${body.tournament.id}`);
    expect(text).toContain('"entryFee":90071992547409.91,');
  });

  test("has no more decimals than the currency", async ({ newApi }) => {
    const api = await newApi({ currency: { code: "GEMS", exponent: 0 } });
    const { body } = await api.post("/wallet/ada/deposit", { amount: 2.5 });
    expect(body.errors).toEqual([
      { pointer: "/amount", detail: "must have at most 0 decimals in GEMS" },
    ]);
    expect((await api.post("/wallet/ada/deposit", { amount: 3 })).status).toBe(201);
    expect((await api.get("/wallet/ada")).body.wallet).toMatchObject({
      balance: 3,
      currency: "GEMS",
    });
  });
});

test("adds the ledger up to 0, and shows each account with its statement", async ({
  newTeam,
  live,
}) => {
  const team = await newTeam();
  const api = await apiIn(live.gateway, team.live);
  const get = async (path: string) =>
    await (await team.member(Role.VIEWER)).in(team.live)("GET", path);
  const { transaction } = (await api.post("/wallet/ada/deposit", { amount: 12.5 })).body;
  const { status, body } = await get("/ledger");
  expect(status).toBe(200);
  expect(body.ledger).toEqual({
    currency: "USD",
    accounts: [
      { kind: "outside", balance: -12.5 },
      { kind: "game", balance: 0 },
      { kind: "gamers", balance: 12.5 },
      { kind: "prizePools", balance: 0 },
      { kind: "platform", balance: 0 },
    ],
    sum: 0,
    asOf: expect.stringMatching(ISO),
  });
  const { accounts } = (await get("/ledger/accounts?type=gamers")).body;
  const { gamer } = (await api.get("/gamer/ada")).body;
  expect(accounts).toMatchObject([
    { kind: "gamers", owner: gamer.id, currency: "USD", balance: 12.5, closedAt: null },
  ]);
  const statement = await get(`/ledger/accounts/${accounts[0]?.id}/transactions`);
  expect(statement.body.transactions).toEqual([{ ...transaction, balanceAfter: 12.5 }]);
  for (const id of [newId(), "nonsense"]) {
    const answer = await get(`/ledger/accounts/${id}/transactions`);
    expect([answer.status, answer.body.code]).toEqual([404, "account_not_found"]);
  }
});
