import classes from "./virtual-table.module.css";

/** A word with its colour, in a row of a table. */
export const Marked = ({ color, children }: { color: string; children: string }) => (
  <span className={classes["mark"]}>
    <Dot color={color} />
    {children}
  </span>
);

/** A spot of colour beside a word; the word says the same. */
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
