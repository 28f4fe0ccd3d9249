import { derivedId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";

/** The currency of all benchmarks. */
export const CURRENCY = "USD";

/** The id under which the wallet keeps an account. Were it another, no join could be paid. */
export const accountId = (gameId: string, type: AccountType, ownerId: string): string =>
  derivedId("account", gameId, String(type), ownerId, CURRENCY);

export { AccountType };
