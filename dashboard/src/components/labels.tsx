import { Badge } from "@mantine/core";

/** Returns the label of a word of the API: `entry_fee` becomes "Entry fee". */
export function toLabel(word: string): string {
  const text = word.replaceAll("_", " ").replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

export const toChoices = <W extends string>(words: readonly W[]) =>
  words.map((value) => ({ value, label: toLabel(value) }));

const COLORS: Readonly<Record<string, string>> = {
  live: "teal",
  test: "yellow",
  active: "teal",
  rolling: "yellow",
  failing: "red",
  disabled: "red",
  delivered: "teal",
  retrying: "yellow",
  failed: "red",
  in: "teal",
  disqualified: "red",
  counted: "teal",
  paid: "teal",
  held: "yellow",
  published: "teal",
  settling: "orange",
  completed: "indigo",
  cancelled: "red",
};

/** Returns the color of a mode or a state. States that need no attention are gray. */
export const toColor = (state: string): string => COLORS[state] ?? "gray";

interface StateProps {
  state: string;
  label?: string;
  color?: string;
}

export const StateBadge = ({ state, label, color }: StateProps) => (
  <Badge color={color ?? toColor(state)} style={{ flexShrink: 0, minWidth: "max-content" }}>
    {label ?? toLabel(state)}
  </Badge>
);

export const StateMark = ({ state, label, color }: StateProps) => (
  <span style={{ display: "inline-flex", gap: 8, alignItems: "center" }}>
    <Dot color={color ?? toColor(state)} />
    {label ?? toLabel(state)}
  </span>
);

export const Dot = ({ color }: { color: string }) => (
  <span
    aria-hidden="true"
    style={{
      flexShrink: 0,
      width: 8,
      height: 8,
      borderRadius: "50%",
      background: `var(--mantine-color-${color}-6)`,
    }}
  />
);

const MAX_LETTERS = 60;

export function endpointName(url: string): string {
  const { host, pathname, search } = new URL(url);
  const name = `${host}${pathname === "/" ? "" : pathname}${search}`;
  return name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name;
}
