import type { HandlerContext } from "@connectrpc/connect";
import { isAheadBy, raiseAhead } from "@tms/kit/database/game-time";
import type { Tx } from "@tms/kit/database/handle";
import { findAnswer, once } from "@tms/kit/database/idempotent";
import { first } from "@tms/kit/database/rows-of";
import { DomainError, found, required } from "@tms/kit/errors/domain-error";
import { passOn } from "@tms/kit/errors/remote-error";
import { traced } from "@tms/kit/process/fault-points";
import { within } from "@tms/kit/rpc/client";
import type { Origin } from "@tms/kit/rpc/origin";
import { mutation } from "@tms/kit/rpc/rpcs";
import { newId } from "@tms/kit/values/ids";
import { metadataOf } from "@tms/kit/values/input";
import { CancelReason } from "@tms/proto/tms/event/v1/event";
import { Mode } from "@tms/proto/tms/game/v1/game";
import { Status, type CompleteTournamentRequest } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import {
  countOpen,
  findByExternalId,
  findTournament,
  insertTournament,
  lockOpen,
  lockTournaments,
  setFinalRanks,
  updateTerms,
  type TournamentRow,
  readWinners,
} from "../db/tournaments.ts";
import {
  cancelled,
  changed,
  stageChanges,
  updated,
  PAYERS,
  tournamentMessage,
} from "../messages.ts";
import { advance } from "../lifecycle.ts";
import { readPoolBefore, readPrizePools } from "../prize-pool.ts";
import {
  closeRegistration,
  countUndelivered,
  flushMessage,
  stageRefund,
  stageSettlement,
} from "../settlement-messages.ts";
import { endMustBeAhead, readPatch, readTerms, requireConsistent } from "../terms.ts";

// The limit of pending and published tournaments per game. Only a runaway script creates more.
const MAX_OPEN = 10_000;
const TOO_MANY_OPEN = `The game already has ${MAX_OPEN} pending or published tournaments. Cancel pending ones, or wait until others end.`;
const ID_TAKEN =
  "Another tournament of the game has this externalId. Use that tournament, or send a different externalId.";

export const tournamentRpcs = {
  async createTournament(context, request, call) {
    const { gameId } = request;
    const terms = { ...readTerms(request.terms), ...(await termsOfGame(context, gameId, call)) };
    return await once(context.db, "tournament.create", call, request, async (tx, origin) => {
      const { externalId } = terms;
      // The statements are sent together and executed in order, so the reads run under the lock.
      const [, taken, open] = await Promise.all([
        lockOpen(tx, gameId),
        externalId === null ? undefined : findByExternalId(tx, gameId, externalId),
        countOpen(tx, gameId, MAX_OPEN),
      ]);
      if (taken !== undefined)
        throw new DomainError("EXTERNAL_ID_TAKEN", ID_TAKEN, { about: { tournament: taken } });
      if (open >= MAX_OPEN) throw new DomainError("TOURNAMENT_LIMIT", TOO_MANY_OPEN);
      const row = await insertTournament(tx, { id: newId(), gameId, ...terms });
      if (row.ended) throw endMustBeAhead("terms");
      await stageChanges(tx, origin, [changed("tournamentCreated", row)]);
      return { tournament: tournamentMessage(row, 0n) };
    });
  },

  updateTournament: mutation("tournament.update", async ({ tx, origin }, request) => {
    const patch = readPatch(request.patch);
    const { after } = await advance(tx, request, "update");
    requireConsistent(after, patch);
    const row = await updateTerms(tx, after.id, patch);
    if (row.ended) throw endMustBeAhead("patch");
    await stageChanges(tx, origin, updated(row, after));
    return { tournament: tournamentMessage(row, 0n) };
  }),

  /** Changes metadata in any status, because nothing depends on metadata. */
  async updateMetadata(context, request, call) {
    const { db } = context;
    const metadata = metadataOf("metadata", request.metadata);
    const known = found(await findTournament(db, request), "TOURNAMENT_NOT_FOUND");
    const earlier = await findAnswer(db, call, request);
    // Read before the change, so that the call changes nothing if the pool cannot be read.
    const poolMinor = earlier ? 0n : await readPrizePools(context, [known], call)(known);
    const change = async (tx: Tx, origin: Origin) => {
      const before = found(await first(lockTournaments(tx, [request])), "TOURNAMENT_NOT_FOUND");
      if (before.metadata === metadata) return { tournament: tournamentMessage(before, poolMinor) };
      const row = await updateTerms(tx, before.id, { metadata });
      await stageChanges(tx, origin, updated(row, before));
      return { tournament: tournamentMessage(row, poolMinor) };
    };
    // Winners are not stored with the response, because there can be a hundred thousand.
    const { tournament } =
      earlier ?? (await once(db, "tournament.update-metadata", call, request, change));
    if (tournament === undefined) throw new Error("a stored response has no tournament");
    if (tournament.status !== Status.COMPLETED) return { tournament };
    const { gamerIds, count } = (await readWinners(db, [tournament]))(tournament);
    return { tournament: { ...tournament, winnerGamerIds: gamerIds, winnerCount: count } };
  },

  async publishTournament(context, request, call) {
    const { db } = context;
    let messageId: string | undefined;
    const response = await once(db, "tournament.publish", call, request, async (tx, origin) => {
      const { after } = await advance(tx, request, "publish");
      messageId = await stageSettlement(tx, after, after.endsAt, false);
      await stageChanges(tx, origin, [changed("tournamentPublished", after)]);
      return { tournament: tournamentMessage(after, 0n) };
    });
    await flushMessage(context, messageId);
    return response;
  },

  async cancelTournament(context, request, call) {
    const { db } = context;
    const { row, poolMinor } = await readPoolBefore(context, request, call);
    // A repeat also closes the registration, because the earlier call may have been interrupted.
    let mayBeOpen = true;
    let messageId: string | undefined;
    const response = await once(db, "tournament.cancel", call, request, async (tx, origin) => {
      const { before, after } = await advance(tx, request, "cancel");
      mayBeOpen = before.status === "published";
      if (mayBeOpen) messageId = await stageRefund(tx, after);
      await stageChanges(tx, origin, [cancelled(after, CancelReason.REQUESTED)]);
      return { tournament: tournamentMessage(after, poolMinor) };
    });
    if (mayBeOpen) await closeAndFlush(context, row, messageId);
    return response;
  },

  async completeTournament(context, request, call) {
    const { db } = context;
    const finalRanks = request.finalRanks.map(({ handle, rank }) => ({ handle, rank }));
    const { row, poolMinor } = await readPoolBefore(context, request, call);
    if (row.status === "published" && finalRanks.length > 0)
      await checkRanks(context, request, call);
    let messageId: string | undefined;
    const response = await once(db, "tournament.complete", call, request, async (tx, origin) => {
      const { before, after } = await advance(tx, request, "complete");
      // It was published meanwhile, so the ranks were not checked.
      if (before.status !== row.status && finalRanks.length > 0)
        throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
      await setFinalRanks(tx, after.id, finalRanks);
      // The settlement is due at the time of the change, by the clock of the environment.
      messageId = await stageSettlement(tx, after, after.updatedAt, true);
      await stageChanges(tx, origin, [changed("tournamentSettling", after)]);
      return { tournament: tournamentMessage(after, poolMinor) };
    });
    // A repeat also closes the registration, because the earlier call may have been interrupted here.
    await closeAndFlush(context, row, messageId);
    return response;
  },

  /** Moves a test clock. Returns the number of messages that settlement has not received. */
  async advanceTournamentClock({ db }, { gameId, aheadMs }) {
    if (!(await isAheadBy(db, gameId, aheadMs)))
      await traced("tournament.advance-clock", () => raiseAhead(db, gameId, aheadMs));
    return { undelivered: await countUndelivered(db, gameId) };
  },
} satisfies Rpcs;

const closeAndFlush = (context: Context, row: TournamentRow, messageId: string | undefined) =>
  Promise.all([closeRegistration(context, row), flushMessage(context, messageId)]);

async function termsOfGame(context: Context, gameId: string, call: HandlerContext) {
  const { game } = await context.game
    .getGame({ gameId }, within(call))
    .catch(passOn("GAME_NOT_FOUND"));
  if (game?.currency === undefined) throw new Error("the game service returned no currency");
  const payer = required(PAYERS.word(game.payer), "the game service returned no payer");
  const test = game.mode === Mode.TEST;
  return { currency: game.currency.code, payer, platformFeeBps: game.platformFeeBps, test };
}

async function checkRanks(
  { db, entry }: Context,
  { gameId, tournamentId, finalRanks }: CompleteTournamentRequest,
  call: HandlerContext,
): Promise<void> {
  try {
    await entry.checkFinalRanks({ gameId, tournamentId, finalRanks }, within(call));
  } catch (error) {
    // If the tournament has ended meanwhile, the caller gets the stored response or a refusal.
    const row = await findTournament(db, { gameId, tournamentId });
    if (row?.status !== "published") return;
    passOnRefusedRanks(error);
  }
}

const passOnRefusedRanks = passOn(
  "INVALID_ARGUMENT",
  "RANKS_INVALID",
  "GAMER_NOT_FOUND",
  "GAMER_NOT_ENTERED",
  "GAMER_ALREADY_ELIMINATED",
  "GAMER_DISQUALIFIED",
);
