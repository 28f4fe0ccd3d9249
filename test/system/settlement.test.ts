import { expect, test } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { joined } from "../harness/gamers.ts";
import { newGame } from "./game.ts";
import { published, reaches, settled } from "../harness/tournament.ts";

test("a tournament settles by itself at its end", async () => {
  const api = await newGame({ platformFeeBps: 1_000 });
  const path = await published(api, { entryFee: 10, prizeSplit: [70, 30] }, 2_500);
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/eliminate`, { gamer: "cyd" });
  await api.patch(`${path}/eliminate`, { gamer: "ada" });
  const tournament = await reaches(api, path, "completed");
  const bob = (await api.get("/gamer/bob")).body.gamer;
  expect(tournament).toMatchObject({ winner: bob.id, winners: [bob.id], prizePool: 0 });
  const settlement = await settled(api, path);
  expect(settlement).toMatchObject({ kind: "payout", state: "done", pool: 30, platformFee: 3 });
  expect(settlement.payouts.map((p) => [p.gamerHandle, p.rank, p.amount])).toEqual([
    ["bob", 1, 18.9],
    ["ada", 2, 8.1],
  ]);
  expect((await api.get("/wallet/bob")).body.wallet.balance).toBe(18.9);
});

test("each payout tells when the ledger made its transfer", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 10, prizeSplit: [50, 30, 20] });
  await joined(api, path, "ada", "bob", "cyd");
  for (const gamer of ["cyd", "bob"]) await api.patch(`${path}/eliminate`, { gamer });
  await api.patch(`${path}/complete`);
  const { payouts } = await settled(api, path);
  expect(payouts).toHaveLength(3);
  for (const { gamerHandle, transaction, paidAt } of payouts) {
    const { transactions } = (await api.get(`/wallet/${gamerHandle}/transactions`)).body;
    expect(transactions).toMatchObject([{ id: transaction, kind: "payout", createdAt: paidAt }]);
  }
});

test("those still in share the first rank and no cent is lost", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 0.1 });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/complete`);
  const tournament = await reaches(api, path, "completed");
  expect(tournament.winner).toBeNull();
  expect(tournament.winners).toHaveLength(3);
  expect(tournament.winnersCount).toBe(3);
  const { payouts } = await settled(api, path);
  expect(payouts.map((p) => p.amount)).toEqual([0.1, 0.1, 0.1]);
});

test("what does not divide goes to the earliest entry", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 0.05, prizeSplit: [1, 1] });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/complete`);
  const { payouts } = await settled(api, path);
  expect(payouts.map((p) => [p.gamerHandle, p.amount])).toEqual([
    ["ada", 0.05],
    ["bob", 0.05],
    ["cyd", 0.05],
  ]);
  const uneven = await published(api, { entryFee: 0.01, prizeSplit: [2, 1] });
  await joined(api, uneven, "ada", "bob");
  await api.patch(`${uneven}/eliminate`, { gamer: "bob" });
  await api.patch(`${uneven}/complete`);
  expect((await settled(api, uneven)).payouts.map((p) => p.amount)).toEqual([0.02]);
});

test("too few entries cancel the tournament and refund everyone", async () => {
  const api = await newGame({ payer: Payer.WALLET });
  await api.post("/wallet/ada/deposit", { amount: 20 });
  const path = await published(api, { entryFee: 5, minEntries: 2 }, 1_500);
  await joined(api, path, "ada");
  expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(15);
  await reaches(api, path, "cancelled");
  expect((await settled(api, path)).kind).toBe("refund");
  expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(20);
});

test("nobody entered: completed, no winner, nothing moves", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 5 }, 1_500);
  const tournament = await reaches(api, path, "completed");
  expect(tournament).toMatchObject({ winner: null, winners: [], prizePool: 0 });
  expect(await settled(api, path)).toMatchObject({ pool: 0, payouts: [] });
});

test("a free tournament has a winner and pays nothing", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "ada", "bob");
  await api.patch(`${path}/eliminate`, { gamer: "ada" });
  await api.patch(`${path}/complete`);
  const tournament = await reaches(api, path, "completed");
  expect(tournament.winners).toHaveLength(1);
  expect((await settled(api, path)).payouts).toEqual([]);
});

test("joins and eliminations after the end are refused", async () => {
  const api = await newGame();
  const path = await published(api, {}, 1_000);
  await joined(api, path, "ada");
  await reaches(api, path, "completed");
  const join = await api.post(`${path}/join`, { gamer: "bob" });
  expect([join.status, join.body.code]).toEqual([409, "tournament_ended"]);
  const out = await api.patch(`${path}/eliminate`, { gamer: "ada" });
  expect([out.status, out.body.code]).toEqual([409, "tournament_ended"]);
});
