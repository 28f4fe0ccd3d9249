import type { MutantFile } from "./mutant.ts";

const TESTS = [
  "services/entry/test/ranking.model",
  "services/entry/test/eliminate",
  "services/entry/test/elimination-order",
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
      [`WHERE piece.exit_number IS NULL`, ``],
      ["${placements.length + 1}", "${placements.length}"],
      [`rankedUpTo: piece.last`, `rankedUpTo: piece.from`],
      [`ORDER BY gamer_id DESC LIMIT 1`, `ORDER BY gamer_id LIMIT 1`],
      [
        "${registration.rankedUpTo} IS NOT DISTINCT FROM ${piece.from}::uuid AND ${registration.frozenAt} IS NULL",
        "true",
      ],
      [`piece.entries === PIECE`, `false`],
      ["GROUP BY standing ORDER BY standing", "GROUP BY standing ORDER BY standing DESC"],
      [`better + 1`, `better`],
      [`better += entries`, `better += 1`],
    ],
  },
  {
    file: "services/entry/src/db/eliminations.ts",
    tests: TESTS,
    mutants: [
      ["greatest(clock_timestamp(), ${later})", `clock_timestamp()`],
      [`greatest(clock_timestamp(),`, `greatest(now(),`],
      ["${registration.eliminated} + ${entries}", "${registration.eliminated} + 1"],
      [" + interval '1 millisecond'", ``],
      [`eliminatedAt: at,`, "eliminatedAt: sql`now()`,"],
    ],
  },
  {
    file: "services/entry/src/db/entries.ts",
    tests: TESTS,
    mutants: [
      ["coalesce(${sql.raw(String(OUT))} - ${entry.exitNumber}", "coalesce(${entry.exitNumber}"],
      [`OUT - exitNumber`, `exitNumber`],
      ["${itsRegistration.seatsTaken} - ${pending}", "${itsRegistration.seatsTaken}"],
      ["${isOpen(itsRegistration)} OR ${pending} > 0", "${isOpen(itsRegistration)}"],
      ["${isOpen(itsRegistration)} OR ${pending} > 0", "true"],
      ["${of.closedAt} IS NULL", `true`],
      ["AND least(${of.registrationClosesAt}, ${of.endsAt}) > statement_timestamp()", ``],
      ["AND (${of.maxEntries} IS NULL OR ${of.seatsTaken} < ${of.maxEntries})", ``],
    ],
  },
  {
    file: "services/entry/src/rpc/eliminate.ts",
    tests: TESTS,
    mutants: [
      [`registration.tournamentId, ids.length`, `registration.tournamentId, 1`],
      [`registration.readAt >= registration.endsAt`, `false`],
      [`registration.closedAt !== null`, `false`],
    ],
  },
];
