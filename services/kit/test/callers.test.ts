import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Interceptor, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { formatCallers } from "@tms/kit/callers/file";
import { openCallers } from "@tms/kit/callers/gate";
import { createCallerToken, digestCallerToken, withToken } from "@tms/kit/callers/token";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { ConfigError } from "@tms/kit/process/config";
import type { Logger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { connectTo } from "@tms/kit/rpc/client";
import { serveForTest, type TestService } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { ServerReflection } from "@tms/proto/grpc/reflection/v1/reflection";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { describe, expect, onTestFinished, test as base } from "vitest";
import { serveRoutes } from "./games-service.ts";

const GET_GAME = "tms.game.v1.GameService/GetGame";
const silent = pino({ level: "silent" });

interface Named {
  name: string;
  token: string;
  rpcs?: string[];
}
const reader: Named = { name: "reader", token: createCallerToken(), rpcs: [GET_GAME] };
const tournament: Named = { name: "tournament", token: createCallerToken() };

const textOf = (...callers: Named[]) =>
  formatCallers(
    callers.map(({ token, ...caller }) => ({ ...caller, digests: [digestCallerToken(token)] })),
  );

/** Replaces a file of callers as careful writers do. */
async function write(file: string, ...callers: Named[]): Promise<void> {
  await writeFile(`${file}.new`, textOf(...callers));
  await rename(`${file}.new`, file);
}

/** Reads a file of callers until the end of the test. */
async function open(file: string, log: Logger = silent) {
  const shutdown = createShutdown(log);
  onTestFinished(() => shutdown.run());
  return await openCallers(file, log, shutdown);
}

/** Returns a log, and the lines that are written to it. */
function recordingLog(level: string) {
  const lines: { msg: string; why?: string; callers?: string[] }[] = [];
  const add = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  return { lines, log: pino({ level }, { write: add }) };
}

/** `service` reads its callers from `file`, of which `reader` is one at first. */
const test = base.extend("place", { scope: "file" }, async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), "tms-callers-"));
  const file = join(folder, "callers.json");
  await write(file, reader);
  const served: string[] = [];
  const note = (name: string) => (served.push(name), {});
  const service = await serveForTest(async (log, shutdown) => ({
    services: [GameService, EntryService],
    routes(router) {
      router.service(GameService, {
        getGame: () => note("GetGame"),
        createGame: () => note("CreateGame"),
      });
      router.service(EntryService, {
        // oxlint-disable-next-line require-yield
        async *batchJoin() {
          note("BatchJoin");
        },
      });
    },
    ready: async () => true,
    callers: await openCallers(file, log, shutdown),
  }));
  onCleanup(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });
  return { folder, file, service, takeServed: () => served.splice(0) };
});

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "served",
    (error: unknown) => (error instanceof RemoteError ? error : toRemoteError(error)).reason,
  );

const getGame = ({ url }: { url: string }, { token }: Pick<Named, "token">) =>
  outcome(connectTo(GameService, url, token).getGame({ gameId: newId() }));

const withHeader =
  (value: string): Interceptor =>
  (next) =>
  (request) => {
    request.header.set("authorization", value);
    return next(request);
  };

describe.for([
  ["connect", createConnectTransport],
  ["grpc", createGrpcTransport],
] as const)("over %s", ([, createTransport]) => {
  const callWith = ({ url: baseUrl }: TestService, ...interceptors: Interceptor[]) => {
    const transport = createTransport({ httpVersion: "2", baseUrl, interceptors });
    const games = createClient(GameService, transport);
    const entries = createClient(EntryService, transport);
    const reflection = createClient(ServerReflection, transport);
    return {
      getGame: () => outcome(games.getGame({ gameId: newId() })),
      createGame: () => outcome(games.createGame({ requestId: newId(), name: "x" })),
      join: () => outcome(Array.fromAsync(entries.batchJoin({}))),
      check: () => outcome(createClient(Health, transport).check({})),
      reflect: () =>
        outcome(Array.fromAsync(reflection.serverReflectionInfo((async function* () {})()))),
    };
  };

  test.for([
    ["without a token", ""],
    ["with a token nobody has", `Bearer ${createCallerToken()}`],
    ["with a token's digest", `Bearer ${digestCallerToken(reader.token)}`],
    ["with a token cut short", `Bearer ${reader.token.slice(0, -1)}`],
    ["with a token of another scheme", `Basic ${reader.token}`],
    ["with a bare token", reader.token],
  ] as const)("refuses a call %s before its handler", async ([, header], { place }) => {
    const { service, takeServed } = place;
    takeServed();
    const stranger = callWith(service, withHeader(header));
    expect(await stranger.getGame()).toBe("CALLER_UNKNOWN");
    expect(await stranger.join()).toBe("CALLER_UNKNOWN");
    expect(takeServed()).toEqual([]);
  });

  test("serves a known caller what it may call, and refuses the rest", async ({ place }) => {
    const { service, takeServed } = place;
    takeServed();
    const known = callWith(service, withToken(reader.token));
    expect(await known.getGame()).toBe("served");
    expect(await known.createGame()).toBe("CALLER_NOT_ALLOWED");
    expect(await known.join()).toBe("CALLER_NOT_ALLOWED");
    expect(takeServed()).toEqual(["GetGame"]);
    const lowerCase = callWith(service, withHeader(`bearer ${reader.token}`));
    expect(await lowerCase.getGame()).toBe("served");
  });

  test("opens health and reflection to all", async ({ place: { service } }) => {
    expect(await callWith(service).check()).toBe("served");
    expect(await callWith(service).reflect()).toBe("served");
  });
});

describe("the callers file", () => {
  test("is read again when it changes, and a bad version changes nothing", async ({
    place: { file, service },
  }) => {
    const newcomer = { name: "newcomer", token: createCallerToken() };
    expect(await getGame(service, newcomer)).toBe("CALLER_UNKNOWN");
    const rpcs = ["tms.game.v1.GameService/*"];
    await write(file, reader, { ...newcomer, rpcs }, tournament);
    await expect.poll(() => getGame(service, newcomer)).toBe("served");
    expect(await getGame(service, tournament)).toBe("served");

    const { lines, log } = recordingLog("error");
    await open(file, log);
    await writeFile(file, "{");
    await expect.poll(() => lines).toHaveLength(1);
    await rm(file);
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines.map(({ why }) => why)).toEqual([
      "the file must be JSON",
      "the file does not exist",
    ]);
    expect(await getGame(service, newcomer)).toBe("served");

    await write(file, reader);
    await expect.poll(() => getGame(service, newcomer)).toBe("CALLER_UNKNOWN");
    expect(await getGame(service, reader)).toBe("served");
  });

  test("may be mounted as Kubernetes mounts Secrets, through links that are exchanged", async ({
    place: { folder },
  }) => {
    const mount = await mkdtemp(join(folder, "mount-"));
    const version = async (name: string, token: string) => {
      await mkdir(join(mount, name));
      await writeFile(join(mount, name, "callers.json"), textOf({ ...reader, token }));
      await symlink(name, join(mount, "..data_tmp"));
      await rename(join(mount, "..data_tmp"), join(mount, "..data"));
    };
    const [before, after] = [createCallerToken(), createCallerToken()];
    await version("..1", before);
    await symlink("..data/callers.json", join(mount, "callers.json"));
    const callers = await open(join(mount, "callers.json"));
    expect(callers.identify(before)?.name).toBe("reader");
    await version("..2", after);
    await expect.poll(() => callers.identify(after)?.name).toBe("reader");
    expect(callers.identify(before)).toBeUndefined();
  });

  test.for([
    ["is missing", undefined, "the file does not exist"],
    ["is none", "callers: []", "the file must be JSON"],
    ["names an RPC badly", textOf({ ...reader, rpcs: ["*"] }), "callers[0].rpcs[0]"],
  ] as const)(
    "that %s keeps a service from starting",
    async ([, text, why], { place: { folder } }) => {
      const path = join(folder, `${newId()}.json`);
      if (text !== undefined) await writeFile(path, text);
      const opened = open(path);
      await expect(opened).rejects.toThrow(ConfigError);
      await expect(opened).rejects.toThrow(`CALLERS_FILE ${path}: ${why}`);
    },
  );

  // A newer release has added one of its processes to the file, and was rolled back.
  test("may hold a caller that a service does not know: it warns once, and refuses its calls", async ({
    place: { folder },
  }) => {
    const shared = join(folder, "shared.json");
    const reporter = { name: "reporter", token: createCallerToken() };
    await write(shared, tournament, reporter);
    const { lines, log } = recordingLog("warn");
    const routes = { getGame: () => ({}) };
    const callers = await open(shared, log);
    const older = await serveRoutes((router) => router.service(GameService, routes), { callers });
    expect(await getGame(older, tournament)).toBe("served");
    expect(await getGame(older, reporter)).toBe("CALLER_NOT_ALLOWED");

    // The service takes another change of the file as ever, and does not warn again.
    const entry = { name: "entry", token: createCallerToken() };
    await write(shared, tournament, reporter, entry);
    await expect.poll(() => getGame(older, entry)).toBe("CALLER_NOT_ALLOWED");
    expect(lines).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^this release does not know/),
        callers: ["reporter"],
      }),
    ]);
  });
});

test("a service that another refuses as a caller is out of reach to its own", async ({
  place: { service },
}) => {
  const stranger = connectTo(GameService, service.url, createCallerToken());
  const middle = await serveRoutes((router) =>
    router.service(GameService, {
      getGame: async (request) => (await stranger.getGame(request), {}),
    }),
  );
  const call = middle.client(GameService).getGame({ gameId: newId() });
  expect(await outcome(call)).toBe("UNAVAILABLE");
});
