import { derivedId } from "@tms/kit/ids";
import type pg from "pg";
import { MOST_FINDINGS, rowsOf, type Check, type Finding } from "./check.ts";

// Bounds memory; the ids of charges are derived here, since Postgres itself cannot derive them.
const BATCH = 5_000;

/** Walks all entries and matches each with its charge, by the id the charge must have. */
export const entryCharges: Check = {
  promise: "every confirmed entry is charged once, by its payer, and nobody else is charged",
  async run(db) {
    const findings: Finding[] = [];
    let charged = 0n;
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await nextEntries(db, after);
      if (ids.length === 0) break;
      const matched = await matchCharges(db, ids);
      charged += matched.charged;
      findings.push(...matched.findings);
      after = ids.at(-1) ?? null;
    }
    return [...findings, ...(await strayCharges(db, charged))].slice(0, MOST_FINDINGS);
  },
};

async function nextEntries(db: pg.ClientBase, after: string | null): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    `SELECT id FROM entry.entry WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
    [after, BATCH],
  );
  return rows.map((row) => row.id);
}

interface Match {
  entry: string;
  charged: boolean;
  fault: string | null;
}

async function matchCharges(db: pg.ClientBase, ids: string[]) {
  // A pending entry (state 1) may be charged already or not yet; a refused one (3) never is.
  const rows = await rowsOf<Match>(
    db,
    `SELECT entry.id AS entry, transfer.id IS NOT NULL AS charged,
       CASE
         WHEN transfer.id IS NULL THEN
           CASE WHEN entry.state = 2 AND book.fee_minor > 0 THEN 'confirmed but not charged' END
         WHEN entry.state = 3 THEN 'refused but charged'
         WHEN transfer.kind <> 3 OR transfer.reference_id IS DISTINCT FROM entry.tournament_id
           OR transfer.amount_minor <> book.fee_minor THEN 'charged with another fee'
         WHEN debit.owner_id <> CASE book.payer WHEN 1 THEN book.game_id ELSE entry.gamer_id END
           OR debit.type <> CASE book.payer WHEN 1 THEN 2 ELSE 3 END THEN 'charged to another payer'
         WHEN credit.type <> 4 OR credit.owner_id <> entry.tournament_id
           THEN 'charged into another account than the prize pool'
       END AS fault
     FROM unnest($1::uuid[], $2::uuid[]) AS pair (entry_id, transfer_id)
       JOIN entry.entry ON entry.id = pair.entry_id
       JOIN entry.book ON book.tournament_id = entry.tournament_id
       LEFT JOIN wallet.transfer ON transfer.id = pair.transfer_id
       LEFT JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
       LEFT JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id`,
    [ids, ids.map((id) => derivedId("entry-fee", id))],
  );
  return {
    charged: BigInt(rows.filter((row) => row.charged).length),
    findings: rows.flatMap(({ entry, fault }) => (fault === null ? [] : [{ entry, fault }])),
  };
}

/** Each charge met has an entry of its own, so any more of them have none. */
async function strayCharges(db: pg.ClientBase, charged: bigint): Promise<Finding[]> {
  const rows = await rowsOf<{ count: bigint }>(
    db,
    `SELECT count(*) AS count FROM wallet.transfer WHERE kind = 3`,
  );
  const stray = (rows[0]?.count ?? 0n) - charged;
  return stray === 0n ? [] : [{ fault: "charges that belong to no entry", count: stray }];
}
