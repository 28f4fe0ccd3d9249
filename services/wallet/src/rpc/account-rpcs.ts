import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { violatedConstraint } from "@tms/kit/database/errors";
import type { Db } from "@tms/kit/database/handle";
import { once } from "@tms/kit/database/idempotent";
import { first } from "@tms/kit/database/rows-of";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError, found, invalidField, required } from "@tms/kit/errors/domain-error";
import { dateOf } from "@tms/kit/values/input";
import { openPage, TOKEN_PART } from "@tms/kit/values/page";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Rpcs } from "../context.ts";
import {
  findAccounts,
  findBalanceAt,
  getAccount,
  insertAccounts,
  listAccounts,
  lockAccounts,
  markClosed,
  setFloor,
} from "../db/accounts.ts";
import type { TransferRow } from "../db/posting.ts";
import { ACCOUNT_TYPES, type AccountType as AccountWord } from "../db/tables.ts";
import { listJournal, listSeals, listStatement, type SealRow } from "../db/transfers.ts";
import { accountId, newAccount, type Ref } from "../ledger/transfer.ts";
import { accountMessage, transferMessage } from "../messages.ts";

const TYPE_PART = new RegExp(`^(${ACCOUNT_TYPES.all.join("|")})$`);

export const accountRpcs = {
  async openAccount({ db }, request, call) {
    const { ref, currency, floorMinorUnits: floor } = request;
    if (floor !== undefined && ref.type !== AccountType.GAME)
      throw invalidField("floor_minor_units", "is allowed only for a GAME account");
    const account = newAccount(ref, currency);
    const belowFloor = "The balance of the account is below the requested floor.";
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
      throw violatedConstraint(error) === "account_floor"
        ? new DomainError("INSUFFICIENT_FUNDS", belowFloor)
        : error;
    }
  },

  async batchCloseAccount({ db }, { accounts }) {
    const rows = await closeAccounts(db, accounts);
    return { accounts: rows.map((row) => accountMessage(row)) };
  },

  async getAccount({ db }, { ref, currency, at }) {
    const id = accountId(ref, currency);
    const row = found(await first(findAccounts(db, [id])), "ACCOUNT_NOT_FOUND");
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

  async listAccounts({ db }, request) {
    const { gameId, currency } = request;
    const filter = { gameId, currency, type: ACCOUNT_TYPES.word(request.type) };
    const list = ["accounts", gameId, currency, filter.type];
    const [page, last, ownerId = ""] = openPage(request, list, [TYPE_PART, TOKEN_PART.id]);
    // The pattern accepts only the words of the enum.
    const after = last === undefined ? undefined : { type: last as AccountWord, ownerId };
    const rows = await listAccounts(db, filter, after, page.limit);
    const { items, nextPageToken } = page.cut(rows, (row) => [row.type, row.ownerId]);
    return { accounts: items.map((row) => accountMessage(row)), nextPageToken };
  },

  async getLedger({ totalsOf }, key) {
    const { byType, sumMinor, asOf } = await totalsOf(key);
    return {
      balances: ACCOUNT_TYPES.all.map((type) => ({
        type: ACCOUNT_TYPES.value(type),
        minorUnits: byType.get(type) ?? 0n,
      })),
      sumMinorUnits: sumMinor,
      asOfTime: timestampFromDate(asOf),
    };
  },

  /** Computes balances backwards from the current one. The page token contains the next line's balance. */
  async listTransfers({ db }, request) {
    const id = accountId(request.ref, request.currency);
    const [page, before, start] = openPage(request, ["transfers", id], POSITION);
    const rows = await listStatement(db, id, BigInt(before ?? MAX_SEQUENCE), page.limit);
    let balance = BigInt(start ?? rows[0]?.presentBalanceMinor ?? 0n);
    const lines = rows.map((row) => {
      const balanceAfter = balance;
      balance -= effectOn(id, row);
      return { row, balanceAfter };
    });
    const { items, nextPageToken } = page.cut(lines, ({ row, balanceAfter }) => [
      String(row.sequence),
      String(balanceAfter - effectOn(id, row)),
    ]);
    const transfers = items.map(({ row, balanceAfter }) => transferMessage(row, balanceAfter));
    return { transfers, nextPageToken };
  },

  /** Lists sealed lines. The page token contains the seal number of the last line on the page. */
  async listJournal({ db }, request) {
    const id = accountId(request.ref, request.currency);
    const [page, after = "0", firstSeal = "1"] = openPage(request, ["journal", id], POSITION);
    // Lines are read first, so that all of them are sealed when the seals are read.
    const rows = await listJournal(db, id, BigInt(after), page.limit);
    // Reads one more seal than lines, because the seal in the token may end with the previous page.
    const seals = await listSeals(db, id, BigInt(firstSeal), rows.length + 1);
    const sealed = rows.map((row) => {
      const seal = seals.find(({ throughSequence }) => throughSequence >= row.sequence);
      if (seal === undefined && firstSeal !== "1") throw new DomainError("INVALID_PAGE_TOKEN");
      return { row, seal: required(seal, "a transfer is not sealed") };
    });
    const { items, nextPageToken } = page.cut(sealed, ({ row, seal }) => [
      String(row.sequence),
      String(seal.number),
    ]);
    return {
      accountId: id,
      lines: items.map(({ row, seal }) => ({
        transfer: transferMessage(row),
        text: row.text.trimEnd(),
        sealNumber: seal.number,
      })),
      seals: [...new Set(items.map(({ seal }) => seal))].map(sealMessage),
      nextPageToken,
    };
  },
} satisfies Rpcs;

/** The largest bigint, which is higher than the sequence of any transfer. */
const MAX_SEQUENCE = 9_223_372_036_854_775_807n;
const POSITION = [TOKEN_PART.integer, TOKEN_PART.integer];

const effectOn = (id: string, row: TransferRow): bigint =>
  row.creditAccountId === id ? row.amountMinor : -row.amountMinor;

const sealMessage = ({ createdAt, ...seal }: SealRow) => ({
  ...seal,
  createTime: timestampFromDate(createdAt),
});

/** Closes accounts, even missing accounts. Closed accounts still take payouts, platform fees and refunds. */
async function closeAccounts(db: Db, named: readonly { ref: Ref; currency: string }[]) {
  const accounts = named.map(({ ref, currency }) => newAccount(ref, currency));
  const ids = accounts.map(({ id }) => id);
  const rows = await transaction(db, "wallet.close-account", async (tx) => {
    // Postgres receives the statements together, and executes them in this order.
    const [, , closed] = await Promise.all([
      insertAccounts(tx, accounts),
      lockAccounts(tx, ids),
      markClosed(tx, ids),
    ]);
    return closed;
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => required(byId.get(id), "an account disappeared"));
}
