import { hash } from "node:crypto";
import { DomainError } from "../errors/domain-error.ts";

export interface Page<T> {
  items: T[];
  nextPageToken: string;
}

export type ListIdentity = readonly (string | number | undefined)[];

type Position = readonly (string | number)[];

const DEFAULT_SIZE = 50;

/**
 * Reads the request for a page. Returns a list: first the number of rows to read and the function that cuts
 * the page from these rows, then each part of the position in the token, if any. Throws INVALID_PAGE_TOKEN.
 */
export function openPage(
  { pageSize, pageToken }: { pageSize: number; pageToken: string },
  list: ListIdentity,
  patterns: readonly RegExp[],
) {
  const size = pageSize || DEFAULT_SIZE;
  const cut = <T>(rows: readonly T[], toPosition: (last: T) => Position) =>
    cutPage(rows, size, list, toPosition);
  return [{ limit: size + 1, cut }, ...(decodePageToken(pageToken, list, patterns) ?? [])] as const;
}

export function encodePageToken(list: ListIdentity, position: Position) {
  return Buffer.from(JSON.stringify([markOf(list), ...position])).toString("base64url");
}

/**
 * Returns the position in a page token, or undefined for the first page. Throws INVALID_PAGE_TOKEN unless the
 * token belongs to this list and each part matches its pattern.
 */
export function decodePageToken(token: string, list: ListIdentity, patterns: readonly RegExp[]) {
  if (token === "") return undefined;
  const [mark, ...parts] = parse(token) ?? [];
  const fits = parts.length === patterns.length && parts.every((p, i) => patterns[i]?.test(p));
  if (fits && mark === markOf(list)) return parts;
  throw new DomainError("INVALID_PAGE_TOKEN", undefined, {
    fields: [{ field: "page_token", description: "does not belong to this list" }],
  });
}

export const TOKEN_PART = {
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  integer: /^-?\d{1,18}$/,
  /** A number that fits a Postgres integer. */
  count: /^\d{1,9}$/,
  /** Also matches days such as February 30, which JavaScript reads as a day of the next month. */
  time: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/,
} as const;

/** Returns a page of rows that were read with a limit of `size` + 1. */
export function cutPage<T>(
  rows: readonly T[],
  size: number,
  list: ListIdentity,
  position: (last: T) => Position,
): Page<T> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const more = rows.length > size && last !== undefined;
  return { items, nextPageToken: more ? encodePageToken(list, position(last)) : "" };
}

// Nine bytes prevent mix-ups of lists. Forgery is harmless, because positions are not secret.
const markOf = (list: ListIdentity): string =>
  hash("sha256", JSON.stringify(list), "base64url").slice(0, 12);

function parse(token: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, "base64url").toString());
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}
