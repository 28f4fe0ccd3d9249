import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { AccountSchema, type Account } from "@tms/proto/tms/wallet/v1/wallet";
import type { AccountRow } from "./db/accounts.ts";

/** A stored account as callers see it; its balance may be given as of another moment. */
export function accountMessage(row: AccountRow, balanceMinor = row.balance_minor): Account {
  return create(AccountSchema, {
    id: row.id,
    ref: { gameId: row.game_id, type: row.type, ownerId: row.owner_id },
    balance: { currency: row.currency, minorUnits: balanceMinor },
    createTime: timestampFromDate(row.created_at),
    ...(row.floor_minor !== null && { floorMinorUnits: row.floor_minor }),
    ...(row.closed_at && { closeTime: timestampFromDate(row.closed_at) }),
  });
}
