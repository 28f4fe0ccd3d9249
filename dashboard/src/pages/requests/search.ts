import { searchText } from "../../address.ts";

export interface RequestSearch {
  /** A status, or a class of statuses such as 4xx. */
  status?: string;
  method?: Method;
  /** The beginning of the path. */
  path?: string;
  keyId?: string;
  problem?: string;
  open?: string;
  cursor?: string;
}

export const METHODS = ["GET", "POST", "PATCH"] as const;
type Method = (typeof METHODS)[number];

const STATUS = /^([1-5]xx|[1-5]\d\d)$/;

const readTexts = searchText("path", "keyId", "problem", "open", "cursor");

/** Reads the filters from search parameters and ignores invalid values. */
export function requestSearch(search: Record<string, unknown>): RequestSearch {
  const { status } = search;
  const method = METHODS.find((one) => one === search["method"]);
  return {
    ...(typeof status === "string" && STATUS.test(status) && { status }),
    ...(method && { method }),
    ...readTexts(search),
  };
}
