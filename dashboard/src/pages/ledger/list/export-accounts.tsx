import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { everyPage } from "../../../api/every-page.ts";
import type { LedgerAccount } from "../../../api/types.ts";
import { IconDownload } from "../../../app/icons.ts";
import { csvOf, saveCsv } from "../../../components/csv.ts";
import { useEnvironment } from "../../../layout/environment.ts";
import type { AccountKind } from "../kinds.ts";
import { readAccounts } from "../reads.ts";

const PAGE = 1_000;
const MOST_PAGES = 100;
const HEAD = ["account", "kind", "owner", "balance", "currency", "opened", "closed"];

/** Saves the accounts of a kind, or all of them, as a file. */
export function ExportAccounts({ type }: { type: AccountKind | undefined }) {
  const environment = useEnvironment();
  const mutation = useMutation({
    mutationFn: () =>
      everyPage(
        (cursor) =>
          readAccounts(environment, {
            limit: PAGE,
            ...(type && { type }),
            ...(cursor && { cursor }),
          }),
        MOST_PAGES,
      ),
    onSuccess: (pages) => {
      const rows = pages.flatMap(({ accounts }) => accounts).map(rowOf);
      saveCsv(`accounts-${environment.mode}.csv`, csvOf(HEAD, rows));
      if (pages.at(-1)?.nextCursor !== null)
        notifications.show({
          color: "yellow",
          message: `The file has the first ${rows.length.toLocaleString()} accounts. Read the rest by the API.`,
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

const rowOf = ({ id, kind, owner, balance, currency, createdAt, closedAt }: LedgerAccount) => [
  id,
  kind,
  owner,
  balance,
  currency,
  createdAt,
  closedAt,
];
