import type { Client } from "@connectrpc/connect";
import type { Db } from "@tms/kit/database/handle";
import { openDatabase } from "@tms/kit/database/pool";
import type { Logger } from "@tms/kit/process/log";
import type { Shutdown } from "@tms/kit/process/shutdown";
import { connectTo } from "@tms/kit/rpc/client";
import type { RpcsOf } from "@tms/kit/rpc/rpcs";
import type { EventService } from "@tms/proto/tms/event/v1/event";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { EventsConfig } from "./config.ts";
import { createGames, type Games } from "./games.ts";

/** What the events service's RPCs work with. */
export interface Context {
  db: Db;
  log: Logger;
  games: Games;
}

/** The events service's RPCs, by name. */
export type Rpcs = RpcsOf<typeof EventService>;

export function createContext(
  config: Pick<EventsConfig, "database" | "gameUrl" | "callerToken">,
  log: Logger,
  shutdown: Shutdown,
  game: Client<typeof GameService> = connectTo(GameService, config.gameUrl, config.callerToken),
): Context {
  const db = openDatabase(config.database, "events", log);
  shutdown.add("the database pool", () => db.$client.end());
  return { db, log, games: createGames(game) };
}
