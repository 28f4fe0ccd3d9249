import { apiDiff } from "api-smart-diff";

/** A change after which a client of the document before may fail. */
export interface BreakingChange {
  /** Where, as a JSON pointer into one of the documents. */
  at: string;
  /** `add`, `remove`, `replace` or `rename`. */
  action: string;
}

/** A breaking change that is meant. */
export interface Allowed extends BreakingChange {
  why: string;
}

/** What breaks clients of a document of which another takes the place. */
export const breakingChanges = (before: object, after: object): BreakingChange[] =>
  apiDiff(before, after)
    .filter(
      (change) =>
        (change.type === "breaking" && !isWidth(change)) ||
        isRefusedNow(change.path, change.action),
    )
    .map(({ path, action }) => ({ at: path.map((part) => `/${escaped(part)}`).join(""), action }));

/** Whether a change only says how wide a number is. The numbers that are sent stay the same. */
const isWidth = ({
  action,
  path,
  after,
}: {
  action: string;
  path: readonly (string | number)[];
  after?: unknown;
}): boolean =>
  action === "add" && path.at(-1) === "format" && (after === "double" || after === "int64");

/**
 * Whether what could be sent before cannot be any more: fields and query parameters that are not
 * known are refused here, which the library does not reckon with.
 */
const isRefusedNow = (path: readonly (string | number)[], action: string): boolean =>
  action === "remove" &&
  ((path.includes("requestBody") && path.at(-2) === "properties") || path.at(-2) === "parameters");

const escaped = (part: string | number): string =>
  String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/** What is wrong with a document: breaking changes nobody allowed, and leave for such as are none. */
export function faultsOf(before: object, after: object, allowed: readonly Allowed[]): string[] {
  const changes = breakingChanges(before, after);
  const isSame = (a: BreakingChange) => (b: BreakingChange) =>
    a.at === b.at && a.action === b.action;
  return [
    ...changes
      .filter((change) => !allowed.some(isSame(change)))
      .map(({ at, action }) => `${action} ${at} breaks clients of the last release.`),
    ...allowed
      .filter((leave) => !changes.some(isSame(leave)))
      .map(
        ({ at, action }) =>
          `${action} ${at} is allowed, but this change does not exist. Remove it from allowed.ts.`,
      ),
  ];
}
