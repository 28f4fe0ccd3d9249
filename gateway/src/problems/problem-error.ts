import { problemType, type ProblemName } from "./catalogue.ts";

/** One fault of a request, where a caller can find it. */
export interface Fault {
  /** A JSON pointer into the body; other parts lie under /query and /path. */
  pointer: string;
  detail: string;
}

/** A request the gateway itself refuses. The detail is a sentence for the caller. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly problem: ProblemName;
  readonly faults: readonly Fault[];

  constructor(
    problem: ProblemName,
    detail: string = `${problemType(problem).title}.`,
    options: { faults?: readonly Fault[]; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.problem = problem;
    this.faults = options.faults ?? [];
  }
}

/** Refuses a request whose parts are wrong. */
export function invalid(...faults: readonly Fault[]): ProblemError {
  const [first] = faults;
  const detail = first ? sentence(first) : undefined;
  return new ProblemError("INVALID_ARGUMENT", detail, { faults });
}

const sentence = ({ pointer, detail }: Fault): string =>
  pointer === "" ? `The body ${detail}.` : `${pointer.slice(1)} ${detail}.`;
