import type { Client } from "@connectrpc/connect";
import { connectTo } from "@tms/kit/rpc/client";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { ServiceAddresses } from "../config.ts";
import { batchedEntryClient, type BatchedEntryClient } from "./entry.ts";
import { batchedTournamentClient, type BatchedTournamentClient } from "./tournament.ts";
import { batchedWalletClient, type BatchedWalletClient } from "./wallet.ts";

/** The services that a settlement drives. */
export interface Clients {
  tournaments: Client<typeof TournamentService>;
  entries: Client<typeof EntryService>;
  wallet: Client<typeof WalletService>;
}

export const connect = (addresses: ServiceAddresses, token: string): Clients => ({
  tournaments: connectTo(TournamentService, addresses.tournament, token),
  entries: connectTo(EntryService, addresses.entry, token),
  wallet: connectTo(WalletService, addresses.wallet, token),
});

/** A settlement's calls, sent together with those of others under way at the same time. */
export interface BatchedClients
  extends BatchedEntryClient, BatchedTournamentClient, BatchedWalletClient {}

export const batchedClients = ({ tournaments, entries, wallet }: Clients): BatchedClients => ({
  ...batchedEntryClient(entries),
  ...batchedTournamentClient(tournaments),
  ...batchedWalletClient(wallet),
});
