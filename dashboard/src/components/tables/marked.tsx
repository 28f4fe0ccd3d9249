import { Dot } from "../values/dot.tsx";
import classes from "./virtual-table.module.css";

/** A word with its colour, in a row of a table. */
export const Marked = ({ color, children }: { color: string; children: string }) => (
  <span className={classes["mark"]}>
    <Dot color={color} />
    {children}
  </span>
);
