import { problemType, type ProblemName } from "./catalogue.ts";

/** A fault of a request, and where it lies. */
export interface Fault {
  /** A JSON pointer into the body, or below /query or /path into the other parts. */
  pointer: string;
  detail: string;
}

/** What problems of some types say beyond the others. */
export interface Members {
  /** Of `events_expired`: where the log begins. */
  oldestSequence?: number;
  /** Of `external_id_taken`: the tournament that has it. */
  tournament?: string;
}

/** A refusal of the gateway itself. The detail is a sentence for the caller. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: ProblemName;
  readonly faults: readonly Fault[];
  /** After how long a repeat makes sense, where a service says so. */
  readonly retryAfterMs: number | undefined;
  /** Further members of the document. */
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

/** The refusal of a request whose caller has hung up: nobody reads it, and nothing went wrong. */
export class CallerGone extends ProblemError {
  override name = "CallerGone";

  constructor() {
    super("UNAVAILABLE");
  }
}

/** The refusal of a request that has faults. */
export function invalid(...faults: readonly Fault[]): ProblemError {
  const [first] = faults;
  const detail = first ? sentence(first) : undefined;
  return new ProblemError("INVALID_ARGUMENT", detail, { faults });
}

const sentence = ({ pointer, detail }: Fault): string =>
  pointer === "" ? `The body ${detail}.` : `${pointer.slice(1)} ${detail}.`;
