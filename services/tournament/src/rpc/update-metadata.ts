import { findAnswer, idempotent } from "@tms/kit/database/idempotent";
import type { Tx } from "@tms/kit/database/handle";
import { metadataOf } from "@tms/kit/values/input";
import { originOf } from "@tms/kit/rpc/origin";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import type { Context, Rpcs } from "../context.ts";
import { findTournament, lockTournaments, setMetadata } from "../db/tournaments.ts";
import { tournamentNotFound } from "../errors.ts";
import { stageChanges, updated } from "../events.ts";
import { tournamentMessage } from "../messages.ts";
import { readPrizePools } from "../prize-pool.ts";
import { readWinners } from "../winners.ts";

const method = TournamentService.method.updateMetadata;

/** Replaces a tournament's metadata, whatever its status: nothing is decided by it. */
export const updateMetadata =
  (context: Context): Rpcs["updateMetadata"] =>
  async (request, call) => {
    const { db } = context;
    const metadata = metadataOf("metadata", request.metadata);
    const known = await findTournament(db, request);
    if (known === undefined) throw tournamentNotFound();
    const mutation = { faultPoint: "tournament.update-metadata", method, request } as const;
    const earlier = await findAnswer(db, mutation);
    // Before the change: when the pool cannot be known, the call fails with nothing done.
    const poolMinor = earlier ? 0n : await readPrizePools(context, [known], call)(known);
    const change = async (tx: Tx) => {
      const [before] = await lockTournaments(tx, [request]);
      if (before === undefined) throw tournamentNotFound();
      if (before.metadata === metadata) return { tournament: tournamentMessage(before, poolMinor) };
      const row = await setMetadata(tx, before.id, metadata);
      await stageChanges(tx, originOf(call), updated(row, before));
      return { tournament: tournamentMessage(row, poolMinor) };
    };
    // Winners are not stored with the answer: there may be a hundred thousand of them.
    const { tournament } = earlier ?? (await idempotent(db, mutation, change));
    if (tournament === undefined) throw new Error("a stored response has no tournament");
    const winners = await readWinners(db, tournament);
    tournament.winnerGamerIds = winners.gamerIds;
    tournament.winnerCount = winners.count;
    return { tournament };
  };
