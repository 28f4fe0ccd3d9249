import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { callSpan } from "../process/fault-points.ts";
import { callerSpan, isSampled } from "../tracing/propagation.ts";
import { noteFailure, runIn, SpanKind, startSpan, type Span } from "../tracing/spans.ts";
import { originOf } from "./origin.ts";
import { rpcName } from "./rpc-name.ts";

/** Gives each served call a span, if its caller is in a sampled trace. */
export const traceServedCalls: Interceptor = (next) => async (request) => {
  const { header, method } = request;
  const caller = callerSpan({
    traceparent: header.get("traceparent"),
    tracestate: header.get("tracestate"),
  });
  if (caller === undefined || !isSampled(caller)) return await next(request);
  const span = startSpan(rpcName(method), caller, callSpan(SpanKind.SERVER, rpcName(method)));
  const { requestId } = originOf({ requestHeader: header });
  if (requestId !== null) span.setAttribute("tms.request_id", requestId);
  if (!request.stream) noteSubject(span, request.message);
  try {
    const response = await runIn(span, () => next(request));
    if (response.stream) return { ...response, message: inSpanOf(span, response.message) };
    noteTournament(span, response.message);
    span.end();
    return response;
  } catch (error) {
    endFailed(span, error);
    throw error;
  }
};

/** Notes the game and the tournament that a request names. */
function noteSubject(span: Span, message: object): void {
  for (const [field, attribute] of SUBJECTS) {
    const id: unknown = Reflect.get(message, field);
    if (typeof id === "string") span.setAttribute(attribute, id);
  }
}

/** Notes the tournament that a response contains. Only the response names a new tournament. */
function noteTournament(span: Span, message: object): void {
  const tournament: unknown = Reflect.get(message, "tournament");
  if (typeof tournament === "object" && tournament !== null && "id" in tournament)
    span.setAttribute("tms.tournament_id", String(tournament.id));
}

const SUBJECTS = [
  ["gameId", "tms.game_id"],
  ["tournamentId", "tms.tournament_id"],
] as const;

// The semantic conventions count the other codes as faults of the caller.
const FAULTS = new Set([
  Code.Unknown,
  Code.DeadlineExceeded,
  Code.Unimplemented,
  Code.Internal,
  Code.Unavailable,
  Code.DataLoss,
]);

function endFailed(span: Span, error: unknown): void {
  const { code } = ConnectError.from(error);
  span.setAttribute("rpc.response.status_code", Code[code]);
  if (FAULTS.has(code)) noteFailure(span, error);
  span.end();
}

/** Reads the messages of a stream in its span, and ends the span with the stream. */
async function* inSpanOf<T>(span: Span, stream: AsyncIterable<T>): AsyncGenerator<T, void> {
  const messages = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      // A generator runs in the context of its reader.
      const next = await runIn(span, () => messages.next());
      if (next.done === true) break;
      yield next.value;
    }
  } catch (error) {
    endFailed(span, error);
    throw error;
  } finally {
    await messages.return?.();
    span.end();
  }
}
