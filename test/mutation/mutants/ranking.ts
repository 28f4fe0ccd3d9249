import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/entry/test/ranking.model",
  "services/entry/test/eliminate",
  "services/entry/test/elimination-order",
  "services/entry/test/freeze-ranking",
  "services/entry/test/batch-registrations",
  "services/entry/test/read-standings",
];

/** Eliminations and final ranks, most of which is SQL. */
export const ranking: readonly MutantFile[] = [
  {
    file: "services/entry/src/db/ranking.ts",
    tests: TESTS,
    mutants: [
      [`eliminated_at = $3, round`, `eliminated_at = now(), round`],
      [`coalesce(placed.rank, $4)`, `placed.rank`],
      [`LEFT JOIN unnest`, `JOIN unnest`],
      [`WHERE piece.round IS NULL`, ``],
      [`places.length + 1,`, `places.length,`],
      [`ranked_up_to = $3`, `ranked_up_to = $2`],
      [`ORDER BY gamer_id DESC LIMIT 1`, `ORDER BY gamer_id LIMIT 1`],
      [`AND ranked_up_to IS NOT DISTINCT FROM $2 AND frozen_at IS NULL`, ``],
      [`piece.entries === PIECE`, `false`],
      ["ORDER BY ${STANDING}", "ORDER BY ${STANDING} DESC"],
      [`LIMIT $2`, `LIMIT $2 + 1`],
      [`better + 1`, `better`],
      [`better += entries`, `better += 1`],
    ],
  },
  {
    file: "services/entry/src/db/registrations.ts",
    tests: TESTS,
    mutants: [
      [
        `greatest(clock_timestamp(), last_eliminated_at + interval '1 millisecond')`,
        `clock_timestamp()`,
      ],
      [`greatest(clock_timestamp(), last`, `greatest(now(), last`],
      [`eliminated = eliminated + $2,`, `eliminated = eliminated + 1,`],
      [`last_eliminated_at + interval '1 millisecond'`, `last_eliminated_at`],
    ],
  },
  {
    file: "services/entry/src/db/entries.ts",
    tests: TESTS,
    mutants: [
      ["coalesce(${OUT} - entry.round, entry.rank, 0)", "coalesce(entry.round, entry.rank, 0)"],
      [`OUT - round`, `round`],
      [
        "THEN registration.seats_taken - (${joinsUnderWay(tournament)})",
        "THEN registration.seats_taken",
      ],
      ["THEN ${OPEN} OR (${joinsUnderWay(tournament)}) > 0", "THEN ${OPEN}"],
      ["THEN ${OPEN} OR (${joinsUnderWay(tournament)}) > 0", "THEN true"],
      [`registration.closed_at IS NULL`, `true`],
      [
        `AND least(registration.registration_closes_at, registration.ends_at) > statement_timestamp()`,
        ``,
      ],
      [
        `AND (registration.max_entries IS NULL OR registration.seats_taken < registration.max_entries)`,
        ``,
      ],
    ],
  },
  {
    file: "services/entry/src/rpc/eliminate.ts",
    tests: TESTS,
    mutants: [
      [`registration.tournament_id, ids.length`, `registration.tournament_id, 1`],
      [`registration.read_at >= registration.ends_at`, `false`],
      [`registration.closed_at !== null`, `false`],
    ],
  },
];
