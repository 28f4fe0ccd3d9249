import { createBatcher } from "@tms/kit/batching/batcher";
import type { Batching } from "@tms/kit/process/config";
import type { Tx } from "@tms/kit/database/handle";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { transaction } from "@tms/kit/database/transaction";
import type { RefusedTransfer } from "@tms/proto/tms/wallet/v1/wallet";
import { collectionsOf } from "./fee-collections.ts";
import { countSeats, lockRegistrations } from "../db/registrations.ts";
import { findEntries, type EntryRow } from "../db/entries.ts";
import { confirmPending } from "../db/pending-joins.ts";
import { refusePending, type Refusal } from "../db/refused-joins.ts";
import { countBy, type JoinContext, type JoinResult } from "./joins.ts";
import { unpaid } from "../errors.ts";

const CHARGE_TIMEOUT_MS = 6_000;

// Bounds what a burst can pile up.
const MOST_WAITING = 8_192;

/** Finishes a pending entry. An entry that could not be finished stays pending. */
export type Finish = (entry: EntryRow) => Promise<JoinResult>;

/**
 * Makes the one way pending entries are finished: each is charged under its own transfer id, then
 * confirmed, or its seat is freed. Joins, recovery and the closing of a registration all end here, and what
 * they bring at the same time is finished together; one entry that cannot be is found out alone.
 */
export function createFinish(context: JoinContext, batching: Batching): Finish {
  return createBatcher<EntryRow, JoinResult>(
    async (entries, answer) => (await finishJoins(context, entries)).forEach(answer),
    { ...batching, maxWaiting: MOST_WAITING },
  );
}

/** Finishes entries by id, as far as that is possible now. */
export async function finishPending(
  context: JoinContext & { finish: Finish },
  ids: readonly string[],
): Promise<void> {
  const entries = await findEntries(context.db, ids);
  const results = await Promise.allSettled(entries.map(context.finish));
  const failed = results.filter((result) => result.status === "rejected");
  if (failed.length > 0)
    context.log.error({ err: failed[0]?.reason, entries: failed.length }, "joins stay pending");
}

/**
 * Results in the order of the entries, of which one may come twice; UNAVAILABLE for those left
 * pending: a timeout is no refusal.
 */
async function finishJoins(
  context: JoinContext,
  entries: readonly EntryRow[],
): Promise<JoinResult[]> {
  const pending = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  const results = await chargeAndDecide(context, pending);
  return entries.map((entry) => results.get(entry.id) ?? undecided());
}

/** Charges entries and decides on them; returns the results of those decided. */
async function chargeAndDecide(
  context: JoinContext,
  pending: readonly EntryRow[],
): Promise<Map<string, JoinResult>> {
  let unmade: readonly RefusedTransfer[];
  try {
    const request = { collections: collectionsOf(pending) };
    ({ refused: unmade } = await context.wallet.collectFees(request, {
      timeoutMs: CHARGE_TIMEOUT_MS,
    }));
  } catch (error) {
    // What has another cause may be the fault of one entry, which its neighbours must not share.
    if (!isTransient(error)) throw error;
    context.log.warn({ err: error, entries: pending.length }, "charging failed; left to recovery");
    return new Map();
  }
  const { paid, refused } = decide(pending, unmade);
  // First, for it needs no lock: who has paid is in, even when a seat cannot be freed now.
  const confirmed = new Set(paid.length > 0 ? await confirmPending(context.db, paid) : []);
  if (refused.length > 0)
    await transaction(context.db, "entry.refuse", (tx) => refuse(tx, pending, refused));
  const results = new Map<string, JoinResult>(
    refused.map(({ id, reason }) => [id, unpaid(reason)]),
  );
  for (const entry of paid)
    if (confirmed.has(entry.id)) results.set(entry.id, { ...entry, pending: false });
  // Somebody else was quicker with the rest.
  const rest = paid.filter((entry) => !confirmed.has(entry.id));
  if (rest.length > 0)
    for (const entry of await findEntries(
      context.db,
      rest.map(({ id }) => id),
    ))
      if (!entry.pending) results.set(entry.id, entry);
  return results;
}

function decide(pending: readonly EntryRow[], unmade: readonly RefusedTransfer[]) {
  const refusals = new Map(unmade.map(({ transferId, refusal }) => [transferId, refusal]));
  const paid = pending.filter(({ id }) => !refusals.has(id));
  const refused = unmade.flatMap(({ transferId: id, refusal }): Refusal[] =>
    refusal ? [{ id, ...refusal }] : [],
  );
  return { paid, refused };
}

async function refuse(
  tx: Tx,
  pending: readonly EntryRow[],
  refused: readonly Refusal[],
): Promise<void> {
  // Seats are freed under the registration's lock, taken before any entry's, as joins do.
  const gone = new Set(refused.map(({ id }) => id));
  const losing = pending.filter(({ id }) => gone.has(id));
  await lockRegistrations(tx, [...new Set(losing.map((entry) => entry.tournament_id))]);
  const freed = countBy(await refusePending(tx, refused));
  if (freed.size > 0)
    await countSeats(tx, new Map(Array.from(freed, ([id, seats]) => [id, -seats])));
}

const undecided = () =>
  new DomainError(
    "UNAVAILABLE",
    "The entry fee could not be charged right now; the join is finished or undone by itself.",
  );
