import type { MutantFile } from "./mutant.ts";

const PURE = ["services/entry/src/scoring/fold", "services/entry/src/ranking/places"];
const RANKS = ["services/entry/test/board-ranks", "services/entry/test/final-ranking"];
const RECORDING = [
  "services/entry/src/scoring/decide-scores",
  "services/entry/test/submit-score",
  "services/entry/test/scores.race",
];

/** From attempts to ranks: what would let a cheat win, or a rank be wrong. */
export const scores: readonly MutantFile[] = [
  {
    file: "services/entry/src/scoring/fold.ts",
    tests: PURE,
    mutants: [
      // The score of one attempt and the tie-breaks of another.
      [
        `< 0 ? counted : result;`,
        `< 0 ? { ...counted, tieBreaks: counted.tieBreaks.map((own, index) =>
          Math.max(own, result?.tieBreaks[index] ?? own)) } : result;`,
      ],
      // An equal attempt moves the moment.
      [`isSame(fold.result, result) ? fold.reached : attempt.sequence`, `attempt.sequence`],
      [`one.score === other.score &&`, ``],
      [`if (attempt.state === "held") return { ...fold, attempts };`, ``],
      [`if (attempt.state === "void") return fold;`, ``],
      [`.slice(0, terms.counted ?? 0)`, ``],
    ],
  },
  {
    file: "services/entry/src/ranking/places.ts",
    tests: PURE,
    mutants: [
      // No score taken for zero.
      [`if (result !== null) return "scored";`, `return "scored";`],
      [`MOST_ENTRIES - (entry.exitNumber ?? 0)`, `entry.exitNumber ?? 0`],
      [`if (state === "disqualified") return null;`, ``],
      [`terms.ties === "earliest"`, `terms.ties !== "earliest"`],
    ],
  },
  {
    file: "services/entry/src/db/scoring/strata.ts",
    tests: RANKS,
    mutants: [
      // A stratum that an entry left still counts it.
      ["(VALUES (from_place, -1), (to_place, 1))", "(VALUES (to_place, 1))"],
      ["(VALUES (from_place, -1), (to_place, 1))", "(VALUES (from_place, -1))"],
      ["first < its.first", "first <= its.first"],
      ["AND place < ${place})", "AND place <= ${place})"],
    ],
  },
  {
    file: "services/entry/src/scoring/standings-change.ts",
    tests: RANKS,
    mutants: [
      // A board that counts nobody, or who has left still.
      ["addListed(tx, growthsOf(moved)),", ""],
      [
        "const more = Number(to !== null) - Number(from !== null);",
        "const more = Number(to !== null);",
      ],
    ],
  },
  {
    file: "services/entry/src/scoring/decide-scores.ts",
    tests: RECORDING,
    mutants: [
      // Scores after the close, after the end and before the start.
      [`if (closedAt !== null) throw notPublished();`, ``],
      [`if (readAt >= endsAt) throw tournamentEnded();`, ``],
      [`if (readAt < startsAt) throw tournamentNotStarted();`, ``],
      [`before.attempts >= scoring.attempts`, `before.attempts > scoring.attempts`],
      [`if (!isSameContent(request, known)) throw attemptReused();`, ``],
      [`if (entrant.entry.exitNumber !== null) throw gamerEliminated();`, ``],
      [`batch.standings.set(key, standing);`, ``],
      [`batch.sequences.set(board.tournamentId, attempt.sequence);`, ``],
    ],
  },
  {
    file: "services/entry/src/scoring/record-scores.ts",
    tests: [...RANKS, ...RECORDING],
    mutants: [
      // A rank that a replica remembers.
      [
        `const better = await countBetter(tx, asked);`,
        `const memory = ((globalThis as { ranks?: Record<string, number> }).ranks ??= {});
         const better = await Promise.all(asked.map(async (one) =>
           (memory[one.tournamentId + one.place.toString("hex")] ??=
             (await countBetter(tx, [one]))[0] ?? 0)));`,
      ],
      [`const from = entrant.standing.place;`, `const from = null;`],
    ],
  },
];
