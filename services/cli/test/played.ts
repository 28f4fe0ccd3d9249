import { derivedId, newId } from "@tms/kit/values/ids";
import { testDatabase } from "@tms/kit/testing/database";
import pg from "pg";

/** A database in which two tournaments were played: one paid out, one refunded. */
export interface Played {
  adminUrl: string;
  admin: pg.Client;
  /** The tournament of two gamers who paid 250 each, the second of whom went out: 50 fee, 450 to the first. */
  paid: { id: string; first: string; second: string; payout: string };
  /** The tournament whose one fee of 100, paid by the game, went back. */
  refunded: { id: string; entry: string };
  close(): Promise<void>;
}

const GAME = newId();

export async function play(): Promise<Played> {
  const database = await testDatabase();
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await insertGame(admin);
  const paid = await playPaid(admin);
  const refunded = await playRefunded(admin);
  const close = async () => {
    await admin.end();
    await database.drop();
  };
  return { adminUrl: database.adminUrl, admin, paid, refunded, close };
}

async function insertGame(admin: pg.Client): Promise<void> {
  await admin.query(
    `WITH project AS (INSERT INTO game.project (id, name) VALUES ($2, 'Chess') RETURNING id)
     INSERT INTO game.game (id, project_id, mode, sibling_id, currency, currency_exponent, payer,
       credit_limit_minor, platform_fee_bps, opened_at)
     SELECT environment.id, project.id, mode, sibling_id, 'USD', 2, 'wallet', 1000, 1000, now()
     FROM project, (VALUES ($1::uuid, 'live', $3::uuid), ($3, 'test', $1))
       AS environment (id, mode, sibling_id)`,
    [GAME, newId(), newId()],
  );
  await account(admin, "external", GAME, null);
  await account(admin, "game", GAME, -1000);
  await account(admin, "platform", GAME, 0);
}

async function playPaid(admin: pg.Client) {
  const id = newId();
  await account(admin, "prize_pool", id, 0);
  await tournament(admin, id, 250, "wallet", 2, "completed");
  const [first, second] = [await enter(admin, id), await enter(admin, id)];
  for (const { entry, gamer } of [first, second]) {
    await account(admin, "gamer", gamer, 0);
    await transfer(admin, newId(), ["external", GAME], ["gamer", gamer], 400, "deposit", null);
    const charge = entry;
    await transfer(admin, charge, ["gamer", gamer], ["prize_pool", id], 250, "entry_fee", id);
  }
  await end(admin, id, second);
  await settlement(admin, id, "payout", 500, 50);
  const payout = derivedId("payout", first.entry);
  await planned(admin, id, first, 450, 1, false, payout);
  await transfer(admin, payout, ["prize_pool", id], ["gamer", first.gamer], 450, "payout", id);
  const fee = derivedId("platform-fee", id);
  await transfer(admin, fee, ["prize_pool", id], ["platform", GAME], 50, "platform_fee", id);
  return { id, first: first.entry, second: second.entry, payout };
}

async function playRefunded(admin: pg.Client) {
  const id = newId();
  await account(admin, "prize_pool", id, 0);
  await tournament(admin, id, 100, "game", 1, "cancelled");
  const only = await enter(admin, id);
  const charge = only.entry;
  await transfer(admin, charge, ["game", GAME], ["prize_pool", id], 100, "entry_fee", id);
  await settlement(admin, id, "refund", 100, 0);
  const refund = derivedId("refund", only.entry);
  await planned(admin, id, only, 100, null, true, refund);
  await transfer(admin, refund, ["prize_pool", id], ["game", GAME], 100, "refund", id);
  return { id, entry: only.entry };
}

type Owner = readonly [type: string, ownerId: string];

const accountId = ([type, owner]: Owner) => derivedId("account", GAME, type, owner, "USD");

async function account(admin: pg.Client, type: string, owner: string, floor: number | null) {
  await admin.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
     VALUES ($1, $2, $3, $4, 'USD', $5)`,
    [accountId([type, owner]), GAME, type, owner, floor],
  );
}

async function transfer(
  admin: pg.Client,
  id: string,
  from: Owner,
  to: Owner,
  amount: number,
  kind: string,
  reference: string | null,
) {
  await admin.query(
    `INSERT INTO wallet.transfer (id, game_id, currency, debit_account_id, credit_account_id,
       amount_minor, kind, reference_id) VALUES ($1, $2, 'USD', $3, $4, $5, $6, $7)`,
    [id, GAME, accountId(from), accountId(to), amount, kind, reference],
  );
}

/** A tournament in a status of choice, all its seats taken, and its registration. */
async function tournament(
  admin: pg.Client,
  id: string,
  fee: number,
  payer: "game" | "wallet",
  seats: number,
  status: string,
) {
  await admin.query(
    `INSERT INTO tournament.tournament (id, game_id, name, description, entry_fee_minor, starts_at,
       ends_at, max_entries, min_entries, prize_split, currency, payer, platform_fee_bps, status)
     VALUES ($1, $2, 'Chess', '', $3, now() - interval '1 hour', now(), $5, 0, '{}', 'USD', $4, 1000, $6)`,
    [id, GAME, fee, payer, seats, status],
  );
  await admin.query(
    `INSERT INTO entry.registration (tournament_id, game_id, currency, fee_minor, payer, max_entries,
       registration_closes_at, ends_at, seats_taken)
     SELECT id, game_id, currency, entry_fee_minor, payer, max_entries, ends_at, ends_at, max_entries
     FROM tournament.tournament WHERE id = $1`,
    [id],
  );
}

interface Entered {
  entry: string;
  gamer: string;
}

async function enter(admin: pg.Client, tournamentId: string): Promise<Entered> {
  const [entry, gamer] = [newId(), newId()];
  await admin.query(`INSERT INTO entry.gamer (id, game_id, handle) VALUES ($1, $2, $3)`, [
    gamer,
    GAME,
    gamer,
  ]);
  await admin.query(
    `INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
     VALUES ($1, $2, $3, $4)`,
    [entry, tournamentId, gamer, newId()],
  );
  return { entry, gamer };
}

/** Takes an entry out, and makes the ranking of its tournament final. */
async function end(admin: pg.Client, id: string, { entry }: Entered) {
  await admin.query(`UPDATE entry.entry SET exit_number = 1, eliminated_at = now() WHERE id = $1`, [
    entry,
  ]);
  await admin.query(
    `UPDATE entry.registration SET eliminated = 1, last_eliminated_at = now(), closed_at = now(),
       frozen_at = now()
     WHERE tournament_id = $1`,
    [id],
  );
}

async function settlement(admin: pg.Client, id: string, kind: string, pool: number, fee: number) {
  await admin.query(
    `INSERT INTO settlement.settlement (tournament_id, game_id, kind, state, due_at, currency,
       pool_minor, fee_minor, run_at, finished_at)
     VALUES ($1, $2, $3, 'done', now(), 'USD', $4, $5, now(), now())`,
    [id, GAME, kind, pool, fee],
  );
}

async function planned(
  admin: pg.Client,
  id: string,
  { entry, gamer }: Entered,
  amount: number,
  rank: number | null,
  toGame: boolean,
  transferId: string,
) {
  await admin.query(
    `INSERT INTO settlement.payout (tournament_id, entry_id, position, gamer_id, handle, rank,
       amount_minor, to_game, transfer_id)
     VALUES ($1, $2, 1, $3::uuid, $3::uuid::text, $4, $5, $6, $7)`,
    [id, entry, gamer, rank, amount, toGame, transferId],
  );
}
