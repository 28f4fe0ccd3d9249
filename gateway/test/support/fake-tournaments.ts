import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampMs, timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { registerFake } from "@tms/kit/testing/fake";
import { newId } from "@tms/kit/values/ids";
import { decodePageToken, encodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import {
  Status,
  TournamentSchema,
  TournamentService,
  TournamentTermsSchema,
  type Tournament,
} from "@tms/proto/tms/tournament/v1/tournament";

const change = (found: Tournament, status: Status) => {
  found.status = status;
  found.updateTime = timestampNow();
  return { tournament: found };
};
const requirePending = (found: Tournament) => {
  if (found.status !== Status.PENDING)
    throw new DomainError("TOURNAMENT_NOT_PENDING", "The tournament is not pending any more.");
};

/** Tournaments in memory: enough of their rules to see the gateway pass them on. */
export function fakeTournaments() {
  const all = new Map<string, Tournament>();
  const made = new Map<string, Tournament>();

  const find = ({ gameId, tournamentId }: { gameId: string; tournamentId: string }) => {
    const found = all.get(tournamentId);
    if (found?.gameId !== gameId)
      throw new DomainError("TOURNAMENT_NOT_FOUND", "The game has no such tournament.");
    return found;
  };
  return (router: ConnectRouter) =>
    registerFake(router, TournamentService, {
      createTournament({ requestId, gameId, terms }) {
        const before = made.get(requestId);
        if (before) return { tournament: before };
        if (!terms?.startTime || !terms.endTime) throw new Error("validated before");
        if (timestampMs(terms.endTime) <= timestampMs(terms.startTime))
          throw invalidField("terms.end_time", "must be after start_time");
        const tournament = create(TournamentSchema, {
          id: newId(),
          gameId,
          terms,
          currency: "USD",
          status: Status.PENDING,
          prizePool: { currency: "USD", minorUnits: 0n },
          createTime: timestampNow(),
          updateTime: timestampNow(),
        });
        all.set(tournament.id, tournament);
        made.set(requestId, clone(TournamentSchema, tournament));
        return { tournament };
      },
      updateTournament(request) {
        const found = find(request);
        requirePending(found);
        const { prizeSplit, $typeName: _, $unknown: __, ...patch } = { ...request.patch };
        Object.assign(
          (found.terms ??= create(TournamentTermsSchema)),
          patch as MessageInitShape<typeof TournamentTermsSchema>,
          prizeSplit.length > 0 && { prizeSplit },
        );
        return change(found, Status.PENDING);
      },
      publishTournament(request) {
        const found = find(request);
        requirePending(found);
        return change(found, Status.PUBLISHED);
      },
      cancelTournament: (request) => change(find(request), Status.CANCELLED),
      completeTournament: (request) => change(find(request), Status.SETTLING),
      getTournament: (request) => ({ tournament: find(request) }),
      // As if no prize pool of a settlement were known right now.
      batchGetTournaments: ({ tournaments, withPrizePools }) => ({
        tournaments: tournaments.flatMap(({ gameId, tournamentId }) => {
          const found = all.get(tournamentId);
          if (found?.gameId !== gameId || found.status === Status.SETTLING) return [];
          const { prizePool, ...rest } = found;
          return [withPrizePools && prizePool ? { ...rest, prizePool } : rest];
        }),
      }),
      listTournaments({ gameId, status, pageSize, pageToken }) {
        const listed = ["tournaments", gameId, status];
        const after = decodePageToken(pageToken, listed, [TOKEN_PART.id])?.[0];
        const mine = [...all.values()]
          .filter((t) => t.gameId === gameId && (status === 0 || t.status === status))
          .toReversed()
          .filter((t) => after === undefined || t.id < after);
        const size = pageSize || 20;
        const page = mine.slice(0, size);
        const last = page.at(-1);
        const nextPageToken = last && mine.length > size ? encodePageToken(listed, [last.id]) : "";
        return { tournaments: page, nextPageToken };
      },
    });
}
