import { InvalidFileError } from "../process/watched-file.ts";
import { isProductCaller } from "./product.ts";

export interface CallerEntry {
  name: string;
  /** The SHA-256 digest of each token, as a hexadecimal string. The digest of the newest token is last. */
  digests: string[];
  /** The RPCs that the caller can call. Absent for a process of the product: the protos list its RPCs. */
  rpcs?: string[];
}

/** Reports whether a caller lists no RPCs and this release does not know its name. It can call no RPC. */
export const isOfAnotherRelease = ({ name, rpcs }: CallerEntry): boolean =>
  rpcs === undefined && !isProductCaller(name);

export class CallersFileError extends InvalidFileError {
  override name = "CallersFileError";
}

/** The maximum number of digests of a caller. While a token is replaced, both tokens are valid. */
export const MAX_DIGESTS = 2;
const MAX_CALLERS = 1_000;
const MAX_RPCS = 1_000;

const NAME = /^[a-z][a-z0-9-]{0,62}$/;
const NAME_RULE =
  "must start with a lower-case letter and contain only lower-case letters, digits and hyphens";
const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_RULE = "must be a SHA-256 digest of 64 hexadecimal digits";
const RPC = /^[A-Za-z_][\w.]*\/(?:[A-Za-z_]\w*|\*)$/;
const RPC_RULE = "must look like tms.wallet.v1.WalletService/GetAccount, or end in /*";

/**
 * Parses a callers file. Throws CallersFileError at the first fault. An unknown name without RPCs is valid,
 * because a newer release that was rolled back may have added the name.
 */
export function parseCallers(text: string): CallerEntry[] {
  const { callers } = fieldsOf(json(text), "the file", ["callers"]);
  const entries = listOf(callers, "callers", 0, MAX_CALLERS).map(callerOf);
  const names = entries.map(({ name }) => name);
  const digests = entries.flatMap((entry) => entry.digests);
  refuseRepeated("name", names);
  refuseRepeated("digest", digests);
  return entries;
}

export const formatCallers = (callers: readonly CallerEntry[]): string =>
  `${JSON.stringify({ callers }, null, 2)}\n`;

function callerOf(value: unknown, index: number): CallerEntry {
  const at = `callers[${index}]`;
  const fields = fieldsOf(value, at, ["name", "digests", "rpcs"]);
  const name = textOf(fields.name, `${at}.name`, NAME, NAME_RULE);
  const digests = listOf(fields.digests, `${at}.digests`, 1, MAX_DIGESTS).map((digest, place) =>
    textOf(digest, `${at}.digests[${place}]`, DIGEST, DIGEST_RULE),
  );
  if (fields.rpcs === undefined) return { name, digests };
  if (isProductCaller(name))
    throw new CallersFileError(
      `${at}.rpcs must be omitted: the RPCs that ${name} may call are built in`,
    );
  const rpcs = listOf(fields.rpcs, `${at}.rpcs`, 1, MAX_RPCS).map((rpc, place) =>
    textOf(rpc, `${at}.rpcs[${place}]`, RPC, RPC_RULE),
  );
  return { name, digests, rpcs };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message is omitted, because it can quote digests of the file.
    throw new CallersFileError("the file must be JSON");
  }
}

function fieldsOf<K extends string>(
  value: unknown,
  at: string,
  known: readonly K[],
): Partial<Record<K, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new CallersFileError(`${at} must be an object`);
  const stranger = Object.keys(value).find((name) => !known.some((one) => one === name));
  if (stranger !== undefined) throw new CallersFileError(`${at} has the unknown field ${stranger}`);
  return value;
}

function listOf(value: unknown, at: string, min: number, max: number): unknown[] {
  if (Array.isArray(value) && value.length >= min && value.length <= max) return value;
  throw new CallersFileError(`${at} must be a list of ${min} to ${max} items`);
}

function textOf(value: unknown, at: string, pattern: RegExp, rule: string): string {
  if (typeof value === "string" && pattern.test(value)) return value;
  throw new CallersFileError(`${at} ${rule}`);
}

function refuseRepeated(what: string, values: readonly string[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined)
    throw new CallersFileError(`the ${what} ${repeated} occurs more than once`);
}
