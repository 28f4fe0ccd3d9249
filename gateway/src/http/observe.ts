import { SECONDS, type Metrics } from "@tms/kit/metrics/registry";
import {
  callerSpan,
  currentTracing,
  isSampled,
  noteFailure,
  runIn,
  SpanKind,
  startSpan,
  type Span,
} from "@tms/kit/tracing/spans";
import { isId } from "@tms/kit/values/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, Gauge, Histogram } from "prom-client";
import { traceIds } from "../problems/answer.ts";

/** Logs one line per request, without headers and bodies. */
export function accessLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const game = request.principal?.game.id;
    const actor = request.caller?.actor;
    const line = {
      method: request.method,
      // The path is not logged: it may contain a handle, which may be the name of a person.
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(game !== undefined && { game }),
      ...(actor && { actor }),
    };
    if (reply.statusCode >= 400) request.log.info(line, "request answered with an error");
    else request.log.debug(line, "request answered");
  });
}

/** Counts and times requests by route. An event stream is counted when it ends. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const registers = [metrics];
  const handled = new Counter({
    name: "http_requests_total",
    help: "Requests, by method, route and status",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests, from the request headers to the last byte of the response",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  const connections = new Gauge({
    name: "http_connections",
    help: "Open client connections",
    registers,
    async collect() {
      const { promise, resolve } = Promise.withResolvers<number>();
      app.server.getConnections((_, count) => resolve(count));
      connections.set(await promise);
    },
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "(none)" };
    handled.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1_000);
  });
}

/** Creates a span for each sampled request to an operation. Other requests run outside any trace. */
export function traceRequests(app: FastifyInstance): void {
  const tracing = currentTracing();
  if (tracing === undefined) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, url: route, schema } = request.routeOptions;
    // Assets, pages and unknown paths have no operation.
    if (schema?.operationId === undefined) return done();
    const caller = callerSpan(request.headers);
    if (caller === undefined && !tracing.drawsTrace()) return done();
    const attributes = {
      "http.request.method": request.method,
      "http.route": route ?? "",
      "tms.request_id": request.id,
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = startSpan(`${String(method)} ${route}`, caller, options);
    if (!isSampled(span)) return done();
    spans.set(request, span);
    traceIds.set(request, span.spanContext().traceId);
    runIn(span, done);
  });
  // The parser of the body leaves the span, so this hook enters the span again.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else runIn(span, done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const span = spans.get(request);
    if (span === undefined) return done();
    end(span, request, reply.statusCode);
    runIn(span, done);
  });
}

function end(span: Span, request: FastifyRequest, status: number): void {
  const { tournamentId = "" } = request.params as { tournamentId?: string };
  if (isId(tournamentId)) span.setAttribute("tms.tournament_id", tournamentId.toLowerCase());
  span.setAttribute("http.response.status_code", status);
  const game = request.principal?.game.id;
  if (game !== undefined) span.setAttribute("tms.game_id", game);
  if (status >= 500) noteFailure(span, String(status));
  span.end();
}
