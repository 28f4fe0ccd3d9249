import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { newId } from "@tms/kit/values/ids";
import { createTms, isTmsError, TmsConnectionError, type Tms } from "@tms/sdk";
import { until } from "@tms/stack/until";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { created, idOf, published } from "../harness/tournament.ts";
import { openCuttingRelay, type CuttingRelay } from "./cutting-relay.ts";

const baseUrl = inject("baseUrl");
let relay: CuttingRelay;
let api: Api;
let tms: Tms;

beforeAll(async () => {
  relay = await openCuttingRelay(baseUrl);
  api = await gameIn({ gatewayUrl: baseUrl, urls: inject("urls"), token: inject("tokens").test });
  tms = createTms({ baseUrl: relay.url, apiKey: api.apiKey, gameId: api.gameId });
});
afterAll(() => relay?.close());

test("a call whose answers are lost on the way does its work once", async () => {
  relay.lose("cut", "half", "cut");
  const { transaction, requestId } = await tms.wallets.deposit("ada", 5);
  expect((await tms.wallets.get("ada")).wallet.balance).toBe(5);
  const { transactions } = await tms.wallets.transactions("ada").page();
  expect(transactions.map(({ id }) => id)).toEqual([transaction.id]);
  expect(requestId).toMatch(/^[0-9a-f]{32}$/);

  const path = await published(api, { entryFee: 1 });
  relay.lose("cut", "cut");
  const { entry } = await tms.entries.join(idOf(path), "ada");
  const entries = await Array.fromAsync(tms.tournaments.entries(idOf(path)));
  expect(entries.map(({ id }) => id)).toEqual([entry.id]);
  expect((await tms.tournaments.get(idOf(path))).tournament.prizePool).toBe(1);
});

test("a backend that is killed before it has its answer repeats the call, and doubles nothing", async () => {
  const idempotencyKey = newId();
  const deposit = (url: string) =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, "deposit.ts"), url, api.apiKey, "bob", idempotencyKey],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
  relay.lose("held");
  const killed = deposit(relay.url);
  await relay.held;
  killed.kill("SIGKILL");
  expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);

  const again = deposit(baseUrl);
  const [id, [code]] = await Promise.all([text(again.stdout), once(again, "exit")]);
  expect(code).toBe(0);
  const { transactions } = await tms.wallets.transactions("bob").page();
  expect(transactions.map((transaction) => transaction.id)).toEqual([id.trim()]);
  expect((await tms.wallets.get("bob")).wallet.balance).toBe(5);
});

test("a call that no attempt gets an answer to says under which key it can be repeated", async () => {
  const { idempotencyKey } = await lost((impatient) => impatient.wallets.deposit("cyd", 5));
  // It had arrived all the same.
  expect((await tms.wallets.get("cyd")).wallet.balance).toBe(5);
  await tms.wallets.deposit("cyd", 5, { idempotencyKey: idempotencyKey ?? "" });
  expect((await tms.wallets.get("cyd")).wallet.balance).toBe(5);
});

test("a call that no attempt gets an answer to says under which id the request log has it", async () => {
  // Of what succeeds the log keeps a sample alone while others ask for much.
  const error = await lost((impatient) => impatient.wallets.withdraw("nobody", 5));
  const { request } = await until(() => tms.requests.get(error.requestId).catch(() => undefined), {
    timeoutMs: 60_000,
    everyMs: 200,
    what: "the record of the request",
  });
  expect(request.status).toBeGreaterThanOrEqual(400);
  expect(request.idempotencyKey).toBe(error.idempotencyKey);
});

/** Makes a call whose every answer is lost; what it failed with. */
async function lost(call: (impatient: Tms) => Promise<unknown>): Promise<TmsConnectionError> {
  const impatient = createTms({ baseUrl: relay.url, apiKey: api.apiKey, retries: 1 });
  relay.lose("cut", "cut");
  const error: unknown = await call(impatient).catch((failure: unknown) => failure);
  if (error instanceof TmsConnectionError) return error;
  throw new Error("it was answered", { cause: error });
}

test("an attempt that is not answered in time is given up", async () => {
  const held = await openCuttingRelay(baseUrl);
  try {
    held.lose("held");
    const impatient = createTms({ baseUrl: held.url, apiKey: api.apiKey, timeoutMs: 2_000 });
    expect((await impatient.account.get()).account.game).toBe(api.gameId);
  } finally {
    await held.close();
  }
});

test("refusals have the service's code, in every operation", async () => {
  const refusals: [() => Promise<unknown>, string][] = [
    [() => tms.tournaments.get(newId()), "tournament_not_found"],
    [() => tms.tournaments.settlement(newId()).page(), "tournament_not_found"],
    [() => tms.tournaments.preview(newId()).page(), "tournament_not_found"],
    [() => tms.entries.join(newId(), "ada"), "tournament_not_found"],
    [() => tms.gamers.get("nobody"), "gamer_not_found"],
    [() => tms.wallets.withdraw("ada", 1_000), "insufficient_funds"],
    [() => tms.requests.get(newId()), "request_not_found"],
    [() => createTms({ baseUrl, apiKey: "tms_test_x" }).account.get(), "api_key_invalid"],
    [() => tms.http.GET("/key"), "person_required"],
  ];
  for (const [call, code] of refusals) {
    const error: unknown = await call().catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({ code, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(isTmsError(error, code)).toBe(true);
  }
});

test("every operation does what the API does", async () => {
  const startTime = new Date(Date.now() + 60_000).toISOString();
  const other = idOf(await created(api, { name: "First", startTime }));
  const updated = await tms.tournaments.update(other, { name: "Second" });
  expect(updated.tournament.name).toBe("Second");
  expect((await tms.tournaments.cancel(other)).tournament.status).toBe("cancelled");

  const id = idOf(await created(api));
  await tms.tournaments.publish(id);
  await tms.tournaments.setMetadata(id, { season: 3 });
  const { gamer } = await tms.gamers.create("dan");
  const named = await tms.gamers.update("dan", { displayName: "Dan" });
  expect(named.gamer.displayName).toBe("Dan");
  expect((await tms.gamers.get("dan")).gamer.id).toBe(gamer.id);
  await tms.entries.join(id, "dan");
  await tms.entries.join(id, { gamer: "eve", metadata: { seed: 2 } });
  const { results } = await tms.entries.joinMany(id, ["dan", { gamer: "fay" }]);
  expect(results.map(({ status }) => status)).toEqual([409, 201]);
  const out = await tms.entries.eliminate(id, ["eve", "fay"]);
  expect(out.entries.map(({ rank }) => rank)).toEqual([2, 2]);
  expect((await tms.tournaments.timeline(id, { buckets: 5 })).timeline).not.toEqual([]);
  const ifItEnded = await tms.tournaments.preview(id).page();
  expect(ifItEnded).toMatchObject({ kind: "payout", entries: 3, payouts: [] });
  await tms.tournaments.complete(id, { ranks: [{ gamer: "dan", rank: 1 }] });

  const handles: string[] = [];
  for await (const { handle } of tms.gamers.list({ limit: 2 })) handles.push(handle);
  expect(handles).toEqual(expect.arrayContaining(["dan", "eve", "fay"]));
  const joined = await Array.fromAsync(tms.gamers.entries("eve", { limit: 1 }));
  expect(joined.map((entry) => entry.tournament)).toContain(id);
  const cancelled = await Array.fromAsync(tms.tournaments.list({ status: "cancelled" }));
  expect(cancelled.map((tournament) => tournament.id)).toContain(other);
  expect((await tms.tournaments.statement(id).page()).lines).toEqual([]);
  const { transactions } = await tms.account.transactions({ limit: 1 }).page();
  expect(transactions.length).toBeLessThanOrEqual(1);
  const seen = await until(
    async () => (await Array.fromAsync(tms.requests.list({ problem: "gamer_not_found" })))[0],
    { timeoutMs: 60_000, everyMs: 200, what: "a refusal in the request log" },
  );
  expect(seen.status).toBe(404);
});
