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
 * finished stays pending and results in UNAVAILABLE: a timeout is no refusal.
 */
export async function finishJoins(
  context: JoinContext,
  ids: readonly string[],
): Promise<Map<string, JoinResult>> {
  if (ids.length === 0) return new Map();
  const entries = await findEntries(context.db, ids);
  const pending = entries.filter((entry) => entry.state === PENDING);
  if (pending.length === 0) return new Map(entries.map((entry) => [entry.id, resultOf(entry)]));
  for (let start = 0; start < pending.length; start += CHARGE_BATCH)
    await chargeAndDecide(context, pending.slice(start, start + CHARGE_BATCH));
  const decided = await findEntries(context.db, ids);
  return new Map(decided.map((entry) => [entry.id, resultOf(entry)]));
}

async function chargeAndDecide(context: JoinContext, pending: readonly EntryRow[]): Promise<void> {
  let outcomes: readonly TransferOutcome[];
  try {
    const request = { transfers: pending.map(chargeOf) };
    ({ outcomes } = await context.wallet.batchTransfer(request, { timeoutMs: CHARGE_TIMEOUT_MS }));
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    context.log.warn({ err: error, entries: pending.length }, "charging failed; left to recovery");
    return;
  }
  await transaction(context.db, (tx) => decide(tx, pending, outcomes));
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

async function decide(
  tx: Tx,
  pending: readonly EntryRow[],
  outcomes: readonly TransferOutcome[],
): Promise<void> {
  const confirmed: string[] = [];
  const refused: { id: string; reason: string; message: string }[] = [];
  pending.forEach((entry, index) => {
    const outcome = outcomes[index]?.outcome;
    if (outcome?.case === "posted") confirmed.push(entry.id);
    if (outcome?.case === "refused") refused.push({ id: entry.id, ...outcome.value });
  });
  if (refused.length > 0) {
    // Seats are freed under the book's lock, taken before any entry's, as joins do.
    await lockBooks(tx, [...new Set(pending.map((entry) => entry.tournament_id))]);
    for (const [id, seats] of countBy(await refuseEntries(tx, refused)))
      await takeSeats(tx, id, -seats);
  }
  if (confirmed.length > 0) await confirmEntries(tx, confirmed);
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
