import type { LedgerAccount } from "../../../api/types.ts";
import { ExportCsv } from "../../../components/export/export-csv.tsx";
import { useEnvironment } from "../../../environment.ts";
import type { AccountKind } from "../kinds.ts";
import { readAccounts } from "../reads.ts";

const PAGE = 1_000;
const HEAD = ["account", "kind", "owner", "balance", "currency", "opened", "closed"];

/** Saves the accounts of a kind, or all of them, as a file. */
export function ExportAccounts({ type }: { type: AccountKind | undefined }) {
  const environment = useEnvironment();
  return (
    <ExportCsv
      name={`accounts-${environment.mode}.csv`}
      head={HEAD}
      read={(cursor) =>
        readAccounts(environment, { limit: PAGE, ...(type && { type }), ...(cursor && { cursor }) })
      }
      rowsOf={({ accounts }) => accounts.map(rowOf)}
    />
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
