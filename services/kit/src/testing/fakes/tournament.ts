import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampMs, timestampNow } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  Status,
  TournamentSchema,
  TournamentService,
  TournamentTermsSchema,
  type Tournament,
  type TournamentPatch,
} from "@tms/proto/tms/tournament/v1/tournament";
import { DomainError, invalidField } from "../../errors/domain-error.ts";
import { toRefusal } from "../../errors/refusal.ts";
import { createLogger } from "../../process/log.ts";
import { refusedAlone } from "../../rpc/outcomes.ts";
import { settledInGroups } from "../../rpc/streams.ts";
import { newId } from "../../values/ids.ts";
import { decodePageToken, encodePageToken, TOKEN_PART } from "../../values/page.ts";
import { registerFake, type FakeRpcs } from "../fake.ts";
import { nextStatus, type Transition } from "./lifecycle.ts";

interface Key {
  gameId: string;
  tournamentId: string;
}

/** What the fake knows of a tournament; a test may change all of it. */
export interface KnownTournament {
  message: Tournament;
  /** The ranks that its game gave when it ended it. */
  finalRanks: readonly { handle: string; rank: number }[];
  winners: Set<string>;
}

type Init = MessageInitShape<typeof TournamentSchema>;
type Rpcs = FakeRpcs<typeof TournamentService>;

/** Tournaments of any game in memory, with their lifecycle; one without an end is due. */
export class FakeTournaments {
  readonly known = new Map<string, KnownTournament>();
  /** True finds nobody there. */
  down = false;
  /** What an answer about a tournament waits for after it was read; it may throw a refusal. */
  slow: ((tournamentId: string) => Promise<void>) | undefined;
  /** How many calls read tournaments. */
  reads = 0;
  readonly #created = new Map<string, Tournament>();

  /** Adds a tournament in dollars with an empty prize pool, unless told otherwise. */
  add(init: Init): KnownTournament {
    const message = create(TournamentSchema, {
      id: newId(),
      currency: "USD",
      prizePool: { currency: "USD", minorUnits: 0n },
      createTime: timestampNow(),
      updateTime: timestampNow(),
      ...init,
    } as Init);
    const known = { message, finalRanks: [], winners: new Set<string>() };
    this.known.set(message.id, known);
    return known;
  }

  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, TournamentService, { ...this.#forGames(), ...this.#forWorkers() });

  #forGames(): Rpcs {
    return {
      createTournament: ({ requestId, gameId, terms }) => {
        const before = this.#created.get(requestId);
        if (before) return { tournament: before };
        if (timestampMs(terms.endTime) <= timestampMs(terms.startTime))
          throw invalidField("terms.end_time", "must be after start_time");
        const taken = this.#findByExternalId(gameId, terms.externalId);
        if (taken)
          throw new DomainError("EXTERNAL_ID_TAKEN", "Another tournament has that externalId.", {
            about: { tournament: taken.id },
          });
        const { message } = this.add({ gameId, terms, status: Status.PENDING });
        this.#created.set(requestId, clone(TournamentSchema, message));
        return { tournament: message };
      },
      updateTournament: (request) => {
        const { message } = this.#advance(request, "update");
        patchTerms(message, request.patch);
        return { tournament: message };
      },
      updateMetadata: ({ metadata, ...key }) => {
        const { message } = this.#find(key);
        message.terms ??= create(TournamentTermsSchema);
        message.terms.metadata = metadata;
        return { tournament: message };
      },
      publishTournament: (key) => ({ tournament: this.#advance(key, "publish").message }),
      cancelTournament: (key) => ({ tournament: this.#advance(key, "cancel").message }),
      completeTournament: (request) => {
        const known = this.#advance(request, "complete");
        known.finalRanks = request.finalRanks;
        return { tournament: known.message };
      },
      batchGetTournaments: ({ tournaments, withPrizePools }) =>
        this.#read(tournaments, withPrizePools),
      batchFindGames: ({ tournamentIds }) => ({
        games: tournamentIds.flatMap((tournamentId) => {
          const found = this.known.get(tournamentId);
          return found ? [{ tournamentId, gameId: found.message.gameId }] : [];
        }),
      }),
      listTournaments: ({ gameId, status, externalId, pageSize, pageToken }) => {
        const listed = ["tournaments", gameId, status];
        const after = decodePageToken(pageToken, listed, [TOKEN_PART.id])?.[0];
        const mine = [...this.known.values()]
          .map(({ message }) => message)
          .filter((one) => one.gameId === gameId && (status === 0 || one.status === status))
          .filter((one) => externalId === "" || one.terms?.externalId === externalId)
          .toReversed()
          .filter((one) => after === undefined || one.id < after);
        const page = mine.slice(0, pageSize || 20);
        const last = page.at(-1);
        const isMore = last !== undefined && mine.length > page.length;
        return {
          tournaments: page,
          nextPageToken: isMore ? encodePageToken(listed, [last.id]) : "",
        };
      },
    };
  }

  #forWorkers(): Rpcs {
    return {
      batchBeginSettlement: (request) => this.#begin(request.tournaments),
      abandonSettlement: (key) => ({ tournament: this.#advance(key, "abandon").message }),
      recordWinners: ({ gamerIds, ...key }) => {
        this.#settle(key, "record", gamerIds);
        return {};
      },
      batchFinishSettlement: async ({ ends }) => ({
        outcomes: await Promise.all(
          ends.map(({ tournament, winnerGamerIds }) =>
            outcomeOf("completed", () => {
              this.#settle(tournament, "finish", winnerGamerIds);
              return {};
            }),
          ),
        ),
      }),
    };
  }

  async *#begin(keys: readonly Key[]) {
    const outcomes = keys.map(async (key, index) => ({
      index,
      ...(await outcomeOf("begun", () => ({
        finalRanks: [...this.#settle(key, "begin").finalRanks],
      }))),
    }));
    yield { outcomes: await Promise.all(outcomes) };
  }

  async *#read(keys: readonly Key[], withPrizePools: boolean) {
    this.reads++;
    if (this.down) throw new ConnectError("down", Code.Unavailable);
    const outcomes = keys.map(async (key, index) => ({
      index,
      ...(await outcomeOf("tournament", async () => {
        const told = toldOf(this.#find(key), withPrizePools);
        await this.slow?.(key.tournamentId);
        return told;
      })),
    }));
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  }

  /** A worker's transition. Winners are added until the tournament is completed. */
  #settle(key: Key, transition: Transition, winners: readonly string[] = []): KnownTournament {
    const isOpen = this.#find(key).message.status === Status.SETTLING;
    const known = this.#advance(key, transition);
    if (isOpen) for (const id of winners) known.winners.add(id);
    return known;
  }

  #findByExternalId(gameId: string, externalId: string | undefined): Tournament | undefined {
    const all = [...this.known.values()].map(({ message }) => message);
    return externalId === undefined
      ? undefined
      : all.find((one) => one.gameId === gameId && one.terms?.externalId === externalId);
  }

  #advance(key: Key, transition: Transition): KnownTournament {
    const known = this.#find(key);
    known.message.status = nextStatus(known.message, transition);
    known.message.updateTime = timestampNow();
    return known;
  }

  #find({ gameId, tournamentId }: Key): KnownTournament {
    const known = this.known.get(tournamentId);
    if (known?.message.gameId !== gameId)
      throw new DomainError("TOURNAMENT_NOT_FOUND", "The game has no such tournament.");
    return known;
  }
}

const log = createLogger("fakes", "silent");

async function outcomeOf<const C extends string, V>(name: C, work: () => V | Promise<V>) {
  const told = await refusedAlone(log, async () => await work());
  const outcome =
    told instanceof DomainError
      ? ({ case: "refused", value: toRefusal(told) } as const)
      : { case: name, value: told };
  return { outcome };
}

/** A copy, as it stands now; prize pool and winners only where they are asked for. */
function toldOf({ message, winners }: KnownTournament, withPrizePools: boolean): Tournament {
  const { prizePool, ...told } = clone(TournamentSchema, message);
  if (!withPrizePools) return told;
  const isOver = message.status === Status.COMPLETED;
  const winnerGamerIds = isOver ? [...winners].toSorted() : [];
  const sole = winnerGamerIds.length === 1 ? { winnerGamerId: winnerGamerIds[0] ?? "" } : {};
  const winnerCount = winnerGamerIds.length;
  return { ...told, ...(prizePool && { prizePool }), ...sole, winnerGamerIds, winnerCount };
}

function patchTerms(message: Tournament, { prizeSplit, ...patch }: TournamentPatch): void {
  const { $typeName: _, $unknown: __, ...terms } = patch;
  message.terms ??= create(TournamentTermsSchema);
  Object.assign(message.terms, terms, prizeSplit.length > 0 && { prizeSplit });
}
