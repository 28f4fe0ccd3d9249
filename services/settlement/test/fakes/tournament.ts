import type { FakeEntries } from "@tms/kit/testing/fakes/entry";
import type { FakeEntry, FakeRegistration } from "@tms/kit/testing/fakes/registration";
import type { FakeTournaments, KnownTournament } from "@tms/kit/testing/fakes/tournament";
import type { FakeWallet } from "@tms/kit/testing/fakes/wallet";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";

/** What a tournament is like; by default three cents from the game's account, and the winner takes all. */
export interface TournamentOptions {
  feeMinor: bigint;
  payer: Payer;
  minEntries: number;
  platformFeeBps: number;
  prizeSplit: number[];
}

interface Services {
  tournaments: FakeTournaments;
  entries: FakeEntries;
  ledger: FakeWallet;
}

/** A published tournament that is due, with its entries: what the tournament and entry services know of it. */
export class FakeTournament {
  readonly id = newId();
  readonly gameId = newId();
  readonly options: TournamentOptions;
  /** What the entry service knows of it. */
  readonly registration: FakeRegistration;
  readonly #known: KnownTournament;
  readonly #entries: FakeEntries;
  readonly #ledger: FakeWallet;

  constructor(services: Services, options: Partial<TournamentOptions>) {
    this.#ledger = services.ledger;
    this.#entries = services.entries;
    this.options = {
      feeMinor: 3n,
      payer: Payer.GAME,
      minEntries: 0,
      platformFeeBps: 0,
      prizeSplit: [],
      ...options,
    };
    const { minEntries, prizeSplit, feeMinor, payer, platformFeeBps } = this.options;
    this.registration = services.entries.open(this.#key);
    this.registration.feeMinor = feeMinor;
    this.#known = services.tournaments.add({
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

  get #key() {
    return { gameId: this.gameId, tournamentId: this.id };
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
      this.#entries.join({ ...this.#key, requestId: newId(), handle });
      if (this.options.feeMinor === 0n) continue;
      const { feeMinor, payer } = this.options;
      const from = payer === Payer.GAME ? this.accounts.game : this.wallet(handle);
      if (payer === Payer.WALLET)
        this.#ledger.move(this.accounts.outside, from, feeMinor, TransferKind.DEPOSIT);
      this.#ledger.move(from, this.accounts.pool, feeMinor, TransferKind.ENTRY_FEE);
      const minorUnits = this.#ledger.balance(this.accounts.pool);
      Object.assign(this.#known.message.prizePool ?? {}, { minorUnits });
    }
  }

  /** Puts gamers out together. */
  eliminate(...handles: string[]): void {
    this.registration.eliminate(handles.map((handle) => this.entry(handle)));
  }

  /** Takes gamers out of the ranking. */
  disqualify(...handles: string[]): void {
    for (const handle of handles) this.entry(handle).disqualified = true;
  }

  entry(handle: string): FakeEntry {
    const entry = this.registration.find(handle);
    if (!entry) throw new Error(`${handle} never joined`);
    return entry;
  }
}
