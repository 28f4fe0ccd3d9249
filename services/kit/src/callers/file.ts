import { isProductCaller } from "./product.ts";

export interface CallerEntry {
  name: string;
  /** The SHA-256 digest of each token, as hexadecimal text. The newest comes last. */
  digests: string[];
  /**
   * The RPCs that the caller can call. Absent for callers of the product, because the protos define their
   * rights. Also absent for callers that only another release knows.
   */
  rpcs?: string[];
}

/** Reports whether a caller is known only to another release, so that this release gives it no rights. */
export const isOfAnotherRelease = ({ name, rpcs }: CallerEntry): boolean =>
  rpcs === undefined && !isProductCaller(name);

/** The error of an invalid callers file. The message names the position of the fault. */
export class CallersFileError extends Error {
  override name = "CallersFileError";
}

/**
 * The maximum number of digests of a caller. While a token is replaced, the old and the new token are valid.
 */
export const MAX_DIGESTS = 2;
const MAX_CALLERS = 1_000;
const MAX_RPCS = 1_000;
const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const RPC = /^[A-Za-z_][\w.]*\/(?:[A-Za-z_]\w*|\*)$/;

/**
 * Parses a callers file. Throws CallersFileError at the first fault. An unknown name without RPCs is valid,
 * because a newer release that was rolled back may have added it.
 */
export function parseCallers(text: string): CallerEntry[] {
  const entries = list(fieldsOf(json(text), "the file", ["callers"])["callers"], "callers", {
    least: 0,
    most: MAX_CALLERS,
  }).map((value, index) => callerOf(value, `callers[${index}]`));
  unique(
    "name",
    entries.map(({ name }) => name),
  );
  unique(
    "digest",
    entries.flatMap(({ digests }) => digests),
  );
  return entries;
}

/** Returns the text of a callers file. */
export const formatCallers = (callers: readonly CallerEntry[]): string =>
  `${JSON.stringify({ callers }, null, 2)}\n`;

function callerOf(value: unknown, at: string): CallerEntry {
  const fields = fieldsOf(value, at, ["name", "digests", "rpcs"]);
  const name = textOf(
    fields["name"],
    `${at}.name`,
    NAME,
    "must start with a lower-case letter and contain only lower-case letters, digits and hyphens",
  );
  const digests = list(fields["digests"], `${at}.digests`, { least: 1, most: MAX_DIGESTS }).map(
    (item, index) =>
      textOf(
        item,
        `${at}.digests[${index}]`,
        DIGEST,
        "must be a SHA-256 digest of 64 hexadecimal digits",
      ),
  );
  const entry = { name, digests };
  if (isProductCaller(name)) {
    if (fields["rpcs"] === undefined) return entry;
    throw new CallersFileError(
      `${at}.rpcs must be omitted: the RPCs that ${name} may call are built in`,
    );
  }
  if (fields["rpcs"] === undefined) return entry;
  const rpcs = list(fields["rpcs"], `${at}.rpcs`, { least: 1, most: MAX_RPCS }).map((item, index) =>
    textOf(
      item,
      `${at}.rpcs[${index}]`,
      RPC,
      "must look like tms.wallet.v1.WalletService/GetAccount, or end in /*",
    ),
  );
  return { ...entry, rpcs };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser would quote the file with its digests.
    throw new CallersFileError("the file must be JSON");
  }
}

function fieldsOf(value: unknown, at: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CallersFileError(`${at} must be an object`);
  const stranger = Object.keys(value).find((name) => !known.includes(name));
  if (stranger !== undefined) throw new CallersFileError(`${at} has the unknown field ${stranger}`);
  return value as Record<string, unknown>;
}

function list(
  value: unknown,
  at: string,
  { least, most }: { least: number; most: number },
): unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value;
  throw new CallersFileError(`${at} must be a list of ${least} to ${most} items`);
}

function textOf(value: unknown, at: string, form: RegExp, what: string): string {
  if (typeof value === "string" && form.test(value)) return value;
  throw new CallersFileError(`${at} ${what}`);
}

function unique(what: string, values: readonly string[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined)
    throw new CallersFileError(`the ${what} ${repeated} occurs more than once`);
}
