import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  EntryService,
  GamerSchema,
  JoinRequestSchema,
  type CheckFinalRanksRequest,
  type Gamer,
  type JoinRequest,
  type RankingToFreeze,
} from "@tms/proto/tms/entry/v1/entry";
import { DomainError } from "../../errors/domain-error.ts";
import { toRefusal } from "../../errors/refusal.ts";
import { receive } from "../../rpc/canonical-request.ts";
import { settledInGroups } from "../../rpc/streams.ts";
import { newId } from "../../values/ids.ts";
import { registerFake } from "../fake.ts";
import { disqualify, reinstate, whyOf } from "./decisions.ts";
import { entriesOf, entryMessage, listed } from "./entry-messages.ts";
import { FakeRegistration, named, type FakeEntry, type Ineligible } from "./registration.ts";
import { FakeScores } from "./scores.ts";
import { columns, pageOf, preview } from "./standings.ts";

interface Key {
  gameId: string;
  tournamentId: string;
}

type Join = Omit<JoinRequest, "$typeName" | "$unknown" | "metadata"> & { metadata?: string };

// As few as come with a frozen ranking.
const FEW_ENTRIES = 100;

/**
 * The entry service in memory: gamers, and the registrations of tournaments, which open with the first
 * call that needs them. It charges nobody and looks no tournament up.
 */
export class FakeEntries {
  /** By tournament id. */
  readonly registrations = new Map<string, FakeRegistration>();
  /** The entry fee of registrations opened from now on, in minor units. */
  feeMinor = 250n;
  /** Why gamers are refused when they join, by handle. */
  readonly refusals = new Map<string, DomainError>();
  /** Why final ranks are refused, if they are. */
  ranksRefusal: DomainError | undefined;
  /** Final ranks that were to be checked. */
  readonly rankChecks: CheckFinalRanksRequest[] = [];
  /** What the freezing of a ranking waits for. */
  hold: ((tournamentId: string) => Promise<void>) | undefined;
  readonly #gamers = new Map<string, Gamer>();
  readonly #scores = new FakeScores();
  readonly #joins = new Map<string, FakeEntry>();

  /** The registration of a tournament, opened if need be; refuses another game's. */
  open({ gameId, tournamentId }: Key): FakeRegistration {
    const known = this.registrations.get(tournamentId);
    const registration = known ?? new FakeRegistration({ gameId, tournamentId }, this.feeMinor);
    if (registration.gameId !== gameId)
      throw new DomainError("TOURNAMENT_NOT_FOUND", "There is no tournament of that id.");
    this.registrations.set(tournamentId, registration);
    return registration;
  }

  /** A gamer of a game, made known if need be. */
  gamer(gameId: string, handle: string): { gamer: Gamer; created: boolean } {
    const known = this.#gamers.get(`${gameId}/${handle}`);
    const stamp = { createTime: timestampNow(), updateTime: timestampNow() };
    const gamer = known ?? create(GamerSchema, { id: newId(), gameId, handle, ...stamp });
    this.#gamers.set(`${gameId}/${handle}`, gamer);
    return { gamer, created: known === undefined };
  }

  /** Has a gamer join; a repeat with the same request id is the same join. */
  join({ requestId, handle, metadata = "", ...key }: Join): FakeEntry {
    const registration = this.open(key);
    const known = registration.find(handle);
    if (known && this.#joins.get(requestId) === known) return known;
    if (known)
      throw new DomainError("GAMER_ALREADY_JOINED", "The gamer is in this tournament already.");
    if (registration.closed)
      throw new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not open.");
    const refusal = this.refusals.get(handle);
    if (refusal) throw refusal;
    const gamerId = this.gamer(key.gameId, handle).gamer.id;
    const entry = { id: newId(), gamerId, handle, metadata, joinedAt: new Date(), decisions: [] };
    registration.entries.push(entry);
    this.#joins.set(requestId, entry);
    return entry;
  }

  /** Registers the fake as the entry service. */
  readonly routes = (router: ConnectRouter): void =>
    registerFake(router, EntryService, {
      createGamer: ({ gameId, handle }) => this.gamer(gameId, handle),
      getGamer: ({ gameId, handle }) => this.#getGamer(gameId, handle),
      updateGamer: ({ gameId, handle, patch: { displayName, metadata } }) => {
        const { gamer } = this.#getGamer(gameId, handle);
        gamer.displayName = displayName ?? gamer.displayName;
        gamer.metadata = metadata ?? gamer.metadata;
        return { gamer };
      },
      listGamers: ({ gameId, handlePrefix }) => ({
        gamers: [...this.#gamers.values()].filter(
          (gamer) => gamer.gameId === gameId && gamer.handle.startsWith(handlePrefix),
        ),
      }),
      listGamerEntries: ({ gameId, handle }) => {
        this.#getGamer(gameId, handle);
        return { entries: entriesOf(this.registrations.values(), gameId, handle) };
      },
      getTimeline: (request) => this.open(request).timeline(request.buckets || 60),
      batchJoin: ({ joins }) =>
        outcomes(joins, (request) => {
          const fault = receive(JoinRequestSchema, request);
          if (fault) throw fault;
          const value = entryMessage(this.open(request), this.join(request));
          return { case: "entry" as const, value };
        }),
      batchSubmitScore: ({ scores }) => this.#scores.answer(scores, (key) => this.open(key)),
      readLeaderboard: (request) => {
        const { standings, ...rest } = this.#scores.leaderboard(
          this.open(request),
          request.handles,
        );
        return {
          ...rest,
          standings: standings.map((line) => ({
            ...line,
            displayName: this.gamer(request.gameId, line.handle).gamer.displayName,
          })),
        };
      },
      getEntry: (request) => this.#getEntry(this.open(request), request.handle),
      eliminate: (request) => this.#eliminate(this.open(request), request.handles),
      disqualify: (request, call) =>
        disqualify(this.open(request), request.handles, whyOf(request, call)),
      reinstate: (request, call) =>
        reinstate(this.open(request), request.handles, whyOf(request, call)),
      reviewScores: (request) => this.#scores.review(request),
      listScores: (request) => this.#scores.list(request),
      listEntries: (request) => {
        const registration = this.open(request);
        const page = pageOf(registration, request.pageToken, request.pageSize || 50);
        return {
          entries: page.entries.map((entry) => ({
            ...listed(registration, entry),
            displayName: this.gamer(request.gameId, entry.handle).gamer.displayName,
          })),
          nextPageToken: page.nextPageToken,
          feeMinorUnits: registration.feeMinor,
          provisional: !registration.closed,
        };
      },
      readStandings: (request) => columns(this.open(request), request.pageToken, request.pageSize),
      batchCountEntries: ({ gameId, tournamentIds }) => ({
        entries: tournamentIds.map((id) => {
          const registration = this.registrations.get(id);
          return registration?.gameId === gameId ? registration.entries.length : 0;
        }),
      }),
      checkFinalRanks: (request) => {
        this.rankChecks.push(request);
        if (this.ranksRefusal) throw this.ranksRefusal;
        return {};
      },
      batchCloseRegistration: ({ registrations }, call) =>
        outcomes(registrations, (key) => close(this.open(key), call.timeoutMs())),
      batchFreezeRanking: ({ rankings }) => outcomes(rankings, (ranking) => this.#freeze(ranking)),
      previewRanking: (request) => preview(this.open(request), request),
    });

  #getGamer(gameId: string, handle: string) {
    const gamer = this.#gamers.get(`${gameId}/${handle}`);
    if (!gamer) throw new DomainError("GAMER_NOT_FOUND", "There is no gamer of that handle.");
    return { gamer };
  }

  #getEntry(registration: FakeRegistration, handle: string) {
    const entry = registration.find(handle);
    if (!entry) throw new DomainError("GAMER_NOT_ENTERED", "The gamer is not in this tournament.");
    const { tournamentId } = registration;
    return {
      entry: entryMessage(registration, entry),
      standing: this.#scores.standing({ tournamentId, handle }, entry.disqualified !== true),
      decisions: entry.decisions,
    };
  }

  #eliminate(registration: FakeRegistration, handles: readonly string[]) {
    const found = named(registration, handles, unlessIn);
    registration.eliminate(found);
    return { entries: found.map((entry) => entryMessage(registration, entry)) };
  }

  async #freeze({ finalRanks, groups, ...key }: RankingToFreeze) {
    const registration = this.open(key);
    await this.hold?.(key.tournamentId);
    registration.freeze(finalRanks);
    const { length } = registration.entries;
    const frozen = {
      entries: length,
      groups: registration.rankGroups().slice(0, groups),
      ...(length <= FEW_ENTRIES && { standings: columns(registration, "", FEW_ENTRIES) }),
    };
    return { case: "frozen" as const, value: frozen };
  }
}

function unlessIn({ disqualified, exitNumber }: FakeEntry): Ineligible | undefined {
  if (disqualified) return ["GAMER_DISQUALIFIED", "was disqualified"];
  return exitNumber === undefined
    ? undefined
    : ["GAMER_ALREADY_ELIMINATED", "was eliminated before"];
}

/** Outcomes of items, each sent as soon as it is known, as the service does it. */
async function* outcomes<I, O>(items: readonly I[], work: (item: I) => O | Promise<O>) {
  const known = items.map(async (item, index) => {
    try {
      return { index, outcome: await work(item) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { index, outcome: { case: "refused" as const, value: toRefusal(error) } };
    }
  });
  for await (const group of settledInGroups(known)) yield { outcomes: group };
}

function close(registration: FakeRegistration, withinMs: number | undefined) {
  const { unfinished, entries, payable } = registration;
  registration.closed = true;
  registration.closedWithinMs = withinMs;
  registration.unfinished = Math.max(0, unfinished - 1);
  return unfinished > 0
    ? { case: "unfinished" as const, value: unfinished }
    : { case: "closed" as const, value: { entries: entries.length, payable } };
}
