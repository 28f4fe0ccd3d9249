/**
 * Reads texts from an address' search part; whatever else stands there is left out. A page that needs
 * one that is absent gets an empty text.
 */
export const searchText =
  <const N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>): Partial<Record<N, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === "string" && value !== "" ? [[name, value]] : [];
      }),
    ) as Partial<Record<N, string>>;
