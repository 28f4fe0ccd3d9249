import type { MessageInitShape } from "@bufbuild/protobuf";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { AccountType, type FeeCollectionSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { EntryRow } from "../db/entries.ts";

type Collection = MessageInitShape<typeof FeeCollectionSchema> & {
  transferIds: string[];
  ownerIds: string[];
};

/**
 * The fees of entries, by tournament: what a fee is and who pays it is the same throughout a
 * registration. A transfer has its entry's id, so it is made at most once.
 */
export function collectionsOf(entries: readonly EntryRow[]): Collection[] {
  const collections = new Map<string, Collection>();
  for (const entry of entries) {
    const byWallet = entry.payer === Payer.WALLET;
    let collection = collections.get(entry.tournament_id);
    if (collection === undefined) {
      collection = {
        gameId: entry.game_id,
        tournamentId: entry.tournament_id,
        currency: entry.currency,
        payer: byWallet ? AccountType.GAMER : AccountType.GAME,
        minorUnits: entry.fee_minor,
        transferIds: [],
        ownerIds: [],
      };
      collections.set(entry.tournament_id, collection);
    }
    collection.transferIds.push(entry.id);
    collection.ownerIds.push(byWallet ? entry.gamer_id : entry.game_id);
  }
  return [...collections.values()];
}
