import type { Tx } from "@tms/kit/database/handle";
import type { NewEvent } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { TransferRow } from "../db/transfers.ts";
import { requestedMessage } from "../messages.ts";
import type { AccountState } from "./decide.ts";
import type { RequestedTransfer } from "./transfer.ts";

/** A transfer as requested and as stored. */
export interface Made {
  transfer: RequestedTransfer;
  row: TransferRow;
}

/**
 * Stages one event for each deposit and withdrawal of a gamer, in the order of the transfers. `accounts`
 * have their balances at the lock.
 */
export async function stageTransferEvents(
  tx: Tx,
  made: readonly Made[],
  accounts: ReadonlyMap<string, Pick<AccountState, "balanceMinor">>,
): Promise<void> {
  await stageEvents(tx, transferEvents(made, accounts));
}

/** Returns the events of transfers. Pure. */
export function transferEvents(
  made: readonly Made[],
  accounts: ReadonlyMap<string, Pick<AccountState, "balanceMinor">>,
): NewEvent[] {
  // Fees and prizes have events of other services.
  if (!made.some(({ transfer }) => transfer.eventDetails)) return [];
  const balances = new Map<string, bigint>();
  const move = (accountId: string, amountMinor: bigint): bigint => {
    const before = balances.get(accountId) ?? accounts.get(accountId)?.balanceMinor;
    if (before === undefined) throw new Error("an account was not locked");
    balances.set(accountId, before + amountMinor);
    return before + amountMinor;
  };
  return made.flatMap(({ transfer, row }) => {
    const debited = move(transfer.debitAccountId, -transfer.amountMinor);
    const credited = move(transfer.creditAccountId, transfer.amountMinor);
    if (transfer.eventDetails === undefined) return [];
    const { gamerId, handle, origin } = transfer.eventDetails;
    const isDeposit = transfer.kind === "deposit";
    const message = requestedMessage(transfer, row, isDeposit ? credited : debited);
    const value = { gamerId, handle, transfer: message };
    return {
      gameId: transfer.gameId,
      time: row.createdAt,
      origin,
      change: isDeposit
        ? ({ case: "walletDeposited", value } as const)
        : ({ case: "walletWithdrawn", value } as const),
    };
  });
}
