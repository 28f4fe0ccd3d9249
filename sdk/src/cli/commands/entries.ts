import { defineCommand, TOURNAMENT, TOURNAMENT_ID as ID, type Command } from "../command.ts";
import * as option from "../options.ts";
import { table } from "../output.ts";
import { readWords } from "../values.ts";

const get = defineCommand({
  name: "entries get",
  summary: "show a gamer's entry in a tournament, and the decisions on it",
  arguments: [TOURNAMENT, { name: "GAMER", about: "the gamer's handle" }],
  examples: [`tms entries get ${ID} ada`],
  async run({ arguments: { TOURNAMENT: id, GAMER: gamer }, connect, output }) {
    const { tms } = await connect();
    const { entry, standing, decisions } = await tms.entries.get(id, gamer);
    const sentences = [
      `${entry.gamerHandle} is ${entry.state}.`,
      ...(entry.rank === null
        ? []
        : [`${entry.provisional ? "Provisional rank" : "Rank"}: ${entry.rank}.`]),
      ...(standing ? [`Score: ${standing.score ?? "none"}. Attempts: ${standing.attempts}.`] : []),
    ];
    const decided = table(decisions, {
      DECIDED: ({ decidedAt }) => decidedAt,
      DECISION: ({ decision }) => decision,
      "STATE BEFORE": ({ was }) => was,
      ACTOR: ({ actor }) => (actor.id === null ? actor.type : `${actor.type} ${actor.id}`),
      REASON: ({ reason }) => reason,
    });
    const lines = [sentences.join(" "), ...(decisions.length > 0 ? [decided] : [])];
    output.print({ entry, standing, decisions }, lines.join("\n"));
  },
});

/** Declares a command that decides on entries. The example has the gamers and the reason. */
const decisionCommand = (
  change: "disqualify" | "reinstate",
  example: string,
  texts: { summary: string; about?: string },
) =>
  defineCommand({
    name: `entries ${change}`,
    ...texts,
    arguments: [TOURNAMENT, { name: "GAMERS", about: "the gamers' handles, separated by commas" }],
    options: {
      reason: option.required(
        option.text("TEXT", "the reason, which is stored and included in the event"),
      ),
    },
    examples: [`tms entries ${change} ${ID} ${example}`],
    async run({ arguments: { TOURNAMENT: id, GAMERS }, options: { reason }, connect, output }) {
      const gamers = readWords(GAMERS, "GAMERS");
      const { tms } = await connect();
      const { entries } = await tms.entries[change](id, gamers, reason);
      const lines = entries.map(({ gamerHandle, state }) => `${gamerHandle} is ${state}.`);
      output.print({ entries }, lines.join("\n"));
    },
  });

const disqualify = decisionCommand("disqualify", 'ada --reason "Speed hack, case 77"', {
  summary: "disqualify gamers in a tournament, all or none",
  about:
    "Disqualified gamers have no rank and win no prize. They keep their seats, and their entry fees stay in the prize pool.",
});
const reinstate = decisionCommand("reinstate", 'ada,bob --reason "Case 77 was a false alarm"', {
  summary: "undo disqualifications or the latest elimination, all or none",
});

export const entryCommands: readonly Command[] = [get, disqualify, reinstate];
