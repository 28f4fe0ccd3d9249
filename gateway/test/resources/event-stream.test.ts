import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newEnvironment as environmentAt, numbersOf } from "../support/event-stream.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway.close());

const newEnvironment = (at = gateway) => environmentAt(at);

describe("GET /event/stream", () => {
  test("shows what happens from now on, each event once as it was told", async () => {
    const { tell, follow } = newEnvironment();
    tell("tournament.created");
    const stream = await follow();
    const { body } = tell("entry.joined", newId());
    tell("entry.eliminated");
    const [joined, eliminated] = await stream.take(2);
    expect(joined).toEqual({ id: "2", event: "entry.joined", data: body });
    expect(eliminated).toMatchObject({ id: "3", event: "entry.eliminated" });
    stream.close();
  });

  test("is neither kept, nor gathered, nor compressed on its way", async () => {
    const stream = await newEnvironment().follow("", { "accept-encoding": "gzip, br" });
    const header = (name: string) => stream.headers.get(name);
    expect(header("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(header("cache-control")).toBe("no-store, no-transform");
    expect(header("x-accel-buffering")).toBe("no");
    expect(header("content-encoding")).toBeNull();
    expect(header("x-request-id")).not.toBeNull();
    stream.close();
  });

  test("tells clients when to come back, and from where, before any event", async () => {
    const { tell, key } = newEnvironment();
    for (let count = 0; count < 3; count++) tell("entry.joined");
    const gone = new AbortController();
    const response = await fetch(`${gateway.url}/event/stream`, {
      headers: { "x-api-key": key },
      signal: gone.signal,
    });
    const { value } = await response.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toBe("retry: 2000\nid: 3\n\n");
    gone.abort();
  });

  test("begins after a position, and goes on with what happens, without a gap or a double", async () => {
    const { tell, follow } = newEnvironment();
    const first = 1_200;
    for (let count = 0; count < first; count++) tell("entry.joined");
    const stream = await follow("?after=100");
    // While the past is read, things go on happening.
    const rest: Promise<number[]> = stream.take(2_400 - 100).then(numbersOf);
    for (let count = first; count < 2_400; count++) {
      tell("entry.joined");
      if (count % 100 === 0) await new Promise(setImmediate);
    }
    expect(await rest).toEqual(Array.from({ length: 2_300 }, (_, index) => 101 + index));
    stream.close();
  });

  test("lets Last-Event-ID count for more than the query, for it is newer", async () => {
    const { tell, follow } = newEnvironment();
    for (let count = 0; count < 5; count++) tell("entry.joined");
    const stream = await follow("?after=1", { "last-event-id": "3" });
    expect(numbersOf(await stream.take(2))).toEqual([4, 5]);
    stream.close();
  });

  test("narrows down by types and by tournament, in the past and the present", async () => {
    const { tell, follow } = newEnvironment();
    const [one, other] = [newId(), newId()];
    const tellAll = () => {
      tell("entry.joined", one);
      tell("entry.joined", other);
      tell("tournament.updated", one);
      tell("payout.paid", one);
    };
    tellAll();
    const stream = await follow(
      `?after=0&types=entry.*,payout.paid&tournament=${one.toUpperCase()}`,
    );
    expect(numbersOf(await stream.take(2))).toEqual([1, 4]);
    tellAll();
    expect(numbersOf(await stream.take(2))).toEqual([5, 8]);
    stream.close();
  });

  test.each([
    ["types=entry.jumped", {}, "/query/types"],
    ["after=-1", {}, "/query/after"],
    ["limit=1", {}, "/query/limit"],
    ["", { "last-event-id": "newest" }, "/header/last-event-id"],
  ])("refuses %s %o before the first byte", async (query, headers, pointer) => {
    const { get } = newEnvironment();
    const { status, body } = await get(`/event/stream?${query}`, headers);
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([
      400,
      "invalid_argument",
      pointer,
    ]);
  });

  test("says where the log begins to whoever comes too late, before the first byte", async () => {
    const own = await startGateway();
    const { tell, get } = newEnvironment(own);
    for (let count = 0; count < 3; count++) tell("entry.joined");
    own.fakes.events.forgottenThrough = 2n;
    const { status, body } = await get("/event/stream?after=1");
    expect([status, body.code, body.oldestSequence]).toEqual([410, "events_expired", 3]);
    await own.close();
  });

  test("answers a HEAD at once, and follows the log for nobody", async () => {
    const { key } = newEnvironment();
    const before = gateway.fakes.events.watched;
    const head = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/event/stream`, { method: "HEAD", headers });
    const answer = await head({ "x-api-key": key });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect((await head({})).status).toBe(401);
    expect(gateway.fakes.events.watched).toBe(before);
  });
});
