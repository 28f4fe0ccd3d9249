import { DomainError } from "@tms/kit/errors/domain-error";
import type { FakeTournaments, KnownTournament } from "@tms/kit/testing/fakes/tournament";
import type { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status, type FinalRank } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";

/** What a tournament is like; by default three cents from the game's account, and the winner takes all. */
export interface TournamentOptions {
  feeMinor: bigint;
  payer: Payer;
  minEntries: number;
  platformFeeBps: number;
  prizeSplit: number[];
}

interface FakeEntry {
  id: string;
  gamerId: string;
  handle: string;
  /** The elimination it went out in. */
  round?: number;
  rank?: number;
}

/** A published tournament that is due, with its entries: what the tournament and entry services know of it. */
export class FakeTournament {
  readonly id = newId();
  readonly gameId = newId();
  readonly options: TournamentOptions;
  entries: FakeEntry[] = [];
  closed = false;
  /** What was left of the deadline of the call that closed its registration. */
  closedWithinMs: number | undefined;
  frozen = false;
  /** Joins under way; each closing of the registration finishes one. */
  unfinished = 0;
  readonly #known: KnownTournament;
  readonly #ledger: FakeWallet;

  constructor(
    tournaments: FakeTournaments,
    ledger: FakeWallet,
    options: Partial<TournamentOptions>,
  ) {
    this.#ledger = ledger;
    this.options = {
      feeMinor: 3n,
      payer: Payer.GAME,
      minEntries: 0,
      platformFeeBps: 0,
      prizeSplit: [],
      ...options,
    };
    const { minEntries, prizeSplit, feeMinor, payer, platformFeeBps } = this.options;
    this.#known = tournaments.add({
      id: this.id,
      gameId: this.gameId,
      terms: { name: "Chess", entryFeeMinorUnits: feeMinor, minEntries, prizeSplit },
      payer,
      platformFeeBps,
      status: Status.PUBLISHED,
    });
  }

  get status(): Status {
    return this.#known.message.status;
  }

  set status(status: Status) {
    this.#known.message.status = status;
  }

  get winners(): ReadonlySet<string> {
    return this.#known.winners;
  }

  /** What its game gave when it ended it. */
  set finalRanks(ranks: KnownTournament["finalRanks"]) {
    this.#known.finalRanks = ranks;
  }

  readonly accounts = {
    game: { gameId: this.gameId, type: AccountType.GAME, ownerId: this.gameId },
    pool: { gameId: this.gameId, type: AccountType.PRIZE_POOL, ownerId: this.id },
    platform: { gameId: this.gameId, type: AccountType.PLATFORM, ownerId: this.gameId },
    outside: { gameId: this.gameId, type: AccountType.EXTERNAL, ownerId: this.gameId },
  };

  /** A gamer's wallet. */
  wallet = (handle: string) => ({
    gameId: this.gameId,
    type: AccountType.GAMER,
    ownerId: this.entry(handle).gamerId,
  });

  balanceOf = (handle: string): bigint => this.#ledger.balance(this.wallet(handle));

  /** Enters gamers and charges their fees. */
  join(...handles: string[]): void {
    for (const handle of handles) {
      this.entries.push({ id: newId(), gamerId: newId(), handle });
      if (this.options.feeMinor === 0n) continue;
      const { feeMinor, payer } = this.options;
      const from = payer === Payer.GAME ? this.accounts.game : this.wallet(handle);
      if (payer === Payer.WALLET)
        this.#ledger.move(this.accounts.outside, from, feeMinor, TransferKind.DEPOSIT);
      this.#ledger.move(from, this.accounts.pool, feeMinor, TransferKind.ENTRY_FEE);
    }
  }

  /** Puts gamers out together. */
  eliminate(...handles: string[]): void {
    const round = 1 + Math.max(0, ...this.entries.map((entry) => entry.round ?? 0));
    const rank =
      this.entries.filter((entry) => entry.round === undefined).length - handles.length + 1;
    for (const handle of handles) Object.assign(this.entry(handle), { round, rank });
  }

  /** Gives everyone their final rank, once. */
  freeze(finalRanks: readonly FinalRank[]): void {
    if (!this.closed || this.unfinished > 0)
      throw new DomainError("UNAVAILABLE", "The registration is not closed.");
    if (this.frozen) return;
    const given = new Map(finalRanks.map(({ handle, rank }) => [handle, rank]));
    const place = (entry: FakeEntry): readonly [number, number] =>
      entry.round === undefined ? [0, given.get(entry.handle) ?? Infinity] : [1, -entry.round];
    const better = (a: readonly [number, number], b: readonly [number, number]) =>
      a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
    const places = this.entries.map(place);
    const counts = new Map<string, number>();
    this.entries.forEach((entry, index) => {
      const own = places[index]!;
      const key = own.join("/");
      const ahead = counts.get(key) ?? places.filter((other) => better(other, own)).length;
      counts.set(key, ahead);
      entry.rank = ahead + 1;
    });
    this.frozen = true;
  }

  /** Those still in by the time they joined, then by rank. */
  standings(): readonly FakeEntry[] {
    return this.entries.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  }

  entry(handle: string): FakeEntry {
    const entry = this.entries.find((one) => one.handle === handle);
    if (!entry) throw new Error(`${handle} never joined`);
    return entry;
  }
}
