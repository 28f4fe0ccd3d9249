import { create } from "@bufbuild/protobuf";
import { timestampMs, timestampNow } from "@bufbuild/protobuf/wkt";
import type { Clients } from "@tms/gateway/clients";
import { newId } from "@tms/kit/values/ids";
import {
  BatchJoinResponseSchema,
  BatchSubmitScoreResponseSchema,
  EntrySchema,
  EntryState,
  JoinOutcomeSchema,
  ListedEntrySchema,
  ListEntriesResponseSchema,
  ScoreOutcomeSchema,
  ScoreSchema,
  ScoreState,
  StandingSchema,
  type Entry,
  type Score,
} from "@tms/proto/tms/entry/v1/entry";
import {
  BatchGetTournamentsResponseSchema,
  GetTournamentOutcomeSchema,
  Status,
  TournamentSchema,
  TournamentTermsSchema,
} from "@tms/proto/tms/tournament/v1/tournament";
import { MoneySchema } from "@tms/proto/tms/type/v1/money";

// Entries in a page of standings, when its reader asks for no other number.
const PAGE = 50;

/** Clients that answer joins and reads on the spot, by the same messages every time. */
export function withCannedAnswers(clients: Clients): Clients {
  const now = timestampNow();
  const stamp = { createTime: now, updateTime: now };
  const [tournamentId, gameId] = [newId(), newId()];
  const entry = create(EntrySchema, {
    id: newId(),
    tournamentId,
    gamerId: newId(),
    handle: "gamer-00000000",
    fee: create(MoneySchema, { currency: "USD", minorUnits: 250n }),
    joinTime: now,
    state: EntryState.IN,
    ...stamp,
  });
  const tournament = create(TournamentSchema, {
    id: tournamentId,
    gameId,
    currency: "USD",
    status: Status.PUBLISHED,
    prizePool: create(MoneySchema, { currency: "USD", minorUnits: 25_000n }),
    terms: create(TournamentTermsSchema, {
      name: "Open",
      entryFeeMinorUnits: 250n,
      startTime: now,
      endTime: now,
    }),
    ...stamp,
  });
  const ms = BigInt(timestampMs(now));
  const listed = create(ListedEntrySchema, {
    id: entry.id,
    gamerId: entry.gamerId,
    handle: entry.handle,
    joinTimeMs: ms,
    state: EntryState.IN,
    createTimeMs: ms,
    updateTimeMs: ms,
  });
  const page = create(ListEntriesResponseSchema, {
    entries: Array.from({ length: PAGE }, () => listed),
    nextPageToken: "next",
    feeMinorUnits: 250n,
  });
  return {
    ...clients,
    tournament: {
      ...clients.tournament,
      async *batchGetTournaments({ tournaments = [] }) {
        const outcomes = tournaments.map(({ gameId: owner = "", tournamentId: id = "" }, index) => {
          const value = { ...tournament, gameId: owner, id };
          const outcome = { case: "tournament", value } as const;
          return create(GetTournamentOutcomeSchema, { outcome, index });
        });
        yield create(BatchGetTournamentsResponseSchema, { outcomes });
      },
    },
    entry: {
      ...clients.entry,
      listEntries: async () => page,
      batchSubmitScore: recordingAs(scoreOf(entry)),
      async *batchJoin({ joins = [] }) {
        const outcome = { case: "entry", value: entry } as const;
        const outcomes = joins.map((_, index) => create(JoinOutcomeSchema, { outcome, index }));
        yield create(BatchJoinResponseSchema, { outcomes });
      },
    },
  };
}

const scoreOf = (entry: Entry) =>
  create(ScoreSchema, {
    id: newId(),
    tournamentId: entry.tournamentId,
    gamerId: entry.gamerId,
    handle: entry.handle,
    entryId: entry.id,
    attempt: "attempt-00000000",
    score: 50_000n,
    state: ScoreState.COUNTED,
    sequence: 1n,
    createTime: timestampNow(),
    standing: create(StandingSchema, {
      score: 50_000n,
      attempts: 1,
      attemptsLeft: 9_999,
      reachTime: timestampNow(),
    }),
  });

const recordingAs = (score: Score): Clients["entry"]["batchSubmitScore"] =>
  async function* ({ scores = [] }) {
    const outcome = { case: "score", value: score } as const;
    const outcomes = scores.map((_, index) => create(ScoreOutcomeSchema, { outcome, index }));
    yield create(BatchSubmitScoreResponseSchema, { outcomes });
  };
