import { create } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { idempotent } from "@tms/kit/database/idempotent";
import {
  TournamentService,
  CreateTournamentResponseSchema,
  type CreateTournamentRequest,
  type CreateTournamentResponse,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { Context } from "../context.ts";
import { countOpen, insertTournament, lockOpen, type GameTerms } from "../db/tournaments.ts";
import { gameNotFound, tooManyOpen } from "../errors.ts";
import { tournamentMessage } from "../messages.ts";
import { endMustBeAhead, readTerms } from "../terms.ts";

// Each holds a schedule, a wake-up and its gamers' attention; more is a runaway script.
const MOST_OPEN = 10_000;

/** Creates a pending tournament on the game's present terms; its prize pool is still empty. */
export async function createTournament(
  ctx: Context,
  request: CreateTournamentRequest,
  call: HandlerContext,
): Promise<CreateTournamentResponse> {
  if (request.terms === undefined) throw new Error("validation let a request without terms pass");
  const terms = readTerms(request.terms);
  const game = await termsOfGame(ctx, request.gameId, call);
  return await idempotent(
    ctx.db,
    {
      faultPoint: "tournament.create",
      method: TournamentService.method.createTournament,
      request,
    },
    async (tx) => {
      // Sent together; counted is what was committed once the lock is held.
      const [, open] = await Promise.all([
        lockOpen(tx, request.gameId),
        countOpen(tx, request.gameId, MOST_OPEN),
      ]);
      if (open >= MOST_OPEN) throw tooManyOpen(MOST_OPEN);
      const row = await insertTournament(tx, newId(), request.gameId, terms, game);
      if (row === undefined) throw endMustBeAhead("terms");
      return create(CreateTournamentResponseSchema, { tournament: tournamentMessage(row, 0n) });
    },
  );
}

async function termsOfGame(ctx: Context, gameId: string, call: HandlerContext): Promise<GameTerms> {
  try {
    const { game } = await ctx.game.getGame({ gameId }, within(call));
    if (game?.currency === undefined) throw new Error("the game service left the currency out");
    const { currency, payer, platformFeeBps } = game;
    return { currency: currency.code, payer, platformFeeBps };
  } catch (error) {
    throw refusedFor(error, "GAME_NOT_FOUND") ? gameNotFound() : error;
  }
}
