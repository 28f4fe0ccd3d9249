import { AsyncLocalStorage } from "node:async_hooks";
import {
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span,
  type SpanOptions,
  type TextMapPropagator,
  type Tracer,
} from "@opentelemetry/api";

export { SpanKind, type Span, type SpanOptions } from "@opentelemetry/api";

/** The parts of the SDK that spans need. */
export interface Tracing {
  tracer: Tracer;
  propagator: TextMapPropagator;
}

// Undefined while tracing is off. All functions of this folder then do nothing.
let tracing: Tracing | undefined;

export const setTracing = (parts: Tracing | undefined): void => void (tracing = parts);
export const currentTracing = (): Tracing | undefined => tracing;

// Only sampled spans are stored. Work outside a sampled trace therefore makes no spans.
const active = new AsyncLocalStorage<Span | undefined>();

/**
 * Returns the sampled span of the current work; undefined outside a trace. Timers and loops that a request
 * starts outlive its span, and are then outside its trace.
 */
export function activeSpan(): Span | undefined {
  const span = tracing && active.getStore();
  return span && (span.isRecording() || span.spanContext().isRemote) ? span : undefined;
}

/** Returns the fields of a log line: the id of the trace, so that an operator finds the trace. */
export function traceForLog(): { traceId?: string } {
  const span = tracing && active.getStore();
  return span ? { traceId: span.spanContext().traceId } : {};
}

/** Runs work as a part of a span, or outside any trace. */
export const runIn = <T>(span: Span | undefined, work: () => T): T => active.run(span, work);

/** Returns a fixed context of a span. */
const contextOf = (span: Span | undefined): Context =>
  span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;

/** Starts a span. Without a parent, it begins a trace. The caller ends it. */
export function startSpan(name: string, parent: Span | undefined, options: SpanOptions): Span {
  if (tracing === undefined) throw new Error("a span was started while tracing is off");
  return tracing.tracer.startSpan(name, options, contextOf(parent));
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

/** Runs work in a span, and ends the span with it. */
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

/** Marks a span as failed. The message of an error may contain data of callers, so it is left out. */
export const noteFailure = (span: Span, error: unknown): void =>
  void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", toType(error));

function toType(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "reason" in error ? String(error.reason) : error.name;
}

export const toLink = (span: Span): Link => ({ context: span.spanContext() });

/**
 * Runs the work of a batch for several callers. The span of a batch is a part of the first sampled caller's
 * trace and has links to the other callers. A lone caller needs no span of the batch.
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
