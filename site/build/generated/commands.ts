import { COMMANDS } from "@tms/sdk/cli";
import type { Command, OptionSpec } from "@tms/sdk/cli/command";

const FENCE = "```";

/** Markdown: what each command of the command line is for, takes, and looks like. */
export const commands = (): string => COMMANDS.map(sectionOf).join("\n\n");

function sectionOf(command: Command): string {
  const { name, summary, about, arguments: args, options, examples } = command;
  const rows = [
    ...args.map((one) => [`\`${one.name}\``, one.about]),
    ...Object.entries(options).map(([key, spec]) => [`\`${flagsOf(key, spec)}\``, aboutOf(spec)]),
  ];
  const table = ["| argument or option | description |", "| --- | --- |", ...rows.map(rowOf)].join(
    "\n",
  );
  return [
    `### tms ${name}`,
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.${about === undefined ? "" : ` ${about.replaceAll("\n", " ")}`}`,
    ...(rows.length === 0 ? [] : [table]),
    `${FENCE}sh not-run="an example; the suite of the command line runs each command"\n${examples.join("\n")}\n${FENCE}`,
  ].join("\n\n");
}

const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

const flagsOf = (name: string, { short, value }: OptionSpec): string =>
  [short === undefined ? `--${name}` : `-${short}, --${name}`, value].filter(Boolean).join(" ");

const aboutOf = ({ about, choices, isRequired }: OptionSpec): string =>
  [about, choices && `one of ${choices.join(", ")}`, isRequired && "required"]
    .filter(Boolean)
    .join("; ");
