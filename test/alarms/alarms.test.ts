import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { repository } from "@tms/stack/paths";
import { findRedis } from "@tms/stack/servers/redis";
import { PROCESSES } from "@tms/stack/system/system";
import { freePort } from "@tms/stack/testing/ports";
import { makeScratch } from "@tms/stack/testing/scratch";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { gameIn } from "../harness/game.ts";
import { joined } from "../harness/gamers.ts";
import { losableService } from "../harness/losable.ts";
import { ownRedis } from "../harness/own-server.ts";
import { openRelay } from "../harness/relay.ts";
import { startTestSystem, type TestSystem } from "../harness/system.ts";
import { idOf, published, settled, termsOf } from "../harness/tournament.ts";

const run = promisify(execFile);
const promtool = process.env["PROMTOOL"] ?? "promtool";
const hasPromtool = await run(promtool, ["--version"]).then(Boolean, () => false);
const redisBinary = await findRedis();
if (!hasPromtool) console.warn("SKIPPED: the alarms were not tested. PROMTOOL can name promtool.");

const rules = join(repository, "charts/tms/alarms.yaml");
const ASKED = new Set(readFileSync(rules, "utf8").match(/\b(tms|http|grpc)_\w+/g));

/** Reads the series that the alarms ask for, with their values, from every process that answers. */
async function scrape({ probeUrls }: TestSystem): Promise<Map<string, string>> {
  const texts = PROCESSES.map((name) =>
    fetch(`${probeUrls[name]}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    ),
  );
  const lines = (await Promise.all(texts)).join("\n").matchAll(/^(\w+)\{(.*)\} (\S+)$/gm);
  const asked = Array.from(lines).filter(([, name = ""]) => ASKED.has(name));
  return new Map(
    asked.map(([, name, labels, value = ""]) => [`${name}{namespace="tms",${labels}}`, value]),
  );
}

/** A scrape, and the alarms that must fire if its values last. */
type Step = { scrape: Map<string, string>; firing: string[] };

// In minutes. An alarm looks back at most ten minutes, and fires for two minutes after its fault at most.
const STEP = 30;

/** Has Prometheus evaluate the alarms over a time in which each scrape lasts for half an hour. */
async function evaluate(steps: Step[]): Promise<void> {
  const toValues = (series: string) =>
    steps.map((step) => {
      const value = step.scrape.get(series);
      return value === undefined ? `_x${STEP}` : `${value}x${STEP - 1}`;
    });
  const all = new Set(steps.flatMap((step) => [...step.scrape.keys()]));
  const tests = {
    interval: "1m",
    input_series: [...all].map((series) => ({ series, values: toValues(series).join(" ") })),
    promql_expr_test: steps.map(({ firing }, i) => ({
      expr: `group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${STEP - 3}m]))`,
      eval_time: `${(i + 1) * STEP - 1}m`,
      exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    })),
  };
  const { folder, remove } = await makeScratch("alarms");
  onTestFinished(remove);
  const file = join(folder, "test.json");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], tests: [tests] }));
  await run(promtool, ["test", "rules", file]);
}

test("fires each alarm at its fault, and ends it afterwards", async ({ skip }) => {
  if (!hasPromtool || redisBinary === null) return skip("promtool or Redis was not found");
  const redis = await ownRedis(redisBinary);
  onTestFinished(() => redis.remove());
  const system = await startTestSystem({ redisUrl: redis.url });
  onTestFinished(() => system.stop());
  const db = new pg.Pool({ connectionString: system.adminUrl });
  onTestFinished(() => db.end());
  const steps: Step[] = [];
  const look = async (...firing: string[]) =>
    void steps.push({ scrape: await scrape(system), firing });
  /** Waits until the largest value of a gauge is in a range. */
  const gauge = async (name: string, min: number, max = Infinity) => {
    const isIn = async () => {
      const values = [...(await scrape(system))].filter(([series]) => series.startsWith(name));
      const value = Math.max(...values.map(([, text]) => Number(text)));
      return value >= min && value <= max;
    };
    await expect.poll(isIn).toBe(true);
  };

  const api = await gameIn(system);
  const { gameId } = api;
  const silent = await openRelay(await freePort(), () => undefined);
  onTestFinished(() => silent.close());
  const dead = await published(api);
  const late = await published(api);
  const done = await published(api);
  await joined(api, done, "ada");
  await api.patch(`${done}/complete`);
  await settled(api, done);
  await look();

  const { endpoint } = (
    await api.post("/webhook/create", { url: `http://127.0.0.1:${silent.port}/` })
  ).body;
  await published(api);
  await gauge("tms_webhook_endpoints{", 1);
  await db.query(`
    UPDATE settlement.settlement SET dead_at = now() WHERE tournament_id = '${idOf(dead)}';
    UPDATE settlement.settlement SET due_at = now() - interval '1 hour', run_at = now() + interval '50 seconds'
      WHERE tournament_id = '${idOf(late)}';
    INSERT INTO tournament.outbox (id, topic, payload, dead_at) VALUES ('${newId()}', 'x', '{}', now());
    INSERT INTO tournament.outbox (id, topic, payload, created_at, due_at)
      VALUES ('${newId()}', 'x', '{}', now() - interval '1 hour', now() + interval '1 hour');
    UPDATE events.event SET created_at = created_at - interval '1 hour';
    REVOKE SELECT ON wallet.account FROM tms_wallet`);
  expect((await api.get("/wallet/ada")).status).toBe(500);
  const lasting = ["TmsSettlementDead", "TmsSettlementsLate", "TmsOutboxDead", "TmsOutboxLate"];
  await look("TmsWebhooksLagging", "TmsDefect", ...lasting);

  await db.query(`
    GRANT SELECT ON wallet.account TO tms_wallet;
    DELETE FROM tournament.outbox;
    UPDATE settlement.settlement SET dead_at = NULL, due_at = now() + interval '1 hour',
      run_at = now() + interval '1 hour' WHERE state = 'scheduled'`);
  await api.patch(`/webhook/${endpoint.id}/remove`);
  await look();

  const release = await locked(system.adminUrl, "events.event");
  const open = await published(api, { entryFee: 1 });
  await db.query("UPDATE tournament.event_out SET created_at = now() - interval '1 hour'");
  await look("TmsEventsHeldUp");
  await release();
  await gauge("tms_events_staged_oldest_seconds", 0, 0);

  const unlock = await locked(system.adminUrl, "tournament.tournament");
  const creates = Promise.all(
    gamers(150).map(() => api.post("/tournament/create", termsOf(gameId))),
  );
  await gauge("tms_database_waiting{", 101);
  await look("TmsDatabaseBusy");
  await unlock();
  await creates;

  await redis.lose("killed");
  await gauge("tms_redis_reachable", 0, 0);
  await look("TmsRedisAway");
  await redis.bringBack();
  await gauge("tms_redis_reachable", 1);

  await losableService(system, "wallet").lose("killed");
  const entries = connectTo(EntryService, system.urls.entry, system.token);
  for (const part of [gamers(600), gamers(1_200).slice(600)]) {
    const tournamentId = idOf(open);
    const joins = part.map((handle) => ({ requestId: newId(), gameId, tournamentId, handle }));
    await Array.fromAsync(entries.batchJoin({ joins })).catch(() => []);
  }
  await gauge("tms_joins_pending", 1_001);
  for (const more of [[], ["TmsRequestsFail"]]) {
    await Promise.all(gamers(50).map((gamer) => api.get(`/wallet/${gamer}`)));
    await look("TmsJoinsPending", "TmsProcessGone", ...more);
  }
  await evaluate(steps);
});

const gamers = (count: number) => Array.from({ length: count }, (_, i) => `gamer-${i}`);

/** Locks a table for everyone else. Returns the function that unlocks it. */
async function locked(connectionString: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  const end = () => client.end();
  onTestFinished(end);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return end;
}
