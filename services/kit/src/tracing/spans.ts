import { AsyncLocalStorage } from "node:async_hooks";
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Link,
  type Span,
  type SpanOptions,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";

export { SpanKind, type Span, type SpanOptions } from "@opentelemetry/api";

interface Tracing {
  tracer: Tracer;
  propagator: TextMapPropagator;
  /** Decides whether a request without a caller's span begins a trace. Asked before any span is created. */
  drawsTrace: () => boolean;
}

// Undefined while tracing is off. Work then runs without spans.
let tracing: Tracing | undefined;

export const setTracing = (parts: Tracing | undefined): void => void (tracing = parts);
export const currentTracing = (): Tracing | undefined => tracing;

// Outside a sampled trace, work has no active span and creates no spans.
const active = new AsyncLocalStorage<Span | undefined>();

/** Returns the sampled span of the current work, or undefined if there is none or it ended, as in a timer. */
export function activeSpan(): Span | undefined {
  const span = tracing && active.getStore();
  return span && (span.isRecording() || span.spanContext().isRemote) ? span : undefined;
}

export function traceForLog(): { traceId?: string } {
  const span = tracing && active.getStore();
  return span ? { traceId: span.spanContext().traceId } : {};
}

export const runIn = <T>(span: Span | undefined, work: () => T): T => active.run(span, work);

export function startSpan(name: string, parent: Span | undefined, options: SpanOptions): Span {
  if (tracing === undefined) throw new Error("a span was started while tracing is off");
  const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  return tracing.tracer.startSpan(name, options, context);
}

/** Runs work in a new span within the active span. Outside a trace, only runs the work. */
export function inSpan<T>(
  name: string,
  options: () => SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const parent = activeSpan();
  return parent === undefined ? work() : endAfter(startSpan(name, parent, options()), work);
}

export async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await active.run(span, work);
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. Leaves out the message of the error, which may contain data of callers. */
export const noteFailure = (span: Span, error: unknown): void =>
  void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", toType(error));

function toType(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "reason" in error ? String(error.reason) : error.name;
}

export const toLink = (span: Span): Link => ({ context: span.spanContext() });

/**
 * Runs a batch in a span of the first sampled caller's trace, with links to and from other sampled callers. A
 * batch of one call runs in its caller's span. Without a sampled caller, the batch runs outside any trace.
 */
export function inBatch<T>(
  callers: readonly (Span | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work();
  const [first, ...others] = new Set(callers.filter((caller) => caller !== undefined));
  // Without a sampled caller, the batch must not join the trace in which it happens to start.
  if (first === undefined || callers.length === 1) return active.run(first, work);
  const attributes = { "tms.batch_size": callers.length };
  const span = startSpan("batch", first, { attributes, links: others.map(toLink) });
  for (const other of others) other.addLink(toLink(span));
  return endAfter(span, work);
}

type HeadersInit = ConstructorParameters<typeof Headers>[0];

/** Returns the W3C headers `traceparent` and `tracestate` of the active span; none outside a trace. */
export function traceHeaders(): Record<string, string> {
  const span = activeSpan();
  const headers: Record<string, string> = {};
  if (span !== undefined)
    tracing?.propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
  return headers;
}

export function withTraceHeaders(headers: HeadersInit): HeadersInit {
  if (activeSpan() === undefined) return headers;
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(traceHeaders())) all.set(name, value);
  return all;
}

/** Returns the caller's span in W3C headers, sampled or not. Undefined if there is none or tracing is off. */
export function callerSpan(headers: Readonly<Record<string, unknown>>): Span | undefined {
  // Most requests have no header, and the propagator takes longer to find out.
  if (typeof headers["traceparent"] !== "string") return undefined;
  const context = tracing?.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  return context && trace.getSpan(context);
}

export const isSampled = (span: Span): boolean =>
  (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/**
 * Returns the active trace as a string for messages and stored rows, or undefined outside a sampled trace.
 * The string has the time in seconds, `traceparent`, and `tracestate` if there is one.
 */
export function traceContext(): string | undefined {
  if (activeSpan() === undefined) return undefined;
  const { traceparent, tracestate } = traceHeaders();
  return [Math.floor(Date.now() / 1_000), traceparent, tracestate ?? []].flat().join(" ");
}

const TRACE_CONTEXT = /^(\d{10}) (00-[0-9a-f]{32}-[0-9a-f]{16}-01)(?: ([\x20-\x7e]{1,512}))?$/;

export const storableTraceContext = (text: string | undefined): string | null =>
  text !== undefined && TRACE_CONTEXT.test(text) ? text : null;

function parse(text: string | null | undefined) {
  if (tracing === undefined) return undefined;
  const [, seconds, traceparent, tracestate] = TRACE_CONTEXT.exec(text ?? "") ?? [];
  const span = callerSpan({ traceparent, tracestate });
  return span && { span, atMs: Number(seconds) * 1_000 };
}

const isSameTrace = (one: Span | undefined, other: Span | undefined): boolean =>
  one?.spanContext().traceId === other?.spanContext().traceId;

// A trace that lasts longer is hard to store and to read.
const LATE_MS = 60_000;

/**
 * Runs the work for a message or row in a span of the trace in `text`. If `text` is more than a minute old,
 * the span begins a new trace with a link to the old trace, unless the old trace is active. Without a valid
 * `text`, the work runs outside any trace.
 */
export function continueTrace<T>(
  text: string | null | undefined,
  name: string,
  options: () => SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work();
  const origin = parse(text);
  if (origin === undefined) return runIn(undefined, work);
  if (isSameTrace(activeSpan(), origin.span)) return inSpan(name, options, work);
  const isLate = Date.now() - origin.atMs > LATE_MS;
  const linked = { ...options(), ...(isLate && { links: [toLink(origin.span)] }) };
  return endAfter(startSpan(name, isLate ? undefined : origin.span, linked), work);
}

export function inTraceOf<T>(text: string | undefined, work: () => Promise<T>): Promise<T> {
  if (tracing === undefined) return work();
  const item = parse(text)?.span;
  return isSameTrace(activeSpan(), item) ? work() : runIn(item, work);
}

export function inTracesOf<T>(
  traceContexts: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === undefined) return work();
  // Equal trace contexts get the same Span object, so that a batch does not link a caller twice.
  const spans = new Map(traceContexts.map((context) => [context, parse(context)?.span]));
  const callers = traceContexts.map((context) => spans.get(context));
  return inBatch(callers, work);
}
