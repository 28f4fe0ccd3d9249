import type { ReactNode } from "react";
import classes from "../tables/virtual-table.module.css";

interface DetailsButtonProps {
  /** What the details are of. */
  of: string;
  onClick: () => void;
  /** What a row shows of them. */
  children: ReactNode;
}

/** Opens the details of a row of a table. A plain button: Mantine's take several times as long to draw. */
export const DetailsButton = ({ of, onClick, children }: DetailsButtonProps) => (
  <button type="button" className={classes["button"]} onClick={onClick}>
    {children}
    <span className={classes["unseen"]}>, details of {of}</span>
  </button>
);
