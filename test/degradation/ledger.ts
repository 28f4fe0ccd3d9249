import { derivedId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Part } from "./parts.ts";
import { byInGame, get, type Row } from "./row.ts";

// The gateway does not know the person's session and role yet, and no key may do this.
const NEEDS: readonly Part[] = ["postgres", "wallet", "identity", "game"];

/** The account of a game itself, which charged entry fees. */
const accountOf = (gameId: string): string =>
  derivedId("account", gameId, String(AccountType.GAME), gameId, "USD");

const row = (operation: string, path: string): Row => ({
  operation,
  needs: NEEDS,
  request: (fixture) =>
    byInGame(fixture, get(path.replace("{accountId}", accountOf(fixture.api.gameId)))),
});

/** The operations of the ledger, and what they cannot do without. */
export const LEDGER: readonly Row[] = [
  row("getLedger", "/ledger"),
  row("listLedgerAccounts", "/ledger/accounts"),
  row("listLedgerTransactions", "/ledger/accounts/{accountId}/transactions"),
];
