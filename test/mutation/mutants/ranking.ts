import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/entry/test/ranking.model",
  "services/entry/test/eliminate",
  "services/entry/test/freeze-ranking",
  "services/entry/test/batch-books",
  "services/entry/test/read-standings",
];

/** Eliminations and final ranks, most of which is SQL. */
export const ranking: readonly MutantFile[] = [
  {
    file: "services/entry/src/db/ranking.ts",
    tests: TESTS,
    mutants: [
      [`round = $2, rank = $3`, `rank = $2, round = $3`],
      [`eliminated_at = now(), round`, `round`],
      [
        `WHEN round IS NULL THEN coalesce(placed.rank, $4)`,
        `WHEN placed.rank IS NOT NULL THEN placed.rank`,
      ],
      [`coalesce(placed.rank, $4)`, `placed.rank`],
      [`$5 + 1 - round END`, `$5 - round END`],
      [`LEFT JOIN unnest`, `JOIN unnest`],
      [`places.length > 0 ? places.length + 1 : null`, `null`],
      [`places.length > 0 ? places.length + 1 : null`, `places.length + 1`],
      [`places.length + 1 : null`, `places.length : null`],
      [`ranked_up_to = $3`, `ranked_up_to = $2`],
      [`ORDER BY gamer_id DESC LIMIT 1`, `ORDER BY gamer_id LIMIT 1`],
      [`AND ranked_up_to IS NOT DISTINCT FROM $2 AND frozen_at IS NULL`, ``],
      [`piece.entries === PIECE`, `false`],
      [`rank = book.seats_taken + 1 - entry.round`, `rank = book.seats_taken - entry.round`],
      [`greatest(coalesce(rank, 0), 1)`, `coalesce(rank, 0)`],
      [`GROUP BY coalesce(rank, 0) ORDER BY coalesce(rank, 0)`, `GROUP BY rank ORDER BY rank DESC`],
      [`LIMIT $2`, `LIMIT $2 + 1`],
    ],
  },
  {
    file: "services/entry/src/rpc/eliminate.ts",
    tests: TESTS,
    mutants: [
      [`- ids.length + 1`, `- ids.length`],
      [`- ids.length + 1`, `+ 1`],
      [`book.eliminated + ids.length, rank`, `ids.length, rank`],
      [`book.seats_taken - pending - book.eliminated`, `book.seats_taken - book.eliminated`],
      [`book.seats_taken - pending - book.eliminated`, `book.seats_taken - pending`],
      [`book.read_at >= book.ends_at`, `false`],
      [`book.closed_at !== null`, `false`],
    ],
  },
];
