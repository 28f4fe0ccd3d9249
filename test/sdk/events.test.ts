import { createTms, verifyWebhook, type EnvironmentEvent } from "@tms/sdk";
import { until } from "@tms/stack/until";
import { onTestFinished } from "vitest";
import type { Api } from "../harness/api.ts";
import { joined } from "../harness/gamers.ts";
import { startReceiver } from "../harness/receiver.ts";
import { idOf, published, reaches } from "../harness/tournament.ts";
import { expect, sdkTest as test } from "./sdk.ts";

const GAMERS = Array.from({ length: 10 }, (_, index) => `gamer-${index}`);

/** Plays a tournament from its creation to its end. */
async function play(api: Api): Promise<string> {
  const path = await published(api, { entryFee: 1 });
  await joined(api, path, ...GAMERS);
  await api.patch(`${path}/complete`);
  await reaches(api, path, "completed");
  return idOf(path);
}

const sequencesOf = (events: readonly EnvironmentEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Follows until the first event of a type. */
async function followed(type: string, events: AsyncIterable<EnvironmentEvent>) {
  const seen: EnvironmentEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (event.type === type) break;
  }
  return seen;
}

test("a stream sends all once and in order, over many connections", async ({ tms, api, relay }) => {
  let lost = 0;
  const stream = tms.events.stream({
    after: 0,
    onLost: () => void lost++,
    signal: AbortSignal.timeout(50_000),
  });
  // The first three answers are cut, two of them in the middle of a message.
  relay.lose("half", "cut", "half");
  const following = followed("tournament.completed", stream);
  await play(api);
  const seen = await following;
  expect(sequencesOf(seen)).toEqual(upTo(seen.length));
  expect(seen.filter(({ type }) => type === "entry.joined")).toHaveLength(GAMERS.length);
  expect(lost).toBeGreaterThanOrEqual(2);
  const listed = await Array.fromAsync(tms.events.list());
  expect(listed.slice(0, seen.length)).toEqual(seen);
});

test("a stream without a position begins now, and narrows down", async ({ tms, api }) => {
  const before = await play(api);
  const { nextAfter } = await tms.events.list({ order: "newest", limit: 1 }).page();
  const stream = tms.events.stream({ types: ["entry.*"], signal: AbortSignal.timeout(50_000) });
  const first = stream.next();
  // It has begun once it asks for what comes; a change before that is not promised.
  await until(
    async () => (await tms.requests.list({ path: "/event" }).page()).requests.length > 0,
    { timeoutMs: 60_000, everyMs: 100, what: "the stream's beginning" },
  );
  const path = await published(api, {});
  await joined(api, path, "late");
  const { value } = await first;
  expect(value).toMatchObject({ type: "entry.joined", data: { entry: { gamerHandle: "late" } } });
  expect(value?.sequence).toBeGreaterThan(nextAfter);
  await stream.return();
  const about = await Array.fromAsync(tms.events.list({ tournament: before, types: ["payout.*"] }));
  expect(new Set(about.map(({ type }) => type))).toEqual(new Set(["payout.paid"]));
});

test("a consumer goes on where it saved, and handles each event", async ({ tms, api }) => {
  await play(api);
  const total = (await tms.events.list({ order: "newest", limit: 1 }).page()).nextAfter;
  const handled: number[] = [];
  const progress: { saved?: number } = {};
  // It dies at each third event, before anything of it is saved.
  for (let life = 1; progress.saved !== total; life++) {
    const dying = new AbortController();
    const deadline = AbortSignal.timeout(50_000);
    let ofLife = 0;
    await tms.events.consume({
      after: progress.saved,
      signal: AbortSignal.any([dying.signal, deadline]),
      handle: ({ sequence }) => {
        handled.push(sequence);
        if (++ofLife === 3 || sequence === total) dying.abort();
      },
      save: (after) => void (progress.saved = after),
    });
    deadline.throwIfAborted();
    expect(life).toBeLessThanOrEqual(total);
  }
  expect(handled).toEqual(upTo(total));
});

test("a consumer waits out losses, and throws its handler's error", async ({ tms, api, relay }) => {
  relay.lose("cut", "half");
  const failure = new Error("the database is away");
  const consuming = tms.events.consume({
    types: ["entry.joined"],
    signal: AbortSignal.timeout(50_000),
    handle: () => {
      throw failure;
    },
  });
  const path = await published(api, {});
  await joined(api, path, "ada");
  await expect(consuming).rejects.toBe(failure);
});

test("a refusal ends a stream and a consumer at once", async ({ baseUrl, tms }) => {
  const stranger = createTms({ baseUrl, apiKey: "tms_test_1" });
  const refused = { code: "api_key_invalid", status: 401 };
  await expect(stranger.events.stream({ after: 0 }).next()).rejects.toMatchObject(refused);
  await expect(stranger.events.consume({ handle: () => undefined })).rejects.toMatchObject(refused);
  const gone = new AbortController();
  const following = tms.events.stream({ signal: gone.signal }).next();
  gone.abort(new Error("enough"));
  await expect(following).rejects.toThrow("enough");
});

test("a backend is sent events, verifies them, and has them sent again", async ({ tms }) => {
  const { url, received, answer, close } = await startReceiver(500, "noted");
  onTestFinished(close);
  const { endpoint, secret } = await tms.webhooks.create({ url, events: ["tournament.*"] });
  expect(await Array.fromAsync(tms.webhooks.list())).toMatchObject([{ id: endpoint.id, url }]);
  const { tournament } = await tms.tournaments.create({
    name: "Friday",
    description: "Best of three",
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + 3_600_000).toISOString(),
    entryFee: 0,
  });
  const failed = async () =>
    await Array.fromAsync(tms.webhooks.deliveries(endpoint.id, { state: "retrying" }));
  await expect.poll(async () => (await failed()).length).toBe(1);
  const [delivery] = await failed();
  const eventId = delivery?.event.id ?? "";
  const { attempts } = await tms.webhooks.delivery(endpoint.id, eventId);
  expect(attempts[0]).toMatchObject({ number: 1, status: 500, answer: "noted" });
  expect(await Array.fromAsync(tms.events.deliveries(eventId))).toMatchObject([
    { endpoint: endpoint.id, event: { id: eventId }, state: "retrying" },
  ]);
  expect((await tms.webhooks.get(endpoint.id)).endpoint.state).toBe("failing");

  answer(204, "");
  await tms.webhooks.retry(endpoint.id, eventId);
  const stateOf = async () => (await tms.webhooks.delivery(endpoint.id, eventId)).delivery.state;
  await expect.poll(stateOf).toBe("delivered");
  const events: EnvironmentEvent[] = [];
  for (const { headers, body } of received)
    events.push(await verifyWebhook(body, headers, secret ?? ""));
  expect(events.length).toBeGreaterThan(1);
  for (const event of events)
    expect(event).toMatchObject({
      id: eventId,
      type: "tournament.created",
      data: { tournament: { id: tournament.id } },
    });

  const before = received.length;
  const range = { afterSequence: 0, onlyFailed: false };
  expect(await tms.webhooks.replay(endpoint.id, range)).toMatchObject({ events: 1 });
  await expect.poll(() => received.length).toBeGreaterThan(before);
});
