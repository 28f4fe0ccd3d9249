import type { Entry } from "../../types.ts";
import type { ArgumentSpec, Call, Command, OptionSpec } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { wordsOf } from "../framework/words.ts";

const ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";

const TOURNAMENT: ArgumentSpec = { name: "TOURNAMENT", about: "the tournament's id" };
const ARGUMENTS: readonly ArgumentSpec[] = [
  TOURNAMENT,
  { name: "GAMERS", about: "the gamers' handles, separated by commas" },
];
const OPTIONS: Readonly<Record<string, OptionSpec>> = {
  reason: {
    value: "TEXT",
    about: "the reason, which is stored and included in the event",
    isRequired: true,
  },
};

export const entryCommands: readonly Command[] = [
  {
    name: "entries get",
    summary: "show a gamer's entry in a tournament, and the decisions on it",
    arguments: [TOURNAMENT, { name: "GAMER", about: "the gamer's handle" }],
    examples: [`tms entries get ${ID} ada`],
    run: get,
  },
  {
    name: "entries disqualify",
    summary: "disqualify gamers in a tournament, all or none",
    about:
      "Disqualified gamers have no rank and win no prize. They keep their seats, and their entry fees stay in the prize pool.",
    arguments: ARGUMENTS,
    options: OPTIONS,
    examples: [`tms entries disqualify ${ID} ada --reason "Speed hack, case 77"`],
    run: disqualify,
  },
  {
    name: "entries reinstate",
    summary: "undo disqualifications or the latest elimination, all or none",
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
    ...(entry.rank === null
      ? []
      : [`${entry.provisional ? "Provisional rank" : "Rank"}: ${entry.rank}.`]),
    ...(standing ? [`Score: ${standing.score ?? "none"}. Attempts: ${standing.attempts}.`] : []),
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
      ...(rows.length > 0
        ? [table(["DECIDED", "DECISION", "STATE BEFORE", "ACTOR", "REASON"], rows)]
        : []),
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
