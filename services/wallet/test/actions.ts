import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { CHANNELS, type FaultPointTrace } from "@tms/kit/process/fault-points";
import { soleResult } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import {
  AccountType,
  TransferKind,
  type Account,
  type DisbursementSchema,
  type Transfer,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { getBalance, type AccountRef } from "../../../test/world/actions.ts";
import type { World } from "../../../test/world/world.ts";

type Wallet = Pick<World, "wallet">;

/** Returns the accounts of a game of its own, between which a test moves money. */
export function newAccounts(gameId: string = newId()) {
  const ref = (type: AccountType, ownerId: string): AccountRef => ({ gameId, type, ownerId });
  return {
    gameId,
    external: ref(AccountType.EXTERNAL, gameId),
    game: ref(AccountType.GAME, gameId),
    platform: ref(AccountType.PLATFORM, gameId),
    newGamer: () => ref(AccountType.GAMER, newId()),
    newPool: () => ref(AccountType.PRIZE_POOL, newId()),
    /** A gamer and a prize pool. */
    gamer: ref(AccountType.GAMER, newId()),
    pool: ref(AccountType.PRIZE_POOL, newId()),
  };
}

/** A transfer as tests write it. */
export interface Spec {
  id: string;
  debit: AccountRef;
  credit: AccountRef;
  amount: { currency: string; minorUnits: bigint };
  kind: TransferKind;
  referenceId?: string;
  linked?: boolean;
  gamerHandle?: string;
}

/** Returns a transfer of an amount in cents, of the kind that moves money between such accounts. */
export const transferOf = (
  debit: AccountRef,
  credit: AccountRef,
  cents: bigint,
  more: Partial<Spec> = {},
): Spec => ({
  id: randomUUID(),
  debit,
  credit,
  amount: { currency: "USD", minorUnits: cents },
  kind: more.kind ?? kindBetween(debit.type, credit.type),
  ...more,
});

function kindBetween(debit: AccountType, credit: AccountType): TransferKind {
  if (debit === AccountType.EXTERNAL) return TransferKind.DEPOSIT;
  if (credit === AccountType.EXTERNAL) return TransferKind.WITHDRAWAL;
  return debit === AccountType.PRIZE_POOL ? TransferKind.PAYOUT : TransferKind.ENTRY_FEE;
}

/** Makes one transfer; throws its refusal. */
export async function makeTransfer(
  { wallet }: Wallet,
  transfer: MessageInitShape<typeof TransferSpecSchema>,
): Promise<Transfer> {
  return soleResult((await wallet.batchTransfer({ transfers: [transfer] })).outcomes);
}

/** Returns the outcome of each transfer of a batch: "posted", or the reason of its refusal. */
export async function post({ wallet }: Wallet, ...transfers: Spec[]): Promise<string[]> {
  const { outcomes } = await wallet.batchTransfer({ transfers });
  return outcomes.map(({ outcome }) =>
    outcome.case === "refused" ? outcome.value.reason : String(outcome.case),
  );
}

/** Returns balances in cents. */
export const getBalances = (world: Wallet, refs: readonly AccountRef[]): Promise<bigint[]> =>
  Promise.all(refs.map((ref) => getBalance(world, ref)));

/** Closes an account. */
export async function closeAccount({ wallet }: Wallet, ref: AccountRef): Promise<Account> {
  const { accounts } = await wallet.batchCloseAccount({ accounts: [{ ref, currency: "USD" }] });
  return getItem(accounts, 0);
}

/** Makes disbursements; returns the reasons of refused transfers by id, for each disbursement. */
export async function disburse(
  { wallet }: Wallet,
  ...disbursements: MessageInitShape<typeof DisbursementSchema>[]
): Promise<Record<string, string | undefined>[]> {
  const { outcomes } = await wallet.batchDisburse({ disbursements });
  return outcomes.map(({ refused }) =>
    Object.fromEntries(refused.map((one) => [one.transferId, one.refusal?.reason])),
  );
}

/** Returns the names of the durable writes of the wallet during some work. */
export async function listWrites(work: () => Promise<unknown>): Promise<string[]> {
  const writes: string[] = [];
  const note = (message: unknown) => {
    const { faultPoint } = message as FaultPointTrace;
    if (faultPoint.startsWith("wallet.")) writes.push(faultPoint);
  };
  const channel = `tracing:${CHANNELS.faultPoint}:start`;
  subscribe(channel, note);
  await work();
  unsubscribe(channel, note);
  return writes;
}

/** Returns an item of a list that must have it. */
export function getItem<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`there is no item ${index}`);
  return item;
}

/** Returns what a function makes of each of the first numbers, from 0. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
