import { Text } from "@mantine/core";

/** The API decides on as many in one call. */
export const MOST_AT_ONCE = 1_000;
const MOST_NAMED = 12;

/** Names those whom a decision is about, the first of them where they are many. */
export function NameList({ names }: { names: readonly string[] }) {
  const rest = names.length - MOST_NAMED;
  return (
    <>
      <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
        {names.slice(0, MOST_NAMED).join(", ")}
        {rest > 0 && ` and ${rest.toLocaleString()} more`}
      </Text>
      {names.length > MOST_AT_ONCE && (
        <Text size="sm" c="red">
          Choose at most {MOST_AT_ONCE.toLocaleString()} rows.
        </Text>
      )}
    </>
  );
}
