import type { AnswerOf } from "../../types.ts";
import type { Call, Command } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { numberOf } from "../framework/times.ts";

const ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";
const [SHOWN, MOST_SHOWN] = [20, 1_000];
const [SHOWN_AROUND, MOST_SHOWN_AROUND] = [11, 101];

export const leaderboard: Command = {
  name: "leaderboard",
  summary: "show the leaderboard of a tournament",
  about:
    "All data is from the same moment. Each rank is the rank that the gamer would have if the tournament ended at that moment.",
  arguments: [{ name: "TOURNAMENT", about: "the tournament's id" }],
  options: {
    around: {
      value: "HANDLE",
      about: "show the entries around this gamer instead of the best entries",
    },
    limit: {
      value: "COUNT",
      about: `how many entries to show (default ${SHOWN}, at most ${MOST_SHOWN}; with --around default ${SHOWN_AROUND}, at most ${MOST_SHOWN_AROUND})`,
    },
  },
  examples: [`tms leaderboard ${ID}`, `tms leaderboard ${ID} --around ada --limit 5 --json`],
  run: show,
};

async function show({ argument, option, connect, output }: Call): Promise<void> {
  const around = option("around");
  const most = around === undefined ? MOST_SHOWN : MOST_SHOWN_AROUND;
  const limit = Math.max(
    1,
    numberOf(option("limit"), "--limit", most) ?? (around === undefined ? SHOWN : SHOWN_AROUND),
  );
  const { tms } = await connect();
  const id = argument("TOURNAMENT");
  const page =
    around === undefined
      ? await tms.leaderboard.page(id, { limit })
      : await tms.leaderboard.around(id, around, { limit });
  const { standings, entries, listed, asOf } = page;
  output.print({ standings, entries, listed, asOf }, described(page));
}

const described = ({
  standings,
  entries,
  listed,
}: AnswerOf<"GET /tournament/{tournamentId}/leaderboard">): string => {
  const rows = standings.map(({ rank, gamerHandle, score, tieBreaks, attempts, state }) => [
    String(rank ?? "–"),
    gamerHandle,
    [score ?? "–", ...tieBreaks].join(" / "),
    String(attempts),
    state,
  ]);
  const lines = table(["RANK", "GAMER", "SCORE", "ATTEMPTS", "STATE"], rows);
  return `${lines}\nThe leaderboard lists ${listed} of ${entries} entries.`;
};
