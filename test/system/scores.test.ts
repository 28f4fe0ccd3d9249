import { connectTo } from "@tms/kit/rpc/client";
import { EventService } from "@tms/proto/tms/event/v1/event";
import { until } from "@tms/stack/until";
import { expect, inject, test } from "vitest";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { newId } from "@tms/kit/values/ids";
import { joined } from "../harness/gamers.ts";
import type { EventBody } from "../harness/bodies.ts";
import { idOf, published, reaches, settled } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

const events = connectTo(EventService, inject("urls").events, inject("tokens").test);

test("a tournament of scores pays by scores, and those without one nothing", async () => {
  const api = await newGame();
  const scoring = { operator: "sum", tieBreaks: ["lower"] };
  const path = await published(api, { entryFee: 10, prizeSplit: [50, 30, 20], scoring });
  await joined(api, path, "ada", "bob", "cyd", "dot");
  const scores = [
    { gamer: "ada", score: 10, tieBreaks: [3], attempt: "one" },
    { gamer: "bob", score: 5, tieBreaks: [1], attempt: "one" },
    { gamer: "bob", score: 5, tieBreaks: [1], attempt: "two" },
  ];
  const headers = { "idempotency-key": newId() };
  for (let time = 0; time < 2; time++) {
    const { status, body } = await api.post(`${path}/scores`, { scores }, { headers });
    expect([status, body.results.map((result) => result.status)]).toEqual([200, [201, 201, 201]]);
  }
  const again = await api.post(`${path}/scores?rank=true`, { scores });
  expect(again.body.results.map(({ status, score }) => [status, score?.standing.rank])).toEqual([
    [200, 2],
    [200, 1],
    [200, 1],
  ]);
  await api.patch(`${path}/complete`);
  const tournament = await reaches(api, path, "completed");
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
    ["bob", 1],
    ["ada", 2],
    ["cyd", 3],
    ["dot", 3],
  ]);
  expect(tournament.winner).toBe(entries[0]?.gamer);
  const { payouts } = await settled(api, path);
  expect(payouts.map(({ gamerHandle, rank }) => [gamerHandle, rank])).toEqual([
    ["bob", 1],
    ["ada", 2],
  ]);
  expect(payouts.reduce((sum, { amount }) => sum + amount, 0)).toBe(40);
  const late = await api.post(`${path}/score`, { gamer: "ada", score: 1, attempt: "three" });
  expect([late.status, late.body.code]).toEqual([409, "tournament_not_published"]);
});

test("a tournament of scores in which nobody has one refunds everybody", async () => {
  const api = await newGame({ payer: Payer.WALLET });
  for (const gamer of ["ada", "bob"]) await api.post(`/wallet/${gamer}/deposit`, { amount: 5 });
  const path = await published(api, { entryFee: 5, scoring: {} });
  await joined(api, path, "ada", "bob");
  await api.patch(`${path}/complete`);
  await reaches(api, path, "cancelled");
  expect(await settled(api, path)).toMatchObject({ kind: "refund", state: "done" });
  expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(5);
});

test("scores of which one may be mended count once, and their key is for no others", async () => {
  const api = await newGame();
  const path = await published(api, { scoring: { operator: "sum" } });
  await joined(api, path, "ada");
  const headers = { "idempotency-key": newId() };
  const send = (...scores: object[]) => api.post(`${path}/scores`, { scores }, { headers });
  const [invalid, ada] = [
    { gamer: "ada", score: 1, tieBreaks: [1] },
    { gamer: "ada", score: 10 },
  ];
  const statuses = async () => (await send(invalid, ada)).body.results.map(({ status }) => status);
  expect(await statuses()).toEqual([400, 201]);
  const mended = await send(ada);
  expect([mended.status, mended.body.code]).toEqual([422, "idempotency_key_reused"]);
  expect(await statuses()).toEqual([400, 200]);
});

test("a tournament that takes no scores refuses them", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "ada");
  const { status, body } = await api.post(`${path}/score`, { gamer: "ada", score: 1 });
  expect([status, body.code]).toEqual([409, "scores_not_enabled"]);
});

test("scores are told of with what they come to, after whoever has them joined", async () => {
  const api = await newGame();
  const path = await published(api, { scoring: { reviewFrom: 100 } });
  await joined(api, path, "ada", "bob");
  const scores = [
    { gamer: "ada", score: 7, attempt: "one" },
    { gamer: "bob", score: 100, attempt: "one", metadata: { map: "dust" } },
  ];
  const answer = await api.post(`${path}/scores`, { scores });
  const log = await until(
    async () => {
      const { events: told } = await events.listEvents({ gameId: api.gameId });
      const bodies = told.map(({ body }) => JSON.parse(body) as EventBody);
      return bodies.some(({ type }) => type === "score.held") ? bodies : null;
    },
    { timeoutMs: 60_000, everyMs: 50, what: "score.held in the log" },
  );
  const [ada, bob] = answer.body.results.map(({ score }) => score);
  const recorded = log.filter(({ type }) => type === "score.recorded");
  const gamers = recorded.flatMap(({ data }) => (data["scores"] as { gamers: object[] }).gamers);
  expect(gamers).toEqual(
    [ada, bob].map((score) => ({
      gamer: score?.gamer,
      gamerHandle: score?.gamerHandle,
      entry: score?.entry,
      standing: score?.standing,
    })),
  );
  expect(new Set(recorded.map(({ requestId }) => requestId))).toEqual(
    new Set([answer.headers.get("x-request-id")]),
  );
  const held = log.find(({ type }) => type === "score.held");
  expect(held?.data).toEqual({ score: { tournament: idOf(path), ...bob } });
  const types = log.map(({ type }) => type);
  expect(types.lastIndexOf("entry.joined")).toBeLessThan(types.indexOf("score.recorded"));
});
