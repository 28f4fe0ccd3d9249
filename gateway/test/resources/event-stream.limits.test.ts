import { once } from "node:events";
import { connect } from "node:net";
import { newId } from "@tms/kit/values/ids";
import { Role } from "@tms/proto/tms/game/v1/member";
import { describe, expect, test, vi } from "vitest";
import { MOST_BEHIND } from "../../src/event-log/feed-reader.ts";
import { MOST_STREAMS } from "../../src/resources/events/stream-routes.ts";
import { newEnvironment, numbersOf, openStream } from "../support/event-stream.ts";
import { startGateway } from "../support/gateway.ts";

describe("many streams", () => {
  test("ask the service with one call at a time for all who follow one log", async () => {
    const own = await startGateway();
    const { tell, follow } = newEnvironment(own);
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow()));
    // One asked where the log ends; another waits.
    await expect.poll(() => own.fakes.events.watched).toBe(2);
    tell("entry.joined");
    for (const stream of streams) expect(numbersOf(await stream.take(1))).toEqual([1]);
    expect(own.fakes.calls.filter(({ rpc }) => rpc === "ListEvents")).toEqual([]);
    streams.forEach(({ close }) => close());
    await own.close();
  });

  test("are twenty of one caller, whose places are free again once they are closed", async () => {
    const own = await startGateway();
    const { follow, get } = newEnvironment(own);
    const streams = await Promise.all(
      Array.from({ length: MOST_STREAMS.perCaller }, () => follow()),
    );
    const refused = await get("/event/stream");
    expect([refused.status, refused.body.code]).toEqual([429, "stream_limit"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    (await newEnvironment(own).follow()).close();
    streams[0]?.close();
    const again = await vi.waitFor(() => follow(), 30_000);
    expect(again.status).toBe(200);
    [...streams, again].forEach(({ close }) => close());
    await own.close();
  });

  test("of callers who hang up before they are known leave no place taken", async () => {
    const own = await startGateway();
    const { follow, key } = newEnvironment(own);
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    own.fakes.before = (rpc) => {
      if (rpc !== "BatchAuthenticateApiKeys") return;
      asked.resolve();
      return released.promise;
    };
    const callers = Array.from({ length: MOST_STREAMS.perCaller }, () => {
      const socket = connect(own.port, "127.0.0.1");
      socket.write(`GET /event/stream HTTP/1.1\r\nhost: tms\r\nx-api-key: ${key}\r\n\r\n`);
      return socket;
    });
    await asked.promise;
    const open = () =>
      new Promise<number>((resolve) => own.app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(() => open()).toBe(callers.length);
    callers.forEach((socket) => socket.destroy());
    await expect.poll(() => open()).toBe(0);
    released.resolve();
    const streams = await Promise.all(callers.map(() => follow()));
    expect(streams.map(({ status }) => status)).toEqual(callers.map(() => 200));
    streams.forEach(({ close }) => close());
    await own.close();
  });

  test("cut off only the one that does not read, which finds all of it when it is back", async () => {
    const own = await startGateway();
    const { tell, follow, key } = newEnvironment(own);
    const slow = connect(own.port, "127.0.0.1");
    slow.on("error", () => undefined);
    slow.write(`GET /event/stream?after=0 HTTP/1.1\r\nhost: tms\r\nx-api-key: ${key}\r\n\r\n`);
    await once(slow, "readable");
    const closed = once(slow, "close");
    const fast = await follow();
    // More than all buffers on the way take.
    const text = "x".repeat(30_000);
    const count = 2_000;
    for (let told = 1; told <= count; told++) {
      tell("tournament.updated", undefined, { text });
      if (told % 20 === 0) expect(numbersOf(await fast.take(20)).at(-1)).toBe(told);
    }
    expect(count * text.length).toBeGreaterThan(20 * MOST_BEHIND.bytes);
    slow.resume();
    await closed;
    const back = await follow("?after=0");
    expect(numbersOf(await back.take(count)).at(-1)).toBe(count);
    for (const stream of [fast, back]) stream.close();
    await own.close();
  });
});

describe("a stream ends", () => {
  test("at once when the gateway stops, so that its client comes back elsewhere", async () => {
    const own = await startGateway();
    const stream = await newEnvironment(own).follow();
    const [end] = await Promise.all([stream.next(), own.close()]);
    expect(end).toEqual({ event: "end", data: '{"reason":"stopping"}', id: undefined });
    expect(await stream.next()).toBeUndefined();
  });

  test("when the log cannot be reached, rather than to look alive", async () => {
    const own = await startGateway();
    const { tell, follow, get } = newEnvironment(own);
    const stream = await follow();
    own.fakes.events.down = true;
    tell("entry.joined");
    expect(await stream.next()).toMatchObject({ data: '{"reason":"unavailable"}' });
    expect(await stream.next()).toBeUndefined();
    expect((await get("/event/stream")).status).toBe(503);
    own.fakes.events.down = false;
    const back = await follow("?after=0");
    expect(numbersOf(await back.take(1))).toEqual([1]);
    back.close();
    await own.close();
  });

  test("when its key ends, and nothing is shown after that", async () => {
    const own = await startGateway();
    const { key, follow, get } = newEnvironment(own);
    const stream = await follow();
    own.fakes.games.revoke(key);
    expect(await stream.next()).toMatchObject({
      event: "end",
      data: '{"reason":"credentials"}',
    });
    expect(await stream.next()).toBeUndefined();
    expect((await get("/event/stream")).status).toBe(401);
    await own.close();
  });

  test("when a person is removed from the game", async () => {
    const own = await startGateway();
    const { identity, members, games } = own.fakes;
    const { game } = games.add();
    const person = await identity.add();
    members.add(person.userId, game, Role.VIEWER);
    const headers = { authorization: `Bearer ${person.accessToken}`, "x-game-id": game.id };
    const stream = await openStream(`${own.url}/event/stream`, headers);
    own.fakes.events.tell(game.id, { id: newId(), type: "entry.joined", data: {} });
    expect(numbersOf(await stream.take(1))).toEqual([1]);
    members.remove(person.userId, game);
    expect(await stream.next()).toMatchObject({ event: "end", data: '{"reason":"credentials"}' });
    expect((await own.raw("GET", "/event/stream", undefined, headers)).status).toBe(404);
    await own.close();
  });
});
