import { newId } from "@tms/kit/values/ids";
import { connect } from "node:net";
import { once } from "node:events";
import { Role } from "@tms/proto/tms/game/v1/member";
import { MAX_BEHIND, MAX_WAITING } from "../../gateway/src/batching/event-feed.ts";
import { MAX_STREAMS } from "../../gateway/src/resources/events.ts";
import type { Answer, Api } from "../harness/api.ts";
import type { EventBody } from "../harness/bodies.ts";
import { openStream } from "../harness/event-stream.ts";
import { joined } from "../harness/gamers.ts";
import { created, idOf, published, reaches } from "../harness/tournament.ts";
import { recordDeposits, watchCalls } from "../world/actions.ts";
import { createApi, createTeam } from "../world/callers.ts";
import type { WorldGateway } from "../world/gateway.ts";
import { describe, expect, test as base } from "../world/test.ts";

const DEPOSIT = "types=wallet.*";
const sequencesOf = (events: readonly EventBody[]) => events.map(({ sequence }) => sequence);
const after = (start: number, count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => start + first + index);

/** Creates a game, and waits until its log has the events of the creation: those up to `start`. */
async function newLog(gateway: WorldGateway) {
  const api = await createApi(gateway);
  const { gameId, apiKey } = api;
  const keys = async () => (await api.get("/event?types=api_key.*")).body.events;
  await expect.poll(keys).toHaveLength(1);
  const start = (await api.get("/event")).body.nextAfter;
  const callsOf = (rpc: string) => {
    const calls = watchCalls(gateway.world, rpc);
    return () => calls().filter(({ request }) => (request as Api).gameId === gameId);
  };
  return {
    api,
    start,
    get: api.get,
    tell: (...handles: string[]) => recordDeposits(gateway.world, gameId, handles),
    follow: (query = "", headers: Record<string, string> = {}) =>
      openStream(`${gateway.url}/event/stream${query}`, { "x-api-key": apiKey, ...headers }),
    callsOf,
  };
}

/** `log` is the log of a game of the test's own. `own` is such a log at a gateway of the test's own. */
const test = base
  .extend("log", async ({ live }) => await newLog(live.gateway))
  .extend("own", async ({ newGateway }) => {
    const gateway = await newGateway();
    return { gateway, ...(await newLog(gateway)) };
  });

/** Waits until the log of a game has an event of a type about something. Returns all events so far. */
async function logUntil(api: Api, type: string, about = ""): Promise<EventBody[]> {
  const read = async () => (await api.get("/event?limit=1000")).body.events;
  const isTold = (events: EventBody[]) =>
    events.some((event) => event.type === type && JSON.stringify(event).includes(about));
  await expect.poll(async () => isTold(await read())).toBe(true);
  return await read();
}

describe("the log", () => {
  test("has each step of a tournament once, in order, numbered from 1", async ({ api }) => {
    const startTime = new Date(Date.now() + 60_000).toISOString();
    const terms = { entryFee: 2.5, startTime, maxEntries: 8, prizeSplit: [60, 40] };
    const path = await created(api, terms);
    const {
      prizePool: _pool,
      winners: _all,
      winnersCount: _count,
      ...shown
    } = (await api.get(path)).body.tournament;
    for (const _ of [1, 2]) await api.patch(`${path}/update`, { name: "Friday Open" });
    await api.patch(`${path}/publish`);
    await api.patch(`${path}/cancel`);
    const log = await logUntil(api, "tournament.cancelled");
    const steps = log.filter(({ type }) => type.startsWith("tournament."));
    expect(steps.map(({ type, data }) => [type, data])).toMatchObject([
      ["tournament.created", { tournament: shown }],
      ["tournament.updated", { tournament: { name: "Friday Open" }, previous: { name: "Open" } }],
      ["tournament.published", { tournament: { id: idOf(path) } }],
      ["tournament.cancelled", { reason: "requested" }],
    ]);
    expect(sequencesOf(log)).toEqual(after(0, log.length));
  });

  test("says why a tournament ended without a payout", async ({ api }) => {
    const reasonOf = async (path: string) => {
      await api.patch(`${path}/complete`);
      await reaches(api, path, "cancelled");
      const log = await logUntil(api, "tournament.cancelled", idOf(path));
      return log.findLast(({ type }) => type === "tournament.cancelled")?.data["reason"];
    };
    const few = await published(api, { minEntries: 2 });
    await joined(api, few, "ada");
    expect(await reasonOf(few)).toBe("too_few_entries");
    const cheats = await published(api, { entryFee: 2 });
    await joined(api, cheats, "ada", "bob");
    await api.patch(`${cheats}/disqualify`, { gamers: ["ada", "bob"], reason: "An aimbot" });
    expect(await reasonOf(cheats)).toBe("nobody_to_pay");
    const unscored = await published(api, { scoring: { noScore: "out" } });
    await joined(api, unscored, "ada");
    expect(await reasonOf(unscored)).toBe("nobody_to_pay");
  });
});

describe("GET /event", () => {
  test("goes on after a position, and says where to go on", async ({
    log: { start, tell, get },
  }) => {
    const empty = await get(`/event?after=${start}`);
    expect(empty.body).toEqual({ events: [], nextAfter: start, nextBefore: null });
    await tell("a", "b", "c", "d", "e");
    const first = (await get(`/event?after=${start}&limit=2`)).body;
    expect(sequencesOf(first.events)).toEqual(after(start, 2));
    const rest = (await get(`/event?after=${first.nextAfter}`)).body;
    expect(sequencesOf(rest.events)).toEqual(after(start, 3, 3));
    const none = await get(`/event?after=${start}&types=payout.paid`);
    expect(none.body).toMatchObject({ events: [], nextAfter: start + 5 });
  });

  test("refuses a position that the log has not reached", async ({ log: { start, get } }) => {
    for (const position of [start + 1, 2 ** 53 - 1])
      for (const query of [
        `?after=${position}`,
        `?after=${position}&waitSeconds=20`,
        `/stream?after=${position}`,
      ]) {
        const { status, body } = await get(`/event${query}`);
        expect([status, body.code, body.errors[0]?.pointer]).toEqual([
          400,
          "invalid_argument",
          "/query/after",
        ]);
      }
  });

  test("filters by types, tournament and audit, and pages back", async ({
    log: { api, get, start },
  }) => {
    const [one, other] = [await published(api), await published(api)];
    await joined(api, one, "ada");
    await joined(api, other, "bob", "cyd");
    await expect.poll(async () => (await get("/event?types=entry.*")).body.events).toHaveLength(3);
    const list = async (query: string) => (await get(`/event?${query}`)).body;
    const about = await list(`tournament=${idOf(one).toUpperCase()}&types=entry.*,payout.paid`);
    expect(about.events).toMatchObject([{ data: { entry: { gamerHandle: "ada" } } }]);
    const audited = (await list("audit=true")).events;
    expect(audited.map(({ type }) => type)).toContain("api_key.created");
    expect(audited.every(({ sequence }) => sequence <= start)).toBe(true);
    expect((await list("audit=false&limit=1000")).events.length).toBeGreaterThan(audited.length);
    const all = sequencesOf((await list("types=entry.*")).events);
    const first = await list("types=entry.*&order=newest&limit=2");
    expect(sequencesOf(first.events)).toEqual([all[2], all[1]]);
    const second = await list(`types=entry.*&order=newest&limit=2&before=${first.nextBefore}`);
    expect(sequencesOf(second.events)).toEqual([all[0]]);
    expect(second.nextBefore).toBeNull();
  });

  test.for([
    ["audit=1", "/query/audit"],
    ["types=entry", "/query/types"],
    ["types=entry.jumped", "/query/types"],
    ["types=entry.joined,,payout.paid", "/query/types"],
    ["after=-1", "/query/after"],
    [`after=${2 ** 53}`, "/query/after"],
    ["limit=1001", "/query/limit"],
    ["waitSeconds=21", "/query/waitSeconds"],
    ["tournament=1", "/query/tournament"],
    ["order=newest&after=1", "/query/after"],
    ["order=newest&waitSeconds=1", "/query/waitSeconds"],
    ["before=1", "/query/before"],
  ] as const)("refuses %s", async ([query, pointer], { api }) => {
    const { status, body } = await api.get(`/event?${query}`);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([
      400,
      "invalid_argument",
      pointer,
    ]);
  });

  test("says where the log begins if older events are gone", async ({ log, live }) => {
    const { api, start, tell, get } = log;
    await tell("a");
    await live.admin.query("DELETE FROM events.event WHERE game_id = $1 AND sequence <= $2", [
      api.gameId,
      start,
    ]);
    await live.admin.query(
      "UPDATE events.event_head SET forgotten_through = $2 WHERE game_id = $1",
      [api.gameId, start],
    );
    for (const path of ["/event", "/event/stream"]) {
      const { status, body } = await get(`${path}?after=${start - 1}`);
      expect([status, body.code, body.oldestSequence]).toEqual([410, "events_expired", start + 1]);
    }
    expect(sequencesOf((await get(`/event?after=${start}`)).body.events)).toEqual([start + 1]);
  });
});

test("shows one event, and no event of another environment", async ({ log, newApi }) => {
  await log.tell("a");
  const [event] = (await log.get(`/event?${DEPOSIT}`)).body.events;
  expect((await log.get(`/event/${event?.id}`)).body.event).toEqual(event);
  const other = await newApi();
  for (const { status, body } of [
    await log.get(`/event/${newId()}`),
    await log.get("/event/first"),
    await other.get(`/event/${event?.id}`),
  ])
    expect([status, body.code]).toEqual([404, "event_not_found"]);
});

describe("GET /event with waitSeconds", () => {
  test("answers as soon as there is an event that fits", async ({ log }) => {
    const { start, tell, get, callsOf } = log;
    const waits = callsOf("WatchEvents");
    const answer = get(`/event?waitSeconds=20&after=${start}&types=wallet.deposited`);
    await expect.poll(() => waits().length).toBeGreaterThan(0);
    await log.api.post("/gamer/create", { handle: "ada" });
    await published(log.api);
    await expect.poll(() => waits().length).toBeGreaterThan(1);
    await tell("a");
    expect((await answer).body.events).toMatchObject([{ type: "wallet.deposited" }]);
  });

  test("answers with nothing when the time is over", async ({ log: { start, get } }) => {
    const { status, body } = await get(`/event?waitSeconds=1&after=${start}`);
    expect([status, body]).toEqual([200, { events: [], nextAfter: start, nextBefore: null }]);
  });

  test("waits by one call for all, and lets twenty of a caller wait", async ({ own }) => {
    const { start, tell, get, callsOf } = own;
    const waits = callsOf("WatchEvents");
    const wait = (from = start) => get(`/event?waitSeconds=20&after=${from}`);
    const refusal = Promise.withResolvers<Answer>();
    const answers = Array.from({ length: MAX_WAITING.perCaller + 1 }, async () => {
      const answer = await wait();
      if (answer.status === 429) refusal.resolve(answer);
      return answer;
    });
    expect((await refusal.promise).body.code).toBe("too_many_at_once");
    await expect.poll(() => waits().length).toBeGreaterThan(0);
    expect((await get("/event")).status).toBe(200);
    expect(waits().length).toBeLessThan(MAX_WAITING.perCaller);
    await tell("a");
    const told = (await Promise.all(answers)).filter(({ status }) => status === 200);
    expect(told).toHaveLength(MAX_WAITING.perCaller);
    for (const { body } of told) expect(body.events).toHaveLength(1);
    // Their places are free again.
    const more = callsOf("WatchEvents");
    const again = wait(start + 1);
    await expect.poll(() => more().length).toBeGreaterThan(0);
    await tell("b");
    expect(sequencesOf((await again).body.events)).toEqual([start + 2]);
  });

  test("is answered when the gateway stops, and told to connect anew", async ({ own }) => {
    const waits = own.callsOf("WatchEvents");
    const answer = own.get(`/event?waitSeconds=20&after=${own.start}`);
    await expect.poll(() => waits().length).toBeGreaterThan(0);
    await Promise.all([own.gateway.close(), answer]);
    const { status, headers, body } = await answer;
    expect([status, headers.get("connection")]).toEqual([200, "close"]);
    expect(body).toMatchObject({ events: [], nextAfter: own.start });
  });

  test("gives up the place of a caller who hung up", async ({ own }) => {
    const reads = own.callsOf("ListEvents");
    for (let round = 1; round <= MAX_WAITING.perCaller + 1; round++) {
      const gone = new AbortController();
      const path = `/event?waitSeconds=20&types=entry.joined&after=${own.start}&limit=${round}`;
      const left = own.get(path, { signal: gone.signal }).catch(() => "left");
      await expect.poll(() => reads().length).toBeGreaterThanOrEqual(round);
      gone.abort();
      expect(await left).toBe("left");
    }
    expect((await own.get(`/event?waitSeconds=1&after=${own.start}`)).status).toBe(200);
  });
});

const numbersOf = (messages: readonly { id?: string | undefined }[]) =>
  messages.map(({ id }) => Number(id));
const TEN = Array.from({ length: 10 }, (_, n) => `g${n}`);

describe("GET /event/stream", () => {
  test("shows each new event once, neither stored nor compressed", async ({ log }) => {
    const { start, tell, follow, get } = log;
    await tell("a");
    const stream = await follow("", { "accept-encoding": "gzip, br" });
    const header = (name: string) => stream.headers.get(name);
    expect(header("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(header("cache-control")).toBe("no-store, no-transform");
    expect(header("x-accel-buffering")).toBe("no");
    expect(header("content-encoding")).toBeNull();
    expect(header("x-request-id")).not.toBeNull();
    await tell("b", "c");
    const messages = await stream.take(2);
    expect(numbersOf(messages)).toEqual(after(start, 2, 2));
    const { events } = (await get(`/event?after=${start + 1}`)).body;
    expect(messages.map(({ event, data }) => [event, JSON.parse(data)])).toEqual(
      events.map((event) => [event.type, event]),
    );
    stream.close();
  });

  test("says at once when to reconnect, and from where", async ({ log, live }) => {
    const gone = new AbortController();
    const response = await fetch(`${live.gateway.url}/event/stream`, {
      headers: { "x-api-key": log.api.apiKey },
      signal: gone.signal,
    });
    const { value } = await response.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toBe(`retry: 2000\nid: ${log.start}\n\n`);
    gone.abort();
  });

  test("moves its position past events of other types", async ({ log, live }) => {
    const { api, start, tell } = log;
    await tell("a", "b");
    const gone = new AbortController();
    const response = await fetch(
      `${live.gateway.url}/event/stream?types=payout.paid&after=${start}`,
      { headers: { "x-api-key": api.apiKey }, signal: gone.signal },
    );
    let text = "";
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.endsWith(`:\nid: ${start + 2}\n\n`)) break;
    }
    expect(text).not.toContain("data:");
    gone.abort();
  });

  test("goes on from the past to the present without a gap", async ({ log }) => {
    const { start, tell, follow } = log;
    const hundred = Array.from({ length: 100 }, (_, n) => `g${n}`);
    for (let n = 0; n < 12; n++) await tell(...hundred);
    const stream = await follow(`?after=${start + 100}`);
    const rest = stream.take(2_300).then(numbersOf);
    for (let n = 0; n < 12; n++) await tell(...hundred);
    expect(await rest).toEqual(after(start, 2_300, 101));
    stream.close();
  });

  test("begins after Last-Event-ID rather than after the query", async ({ log }) => {
    const { start, tell, follow } = log;
    await tell(...TEN.slice(0, 5));
    const stream = await follow(`?after=${start}`, { "last-event-id": String(start + 3) });
    expect(numbersOf(await stream.take(2))).toEqual(after(start, 2, 4));
    stream.close();
  });

  test("filters the past and the present", async ({ log: { api, follow } }) => {
    const [one, other] = [await published(api), await published(api)];
    const joinBoth = async (gamer: string) => {
      for (const path of [one, other]) await joined(api, path, gamer);
    };
    await joinBoth("ada");
    const about = `tournament=${idOf(one).toUpperCase()}`;
    const stream = await follow(`?after=0&types=entry.*,payout.paid&${about}`);
    const [past] = await stream.take(1);
    await joinBoth("bob");
    const [present] = await stream.take(1);
    for (const [message, gamerHandle] of [
      [past, "ada"],
      [present, "bob"],
    ] as const)
      expect(JSON.parse(message?.data ?? "")).toMatchObject({
        data: { entry: { tournament: idOf(one), gamerHandle } },
      });
    stream.close();
  });

  test("refuses wrong parameters before the first byte", async ({ log: { get } }) => {
    for (const [query, headers, pointer] of [
      ["types=entry.jumped", {}, "/query/types"],
      ["after=-1", {}, "/query/after"],
      ["limit=1", {}, "/query/limit"],
      ["", { "last-event-id": "newest" }, "/header/last-event-id"],
      ["after=0", { "last-event-id": "999999" }, "/header/last-event-id"],
    ] as const) {
      const { status, body } = await get(`/event/stream?${query}`, { headers });
      expect([status, body.errors[0]?.pointer]).toEqual([400, pointer]);
    }
  });
});

describe("many streams", () => {
  test("are limited to twenty of a caller, until one is closed", async ({ own }) => {
    const streams = await Promise.all(
      Array.from({ length: MAX_STREAMS.perCaller }, () => own.follow()),
    );
    const refused = await own.get("/event/stream");
    expect([refused.status, refused.body.code]).toEqual([429, "stream_limit"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    (await (await newLog(own.gateway)).follow()).close();
    streams[0]?.close();
    await expect.poll(async () => (await own.get("/event/stream")).status).toBe(200);
    streams.forEach(({ close }) => close());
  });

  test("leave no place taken by callers who hung up early", async ({ live, newGateway }) => {
    const gateway = await newGateway();
    const { apiKey } = await createApi(gateway);
    using silence = live.hold("BatchAuthenticateApiKeys");
    const callers = Array.from({ length: MAX_STREAMS.perCaller }, () => {
      const socket = connect(gateway.port, "127.0.0.1");
      socket.write(`GET /event/stream HTTP/1.1\r\nhost: tms\r\nx-api-key: ${apiKey}\r\n\r\n`);
      return socket;
    });
    await silence.met;
    const open = () =>
      new Promise<number>((resolve) =>
        gateway.app.server.getConnections((_, count) => resolve(count)),
      );
    await expect.poll(open).toBe(callers.length);
    callers.forEach((socket) => socket.destroy());
    await expect.poll(open).toBe(0);
    silence[Symbol.dispose]();
    const streams = await Promise.all(
      callers.map(() => openStream(`${gateway.url}/event/stream`, { "x-api-key": apiKey })),
    );
    streams.forEach(({ close }) => close());
  });

  test("cut off only the one that does not read, which finds all later", async ({ own }) => {
    const { api, start, tell, follow, gateway } = own;
    const slow = connect(gateway.port, "127.0.0.1");
    slow.on("error", () => undefined);
    const head = "GET /event/stream?after=0 HTTP/1.1\r\nhost: tms\r\n";
    slow.write(`${head}x-api-key: ${api.apiKey}\r\n\r\n`);
    await once(slow, "readable");
    const closed = once(slow, "close");
    const fast = await follow();
    // More than all buffers on the way take.
    const long = Array.from({ length: 20 }, () => "x".repeat(60_000));
    const rounds = 18;
    for (let round = 1; round <= rounds; round++) {
      await tell(...long);
      expect(numbersOf(await fast.take(20)).at(-1)).toBe(start + round * 20);
    }
    expect(rounds * 20 * 60_000).toBeGreaterThan(20 * MAX_BEHIND.bytes);
    slow.resume();
    await closed;
    const back = await follow(`?after=${start}`);
    expect(numbersOf(await back.take(rounds * 20))).toEqual(after(start, rounds * 20));
    for (const stream of [fast, back]) stream.close();
  });
});

describe("a stream ends", () => {
  const end = (reason: string) => ({ event: "end", data: JSON.stringify({ reason }) });

  test("when the gateway stops", async ({ own }) => {
    const stream = await own.follow();
    const [message] = await Promise.all([stream.next(), own.gateway.close()]);
    expect(message).toEqual({ ...end("stopping"), id: undefined });
    expect(await stream.next()).toBeUndefined();
  });

  test("when the log cannot be reached", async ({ own, live }) => {
    const stream = await own.follow();
    {
      using _outage = live.fail("WatchEvents");
      await own.tell("a");
      const messages = [await stream.next(), await stream.next()];
      expect(messages.find((message) => message?.event === "end")).toMatchObject(
        end("unavailable"),
      );
      expect((await own.get("/event/stream")).status).toBe(503);
    }
    const back = await own.follow(`?after=${own.start}`);
    expect(numbersOf(await back.take(1))).toEqual([own.start + 1]);
    back.close();
  });

  /** Reads a stream to its last message. */
  async function readEnd(stream: Awaited<ReturnType<typeof openStream>>) {
    let last = await stream.next();
    while (last?.event !== "end") last = await stream.next();
    return last;
  }

  test("when its key ends, and when its person is removed", async ({ newGateway, live }) => {
    const gateway = await newGateway();
    const team = await createTeam(gateway);
    const viewer = await team.member(Role.VIEWER);
    const key = { gameId: team.live, requestId: newId() };
    const { secret, apiKey } = await live.game.issueApiKey({ ...key, name: "events" });
    const byKey = { "x-api-key": secret };
    const byPerson = { authorization: `Bearer ${viewer.accessToken}`, "x-game-id": team.live };
    const open = (headers: Record<string, string>) =>
      openStream(`${gateway.url}/event/stream`, headers);
    const streams = [await open(byKey), await open(byPerson)];
    await live.game.revokeApiKey({ ...key, requestId: newId(), apiKeyId: apiKey?.id ?? "" });
    await team.owner.send("PATCH", `/game/${team.id}/members/${viewer.id}/remove`);
    for (const stream of streams) expect(await readEnd(stream)).toMatchObject(end("credentials"));
    for (const [headers, status] of [
      [byKey, 401],
      [byPerson, 404],
    ] as const)
      expect((await gateway.send("GET", "/event/stream", { headers })).status).toBe(status);
  });
});
