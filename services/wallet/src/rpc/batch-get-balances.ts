import { create } from "@bufbuild/protobuf";
import {
  BatchGetBalancesResponseSchema,
  type BatchGetBalancesRequest,
  type BatchGetBalancesResponse,
} from "@tms/proto/tms/wallet/v1/wallet";
import { accountId } from "../ledger/accounts.ts";
import type { Context } from "../context.ts";
import { findAccounts } from "../db/accounts.ts";

/** Reads the present balances of many accounts; one never opened reads as zero. */
export async function batchGetBalances(
  context: Context,
  request: BatchGetBalancesRequest,
): Promise<BatchGetBalancesResponse> {
  const { currency } = request;
  const ids = request.refs.map((ref) => accountId(ref, currency));
  const rows = await findAccounts(context.db, ids);
  const balances = new Map(rows.map((row) => [row.id, row.balance_minor]));
  return create(BatchGetBalancesResponseSchema, {
    balances: ids.map((id) => ({ currency, minorUnits: balances.get(id) ?? 0n })),
  });
}
