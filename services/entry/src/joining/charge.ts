import type { Client } from "@connectrpc/connect";
import { batched } from "@tms/kit/batching/batched";
import type { Db } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { singleBatches } from "@tms/kit/events/batch";
import { derivedEventId, eventOf } from "@tms/kit/events/event";
import type { Batching } from "@tms/kit/process/config";
import type { Logger } from "@tms/kit/process/log";
import type { Origin } from "@tms/kit/rpc/origin";
import { SYSTEM } from "@tms/kit/values/actor";
import {
  AccountType,
  type RefusedTransfer,
  type WalletService,
} from "@tms/proto/tms/wallet/v1/wallet";
import { findEntries, type EntryRow } from "../db/entries.ts";
import { confirmPending, findOrigins, refusePending, type ChargeRefusal } from "../db/joins.ts";
import { lockRegistrations } from "../db/registrations.ts";
import { chargeRefused } from "../errors.ts";
import { entryJoinedEvent } from "../messages.ts";

interface ChargeContext {
  db: Db;
  log: Logger;
  wallet: Client<typeof WalletService>;
}

type ChargeOutcome = EntryRow | DomainError;

/** A pending entry. `origin` is absent if recovery or a repeated join charges the entry. */
export interface PendingRow extends EntryRow {
  origin?: Origin;
}

/** A function that returns the confirmed entry, or a DomainError: UNAVAILABLE if the entry stays pending. */
export type ChargeAndConfirm = (entry: PendingRow) => Promise<ChargeOutcome>;

const CHARGE_TIMEOUT_MS = 6_000;

/** Creates the batcher that charges pending entries of joins, of recovery and of closed registrations. */
export const createChargeAndConfirm = (context: ChargeContext, batching: Batching) =>
  batched<PendingRow, ChargeOutcome>(
    { ...batching, maxWaiting: 8_192, lanes: [({ gameId }) => gameId] },
    (entries) => chargeEntries(context, entries),
  );

export interface RecoveryContext extends ChargeContext {
  chargeAndConfirm: ChargeAndConfirm;
}

/** Charges pending entries by id. Entries that cannot be charged now stay pending. */
export async function chargePending(context: RecoveryContext, ids: readonly string[]) {
  const entries = await findEntries(context.db, ids);
  const outcomes = await Promise.allSettled(entries.map(context.chargeAndConfirm));
  const failed = outcomes.filter((outcome) => outcome.status === "rejected");
  if (failed.length > 0)
    context.log.error(
      { err: failed[0]?.reason, entries: failed.length },
      "joins could not be charged and stay pending",
    );
}

/** Charges entries, then confirms them or frees their seats. `entries` may contain an entry twice. */
async function chargeEntries(context: ChargeContext, entries: readonly PendingRow[]) {
  const pending = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const refusedTransfers = await collectFees(context, pending);
  const outcomes = refusedTransfers
    ? await confirmOrRefuse(context, pending, refusedTransfers)
    : new Map<string, ChargeOutcome>();
  const unknown =
    "The entry fee could not be charged now. The service completes or undoes the join later.";
  return entries.map(({ id }) => outcomes.get(id) ?? new DomainError("UNAVAILABLE", unknown));
}

async function collectFees({ wallet, log }: ChargeContext, pending: readonly EntryRow[]) {
  try {
    const request = { collections: toCollections(pending) };
    return (await wallet.collectFees(request, { timeoutMs: CHARGE_TIMEOUT_MS })).refused;
  } catch (error) {
    // One entry may cause a failure that is not transient. The batcher then runs halves to find this entry.
    if (!isTransient(error)) throw error;
    log.warn(
      { err: error, entries: pending.length },
      "charging entry fees failed; recovery will retry",
    );
    return undefined;
  }
}

/** Groups fees by tournament. A transfer has the id of its entry, so that no entry is charged twice. */
const toCollections = (entries: readonly EntryRow[]) =>
  [...Map.groupBy(entries, (entry) => entry.tournamentId).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { gameId, tournamentId, currency, feeMinor, payer } = first;
    const byWallet = payer === "wallet";
    return {
      gameId,
      tournamentId,
      currency,
      payer: byWallet ? AccountType.GAMER : AccountType.GAME,
      minorUnits: feeMinor,
      transferIds: group.map((entry) => entry.id),
      ownerIds: group.map((entry) => (byWallet ? entry.gamerId : gameId)),
    };
  });

/** Returns outcomes by entry id. An entry without a known outcome is absent. */
async function confirmOrRefuse(
  { db, log }: ChargeContext,
  pending: readonly PendingRow[],
  refusedTransfers: readonly RefusedTransfer[],
) {
  const refusals = refusedTransfers.flatMap(({ transferId, refusal }): ChargeRefusal[] =>
    refusal ? [{ entryId: transferId, ...refusal }] : [],
  );
  const isRefused = new Set(refusedTransfers.map(({ transferId }) => transferId));
  const charged = pending.filter(({ id }) => !isRefused.has(id));
  const refused = pending.filter(({ id }) => isRefused.has(id));
  // Confirming needs no lock. Charged entries are confirmed even if refused entries cannot be deleted now.
  const outcomes = await confirm(db, charged);
  if (refusals.length === 0) return outcomes;
  try {
    await transaction(db, "entry.refuse", async (tx) => {
      // Like joins, locks registrations before entries, which prevents deadlocks.
      await lockRegistrations(tx, [...new Set(refused.map(({ tournamentId }) => tournamentId))]);
      await refusePending(tx, refusals);
    });
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

async function confirm(db: Db, charged: readonly PendingRow[]) {
  const outcomes = new Map<string, ChargeOutcome>();
  if (charged.length === 0) return outcomes;
  const confirmed = new Set(await confirmPending(db, charged, await eventsOf(db, charged)));
  for (const entry of charged)
    if (confirmed.has(entry.id)) outcomes.set(entry.id, { ...entry, pending: false });
  // Another call has confirmed or refused the remaining entries.
  const rest = charged.filter((entry) => !confirmed.has(entry.id)).map((entry) => entry.id);
  const found = rest.length === 0 ? [] : await findEntries(db, rest);
  for (const entry of found) if (!entry.pending) outcomes.set(entry.id, entry);
  return outcomes;
}

async function eventsOf(db: Db, charged: readonly PendingRow[]) {
  // Recovery and repeated joins do not know the origin of the join.
  const unknown = charged.filter(({ origin }) => origin === undefined);
  const origins = unknown.length > 0 ? await findOrigins(db, unknown) : new Map<string, Origin>();
  const events = charged.map((entry) => {
    const origin = entry.origin ?? origins.get(entry.id) ?? CONFIRMED_ELSEWHERE;
    // A repeat needs the same id: a crash of Postgres can undo a confirmation after its event was published.
    const id = derivedEventId(entry.id, 0);
    return eventOf({ ...entryJoinedEvent({ ...entry, pending: false, origin }), id });
  });
  return singleBatches(events);
}

// The origin of an entry that another call confirmed or refused. An event with this origin is never staged.
const CONFIRMED_ELSEWHERE: Origin = { actor: SYSTEM, requestId: null };
