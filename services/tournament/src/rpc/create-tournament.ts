import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { originOf } from "@tms/kit/rpc/origin";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { idempotent } from "@tms/kit/database/idempotent";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { countOpen, insertTournament, lockOpen, type GameTerms } from "../db/tournaments.ts";
import { created, stageChanges } from "../events.ts";
import { gameNotFound, tooManyOpen } from "../errors.ts";
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
      // Sent together; counted is what was committed once the lock is held.
      const [, open] = await Promise.all([lockOpen(tx, gameId), countOpen(tx, gameId, MOST_OPEN)]);
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
): Promise<GameTerms> {
  try {
    const { game } = await context.game.getGame({ gameId }, within(call));
    if (game?.currency === undefined) throw new Error("the game service left the currency out");
    const payer = PAYERS.word(game.payer);
    if (payer === undefined) throw new Error("the game service left the payer out");
    return { currency: game.currency.code, payer, platformFeeBps: game.platformFeeBps };
  } catch (error) {
    throw refusedFor(error, "GAME_NOT_FOUND") ? gameNotFound() : error;
  }
}
