import type { Transaction } from "../../api/types.ts";
import { ExportCsv } from "../export/export-csv.tsx";

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
export const ExportTransactions = ({ name, read }: ExportTransactionsProps) => (
  <ExportCsv
    name={name}
    head={HEAD}
    read={read}
    rowsOf={({ transactions }) => transactions.map(rowOf)}
  />
);

const rowOf = (transaction: Transaction) => {
  const { id, createdAt, kind, amount, balanceAfter, currency, tournament } = transaction;
  return [id, createdAt, kind, amount, balanceAfter, currency, tournament];
};
