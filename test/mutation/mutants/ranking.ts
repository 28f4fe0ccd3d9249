import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/entry/test/ranking.model",
  "services/entry/test/eliminate",
  "services/entry/test/elimination-order",
  "services/entry/test/disqualify",
  "services/entry/test/reinstate",
  "services/entry/test/freeze-ranking",
  "services/entry/test/batch-freeze-ranking",
  "services/entry/test/read-standings",
];

/** Eliminations and final ranks, most of which is SQL. */
export const ranking: readonly MutantFile[] = [
  {
    file: "services/entry/src/db/ranking.ts",
    tests: TESTS,
    mutants: [
      ["coalesce(placed.rank, ${placements.length + 1})", `placed.rank`],
      [`LEFT JOIN unnest`, `JOIN unnest`],
      [`piece.exit_number IS NULL AND `, ``],
      [` AND NOT piece.disqualified`, ``],
      [" AND NOT ${entry.disqualified}", ""],
      ["${placements.length + 1}", "${placements.length}"],
      [`rankedUpTo: piece.last`, `rankedUpTo: piece.from`],
      [`ORDER BY gamer_id DESC LIMIT 1`, `ORDER BY gamer_id LIMIT 1`],
      [
        "${registration.rankedUpTo} IS NOT DISTINCT FROM ${piece.from}::uuid AND ${registration.frozenAt} IS NULL",
        "true",
      ],
      [`piece.entries === PIECE`, `false`],
      ["GROUP BY standing ORDER BY standing", "GROUP BY standing ORDER BY standing DESC"],
    ],
  },
  {
    file: "services/entry/src/ranking/competition-rank.ts",
    tests: TESTS,
    mutants: [
      [`better + 1`, `better`],
      [`better += group.entries`, `better += 1`],
    ],
  },
  {
    file: "services/entry/src/db/eliminations.ts",
    tests: TESTS,
    mutants: [
      [
        'greatest(${gameTime("registration", "clock_timestamp()")}, ${later})',
        '${gameTime("registration", "clock_timestamp()")}',
      ],
      ['greatest(${gameTime("registration", "clock_timestamp()")},', "greatest(now(),"],
      ["${registration.eliminated} + ${entries}", "${registration.eliminated} + 1"],
      [" + interval '1 millisecond'", ``],
      [`eliminatedAt: at,`, "eliminatedAt: sql`now()`,"],
    ],
  },
  {
    file: "services/entry/src/db/standings-order.ts",
    tests: TESTS,
    mutants: [
      ["coalesce(${DISQUALIFIED_ORDER} - ${row}.exit_number", "coalesce(${row}.exit_number"],
      [`DISQUALIFIED_ORDER - exitNumber`, `exitNumber`],
      ["cardinality(${exits}) - width_bucket(${entry.exitNumber}, ${exits})", "0"],
      [`if (disqualified) return DISQUALIFIED_ORDER;`, ``],
    ],
  },
  {
    file: "services/entry/src/db/entries.ts",
    tests: [...TESTS, "services/entry/test/final-ranking"],
    mutants: [
      [
        "${itsRegistration.seatsTaken} - ${pendingCountOf(tournamentId)}",
        "${itsRegistration.seatsTaken}",
      ],
      ["${isOpen(of, row)} OR ${pendingCountOf(tournamentId)} > 0", "${isOpen(of, row)}"],
      ["${isOpen(of, row)} OR ${pendingCountOf(tournamentId)} > 0", "true"],
      // Who is in without a score may end behind those who are out, until the ranking is final.
      ["AND ${of.frozenAt} IS NULL", "AND false"],
      ["AND ${of.frozenAt} IS NULL", ""],
      ["AND ${board.scoring} ->> 'noScore' = 'out'", ""],
      ["${of.closedAt} IS NULL", `true`],
      [
        'AND least(${of.registrationClosesAt}, ${of.endsAt}) > ${gameTime(row, "statement_timestamp()")}',
        "",
      ],
      ["AND (${of.maxEntries} IS NULL OR ${of.seatsTaken} < ${of.maxEntries})", ``],
    ],
  },
  {
    file: "services/entry/src/rpc/eliminate.ts",
    tests: TESTS,
    mutants: [[`registration.tournamentId, ids.length`, `registration.tournamentId, 1`]],
  },
  {
    file: "services/entry/src/registration.ts",
    tests: TESTS,
    mutants: [
      [`registration.readAt >= registration.endsAt`, `false`],
      [`registration.closedAt !== null`, `false`],
    ],
  },
  {
    file: "services/entry/src/db/decisions.ts",
    tests: [...TESTS, "services/entry/test/get-entry"],
    mutants: [
      [`-entries.filter(({ was }) => was === "disqualified").length`, `-entries.length`],
      [".where(eq(entryDecision.entryId, entryId))", ""],
      [".orderBy(desc(id))", ".orderBy(id)"],
      ["newestFirst.toReversed()", "newestFirst"],
    ],
  },
  {
    file: "services/entry/src/db/disqualifications.ts",
    tests: TESTS,
    mutants: [
      [`.set({ exitNumber: exitNumber - ids.length })`, `.set({ exitNumber })`],
      [`eliminated: exitNumber - ids.length`, `eliminated: exitNumber`],
      [`exitNumber: null, eliminatedAt: null`, `eliminatedAt: null`],
      [" AND ${entry.exitNumber} = ${exitNumber}", ""],
    ],
  },
];
