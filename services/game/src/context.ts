import type { Client } from "@connectrpc/connect";
import { createPublisher, type Publisher } from "@tms/kit/events/publisher";
import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { ClockService } from "@tms/proto/tms/game/v1/clock";
import type { GameService } from "@tms/proto/tms/game/v1/game";
import type { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { SettlementService } from "@tms/proto/tms/settlement/v1/settlement";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import {
  createContinueAdvance,
  type AdvanceContext,
  type ContinueAdvance,
} from "./clock/advance.ts";
import type { GameConfig, ServiceAddresses } from "./config.ts";

/** What the game service's RPCs work with. */
export interface Context extends AdvanceContext {
  log: Logger;
  wallet: Client<typeof WalletService>;
  identity: Client<typeof IdentityService>;
  /** Brings staged events to the log. */
  publisher: Publisher;
  /** Brings on clocks that are on their way. */
  continueAdvance: ContinueAdvance;
}

/** The other services that this one calls. */
export interface Clients extends Pick<
  Context,
  "wallet" | "identity" | "entry" | "tournament" | "settlement"
> {
  events: Client<typeof EventService>;
}

/** The RPCs about games, by name. */
export type Rpcs = RpcsOf<typeof GameService>;

/** The RPCs about people in games, by name. */
export type MemberRpcs = RpcsOf<typeof MemberService>;

/** The RPCs about clocks, by name. */
export type ClockRpcs = RpcsOf<typeof ClockService>;

export function createContext(
  config: Pick<GameConfig, "database" | "addresses" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = connectClients(config.addresses, config.callerToken),
): Context {
  const db = openDatabase(config.database, "game", log);
  shutdown.add("the database pool", () => db.$client.end());
  const { events, ...others } = clients;
  return {
    db,
    log,
    ...others,
    publisher: createPublisher(db, events, log, shutdown),
    continueAdvance: createContinueAdvance({ db, ...others }),
  };
}

const connectClients = (addresses: ServiceAddresses, token: string): Clients => ({
  wallet: connectTo(WalletService, addresses.wallet, token),
  identity: connectTo(IdentityService, addresses.identity, token),
  events: connectTo(EventService, addresses.events, token),
  entry: connectTo(EntryService, addresses.entry, token),
  tournament: connectTo(TournamentService, addresses.tournament, token),
  settlement: connectTo(SettlementService, addresses.settlement, token),
});
