import { expect, test } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { published, reaches, settled } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

const CHEAT = { reason: "Speed hack, case 77" };

/** A game whose gamers pay, each with as much in the wallet. */
async function richGame(...gamers: string[]): Promise<Api> {
  const api = await newGame({ payer: Payer.WALLET });
  for (const gamer of gamers) await api.post(`/wallet/${gamer}/deposit`, { amount: 10 });
  return api;
}

const balanceOf = async (api: Api, gamer: string) =>
  (await api.get(`/wallet/${gamer}`)).body.wallet.balance;

test("a cheat is paid nothing, and what it paid goes to whoever is behind it", async () => {
  const api = await richGame("ada", "bob", "cyd");
  const path = await published(api, { entryFee: 10, prizeSplit: [60, 40], scoring: {} });
  await joined(api, path, "ada", "bob", "cyd");
  for (const [gamer, score] of [
    ["ada", 999],
    ["bob", 5],
    ["cyd", 3],
  ] as const)
    await api.post(`${path}/score`, { gamer, score });
  const out = await api.patch(`${path}/disqualify`, { gamer: "ada", ...CHEAT });
  expect(out.body.entries).toMatchObject([{ gamerHandle: "ada", state: "disqualified" }]);
  const late = await api.post(`${path}/score`, { gamer: "ada", score: 1_000 });
  expect([late.status, late.body.code]).toEqual([409, "gamer_disqualified"]);
  await api.patch(`${path}/complete`);
  const tournament = await reaches(api, path, "completed");
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.map(({ gamerHandle, rank, state }) => [gamerHandle, rank, state])).toEqual([
    ["bob", 1, "in"],
    ["cyd", 2, "in"],
    ["ada", null, "disqualified"],
  ]);
  expect(tournament.winner).toBe(entries[0]?.gamer);
  const { payouts } = await settled(api, path);
  expect(payouts.map(({ gamerHandle, amount }) => [gamerHandle, amount])).toEqual([
    ["bob", 18],
    ["cyd", 12],
  ]);
});

test("a tournament in which everybody is disqualified gives every fee back", async () => {
  const api = await richGame("ada", "bob");
  const path = await published(api, { entryFee: 10 });
  await joined(api, path, "ada", "bob");
  await api.patch(`${path}/eliminate`, { gamer: "bob" });
  await api.patch(`${path}/disqualify`, { gamers: ["ada", "bob"], ...CHEAT });
  await api.patch(`${path}/complete`);
  await reaches(api, path, "cancelled");
  expect(await settled(api, path)).toMatchObject({ kind: "refund", state: "done" });
  expect([await balanceOf(api, "ada"), await balanceOf(api, "bob")]).toEqual([10, 10]);
});

test("a tournament without scores ranks and pays as if the disqualified had never been", async () => {
  const api = await richGame("ada", "bob", "cyd", "dan");
  const path = await published(api, { entryFee: 10, prizeSplit: [50, 50] });
  await joined(api, path, "ada", "bob", "cyd", "dan");
  for (const gamer of ["dan", "cyd"]) await api.patch(`${path}/eliminate`, { gamer });
  await api.patch(`${path}/disqualify`, { gamers: ["cyd", "ada"], ...CHEAT });
  await api.patch(`${path}/complete`);
  const { payouts } = await settled(api, path);
  expect(payouts.map(({ gamerHandle, rank, amount }) => [gamerHandle, rank, amount])).toEqual([
    ["bob", 1, 20],
    ["dan", 2, 20],
  ]);
});

test("a review is told in the log with who made it, and in the list of scores", async () => {
  const api = await newGame();
  const path = await published(api, { scoring: { reviewFrom: 100 } });
  await joined(api, path, "ada");
  const { score } = (await api.post(`${path}/score`, { gamer: "ada", score: 500 })).body;
  expect(score).toMatchObject({ state: "held", standing: { score: null } });
  const decision = { decision: "accept", reason: "The replay is clean" };
  const answer = await api.patch(`${path}/review`, { scores: [score.id], ...decision });
  expect(answer.status).toBe(200);
  const [listed] = (await api.get(`${path}/scores`)).body.scores;
  expect(listed).toEqual(answer.body.scores[0]);
  expect(listed).toMatchObject({
    state: "counted",
    decisions: [{ ...decision, actor: { type: "api_key", id: expect.any(String) } }],
  });
  await expect
    .poll(async () => (await api.get("/event?types=score.reviewed")).body.events, {
      timeout: 10_000,
    })
    .toMatchObject([
      { type: "score.reviewed", actor: listed?.decisions[0]?.actor, data: { score: listed } },
    ]);
});

test("a cancellation refunds the disqualified too", async () => {
  const api = await richGame("ada");
  const path = await published(api, { entryFee: 10 });
  await joined(api, path, "ada");
  await api.patch(`${path}/disqualify`, { gamer: "ada", ...CHEAT });
  await api.patch(`${path}/cancel`);
  await settled(api, path);
  expect(await balanceOf(api, "ada")).toBe(10);
});
