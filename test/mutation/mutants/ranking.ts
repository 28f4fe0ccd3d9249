import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/entry/test/ranking.model",
  "services/entry/test/eliminate",
  "services/entry/test/freeze-ranking",
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
      [`rank() OVER`, `dense_rank() OVER`],
      [`rank() OVER`, `row_number() OVER`],
      [`(entry.round IS NULL) DESC`, `(entry.round IS NULL)`],
      [`CASE WHEN entry.round IS NULL THEN placed.rank END`, `placed.rank`],
      [`NULLS LAST`, `NULLS FIRST`],
      [`entry.round DESC`, `entry.round`],
      [`LEFT JOIN unnest`, `JOIN unnest`],
      [`AND (entry.round IS NOT NULL OR $4)`, `AND ($4 OR $4)`],
      [`AND (entry.round IS NOT NULL OR $4)`, `AND (entry.round IS NULL OR $4)`],
      [`placed.length > 0`, `false`],
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
      [`book.rounds + 1`, `1`],
      [`book.seats_taken - pending - book.eliminated`, `book.seats_taken - book.eliminated`],
      [`book.seats_taken - pending - book.eliminated`, `book.seats_taken - pending`],
      [`book.read_at >= book.ends_at`, `false`],
      [`book.closed_at !== null`, `false`],
    ],
  },
];
