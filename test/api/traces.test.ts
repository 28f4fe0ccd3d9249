import { createLogger } from "@tms/kit/process/log";
import { createShutdown } from "@tms/kit/process/shutdown";
import { continueTrace } from "@tms/kit/tracing/propagation";
import { startTracing } from "@tms/kit/tracing/start";
import { until } from "@tms/stack/until";
import { vi } from "vitest";
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

interface OtlpJson {
  resourceSpans: { scopeSpans: { spans: SpanJson[] }[] }[];
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: "vendor=1" };

/** Waits for the webhook of an event. */
const whenTold = ({ received }: Receiver, type: string) =>
  until(() => received.find(({ body }) => body.includes(`"type":"${type}"`)), {
    timeoutMs: 60_000,
    what: `the webhook ${type}`,
  });

test("leads one trace from a caller through the settlement to the webhooks", async () => {
  const [collector, hooks] = [await startReceiver(200, "{}"), await startReceiver(200, "")];
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const lines: string[] = [];
  const log = createLogger("test", "info", { write: (line) => void lines.push(line) });
  const tracing = createShutdown(log);
  await startTracing("test", { sampler: "parentbased_always_on", ratio: 1 }, log, tracing);
  const world = await startWorld({ background: true });
  const gateway = await startGateway(world, { log });
  const api = await createApi(gateway, { creditLimitMinorUnits: 1_000_000n });
  await api.post("/webhook/create", { url: hooks.url });
  const path = await created(api, { entryFee: 10 });
  await api.patch(`${path}/publish`);
  const gamers = ["ada", "bob", "cy", "dee"];
  await Promise.all(gamers.map((gamer) => api.post(`${path}/join`, { gamer })));
  const refused = await api.post(`${path}/join`, { gamer: "ada" }, { headers });
  await api.patch(`${path}/complete`, {}, { headers });
  await settled(api, path);
  await whenTold(hooks, "tournament.completed");
  const long = ["1000000000", headers.traceparent].join(" ");
  await continueTrace(
    long,
    "late",
    () => ({}),
    async () => undefined,
  );
  await world.close();
  await tracing.run();

  const spans = collector.received.flatMap(({ body }) =>
    (JSON.parse(body) as OtlpJson).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const find = (name: string) => spans.find((span) => span.name === name);
  const pathOf = (spanId: string | undefined): string[] => {
    const span = spans.find((one) => one.spanId === spanId);
    return span ? [span.name, ...pathOf(span.parentSpanId)] : [spanId ?? "a new trace"];
  };
  const paid = find("webhook payout.paid");
  expect(pathOf(paid?.spanId)).toEqual([
    "webhook payout.paid",
    "settle",
    "settlement.schedule",
    "tms.settlement.v1.SettlementService/ScheduleSettlement",
    "tms.settlement.v1.SettlementService/ScheduleSettlement",
    "deliver settlement.schedule",
    "tms.tournament.v1.TournamentService/CompleteTournament",
    "tms.tournament.v1.TournamentService/CompleteTournament",
    "PATCH /tournament/:tournamentId/complete",
    CALLER,
  ]);
  expect(pathOf(find("wallet.disburse")?.spanId)).toContain("settle");
  const { headers: sent } = await whenTold(hooks, "payout.paid");
  const ids = spans.filter(({ name }) => name === "webhook payout.paid").map((span) => span.spanId);
  expect(ids.map((id) => `00-${TRACE}-${id}-01`)).toContain(sent["traceparent"]);
  expect(sent["tracestate"]).toBe("vendor=1");

  const joins = ["POST /tournament/:tournamentId/join", "a new trace"];
  const batches = spans.filter(({ name }) => name === "batch");
  expect(batches.map(({ spanId }) => pathOf(spanId))).toContainEqual(["batch", ...joins]);
  const links = batches.flatMap((batch) => batch.links ?? []);
  expect(links.map(({ spanId }) => pathOf(spanId))).toContainEqual(joins);
  expect(find("late")).toMatchObject({ links: [{ traceId: TRACE, spanId: CALLER }] });
  expect(find("late")?.traceId).not.toBe(TRACE);

  expect(refused.body).toMatchObject({ code: "gamer_already_joined", traceId: TRACE });
  const line = lines.find((one) => one.includes(refused.body.requestId));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ status: 409, traceId: TRACE });
});

test("sends no header and shows no trace while tracing is off", async ({ api }) => {
  const hooks = await startReceiver(200, "");
  await api.post("/webhook/create", { url: hooks.url });
  await created(api);
  const { headers: sent } = await whenTold(hooks, "tournament.created");
  expect(Object.keys(sent).filter((name) => name.startsWith("trace"))).toEqual([]);
  const refused = await api.get("/tournament/no-id", { headers });
  expect(refused.body).not.toHaveProperty("traceId");
  const { body } = await until(
    async () => {
      const answer = await api.get(`/request/${refused.body.requestId}`);
      return answer.status === 200 ? answer : null;
    },
    { timeoutMs: 60_000, what: "the request log" },
  );
  expect(body.request).not.toHaveProperty("traceId");
});
