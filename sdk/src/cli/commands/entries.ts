import type { Entry } from "../../types.ts";
import type { ArgumentSpec, Call, Command, OptionSpec } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { wordsOf } from "../framework/words.ts";

const ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";

const TOURNAMENT: ArgumentSpec = { name: "TOURNAMENT", about: "its id" };
const ARGUMENTS: readonly ArgumentSpec[] = [
  TOURNAMENT,
  { name: "GAMERS", about: "their handles, with commas" },
];
const OPTIONS: Readonly<Record<string, OptionSpec>> = {
  reason: { value: "TEXT", about: "why: it is kept, and told by the event", isRequired: true },
};

export const entryCommands: readonly Command[] = [
  {
    name: "entries get",
    summary: "show a gamer's entry in a tournament, and who decided on it and why",
    arguments: [TOURNAMENT, { name: "GAMER", about: "the handle" }],
    examples: [`tms entries get ${ID} ada`],
    run: get,
  },
  {
    name: "entries disqualify",
    summary: "take gamers out of a tournament's ranking, all or none",
    about:
      "They have no rank, win nothing and are counted by nobody. Seat and fee stay: what they paid goes to the others.",
    arguments: ARGUMENTS,
    options: OPTIONS,
    examples: [`tms entries disqualify ${ID} ada --reason "Speed hack, case 77"`],
    run: disqualify,
  },
  {
    name: "entries reinstate",
    summary: "undo a disqualification, or the latest elimination, all or none",
    arguments: ARGUMENTS,
    options: OPTIONS,
    examples: [`tms entries reinstate ${ID} ada,bob --reason "Case 77 was a false alarm"`],
    run: reinstate,
  },
];

async function get({ argument, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const { entry, standing, decisions } = await tms.entries.get(
    argument("TOURNAMENT"),
    argument("GAMER"),
  );
  const told = [
    `${entry.gamerHandle} is ${entry.state}.`,
    ...(entry.rank === null ? [] : [`Rank ${entry.rank}${entry.provisional ? " so far" : ""}.`]),
    ...(standing
      ? [`Score: ${standing.score ?? "none yet"}; attempts: ${standing.attempts}.`]
      : []),
  ];
  const rows = decisions.map(({ decidedAt, decision, was, actor, reason }) => [
    decidedAt,
    decision,
    was,
    actor.id === null ? actor.type : `${actor.type} ${actor.id}`,
    reason,
  ]);
  output.print(
    { entry, standing, decisions },
    [
      told.join(" "),
      ...(rows.length > 0 ? [table(["DECIDED", "DECISION", "WAS", "BY", "REASON"], rows)] : []),
    ].join("\n"),
  );
}

async function disqualify(call: Call): Promise<void> {
  const { id, gamers, reason } = named(call);
  const { tms } = await call.connect();
  show(call, (await tms.entries.disqualify(id, gamers, reason)).entries);
}

async function reinstate(call: Call): Promise<void> {
  const { id, gamers, reason } = named(call);
  const { tms } = await call.connect();
  show(call, (await tms.entries.reinstate(id, gamers, reason)).entries);
}

const named = ({ argument, option }: Call) => ({
  id: argument("TOURNAMENT"),
  gamers: wordsOf(argument("GAMERS"), "GAMERS") ?? [],
  reason: option("reason") ?? "",
});

const show = ({ output }: Call, entries: readonly Entry[]): void =>
  output.print(
    { entries },
    entries.map(({ gamerHandle, state }) => `${gamerHandle} is ${state}.`).join("\n"),
  );
