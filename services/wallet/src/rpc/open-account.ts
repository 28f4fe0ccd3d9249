import { create } from "@bufbuild/protobuf";
import { violatedConstraint } from "@tms/kit/database/errors";
import type { Tx } from "@tms/kit/database/handle";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  WalletService,
  AccountType,
  OpenAccountResponseSchema,
  type AccountRef,
  type OpenAccountRequest,
  type OpenAccountResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountMessage } from "../messages.ts";
import { newAccount } from "../ledger/accounts.ts";
import type { Context } from "../context.ts";
import { findAccounts, insertAccounts, setFloor } from "../db/accounts.ts";

/** Opens an account, or sets the floor of an open one. */
export async function openAccount(
  context: Context,
  request: OpenAccountRequest,
): Promise<OpenAccountResponse> {
  const ref = request.ref;
  if (!ref) throw invalidField("ref", "is required");
  const asked = request.floorMinorUnits;
  if (asked !== undefined && ref.type !== AccountType.GAME)
    throw invalidField("floor_minor_units", "is allowed for a GAME account only");
  try {
    return await idempotent(
      context.db,
      {
        faultPoint: "wallet.open-account",
        method: WalletService.method.openAccount,
        request,
      },
      async (tx) => {
        const account = accountMessage(await open(tx, ref, request.currency, asked));
        return create(OpenAccountResponseSchema, { account });
      },
    );
  } catch (error) {
    if (violatedConstraint(error) === "account_floor")
      throw new DomainError("INSUFFICIENT_FUNDS", "The account's balance is below that floor.");
    throw error;
  }
}

// Without a floor of its own the request leaves that of an open account alone.
async function open(tx: Tx, ref: AccountRef, currency: string, asked: bigint | undefined) {
  const account = newAccount(ref, currency);
  const { id } = account;
  await insertAccounts(tx, [{ ...account, floorMinor: asked ?? account.floorMinor }]);
  if (asked !== undefined) return await setFloor(tx, id, asked);
  const [row] = await findAccounts(tx, [id]);
  if (row === undefined) throw new Error("an account vanished");
  return row;
}
