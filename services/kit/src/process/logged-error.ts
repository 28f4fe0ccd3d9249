const MOST_CAUSES = 5;
const LONGEST_TEXT = 1_000;
const LONGEST_STACK = 4_000;

// Of words of their own: which kind of failure it is, and where. Never what somebody sent.
const TOLD = [
  "code",
  "reason",
  "severity",
  "schema",
  "table",
  "constraint",
  "syscall",
  "address",
  "port",
];

/** What the log says of an error. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  [field: string]: unknown;
}

/**
 * What the log says of an error and of what caused it, within bounds. Libraries attach what they were
 * doing: ioredis the command, with its password or a whole batch of answers, Drizzle the parameters of
 * a query, Postgres the row. So fields are told by name, and none that is not known.
 */
export const loggedError = (error: unknown): LoggedError => told(error, MOST_CAUSES);

function told(error: unknown, causes: number): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? clipped(error) : "no error" };
  const fields = TOLD.flatMap((name) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === "string" || typeof value === "number" ? [[name, value]] : [];
  });
  return {
    type: error.name,
    message: clipped(messageOf(error)),
    ...(Object.fromEntries(fields) as Record<string, string | number>),
    stack: framesOf(error),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: told(error.cause, causes - 1) }),
  };
}

/** Drizzle's message ends with the parameters. By its name, as not every process has a database. */
const messageOf = (error: Error): string =>
  error.name === "DrizzleQueryError" && "query" in error
    ? `Failed query: ${String(error.query)}`
    : error.message;

/** Without the message, with which a stack begins. */
function framesOf({ stack = "" }: Error): string {
  const from = stack.search(/^ {4}at /m);
  return from === -1 ? "" : stack.slice(from, from + LONGEST_STACK);
}

const clipped = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
