type Parse<T> = (value: unknown) => T | undefined;

type Search<S extends Record<string, Parse<unknown>>> = {
  [N in keyof S]?: NonNullable<ReturnType<S[N]>>;
};

/** Returns a function that reads search parameters and ignores missing and invalid values. */
export const searchParams =
  <S extends Record<string, Parse<unknown>>>(parameters: S) =>
  (search: Record<string, unknown>): Search<S> =>
    Object.fromEntries(
      Object.entries(parameters)
        .map(([name, parse]) => [name, parse(search[name])] as const)
        .filter(([, value]) => value !== undefined),
    ) as Search<S>;

export function textWhere<T extends string>(isValid: (text: string) => text is T): Parse<T>;
export function textWhere(isValid: (text: string) => boolean): Parse<string>;
export function textWhere(isValid: (text: string) => boolean): Parse<string> {
  return (value) => (typeof value === "string" && isValid(value) ? value : undefined);
}

export const text: Parse<string> = textWhere((value) => value !== "");

export const oneOf = <T extends string>(values: readonly T[]): Parse<T> =>
  textWhere((value): value is T => values.some((one) => one === value));

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (value: string): boolean => ID.test(value);

// Browsers do not send the part after # to servers, so that no log contains the token.
export const tokenInHash = (): string =>
  new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

const KEY = "invitation";

/**
 * Stores the token during sign-up or sign-in. These pages have the next page in a query parameter, which
 * browsers send to servers.
 */
export function keepInvitation(): void {
  const token = tokenInHash();
  if (token !== "") sessionStorage.setItem(KEY, token);
}

export const invitationToken = (): string => sessionStorage.getItem(KEY) ?? "";

export const forgetInvitation = (): void => sessionStorage.removeItem(KEY);
