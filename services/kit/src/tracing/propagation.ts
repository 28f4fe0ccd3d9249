import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type SpanOptions,
} from "@opentelemetry/api";
import {
  activeSpan,
  currentTracing,
  endAfter,
  inBatch,
  inSpan,
  runIn,
  startSpan,
  toLink,
  type Span,
} from "./spans.ts";

type HeadersInit = ConstructorParameters<typeof Headers>[0];
type TextMap = Record<string, string>;

/** Returns the W3C headers `traceparent` and `tracestate` of the active span; none outside a trace. */
export function traceHeaders(): TextMap {
  const span = activeSpan();
  const headers: TextMap = {};
  if (span !== undefined)
    currentTracing()?.propagator.inject(
      trace.setSpan(ROOT_CONTEXT, span),
      headers,
      defaultTextMapSetter,
    );
  return headers;
}

/** Returns headers of a call with those of the active span. */
export function withTraceHeaders(headers: HeadersInit): HeadersInit {
  if (activeSpan() === undefined) return headers;
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(traceHeaders())) all.set(name, value);
  return all;
}

/** Returns the span of the caller that W3C headers name, sampled or not. */
export function callerSpan(headers: Readonly<Record<string, unknown>>): Span | undefined {
  const context = currentTracing()?.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  return context && trace.getSpan(context);
}

export const isSampled = (span: Span): boolean =>
  (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/**
 * Returns the active trace as a text, which travels with messages and stored rows: the time in seconds,
 * `traceparent`, and `tracestate` if there is one. Undefined outside a trace.
 */
export function traceContext(): string | undefined {
  if (activeSpan() === undefined) return undefined;
  const { traceparent, tracestate } = traceHeaders();
  return [Math.floor(Date.now() / 1_000), traceparent, tracestate ?? []].flat().join(" ");
}

const TRACE_CONTEXT = /^(\d{10}) (00-[0-9a-f]{32}-[0-9a-f]{16}-01)(?: ([\x20-\x7e]{1,512}))?$/;

/** Returns a text of {@link traceContext} to store; null for any other text. */
export const storableTraceContext = (text: string | undefined): string | null =>
  text !== undefined && TRACE_CONTEXT.test(text) ? text : null;

interface Origin {
  span: Span;
  atMs: number;
}

function parse(text: string | null | undefined): Origin | undefined {
  if (currentTracing() === undefined) return undefined;
  const [, seconds, traceparent, tracestate] = TRACE_CONTEXT.exec(text ?? "") ?? [];
  const span = callerSpan({ traceparent, tracestate });
  return span && { span, atMs: Number(seconds) * 1_000 };
}

const isSameTrace = (one: Span | undefined, other: Span | undefined): boolean =>
  one?.spanContext().traceId === other?.spanContext().traceId;

// A trace that lasts longer is hard to store and to read.
const LATE_MS = 60_000;

/**
 * Runs work that a message or a row with a trace context causes, in a span. Within a minute, the span
 * continues the trace. Later, it begins a new trace with a link to the old one. Without a trace context, the
 * work runs outside any trace.
 */
export function continueTrace<T>(
  text: string | null | undefined,
  name: string,
  options: () => SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (currentTracing() === undefined) return work();
  const origin = parse(text);
  if (origin === undefined) return runIn(undefined, work);
  if (isSameTrace(activeSpan(), origin.span)) return inSpan(name, options, work);
  const isLate = Date.now() - origin.atMs > LATE_MS;
  const span = isLate
    ? startSpan(name, undefined, { ...options(), links: [toLink(origin.span)] })
    : startSpan(name, origin.span, options());
  return endAfter(span, work);
}

/** Runs the work of an item of a batch in the trace of the item. */
export function inTraceOf<T>(text: string | undefined, work: () => Promise<T>): Promise<T> {
  if (currentTracing() === undefined) return work();
  const item = parse(text)?.span;
  return isSameTrace(activeSpan(), item) ? work() : runIn(item, work);
}

/** Runs the work of a batch of items with their own traces; see {@link inBatch}. */
export function inTracesOf<T>(
  texts: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  if (currentTracing() === undefined) return work();
  // Equal texts must give the same span.
  const spans = new Map(texts.map((text) => [text, parse(text)?.span]));
  return inBatch(
    texts.map((text) => spans.get(text)),
    work,
  );
}
