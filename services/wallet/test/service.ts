import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { createRouterTransport, type Client } from "@connectrpc/connect";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { clientOver } from "@tms/kit/rpc/client";
import { soleResult } from "@tms/kit/rpc/outcomes";
import { CHANNELS, type FaultPointTrace } from "@tms/kit/process/fault-points";
import { newId } from "@tms/kit/values/ids";
import { FakeEvents } from "@tms/kit/testing/fakes/events";
import { serveForTest } from "@tms/kit/testing/serve";
import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { EventService } from "@tms/proto/tms/event/v1/event";
import {
  AccountType,
  TransferKind,
  WalletService,
  type Account,
  type DisbursementSchema,
  type Transfer,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { createContext, type Context } from "../src/context.ts";
import { routes } from "../src/routes.ts";

/** A wallet service on a database of its own, and a client of it. */
export interface WalletUnderTest {
  database: TestDatabase;
  wallet: Client<typeof WalletService>;
  /** What the log was told. */
  events: FakeEvents;
  /** Brings what is staged to the log. */
  publish(): Promise<void>;
  /** An account's present balance in cents; zero when it was never opened. */
  balance(ref: Ref): Promise<bigint | undefined>;
  close(): Promise<void>;
}

export async function startWallet(given?: TestDatabase): Promise<WalletUnderTest> {
  const database = given ?? (await testDatabase());
  const events = new FakeEvents();
  const log = clientOver(EventService, createRouterTransport(events.routes));
  let context!: Context;
  const service = await serveForTest((logger, shutdown) => {
    const config = {
      database: { url: database.urlFor("wallet"), poolSize: 4 },
      eventsUrl: "http://127.0.0.1:1",
      callerToken: "",
    };
    context = createContext(config, logger, shutdown, log);
    return { services: [WalletService], routes: routes(context), ready: async () => true };
  });
  const wallet = service.client(WalletService);
  return {
    database,
    wallet,
    events,
    async publish() {
      while (await context.publisher.runOnce());
    },
    async balance(ref) {
      const { balances } = await wallet.batchGetBalances({ refs: [ref], currency: "USD" });
      return balances[0]?.minorUnits;
    },
    async close() {
      await service.close();
      if (!given) await database.drop();
    },
  };
}

/** A game of its own for a test, with the accounts it moves money between. */
export function newGame() {
  const gameId = newId();
  const ref = (type: AccountType, ownerId: string) => ({ gameId, type, ownerId });
  return {
    gameId,
    external: ref(AccountType.EXTERNAL, gameId),
    game: ref(AccountType.GAME, gameId),
    gamer: (id: string = newId()) => ref(AccountType.GAMER, id),
    pool: (id: string = newId()) => ref(AccountType.PRIZE_POOL, id),
    platform: ref(AccountType.PLATFORM, gameId),
  };
}

/** Names an account. */
export interface Ref {
  gameId: string;
  type: AccountType;
  ownerId: string;
}

/** A transfer as tests write it. */
export interface Spec {
  id: string;
  debit: Ref;
  credit: Ref;
  amount: { currency: string; minorUnits: bigint };
  kind: TransferKind;
  referenceId?: string;
  linked?: boolean;
  gamerHandle?: string;
}

/** A transfer of an amount in cents between two accounts, of the kind that moves money so. */
export function transferOf(debit: Ref, credit: Ref, cents: bigint, more: Partial<Spec> = {}): Spec {
  return {
    id: randomUUID(),
    debit,
    credit,
    amount: { currency: "USD", minorUnits: cents },
    kind: more.kind ?? kindBetween(debit.type, credit.type),
    ...more,
  };
}

function kindBetween(debit: AccountType, credit: AccountType): TransferKind {
  if (debit === AccountType.EXTERNAL) return TransferKind.DEPOSIT;
  if (credit === AccountType.EXTERNAL) return TransferKind.WITHDRAWAL;
  return debit === AccountType.PRIZE_POOL ? TransferKind.PAYOUT : TransferKind.ENTRY_FEE;
}

/** An item of a list that is sure to have it. */
export function itemOf<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`there is no item ${index}`);
  return item;
}

/** The error that a call failed with, or that an outcome stands for. */
export const remoteErrorOf = (error: unknown): RemoteError =>
  error instanceof RemoteError ? error : toRemoteError(error);

/** Why a call is refused, or "accepted". */
export const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "accepted",
    (error: unknown) => remoteErrorOf(error).reason,
  );

/** Makes one transfer; throws what it is refused with. */
export async function makeTransfer(
  wallet: Client<typeof WalletService>,
  transfer: MessageInitShape<typeof TransferSpecSchema>,
): Promise<Transfer> {
  return soleResult((await wallet.batchTransfer({ transfers: [transfer] })).outcomes);
}

/** Closes an account. */
export async function closeAccount(
  wallet: Client<typeof WalletService>,
  ref: Ref,
): Promise<Account> {
  const { accounts } = await wallet.batchCloseAccount({ accounts: [{ ref, currency: "USD" }] });
  return itemOf(accounts, 0);
}

/** Makes disbursements; tells of each which transfers were refused, and why, by their ids. */
export async function disburse(
  wallet: Client<typeof WalletService>,
  ...disbursements: MessageInitShape<typeof DisbursementSchema>[]
): Promise<Record<string, string | undefined>[]> {
  const { outcomes } = await wallet.batchDisburse({ disbursements });
  return outcomes.map(({ refused }) =>
    Object.fromEntries(refused.map((one) => [one.transferId, one.refusal?.reason])),
  );
}

/** The durable writes of services under test during some work, by name. */
export async function writesOf(work: () => Promise<unknown>): Promise<string[]> {
  const writes: string[] = [];
  const note = (message: unknown) => void writes.push((message as FaultPointTrace).faultPoint);
  const channel = `tracing:${CHANNELS.faultPoint}:start`;
  subscribe(channel, note);
  await work();
  unsubscribe(channel, note);
  return writes;
}

/** What became of each transfer of a batch: "posted", or why it was refused. */
export async function outcomesOf(
  wallet: Client<typeof WalletService>,
  transfers: Spec[],
): Promise<string[]> {
  const { outcomes } = await wallet.batchTransfer({ transfers });
  return outcomes.map(({ outcome }) =>
    outcome.case === "refused" ? outcome.value.reason : String(outcome.case),
  );
}
