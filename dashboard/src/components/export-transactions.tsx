import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { everyPage } from "../api/every-page.ts";
import type { Transaction } from "../api/types.ts";
import { IconDownload } from "../app/icons.ts";
import { csvOf, saveCsv } from "./csv.ts";

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

const MOST_PAGES = 100;
const HEAD = ["transaction", "time", "kind", "amount", "balance after", "currency", "tournament"];

/** Saves an account's whole statement as a file. */
export function ExportTransactions({ name, read }: ExportTransactionsProps) {
  const mutation = useMutation({
    mutationFn: () => everyPage(read, MOST_PAGES),
    onSuccess: (pages) => {
      const rows = pages.flatMap(({ transactions }) => transactions).map(rowOf);
      saveCsv(name, csvOf(HEAD, rows));
      if (pages.at(-1)?.nextCursor !== null)
        notifications.show({
          color: "yellow",
          message: `The file has the newest ${rows.length.toLocaleString()} transactions. Read the rest by the API.`,
        });
    },
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} />}
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      Export CSV
    </Button>
  );
}

const rowOf = (transaction: Transaction) => {
  const { id, createdAt, kind, amount, balanceAfter, currency, tournament } = transaction;
  return [id, createdAt, kind, amount, balanceAfter, currency, tournament];
};
