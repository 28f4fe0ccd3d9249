import type { ReviewedScore } from "../../types.ts";
import type { Call, Command } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { numberOf } from "../framework/times.ts";
import { wordsOf } from "../framework/words.ts";

const TOURNAMENT = { name: "TOURNAMENT", about: "the tournament's id" };
const ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";
const SCORE_ID = "3d7e9a14-52b8-5f06-8c1d-0a9b8c7d6e5f";
const STATES = ["counted", "held", "void"] as const;
const DECISIONS = ["accept", "void", "hold"] as const;
const [SHOWN, MOST_SHOWN] = [20, 1_000];

export const scoreCommands: readonly Command[] = [
  {
    name: "scores list",
    summary: "list the attempts of a tournament with their decisions, newest first",
    arguments: [TOURNAMENT],
    options: {
      state: { value: "STATE", about: "only attempts in this state", choices: STATES },
      gamer: { value: "HANDLE", about: "only attempts of this gamer" },
      limit: {
        value: "COUNT",
        about: `how many attempts to show (default ${SHOWN}, at most ${MOST_SHOWN})`,
      },
    },
    examples: [`tms scores list ${ID} --state held`, `tms scores list ${ID} --gamer ada --json`],
    run: list,
  },
  {
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
      decision: {
        value: "DECISION",
        about: "the decision",
        choices: DECISIONS,
        isRequired: true,
      },
      reason: {
        value: "TEXT",
        about: "the reason, which is stored with the decision",
        isRequired: true,
      },
    },
    examples: [
      `tms scores review ${ID} ${SCORE_ID} --decision accept --reason "The replay is clean"`,
      `tms scores review ${ID} ${SCORE_ID} --decision void --reason "Case 77"`,
    ],
    run: review,
  },
];

async function list({ argument, option, connect, output }: Call): Promise<void> {
  const most = numberOf(option("limit"), "--limit", MOST_SHOWN) ?? SHOWN;
  const state = option("state") as (typeof STATES)[number] | undefined;
  const gamer = option("gamer");
  const { tms } = await connect();
  const scores = [];
  for await (const score of tms.scores.list(argument("TOURNAMENT"), {
    limit: Math.min(100, Math.max(1, most)),
    ...(state && { state }),
    ...(gamer !== undefined && { gamer }),
  })) {
    if (scores.length >= most) break;
    scores.push(score);
  }
  output.print({ scores }, described(scores));
}

async function review({ argument, option, connect, output }: Call): Promise<void> {
  const ids = wordsOf(argument("SCORES"), "SCORES") ?? [];
  const decision = option("decision") as (typeof DECISIONS)[number];
  const { tms } = await connect();
  const { scores } = await tms.scores.review(argument("TOURNAMENT"), ids, {
    decision,
    reason: option("reason") ?? "",
  });
  output.print({ scores }, described(scores));
}

function described(scores: readonly ReviewedScore[]): string {
  const rows = scores.map(
    ({ id, gamerHandle, score, tieBreaks, attempt, state, createdAt, decisions }) => [
      id,
      gamerHandle,
      [score, ...tieBreaks].join(" / "),
      attempt ?? "–",
      state,
      createdAt,
      decisions.at(-1)?.reason ?? "–",
    ],
  );
  return table(["ID", "GAMER", "SCORE", "ATTEMPT", "STATE", "RECORDED", "REASON"], rows);
}
