import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
let viewer: Record<string, string>;
beforeAll(async () => {
  gateway = await startGateway();
  const { userId, accessToken } = await gateway.fakes.identity.add();
  gateway.fakes.members.add(userId, gateway.game, Role.VIEWER);
  viewer = { authorization: `Bearer ${accessToken}`, "x-game-id": gateway.game.id };
});
afterAll(() => gateway.close());

const asViewer = (path: string) => gateway.raw("GET", path, undefined, viewer);
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("a timeline tells entries and pool in major units, at as many moments as are asked for", async () => {
  const made = await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  const path = `/tournament/${made.body.tournament.id}`;
  for (const gamer of ["ada", "bob", "cyd"]) await gateway.send("POST", `${path}/join`, { gamer });
  await gateway.send("PATCH", `${path}/eliminate`, { gamer: "ada" });
  await gateway.send("PATCH", `${path}/disqualify`, { gamer: "bob", reason: "two accounts" });
  const { status, body } = await gateway.send("GET", `${path}/timeline?buckets=2`);
  expect(status).toBe(200);
  const point = {
    at: expect.stringMatching(ISO),
    entries: 3,
    eliminated: 1,
    disqualified: 1,
    prizePool: 7.5,
  };
  expect(body.timeline).toEqual([point, point]);
  expect((await gateway.send("GET", `${path}/timeline`)).body.timeline).toHaveLength(60);
});

test.each(["0", "201", "x"])("a timeline of %s points is refused", async (buckets) => {
  const answer = await gateway.send("GET", `/tournament/${newId()}/timeline?buckets=${buckets}`);
  expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, "/query/buckets"]);
});

describe("gamers", () => {
  test("are listed by how their handles begin, in any spelling", async () => {
    for (const handle of ["Jörg", "Jöran", "Jorg"])
      await gateway.send("POST", "/gamer/create", { handle });
    const all = await gateway.send("GET", "/gamer?handle=J&limit=10");
    expect(all.body.gamers.map(({ handle }) => handle)).toEqual(["Jörg", "Jöran", "Jorg"]);
    expect(all.body.nextCursor).toBeNull();
    const read = await gateway.send("GET", `/gamer/${encodeURIComponent("Jorg")}`);
    expect(all.body.gamers.at(-1)).toEqual(read.body.gamer);
  });

  test.each(["?handle=", `?handle=${"x".repeat(257)}`, "?handle=%00", "?limit=1001"])(
    "cannot be asked for by %s",
    async (query) => {
      const { status, body } = await gateway.send("GET", `/gamer${query}`);
      expect([status, body.code]).toEqual([400, "invalid_argument"]);
    },
  );
});

describe("the ledger", () => {
  test("adds up to 0 over all kinds of account", async () => {
    await gateway.send("POST", "/wallet/ada/deposit", { amount: 12.5 });
    const { status, body } = await asViewer("/ledger");
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
  });

  test("shows its accounts, and the statement of each", async () => {
    const { transaction } = (await gateway.send("POST", "/wallet/eve/deposit", { amount: 2 })).body;
    const { gamer } = (await gateway.send("GET", "/gamer/eve")).body;
    const { accounts } = (await asViewer("/ledger/accounts?type=gamers")).body;
    const own = accounts.find(({ owner }) => owner === gamer.id);
    expect(own).toMatchObject({ kind: "gamers", currency: "USD", balance: 2, closedAt: null });
    const statement = await asViewer(`/ledger/accounts/${own?.id}/transactions`);
    expect(statement.body.transactions).toEqual([{ ...transaction, balanceAfter: 2 }]);
    expect(new Set(accounts.map(({ kind }) => kind))).toEqual(new Set(["gamers"]));
  });

  test.each([newId(), "nonsense"])("has no account %s", async (id) => {
    const { status, body } = await asViewer(`/ledger/accounts/${id}/transactions`);
    expect([status, body.code]).toEqual([404, "account_not_found"]);
  });

  test.each(["/ledger", "/ledger/accounts", `/ledger/accounts/${newId()}/transactions`])(
    "%s is for people",
    async (path) => {
      const { status, body } = await gateway.send("GET", path);
      expect([status, body.code]).toEqual([403, "person_required"]);
      const without = await gateway.raw("GET", path);
      expect([without.status, without.body.code]).toEqual([401, "token_missing"]);
    },
  );
});
