import { registerFake } from "@tms/kit/testing/fake";
import {
  createRouterTransport,
  type ConnectRouter,
  type Interceptor,
  type ServiceImpl,
} from "@connectrpc/connect";
import { clientOver } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { Status, TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { Cup, type CupOptions } from "./tournament.ts";
import { Faults } from "./faults.ts";
import { FakeLedger } from "./wallet.ts";

/** The tournament, entry and wallet services in memory, and all they know. */
export class Neighbours {
  readonly ledger = new FakeLedger();
  readonly faults = new Faults();
  readonly #cups = new Map<string, Cup>();

  /** A due tournament in a game of its own. */
  cup(options: Partial<CupOptions> = {}): Cup {
    const cup = new Cup(this.ledger, options);
    this.#cups.set(cup.id, cup);
    return cup;
  }

  /** Clients as the service has them. */
  clients() {
    const routes = (router: ConnectRouter) => {
      registerFake(router, TournamentService, this.#tournament);
      registerFake(router, EntryService, this.#entry);
      registerFake(router, WalletService, this.ledger.routes);
    };
    const transport = createRouterTransport(routes, {
      router: { interceptors: serverInterceptors(createLogger("neighbours", "silent")) },
      transport: { interceptors: [this.#faulty] },
    });
    return {
      tournaments: clientOver(TournamentService, transport),
      entries: clientOver(EntryService, transport),
      wallet: clientOver(WalletService, transport),
    };
  }

  readonly #faulty: Interceptor = (next) => (request) =>
    this.faults.around(request.method.name, () => next(request));

  #find(key: { gameId: string; tournamentId: string }): Cup {
    const cup = this.#cups.get(key.tournamentId);
    if (cup?.gameId !== key.gameId)
      throw new DomainError("TOURNAMENT_NOT_FOUND", "There is no such tournament.");
    return cup;
  }

  #move(key: { gameId: string; tournamentId: string }, from: Status[], to: Status) {
    const cup = this.#find(key);
    if (!from.includes(cup.status))
      throw new DomainError("TOURNAMENT_NOT_PUBLISHED", "The tournament is not published.");
    // Completed stays completed.
    if (to === Status.CANCELLED || to > cup.status) cup.status = to;
    return { tournament: cup.message() };
  }

  #begin = (key: { gameId: string; tournamentId: string }) =>
    this.#move(key, [Status.PUBLISHED, Status.SETTLING, Status.COMPLETED], Status.SETTLING);

  /** Those that exist, and that a call does not refuse. */
  #each<K extends { gameId: string; tournamentId: string }>(
    keys: readonly K[],
    call: (cup: Cup, key: K) => void = () => undefined,
  ): Cup[] {
    return keys.flatMap((key) => {
      try {
        const cup = this.#find(key);
        call(cup, key);
        return [cup];
      } catch (error) {
        if (error instanceof DomainError) return [];
        throw error;
      }
    });
  }

  readonly #tournament: Partial<ServiceImpl<typeof TournamentService>> = {
    getTournament: (key) => ({ tournament: this.#find(key).message() }),
    beginSettlement: (key) => ({
      ...this.#begin(key),
      finalRanks: this.#find(key).finalRanks,
    }),
    abandonSettlement: (key) =>
      this.#move(key, [Status.PUBLISHED, Status.SETTLING, Status.CANCELLED], Status.CANCELLED),
    finishSettlement: (key) =>
      this.#move(key, [Status.SETTLING, Status.COMPLETED], Status.COMPLETED),
    batchGetTournaments: ({ tournaments }) => ({
      tournaments: this.#each(tournaments).map((cup) => cup.message()),
    }),
    batchBeginSettlement: ({ tournaments }) => {
      const begun = this.#each(tournaments, (_, key) => void this.#begin(key));
      return { tournamentIds: begun.filter((cup) => cup.finalRanks.length === 0).map(idOf) };
    },
    batchFinishSettlement: ({ ends }) => {
      const keys = ends.map(({ tournament, winnerGamerIds }) => ({
        ...tournament!,
        winnerGamerIds,
      }));
      const completed = this.#each(keys, (cup, key) => {
        if (cup.status === Status.SETTLING) key.winnerGamerIds.forEach((id) => cup.winners.add(id));
        this.#move(key, [Status.SETTLING, Status.COMPLETED], Status.COMPLETED);
      });
      return { tournamentIds: completed.map(idOf) };
    },
    recordWinners: (request) => {
      this.#move(request, [Status.SETTLING, Status.COMPLETED], Status.SETTLING);
      const cup = this.#find(request);
      if (cup.status === Status.SETTLING) request.gamerIds.forEach((id) => cup.winners.add(id));
      return {};
    },
  };

  readonly #entry: Partial<ServiceImpl<typeof EntryService>> = {
    closeRegistration: (key, call) => {
      const cup = this.#find(key);
      cup.closed = true;
      cup.closedWithinMs = call.timeoutMs();
      const { unfinished } = cup;
      cup.unfinished = Math.max(0, unfinished - 1);
      return { entries: cup.entries.length, unfinished };
    },
    freezeRanking: (request) => {
      const cup = this.#find(request);
      cup.freeze(request.finalRanks);
      const counts = new Map<number, number>();
      for (const { rank = 0 } of cup.standings()) counts.set(rank, (counts.get(rank) ?? 0) + 1);
      const groups = [...counts].map(([rank, entries]) => ({ rank, entries }));
      return { entries: cup.entries.length, groups: groups.slice(0, request.groups) };
    },
    readStandings: (request) => {
      const from = Number(request.pageToken || 0);
      return pageOf(this.#find(request), from, from + request.pageSize);
    },
    batchCloseRegistration: ({ registrations }) => {
      const closed = this.#each(registrations, (cup) => void (cup.closed = true));
      return {
        closed: closed
          .filter((cup) => cup.unfinished === 0)
          .map((cup) => ({ tournamentId: cup.id, entries: cup.entries.length })),
      };
    },
    batchFreezeRanking: ({ registrations }) => {
      const small = this.#each(registrations).filter((cup) => cup.entries.length <= 100);
      const keys = small.map((cup) => ({ gameId: cup.gameId, tournamentId: cup.id }));
      const frozen = this.#each(keys, (cup) => cup.freeze([]));
      return {
        frozen: frozen.map((cup) => ({ tournamentId: cup.id, standings: pageOf(cup, 0, 100) })),
      };
    },
  };
}

const idOf = (cup: Cup) => cup.id;

function pageOf(cup: Cup, from: number, to: number) {
  const all = cup.standings();
  const page = all.slice(from, to);
  return {
    entryIds: page.map((entry) => entry.id),
    gamerIds: page.map((entry) => entry.gamerId),
    handles: page.map((entry) => entry.handle),
    ranks: page.map((entry) => entry.rank ?? 0),
    feeMinorUnits: cup.options.feeMinor,
    nextPageToken: to < all.length ? String(to) : "",
  };
}
