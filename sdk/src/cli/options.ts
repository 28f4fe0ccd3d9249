import type { OptionSpec } from "./command.ts";
import { readNumber } from "./values.ts";

export const flag = (about: string, short?: string): OptionSpec<boolean> => ({
  about,
  ...(short !== undefined && { short }),
  read: (given) => given !== undefined,
});

/** Declares an option with a value that `read` converts. `value` is its name in the help. */
export const of = <Value>(
  value: string,
  about: string,
  read: (text: string, name: string) => Value,
): OptionSpec<Value | undefined> => ({
  value,
  about,
  read: (given, name) => (given === undefined ? undefined : read(given, name)),
});

export const text = (value: string, about: string): OptionSpec<string | undefined> =>
  of(value, about, (given) => given);

export const choice = <const Choices extends readonly string[]>(
  value: string,
  about: string,
  choices: Choices,
): OptionSpec<Choices[number] | undefined> => ({ ...text(value, about), choices });

export const required = <Value>(spec: OptionSpec<Value>): OptionSpec<NonNullable<Value>> => ({
  ...spec,
  isRequired: true,
  read: (given, name) => spec.read(given, name) as NonNullable<Value>,
});

export const limit = (items: string, shown: number, max: number): OptionSpec<number> => ({
  value: "COUNT",
  about: `how many ${items} to show (default ${shown}, at most ${max})`,
  read: (given, name) => (given === undefined ? shown : readNumber(max)(given, name)),
});
