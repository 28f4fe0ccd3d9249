import type { LedgerAccount } from "../../../api/types.ts";
import type { Cell } from "../../../components/export/csv.ts";
import { ExportCsv } from "../../../components/export/export-csv.tsx";
import { useEnvironment, type Environment } from "../../../environment.ts";
import { toDecimal } from "../../../components/values/amount.ts";
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
      rowsOf={({ accounts }) => accounts.map((account) => rowOf(account, environment))}
    />
  );
}

const rowOf = (account: LedgerAccount, { game }: Environment): Cell[] => {
  const { id, kind, owner, balance, currency, createdAt, closedAt } = account;
  const decimal = toDecimal(balance, game.currencyDecimals);
  return [id, kind, owner, { decimal }, currency, createdAt, closedAt];
};
