import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";
import { beforeAll, expect, inject, test } from "vitest";
import { joined } from "../harness/gamers.ts";
import { published, settled } from "../harness/tournament.ts";
import { until } from "@tms/stack/until";
import { newGame } from "./game.ts";

/** What every process tells now, in the text format of Prometheus. */
async function scrapes(): Promise<Record<string, string>> {
  const urls = Object.entries(inject("probeUrls"));
  return Object.fromEntries(
    await Promise.all(
      urls.map(async ([name, url]) => [name, await (await fetch(`${url}/metrics`)).text()]),
    ),
  );
}

/** The sum of all series of a metric whose labels hold all of the given ones. */
function sumOf(text: string | undefined, metric: string, ...labels: string[]): number {
  const values = (text ?? "").split("\n").flatMap((line) => {
    const [, name, own = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    return name === metric && labels.every((label) => own.includes(label)) ? [Number(value)] : [];
  });
  return values.reduce((sum, value) => sum + value, 0);
}

/** Metrics of the product's own: those of Node and of the system have names that everybody knows. */
const OWN = /^# TYPE ((?:tms|http|grpc)_\w+) (\w+)$/gm;
const TYPES = new Map<string, string>();

beforeAll(async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 1 });
  await joined(api, path, "ada", "bob");
  await api.post(`${path}/join`, { gamer: "ada" });
  await api.patch(`${path}/eliminate`, { gamer: "ada" });
  await api.patch(`${path}/complete`);
  await settled(api, path);
  const isLogged = async () => {
    const { events } = await scrapes();
    return sumOf(events, "tms_events_recorded_total", `type="tournament.completed"`) > 0;
  };
  await until(isLogged, { timeoutMs: 60_000, what: "the log's taking in of the end" });
  for (const text of Object.values(await scrapes()))
    for (const [, name = "", type = ""] of text.matchAll(OWN)) TYPES.set(name, type);
});

const JOINS = ['method="POST"', 'route="/tournament/:tournamentId/join"'];
const REDIS = inject("redisUrl") === null ? 0 : 1;

test.for([
  ["gateway", 2, "http_requests_total", ...JOINS, 'status="201"'],
  ["gateway", 1, "http_requests_total", ...JOINS, 'status="409"'],
  ["gateway", 3, "http_request_duration_seconds_count", ...JOINS],
  ["gateway", REDIS, "tms_redis_reachable", 'purpose="idempotency records"'],
  ["entry", 1, "grpc_server_handled_total", 'grpc_code="OK"'],
  ["entry", 1, "grpc_client_handled_total", '"CollectFees"'],
  ["wallet", 1, "tms_write_seconds_count", 'write="wallet.collect-fees"'],
  ["settlement", 1, "tms_write_seconds_count", 'write="settlement.plan"'],
  ["settlement", 1, "tms_database_connections"],
  ["events", 1, "tms_events_recorded_total", 'type="entry.joined"'],
  ["events", 1, "tms_events_recorded_total", 'type="tournament.completed"'],
  ["tournament", 0, "tms_outbox_oldest_seconds"],
  ["tournament", 0, "tms_outbox_dead_messages"],
  ["tournament", 0, "tms_events_staged_oldest_seconds"],
  ["settlement", 0, "tms_settlements_overdue_seconds"],
  ["settlement", 0, "tms_settlements_dead"],
  ["entry", 0, "tms_joins_pending"],
  ["events", 0, "tms_webhook_endpoints"],
  ["events", 0, "tms_webhook_endpoints_lagging"],
] as const)("shows in %s at least %i in %s", async ([name, least, metric, ...labels]) => {
  const text = (await scrapes())[name];
  expect(text).toContain(`\n${metric}{`);
  expect(sumOf(text, metric, ...labels)).toBeGreaterThanOrEqual(least);
  // Nothing waits for long, and nothing is dead.
  if (least === 0) expect(sumOf(text, metric, ...labels)).toBeLessThan(60);
});

test("names no id, handle, key or path in any series", async () => {
  for (const text of Object.values(await scrapes())) {
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(text).not.toMatch(/"(ada|bob)"|tms_(live|test)_/);
  }
});

test("serves metrics on the port of probes alone", async () => {
  expect((await fetch(`${inject("baseUrl")}/metrics`)).status).toBe(404);
});

test("documents every metric of the product with its type, and no other", () => {
  const page = readFileSync(join(repository, "docs/metrics.md"), "utf8");
  const rows = page.matchAll(/^\| `((?:tms|http|grpc)_\w+)` +\| (\w+) +\|/gm);
  const documented = Object.fromEntries(Array.from(rows, ([, name, type]) => [name, type]));
  expect(documented).toEqual(Object.fromEntries(TYPES));
});
