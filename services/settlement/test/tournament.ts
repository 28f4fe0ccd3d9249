import type { FinalRank } from "@tms/proto/tms/tournament/v1/tournament";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Payout, Settlement } from "@tms/proto/tms/settlement/v1/settlement";
import { AccountType, TransferKind, type AccountRef } from "@tms/proto/tms/wallet/v1/wallet";
import {
  createGame,
  disqualify,
  eliminate,
  getTournament,
  publishTournament,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { test as base } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import type { Context } from "../src/context.ts";
import { settle } from "../src/settle.ts";

export { describe, expect } from "../../../test/world/test.ts";

/** Terms of a tournament. By default its game pays three cents per entry, and the winner takes all. */
export interface Options {
  feeMinor?: bigint;
  payer?: Payer;
  platformFeeBps?: number;
  minEntries?: number;
  prizeSplit?: number[];
  /** Whether the tournament is of a test environment. */
  isTest?: boolean;
  /** Gamers who join, in this order. */
  handles?: readonly string[];
}

/**
 * Tests of settlements.
 *
 * - `open`: publishes a tournament in a game of its own, and has gamers join.
 */
export const test = base.extend(
  "open",
  ({ world }) =>
    (options: Options = {}) =>
      Tournament.open(world, options),
);

/** A test that creates tournaments. */
export type Open = (options?: Options) => Promise<Tournament>;

type Ref = Pick<AccountRef, "gameId" | "type" | "ownerId">;

const MAX_BATCH = 1_000;
const MAX_BALANCE = BigInt(Number.MAX_SAFE_INTEGER);

/** A published tournament with its entries, whose settlement runs only when a test runs it. */
export class Tournament {
  readonly key: TournamentKey;
  readonly gameId: string;
  readonly tournamentId: string;
  readonly #world: World;
  readonly #options: Options;

  static async open(world: World, options: Options): Promise<Tournament> {
    const { payer, platformFeeBps, feeMinor = 3n, minEntries, prizeSplit, isTest } = options;
    const game = await createGame(world, {
      ...(payer !== undefined && { payer }),
      ...(platformFeeBps !== undefined && { platformFeeBps }),
    });
    const key = await publishTournament(world, {
      gameId: isTest ? game.testGameId : game.gameId,
      entryFeeMinorUnits: feeMinor,
      ...(minEntries !== undefined && { minEntries }),
      ...(prizeSplit !== undefined && { prizeSplit }),
    });
    const opened = new Tournament(world, key, options);
    await opened.join(...(options.handles ?? []));
    return opened;
  }

  constructor(world: World, key: TournamentKey, options: Options) {
    this.#world = world;
    this.key = key;
    this.gameId = key.gameId;
    this.tournamentId = key.tournamentId;
    this.#options = options;
  }

  /** A new request about the tournament. */
  get request() {
    return { ...this.key, requestId: newId() };
  }

  #account = (type: AccountType, ownerId: string) => ({ gameId: this.gameId, type, ownerId });
  #game = () => this.#account(AccountType.GAME, this.gameId);
  #pool = () => this.#account(AccountType.PRIZE_POOL, this.tournamentId);
  #outside = () => this.#account(AccountType.EXTERNAL, this.gameId);

  /** Has gamers join. If they pay from their wallets, the wallets receive the fee first. */
  async join(...handles: string[]): Promise<void> {
    const { entry, admin } = this.#world;
    for (let start = 0; start < handles.length; start += MAX_BATCH) {
      const batch = handles.slice(start, start + MAX_BATCH);
      if (this.#options.payer === Payer.WALLET) {
        const gamers = batch.map((handle) => ({ handle, gamerId: newId() }));
        await admin.query(
          `INSERT INTO entry.gamer (id, game_id, handle)
           SELECT id, $1, handle FROM unnest($2::uuid[], $3::text[]) AS gamer (id, handle)`,
          [this.gameId, gamers.map(({ gamerId }) => gamerId), batch],
        );
        await this.#transfer(
          TransferKind.DEPOSIT,
          this.#options.feeMinor ?? 3n,
          gamers.map(({ gamerId }) => [this.#outside(), this.#account(AccountType.GAMER, gamerId)]),
        );
      }
      const joins = batch.map((handle) => ({ ...this.request, handle }));
      for (const outcome of await collected(entry.batchJoin({ joins }))) soleResult([outcome]);
    }
  }

  async #transfer(kind: TransferKind, minorUnits: bigint, pairs: [debit: Ref, credit: Ref][]) {
    const transfers = pairs.map(([debit, credit]) => ({
      id: newId(),
      kind,
      debit,
      credit,
      amount: { currency: "USD", minorUnits },
    }));
    const { outcomes } = await this.#world.wallet.batchTransfer({ transfers });
    for (const outcome of outcomes) soleResult([outcome]);
  }

  /** Pays an amount into the pool that belongs to no entry. */
  addSurplus = (minorUnits: bigint) =>
    this.#transfer(TransferKind.ENTRY_FEE, minorUnits, [[this.#game(), this.#pool()]]);

  /** Takes an amount out of the pool again. */
  removeSurplus = (minorUnits: bigint) =>
    this.#transfer(TransferKind.REFUND, minorUnits, [[this.#pool(), this.#game()]]);

  /** Fills a gamer's empty wallet, so that the ledger refuses every credit. */
  async fillWallet(handle: string): Promise<void> {
    const ref = this.#account(AccountType.GAMER, await this.gamerId(handle));
    await this.#world.wallet.openAccount({ requestId: newId(), ref, currency: "USD" });
    await this.addToBalance(ref.ownerId, MAX_BALANCE);
  }

  async emptyWallet(handle: string): Promise<void> {
    await this.addToBalance(await this.gamerId(handle), -MAX_BALANCE);
  }

  /** Adds to a balance without a transfer, which a ledger under test does not allow. */
  async addToBalance(ownerId: string, minorUnits: bigint): Promise<void> {
    await this.#world.admin.query(
      `UPDATE wallet.account SET balance_minor = balance_minor + $2 WHERE owner_id = $1`,
      [ownerId, minorUnits],
    );
  }

  async gamerId(handle: string): Promise<string> {
    const { rows } = await this.#world.admin.query<{ id: string }>(
      `SELECT id FROM entry.gamer WHERE game_id = $1 AND handle = $2`,
      [this.gameId, handle],
    );
    return rows[0]?.id ?? "";
  }

  /** Eliminates gamers together. */
  eliminate = (...handles: string[]) => eliminate(this.#world, this.key, ...handles);

  disqualify = (...handles: string[]) => disqualify(this.#world, this.key, ...handles);

  async complete(finalRanks: Pick<FinalRank, "handle" | "rank">[] = []): Promise<void> {
    await this.#world.tournament.completeTournament({ ...this.request, finalRanks });
  }

  async cancel(): Promise<void> {
    await this.#world.tournament.cancelTournament(this.request);
  }

  /** Makes the tournament end, and its settlement due, whatever pause or lease it is in. */
  async end(): Promise<void> {
    const { admin } = this.#world;
    await admin.query(
      `UPDATE tournament.tournament SET ends_at = now() - interval '1 second'
       WHERE id = $1 AND ends_at > now()`,
      [this.tournamentId],
    );
    await admin.query(
      `UPDATE settlement.settlement SET run_at = now() - interval '1 second', lease_until = NULL
       WHERE tournament_id = $1`,
      [this.tournamentId],
    );
  }

  /** Works on the settlement as a worker would. */
  async work(context: Context = this.#world.contexts.settlement): Promise<Settlement> {
    await this.end();
    await settle(context, this.tournamentId);
    return (await this.read()).settlement;
  }

  async read(): Promise<{ settlement: Settlement; payouts: Payout[] }> {
    const request = { ...this.key, pageSize: 1_000 };
    const { settlement, payouts } = await this.#world.settlement.getSettlement(request);
    if (settlement === undefined) throw new Error("the tournament has no settlement");
    return { settlement, payouts };
  }

  async state() {
    return (await this.read()).settlement.state;
  }

  /** The tournament as its own service knows it. */
  message = () => getTournament(this.#world, this.key);

  /** What gamers have in their wallets, by handle. */
  async balances(): Promise<Map<string, bigint>> {
    const { rows } = await this.#world.admin.query<{ handle: string; minor: bigint }>(
      `SELECT handle, coalesce(balance_minor, 0) AS minor FROM entry.gamer
       LEFT JOIN wallet.account ON type = 'gamer' AND owner_id = gamer.id
       WHERE gamer.game_id = $1`,
      [this.gameId],
    );
    return new Map(rows.map(({ handle, minor }) => [handle, minor]));
  }

  async balancesOf(...handles: string[]): Promise<(bigint | undefined)[]> {
    const balances = await this.balances();
    return handles.map((handle) => balances.get(handle));
  }

  /** What the game, its pool and the platform have. */
  async money(): Promise<{ game: bigint; pool: bigint; platform: bigint }> {
    const { rows } = await this.#world.admin.query<{ type: string; minor: bigint }>(
      `SELECT type::text, sum(balance_minor)::bigint AS minor FROM wallet.account
       WHERE game_id = $1 GROUP BY type`,
      [this.gameId],
    );
    const minorOf = (type: string) => rows.find((row) => row.type === type)?.minor ?? 0n;
    return {
      game: minorOf("game"),
      pool: minorOf("prize_pool"),
      platform: minorOf("platform"),
    };
  }

  /** Number of transfers of the game. */
  async countTransfers(): Promise<number> {
    const { rowCount } = await this.#world.admin.query(
      `SELECT FROM wallet.transfer WHERE game_id = $1`,
      [this.gameId],
    );
    return rowCount ?? 0;
  }
}
