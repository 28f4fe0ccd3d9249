import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Interceptor, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { formatCallers } from "@tms/kit/callers/file";
import { openCallers } from "@tms/kit/callers/open";
import { createCallerToken, digestCallerToken, withToken } from "@tms/kit/callers/token";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { ConfigError } from "@tms/kit/process/config";
import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { connectTo } from "@tms/kit/rpc/client";
import { type TestService, serveForTest } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { ServerReflection } from "@tms/proto/grpc/reflection/v1/reflection";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

const GET_GAME = "tms.game.v1.GameService/GetGame";
const [reader, tournament] = [createCallerToken(), createCallerToken()];

let folder: string;
let file: string;
let service: TestService;
let served: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tms-callers-"));
  file = join(folder, "callers.json");
  await write({ name: "reader", token: reader, rpcs: [GET_GAME] });
  service = await serveForTest(async (log, shutdown) => ({
    services: [GameService, EntryService],
    routes(router) {
      const note = (name: string) => (served.push(name), {});
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
});
afterAll(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => void (served = []));

interface Named {
  name: string;
  token: string;
  rpcs?: string[];
}

const textOf = (...callers: Named[]) =>
  JSON.stringify({
    callers: callers.map(({ token, ...caller }) => ({
      ...caller,
      digests: [digestCallerToken(token)],
    })),
  });

/** Replaces the file as careful writers do. */
async function write(...callers: Named[]): Promise<void> {
  await writeFile(`${file}.new`, textOf(...callers));
  await rename(`${file}.new`, file);
}

const withHeader =
  (value: string): Interceptor =>
  (next) =>
  (request) => {
    request.header.set("authorization", value);
    return next(request);
  };

const TRANSPORTS = {
  connect: createConnectTransport,
  grpc: createGrpcTransport,
} as const;

/** A caller over a protocol, with the interceptors that say who it is. */
const clientsOf = (protocol: keyof typeof TRANSPORTS, ...interceptors: Interceptor[]) => {
  const options = { httpVersion: "2" as const, baseUrl: service.url, interceptors };
  const transport = TRANSPORTS[protocol](options);
  return {
    games: createClient(GameService, transport),
    entries: createClient(EntryService, transport),
    health: createClient(Health, transport),
    reflection: createClient(ServerReflection, transport),
  };
};

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "served",
    (error: unknown) => (error instanceof RemoteError ? error : toRemoteError(error)).reason,
  );

const getGame = (token: string) =>
  outcome(connectTo(GameService, service.url, token).getGame({ gameId: newId() }));

async function all<T>(messages: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const message of messages) list.push(message);
  return list;
}

async function* noQuestion() {}

describe.for(["connect", "grpc"] as const)("over %s", (protocol) => {
  test.for([
    ["without a token", ""],
    ["with a token nobody has", `Bearer ${createCallerToken()}`],
    ["with a token's digest", `Bearer ${digestCallerToken(reader)}`],
    ["with a token cut short", `Bearer ${reader.slice(0, -1)}`],
    ["with a token of another scheme", `Basic ${reader}`],
    ["with a bare token", reader],
  ] as const)("a call %s is refused before its handler", async ([, header]) => {
    const { games, entries } = clientsOf(protocol, withHeader(header));
    expect(await outcome(games.getGame({ gameId: newId() }))).toBe("CALLER_UNKNOWN");
    expect(await outcome(all(entries.batchJoin({})))).toBe("CALLER_UNKNOWN");
    expect(served).toEqual([]);
  });

  test("a known caller is served what it may call, and refused what it may not", async () => {
    const { games, entries } = clientsOf(protocol, withToken(reader));
    expect(await outcome(games.getGame({ gameId: newId() }))).toBe("served");
    expect(await outcome(games.createGame({ requestId: newId(), name: "x" }))).toBe(
      "CALLER_NOT_ALLOWED",
    );
    expect(await outcome(all(entries.batchJoin({})))).toBe("CALLER_NOT_ALLOWED");
    expect(served).toEqual(["GetGame"]);
  });

  test("the scheme's case does not matter", async () => {
    const { games } = clientsOf(protocol, withHeader(`bearer ${reader}`));
    expect(await outcome(games.getGame({ gameId: newId() }))).toBe("served");
  });

  test("health and reflection are open to all", async () => {
    const { health, reflection } = clientsOf(protocol);
    expect(await outcome(health.check({}))).toBe("served");
    expect(await outcome(all(reflection.serverReflectionInfo(noQuestion())))).toBe("served");
  });
});

describe("the callers file", () => {
  test("is read again when it changes, and a bad version changes nothing", async () => {
    const newcomer = createCallerToken();
    expect(await getGame(newcomer)).toBe("CALLER_UNKNOWN");
    const rpcs = ["tms.game.v1.GameService/*"];
    await write(
      { name: "reader", token: reader, rpcs: [GET_GAME] },
      { name: "newcomer", token: newcomer, rpcs },
      { name: "tournament", token: tournament },
    );
    await expect.poll(() => getGame(newcomer)).toBe("served");
    expect(await getGame(tournament)).toBe("served");

    const lines = await watched(async (errors) => {
      await writeFile(file, "{");
      await expect.poll(errors).toHaveLength(1);
      await rm(file);
      await expect.poll(errors).toHaveLength(2);
    });
    expect(lines.map(({ why }) => why)).toEqual(["the file must be JSON", "there is no such file"]);
    expect(await getGame(newcomer)).toBe("served");

    await write({ name: "reader", token: reader, rpcs: [GET_GAME] });
    await expect.poll(() => getGame(newcomer)).toBe("CALLER_UNKNOWN");
    expect(await getGame(reader)).toBe("served");
  });

  /** What a second reader of the file logs as errors meanwhile. */
  async function watched(work: (errors: () => { why?: string }[]) => Promise<void>) {
    const errors: { why?: string }[] = [];
    const note = (line: string) => void errors.push(JSON.parse(line) as { why?: string });
    const log = pino({ level: "error" }, { write: note });
    const shutdown = createShutdown(log);
    onTestFinished(() => shutdown.run());
    await openCallers(file, log, shutdown);
    await work(() => errors);
    await shutdown.run();
    return errors;
  }

  test("may be mounted as Kubernetes mounts Secrets, through links that are exchanged", async () => {
    const mount = await mkdtemp(join(folder, "mount-"));
    const version = async (name: string, token: string) => {
      await mkdir(join(mount, name));
      const text = textOf({ name: "reader", token, rpcs: [GET_GAME] });
      await writeFile(join(mount, name, "callers.json"), text);
      await symlink(name, join(mount, "..data_tmp"));
      await rename(join(mount, "..data_tmp"), join(mount, "..data"));
    };
    const [before, after] = [createCallerToken(), createCallerToken()];
    await version("..1", before);
    await symlink("..data/callers.json", join(mount, "callers.json"));
    const log = createLogger("test", "silent");
    const shutdown = createShutdown(log);
    onTestFinished(() => shutdown.run());
    const callers = await openCallers(join(mount, "callers.json"), log, shutdown);
    expect(callers.identify(before)?.name).toBe("reader");
    await version("..2", after);
    await expect.poll(() => callers.identify(after)?.name).toBe("reader");
    expect(callers.identify(before)).toBeUndefined();
  });

  test.for([
    ["is missing", undefined, "there is no such file"],
    ["is none", "callers: []", "the file must be JSON"],
    ["names an RPC badly", textOf({ name: "x", token: reader, rpcs: ["*"] }), "callers[0].rpcs[0]"],
  ] as const)("that %s keeps a service from starting", async ([, text, why]) => {
    const path = join(folder, `${newId()}.json`);
    if (text !== undefined) await writeFile(path, text);
    const log = createLogger("test", "silent");
    const opened = openCallers(path, log, createShutdown(log));
    await expect(opened).rejects.toThrow(ConfigError);
    await expect(opened).rejects.toThrow(`CALLERS_FILE ${path}: ${why}`);
  });
});

test("a service that another refuses as a caller is out of reach to its own", async () => {
  const middle = await serveForTest(() => ({
    services: [GameService],
    routes: (router) =>
      router.service(GameService, {
        async getGame(request) {
          await connectTo(GameService, service.url, createCallerToken()).getGame(request);
          return {};
        },
      }),
    ready: async () => true,
  }));
  onTestFinished(() => middle.close());
  const call = middle.client(GameService).getGame({ gameId: newId() });
  expect(await outcome(call)).toBe("UNAVAILABLE");
});

// A newer release has added one of its processes to the callers file, and was rolled back.

const [reporter, newcomer] = [createCallerToken(), createCallerToken()];
const entryOf = (name: string, token: string) => ({ name, digests: [digestCallerToken(token)] });
const entries = [entryOf("tournament", tournament), entryOf("reporter", reporter)];

async function callersFile(): Promise<string> {
  const own = await mkdtemp(join(tmpdir(), "tms-callers-"));
  onTestFinished(() => rm(own, { recursive: true }));
  const path = join(own, "callers.json");
  await writeFile(path, formatCallers(entries));
  return path;
}

test("a service starts beside a caller that it does not know, warns of it once, and lets it call nothing", async () => {
  const shared = await callersFile();
  const warnings: { callers?: string[] }[] = [];
  const note = (line: string) => {
    const entry = JSON.parse(line) as { msg: string; callers?: string[] };
    if (entry.msg.startsWith("this release does not know")) warnings.push(entry);
  };
  const older = await serveForTest(
    async (log, shutdown) => ({
      services: [GameService],
      routes: (router) => router.service(GameService, { getGame: () => ({}) }),
      ready: async () => true,
      callers: await openCallers(shared, log, shutdown),
    }),
    pino({ level: "warn" }, { write: note }),
  );
  onTestFinished(() => older.close());
  const ask = (token: string) =>
    outcome(connectTo(GameService, older.url, token).getGame({ gameId: newId() }));
  expect(await ask(tournament)).toBe("served");
  expect(await ask(reporter)).toBe("CALLER_NOT_ALLOWED");
  expect(warnings).toEqual([expect.objectContaining({ callers: ["reporter"] })]);

  // A change of the file beside it is taken as ever, and says nothing new of it.
  await writeFile(`${shared}.new`, formatCallers([...entries, entryOf("entry", newcomer)]));
  await rename(`${shared}.new`, shared);
  await expect.poll(() => ask(newcomer)).toBe("CALLER_NOT_ALLOWED");
  expect(warnings).toHaveLength(1);
});
