import { newId } from "@tms/kit/values/ids";
import { ScoreDirection, ScoreOperator, ScoreTies } from "@tms/proto/tms/tournament/v1/tournament";
import { createGame } from "../../../test/world/actions.ts";
import { describe, expect, playScores, test, type Attempt, type Scoring } from "./played.ts";

const BALANCES = "every account's balance is the sum of its transfers";
const SUMS = "the balances of every currency add up to zero in every game";
const FLOORS = "no account is below its floor";
const ACCOUNTS =
  "every transfer moves a positive amount between two accounts of its game and currency";
const KINDS = "every transfer has a kind that is allowed between its account types";
const SEALS = "every seal is the digest of its transfers and of the previous seal";
const HEADS = "every account refers to its last seal";
const POOLS = "the fees of every prize pool equal its payouts";
const FEES = "a prize pool receives only entry fees of its tournament";
const PAID = "every finished settlement paid out its complete pool";
const COPIES = "every registration has the game";
const SINGLE = "each gamer is entered";
const SEATS = "every tournament's taken seats equal its entries and do not exceed its limit";
const CHARGES = "every confirmed entry is charged once to its payer";
const ATTEMPTS = "every attempt has its own sequence";
const STANDINGS = "every standing matches the gamer's attempts";
const STRATA = "every stratum and every board has the correct number of entries";
const DECISIONS = "every entry and every attempt has the state that its latest decision gave it";
const DISQUALIFIED = "no disqualified entry is paid or listed on a board";
const PLANS = "every payout plan follows the final ranking and the prize split of its tournament";
const PAYOUTS = "every payout and refund matches its plan";

test("finds nothing where everything is in order, within any bounds", async ({ broken }) => {
  expect(await broken({ settleWithinMs: 0, pendingWithinMs: 0 })).toEqual([]);
});

describe("the ledger", () => {
  const INSERT_ACCOUNT = `INSERT INTO wallet.account (id, game_id, type, owner_id, currency)`;
  const ELSEWHERE = "(SELECT id FROM wallet.account WHERE type = 'external')";
  test.for<[string, string, string[]]>([
    [
      "a balance that is not the sum of its transfers",
      "UPDATE wallet.account SET balance_minor = balance_minor + 1 WHERE type = 'platform'",
      [BALANCES, SUMS],
    ],
    [
      "a transfer that went missing",
      "DELETE FROM wallet.transfer WHERE id = '{payout}'",
      [BALANCES, SEALS, POOLS, PAYOUTS, PAID],
    ],
    [
      "a floor that is not the game's credit limit",
      "UPDATE wallet.account SET floor_minor = NULL WHERE type = 'game'",
      [FLOORS],
    ],
    [
      "a floor of an external account",
      "UPDATE wallet.account SET floor_minor = -9999 WHERE type = 'external'",
      [FLOORS],
    ],
    [
      "an account of a game that there is not",
      `${INSERT_ACCOUNT} SELECT id, id, 'game', id, 'USD' FROM gen_random_uuid() AS id`,
      [FLOORS],
    ],
    [
      "an account below its floor",
      `ALTER TABLE wallet.account DROP CONSTRAINT account_floor;
       UPDATE wallet.account SET balance_minor = -1 WHERE type = 'platform'`,
      [BALANCES, SUMS, FLOORS],
    ],
    [
      "a transfer in another currency than its accounts",
      "UPDATE wallet.transfer SET currency = 'EUR' WHERE id = '{payout}'",
      [ACCOUNTS],
    ],
    [
      "money that left a prize pool as something else",
      "UPDATE wallet.transfer SET kind = 'withdrawal' WHERE kind = 'platform_fee'",
      [KINDS, SEALS, HEADS, POOLS, FEES, PAID],
    ],
    [
      "a transfer of a kind that is not for its accounts",
      "UPDATE wallet.transfer SET kind = 'deposit' WHERE id = '{payout}'",
      [KINDS, SEALS, POOLS, FEES, PAYOUTS, PAID],
    ],
    [
      "a payout that nobody planned",
      "DELETE FROM settlement.payout WHERE tournament_id = '{paid}'",
      [PLANS, PAYOUTS],
    ],
    [
      "a payout of another amount than planned",
      "UPDATE settlement.payout SET amount_minor = 99 WHERE tournament_id = '{refunded}'",
      [PAYOUTS],
    ],
    [
      "a payout that did not leave its pool, before all are paid",
      `UPDATE wallet.transfer SET debit_account_id = pool.id FROM wallet.account AS pool
       WHERE transfer.id = '{payout}' AND pool.type = 'prize_pool' AND pool.owner_id = '{refunded}';
       UPDATE settlement.settlement SET state = 'paying', finished_at = NULL WHERE state = 'done'`,
      [BALANCES, SEALS, POOLS, FEES, PAYOUTS],
    ],
    [
      "a finished settlement that did not pay out its pool",
      "UPDATE settlement.settlement SET pool_minor = 501 WHERE tournament_id = '{paid}'",
      [PLANS, PAID],
    ],
    [
      "a gamer who was charged twice",
      `INSERT INTO wallet.transfer (id, game_id, currency, debit_account_id, credit_account_id,
         amount_minor, kind, reference_id)
       SELECT gen_random_uuid(), game_id, currency, debit_account_id, credit_account_id, amount_minor,
         kind, reference_id
       FROM wallet.transfer WHERE kind = 'entry_fee' AND reference_id = '{paid}' LIMIT 1`,
      [BALANCES, HEADS, POOLS, SINGLE, CHARGES, PAID],
    ],
  ])("finds %s", async ([, fault, promises], { change, broken }) => {
    await change(fault);
    expect(await broken()).toEqual(promises);
  });

  // A fee and a payout stand in the same journal; each is changed alone.
  test.for([
    ["id", "id = gen_random_uuid()"],
    ["amount", "amount_minor = amount_minor + 1"],
    ["account debited", `debit_account_id = ${ELSEWHERE}`],
    ["account credited", `credit_account_id = ${ELSEWHERE}`],
    [
      "kind",
      "kind = CASE kind WHEN 'entry_fee' THEN 'withdrawal'::wallet.transfer_kind ELSE 'refund' END",
    ],
    [
      "journal",
      "kind = CASE kind WHEN 'entry_fee' THEN 'deposit'::wallet.transfer_kind ELSE 'withdrawal' END",
    ],
    ["reference", "reference_id = gen_random_uuid()"],
    ["time", "created_at = created_at - interval '1 millisecond'"],
  ] as const)("finds a transfer with another %s", async ([, set], { change, broken }) => {
    await change("SAVEPOINT sealed");
    for (const kind of ["entry_fee", "payout"]) {
      await change(
        `UPDATE wallet.transfer SET ${set} WHERE id IN (SELECT id FROM wallet.transfer
           WHERE reference_id = '{paid}' AND kind = '${kind}' ORDER BY sequence LIMIT 1)`,
      );
      expect(await broken()).toContain(SEALS);
      await change("ROLLBACK TO sealed");
    }
  });

  /** Copies a transfer of the paid tournament to a sequence of choice. */
  const copyTo = (sequence: string) =>
    `INSERT INTO wallet.transfer (id, sequence, game_id, currency, debit_account_id,
       credit_account_id, amount_minor, kind, reference_id)
     OVERRIDING SYSTEM VALUE SELECT gen_random_uuid(), ${sequence}, game_id, currency,
       debit_account_id, credit_account_id, amount_minor, kind, reference_id
     FROM wallet.transfer WHERE reference_id = '{paid}' AND kind = 'entry_fee' LIMIT 1`;
  const removeAt = (index: number) =>
    `DELETE FROM wallet.transfer WHERE id = (SELECT id FROM wallet.transfer
       WHERE reference_id = '{paid}' ORDER BY sequence OFFSET ${index} LIMIT 1)`;
  const HEAD = "wallet.account.type = 'prize_pool' AND wallet.account.owner_id = '{paid}'";
  const LAST = `number = seals AND account_id = wallet.account.id AND ${HEAD}`;
  const FORGED_HEAD = `UPDATE wallet.account SET seal_digest = sha256('forged') WHERE ${HEAD}`;
  test.for<[string, string, string[], string[]]>([
    ...[0, 1, 2, 3].map((index): [string, string, string[], string[]] => [
      `transfer ${index} of a journal removed`,
      removeAt(index),
      [SEALS],
      [],
    ]),
    ["a transfer added before the others", copyTo("-1"), [SEALS], []],
    ["a transfer added among the others", copyTo("sequence"), [SEALS], []],
    ["a transfer added at the end", copyTo("1000000"), [HEADS], []],
    [
      "two transfers in exchanged places",
      `ALTER TABLE wallet.transfer ALTER sequence DROP IDENTITY;
       UPDATE wallet.transfer AS one SET sequence = other.sequence FROM wallet.transfer AS other
       WHERE one.id IN ('{first}', '{second}') AND other.id IN ('{first}', '{second}') AND one.id <> other.id`,
      [SEALS],
      [HEADS],
    ],
    [
      "the end of a journal removed with its seal",
      `${removeAt(3)}; DELETE FROM wallet.seal USING wallet.account WHERE ${LAST}`,
      [HEADS],
      [SEALS],
    ],
    ["a head that was changed", FORGED_HEAD, [HEADS], [SEALS]],
    [
      "a seal that was changed, though the head was changed with it",
      `UPDATE wallet.seal SET digest = sha256('forged') FROM wallet.account WHERE ${LAST}; ${FORGED_HEAD}`,
      [SEALS],
      [HEADS],
    ],
    ["a whole journal that lost its seals", "DELETE FROM wallet.seal", [HEADS], [SEALS]],
  ])("finds %s", async ([, fault, found, others], { change, broken }) => {
    await change(fault);
    const promises = await broken();
    expect(promises).toEqual(expect.arrayContaining(found));
    for (const other of others) expect(promises).not.toContain(other);
  });
});

describe("entries and tournaments", () => {
  test.for<[string, string, string[], string]>([
    [
      "a confirmed entry that was not charged",
      `INSERT INTO entry.gamer (id, game_id, handle)
       SELECT tournament_id, game_id, 'eve' FROM entry.registration WHERE tournament_id = '{paid}';
       INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
       VALUES (gen_random_uuid(), '{paid}', '{paid}', gen_random_uuid())`,
      [SEATS, CHARGES],
      '"fault":"confirmed but not charged"',
    ],
    [
      "a refused entry that was charged",
      `INSERT INTO entry.refused_join (id, entry_id, tournament_id, gamer_id, reason, message)
       SELECT request_id, id, tournament_id, gamer_id, 'INSUFFICIENT_FUNDS', ''
       FROM entry.entry WHERE id = '{second}'`,
      [CHARGES],
      '{"entry":"{second}","fault":"refused but charged"}',
    ],
    [
      "a charge that belongs to no entry",
      "UPDATE wallet.transfer SET id = gen_random_uuid() WHERE id = '{entry}'",
      [SEALS, CHARGES],
      '"fault":"the charge belongs to no entry"',
    ],
    [
      "another fee than the tournament's",
      "UPDATE entry.registration SET fee_minor = 99 WHERE tournament_id = '{refunded}'",
      [COPIES, CHARGES],
      "charged a wrong fee",
    ],
    [
      "another payer than the tournament's",
      "UPDATE entry.registration SET payer = 'wallet' WHERE tournament_id = '{refunded}'",
      [COPIES, CHARGES],
      "charged to the wrong payer",
    ],
    [
      "a registration of no tournament",
      "DELETE FROM tournament.tournament WHERE id = '{paid}'",
      [COPIES],
      "{paid}",
    ],
    [
      "entries of a registration that is gone",
      "DELETE FROM entry.registration WHERE tournament_id = '{paid}'",
      [CHARGES],
      '{"entry":"{first}","fault":"the tournament has no registration"}',
    ],
    [
      "a gamer who is entered, and to be paid, twice",
      `DROP INDEX entry.entry_gamer_key;
       UPDATE entry.entry SET gamer_id = other.gamer_id FROM entry.entry AS other
       WHERE entry.id = '{second}' AND other.id = '{first}';
       INSERT INTO settlement.payout SELECT tournament_id, '{second}', 2, gamer_id, handle, rank,
         amount_minor, to_game, '{second}' FROM settlement.payout WHERE tournament_id = '{paid}'`,
      [SINGLE],
      '"planned for payment"',
    ],
    [
      "a game whose members have no owner among them",
      `INSERT INTO game.member (project_id, user_id, role)
       SELECT id, gen_random_uuid(), 'viewer' FROM game.project`,
      ["every game with members has an owner"],
      '"members":"1"',
    ],
    [
      "messages, mails and settlements that were given up",
      `INSERT INTO tournament.outbox (id, topic, payload, dead_at, last_error)
       VALUES (gen_random_uuid(), 'settlement.schedule', '{}', now(), 'gone');
       INSERT INTO identity.outbox (id, topic, payload, dead_at, last_error)
       VALUES (gen_random_uuid(), 'mail', '{}', now(), 'gone');
       UPDATE settlement.settlement SET dead_at = now() WHERE kind = 'refund'`,
      ["no message, mail or settlement is dead"],
      '"what":"settlement"',
    ],
  ])("finds %s", async ([, fault, promises, text], { change, report, ids }) => {
    await change(fault);
    const found = await report();
    for (const promise of promises) expect(found).toContain(`FAIL  ${promise}`);
    expect(found).toContain(text.replaceAll(/\{(\w+)\}/g, (all, id: string) => ids[id] ?? all));
  });

  test.for([
    ["game", "game_id = gen_random_uuid()"],
    ["currency", "currency = 'EUR'"],
    ["limit of seats", "max_entries = NULL"],
    ["last moment to enter", "registration_closes_at = ends_at - interval '1 second'"],
    ["end", "ends_at = ends_at + interval '1 second'"],
  ] as const)("finds a registration with another %s", async ([, set], { change, broken }) => {
    await change(`UPDATE entry.registration SET ${set} WHERE tournament_id = '{paid}'`);
    expect(await broken()).toContain(COPIES);
  });

  test("accepts what is as it should be", async ({ change, broken }) => {
    // A registration that was closed before it was needed, and a game with an owner.
    await change(
      `INSERT INTO entry.registration (tournament_id, game_id, currency, fee_minor, payer,
         registration_closes_at, ends_at, closed_at)
       SELECT id, id, '', 0, 'game', now(), now(), now() FROM gen_random_uuid() AS id;
       INSERT INTO game.member (project_id, user_id, role)
       SELECT id, gen_random_uuid(), 'owner' FROM game.project`,
    );
    expect(await broken()).toEqual([]);
  });

  test("finds a rolled key that does not name its successor", async ({ change, report }) => {
    const [key, successor] = [newId(), newId()];
    const insert = (id: string, replaces: string) =>
      change(
        `INSERT INTO game.api_key (id, game_id, mode, name, hint, digest, scopes, ip_ranges, replaces)
         SELECT '${id}', id, mode, 'backend', 'tms_live_abcd', sha256('${id}'), '{read}', '{}', ${replaces}
         FROM game.game WHERE mode = 'live' LIMIT 1`,
      );
    await insert(key, "NULL");
    await insert(successor, `'${key}'`);
    const found = new RegExp(`refers to its only successor[^]*${key}`);
    expect(await report()).toMatch(found);
    const becomes = (set: string) => change(`UPDATE game.api_key SET ${set} WHERE id = '${key}'`);
    await becomes(`replaced_by = '${successor}', ends_at = now()`);
    expect(await report()).toBe("");
    await becomes("replaced_by = id");
    expect(await report()).toMatch(found);
  });
});

describe("what is still to come", () => {
  const ENDED = newId();
  /** A tournament that ended an hour ago, in a status of choice. */
  const ended = (status: string) =>
    `INSERT INTO tournament.tournament (id, game_id, name, description, entry_fee_minor, starts_at,
       ends_at, min_entries, prize_split, currency, payer, platform_fee_bps, status)
     SELECT '${ENDED}', game.id, 'Chess', '', 0, now() - interval '2 hours', now() - interval '1 hour',
       0, '{}', 'USD', 'game', 0, '${status}' FROM game.game WHERE mode = 'live'`;
  const MESSAGE = `INSERT INTO tournament.outbox (id, topic, payload, created_at)
    VALUES (gen_random_uuid(), 'settlement.schedule', '{"tournamentId": "${ENDED}"}', now() - interval '1 minute')`;
  const MAIL = `INSERT INTO identity.outbox (id, topic, payload, created_at)
    VALUES (gen_random_uuid(), 'mail', '{}', now() - interval '1 minute')`;

  test("misses a settlement before its message, and finds it late", async ({ change, report }) => {
    await change(ended("published"));
    expect(await report()).toMatch(new RegExp(`will be settled[^]*${ENDED}`));
    await change(MESSAGE);
    expect(await report()).toBe("");
    expect(await report({ settleWithinMs: 7_200_000 })).toBe("");
    const late = new RegExp(`settled within 60000 ms of its end[^]*${ENDED}`);
    expect(await report({ settleWithinMs: 60_000 })).toMatch(late);
  });

  test("finds that a cancelled tournament still holds fees", async ({ change, broken }) => {
    const REFUNDS = "every published tournament will be settled";
    await change("UPDATE tournament.tournament SET status = 'cancelled', winner_gamer_id = NULL");
    expect(await broken()).toEqual([]);
    await change(
      "UPDATE wallet.account SET balance_minor = 1 WHERE type = 'prize_pool' AND owner_id = '{paid}'",
    );
    expect(await broken()).toContain(REFUNDS);
    // One that is due and not begun finds the tournament cancelled.
    const settlement = (set: string) =>
      change(`UPDATE settlement.settlement SET ${set} WHERE tournament_id = '{paid}'`);
    await settlement("state = 'scheduled', finished_at = NULL");
    expect(await broken()).not.toContain(REFUNDS);
    await settlement("due_at = now() + interval '1 hour'");
    expect(await broken()).toContain(REFUNDS);
  });

  test("finds joins, messages and mails that are pending too long", async ({ change, report }) => {
    await change(ended("completed"));
    await change(`${MESSAGE}; ${MAIL}`);
    await change(
      "UPDATE entry.entry SET created_at = now() - interval '1 minute' WHERE id = '{entry}'",
    );
    await change(
      "INSERT INTO entry.pending_join (tournament_id, entry_id) VALUES ('{refunded}', '{entry}')",
    );
    expect(await report()).toBe("");
    expect(await report({ pendingWithinMs: 50_000 })).toMatch(
      /no join, message, mail or event is pending[^]*"what":"join"[^]*"what":"message"[^]*"what":"mail"/,
    );
  });
});

describe("plans of prizes", () => {
  test.for([
    ["a rank that is not the entry's", "UPDATE settlement.payout SET rank = 2 WHERE rank = 1"],
    ["one unit less", "UPDATE settlement.payout SET amount_minor = 449 WHERE rank = 1"],
    ["another entry", "UPDATE settlement.payout SET entry_id = gen_random_uuid() WHERE rank = 1"],
    ["a share to the second", "UPDATE tournament.tournament SET prize_split = '{2, 1}'"],
    [
      "the whole to one of two who were as good",
      "UPDATE entry.entry SET exit_number = NULL, eliminated_at = NULL",
    ],
    [
      "one who went out while another was in",
      `UPDATE entry.entry SET exit_number = CASE WHEN exit_number IS NULL THEN 1 END,
         eliminated_at = CASE WHEN exit_number IS NULL THEN now() END`,
    ],
    ["another fee", "UPDATE settlement.settlement SET fee_minor = 49 WHERE kind = 'payout'"],
    ["a ranking that is not final", "UPDATE entry.registration SET frozen_at = NULL"],
    [
      "a disqualified entry",
      "UPDATE entry.entry SET disqualified = true WHERE exit_number IS NULL",
    ],
  ] as const)("finds a plan that pays %s", async ([, fault], { change, broken }) => {
    await change(fault);
    expect(await broken()).toContain(PLANS);
  });
});

const decide = (entry: string, decision: string, was: string) =>
  `INSERT INTO entry.entry_decision
     (tournament_id, entry_id, decision, was, reason, actor, rest_request_id, decided_at)
   VALUES ('{paid}', '${entry}', '${decision}', '${was}', 'a cheat', '', '', now())`;
/** Disqualifies one of the paid tournament's entries as the service does. */
const disqualify = (entry: string) =>
  `UPDATE entry.entry SET disqualified = true, placement = NULL WHERE id = '${entry}';
   UPDATE entry.registration SET disqualified = disqualified + 1 WHERE tournament_id = '{paid}';
   ${decide(entry, "disqualify", "in")}`;
const decideOnAttempt = (attempt: string, verdict: string, was: string) =>
  `INSERT INTO entry.attempt_decision
     (tournament_id, attempt_id, verdict, was, reason, actor, rest_request_id, decided_at)
   SELECT tournament_id, id, '${verdict}', '${was}', 'a cheat', '', '', now() FROM ${attempt}`;

const VOID = "(SELECT * FROM entry.attempt WHERE state = 'void') AS voided";

describe("decisions", () => {
  test.for<[string, string, string[]]>([
    ["nothing where a loser is disqualified", disqualify("{second}"), []],
    ["a disqualified entry that is paid", disqualify("{first}"), [DISQUALIFIED, PLANS]],
    [
      "a disqualified entry that stands on a board",
      `${disqualify("{second}")};
       INSERT INTO entry.standing (tournament_id, gamer_id, entry_id, joined_at, tie_breaks, best,
         attempts, place)
       SELECT tournament_id, gamer_id, id, joined_at, '{}', '{}', 0, '\\x04' FROM entry.entry
       WHERE id = '{second}'`,
      [STRATA, DISQUALIFIED],
    ],
    [
      "the disqualified counted wrongly",
      `${disqualify("{second}")}; UPDATE entry.registration SET disqualified = 0`,
      [DISQUALIFIED],
    ],
    [
      "an entry that is not as was decided last",
      `${disqualify("{second}")}; ${decide("{second}", "reinstate", "disqualified")}`,
      [DECISIONS],
    ],
    [
      "an attempt that is not as was decided last",
      ["accept", "void"]
        .map((verdict) =>
          decideOnAttempt(
            "(VALUES ('{paid}'::uuid, '{entry}'::uuid)) AS attempt (tournament_id, id)",
            verdict,
            "counted",
          ),
        )
        .join(";"),
      [DECISIONS],
    ],
  ])("finds %s", async ([, fault, promises], { change, broken }) => {
    await change(fault);
    expect(await broken()).toEqual(promises);
  });
});

/** Tournaments of scores whose standings the audit recomputes. */
const FOLDS: [name: string, Scoring, Attempt[]][] = [
  [
    "the best, where less is better",
    { direction: ScoreDirection.LOWER },
    [{ score: 2 }, { score: -3 }],
  ],
  [
    "the first of two that are as good",
    { ties: ScoreTies.EARLIEST },
    [{ score: 7 }, { score: 9 }, { score: 9 }, { score: 8 }],
  ],
  [
    "the latest, since it was so",
    { operator: ScoreOperator.LAST, ties: ScoreTies.EARLIEST },
    [{ score: 1 }, { score: 9 }, { score: 1 }, { score: 1 }],
  ],
  [
    "all added up, to which nothing adds nothing",
    { operator: ScoreOperator.SUM, tieBreaks: [ScoreDirection.HIGHER] },
    [
      { score: 5, tieBreaks: [1] },
      { score: 5, tieBreaks: [3] },
      { score: 0, tieBreaks: [0] },
    ],
  ],
  [
    "the best two added up",
    { operator: ScoreOperator.SUM, counted: 2 },
    [{ score: 4 }, { score: 1 }, { score: 7 }, { score: 4 }, { score: 2 }],
  ],
  ["those that count", {}, [{ score: 3 }, { score: 8, hold: true }, { score: 2 }]],
];

describe("scores", () => {
  test.for([
    ["out", "exit_number = 3, eliminated_at = now()", "043b9ac9fd"],
    ["placed by its game", "placement = 2", "0100000002"],
  ] as const)(
    "know the place of an entry that is %s",
    async ([, becomes, place], { change, broken }) => {
      await change(`UPDATE entry.entry SET ${becomes} WHERE id = '{scorer}'`);
      expect(await broken()).toEqual([STANDINGS]);
      await change(`UPDATE entry.standing SET place = '\\x${place}'`);
      await change("UPDATE entry.stratum SET first = '\\x01' WHERE first = '\\x02'");
      expect(await broken()).toEqual([]);
    },
  );

  test.for([
    ["a better tie-break of a worse attempt", "tie_breaks = '{3}'", STANDINGS],
    [
      "no score as zero",
      "score = NULL, tie_breaks = '{}', reached_sequence = NULL, reached_at = NULL",
      STANDINGS,
    ],
    ["a result moved by an equal attempt", "reached_sequence = 2", STANDINGS],
    ["a result of another time", "reached_at = reached_at + interval '1 second'", STANDINGS],
    ["attempts that are added up where none are", "best = '{5, 1}'", STANDINGS],
    ["the standing of somebody else", "gamer_id = gen_random_uuid()", STANDINGS],
    ["the standing of another entry", "entry_id = gen_random_uuid()", STANDINGS],
    ["a place that is not of its score", "place = place || '\\x00'", STANDINGS],
    ["an attempt that was not counted", "attempts = 1", ATTEMPTS],
    ["a place in no stratum", "place = NULL", STRATA],
  ] as const)("show %s in a standing", async ([, fault, promise], { change, broken }) => {
    await change(`UPDATE entry.standing SET ${fault}`);
    expect(await broken()).toContain(promise);
  });

  test.for([
    ["a standing that is gone", "DELETE FROM entry.standing", STANDINGS, STRATA],
    [
      "two attempts of one sequence",
      "UPDATE entry.attempt SET sequence = 1, gamer_id = CASE sequence WHEN 1 THEN gamer_id ELSE gen_random_uuid() END",
      ATTEMPTS,
      STANDINGS,
    ],
    [
      "an attempt of somebody who is not entered",
      `UPDATE entry.attempt SET gamer_id = gen_random_uuid()`,
      ATTEMPTS,
      STANDINGS,
    ],
    ["a stratum not decremented", "UPDATE entry.stratum SET entries = entries + 1", STRATA],
    ["a board that counts one too many", "UPDATE entry.board SET listed = listed + 1", STRATA],
    ["a stratum that is gone", "DELETE FROM entry.stratum", STRATA],
    [
      "an attempt before the start",
      "UPDATE entry.board SET starts_at = now() + interval '1500 milliseconds'",
      ATTEMPTS,
    ],
    [
      "an attempt after the close",
      "UPDATE entry.board SET closed_at = now() - interval '1 minute'",
      ATTEMPTS,
    ],
    [
      "an attempt beyond those allowed",
      `UPDATE entry.board SET scoring = scoring || '{"attempts": 1}'`,
      ATTEMPTS,
    ],
    ["an attempt beyond the last", "UPDATE entry.board SET sequence = 1", ATTEMPTS],
    ["two attempts of one name", "UPDATE entry.attempt SET name = 'match'", ATTEMPTS],
    [
      "attempts whose order is not that of their times",
      "UPDATE entry.attempt SET created_at = created_at - interval '2 seconds' WHERE sequence = 2",
      ATTEMPTS,
    ],
    [
      "an attempt that counted without a review",
      `UPDATE entry.board SET scoring = scoring || '{"reviewFrom": 5}'`,
      DECISIONS,
    ],
  ] as const)("show %s", async ([, fault, ...promises], { change, broken }) => {
    await change(fault);
    expect(await broken()).toEqual(promises);
  });

  test("show an attempt that is void without a fitting decision", async ({ change, broken }) => {
    await change("UPDATE entry.attempt SET state = 'void' WHERE sequence = 2");
    await change("UPDATE entry.standing SET attempts = 1");
    expect(await broken()).toEqual([DECISIONS]);
    await change("SAVEPOINT undecided");
    await change(decideOnAttempt(VOID, "void", "counted"));
    expect(await broken()).toEqual([]);
    await change("ROLLBACK TO undecided");
    await change(decideOnAttempt(VOID, "hold", "counted"));
    await change(decideOnAttempt(VOID, "void", "counted"));
    expect(await broken()).toEqual([DECISIONS]);
  });

  // These tests add tournaments to the world of the file, so they come last.
  test.for(FOLDS)("fold to %s", async ([, scoring, attempts], { world, change, broken }) => {
    const { gameId } = await createGame(world);
    const { scored } = await playScores(world, gameId, scoring, attempts);
    expect(await broken()).toEqual([]);
    await change(
      `UPDATE entry.attempt SET score = score + 1 WHERE tournament_id = '${scored}' AND state = 'counted'`,
    );
    expect(await broken()).toEqual([STANDINGS]);
  });
});
