import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./details.module.css";

interface DetailsProps {
  children: ReactNode;
  /** Whether they stand in several columns where there is room. */
  isWide?: boolean;
}

/** What is known of a thing, by name. */
export const Details = ({ children, isWide = false }: DetailsProps) => (
  <dl className={classes["details"]} data-wide={isWide}>
    {children}
  </dl>
);

/** One of them. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes["detail"]}>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0}>
      {children}
    </Text>
  </div>
);
