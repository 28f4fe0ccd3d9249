import type { Game } from "@tms/proto/tms/game/v1/game";
import { AccountType, type Account, type GetLedgerResponse } from "@tms/proto/tms/wallet/v1/wallet";
import { currencyOf, exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { isoOf, isoOrNull } from "@tms/resources/values/times";
import { ACCOUNT_KINDS, type LedgerAccountJson, type LedgerJson } from "./schemas.ts";

type Kind = (typeof ACCOUNT_KINDS)[number];

const TYPES: Record<Kind, AccountType> = {
  outside: AccountType.EXTERNAL,
  game: AccountType.GAME,
  gamers: AccountType.GAMER,
  prizePools: AccountType.PRIZE_POOL,
  platform: AccountType.PLATFORM,
};

/** The ledger's type of a kind of account; of none, that which stands for all. */
export const typeOf = (kind: Kind | undefined): AccountType =>
  kind === undefined ? AccountType.UNSPECIFIED : TYPES[kind];

function kindOf(type: AccountType | undefined): Kind {
  const kind = ACCOUNT_KINDS.find((name) => TYPES[name] === type);
  if (kind === undefined) throw new Error(`an account has the unknown type ${type}`);
  return kind;
}

/** An environment's ledger as callers see it. */
export const ledgerJson = (ledger: GetLedgerResponse, game: Game): LedgerJson => ({
  currency: currencyOf(game).code,
  accounts: ledger.balances.map(({ type, minorUnits }) => ({
    kind: kindOf(type),
    balance: toMajor(minorUnits, exponentOf(game)),
  })),
  sum: toMajor(ledger.sumMinorUnits, exponentOf(game)),
  asOf: isoOf(ledger.asOfTime),
});

/** An account of the ledger as callers see it. */
export function ledgerAccountJson(account: Account, game: Game): LedgerAccountJson {
  const { id, ref, balance } = account;
  if (ref === undefined || balance === undefined)
    throw new Error("the wallet service returned an account without a name or balance");
  return {
    id,
    kind: kindOf(ref.type),
    owner: ref.ownerId,
    currency: balance.currency,
    balance: toMajor(balance.minorUnits, exponentOf(game)),
    createdAt: isoOf(account.createTime),
    closedAt: isoOrNull(account.closeTime),
  };
}
