import { registerFake } from "@tms/kit/testing/fake";
import { FakeTournaments } from "@tms/kit/testing/fakes/tournament";
import { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import {
  createRouterTransport,
  type ConnectRouter,
  type Interceptor,
  type ServiceImpl,
} from "@connectrpc/connect";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { clientOver } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { createLogger } from "@tms/kit/process/log";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { WalletService } from "@tms/proto/tms/wallet/v1/wallet";
import { FakeTournament, type TournamentOptions } from "./tournament.ts";
import { Faults } from "./faults.ts";

/** The tournament, entry and wallet services in memory, and all they know. */
export class FakeServices {
  readonly ledger = new FakeWallet();
  readonly faults = new Faults();
  readonly #known = new FakeTournaments();
  readonly #tournaments = new Map<string, FakeTournament>();

  /** A due tournament in a game of its own. */
  tournament(options: Partial<TournamentOptions> = {}): FakeTournament {
    const tournament = new FakeTournament(this.#known, this.ledger, options);
    this.#tournaments.set(tournament.id, tournament);
    return tournament;
  }

  /** Clients as the service has them. */
  clients() {
    const routes = (router: ConnectRouter) => {
      this.#known.routes(router);
      registerFake(router, EntryService, this.#entry);
      this.ledger.routes(router);
    };
    const transport = createRouterTransport(routes, {
      router: { interceptors: serverInterceptors(createLogger("fakes", "silent")) },
      transport: { interceptors: [this.#faulty] },
    });
    return {
      tournaments: clientOver(TournamentService, transport),
      entries: clientOver(EntryService, transport),
      wallet: clientOver(WalletService, transport),
    };
  }

  readonly #faulty: Interceptor = (next) => (request) =>
    this.faults.around(request.method.name, async () => {
      const response = await next(request);
      if (!response.stream) return response;
      // A call has done its work when all of its messages are there.
      const messages = await Array.fromAsync(response.message);
      return { ...response, message: createAsyncIterable(messages) };
    });

  #find(key: { gameId: string; tournamentId: string }): FakeTournament {
    const tournament = this.#tournaments.get(key.tournamentId);
    if (tournament?.gameId !== key.gameId)
      throw new DomainError("TOURNAMENT_NOT_FOUND", "There is no such tournament.");
    return tournament;
  }

  /** Those that exist, and that a call does not refuse. */
  #each<K extends { gameId: string; tournamentId: string }>(
    keys: readonly K[],
    call: (tournament: FakeTournament, key: K) => void = () => undefined,
  ): FakeTournament[] {
    return keys.flatMap((key) => {
      try {
        const tournament = this.#find(key);
        call(tournament, key);
        return [tournament];
      } catch (error) {
        if (error instanceof DomainError) return [];
        throw error;
      }
    });
  }

  readonly #entry: Partial<ServiceImpl<typeof EntryService>> = {
    closeRegistration: (key, call) => {
      const tournament = this.#find(key);
      tournament.closed = true;
      tournament.closedWithinMs = call.timeoutMs();
      const { unfinished } = tournament;
      tournament.unfinished = Math.max(0, unfinished - 1);
      return { entries: tournament.entries.length, unfinished };
    },
    freezeRanking: (request) => {
      const tournament = this.#find(request);
      tournament.freeze(request.finalRanks);
      const counts = new Map<number, number>();
      for (const { rank = 0 } of tournament.standings())
        counts.set(rank, (counts.get(rank) ?? 0) + 1);
      const groups = [...counts].map(([rank, entries]) => ({ rank, entries }));
      return { entries: tournament.entries.length, groups: groups.slice(0, request.groups) };
    },
    readStandings: (request) => {
      const from = Number(request.pageToken || 0);
      return pageOf(this.#find(request), from, from + request.pageSize);
    },
    batchCloseRegistration: ({ registrations }) => {
      const closed = this.#each(registrations, (tournament) => void (tournament.closed = true));
      return {
        closed: closed
          .filter((tournament) => tournament.unfinished === 0)
          .map((tournament) => ({
            tournamentId: tournament.id,
            entries: tournament.entries.length,
          })),
      };
    },
    batchFreezeRanking: ({ registrations }) => {
      const small = this.#each(registrations).filter(
        (tournament) => tournament.entries.length <= 100,
      );
      const keys = small.map((tournament) => ({
        gameId: tournament.gameId,
        tournamentId: tournament.id,
      }));
      const frozen = this.#each(keys, (tournament) => tournament.freeze([]));
      return {
        frozen: frozen.map((tournament) => ({
          tournamentId: tournament.id,
          standings: pageOf(tournament, 0, 100),
        })),
      };
    },
  };
}

function pageOf(tournament: FakeTournament, from: number, to: number) {
  const all = tournament.standings();
  const page = all.slice(from, to);
  return {
    entryIds: page.map((entry) => entry.id),
    gamerIds: page.map((entry) => entry.gamerId),
    handles: page.map((entry) => entry.handle),
    ranks: page.map((entry) => entry.rank ?? 0),
    feeMinorUnits: tournament.options.feeMinor,
    nextPageToken: to < all.length ? String(to) : "",
  };
}
