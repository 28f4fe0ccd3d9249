import { once } from "node:events";
import { constants, createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import { connect, createServer as createTcpServer, type AddressInfo } from "node:net";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { setImmediate as immediately } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Balancer } from "@tms/kit/rpc/balancer";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { TEST_TOKEN } from "@tms/kit/testing/serve";
import {
  EntryService,
  type BatchJoinRequest,
  type BatchJoinResponseSchema,
} from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";

type Answers = MessageInitShape<typeof BatchJoinResponseSchema>;

async function* answerAll({ joins }: BatchJoinRequest): AsyncGenerator<Answers> {
  yield { outcomes: joins.map((_, index) => ({ index })) };
}

const JOINS = [{ handle: "ann" }, { handle: "bob" }];

/** Which joins were told what became of them, until the call ended. */
async function told(url: string): Promise<{ joins: number[]; failure?: unknown }> {
  const joins: number[] = [];
  try {
    const responses = connectTo(EntryService, url, TEST_TOKEN).batchJoin({ joins: JOINS });
    for await (const { outcomes } of responses) joins.push(...outcomes.map(({ index }) => index));
    return { joins };
  } catch (failure) {
    return { joins, failure };
  }
}

type Serve = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** A server that answers every game with its id, unless `meddle` takes the request instead. */
async function serving(
  meddle: (request: Http2ServerRequest, calls: number) => boolean,
  batchJoin: (request: BatchJoinRequest, calls: number) => AsyncIterable<Answers> = answerAll,
  { host, port }: { host: string; port: number } = { host: "127.0.0.1", port: 0 },
) {
  const answer: Serve = connectNodeAdapter({
    routes(router) {
      router.service(GameService, { getGame: ({ gameId }) => ({ game: { id: gameId } }) });
      router.service(EntryService, {
        batchJoin: (request) => batchJoin(request, seen.calls),
      });
    },
  });
  const server: Http2Server = createServer();
  const sessions = new Set<ServerHttp2Session>();
  const seen = { calls: 0, sessions: 0, authority: "" };
  server.on("session", (session) => {
    seen.sessions++;
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("request", (request: Http2ServerRequest, response: Http2ServerResponse) => {
    seen.calls++;
    seen.authority = request.authority;
    request.stream.on("error", () => undefined);
    if (!meddle(request, seen.calls)) answer(request, response);
  });
  server.listen(port, host);
  await once(server, "listening");
  const end = (how: (session: ServerHttp2Session) => void) => {
    server.close();
    sessions.forEach(how);
  };
  const kill = () => end((session) => session.destroyed || session.socket.resetAndDestroy());
  onTestFinished(kill);
  const stop = () => end((session) => session.close());
  const at = { host, port: (server.address() as AddressInfo).port };
  return { at, url: `http://${host}:${at.port}`, sessions, seen, stop, kill };
}

const getGame = (url: string, gameId = "") =>
  connectTo(GameService, url, TEST_TOKEN).getGame({ gameId });
const never = () => false;

const refuse = ({ stream }: Http2ServerRequest) => {
  stream.close(constants.NGHTTP2_REFUSED_STREAM);
  return true;
};

describe("a call that its peer did not begin to work on", () => {
  test("because it refused the stream is made again, more often than others", async () => {
    const { url, seen } = await serving((request, calls) => calls <= 6 && refuse(request));
    const { game } = await getGame(url, "a");
    expect([game?.id, seen.calls]).toEqual(["a", 7]);
  });

  test("because it is going away is made again on another connection", async () => {
    const { url, seen } = await serving(({ stream }, calls) => {
      // The second call of the first connection: that one, it says, it did not come to.
      if (calls === 2) stream.session?.goaway(constants.NGHTTP2_NO_ERROR, stream.id! - 2);
      return calls === 2;
    });
    const games = connectTo(GameService, url, TEST_TOKEN);
    const ids = [newId(), newId()];
    for (const gameId of ids) expect((await games.getGame({ gameId })).game?.id).toBe(gameId);
    expect(seen).toMatchObject({ calls: 3, sessions: 2 });
  });

  test("is made again with all its messages when it is answered by a stream", async () => {
    const { url, seen } = await serving((request, calls) => calls <= 3 && refuse(request));
    expect(await told(url)).toEqual({ joins: [0, 1] });
    expect(seen.calls).toBe(4);
  });

  test("is not made again for ever", async () => {
    const { url, seen } = await serving(refuse);
    await expect(getGame(url)).rejects.toMatchObject({ reason: "UNAVAILABLE" });
    expect(seen.calls).toBe(11);
  });
});

describe("a call that is answered by a stream", () => {
  const unavailable = new ConnectError("later", Code.Unavailable);

  test("is made again when it fails before its first message", async () => {
    const { url, seen } = await serving(never, async function* (request, calls) {
      if (calls < 3) throw unavailable;
      yield* answerAll(request);
    });
    expect(await told(url)).toEqual({ joins: [0, 1] });
    expect(seen.calls).toBe(3);
  });

  test("is not made again after it: what was told stays told", async () => {
    const { url, seen } = await serving(never, async function* () {
      yield { outcomes: [{ index: 1 }] };
      throw unavailable;
    });
    expect(await told(url)).toMatchObject({ joins: [1], failure: { reason: "UNAVAILABLE" } });
    expect(seen.calls).toBe(1);
  });

  test("is ended at the service when its caller stops listening", async () => {
    const ended = Promise.withResolvers<void>();
    const { url } = await serving(never, async function* () {
      try {
        for (;;) yield { outcomes: [{ index: 0 }] };
      } finally {
        ended.resolve();
      }
    });
    const responses = connectTo(EntryService, url, TEST_TOKEN).batchJoin({ joins: JOINS });
    for await (const { outcomes } of responses) if (outcomes.length > 0) break;
    await ended.promise;
  });
});

describe("a connection", () => {
  // -1 breaks the connection.
  test.for([-1, 0, 1, 2, 8, 11])("that fails with code %i is away after retries", async (code) => {
    const { url, seen } = await serving(({ stream }) => {
      if (code < 0) stream.session?.socket.resetAndDestroy();
      else stream.close(code);
      return true;
    });
    const isOverload = code === constants.NGHTTP2_ENHANCE_YOUR_CALM;
    const reason = isOverload ? "OVERLOADED" : "UNAVAILABLE";
    await expect(getGame(url)).rejects.toMatchObject({ reason });
    expect(seen.calls).toBe(isOverload ? 1 : 3);
  });

  test("whose peer takes too long is a deadline that passed", async () => {
    const { url } = await serving(() => true);
    const call = connectTo(GameService, url, TEST_TOKEN).getGame({}, { timeoutMs: 50 });
    await expect(call).rejects.toMatchObject({ reason: "DEADLINE_EXCEEDED" });
  });

  test("that its peer ends again and again while calls come fails none of them", async () => {
    const { url, sessions } = await serving(never);
    const games = connectTo(GameService, url, TEST_TOKEN);
    let ended = 0;
    let asked = 0;
    const asking = async () => {
      for (; asked < 600; asked++) {
        const gameId = newId();
        expect((await games.getGame({ gameId })).game?.id).toBe(gameId);
        if (asked % 7 === 0) sessions.forEach((session) => (ended++, session.close()));
      }
    };
    await Promise.all([asking(), asking(), asking()]);
    expect(ended).toBeGreaterThan(50);
  });

  test("that its peer ends while nothing is under way ends no process", async () => {
    const { url, sessions } = await serving(never);
    const games = connectTo(GameService, url, TEST_TOKEN);
    // The next call comes at any moment between the peer's word and the end of the connection.
    for (let turns = 0; turns < 200; turns++) {
      await games.getGame({ gameId: newId() });
      sessions.forEach((session) => session.close());
      for (let turn = 0; turn < turns % 20; turn++) await immediately();
    }
  });
});

describe("replicas behind one name", () => {
  /** Starts four replicas, and a client that finds them by one name. */
  async function replicas(options = {}, meddle: (request: Http2ServerRequest) => boolean = never) {
    const first = await serving(meddle);
    const { port } = first.at;
    const hosts = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"];
    const started = hosts.slice(1).map((host) => serving(never, answerAll, { host, port }));
    const all = [first, ...(await Promise.all(started))] as const;
    const names = { hosts, listed: hosts, lookups: 0 };
    const resolve = async () => (names.lookups++, names.listed);
    const balancer = { resolve, refreshMs: 10, ...options };
    const games = connectTo(GameService, `http://games.test:${port}`, TEST_TOKEN, balancer);
    const call = async () => {
      const gameId = newId();
      expect((await games.getGame({ gameId })).game?.id).toBe(gameId);
    };
    const calls = (count: number) => Promise.all(Array.from({ length: count }, call));
    /** Calls without a pause while \`work\` runs. */
    const whileCalling = async (work: () => Promise<void>) => {
      const over = new AbortController();
      const load = (async () => {
        while (!over.signal.aborted) await calls(20);
      })();
      await Promise.race([work(), load]);
      over.abort();
      await load;
    };
    return { all, names, calls, whileCalling };
  }

  test("share concurrent calls evenly, and a call resolves no name", async () => {
    const { all, names, calls } = await replicas({ refreshMs: 60_000 });
    const counts = () => all.map(({ seen }) => seen.calls);
    await expect.poll(() => calls(1).then(() => Math.min(...counts()))).toBeGreaterThan(0);
    const before = counts();
    await calls(400);
    for (const [index, count] of counts().entries())
      expect(Math.abs(count - (before[index] ?? 0) - 100)).toBeLessThanOrEqual(20);
    expect(names.lookups).toBe(1);
  });

  test("get few calls while they refuse calls", async () => {
    const away = [{ ":status": 503 }, { endStream: true }] as const;
    const { all, calls } = await replicas({}, ({ stream }) => (stream.respond(...away), true));
    for (let round = 0; round < 20; round++) await calls(20);
    expect(all[0].seen.calls).toBeLessThan(100);
  });

  test("are used when they are listed, and not after they left the list", async () => {
    const { all, names, calls, whileCalling } = await replicas();
    const [first, , , last] = all;
    names.listed = names.hosts.slice(0, 3);
    await whileCalling(async () => {
      await expect.poll(() => first.seen.calls).toBeGreaterThan(0);
      expect(last?.seen.sessions).toBe(0);
      names.listed = names.hosts.slice(1);
      await expect.poll(() => last?.seen.calls).toBeGreaterThan(0);
      await expect.poll(() => first.sessions.size).toBe(0);
      const before = first.seen.calls;
      await calls(100);
      expect(first.seen.calls).toBe(before);
    });
  });

  test.for(["stop", "kill"] as const)("lose no call at the %s of two of them", async (end) => {
    const { all, calls, whileCalling } = await replicas();
    await whileCalling(async () => {
      for (const replica of all.slice(0, 2)) {
        await expect.poll(() => replica.sessions.size).toBeGreaterThan(0);
        replica[end]();
        await expect.poll(() => replica.sessions.size).toBe(0);
        await calls(100);
      }
    });
  });

  test("get new connections at the maximum age, without losing a call", async () => {
    const { all, whileCalling } = await replicas({ maxAgeMs: 0 });
    await whileCalling(async () => {
      for (const { seen } of all) await expect.poll(() => seen.sessions).toBeGreaterThan(3);
    });
    await expect.poll(() => Math.max(...all.map(({ sessions }) => sessions.size))).toBeLessThan(4);
  });

  test("are found when the only one moved, and by several URLs that have addresses", async () => {
    const { all, calls, names } = await replicas({ refreshMs: 60_000 });
    const [first, second, third] = all;
    names.listed = names.hosts.slice(0, 1);
    await calls(1);
    names.listed = names.hosts.slice(1, 2);
    first.kill();
    await calls(1);
    expect([first.seen.calls, second?.seen.calls]).toEqual([1, 1]);
    const url = [second?.url, third?.url].join(",");
    await expect.poll(() => getGame(url).then(() => third?.seen.calls)).toBeGreaterThan(0);
    expect(`http://${third?.seen.authority}`).toBe(third?.url);
    const nowhere = { resolve: () => Promise.reject(new Error("no such name")) };
    const lost = connectTo(GameService, "http://a.test,http://b.test", TEST_TOKEN, nowhere);
    await expect(lost.getGame({})).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });
});

test("survives a service that freezes with calls in progress", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { at, seen } = await serving(() => true);
  const frozen = new AbortController();
  const front = createTcpServer((client) => {
    const service = connect(at.port, "127.0.0.1");
    client.pipe(service).pipe(client);
    client.on("close", () => service.destroy());
    for (const socket of [client, service]) socket.on("error", () => undefined);
    frozen.signal.addEventListener("abort", () => client.unpipe());
  });
  front.listen(0, "127.0.0.1");
  onTestFinished(() => void front.close());
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;
  const stream = await new Balancer([`http://127.0.0.1:${port}`]).request("POST", "/", {}, {});
  stream.end();
  await expect.poll(() => seen.calls).toBe(1);
  frozen.abort();
  const lost = once(stream, "close").catch(() => undefined);
  // The connection is pinged after ten seconds, and lost 15 seconds later.
  vi.advanceTimersByTime(10_000);
  vi.advanceTimersByTime(15_000);
  await lost;
  await immediately();
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
});

test("survives a service that stops while a connection to it is idle", async () => {
  const { url, stop } = await serving(never);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = await new Balancer([url]).request("POST", "/", {}, {});
  const { session } = stream;
  stream.end().resume();
  await once(stream, "close");
  stop();
  await once(session!, "goaway");
  // The session is destroyed, but its socket is still open when the next ping is due.
  expect(session?.destroyed).toBe(true);
  expect(() => vi.advanceTimersByTime(10_000)).not.toThrow();
});
