import { INCLUDED_IN, KEY_SCOPES } from "../../api/gen/words.ts";
import { toLabel } from "../../components/values.tsx";

type KeyScope = Exclude<(typeof KEY_SCOPES)[number], "read">;

/** The scopes that a key can have in addition to reading. */
export const MORE_SCOPES = KEY_SCOPES.filter((scope) => scope !== "read");

export const labelScope = (scope: string): string => toLabel(scope.split(":")[0] ?? scope);

export function findIncluding(scope: string, scopes: readonly string[]): string | undefined {
  const greater: Readonly<Record<string, string>> = INCLUDED_IN;
  return scopes.find((chosen) => chosen === greater[scope]);
}

export const withIncluded = (scopes: readonly string[]): KeyScope[] =>
  MORE_SCOPES.filter(
    (scope) => scopes.includes(scope) || findIncluding(scope, scopes) !== undefined,
  );

export function describeScopes(scopes: readonly string[]): string {
  const given = withIncluded(scopes);
  if (given.length === MORE_SCOPES.length) return "full access";
  return ["read", ...given.map((scope) => labelScope(scope).toLowerCase())].join(", ");
}
