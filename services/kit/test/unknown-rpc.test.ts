import type { ConnectRouter } from "@connectrpc/connect";
import { describe, expect, onTestFinished, test } from "vitest";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { isTransient } from "@tms/kit/errors/transient";
import { connectTo } from "@tms/kit/rpc/client";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";

// During a rollout a process of the new release meets replicas of the old one.

const games = { getGame: () => ({}) };

/** A server of the older release, which knows the RPCs that its routes register alone. */
async function serveOlder(routes: (router: ConnectRouter) => void) {
  const service = await serveForTest(() => ({
    services: [GameService],
    routes,
    ready: async () => true,
  }));
  onTestFinished(() => service.close());
  return service;
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const createGame = (url: string) =>
  connectTo(GameService, url, TEST_TOKEN).createGame({ requestId: newId(), name: "Chess" });

describe("a replica that does not know an RPC yet", () => {
  test.for([
    ["an RPC", (router: ConnectRouter) => void router.service(GameService, games)],
    ["a service", () => undefined],
  ] as const)("that lacks %s is away, and its callers wait", async ([, routes]) => {
    const { url } = await serveOlder(routes);
    const failure = await failureOf(createGame(url));
    expect(failure).toBeInstanceOf(RemoteError);
    expect(failure).toMatchObject({ reason: "UNAVAILABLE" });
    expect(isTransient(failure)).toBe(true);
  });

  test("is away for a stream as well", async () => {
    const { url } = await serveOlder((router) => void router.service(GameService, games));
    const joined = Array.fromAsync(connectTo(EntryService, url, TEST_TOKEN).batchJoin({}));
    expect(await failureOf(joined)).toMatchObject({ reason: "UNAVAILABLE" });
  });

  test("makes a service that needs it unavailable, and the log says which RPC is missing", async () => {
    const { url } = await serveOlder((router) => void router.service(GameService, games));
    const lines: { msg: string; level: number }[] = [];
    const note = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    const newer = await serveForTest(
      () => ({
        services: [GameService],
        routes: (router) =>
          router.service(GameService, { getGame: async () => (await createGame(url), {}) }),
        ready: async () => true,
      }),
      pino({ level: "error" }, { write: note }),
    );
    onTestFinished(() => newer.close());
    const failure = await failureOf(newer.client(GameService).getGame({ gameId: newId() }));
    expect(toRemoteError(failure)).toMatchObject({ reason: "UNAVAILABLE" });
    expect(lines).toEqual([
      expect.objectContaining({ msg: expect.stringContaining("does not know an RPC") }),
    ]);
  });
});
