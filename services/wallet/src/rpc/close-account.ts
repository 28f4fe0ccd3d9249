import { create } from "@bufbuild/protobuf";
import { transaction } from "@tms/kit/database";
import { invalidField } from "@tms/kit/errors";
import {
  CloseAccountResponseSchema,
  type CloseAccountRequest,
  type CloseAccountResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountMessage } from "../account-message.ts";
import { accountId, defaultFloor } from "../accounts.ts";
import type { Context } from "../context.ts";
import { insertAccounts, setClosed } from "../db/accounts.ts";

/**
 * Closes an account to all but what it is owed. One never opened is opened closed, so that nothing can
 * open it later. Repeats need no record: closing twice is closing once.
 */
export async function closeAccount(
  context: Context,
  request: CloseAccountRequest,
): Promise<CloseAccountResponse> {
  const ref = request.ref;
  if (!ref) throw invalidField("ref", "is required");
  const { gameId, type, ownerId } = ref;
  const { currency } = request;
  const id = accountId(ref, currency);
  const [row] = await transaction(context.db, "wallet.close-account", async (tx) => {
    await insertAccounts(tx, [
      { id, gameId, type, ownerId, currency, floorMinor: defaultFloor(type) },
    ]);
    return await setClosed(tx, [id]);
  });
  if (row === undefined) throw new Error("an account vanished");
  return create(CloseAccountResponseSchema, { account: accountMessage(row) });
}
