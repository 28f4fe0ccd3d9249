import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { createBatcher } from "@tms/kit/batching/batcher";
import { fairQueue } from "@tms/kit/batching/fair-queue";
import type { Db, Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import type { DomainError } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { singleBatches } from "@tms/kit/events/batch";
import { eventOf } from "@tms/kit/events/event";
import type { Batching } from "@tms/kit/process/config";
import type { Logger } from "@tms/kit/process/log";
import type { Origin } from "@tms/kit/rpc/origin";
import { SYSTEM } from "@tms/kit/values/actor";
import {
  AccountType,
  type FeeCollectionSchema,
  type RefusedTransfer,
  type WalletService,
} from "@tms/proto/tms/wallet/v1/wallet";
import { findEntries, type EntryRow } from "../db/entries.ts";
import {
  confirmPending,
  findOrigins,
  pendingJoinOf,
  refusePending,
  type ChargeRefusal,
  type ConfirmedJoin,
} from "../db/pending-joins.ts";
import { countSeatsFreed, lockRegistrations } from "../db/registrations.ts";
import { chargeRefused, chargeUnknown } from "../errors.ts";
import { joined } from "../events.ts";

/** What charging needs. */
export interface ChargeContext {
  db: Db;
  log: Logger;
  wallet: Client<typeof WalletService>;
}

/** What charging an entry comes to: the entry, confirmed, or why the gamer is not in. */
export type ChargeOutcome = EntryRow | DomainError;

/** A pending entry; whose doing its join is, where that is known without looking. */
export interface PendingRow extends EntryRow {
  origin?: Origin;
}

/** Charges a pending entry and confirms it. An entry whose charge is not known stays pending. */
export type ChargeAndConfirm = (entry: PendingRow) => Promise<ChargeOutcome>;

const CHARGE_TIMEOUT_MS = 6_000;

// Bounds what a burst can pile up.
const MOST_WAITING = 8_192;

/**
 * Makes the one way in which pending entries are charged, each under its own id, and confirmed, or
 * their seats freed. Joins, recovery and the closing of a registration all end here, and what they
 * bring at the same time goes together; an entry that fails the batch is found out and fails alone.
 */
export function createChargeAndConfirm(
  context: ChargeContext,
  batching: Batching,
): ChargeAndConfirm {
  return createBatcher<PendingRow, ChargeOutcome>(
    async (entries, answer) => (await chargeEntries(context, entries)).forEach(answer),
    {
      ...batching,
      maxWaiting: MOST_WAITING,
      newQueue: <T extends { item: PendingRow }>() => fairQueue<T>(({ item }) => item.gameId),
    },
  );
}

/** Charges pending entries by id, as far as that is possible now. */
export async function chargePending(
  context: ChargeContext & { chargeAndConfirm: ChargeAndConfirm },
  ids: readonly string[],
): Promise<void> {
  const entries = await findEntries(context.db, ids);
  const outcomes = await Promise.allSettled(entries.map(context.chargeAndConfirm));
  const failed = outcomes.filter((outcome) => outcome.status === "rejected");
  if (failed.length > 0)
    context.log.error(
      { err: failed[0]?.reason, entries: failed.length },
      "joins could not be charged and stay pending",
    );
}

/**
 * Outcomes in the order of the entries, of which one may come twice; UNAVAILABLE for those left
 * pending: a timeout is no refusal.
 */
async function chargeEntries(
  context: ChargeContext,
  entries: readonly PendingRow[],
): Promise<ChargeOutcome[]> {
  const pending = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const refusedTransfers = await charge(context, pending);
  const outcomes = refusedTransfers
    ? await confirmOrRefuse(context, pending, refusedTransfers)
    : new Map<string, ChargeOutcome>();
  return entries.map((entry) => outcomes.get(entry.id) ?? chargeUnknown());
}

/** Charges the fees of entries; returns the transfers refused, or undefined when that is not known. */
async function charge(
  { wallet, log }: ChargeContext,
  pending: readonly EntryRow[],
): Promise<readonly RefusedTransfer[] | undefined> {
  try {
    const request = { collections: feeCollections(pending) };
    return (await wallet.collectFees(request, { timeoutMs: CHARGE_TIMEOUT_MS })).refused;
  } catch (error) {
    // Any other failure may be the fault of one entry, which the batcher then finds out.
    if (!isTransient(error)) throw error;
    log.warn(
      { err: error, entries: pending.length },
      "charging entry fees failed; recovery will retry",
    );
    return undefined;
  }
}

/**
 * Confirms the entries that were charged and removes the others; returns the outcomes by entry, without
 * those whose seats cannot be freed now.
 */
async function confirmOrRefuse(
  { db, log }: ChargeContext,
  pending: readonly PendingRow[],
  refusedTransfers: readonly RefusedTransfer[],
): Promise<Map<string, ChargeOutcome>> {
  const refusals = refusedTransfers.flatMap(({ transferId, refusal }): ChargeRefusal[] =>
    refusal ? [{ entryId: transferId, ...refusal }] : [],
  );
  const isRefused = new Set(refusedTransfers.map(({ transferId }) => transferId));
  const charged = pending.filter(({ id }) => !isRefused.has(id));
  // First, for it needs no lock: whoever is charged is in, even when a seat cannot be freed now.
  const outcomes = await confirm(db, charged);
  if (refusals.length === 0) return outcomes;
  try {
    await transaction(db, "entry.refuse", (tx) => refuse(tx, pending, refusals));
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn(
      { err: error, entries: refusals.length },
      "seats of refused joins could not be freed; recovery will retry",
    );
    return outcomes;
  }
  for (const { entryId, reason } of refusals) outcomes.set(entryId, chargeRefused(reason));
  return outcomes;
}

/** Confirms entries; returns those confirmed by now, by their ids. */
async function confirm(
  db: Db,
  charged: readonly PendingRow[],
): Promise<Map<string, ChargeOutcome>> {
  const outcomes = new Map<string, ChargeOutcome>();
  if (charged.length === 0) return outcomes;
  const confirmed = new Set(await confirmPending(db, await withEvents(db, charged)));
  for (const entry of charged)
    if (confirmed.has(entry.id)) outcomes.set(entry.id, { ...entry, pending: false });
  // Somebody else was quicker with the rest.
  const rest = charged.filter((entry) => !confirmed.has(entry.id)).map((entry) => entry.id);
  const found = rest.length === 0 ? [] : await findEntries(db, rest);
  for (const entry of found) if (!entry.pending) outcomes.set(entry.id, entry);
  return outcomes;
}

/** Charged entries, each with the event that tells of it. */
async function withEvents(db: Db, charged: readonly PendingRow[]): Promise<ConfirmedJoin[]> {
  const unknown = charged.filter(({ origin }) => origin === undefined).map(pendingJoinOf);
  // Left by a process that died, or asked for again.
  const origins = unknown.length > 0 ? await findOrigins(db, unknown) : NO_ORIGINS;
  const events = charged.map((entry) => {
    const origin = entry.origin ?? origins.get(entry.id) ?? UNKNOWN;
    return eventOf(joined({ ...entry, pending: false, rank: null, origin }));
  });
  const batches = singleBatches(events);
  return charged.map((entry, index) => ({
    ...pendingJoinOf(entry),
    gameId: entry.gameId,
    event: batches[index] ?? NOTHING,
  }));
}

const NOTHING = Buffer.alloc(0);
const NO_ORIGINS: ReadonlyMap<string, Origin> = new Map();
// Somebody else has confirmed it meanwhile, so that it is not told again.
const UNKNOWN: Origin = { actor: SYSTEM, requestId: null };

/** Removes the entries whose charge was refused and frees their seats. */
async function refuse(
  tx: Tx,
  pending: readonly EntryRow[],
  refusals: readonly ChargeRefusal[],
): Promise<void> {
  const tournamentOf = new Map(pending.map((entry) => [entry.id, entry.tournamentId]));
  const tournamentIds = refusals.flatMap(({ entryId }) => tournamentOf.get(entryId) ?? []);
  // The registration is locked before any of its entries, as joins do it.
  await lockRegistrations(tx, [...new Set(tournamentIds)]);
  const freed = await refusePending(tx, refusals);
  if (freed.length > 0) await countSeatsFreed(tx, freed);
}

type FeeCollection = MessageInitShape<typeof FeeCollectionSchema> & {
  transferIds: string[];
  ownerIds: string[];
};

/**
 * The fees of entries, by tournament, all entries of which have the same fee and payer. A transfer
 * has its entry's id, so it is made at most once.
 */
export function feeCollections(entries: readonly EntryRow[]): FeeCollection[] {
  const collections = new Map<string, FeeCollection>();
  for (const entry of entries) {
    const byWallet = entry.payer === "wallet";
    let collection = collections.get(entry.tournamentId);
    if (collection === undefined) {
      collection = {
        gameId: entry.gameId,
        tournamentId: entry.tournamentId,
        currency: entry.currency,
        payer: byWallet ? AccountType.GAMER : AccountType.GAME,
        minorUnits: entry.feeMinor,
        transferIds: [],
        ownerIds: [],
      };
      collections.set(entry.tournamentId, collection);
    }
    collection.transferIds.push(entry.id);
    collection.ownerIds.push(byWallet ? entry.gamerId : entry.gameId);
  }
  return [...collections.values()];
}
