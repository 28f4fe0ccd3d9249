import { Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useEnvironment } from "../../environment.ts";
import { Fine } from "../text.tsx";
import { type Amount, formatMoney } from "./amount.ts";
import classes from "./figures.module.css";
import { Time } from "./time.tsx";

interface FiguresProps {
  children: ReactNode;
  /** Lays out six figures so that no row has a single figure. */
  isSix?: boolean;
}

export const Figures = ({ children, isSix = false }: FiguresProps) => (
  <Paper
    withBorder
    radius="lg"
    className={`${classes["figures"]} ${isSix ? classes["six"] : ""}`}
    component="dl"
    m={0}
  >
    {children}
  </Paper>
);

interface FigureProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

export const Figure = ({ label, value, note }: FigureProps) => (
  <div className={classes["figure"]}>
    <Text component="dt" size="xs" c="dimmed" fw={500}>
      {label}
    </Text>
    <dd className={classes["value"]}>
      <Text component="div" fw={620} className={classes["number"] ?? ""}>
        {value}
      </Text>
      {note !== undefined && <Fine mt={2}>{note}</Fine>}
    </dd>
  </div>
);

interface TimeFigureProps {
  label: string;
  at: string;
  now?: number;
}

/** A time as a distance from now. */
export const TimeFigure = ({ label, at, ...props }: TimeFigureProps) => (
  <Figure label={label} value={<Time at={at} relative {...props} />} note={<Time at={at} />} />
);

export const Money = ({ amount, signed = false }: { amount: Amount; signed?: boolean }) => (
  <Text
    component="span"
    inherit
    style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
  >
    {formatMoney(amount, useEnvironment().game, { signed })}
  </Text>
);
