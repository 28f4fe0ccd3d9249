/**
 * The token that a mailed link carries. It stands behind the #, which browsers send to no server, so
 * that it appears in no log.
 */
export const tokenInHash = (): string =>
  new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

const KEY = "invitation";

/**
 * Keeps the token of the invitation that this tab was opened with. Whoever is invited signs up or in
 * first; meanwhile no address holds it, which the browser would remember and may send.
 */
export function keepInvitation(): void {
  const token = tokenInHash();
  if (token !== "") sessionStorage.setItem(KEY, token);
}

/** The token of the invitation that this tab was opened with; empty if there was none. */
export const invitationToken = (): string => sessionStorage.getItem(KEY) ?? "";

/** Forgets an invitation that was accepted. */
export const forgetInvitation = (): void => sessionStorage.removeItem(KEY);
