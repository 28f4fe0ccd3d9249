import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { idempotent } from "@tms/kit/database/idempotent";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import {
  countOpen,
  findByExternalId,
  insertTournament,
  lockOpen,
  type GameTerms,
} from "../db/tournaments.ts";
import { created, stageChanges } from "../events.ts";
import { externalIdTaken, gameNotFound, tooManyOpen } from "../errors.ts";
import { PAYERS, tournamentMessage } from "../messages.ts";
import { endMustBeAhead, readTerms } from "../terms.ts";

// Each holds a schedule, a wake-up and its gamers' attention; more is a runaway script.
const MOST_OPEN = 10_000;

const method = TournamentService.method.createTournament;

/** Creates a pending tournament on the game's present terms; its prize pool is still empty. */
export const createTournament =
  (context: Context): Rpcs["createTournament"] =>
  async (request, call) => {
    const { gameId } = request;
    const terms = { ...readTerms(request.terms), ...(await termsOfGame(context, gameId, call)) };
    const mutation = { faultPoint: "tournament.create", method, request } as const;
    return await idempotent(context.db, mutation, async (tx) => {
      const { externalId } = terms;
      // Sent together; what was committed is found and counted once the lock is held.
      const [, taken, open] = await Promise.all([
        lockOpen(tx, gameId),
        externalId === null ? undefined : findByExternalId(tx, gameId, externalId),
        countOpen(tx, gameId, MOST_OPEN),
      ]);
      if (taken !== undefined) throw externalIdTaken(taken);
      if (open >= MOST_OPEN) throw tooManyOpen(MOST_OPEN);
      const row = await insertTournament(tx, { id: newId(), gameId, ...terms });
      if (row.ended) throw endMustBeAhead("terms");
      await stageChanges(tx, originOf(call), [created(row)]);
      return { tournament: tournamentMessage(row, 0n) };
    });
  };

async function termsOfGame(
  context: Context,
  gameId: string,
  call: HandlerContext,
): Promise<GameTerms & { test: boolean }> {
  try {
    const { game } = await context.game.getGame({ gameId }, within(call));
    if (game?.currency === undefined) throw new Error("the game service returned no currency");
    const payer = PAYERS.word(game.payer);
    if (payer === undefined) throw new Error("the game service returned no payer");
    const test = game.mode === Mode.TEST;
    return { currency: game.currency.code, payer, platformFeeBps: game.platformFeeBps, test };
  } catch (error) {
    throw refusedFor(error, "GAME_NOT_FOUND") ? gameNotFound() : error;
  }
}
