import { connectTo } from "@tms/kit/rpc/client";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { until } from "@tms/stack/until";
import { expect, inject, test } from "vitest";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { created, idOf, published, reaches } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

const client = connectTo(EventService, inject("urls").events, inject("tokens").test);

/** Waits until a game's log has an event of a type, of `about`; returns all bodies up to then. */
const logUntil = ({ gameId }: Api, type: string, about = ""): Promise<Record<string, unknown>[]> =>
  until(
    async () => {
      const { events } = await client.listEvents({ gameId });
      const found = events.some(({ type: told, body }) => told === type && body.includes(about));
      return found ? events.map(({ body }) => JSON.parse(body) as Record<string, unknown>) : null;
    },
    { timeoutMs: 60_000, everyMs: 50, what: `${type} in the log` },
  );

test("each step of a tournament's life is in the log once, in order and numbered from 1", async () => {
  const api = await newGame();
  const startTime = new Date(Date.now() + 60_000).toISOString();
  const path = await created(api, { entryFee: 2.5, startTime });
  await api.patch(`${path}/update`, { name: "Friday Open" });
  await api.patch(`${path}/update`, { name: "Friday Open" });
  await api.patch(`${path}/publish`);
  await api.patch(`${path}/cancel`);
  const log = await logUntil(api, "tournament.cancelled");
  const ofTournament = log.filter(({ type }) => String(type).startsWith("tournament."));
  expect(ofTournament.map(({ type }) => type)).toEqual([
    "tournament.created",
    "tournament.updated",
    "tournament.published",
    "tournament.cancelled",
  ]);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
  expect(ofTournament[1]?.["data"]).toMatchObject({
    tournament: { id: idOf(path), name: "Friday Open" },
    previous: { name: "Open" },
  });
  expect(ofTournament[3]?.["data"]).toMatchObject({ reason: "requested" });
});

test("what ended a tournament without a payout is told: too few entries, or nobody to pay", async () => {
  const api = await newGame();
  const reasonOf = async (path: string) => {
    await api.patch(`${path}/complete`);
    await reaches(api, path, "cancelled");
    const log = await logUntil(api, "tournament.cancelled", idOf(path));
    return log.findLast(({ type }) => type === "tournament.cancelled")?.["data"];
  };
  const few = await published(api, { minEntries: 2 });
  await joined(api, few, "ada");
  expect(await reasonOf(few)).toMatchObject({ reason: "too_few_entries" });
  const cheats = await published(api, { entryFee: 2 });
  await joined(api, cheats, "ada", "bob");
  const out = { gamers: ["ada", "bob"], reason: "Both used an aimbot." };
  await api.patch(`${cheats}/disqualify`, out);
  expect(await reasonOf(cheats)).toMatchObject({ reason: "nobody_to_pay" });
  const unscored = await published(api, { scoring: { noScore: "out" } });
  await joined(api, unscored, "ada");
  expect(await reasonOf(unscored)).toMatchObject({ reason: "nobody_to_pay" });
});

test("a tournament shows in its events as it does when it is read, but for the ledger's pool", async () => {
  const api = await newGame();
  const path = await created(api, { entryFee: 2.5, maxEntries: 8, prizeSplit: [60, 40] });
  const log = await logUntil(api, "tournament.created");
  const event = log.find(({ type }) => type === "tournament.created");
  const { tournament } = (await api.get(path)).body;
  const { prizePool: _, winners: __, winnersCount: ___, ...shown } = tournament;
  expect(event?.["data"]).toEqual({ tournament: shown });
});

test("a tournament that is paid out is told in the order of causes, down to the last cent", async () => {
  const api = await newGame({ platformFeeBps: 1_000 });
  const path = await published(api, { entryFee: 10, prizeSplit: [70, 30] });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/eliminate`, { gamer: "cyd" });
  await api.patch(`${path}/eliminate`, { gamer: "ada" });
  await api.patch(`${path}/complete`);
  await reaches(api, path, "completed");
  await logUntil(api, "settlement.done");
  const log = await logUntil(api, "tournament.completed");
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
  const types = log.map(({ type }) => String(type));
  const count = (type: string) => types.filter((one) => one === type).length;
  expect(["entry.joined", "entry.eliminated", "payout.paid"].map(count)).toEqual([3, 2, 2]);
  const before = (cause: string, effect: string) =>
    expect(types.lastIndexOf(cause)).toBeLessThan(types.indexOf(effect));
  before("tournament.published", "entry.joined");
  before("tournament.settling", "settlement.planned");
  before("settlement.planned", "payout.paid");
  before("payout.paid", "tournament.completed");
  const dataOf = (type: string) =>
    log.filter((event) => event["type"] === type).map((event) => event["data"]);
  const bob = (await api.get("/gamer/bob")).body.gamer;
  expect(dataOf("tournament.completed")).toMatchObject([
    { winner: bob.id, winners: [bob.id], winnersCount: 1, pool: 30 },
  ]);
  expect(dataOf("settlement.planned")).toMatchObject([
    { settlement: { kind: "payout", pool: 30, platformFee: 3, entries: 3, payouts: 2 } },
  ]);
  expect(dataOf("payout.paid")).toMatchObject([
    { payout: { gamerHandle: "bob", rank: 1, amount: 18.9, position: 1 } },
    { payout: { gamerHandle: "ada", rank: 2, amount: 8.1, position: 2 } },
  ]);
  expect(dataOf("entry.joined")).toMatchObject(
    Array.from({ length: 3 }, () => ({ transaction: { amount: -10 } })),
  );
});

test("a deposit and a withdrawal are told as they were answered, with what the wallet held then", async () => {
  const api = await newGame();
  const deposit = await api.post("/wallet/ada/deposit", { amount: 12.5 });
  const withdrawal = await api.post("/wallet/ada/withdraw", { amount: 2.5 });
  const log = await logUntil(api, "wallet.withdrawn");
  const events = log.filter(({ type }) => String(type).startsWith("wallet."));
  const { wallet } = (await api.get("/wallet/ada")).body;
  const told = (answer: typeof deposit, balance: number) => ({
    wallet: { ...wallet, balance },
    transaction: { ...answer.body.transaction, balanceAfter: balance },
  });
  expect(events.map(({ data }) => data)).toEqual([told(deposit, 12.5), told(withdrawal, 10)]);
  expect(events.map(({ requestId }) => requestId)).toEqual(
    [deposit, withdrawal].map(({ headers }) => headers.get("x-request-id")),
  );
  const { transactions } = (await api.get("/wallet/ada/transactions")).body;
  expect(events.map(({ data }) => (data as { transaction: object }).transaction)).toEqual(
    transactions.toReversed(),
  );
});
