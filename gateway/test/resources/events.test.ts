import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOST_WAITING } from "../../src/event-log/event-watch.ts";
import { EVENT_TYPES, eventType, type EventTypeName } from "../../src/resources/events/types.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());

const envelope = (game: string) => ({
  timestamp: "2030-05-01T18:00:00.000Z",
  game,
  test: false,
  actor: { type: "system", id: null },
  requestId: null,
});

/** A key of an environment of its own, and what tells events there. */
function newEnvironment(at = gateway) {
  const { game, key } = at.fakes.games.add();
  const tell = (type: EventTypeName, tournament?: string) =>
    at.fakes.events.tell(game.id, {
      id: newId(),
      type,
      ...envelope(game.id),
      data: eventType(type).example,
      ...(tournament && { tournament }),
    });
  const get = (path: string) => at.send("GET", path, undefined, { "x-api-key": key });
  return { game, tell, get };
}

const readsOf = ({ fakes }: TestGateway) => fakes.calls.filter(({ rpc }) => rpc === "ListEvents");

const sequencesOf = (events: { sequence: number }[]) => events.map(({ sequence }) => sequence);

describe("GET /event", () => {
  test("shows each type as its schema says", async () => {
    const { tell, get } = newEnvironment();
    for (const type of EVENT_TYPES) tell(type);
    // The gateway of tests holds every answer to the document.
    const { body } = await get("/event");
    expect(body.events.map(({ type }) => type)).toEqual(EVENT_TYPES);
    expect(body).toMatchObject({ nextAfter: EVENT_TYPES.length, nextBefore: null });
  });

  test("goes on after a position, and says where to go on when there is nothing", async () => {
    const { tell, get } = newEnvironment();
    expect((await get("/event")).body).toMatchObject({ events: [], nextAfter: 0 });
    for (const type of EVENT_TYPES.slice(0, 5)) tell(type);
    const first = (await get("/event?limit=2")).body;
    expect(sequencesOf(first.events)).toEqual([1, 2]);
    const rest = (await get(`/event?after=${first.nextAfter}`)).body;
    expect(sequencesOf(rest.events)).toEqual([3, 4, 5]);
    expect((await get("/event?after=5")).body).toMatchObject({ events: [], nextAfter: 5 });
    expect((await get("/event?after=5&types=payout.paid")).body.nextAfter).toBe(5);
  });

  test("refuses a position that this log has never had, instead of leaving out what comes up to it", async () => {
    const { tell, get } = newEnvironment();
    tell("tournament.created");
    for (const after of [2, 2 ** 53 - 1])
      for (const query of [`after=${after}`, `after=${after}&waitSeconds=20`]) {
        const { status, body } = await get(`/event?${query}`);
        expect([status, body.code]).toEqual([400, "invalid_argument"]);
        expect(body.errors).toMatchObject([{ pointer: "/query/after" }]);
      }
    const stream = await get("/event/stream?after=2");
    expect([stream.status, stream.body.code]).toEqual([400, "invalid_argument"]);
  });

  test("narrows down by types and by tournament", async () => {
    const { tell, get } = newEnvironment();
    const [one, other] = [newId(), newId()];
    tell("tournament.created", one);
    tell("entry.joined", one);
    tell("entry.eliminated", other);
    tell("payout.paid", other);
    const typed = await get("/event?types=entry.*,payout.paid");
    expect(sequencesOf(typed.body.events)).toEqual([2, 3, 4]);
    const about = await get(`/event?tournament=${one.toUpperCase()}`);
    expect(sequencesOf(about.body.events)).toEqual([1, 2]);
  });

  test("shows the newest first, page by page", async () => {
    const { tell, get } = newEnvironment();
    for (const type of EVENT_TYPES.slice(0, 3)) tell(type);
    const first = (await get("/event?order=newest&limit=2")).body;
    expect(sequencesOf(first.events)).toEqual([3, 2]);
    expect(first).toMatchObject({ nextAfter: 3, nextBefore: 2 });
    const second = (await get(`/event?order=newest&limit=2&before=${first.nextBefore}`)).body;
    expect(sequencesOf(second.events)).toEqual([1]);
    expect(second.nextBefore).toBeNull();
  });

  test("shows the audit log by itself", async () => {
    const { tell, get } = newEnvironment();
    tell("entry.joined");
    tell("api_key.revoked");
    expect(sequencesOf((await get("/event?audit=true")).body.events)).toEqual([2]);
    expect(sequencesOf((await get("/event?audit=false")).body.events)).toEqual([1, 2]);
  });

  test.each([
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
  ])("refuses %s", async (query, pointer) => {
    const { get } = newEnvironment();
    const { status, body } = await get(`/event?${query}`);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([
      400,
      "invalid_argument",
      pointer,
    ]);
  });

  test("says where the log begins to whoever comes too late", async () => {
    const own = await startGateway();
    const { tell, get } = newEnvironment(own);
    for (const type of EVENT_TYPES.slice(0, 3)) tell(type);
    own.fakes.events.forgottenThrough = 2n;
    const { status, body } = await get("/event?after=1");
    expect([status, body.code, body.oldestSequence]).toEqual([410, "events_expired", 3]);
    expect(sequencesOf((await get("/event?after=2")).body.events)).toEqual([3]);
    await own.close();
  });
});

describe("GET /event with waitSeconds", () => {
  const waiting = (at: TestGateway, more: number) =>
    expect.poll(() => at.fakes.events.awaited).toBeGreaterThanOrEqual(more);

  test("answers as soon as there is an event that fits", async () => {
    const { tell, get } = newEnvironment();
    const before = gateway.fakes.events.awaited;
    const answer = get("/event?waitSeconds=20&types=payout.*");
    await waiting(gateway, before + 1);
    tell("entry.joined");
    await waiting(gateway, before + 2);
    tell("payout.paid");
    expect(sequencesOf((await answer).body.events)).toEqual([2]);
  });

  test("answers with nothing when the time is over", async () => {
    const { tell, get } = newEnvironment();
    tell("tournament.created");
    const { status, body } = await get("/event?waitSeconds=1&after=1");
    expect([status, body]).toEqual([200, { events: [], nextAfter: 1, nextBefore: null }]);
  });

  test("asks the service once for all who wait for one log, and lets twenty of a caller wait", async () => {
    const own = await startGateway();
    const { tell, get } = newEnvironment(own);
    const answers = Array.from({ length: MOST_WAITING.perCaller }, () =>
      get("/event?waitSeconds=20"),
    );
    await expect.poll(() => readsOf(own)).toHaveLength(MOST_WAITING.perCaller);
    const refused = await get("/event?waitSeconds=20");
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_at_once"]);
    // Whoever does not wait is answered as ever.
    expect((await get("/event")).status).toBe(200);
    expect(own.fakes.events.awaited).toBe(1);
    tell("entry.joined");
    for (const answer of answers) expect((await answer).body.events).toHaveLength(1);
    // Their places are free again.
    const again = get("/event?waitSeconds=20&after=1");
    await waiting(own, 2);
    tell("entry.joined");
    expect(sequencesOf((await again).body.events)).toEqual([2]);
    await own.close();
  });

  test("is answered when the gateway stops, and told to come back elsewhere", async () => {
    const own = await startGateway();
    const { get } = newEnvironment(own);
    const answer = get("/event?waitSeconds=20");
    await waiting(own, 1);
    await Promise.all([own.close(), answer]);
    const { status, headers, body } = await answer;
    expect([status, headers.get("connection")]).toEqual([200, "close"]);
    expect(body).toMatchObject({ events: [], nextAfter: 0 });
  });

  test("gives up the place of a caller who has gone", async () => {
    const own = await startGateway();
    const { key } = own.fakes.games.add();
    for (let round = 1; round <= MOST_WAITING.perCaller + 1; round++) {
      const gone = new AbortController();
      const left = fetch(`${own.url}/event?waitSeconds=20&types=entry.joined&limit=${round}`, {
        headers: { "x-api-key": key },
        signal: gone.signal,
      }).catch(() => "left");
      await expect.poll(() => readsOf(own)).toHaveLength(round);
      gone.abort();
      expect(await left).toBe("left");
    }
    const { status } = await own.send("GET", "/event?waitSeconds=1", undefined, {
      "x-api-key": key,
    });
    expect(status).toBe(200);
    await own.close();
  });
});

describe("GET /event/{id}", () => {
  test("shows one event, and none of another environment", async () => {
    const [own, other] = [newEnvironment(), newEnvironment()];
    const { id } = own.tell("entry.joined");
    expect((await own.get(`/event/${id}`)).body.event).toMatchObject({ id, sequence: 1 });
    for (const path of [`/event/${newId()}`, "/event/first"])
      expect((await own.get(path)).body.code).toBe("event_not_found");
    expect((await other.get(`/event/${id}`)).body.code).toBe("event_not_found");
  });
});
