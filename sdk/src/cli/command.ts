import { parseArgs } from "node:util";
import { Misuse } from "./failures.ts";
import { createOutput, writeLine, type Output } from "./output.ts";
import type { Connection } from "./session.ts";

export interface ArgumentSpec {
  name: string;
  about: string;
  isOptional?: boolean;
}

export const TOURNAMENT = { name: "TOURNAMENT", about: "the tournament's id" } as const;
export const TOURNAMENT_ID = "0197d9a4-6c1e-7c3a-9d55-2f1a8f0c4b11";

export interface OptionSpec<Value = unknown> {
  about: string;
  /** The name of the value in the help. A flag has none. */
  value?: string;
  short?: string;
  isRequired?: boolean;
  choices?: readonly string[];
  /** Converts the value: undefined if the option is absent, empty for a flag. Throws a Misuse if invalid. */
  read: (text: string | undefined, name: string) => Value;
}

export interface Context {
  env: NodeJS.ProcessEnv;
  baseUrl: () => Promise<string>;
  /** Returns a client for the API key or for the person who is signed in. */
  connect: () => Promise<Connection>;
}

type Arguments = readonly ArgumentSpec[];
type Options = Readonly<Record<string, OptionSpec>>;

interface Words<A extends Arguments, O extends Options> {
  /** An optional argument that is absent is empty. */
  arguments: { readonly [Name in A[number]["name"]]: string };
  options: { readonly [Name in keyof O]: O[Name] extends OptionSpec<infer Value> ? Value : never };
}

interface Description {
  /** One word or two: `tournaments create`. */
  name: string;
  summary: string;
  about?: string;
  examples: readonly string[];
}

export interface Command extends Description {
  arguments: Arguments;
  options: Options;
  /** Runs the command with the words after its name. Throws a Misuse if they are invalid. */
  run(words: readonly string[], context: Context): Promise<void>;
}

export function defineCommand<
  const A extends Arguments = readonly [],
  O extends Options = Record<string, never>,
>(
  spec: Description & {
    arguments?: A;
    options?: O;
    run(call: Words<A, O> & Context & { output: Output }): Promise<void>;
  },
): Command {
  const command: Command = {
    ...spec,
    arguments: spec.arguments ?? [],
    options: spec.options ?? {},
    async run(words, context) {
      const { values, positionals } = splitWords(command, words);
      if (values["help"] !== undefined) return writeLine(1, formatHelp(command));
      const read = {
        options: readOptions(command.options, values),
        arguments: readArguments(command.arguments, positionals),
      } as Words<A, O>;
      const output = createOutput(values["json"] !== undefined);
      await spec.run({ ...read, ...context, output });
    },
  };
  return command;
}

const COMMON_OPTIONS: Options = {
  json: {
    about: "print only JSON on standard output, one document per line",
    read: (text) => text,
  },
  help: { about: "print this help", short: "h", read: (text) => text },
};

function splitWords({ options }: Command, words: readonly string[]) {
  const specs = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([name, spec]) => {
    const type = spec.value === undefined ? ("boolean" as const) : ("string" as const);
    return [name, { type, ...(spec.short && { short: spec.short }) }] as const;
  });
  try {
    const parsed = parseArgs({
      args: [...words],
      options: Object.fromEntries(specs),
      allowPositionals: true,
    });
    const values: Record<string, string | undefined> = Object.fromEntries(
      Object.entries(parsed.values).map(([name, value]) => [
        name,
        value === true ? "" : `${value}`,
      ]),
    );
    return { values, positionals: parsed.positionals };
  } catch (error) {
    // Keeps the first sentence of Node's message. The rest is advice about values that start with a dash.
    const [sentence = ""] = (error as Error).message.split(/\. |\n/);
    throw new Misuse(`${sentence.replace(/\.$/, "")}.`);
  }
}

function readOptions(specs: Options, values: Readonly<Record<string, string | undefined>>): object {
  const entries = Object.entries(specs).map(([name, { isRequired, value, choices, read }]) => {
    const text = values[name];
    if (text === undefined && isRequired)
      throw new Misuse(`The option --${name} ${value} is missing.`);
    if (text !== undefined && choices !== undefined && !choices.includes(text))
      throw new Misuse(`--${name} must be one of ${choices.join(", ")}.`);
    return [name, read(text, `--${name}`)];
  });
  return Object.fromEntries(entries);
}

function readArguments(specs: Arguments, words: readonly string[]): object {
  const extra = words[specs.length];
  if (extra !== undefined) throw new Misuse(`Unexpected argument: "${extra}".`);
  const entries = specs.map(({ name, isOptional }, index) => {
    const word = words[index] ?? "";
    if (word === "" && isOptional !== true) throw new Misuse(`The argument ${name} is missing.`);
    return [name, word];
  });
  return Object.fromEntries(entries);
}

export const formatOverview = (commands: readonly Command[]): string =>
  columns(commands.map(({ name, summary }) => [name, summary]));

function formatHelp(command: Command): string {
  const { name, summary, about, arguments: args, options, examples } = command;
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  const usage = [
    name,
    ...args.map((spec) => (spec.isOptional ? `[${spec.name}]` : spec.name)),
    ...required.map(([option, { value }]) => `--${option} ${value}`),
    "[options]",
  ];
  const rows = Object.entries({ ...options, ...COMMON_OPTIONS }).map(
    ([option, { short, value, about: text, choices }]) => [
      [short === undefined ? `--${option}` : `-${short}, --${option}`, value]
        .filter(Boolean)
        .join(" "),
      choices === undefined ? text : `${text}: ${choices.join(", ")}`,
    ],
  );
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    `Usage: tms ${usage.join(" ")}`,
    ...(about === undefined ? [] : [about]),
    ...(args.length === 0
      ? []
      : [`Arguments:\n${columns(args.map((spec) => [spec.name, spec.about]))}`]),
    `Options:\n${columns(rows)}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n");
}

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  return rows.map(([left = "", right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
