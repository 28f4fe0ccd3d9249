import type { Transaction } from "../../api/types.ts";
import { useEnvironment } from "../../environment.ts";
import type { Cell } from "../export/csv.ts";
import { ExportCsv } from "../export/export-csv.tsx";
import { toDecimal } from "../values/amount.ts";

interface TransactionPage {
  transactions: readonly Transaction[];
  nextCursor: string | null;
}

interface ExportTransactionsProps {
  /** Of the file. */
  name: string;
  /** Reads a page of as many lines as there may be. */
  read: (cursor: string | undefined) => Promise<TransactionPage>;
}

const HEAD = ["transaction", "time", "kind", "amount", "balance after", "currency", "tournament"];

/** Saves an account's whole statement as a file. */
export function ExportTransactions({ name, read }: ExportTransactionsProps) {
  const { currencyDecimals } = useEnvironment().game;
  return (
    <ExportCsv
      name={name}
      head={HEAD}
      read={read}
      rowsOf={({ transactions }) => transactions.map((each) => rowOf(each, currencyDecimals))}
    />
  );
}

const rowOf = (transaction: Transaction, decimals: number): Cell[] => {
  const { id, createdAt, kind, amount, balanceAfter, currency, tournament } = transaction;
  const balance = balanceAfter === null ? null : { decimal: toDecimal(balanceAfter, decimals) };
  const moved = { decimal: toDecimal(amount, decimals) };
  return [id, createdAt, kind, moved, balance, currency, tournament];
};
