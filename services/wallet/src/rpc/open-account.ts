import { violatedConstraint } from "@tms/kit/database/errors";
import type { Tx } from "@tms/kit/database/handle";
import { idempotent } from "@tms/kit/database/idempotent";
import { invalidField } from "@tms/kit/errors/domain-error";
import { AccountType, WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context, Rpcs } from "../context.ts";
import { getAccount, insertAccounts, setFloor, type AccountRow } from "../db/accounts.ts";
import { floorAboveBalance } from "../errors.ts";
import { newAccount, type Ref } from "../ledger/accounts.ts";
import { accountMessage } from "../messages.ts";

const method = WalletService.method.openAccount;

/** Opens an account, or sets the floor of an open one. */
export const openAccount =
  ({ db }: Context): Rpcs["openAccount"] =>
  async (request) => {
    const { ref, currency, floorMinorUnits: floor } = request;
    if (floor !== undefined && ref.type !== AccountType.GAME)
      throw invalidField("floor_minor_units", "is allowed only for a GAME account");
    const mutation = { faultPoint: "wallet.open-account", method, request } as const;
    try {
      return await idempotent(db, mutation, async (tx) => ({
        account: accountMessage(await open(tx, ref, currency, floor)),
      }));
    } catch (error) {
      if (violatedConstraint(error) === "account_floor") throw floorAboveBalance();
      throw error;
    }
  };

/** Opens an account; without a floor of its own a request leaves that of an open one alone. */
async function open(
  tx: Tx,
  ref: Ref,
  currency: string,
  floor: bigint | undefined,
): Promise<AccountRow> {
  const account = newAccount(ref, currency);
  await insertAccounts(tx, [{ ...account, floorMinor: floor ?? account.floorMinor }]);
  if (floor !== undefined) return await setFloor(tx, account.id, floor);
  return await getAccount(tx, account.id);
}
