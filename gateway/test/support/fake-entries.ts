import { create } from "@bufbuild/protobuf";
import { timestampMs, timestampNow, type Timestamp } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { registerFake } from "@tms/kit/testing/fake";
import { newId } from "@tms/kit/values/ids";
import {
  EntrySchema,
  EntryService,
  GamerSchema,
  JoinOutcomeSchema,
  type Entry,
  type Gamer,
  type JoinOutcome,
  type JoinRequest,
} from "@tms/proto/tms/entry/v1/entry";

/** Entries and gamers in memory. A gamer called "poor" cannot pay. */
export function fakeEntries() {
  const gamers = new Map<string, Gamer>();
  const entries = new Map<string, Entry & { by: string }>();

  function gamerOf(gameId: string, handle: string) {
    const known = gamers.get(`${gameId}/${handle}`);
    const stamp = { createTime: timestampNow(), updateTime: timestampNow() };
    const gamer = known ?? create(GamerSchema, { id: newId(), gameId, handle, ...stamp });
    gamers.set(`${gameId}/${handle}`, gamer);
    return { gamer, created: known === undefined };
  }

  function join({ requestId, gameId, tournamentId, handle }: JoinRequest): Entry {
    const known = entries.get(`${tournamentId}/${handle}`);
    if (known?.by === requestId) return known;
    if (known)
      throw new DomainError("GAMER_ALREADY_JOINED", "The gamer is in this tournament already.");
    if (handle === "poor")
      throw new DomainError("INSUFFICIENT_FUNDS", "The account cannot pay the entry fee.");
    const entry = create(EntrySchema, {
      id: newId(),
      tournamentId,
      gamerId: gamerOf(gameId, handle).gamer.id,
      handle,
      fee: { currency: "USD", minorUnits: 250n },
      joinTime: timestampNow(),
      createTime: timestampNow(),
      updateTime: timestampNow(),
    });
    entries.set(`${tournamentId}/${handle}`, Object.assign(entry, { by: requestId }));
    return entry;
  }

  return (router: ConnectRouter) =>
    registerFake(router, EntryService, {
      createGamer: ({ gameId, handle }) => gamerOf(gameId, handle),
      getGamer({ gameId, handle }) {
        const gamer = gamers.get(`${gameId}/${handle}`);
        if (!gamer) throw new DomainError("GAMER_NOT_FOUND", "There is no gamer of that handle.");
        return { gamer };
      },
      async *batchJoin({ joins }) {
        const outcomes = joins.map((request, index) => {
          try {
            return outcomeOf(index, { case: "entry", value: join(request) });
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            return outcomeOf(index, { case: "refused", value: toRefusal(error) });
          }
        });
        yield { outcomes };
      },
      eliminate({ tournamentId, handles }) {
        const found = handles.map((handle, index) => {
          const entry = entries.get(`${tournamentId}/${handle}`);
          const description = "is not in this tournament";
          if (!entry)
            throw new DomainError("GAMER_NOT_ENTERED", `The gamer "${handle}" ${description}.`, {
              fields: [{ field: `handles[${index}]`, description }],
            });
          return entry;
        });
        const out = { rank: 1, provisional: true, eliminateTime: timestampNow() };
        for (const entry of found) Object.assign(entry, out);
        return { entries: found };
      },
      listEntries({ tournamentId }) {
        const here = [...entries.values()].filter((entry) => entry.tournamentId === tournamentId);
        return { entries: here.map(listed), feeMinorUnits: 250n, provisional: true };
      },
    });
}

const listed = (entry: Entry) => ({
  id: entry.id,
  gamerId: entry.gamerId,
  handle: entry.handle,
  joinTimeMs: msOf(entry.joinTime),
  createTimeMs: msOf(entry.createTime),
  updateTimeMs: msOf(entry.updateTime),
  ...(entry.eliminateTime && { eliminateTimeMs: msOf(entry.eliminateTime) }),
  ...(entry.rank !== undefined && { rank: entry.rank }),
});

const msOf = (moment: Timestamp | undefined) => BigInt(moment ? timestampMs(moment) : 0);

const outcomeOf = (index: number, outcome: JoinOutcome["outcome"]) =>
  create(JoinOutcomeSchema, { index, outcome });
