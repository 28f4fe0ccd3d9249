import type { Client } from "@connectrpc/connect";
import type { EntryService } from "@tms/proto/tms/entry/v1/entry";
import type { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { entryCalls, type EntryCalls } from "./entry.ts";
import { tournamentCalls, type TournamentCalls } from "./tournament.ts";
import { walletCalls, type WalletCalls } from "./wallet.ts";

/** The services a settlement drives. */
export interface Peers {
  tournaments: Client<typeof TournamentService>;
  entries: Client<typeof EntryService>;
  wallet: Client<typeof WalletService>;
}

/** A settlement's calls; those of settlements under way at the same time travel together. */
export interface Calls extends EntryCalls, TournamentCalls, WalletCalls {}

export const createCalls = ({ tournaments, entries, wallet }: Peers): Calls => ({
  ...entryCalls(entries),
  ...tournamentCalls(tournaments),
  ...walletCalls(wallet),
});
