import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { violatedConstraint } from "@tms/kit/database/errors";
import { once } from "@tms/kit/database/idempotent";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { dateOf } from "@tms/kit/values/input";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Rpcs } from "../context.ts";
import {
  findAccounts,
  findBalanceAt,
  getAccount,
  insertAccounts,
  listAccounts,
  setFloor,
  type AccountPosition,
} from "../db/accounts.ts";
import { accountType, type AccountType as AccountWord } from "../db/tables.ts";
import { floorAboveBalance } from "../errors.ts";
import { ACCOUNT_TYPES, accountId, closeAccounts, newAccount } from "../ledger/accounts.ts";
import { accountMessage } from "../messages.ts";

const DEFAULT_PAGE_SIZE = 50;
const TYPE_PART = new RegExp(`^(${accountType.enumValues.join("|")})$`);

export const accountRpcs = {
  async openAccount({ db }, request, call) {
    const { ref, currency, floorMinorUnits: floor } = request;
    if (floor !== undefined && ref.type !== AccountType.GAME)
      throw invalidField("floor_minor_units", "is allowed only for a GAME account");
    const account = newAccount(ref, currency);
    try {
      return await once(db, "wallet.open-account", call, request, async (tx) => {
        await insertAccounts(tx, [{ ...account, floorMinor: floor ?? account.floorMinor }]);
        const row =
          floor === undefined
            ? await getAccount(tx, account.id)
            : await setFloor(tx, account.id, floor);
        return { account: accountMessage(row) };
      });
    } catch (error) {
      throw violatedConstraint(error) === "account_floor" ? floorAboveBalance() : error;
    }
  },

  async batchCloseAccount({ db }, { accounts }) {
    const rows = await closeAccounts(db, accounts);
    return { accounts: rows.map((row) => accountMessage(row)) };
  },

  async getAccount({ db }, { ref, currency, at }) {
    const id = accountId(ref, currency);
    const [row] = await findAccounts(db, [id]);
    if (row === undefined) throw new DomainError("ACCOUNT_NOT_FOUND");
    const past = at && (await findBalanceAt(db, id, dateOf("at", at)));
    return { account: accountMessage(row, past) };
  },

  async findAccount({ db }, { gameId, accountId: id }) {
    const [row] = await findAccounts(db, [id]);
    if (row?.gameId !== gameId) throw new DomainError("ACCOUNT_NOT_FOUND");
    return { account: accountMessage(row) };
  },

  async batchGetBalances({ db }, { refs, currency }) {
    const ids = refs.map((ref) => accountId(ref, currency));
    const rows = await findAccounts(db, ids);
    const balances = new Map(rows.map((row) => [row.id, row.balanceMinor]));
    return { balances: ids.map((id) => ({ currency, minorUnits: balances.get(id) ?? 0n })) };
  },

  async listAccounts({ db }, { gameId, currency, type, pageSize, pageToken }) {
    const filter = { gameId, currency, type: ACCOUNT_TYPES.word(type) };
    const size = pageSize || DEFAULT_PAGE_SIZE;
    const list = ["accounts", gameId, currency, filter.type];
    const rows = await listAccounts(db, filter, toPosition(pageToken, list), size + 1);
    const { items, nextPageToken } = cutPage(rows, size, list, (row) => [row.type, row.ownerId]);
    return { accounts: items.map((row) => accountMessage(row)), nextPageToken };
  },

  async getLedger({ totalsOf }, key) {
    const { byType, sumMinor, asOf } = await totalsOf(key);
    return {
      balances: accountType.enumValues.map((type) => ({
        type: ACCOUNT_TYPES.value(type),
        minorUnits: byType.get(type) ?? 0n,
      })),
      sumMinorUnits: sumMinor,
      asOfTime: timestampFromDate(asOf),
    };
  },
} satisfies Rpcs;

function toPosition(
  token: string,
  list: readonly (string | undefined)[],
): AccountPosition | undefined {
  const parts = decodePageToken(token, list, [TYPE_PART, TOKEN_PART.id]);
  if (parts === undefined) return undefined;
  const [type = "", ownerId = ""] = parts;
  // The pattern accepts only the words of the enum.
  return { type: type as AccountWord, ownerId };
}
