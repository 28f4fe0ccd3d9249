import { parseArgs } from "node:util";
import { COMMON_OPTIONS, type Command, type OptionSpec } from "./command.ts";
import { Misuse } from "./errors.ts";

/** The words behind a command's name, as its specification understands them. */
export interface Parsed {
  arguments: ReadonlyMap<string, string>;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Reads a command's words. Throws a Misuse that says what is wrong with them. */
export function parse(command: Command, words: readonly string[]): Parsed {
  const specs = { ...command.options, ...COMMON_OPTIONS };
  const { values, positionals } = read(words, specs);
  if (values["help"] === true) return { arguments: new Map(), options: values };
  for (const [name, spec] of Object.entries(specs)) checkOption(name, spec, values[name]);
  return { arguments: readArguments(command, positionals), options: values };
}

function read(words: readonly string[], specs: Readonly<Record<string, OptionSpec>>) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ("boolean" as const) : ("string" as const),
        ...(short && { short }),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    // Node's sentence, without its advice about dashes.
    const [sentence = ""] = (error as Error).message.split(/\. |\n/);
    throw new Misuse(`${sentence.replace(/\.$/, "")}.`);
  }
}

function checkOption(name: string, spec: OptionSpec, value: unknown): void {
  if (value === undefined && spec.isRequired === true)
    throw new Misuse(`The option --${name} ${spec.value} is missing.`);
  if (typeof value === "string" && spec.choices !== undefined && !spec.choices.includes(value))
    throw new Misuse(`--${name} must be one of ${spec.choices.join(", ")}.`);
}

function readArguments(
  { arguments: specs = [] }: Command,
  words: readonly string[],
): Map<string, string> {
  const extra = words[specs.length];
  if (extra !== undefined) throw new Misuse(`Unexpected argument: "${extra}".`);
  return new Map(
    specs.map(({ name, isOptional }, index) => {
      const word = words[index] ?? "";
      if (word === "" && isOptional !== true) throw new Misuse(`The argument ${name} is missing.`);
      return [name, word];
    }),
  );
}
