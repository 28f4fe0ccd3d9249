import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Transaction } from "../../api/types.ts";
import { Pager } from "../tables/pager.tsx";
import { Transactions } from "./transactions.tsx";

interface TransactionsPageProps {
  page: { transactions: readonly Transaction[]; nextCursor: string | null };
  /** Of this page; undefined on the first. */
  cursor: string | undefined;
  /** What is said where nothing has moved. */
  empty: string;
}

/** A page of a statement, and the way to the next one, which stands in the address. */
export function TransactionsPage({ page, cursor, empty }: TransactionsPageProps) {
  const navigate = useNavigate();
  const { transactions, nextCursor } = page;
  return (
    <>
      {transactions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <Transactions transactions={transactions} />
      )}
      <Pager
        cursor={cursor}
        nextCursor={nextCursor}
        onCursor={(next) => {
          const search = next === undefined ? {} : { cursor: next };
          void navigate({ to: ".", search, resetScroll: false });
        }}
      />
    </>
  );
}
