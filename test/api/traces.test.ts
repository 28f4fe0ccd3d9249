import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { continueTrace } from "@tms/kit/tracing/spans";
import { startTracing } from "@tms/kit/tracing/start";
import { until } from "@tms/stack/until";
import { onTestFinished, vi } from "vitest";
import { startReceiver, type Receiver } from "../harness/receiver.ts";
import { created, settled } from "../harness/tournament.ts";
import { createApi } from "../world/callers.ts";
import { startGateway } from "../world/gateway.ts";
import { expect, test } from "../world/test.ts";
import { startWorld } from "../world/world.ts";

interface SpanJson {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string; spanId: string }[];
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'vendor=1,other={"a\\b}' };

/** Waits for the webhook of an event; returns its headers. */
const whenTold = ({ received }: Receiver, type: string) =>
  until(() => received.find(({ body }) => body.includes(`"type":"${type}"`))?.headers, {
    timeoutMs: 60_000,
    what: `the webhook ${type}`,
  });

function spansIn({ received }: Receiver): SpanJson[] {
  return received.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: SpanJson[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
}

test("leads one trace from a caller through the settlement to the webhooks", async () => {
  const [collector, hooks] = [await startReceiver(200, "{}"), await startReceiver(200, "")];
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const log = createLogger("test", "info", { write: (line) => void lines.push(line) });
  const tracing = createShutdown(log);
  onTestFinished(() => tracing.run());
  await startTracing("test", { sampler: "parentbased_traceidratio", ratio: 1 }, log, tracing);
  const world = await startWorld({ background: true });
  onTestFinished(() => world.close());
  const api = await createApi(await startGateway(world, { log }), {
    creditLimitMinorUnits: 1_000_000n,
  });
  await api.post("/webhook/create", { url: hooks.url });
  const path = await created(api, { entryFee: 10 });
  await api.patch(`${path}/publish`);
  const join = (gamer: string, more = {}) => api.post(`${path}/join`, { gamer }, more);
  await Promise.all(["ada", "bob", "cy", "dee"].map((gamer) => join(gamer)));
  const { body: problem } = await join("ada", { headers });
  await api.patch(`${path}/complete`, {}, { headers });
  await settled(api, path);
  const sent = await whenTold(hooks, "payout.paid");
  const old = `1000000000 ${headers.traceparent}`;
  const none = () => Promise.resolve();
  await continueTrace(old, "late", Object, none);
  await world.close();
  await tracing.run();

  const spans = spansIn(collector);
  const pathOf = (spanId: string | undefined): string[] => {
    const span = spans.find((one) => one.spanId === spanId);
    return span ? [span.name, ...pathOf(span.parentSpanId)] : [spanId ?? "a new trace"];
  };
  const [, , paidBy] = sent["traceparent"]?.split("-") ?? [];
  expect(sent).toMatchObject({ ...headers, traceparent: `00-${TRACE}-${paidBy}-01` });
  // If the relay delivers the message before the request does, the delivery has this span as its parent.
  expect(pathOf(paidBy).filter((name) => name !== "tournament.complete")).toEqual([
    "webhook payout.paid",
    "settle",
    "settlement.schedule",
    ...Array.from({ length: 2 }, () => "tms.settlement.v1.SettlementService/ScheduleSettlement"),
    "deliver settlement.schedule",
    ...Array.from({ length: 2 }, () => "tms.tournament.v1.TournamentService/CompleteTournament"),
    "PATCH /tournament/:tournamentId/complete",
    CALLER,
  ]);
  const joins = ["POST /tournament/:tournamentId/join", "a new trace"];
  const batches = spans.filter(({ name }) => name === "batch");
  expect(batches.map(({ spanId }) => pathOf(spanId))).toContainEqual(["batch", ...joins]);
  const linked = batches.flatMap(({ links = [] }) => links.map(({ spanId }) => pathOf(spanId)));
  expect(linked).toContainEqual(joins);
  const late = spans.find(({ name }) => name === "late");
  expect(late).toMatchObject({ links: [{ traceId: TRACE, spanId: CALLER }] });
  expect(late?.traceId).not.toBe(TRACE);
  expect(problem).toMatchObject({ code: "gamer_already_joined", traceId: TRACE });
  const line = lines.find((one) => one.includes(problem.requestId)) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ status: 409, traceId: TRACE });
});

test("records what a caller sampled, although it draws no request", async ({
  newGateway,
  world,
}) => {
  const collector = await startReceiver(200, "{}");
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const log = createLogger("test", "silent");
  const tracing = createShutdown(log);
  onTestFinished(() => tracing.run());
  await startTracing("test", { sampler: "parentbased_traceidratio", ratio: 0 }, log, tracing);
  const api = await createApi(await newGateway({}, world));
  const { body: undrawn } = await api.get("/tournament/no-id");
  expect(undrawn).not.toHaveProperty("traceId");
  const { body: sampled } = await api.get("/tournament/no-id", { headers });
  expect(sampled).toHaveProperty("traceId", TRACE);
  await tracing.run();
  const traces = new Set(spansIn(collector).map(({ traceId }) => traceId));
  expect([...traces]).toEqual([TRACE]);
});

test("sends no header and shows no trace while tracing is off", async ({ api }) => {
  const hooks = await startReceiver(200, "");
  await api.post("/webhook/create", { url: hooks.url });
  await created(api);
  const sent = Object.keys(await whenTold(hooks, "tournament.created"));
  expect(sent.filter((name) => name.startsWith("trace"))).toEqual([]);
  const { body } = await api.get("/tournament/no-id", { headers });
  expect(body).not.toHaveProperty("traceId");
});
