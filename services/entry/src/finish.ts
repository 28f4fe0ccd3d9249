import { transaction, type Tx } from "@tms/kit/database";
import { DomainError, isReason, RemoteError } from "@tms/kit/errors";
import { derivedId } from "@tms/kit/ids";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Payer } from "@tms/proto/tms/game/v1/game";
import {
  AccountType,
  TransferKind,
  type TransferOutcome,
  type TransferSpecSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { lockBooks, takeSeats } from "./db/books.ts";
import {
  confirmEntries,
  findEntries,
  PENDING,
  REFUSED,
  refuseEntries,
  type EntryRow,
} from "./db/entries.ts";
import { countBy, type JoinContext, type JoinResult } from "./joins.ts";

const CHARGE_TIMEOUT_MS = 6_000;
const CHARGE_BATCH = 1_000;

/**
 * Finishes pending entries: charges each under its own transfer id, then confirms it or frees
 * its seat. Joins, recovery and the closing of a book all end here. An entry that could not be
 * finished stays pending and results in UNAVAILABLE: a timeout is no refusal. Returns the
 * results by entry.
 */
export async function finishJoins(
  context: JoinContext,
  entries: readonly EntryRow[],
): Promise<Map<string, JoinResult>> {
  const rows = new Map(entries.map((entry) => [entry.id, entry]));
  const pending = [...rows.values()].filter((entry) => entry.state === PENDING);
  for (let start = 0; start < pending.length; start += CHARGE_BATCH)
    for (const row of await chargeAndDecide(context, pending.slice(start, start + CHARGE_BATCH)))
      rows.set(row.id, row);
  return new Map([...rows.values()].map((entry) => [entry.id, resultOf(entry)]));
}

/** Charges entries and decides on them; returns those decided, as they are now. */
async function chargeAndDecide(
  context: JoinContext,
  pending: readonly EntryRow[],
): Promise<EntryRow[]> {
  let outcomes: readonly TransferOutcome[];
  try {
    const request = { transfers: pending.map(chargeOf) };
    ({ outcomes } = await context.wallet.batchTransfer(request, { timeoutMs: CHARGE_TIMEOUT_MS }));
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    context.log.warn({ err: error, entries: pending.length }, "charging failed; left to recovery");
    return [];
  }
  const { confirmed, refused } = decide(pending, outcomes);
  if (refused.length > 0) await transaction(context.db, (tx) => refuse(tx, pending, refused));
  const changed = new Map(
    (await confirmEntries(context.db, confirmed)).map((change) => [change.id, change]),
  );
  const known = pending.flatMap((entry) => {
    const change = changed.get(entry.id);
    return change ? [{ ...entry, ...change }] : [];
  });
  if (known.length === pending.length) return known;
  // The refused, and those that somebody else was quicker with.
  const others = pending.filter((entry) => !changed.has(entry.id)).map((entry) => entry.id);
  return [...known, ...(await findEntries(context.db, others))];
}

/** The fee of an entry as a transfer. Its id is the entry's, so it is charged at most once. */
function chargeOf(entry: EntryRow): MessageInitShape<typeof TransferSpecSchema> {
  const byWallet = entry.payer === Payer.WALLET;
  return {
    id: derivedId("entry-fee", entry.id),
    debit: {
      gameId: entry.game_id,
      type: byWallet ? AccountType.GAMER : AccountType.GAME,
      ownerId: byWallet ? entry.gamer_id : entry.game_id,
    },
    credit: {
      gameId: entry.game_id,
      type: AccountType.PRIZE_POOL,
      ownerId: entry.tournament_id,
    },
    amount: { currency: entry.currency, minorUnits: entry.fee_minor },
    kind: TransferKind.ENTRY_FEE,
    referenceId: entry.tournament_id,
  };
}

interface RefusedEntry {
  id: string;
  reason: string;
  message: string;
}

function decide(pending: readonly EntryRow[], outcomes: readonly TransferOutcome[]) {
  const confirmed: string[] = [];
  const refused: RefusedEntry[] = [];
  pending.forEach((entry, index) => {
    const outcome = outcomes[index]?.outcome;
    if (outcome?.case === "posted") confirmed.push(entry.id);
    if (outcome?.case === "refused") refused.push({ id: entry.id, ...outcome.value });
  });
  return { confirmed, refused };
}

async function refuse(
  tx: Tx,
  pending: readonly EntryRow[],
  refused: readonly RefusedEntry[],
): Promise<void> {
  // Seats are freed under the book's lock, taken before any entry's, as joins do.
  await lockBooks(tx, [...new Set(pending.map((entry) => entry.tournament_id))]);
  for (const [id, seats] of countBy(await refuseEntries(tx, refused)))
    await takeSeats(tx, id, -seats);
}

function resultOf(entry: EntryRow): JoinResult {
  if (entry.state === PENDING)
    return new DomainError(
      "UNAVAILABLE",
      "The entry fee could not be charged right now; the join is finished or undone by itself.",
    );
  if (entry.state !== REFUSED) return entry;
  // A pool closed meanwhile means that the tournament is over.
  if (entry.refusal_reason === "ACCOUNT_CLOSED")
    return new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not open.");
  const reason = entry.refusal_reason ?? "";
  return new DomainError(
    isReason(reason) ? reason : "INTERNAL",
    reason === "INSUFFICIENT_FUNDS"
      ? "The account that pays the entry fee has too little in it."
      : "The entry fee could not be charged.",
  );
}
