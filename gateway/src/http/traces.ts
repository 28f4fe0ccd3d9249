import {
  callerSpan,
  currentTracing,
  isSampled,
  noteFailure,
  runIn,
  type Span,
  SpanKind,
  startSpan,
} from "@tms/kit/tracing/spans";
import { isId } from "@tms/kit/values/ids";
import type { FastifyRequest } from "fastify";
import type { App } from "../app-type.ts";
import { findPrincipal } from "../auth/principal.ts";
import { noteTraceId } from "../problems/answer.ts";

/**
 * Gives each sampled request to an operation a span. It continues the trace of the caller, or begins a trace.
 * Requests that are not sampled run outside any trace.
 */
export function traceRequests(app: App): void {
  if (currentTracing() === undefined) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, url: route, schema } = request.routeOptions;
    // Assets, probes and unknown paths have no operation.
    if (schema?.operationId === undefined) return done();
    const attributes = {
      "http.request.method": request.method,
      "http.route": route ?? "",
      "tms.request_id": request.id,
    };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = startSpan(`${String(method)} ${route}`, callerSpan(request.headers), options);
    if (!isSampled(span)) return done();
    spans.set(request, span);
    noteTraceId(request, span.spanContext().traceId);
    runIn(span, done);
  });
  // The parser of the body continues outside the trace.
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
  const game = findPrincipal(request)?.game.id;
  if (game !== undefined) span.setAttribute("tms.game_id", game);
  if (status >= 500) noteFailure(span, String(status));
  span.end();
}
