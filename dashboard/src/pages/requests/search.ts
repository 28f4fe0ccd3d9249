import { oneOf, searchParams, text, textWhere } from "../../address.ts";

export const METHODS = ["GET", "POST", "PATCH"] as const;

const STATUS = /^([1-5]xx|[1-5]\d\d)$/;

/** Reads the filters: a status or a class of statuses such as 4xx, and the beginning of a path. */
export const requestSearch = searchParams({
  status: textWhere((value) => STATUS.test(value)),
  method: oneOf(METHODS),
  path: text,
  keyId: text,
  problem: text,
  open: text,
  cursor: text,
});
