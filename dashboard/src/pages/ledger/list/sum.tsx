import { Group } from "@mantine/core";
import type { Ledger } from "../../../api/types.ts";
import { IconCircleCheck, IconCircleX } from "../../../components/icons.ts";
import { Figure, Figures } from "../../../components/values/figures.tsx";
import { formatMoney } from "../../../components/values/amount.ts";
import { Money } from "../../../components/values/money.tsx";
import { useEnvironment } from "../../../environment.ts";
import { KINDS, type AccountKind } from "../kinds.ts";

/** What all accounts hold, by kind, and that it adds up to nothing. */
export function Sum({ ledger: { accounts, sum } }: { ledger: Ledger }) {
  const { game } = useEnvironment();
  const { creditLimit } = game;
  const byKind = new Map(accounts.map(({ kind, balance }) => [kind, balance]));
  const noteOf = (kind: AccountKind, meaning: string): string => {
    if (kind !== "game" || creditLimit === null) return meaning;
    return `lowest allowed balance: ${formatMoney(-creditLimit, game)}`;
  };
  const isZero = sum === 0;
  return (
    <Figures isSix>
      {Object.entries(KINDS).map(([kind, { label, meaning }]) => (
        <Figure
          key={kind}
          label={label}
          value={<Money amount={byKind.get(kind as AccountKind) ?? 0} />}
          note={noteOf(kind as AccountKind, meaning)}
        />
      ))}
      <Figure
        label="Sum"
        value={<Money amount={sum} />}
        note={
          <Group gap={4} wrap="nowrap" c={isZero ? "var(--mantine-color-teal-light-color)" : "red"}>
            {isZero ? <IconCircleCheck size={14} /> : <IconCircleX size={14} />}
            {isZero ? "the ledger balances" : "not 0: contact the operator"}
          </Group>
        }
      />
    </Figures>
  );
}
