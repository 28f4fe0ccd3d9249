import type { Client, HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { derivedId, newId } from "@tms/kit/values/ids";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { AccountType, type WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import type { Environments, GameRow, GameTerms, NewGame } from "./db/games.ts";
import { gameMessage } from "./messages.ts";

/** Returns the live and the test environment of a new game. Each is the sibling of the other. */
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

/** Returns a further test environment with the terms of the live one. */
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

export const environmentsMessage = ({
  live,
  test,
}: Environments): { game: Game; testGame: Game } => ({
  game: gameMessage(live),
  testGame: gameMessage(test),
});

/** Opens an environment's ledger account. A repeat changes nothing. */
export async function openAccount(
  { wallet }: { wallet: Client<typeof WalletService> },
  game: Game,
  call: HandlerContext,
): Promise<void> {
  const limit = game.creditLimitMinorUnits;
  await wallet.openAccount(
    {
      requestId: derivedId("open-game-account", game.id),
      ref: { gameId: game.id, type: AccountType.GAME, ownerId: game.id },
      currency: game.currency?.code ?? "",
      ...(limit !== undefined && { floorMinorUnits: -limit }),
    },
    within(call),
  );
}
