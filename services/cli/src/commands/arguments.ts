import { Mode } from "@tms/proto/tms/game/v1/game";
import { InvalidArgumentError } from "commander";
import { gameClient } from "../clients.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Reads a moment in ISO 8601 with an offset. */
export function momentOf(text: string): Date {
  const moment = new Date(text);
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("Use a time like 2030-01-31T12:00:00Z.");
  return moment;
}

/** The test environment of a game, whichever of its environments is named. */
export async function testEnvironmentOf(gameId: string): Promise<string> {
  const { game } = await gameClient().getGame({ gameId });
  return game?.mode === Mode.LIVE ? game.siblingId : gameId;
}
