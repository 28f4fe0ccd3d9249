import { createTms, type EnvironmentEvent, type Tms } from "@tms/sdk";
import { until } from "@tms/stack/until";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published, reaches } from "../harness/tournament.ts";
import { openCuttingRelay, type CuttingRelay } from "./cutting-relay.ts";

const baseUrl = inject("baseUrl");
const relays: CuttingRelay[] = [];
let relay: CuttingRelay;
let api: Api;
let tms: Tms;

beforeEach(async () => {
  relay = await openCuttingRelay(baseUrl);
  relays.push(relay);
  api = await gameIn({ gatewayUrl: baseUrl, urls: inject("urls"), token: inject("tokens").test });
  tms = createTms({ baseUrl: relay.url, apiKey: api.apiKey });
});
afterAll(async () => void (await Promise.all(relays.map(({ close }) => close()))));

const GAMERS = Array.from({ length: 10 }, (_, index) => `gamer-${index}`);

/** Plays a tournament from its creation to its end. */
async function play(): Promise<string> {
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

test("a stream tells everything once and in order, however often its connection breaks", async () => {
  let lost = 0;
  const stream = tms.events.stream({
    after: 0,
    onLost: () => void lost++,
    signal: AbortSignal.timeout(50_000),
  });
  // The first three answers are cut, two of them in the middle of a message.
  relay.lose("half", "cut", "half");
  const following = followed("tournament.completed", stream);
  await play();
  const seen = await following;
  expect(sequencesOf(seen)).toEqual(upTo(seen.length));
  expect(seen.filter(({ type }) => type === "entry.joined")).toHaveLength(GAMERS.length);
  expect(lost).toBeGreaterThanOrEqual(2);
  const listed = await Array.fromAsync(tms.events.list());
  expect(listed.slice(0, seen.length)).toEqual(seen);
});

test("a stream without a position begins now, and narrows down", async () => {
  const before = await play();
  const { nextAfter } = await tms.events.list({ order: "newest", limit: 1 }).page();
  const stream = tms.events.stream({ types: ["entry.*"], signal: AbortSignal.timeout(50_000) });
  const first = stream.next();
  // It has begun once it asks for what comes; a change before that is not promised.
  await until(
    async () => (await tms.requests.list({ path: "/event" }).page()).requests.length > 0,
    {
      timeoutMs: 60_000,
      everyMs: 100,
      what: "the stream's beginning",
    },
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

test("a list is read from its end as well as from its beginning, and an event by itself", async () => {
  await play();
  const oldest = await Array.fromAsync(tms.events.list({ limit: 3 }));
  const newest = await Array.fromAsync(tms.events.list({ order: "newest", limit: 4 }));
  expect(sequencesOf(newest.toReversed().slice(0, oldest.length))).toEqual(sequencesOf(oldest));
  const [first] = oldest;
  expect((await tms.events.get(first?.id ?? "")).event).toEqual(first);
  await expect(tms.events.get("none")).rejects.toMatchObject({ code: "event_not_found" });
});

test("a consumer that ends anywhere goes on where it saved, and handles each event", async () => {
  await play();
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

test("a consumer waits for what comes while answers are lost, and ends with what its handler throws", async () => {
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

test("a refusal ends a stream and a consumer at once", async () => {
  const stranger = createTms({ baseUrl, apiKey: "tms_test_1" });
  const refused = { code: "api_key_invalid", status: 401 };
  await expect(stranger.events.stream({ after: 0 }).next()).rejects.toMatchObject(refused);
  await expect(stranger.events.consume({ handle: () => undefined })).rejects.toMatchObject(refused);
  const gone = new AbortController();
  const following = tms.events.stream({ signal: gone.signal }).next();
  gone.abort(new Error("enough"));
  await expect(following).rejects.toThrow("enough");
});
