import { COMMON_OPTIONS, type Command, type OptionSpec } from "./command.ts";

/** All commands, or those of one group. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
}

/** What a command is for, and how it is called. */
export function helpOf(command: Command): string {
  const { name, summary, about, arguments: args = [], options = {}, examples } = command;
  const all = { ...options, ...COMMON_OPTIONS };
  const parts = [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    `Usage: tms ${[name, ...usageOf(command)].join(" ")}`,
    ...(about === undefined ? [] : [about]),
    ...(args.length === 0
      ? []
      : [`Arguments:\n${columns(args.map((spec) => [spec.name, spec.about]))}`]),
    `Options:\n${columns(Object.entries(all).map(([key, spec]) => [flagsOf(key, spec), aboutOf(spec)]))}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ];
  return parts.join("\n\n");
}

function usageOf({ arguments: args = [], options = {} }: Command): string[] {
  const required = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  return [
    ...args.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name)),
    ...required.map(([name, { value }]) => `--${name} ${value}`),
    "[options]",
  ];
}

const flagsOf = (name: string, { short, value }: OptionSpec) =>
  [short === undefined ? `--${name}` : `-${short}, --${name}`, value].filter(Boolean).join(" ");

const aboutOf = ({ about, choices }: OptionSpec) =>
  choices === undefined ? about : `${about}: ${choices.join(", ")}`;

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
