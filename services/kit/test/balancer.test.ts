import { connectNodeAdapter } from "@connectrpc/connect-node";
import { connectTo } from "@tms/kit/rpc/client";
import { TEST_TOKEN } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { setImmediate as immediately } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";

/** Starts a replica of the game service on a loopback address. */
async function startReplica(host: string, port: number) {
  const seen = { calls: 0, connections: 0 };
  const server: Http2Server = createServer(
    connectNodeAdapter({
      routes: (router) =>
        router.service(GameService, {
          async getGame({ gameId }) {
            seen.calls++;
            await immediately();
            return { game: { id: gameId } };
          },
        }),
    }),
  );
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    seen.connections++;
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
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
  return { host, seen, sessions, port: (server.address() as AddressInfo).port, stop, kill };
}

const HOSTS = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"];

/** Starts four replicas on one port, and a client that finds them by one name. */
async function startReplicas(options = {}) {
  const first = await startReplica("127.0.0.1", 0);
  const others = HOSTS.slice(1).map((host) => startReplica(host, first.port));
  const replicas = [first, ...(await Promise.all(others))];
  const names = { listed: [...HOSTS], lookups: 0 };
  const resolve = async () => (names.lookups++, names.listed);
  const url = `http://games.test:${first.port}`;
  const games = connectTo(GameService, url, TEST_TOKEN, { resolve, refreshMs: 10, ...options });
  const call = async () => {
    const gameId = newId();
    expect((await games.getGame({ gameId })).game?.id).toBe(gameId);
  };
  const calls = (count: number) => Promise.all(Array.from({ length: count }, call));
  const countCalls = () => replicas.map(({ seen }) => seen.calls);
  return { replicas, names, url, calls, countCalls };
}

/** Calls without a pause, also while `work` runs. No call may fail. */
async function whileCalling(calls: (count: number) => Promise<unknown>, work: () => Promise<void>) {
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) await calls(20);
  })();
  await Promise.race([work(), load]);
  over.abort();
  await load;
}

test("spreads concurrent calls evenly, and resolves the name once", async () => {
  const { calls, countCalls, names } = await startReplicas({ refreshMs: 60_000 });
  await calls(1);
  const before = countCalls();
  await expect.poll(() => calls(1).then(() => Math.min(...countCalls()))).toBeGreaterThan(0);
  const warm = countCalls();
  await calls(400);
  for (const [index, count] of countCalls().entries()) {
    expect(count - (warm[index] ?? 0)).toBeGreaterThanOrEqual(80);
    expect(count - (warm[index] ?? 0)).toBeLessThanOrEqual(120);
  }
  expect(before.reduce((sum, count) => sum + count)).toBe(1);
  expect(names.lookups).toBe(1);
});

test("uses an address that is added, and stops using one that is removed", async () => {
  const { replicas, names, calls } = await startReplicas();
  const [first, , , last] = replicas;
  names.listed = HOSTS.slice(0, 3);
  await whileCalling(calls, async () => {
    await expect.poll(() => first?.seen.calls).toBeGreaterThan(0);
    expect(last?.seen.connections).toBe(0);
    names.listed = HOSTS.slice(1);
    await expect.poll(() => last?.seen.calls).toBeGreaterThan(0);
    await expect.poll(() => first?.sessions.size).toBe(0);
    const { calls: before } = { ...first?.seen };
    await calls(100);
    expect(first?.seen.calls).toBe(before);
  });
});

test.for(["stop", "kill"] as const)("loses no call on a %s of a replica", async (end) => {
  const { replicas, calls } = await startReplicas();
  const [first, second] = replicas;
  await whileCalling(calls, async () => {
    for (const replica of [first, second]) {
      await expect.poll(() => replica?.sessions.size).toBeGreaterThan(0);
      replica?.[end]();
      await expect.poll(() => replica?.sessions.size).toBe(0);
      await calls(100);
    }
  });
});

test("replaces connections at their maximum age without losing a call", async () => {
  const { replicas, calls } = await startReplicas({ maxAgeMs: 0 });
  await whileCalling(calls, async () => {
    for (const { seen } of replicas) await expect.poll(() => seen.connections).toBeGreaterThan(3);
  });
  await expect
    .poll(() => Math.max(...replicas.map(({ sessions }) => sessions.size)))
    .toBeLessThan(4);
});

test("spreads calls over several URLs, and resolves all names after the only one moved", async () => {
  const { replicas, url, calls, names } = await startReplicas({ refreshMs: 60_000 });
  const [first, second, third] = replicas;
  names.listed = ["127.0.0.1"];
  await calls(1);
  names.listed = ["127.0.0.2"];
  first?.kill();
  await calls(1);
  expect([first?.seen.calls, second?.seen.calls]).toEqual([1, 1]);
  const port = new URL(url).port;
  const urls = [`http://127.0.0.2:${port}`, `http://127.0.0.3:${port}`].join(",");
  const games = connectTo(GameService, urls, TEST_TOKEN);
  await expect
    .poll(() => games.getGame({ gameId: newId() }).then(() => third?.seen.calls))
    .toBeGreaterThan(0);
});
