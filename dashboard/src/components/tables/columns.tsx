import type { Amount } from "../amount.ts";
import { GamerLink } from "../entries.tsx";
import { PlainMoney, PlainTime } from "../values.tsx";
import type { Column } from "./data-table.tsx";

// The columns of virtual tables. Import this module as `column`.

export const gamer = <T extends { gamerHandle: string; displayName?: string }>(
  width: string,
): Column<T> => ({
  head: "Gamer",
  width,
  cell: ({ gamerHandle, displayName }) => (
    <GamerLink handle={gamerHandle} displayName={displayName} />
  ),
});

interface NumberColumnOptions {
  from?: "sm";
  none?: string;
}

export const number = <T,>(
  head: string,
  width: string,
  getNumber: (row: T) => number | null | undefined,
  { none = "–", ...options }: NumberColumnOptions = {},
): Column<T> => ({
  head,
  width,
  isNumber: true,
  cell: (row) => getNumber(row)?.toLocaleString() ?? none,
  ...options,
});

export const money = <T,>(
  head: string,
  width: string,
  getAmount: (row: T) => Amount,
  options: { signed?: boolean } = {},
): Column<T> => ({
  head,
  width,
  isNumber: true,
  cell: (row) => <PlainMoney amount={getAmount(row)} {...options} />,
});

export const time = <T,>(
  head: string,
  getTime: (row: T) => string | null,
  { width, seconds = false }: { width?: string; seconds?: boolean } = {},
): Column<T> => ({
  head,
  width: width ?? `minmax(${seconds ? 186 : 170}px, 1fr)`,
  from: "sm",
  cell: (row) => {
    const at = getTime(row);
    return at !== null && <PlainTime at={at} seconds={seconds} />;
  },
});

export interface Choice {
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

export const choice = <T,>(
  { chosen, setChosen }: Choice,
  keyOf: (row: T) => string,
  nameOf: (row: T) => string,
): Column<T> => ({
  head: "",
  width: "16px",
  cell: (row) => (
    <input
      type="checkbox"
      aria-label={`Choose ${nameOf(row)}`}
      checked={chosen.has(keyOf(row))}
      onChange={({ currentTarget: { checked } }) => {
        const next = new Set(chosen);
        if (checked) next.add(keyOf(row));
        else next.delete(keyOf(row));
        setChosen(next);
      }}
    />
  ),
});

const CHARACTER_PX = 8;

export function fitWidth<T>(
  rows: readonly T[],
  getNumber: (row: T) => number | null | undefined,
  minPx: number,
): string {
  let [min, max] = [0, 0];
  for (const row of rows) {
    const value = getNumber(row) ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const lengths = [min, max].map((value) => value.toLocaleString().length);
  return `${Math.max(minPx, CHARACTER_PX * Math.max(...lengths))}px`;
}
