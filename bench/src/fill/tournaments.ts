import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { connectTo } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage, type ScoringTerms } from "@tms/kit/values/scoring";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { TournamentService } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { createGame, type GameAccess } from "@tms/stack/system/demo-game";
import type pg from "pg";
import type { Product } from "../product.ts";
import { CURRENCY, toAccountId, type Gamer } from "./gamers.ts";

/** A published tournament. */
export interface Tournament {
  id: string;
  gameId: string;
  endsAt: Date;
}

const FEE_MINOR = 250;
const HOUR_MS = 3_600_000;

/** Creates a game whose gamers pay their fees themselves. */
export const createPayingGame = (product: Product): Promise<GameAccess> =>
  createGame(product, "Bench", { payer: Payer.WALLET });

/** Terms that most tournaments of a benchmark do without. */
export interface Terms {
  scoring?: Partial<ScoringTerms>;
  /** In percent, the first rank first. */
  prizeSplit?: readonly number[];
}

/** Publishes a tournament of a game. */
export async function publishTournament(
  { urls, token }: Product,
  gameId: string,
  { scoring, prizeSplit = [] }: Terms = {},
): Promise<Tournament> {
  const tournaments = connectTo(TournamentService, urls.tournament, token);
  const endsAt = new Date(Date.now() + HOUR_MS);
  const { tournament } = await tournaments.createTournament({
    requestId: newId(),
    gameId,
    terms: {
      name: "Open",
      description: "",
      entryFeeMinorUnits: BigInt(FEE_MINOR),
      startTime: timestampFromDate(new Date()),
      endTime: timestampFromDate(endsAt),
      prizeSplit: [...prizeSplit],
      ...(scoring && { scoring: scoringMessage(scoring) }),
    },
  });
  const id = tournament?.id ?? "";
  await tournaments.publishTournament({ requestId: newId(), gameId, tournamentId: id });
  return { id, gameId, endsAt };
}

const CHUNK = 5_000;

/** Enters gamers into a tournament without the services, in the rows that a join writes. */
export async function fillTournament(
  db: pg.Pool,
  { id, gameId, endsAt }: Tournament,
  gamers: readonly Gamer[],
): Promise<void> {
  const pool = toAccountId(gameId, AccountType.PRIZE_POOL, id);
  await db.query(
    `INSERT INTO entry.registration
       (tournament_id, game_id, currency, fee_minor, payer, registration_closes_at, ends_at)
     VALUES ($1, $2, $3, $4, 'wallet', $5, $5) ON CONFLICT DO NOTHING`,
    [id, gameId, CURRENCY, FEE_MINOR, endsAt],
  );
  await db.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
     VALUES ($1, $2, 'prize_pool', $3, $4, 0) ON CONFLICT DO NOTHING`,
    [pool, gameId, id, CURRENCY],
  );
  for (let start = 0; start < gamers.length; start += CHUNK) {
    const chunk = gamers.slice(start, start + CHUNK);
    const gamerIds = chunk.map((gamer) => gamer.id);
    const payers = chunk.map(({ accountId }) => accountId);
    const [entryIds, requestIds] = [chunk.map(newId), chunk.map(newId)];
    await db.query({
      name: "insert-entries",
      text: INSERT_ENTRIES,
      values: [gameId, id, entryIds, gamerIds, requestIds, payers, pool],
    });
  }
}

// The transfer has the id of the entry, and its trigger moves both balances.
const INSERT_ENTRIES = `
  WITH entered AS (
    INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
    SELECT id, $2, gamer_id, request_id
    FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) AS new (id, gamer_id, request_id)
  ), seated AS (
    UPDATE entry.registration SET seats_taken = seats_taken + cardinality($3::uuid[]) WHERE tournament_id = $2
  )
  INSERT INTO wallet.transfer
    (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
  SELECT id, $1, '${CURRENCY}', payer, $7, ${FEE_MINOR}, 'entry_fee', $2
  FROM unnest($3::uuid[], $6::uuid[]) AS fee (id, payer)`;
