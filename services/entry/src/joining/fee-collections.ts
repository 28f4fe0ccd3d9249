import type { MessageInitShape } from "@bufbuild/protobuf";
import { AccountType, type FeeCollectionSchema } from "@tms/proto/tms/wallet/v1/wallet";
import type { EntryRow } from "../db/entries.ts";

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
