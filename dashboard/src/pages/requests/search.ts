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

/** Reads the filters from search parameters and ignores invalid values. */
export function requestSearch(search: Record<string, unknown>): RequestSearch {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [status, path, problem] = [text("status"), text("path"), text("problem")];
  const [keyId, open, cursor] = [text("keyId"), text("open"), text("cursor")];
  const method = METHODS.find((one) => one === search["method"]);
  return {
    ...(status && STATUS.test(status) && { status }),
    ...(method && { method }),
    ...(path && { path }),
    ...(keyId && { keyId }),
    ...(problem && { problem }),
    ...(open && { open }),
    ...(cursor && { cursor }),
  };
}
