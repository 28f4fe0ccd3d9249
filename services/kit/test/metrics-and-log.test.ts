import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { Code, ConnectError } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { gaugeOf } from "@tms/kit/metrics/backlog";
import { createMetrics, tellMetrics } from "@tms/kit/metrics/registry";
import { createLogger } from "@tms/kit/process/log";
import { traceCall, traced } from "@tms/kit/process/fault-points";
import { registerFake } from "@tms/kit/testing/fake";
import type { TestService } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { Registry } from "prom-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, serveGames, serveRoutes } from "./games-service.ts";

const scrape = async ({ probePort }: TestService) => {
  const answer = await fetch(`http://127.0.0.1:${probePort}/metrics`);
  return { type: answer.headers.get("content-type"), text: await answer.text() };
};

/** The lines of a metric's series, without comments, and with their labels in order. */
const seriesOf = (text: string, name: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) =>
      line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(",").toSorted().join()}}`),
    );

/** The counters of calls that are not 0. */
const handledIn = (text: string) =>
  seriesOf(text, "grpc_server_handled_total")
    .filter((one) => !one.endsWith(" 0"))
    .toSorted();

describe("the metrics of a service", () => {
  test("count calls by the status that their callers got, and leave out probes", async () => {
    const answers = [{}, {}, new DomainError("GAME_NOT_FOUND", "none"), new Error("a defect")];
    const service = await serveGames(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? {};
    });
    for (let calls = answers.length; calls > 0; calls--) await ask(service).catch(() => undefined);
    await service.client(Health).check({});
    const { type, text } = await scrape(service);
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    const method = `grpc_method="GetGame",grpc_service="tms.game.v1.GameService"`;
    expect(handledIn(text)).toEqual([
      `grpc_server_handled_total{grpc_code="Internal",${method}} 1`,
      `grpc_server_handled_total{grpc_code="NotFound",${method}} 1`,
      `grpc_server_handled_total{grpc_code="OK",${method}} 2`,
    ]);
    expect(seriesOf(text, "grpc_server_handling_seconds_count")).toEqual([
      `grpc_server_handling_seconds_count{${method}} 4`,
    ]);
  });

  test("count a stream once: when it ends, and when its caller leaves it", async () => {
    let [sent, limit] = [0, 1];
    const service = await serveRoutes(
      (router) =>
        registerFake(router, TournamentService, {
          async *batchGetTournaments() {
            for (sent = 0; sent < limit; sent++) {
              yield { outcomes: [] };
              await new Promise((resolve) => setImmediate(resolve));
            }
          },
        }),
      { services: [TournamentService] },
    );
    const tournaments = [{ gameId: newId(), tournamentId: newId() }];
    const answers = (signal?: AbortSignal) =>
      service
        .client(TournamentService)
        .batchGetTournaments({ tournaments }, signal === undefined ? {} : { signal });
    expect(await Array.fromAsync(answers())).toHaveLength(1);
    limit = 1_000_000;
    const leaving = new AbortController();
    const left = async () => {
      for await (const _answer of answers(leaving.signal)) leaving.abort();
    };
    await expect(left()).rejects.toThrow("canceled");
    const method = `grpc_method="BatchGetTournaments",grpc_service="tms.tournament.v1.TournamentService"`;
    await expect
      .poll(async () => handledIn((await scrape(service)).text))
      .toEqual([
        `grpc_server_handled_total{grpc_code="Canceled",${method}} 1`,
        `grpc_server_handled_total{grpc_code="OK",${method}} 1`,
      ]);
    expect(sent).toBeLessThan(limit);
  });

  test("time durable writes and calls to other services, those that failed apart", async () => {
    const metrics = createMetrics("entry");
    await traced("entry.confirm", async () => undefined);
    await traced("entry.confirm", () => Promise.reject(new Error("torn"))).catch(() => undefined);
    const rpc = "tms.wallet.v1.WalletService/CollectFees";
    await traceCall(rpc, async () => undefined);
    const away = traceCall(rpc, () => Promise.reject(new ConnectError("away", Code.Unavailable)));
    await away.catch(() => undefined);
    const text = await tellMetrics(metrics);
    const counts = seriesOf(text, "tms_write_seconds_count");
    for (const outcome of ["done", "failed"])
      expect(counts).toContain(
        `tms_write_seconds_count{outcome="${outcome}",process="entry",write="entry.confirm"} 1`,
      );
    const method = `grpc_method="CollectFees",grpc_service="tms.wallet.v1.WalletService"`;
    const calls = seriesOf(text, "grpc_client_handled_total");
    for (const code of ["OK", "Unavailable"])
      expect(calls).toContain(
        `grpc_client_handled_total{grpc_code="${code}",${method},process="entry"} 1`,
      );
  });
});

test("logs the cause of a stream that fails", async () => {
  const lines: unknown[] = [];
  const log = createLogger("test", "info", { write: (line) => lines.push(JSON.parse(line)) });
  const service = await serveRoutes(
    (router) =>
      registerFake(router, TournamentService, {
        async *batchGetTournaments() {
          yield { outcomes: [] };
          throw new Error("a defect");
        },
      }),
    { services: [TournamentService] },
    log,
  );
  const tournaments = [{ gameId: newId(), tournamentId: newId() }];
  const answers = service.client(TournamentService).batchGetTournaments({ tournaments });
  await expect(Array.fromAsync(answers)).rejects.toThrow("internal");
  const failed = { msg: "call failed", rpc: expect.stringMatching("BatchGetTournaments") };
  expect(JSON.stringify(lines)).toContain("a defect");
  expect(lines).toContainEqual(expect.objectContaining(failed));
});

describe("a figure that is read when somebody asks", () => {
  const readingOf = (read: () => Promise<number | undefined>) => {
    const metrics = new Registry();
    metrics.registerMetric(gaugeOf({ name: "figure", help: "A figure", read }));
    return async () => seriesOf(await metrics.metrics(), "figure");
  };

  test("is told as it is now, and not at all while it cannot be read", async () => {
    const figures = [async () => 7, () => Promise.reject(new Error("away")), async () => 0];
    const told = readingOf(() => (figures.shift() ?? figures[0]!)());
    expect([await told(), await told(), await told()]).toEqual([["figure 7"], [], ["figure 0"]]);
  });

  test("that does not come holds up no scrape for long", async () => {
    const told = readingOf(() => new Promise(() => undefined));
    expect(await told()).toEqual([]);
  });
});

/** A process that logs without end, or only that it stops. */
function chatterer(stdout: "pipe" | number, ...args: "quiet"[]): ChildProcess {
  const stdio: StdioOptions = ["ignore", stdout, "inherit", "ipc"];
  const file = join(import.meta.dirname, "fixtures/chatterer.ts");
  const child = spawn(process.execPath, [file, ...args], { stdio });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits until it has logged that much since it was started; its event loop must turn for that. */
async function logged(child: ChildProcess, lines: number): Promise<{ memory: number }> {
  for (;;) {
    child.send("how far?");
    const [said] = (await once(child, "message")) as [{ lines: number; memory: number }];
    if (said.lines >= lines) return said;
  }
}

async function stopped(child: ChildProcess): Promise<unknown> {
  child.kill("SIGTERM");
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  return { code, signal };
}

const CLEAN = { code: 0, signal: null };

test("goes on and ends cleanly when the reader of its log is gone", async () => {
  const child = chatterer("pipe");
  if (child.stdout) await once(child.stdout, "data");
  child.stdout?.destroy();
  await logged(child, 20_000);
  expect(await stopped(child)).toEqual(CLEAN);
});

test("goes on within bounds and ends cleanly when the reader of its log stands still", async () => {
  const child = chatterer("pipe");
  const early = await logged(child, 20_000);
  // Ten times what may wait, and more.
  const late = await logged(child, 60_000);
  expect(late.memory - early.memory).toBeLessThan(64 * 1024 * 1024);
  expect(await stopped(child)).toEqual(CLEAN);
});

test("says how much of its log was lost once the reader goes on", async () => {
  const child = chatterer("pipe");
  await logged(child, 20_000);
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    // The line can be in two chunks. To search in all chunks would be slower than the child logs.
    text = text.slice(-200) + String(chunk);
    if (text.includes(" log lines because the reader")) break;
  }
  expect(text).toMatch(/"dropped \d+ log lines because the reader/);
});

test.runIf(existsSync("/dev/full"))("goes on and ends cleanly on a full disk", async () => {
  const full = openSync("/dev/full", "w");
  const child = chatterer(full);
  closeSync(full);
  await logged(child, 20_000);
  expect(await stopped(child)).toEqual(CLEAN);
});
