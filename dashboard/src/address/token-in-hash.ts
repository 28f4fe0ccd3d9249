/**
 * The token that a mailed link carries. It stands behind the #, which browsers send to no server, so
 * that it appears in no log.
 */
export const tokenInHash = (): string =>
  new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
