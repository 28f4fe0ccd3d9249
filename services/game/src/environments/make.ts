import { newId } from "@tms/kit/values/ids";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { GameRow, GameTerms, NewGame } from "../db/games.ts";
import type { Environments } from "../db/projects.ts";
import { gameMessage } from "../messages.ts";

/** The live and the test environment of a new game, each the other's sibling. */
export function newEnvironments(
  projectId: string,
  terms: GameTerms,
): [live: NewGame, test: NewGame] {
  const [liveId, testId] = [newId(), newId()];
  return [
    { ...terms, id: liveId, projectId, mode: "live", siblingId: testId },
    { ...terms, id: testId, projectId, mode: "test", siblingId: liveId },
  ];
}

/** A further test environment, on the terms of the game's live one. */
export const newTestEnvironment = (live: GameRow): NewGame => ({
  id: newId(),
  projectId: live.projectId,
  mode: "test",
  siblingId: live.id,
  currency: live.currency,
  currencyExponent: live.currencyExponent,
  payer: live.payer,
  creditLimitMinor: live.creditLimitMinor,
  platformFeeBps: live.platformFeeBps,
});

/** Both environments as answers hold them. */
export const environmentsMessage = ({
  live,
  test,
}: Environments): { game: Game; testGame: Game } => ({
  game: gameMessage(live),
  testGame: gameMessage(test),
});
