/** Returns a function that reads non-empty texts from search parameters and ignores the others. */
export const searchText =
  <const N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>): Partial<Record<N, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === "string" && value !== "" ? [[name, value]] : [];
      }),
    ) as Partial<Record<N, string>>;

/**
 * Returns the token of a mailed link. Browsers do not send the part after # to servers, so that no
 * log contains the token.
 */
export const tokenInHash = (): string =>
  new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

const KEY = "invitation";

/**
 * Stores the token of the opened invitation while the person signs up or in. The address must not
 * contain the token, because browsers store and send addresses.
 */
export function keepInvitation(): void {
  const token = tokenInHash();
  if (token !== "") sessionStorage.setItem(KEY, token);
}

/** Returns the token of the opened invitation, or an empty string. */
export const invitationToken = (): string => sessionStorage.getItem(KEY) ?? "";

export const forgetInvitation = (): void => sessionStorage.removeItem(KEY);
