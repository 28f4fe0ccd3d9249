import type { Client } from "@connectrpc/connect";
import { createPublisher, type Publisher } from "@tms/kit/events/publisher";
import { connectTo } from "@tms/kit/rpc/client";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { openDatabase } from "@tms/kit/database/pool";
import type { Db } from "@tms/kit/database/handle";
import type { Logger } from "@tms/kit/process/log";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import { EventService } from "@tms/proto/tms/event/v1/event";
import type { GameService } from "@tms/proto/tms/game/v1/game";
import type { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { GameConfig } from "./config.ts";
import { deriveToken } from "./members/tokens.ts";

/** What the game service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  wallet: Client<typeof WalletService>;
  identity: Client<typeof IdentityService>;
  /** The token that is mailed for an invitation: always the same. */
  tokenOf: (invitationId: string) => string;
  /** Brings staged events to the log. */
  publisher: Publisher;
}

/** The other services that this one calls. */
export interface Clients extends Pick<Context, "wallet" | "identity"> {
  events: Client<typeof EventService>;
}

/** The RPCs about games, by name. */
export type Rpcs = RpcsOf<typeof GameService>;

/** The RPCs about people in games, by name. */
export type MemberRpcs = RpcsOf<typeof MemberService>;

export function createContext(
  config: Pick<GameConfig, "database" | keyof Addresses>,
  log: Logger,
  shutdown: Shutdown,
  clients: Clients = connectClients(config),
): Context {
  const db = openDatabase(config.database, "game", log);
  shutdown.add("the database pool", () => db.$client.end());
  const tokenOf = (invitationId: string) => deriveToken(config.callerToken, invitationId);
  const { events, ...others } = clients;
  return { db, log, tokenOf, ...others, publisher: createPublisher(db, events, log, shutdown) };
}

type Addresses = Pick<GameConfig, "walletUrl" | "identityUrl" | "eventsUrl" | "callerToken">;

const connectClients = ({ callerToken, ...urls }: Addresses): Clients => ({
  wallet: connectTo(WalletService, urls.walletUrl, callerToken),
  identity: connectTo(IdentityService, urls.identityUrl, callerToken),
  events: connectTo(EventService, urls.eventsUrl, callerToken),
});
