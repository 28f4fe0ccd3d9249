import { create } from "@bufbuild/protobuf";
import { violatedConstraint, type Tx } from "@tms/kit/database";
import { DomainError, invalidField } from "@tms/kit/errors";
import { once } from "@tms/kit/requests";
import {
  AccountType,
  OpenAccountRequestSchema,
  OpenAccountResponseSchema,
  type AccountRef,
  type OpenAccountRequest,
  type OpenAccountResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountMessage } from "../account-message.ts";
import { accountId, defaultFloor } from "../accounts.ts";
import type { Context } from "../context.ts";
import { insertAccounts, setFloor } from "../db/accounts.ts";

/** Opens an account, or sets the floor of an open one. */
export async function openAccount(
  context: Context,
  request: OpenAccountRequest,
): Promise<OpenAccountResponse> {
  const ref = request.ref;
  if (!ref) throw invalidField("ref", "is required");
  const floor = floorOf(ref, request.floorMinorUnits);
  try {
    return await once(
      context.db,
      { input: OpenAccountRequestSchema, output: OpenAccountResponseSchema, request },
      async (tx) => {
        const account = accountMessage(await open(tx, ref, request.currency, floor));
        return create(OpenAccountResponseSchema, { account });
      },
    );
  } catch (error) {
    if (violatedConstraint(error) === "account_floor")
      throw new DomainError("INSUFFICIENT_FUNDS", "The account's balance is below that floor.");
    throw error;
  }
}

function floorOf(ref: AccountRef, asked: bigint | undefined): bigint | null {
  if (asked === undefined) return defaultFloor(ref.type);
  if (ref.type === AccountType.GAME) return asked;
  throw invalidField("floor_minor_units", "is allowed for a GAME account only");
}

async function open(tx: Tx, ref: AccountRef, currency: string, floorMinor: bigint | null) {
  const id = accountId(ref, currency);
  const { gameId, type, ownerId } = ref;
  await insertAccounts(tx, [{ id, gameId, type, ownerId, currency, floorMinor }]);
  return await setFloor(tx, id, floorMinor);
}
