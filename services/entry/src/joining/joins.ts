import type { Client } from "@connectrpc/connect";
import type { Db } from "@tms/kit/database/handle";
import type { DomainError } from "@tms/kit/errors/domain-error";
import type { Logger } from "@tms/kit/process/log";
import type { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { EntryRow } from "../db/entries.ts";

/** What a join works with. */
export interface JoinContext {
  db: Db;
  log: Logger;
  tournaments: Client<typeof TournamentService>;
  wallet: Client<typeof WalletService>;
}

/** A join as asked for; ids in lower case, the handle in NFC. */
export interface JoinOrder {
  requestId: string;
  gameId: string;
  tournamentId: string;
  handle: string;
}

/** What became of a join: the entry, or why the gamer is not in. */
export type JoinResult = EntryRow | DomainError;

/** How often each value occurs. */
export function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
