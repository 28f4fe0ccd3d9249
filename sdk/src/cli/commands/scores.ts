import type { ReviewedScore } from "../../types.ts";
import { defineCommand, TOURNAMENT, TOURNAMENT_ID as ID, type Command } from "../command.ts";
import * as option from "../options.ts";
import { table } from "../output.ts";
import { definedValues, pageSize, readNumber, readWords, takeItems } from "../values.ts";

const SCORE_ID = "3d7e9a14-52b8-5f06-8c1d-0a9b8c7d6e5f";

const list = defineCommand({
  name: "scores list",
  summary: "list the attempts of a tournament with their decisions, newest first",
  arguments: [TOURNAMENT],
  options: {
    state: option.choice("STATE", "only attempts in this state", ["counted", "held", "void"]),
    gamer: option.text("HANDLE", "only attempts of this gamer"),
    limit: option.limit("attempts"),
  },
  examples: [`tms scores list ${ID} --state held`, `tms scores list ${ID} --gamer ada --json`],
  async run({ arguments: { TOURNAMENT: id }, options: { limit, ...filter }, connect, output }) {
    const { tms } = await connect();
    const query = { limit: pageSize(limit), ...definedValues(filter) };
    const scores = await takeItems(tms.scores.list(id, query), limit);
    output.print({ scores }, formatScores(scores));
  },
});

const review = defineCommand({
  name: "scores review",
  summary: "review attempts, all or none",
  about:
    "accept counts the attempts. void discards them, and the gamers can use these attempts again. hold keeps them for another review. The latest decision applies.",
  arguments: [
    TOURNAMENT,
    {
      name: "SCORES",
      about: "the ids of the attempts from `tms scores list`, separated by commas",
    },
  ],
  options: {
    decision: option.required(
      option.choice("DECISION", "the decision", ["accept", "void", "hold"]),
    ),
    reason: option.required(option.text("TEXT", "the reason, which is stored with the decision")),
  },
  examples: [
    `tms scores review ${ID} ${SCORE_ID} --decision accept --reason "The replay is clean"`,
    `tms scores review ${ID} ${SCORE_ID} --decision void --reason "Case 77"`,
  ],
  async run({ arguments: { TOURNAMENT: id, SCORES }, options, connect, output }) {
    const ids = readWords(SCORES, "SCORES");
    const { tms } = await connect();
    const { scores } = await tms.scores.review(id, ids, options);
    output.print({ scores }, formatScores(scores));
  },
});

const formatScores = (scores: readonly ReviewedScore[]): string =>
  table(scores, {
    ID: ({ id }) => id,
    GAMER: ({ gamerHandle }) => gamerHandle,
    SCORE: ({ score, tieBreaks }) => [score, ...tieBreaks].join(" / "),
    ATTEMPT: ({ attempt }) => attempt,
    STATE: ({ state }) => state,
    RECORDED: ({ createdAt }) => createdAt,
    REASON: ({ decisions }) => decisions.at(-1)?.reason,
  });

export const scoreCommands: readonly Command[] = [list, review];

const [SHOWN_AROUND, MAX_SHOWN_AROUND] = [11, 101];

export const leaderboard = defineCommand({
  name: "leaderboard",
  summary: "show the leaderboard of a tournament",
  about:
    "All data is from the same moment. Each rank is the rank that the gamer would have if the tournament ended at that moment.",
  arguments: [TOURNAMENT],
  options: {
    around: option.text("HANDLE", "show the entries around this gamer instead of the best entries"),
    limit: option.text(
      "COUNT",
      `how many entries to show (default ${option.DEFAULT_LIMIT}, at most ${option.MAX_LIMIT}; with --around default ${SHOWN_AROUND}, at most ${MAX_SHOWN_AROUND})`,
    ),
  },
  examples: [`tms leaderboard ${ID}`, `tms leaderboard ${ID} --around ada --limit 5 --json`],
  async run({ arguments: { TOURNAMENT: id }, options: { around, limit: text }, connect, output }) {
    const [shown, max] =
      around === undefined
        ? [option.DEFAULT_LIMIT, option.MAX_LIMIT]
        : [SHOWN_AROUND, MAX_SHOWN_AROUND];
    const limit = Math.max(1, text === undefined ? shown : readNumber(max)(text, "--limit"));
    const { tms } = await connect();
    const { standings, entries, listed, asOf } =
      around === undefined
        ? await tms.leaderboard.page(id, { limit })
        : await tms.leaderboard.around(id, around, { limit });
    const lines = table(standings, {
      RANK: ({ rank }) => rank,
      GAMER: ({ gamerHandle }) => gamerHandle,
      SCORE: ({ score, tieBreaks }) => [score ?? "–", ...tieBreaks].join(" / "),
      ATTEMPTS: ({ attempts }) => attempts,
      STATE: ({ state }) => state,
    });
    output.print(
      { standings, entries, listed, asOf },
      `${lines}\nThe leaderboard lists ${listed} of ${entries} entries.`,
    );
  },
});
