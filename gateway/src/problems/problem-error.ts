import { problemType, type ProblemName } from "./catalogue.ts";

export interface Fault {
  /** A JSON pointer into the body, or below /query or /path into the other parts. */
  pointer: string;
  detail: string;
}

/** The additional members of some types of problems. */
export interface Members {
  /** Of `events_expired`. */
  oldestSequence?: number;
  /** Of `external_id_taken`. */
  tournament?: string;
}

/** A refusal of the gateway itself. The detail is a sentence for the caller. */
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

/** The refusal of a request whose caller has hung up. It is not a failure. */
export class CallerGone extends ProblemError {
  override name = "CallerGone";

  constructor() {
    super("UNAVAILABLE");
  }
}

export function invalid(...faults: readonly Fault[]): ProblemError {
  const [first] = faults;
  const detail = first ? sentence(first) : undefined;
  return new ProblemError("INVALID_ARGUMENT", detail, { faults });
}

const sentence = ({ pointer, detail }: Fault): string =>
  pointer === "" ? `The body ${detail}.` : `${pointer.slice(1)} ${detail}.`;
