import { create } from "@bufbuild/protobuf";
import { idempotent } from "@tms/kit/database/idempotent";
import { metadataOf } from "@tms/kit/values/input";
import { originOf } from "@tms/kit/rpc/origin";
import { MoneySchema } from "@tms/proto/tms/type/v1/money";
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
    // Before the change: when the pool cannot be known, the call fails with nothing done.
    const minorUnits = await readPrizePools(context, [known], call)(known);
    const mutation = { faultPoint: "tournament.update-metadata", method, request } as const;
    // Pool and winners are not stored with the answer: there may be a hundred thousand of these.
    const { tournament } = await idempotent(db, mutation, async (tx) => {
      const [before] = await lockTournaments(tx, [request]);
      if (before === undefined) throw tournamentNotFound();
      if (before.metadata === metadata) return { tournament: tournamentMessage(before) };
      const row = await setMetadata(tx, before.id, metadata);
      await stageChanges(tx, originOf(call), updated(row, before));
      return { tournament: tournamentMessage(row) };
    });
    if (tournament === undefined) throw new Error("an answer was stored without its tournament");
    const winners = await readWinners(db, tournament);
    tournament.prizePool = create(MoneySchema, { currency: tournament.currency, minorUnits });
    tournament.winnerGamerIds = winners.gamerIds;
    tournament.winnerCount = winners.count;
    return { tournament };
  };
