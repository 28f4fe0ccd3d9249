import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage, type ScoringTerms } from "@tms/kit/values/scoring";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { createGame, type GameAccess } from "@tms/stack/system/demo-game";
import type { BenchSystem } from "../system/system.ts";

/** A published tournament. */
export interface Tournament {
  id: string;
  gameId: string;
  endsAt: Date;
}

/** The entry fee. */
export const FEE_MINOR = 250;

const HOUR_MS = 3_600_000;

/** A game whose gamers pay their fees themselves. */
export const createPayingGame = (system: BenchSystem): Promise<GameAccess> =>
  createGame(system, "Bench", { payer: Payer.WALLET });

/** Terms that most tournaments of a benchmark do without. */
export interface MoreTerms {
  scoring?: Partial<ScoringTerms>;
  /** In percent, the best first. */
  prizeSplit?: readonly number[];
}

/** Publishes tournaments of a game, by the service itself. */
export function tournamentMaker(system: BenchSystem) {
  const tournaments = connectTo(TournamentService, system.urls.tournament, system.token);
  return async (
    gameId: string,
    endsAt = new Date(Date.now() + HOUR_MS),
    { scoring, prizeSplit = [] }: MoreTerms = {},
  ): Promise<Tournament> => {
    const { tournament } = await tournaments.createTournament({
      requestId: newId(),
      gameId,
      terms: {
        name: "Open",
        description: "",
        entryFeeMinorUnits: BigInt(FEE_MINOR),
        startTime: timestampFromDate(new Date()),
        endTime: timestampFromDate(endsAt),
        prizeSplit: [...prizeSplit],
        ...(scoring && { scoring: scoringMessage(scoring) }),
      },
    });
    const id = tournament?.id ?? "";
    await tournaments.publishTournament({ requestId: newId(), gameId, tournamentId: id });
    return { id, gameId, endsAt };
  };
}
