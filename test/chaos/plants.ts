import type { ProcessName } from "@tms/stack/system/system";
import type { PlannedFault } from "./plan.ts";

/** A bug that the simulation puts into the running system and must find. */
export interface Plant {
  /** The process whose sources are patched while they are loaded, and the replacements. */
  patches?: { process: ProcessName; replacements: readonly Replacement[] };
  /** Runs as the administrator of the database after the start. */
  sql?: string;
  /** Replaces the faults of the seed, if the bug needs others to show. */
  faults?: (spanMs: number) => PlannedFault[];
  /** A seed at which the bug shows at once. */
  seed: number;
  /** The broken promise that the output names. */
  finds: RegExp;
}

/** A piece of a source file, and what replaces it. */
export type Replacement = readonly [file: string, piece: string, replacement: string];

// A file remembers the posted ids, so that the successor of a killed worker knows them.
const FRESH_ID_ON_REPEAT = `((id) => {
  const { appendFileSync, readFileSync, existsSync } = process.getBuiltinModule("node:fs");
  const posted = process.env.CHAOS_CLOCK + ".posted";
  if (existsSync(posted) && readFileSync(posted, "utf8").includes(id)) return crypto.randomUUID();
  appendFileSync(posted, id + "\\n");
  return id;
})(payout.transferId)`;

const SUM = "SELECT account_id, game_id, currency, sum(amount)::bigint AS amount,";
const ADDITION = "SET balance_minor = balance_minor + delta.amount";
const WRONG_SCORE = /every standing matches the gamer's attempts|the leaderboard is/;

/** Every plant, by its name (see docs/chaos.md). */
export const PLANTS: Readonly<Record<string, Plant>> = {
  "double-pay": {
    patches: {
      process: "settlement",
      replacements: [
        ["settlement/src/steps.ts", "=> payout.transferId", `=> ${FRESH_ID_ON_REPEAT}`],
        // One payout at a time: the repeat of a whole batch would find the pool empty.
        ["settlement/src/db/payouts.ts", "PAY_BATCH = 1_000", "PAY_BATCH = 1"],
      ],
    },
    faults: (spanMs) =>
      [0.2, 0.6, 1, 1.4].map((part) => ({
        kind: "ambush",
        atMs: Math.round(spanMs * part),
        forMs: 100,
        target: "settlement",
        amountMs: 0,
      })),
    seed: 106,
    // The second payment is refused if the pool is empty by then.
    finds: /every payout and refund is planned|the ledger refused \d+ of the payouts/,
  },
  "kept-void": {
    patches: {
      process: "entry",
      replacements: [
        ["entry/src/scoring/fold.ts", 'if (attempt.state === "void") return fold;', ""],
      ],
    },
    seed: 72,
    finds: WRONG_SCORE,
  },
  "lost-event": {
    sql: `
      CREATE FUNCTION entry.lose_event() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN IF NEW.id % 4 = 0 THEN RETURN NULL; END IF; RETURN NEW; END';
      CREATE TRIGGER event_lost BEFORE INSERT ON entry.event_out
        FOR EACH ROW EXECUTE FUNCTION entry.lose_event()`,
    seed: 106,
    finds:
      /the events of game \d+: .*(the (entries|decisions|scores|held scores) is|came (before the entry joined|after score \d+))/,
  },
  "lost-score": {
    patches: {
      process: "entry",
      replacements: [
        [
          "entry/src/scoring/record-scores.ts",
          "return [...changes.values()];",
          "return [...changes.values()].filter(({ attempts }) => attempts % 2 === 1);",
        ],
      ],
    },
    seed: 72,
    finds: WRONG_SCORE,
  },
  "lost-update": {
    patches: {
      process: "wallet",
      replacements: ["accounts.ts", "collect-fees.ts", "disburse.ts"].map((file) => [
        `wallet/src/db/${file}`,
        "ORDER BY id FOR NO KEY UPDATE",
        "ORDER BY id",
      ]),
    },
    // The seals of accounts stay correct, so that only the money is wrong.
    sql: `DO $plant$
      DECLARE
        source text := pg_get_functiondef('wallet.post_transfers'::regproc);
      BEGIN
        ASSERT position('${SUM}' IN source) > 0 AND position('${ADDITION}' IN source) > 0;
        source := replace(source, '${ADDITION}', 'SET balance_minor = delta.held + delta.amount');
        EXECUTE replace(source, '${SUM}', '${SUM.replace(
          "sum(amount)::bigint AS amount",
          `sum(amount)::bigint AS amount, pg_sleep(0.03),
            (SELECT balance_minor FROM account WHERE id = account_id) AS held`,
        )}');
      END $plant$`,
    seed: 72,
    finds: /every account's balance is the sum of its transfers/,
  },
  ownerless: {
    sql: "DROP TRIGGER member_owner_kept ON game.member",
    seed: 72,
    finds:
      /every game with members has an owner|left a game without an owner|Team \d+ of .* has no owner/,
  },
  "reused-token": {
    patches: {
      process: "identity",
      replacements: [
        [
          "identity/src/sessions.ts",
          "now.generation === generation + 1 && now.fresh",
          "now.generation > generation",
        ],
      ],
    },
    seed: 106,
    finds: /exchanged a refresh token that was used long ago/,
  },
};
