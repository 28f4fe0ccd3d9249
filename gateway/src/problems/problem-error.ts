import { problemType, type ProblemName } from "./catalogue.ts";

export interface Fault {
  /** A JSON pointer into the body. A pointer under /query, /path or /header names a part outside the body. */
  pointer: string;
  detail: string;
}

export interface Members {
  /** The sequence of the oldest stored event. Only for `events_expired`. */
  oldestSequence?: number;
  /** The id of the tournament with the external id. Only for `external_id_taken`. */
  tournament?: string;
}

/** The failure of a request. The message, a sentence for the caller, is the problem document's `detail`. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: ProblemName;
  readonly faults: readonly Fault[];
  readonly retryAfterMs: number | undefined;
  readonly members: Members;

  constructor(
    problem: ProblemName,
    detail: string = `${problemType(problem).title}.`,
    options: {
      faults?: readonly Fault[];
      retryAfterMs?: number | undefined;
      members?: Members;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.problem = problem;
    this.faults = options.faults ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.members = options.members ?? {};
  }
}

/** The end of a request after its caller has disconnected. It is not a failure. */
export class CallerGone extends ProblemError {
  override name = "CallerGone";
}

export function invalid(...faults: readonly Fault[]): ProblemError {
  const [first] = faults;
  const detail = first ? sentence(first) : undefined;
  return new ProblemError("INVALID_ARGUMENT", detail, { faults });
}

const sentence = ({ pointer, detail }: Fault): string =>
  pointer === "" ? `The body ${detail}.` : `${pointer.slice(1)} ${detail}.`;
