import { Group, Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { IconCircleCheck, IconCircleX } from "../../../../components/icons.ts";
import { fromMinor } from "../../../../components/values/amount.ts";
import { Money } from "../../../../components/values/money.tsx";
import { useEnvironment } from "../../../../environment.ts";
import classes from "./equation.module.css";
import { isBalanced, type Flow } from "./flow.ts";

/** Fees in = payouts + platform fee + refunds + what the pool still holds. */
export function Equation({ flow }: { flow: Flow }) {
  const { fees, payouts, platformFee, refunds, left } = flow;
  const { currencyDecimals } = useEnvironment().game;
  const term = (minor: bigint): ReactNode => <Money amount={fromMinor(minor, currencyDecimals)} />;
  const terms = [
    { name: "payouts", minor: payouts },
    { name: "platform fee", minor: platformFee },
    { name: "refunds", minor: refunds },
    { name: "in the pool", minor: left },
  ];
  // Three terms always stand there: that nothing was refunded is worth saying.
  const shown = terms.filter(({ name, minor }) => name !== "in the pool" || minor !== 0n);
  const holds = isBalanced(flow);
  return (
    <div>
      <div className={classes["equation"]} role="group" aria-label="Equation">
        <Term name="entry fees">{term(fees)}</Term>
        {shown.map(({ name, minor }, index) => (
          <Fragment key={name}>
            <span className={classes["sign"]}>{index > 0 ? "+" : holds ? "=" : "≠"}</span>
            <Term name={name}>{term(minor)}</Term>
          </Fragment>
        ))}
      </div>
      <Group gap={6} mt="xs" c={holds ? "dimmed" : "red"}>
        {holds ? <IconCircleCheck size={16} /> : <IconCircleX size={16} />}
        <Text size="sm">
          {holds
            ? "The amounts balance exactly."
            : "The amounts do not balance. Contact the operator."}
        </Text>
      </Group>
    </div>
  );
}

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className={classes["term"]}>
    <Text component="span" fw={620} size="lg">
      {children}
    </Text>
    <Text component="span" size="xs" c="dimmed">
      {name}
    </Text>
  </span>
);
