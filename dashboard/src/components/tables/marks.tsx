import classes from "./virtual-table.module.css";

export const Marked = ({ color, children }: { color: string; children: string }) => (
  <span className={classes["mark"]}>
    <Dot color={color} />
    {children}
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
