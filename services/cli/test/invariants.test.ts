import { newId } from "@tms/kit/values/ids";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants, describeCheck, type Bounds } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played.close());

const change = (sql: string, ...values: unknown[]) => played.admin.query(sql, values);

/** The promises found broken, as an operator reads them. */
async function broken(bounds?: Bounds): Promise<string> {
  const results = await checkInvariants(played.admin, bounds);
  return results
    .filter(({ findings }) => findings.length > 0)
    .map(describeCheck)
    .join("\n");
}

/** A tournament that ended an hour ago, in a status of choice. */
async function endedTournament(status: string): Promise<string> {
  const id = newId();
  await change(
    `INSERT INTO tournament.tournament (id, game_id, name, description, entry_fee_minor, starts_at,
       ends_at, min_entries, prize_split, currency, payer, platform_fee_bps, status)
     SELECT $1, game.id, 'Chess', '', 0, now() - interval '2 hours', now() - interval '1 hour', 0, '{}',
       'USD', 'game', 0, $2 FROM game.game WHERE mode = 'live'`,
    id,
    status,
  );
  return id;
}

const stageMessage = (tournamentId: string) =>
  change(
    `INSERT INTO tournament.outbox (id, topic, payload, created_at)
     VALUES ($1, 'settlement.schedule', jsonb_build_object('tournamentId', $2::text),
       now() - interval '1 minute')`,
    newId(),
    tournamentId,
  );

const stageMail = () =>
  change(
    `INSERT INTO identity.outbox (id, topic, payload, created_at)
     VALUES ($1, 'mail', '{}', now() - interval '1 minute')`,
    newId(),
  );

describe("the invariants", () => {
  test("hold where everything is in order, within any bounds", async () => {
    expect(await broken({ settleWithinMs: 0, pendingWithinMs: 0 })).toBe("");
  });

  test("miss the settlement of a published tournament, until a message asks for it", async () => {
    const id = await endedTournament("published");
    expect(await broken()).toMatch(new RegExp(`will be settled[^]*${id}`));
    await stageMessage(id);
    expect(await broken()).toBe("");
  });

  test("miss the refund of a cancelled tournament that holds fees", async () => {
    await change(`UPDATE tournament.tournament SET status = 'cancelled'`);
    expect(await broken()).toBe("");
    await change(
      `UPDATE wallet.account SET balance_minor = 1 WHERE type = 'prize_pool' AND owner_id = $1`,
      played.paid.id,
    );
    expect(await broken()).toMatch(/and every cancelled one that took fees refunded/);
    // One that is due and not begun finds the tournament cancelled.
    await change(
      `UPDATE settlement.settlement SET state = 'scheduled', finished_at = NULL WHERE tournament_id = $1`,
      played.paid.id,
    );
    expect(await broken()).not.toMatch(/and every cancelled one that took fees refunded/);
    await change(
      `UPDATE settlement.settlement SET due_at = now() + interval '1 hour' WHERE tournament_id = $1`,
      played.paid.id,
    );
    expect(await broken()).toMatch(/and every cancelled one that took fees refunded/);
  });

  test("show a tournament that is settled too late, where a bound is given", async () => {
    const id = await endedTournament("published");
    await stageMessage(id);
    expect(await broken()).toBe("");
    expect(await broken({ settleWithinMs: 7_200_000 })).toBe("");
    expect(await broken({ settleWithinMs: 60_000 })).toMatch(
      new RegExp(`settled 60000 ms after its end[^]*${id}`),
    );
  });

  test("show a join, a message and a mail that are pending too long, where a bound is given", async () => {
    await stageMessage(await endedTournament("completed"));
    await stageMail();
    await change(
      `UPDATE entry.entry SET created_at = now() - interval '1 minute' WHERE id = $1`,
      played.refunded.entry,
    );
    await change(
      `INSERT INTO entry.pending_join (tournament_id, entry_id)
       SELECT tournament_id, id FROM entry.entry WHERE id = $1`,
      played.refunded.entry,
    );
    expect(await broken()).toBe("");
    expect(await broken({ pendingWithinMs: 50_000 })).toMatch(
      /nothing is pending[^]*"what":"join"[^]*"what":"message"[^]*"what":"mail"/,
    );
  });

  test("show what was given up", async () => {
    await stageMessage(await endedTournament("completed"));
    await stageMail();
    await change(`UPDATE tournament.outbox SET dead_at = now(), last_error = 'gone'`);
    await change(`UPDATE identity.outbox SET dead_at = now(), last_error = 'gone'`);
    await change(`UPDATE settlement.settlement SET dead_at = now() WHERE kind = 'refund'`);
    expect(await broken()).toMatch(
      /was given up[^]*"what":"message"[^]*"what":"mail"[^]*"what":"settlement"/,
    );
  });

  test("show a game whose members have no owner among them", async () => {
    const join = (role: string) =>
      change(
        `INSERT INTO game.member (project_id, user_id, role) SELECT id, $1, $2 FROM game.project`,
        newId(),
        role,
      );
    await join("owner");
    await join("viewer");
    expect(await broken()).toBe("");
    await change(`ALTER TABLE game.member DISABLE TRIGGER member_owner_kept`);
    await change(`DELETE FROM game.member WHERE role = 'owner'`);
    expect(await broken()).toMatch(/has an owner[^]*"members":"1"/);
  });

  test("show a rolled key and a successor that do not name each other", async () => {
    const [key, successor] = [newId(), newId()];
    const insert = (id: string, replaces: string | null) =>
      change(
        `INSERT INTO game.api_key (id, game_id, mode, name, hint, digest, scopes, ip_ranges, replaces)
         SELECT $1, id, mode, 'backend', 'tms_live_abcd', sha256(gen_random_uuid()::text::bytea), '{read}', '{}', $2
         FROM game.game WHERE mode = 'live' LIMIT 1`,
        id,
        replaces,
      );
    await insert(key, null);
    await insert(successor, key);
    expect(await broken()).toMatch(new RegExp(`names its one successor[^]*${key}`));
    await change(
      `UPDATE game.api_key SET replaced_by = $2, ends_at = now() WHERE id = $1`,
      key,
      successor,
    );
    expect(await broken()).toBe("");
    await change(`UPDATE game.api_key SET replaced_by = id WHERE id = $1`, key);
    expect(await broken()).toMatch(new RegExp(`names its one successor[^]*${key}`));
  });

  test("show a gamer who is entered, and to be paid, twice", async () => {
    await change(`DROP INDEX entry.entry_gamer_key`);
    await change(
      `UPDATE entry.entry SET gamer_id = other.gamer_id FROM entry.entry AS other
       WHERE entry.id = $1 AND other.id = $2`,
      played.paid.second,
      played.paid.first,
    );
    await change(
      `INSERT INTO settlement.payout SELECT tournament_id, $1, 2, gamer_id, handle, rank,
         amount_minor, to_game, $1 FROM settlement.payout WHERE tournament_id = $2`,
      played.paid.second,
      played.paid.id,
    );
    expect(await broken()).toMatch(/at most once per[^]*"entered"[^]*"planned for payment"/);
  });

  test("show a gamer who was charged twice", async () => {
    await change(`ALTER TABLE wallet.transfer DISABLE TRIGGER transfer_posts`);
    await change(
      `INSERT INTO wallet.transfer (id, game_id, currency, debit_account_id, credit_account_id,
         amount_minor, kind, reference_id)
       SELECT $1, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind,
         reference_id
       FROM wallet.transfer WHERE kind = 'entry_fee' AND reference_id = $2 LIMIT 1`,
      newId(),
      played.paid.id,
    );
    const found = await broken();
    expect(found).toMatch(/at most once per[^]*"charged"[^]*"times":"2"/);
    expect(found).toMatch(/paid into a prize pool are[^]*"fees":"750"/);
  });
});
