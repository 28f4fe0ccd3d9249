import { derivedId, newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import { until } from "@tms/stack/until";
import type { Api } from "@tms/test/harness/api.ts";
import { gameIn } from "@tms/test/harness/game.ts";
import { idOf, published } from "@tms/test/harness/tournament.ts";
import type pg from "pg";
import { tidy, type Product } from "./product.ts";
import { toHandle, type Requests, type Target } from "./requests.ts";
import { sendLoad } from "./run.ts";
import type { Bench } from "./scenario.ts";

export const CURRENCY = "USD";

/** Creates a game with gamers who pay fees from their wallets. Returns its API and the gamers' ids. */
export async function createPayingGame(product: Product, gamers: number) {
  const api = await gameIn(product, { payer: Payer.WALLET });
  // The wallet derives the ids of its accounts in the same way.
  const toAccount = (type: AccountType, ownerId: string) =>
    derivedId("account", api.gameId, String(type), ownerId, CURRENCY);
  const ids = Array.from({ length: gamers }, () => newId());
  await product.db.query(FUND_GAMERS, [
    api.gameId,
    toAccount(AccountType.EXTERNAL, api.gameId),
    ids,
    ids.map((id) => toAccount(AccountType.GAMER, id)),
    ids.map((_, number) => toHandle(number)),
  ]);
  return { api, gamers: ids };
}

// Each deposit pays 40,000 fees of 2.50, and is far below the largest balance.
const FUND_GAMERS = `
  WITH gamer AS (
    SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS gamer (id, account_id, handle)
  ), named AS (
    INSERT INTO entry.gamer (id, game_id, handle) SELECT id, $1, handle FROM gamer
  ), opened AS (
    INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
    SELECT account_id, $1, 'gamer'::wallet.account_type, id, '${CURRENCY}', 0 FROM gamer
    UNION ALL SELECT $2, $1, 'external', $1, '${CURRENCY}', NULL
  )
  INSERT INTO wallet.transfer
    (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
  SELECT uuidv7(), $1, '${CURRENCY}', $2, account_id, 10000000, 'deposit' FROM gamer`;

export async function publishTournament(api: Api, terms: object = {}): Promise<Target> {
  return { apiKey: api.apiKey, path: await published(api, { entryFee: 2.5, ...terms }) };
}

/** Publishes a tournament and returns requests that join it. */
export const joinsInto = async (api: Api, terms?: object): Promise<Requests> => ({
  kind: "joins",
  targets: [await publishTournament(api, terms)],
});

/**
 * Enters the first gamers of a game into its tournament. The first gamer joins, which opens the
 * registration and the prize pool. The others get copies of the rows of that join.
 */
export async function fillTournament(
  db: pg.Pool,
  api: Api,
  { path }: Target,
  entries: number,
): Promise<void> {
  const { status, body } = await api.post(`${path}/join`, { gamer: toHandle(0) });
  if (status !== 201) throw new Error(`A join was answered with ${status}.`);
  const values = [idOf(path), api.gameId, body.entry.id, toHandle(1), toHandle(entries - 1)];
  await db.query(COPY_ENTRY, values);
}

// The transfer of a fee has the id of its entry. A trigger on transfers changes both balances.
const COPY_ENTRY = `
  WITH entered AS (
    INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
    SELECT uuidv7(), $1, id, uuidv7() FROM entry.gamer
    WHERE game_id = $2 AND handle BETWEEN $4 AND $5
    RETURNING id, gamer_id
  ), seated AS (
    UPDATE entry.registration SET seats_taken = seats_taken + (SELECT count(*) FROM entered)
    WHERE tournament_id = $1
  )
  INSERT INTO wallet.transfer
    (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
  SELECT entered.id, $2, fee.currency, payer.id, fee.credit_account_id, fee.amount_minor, fee.kind, $1
  FROM wallet.transfer AS fee, entered
  JOIN wallet.account AS payer
    ON payer.game_id = $2 AND payer.type = 'gamer' AND payer.owner_id = gamer_id
  WHERE fee.id = $3`;

export const SCORES_PER_REQUEST = 1_000;
const BULK_CONNECTIONS = 4;
const MAX_SECONDS = 600;

export function bulkLoad(target: Target, gamers: number) {
  const each = Math.min(SCORES_PER_REQUEST, gamers);
  const maxRequests = Math.ceil(gamers / each);
  const connections = Math.min(BULK_CONNECTIONS, maxRequests);
  const requests = { kind: "bulk scores", target, gamers, each } as const;
  return { connections, maxRequests, requests };
}

/** Fills a leaderboard. The last score of a gamer counts, so every new score moves the gamer. */
export async function fillBoard(bench: Bench, terms: object = {}, entries = bench.board) {
  const { api } = await createPayingGame(bench.product, entries);
  const target = await publishTournament(api, { scoring: { operator: "last" }, ...terms });
  await fillTournament(bench.product.db, api, target, entries);
  const load = bulkLoad(target, entries);
  const { answered } = await sendLoad(bench, { ...load, seconds: MAX_SECONDS });
  if (answered !== load.maxRequests) throw new Error("A leaderboard could not be filled.");
  await tidy(bench.product.db);
  return { api, target };
}

/** Adds copies of the first event of a join to the log. Waits up to 60 seconds for that event. */
export async function addEvents(db: pg.Pool, gameId: string, count: number): Promise<void> {
  await until(async () => (await db.query(COPY_EVENT, [gameId, count])).rowCount, {
    timeoutMs: 60_000,
    what: "The event of a join",
  });
}

// The update locks the head, so no other event gets the same sequence.
const COPY_EVENT = `
  WITH model AS (
    SELECT * FROM events.event WHERE game_id = $1 AND type = 'entry.joined' ORDER BY sequence LIMIT 1
  ), head AS (
    UPDATE events.event_head AS head SET last_sequence = last_sequence + $2::int
    FROM model WHERE head.game_id = model.game_id RETURNING last_sequence
  )
  INSERT INTO events.event (game_id, sequence, id, type, tournament_id, body, audited)
  SELECT model.game_id, n, new.id, type, tournament_id,
    (body::jsonb || jsonb_build_object('id', new.id, 'sequence', n))::text, audited
  FROM model, (
    SELECT n, uuidv7() AS id
    FROM head, generate_series(last_sequence - $2::int + 1, last_sequence) AS n
  ) AS new`;
