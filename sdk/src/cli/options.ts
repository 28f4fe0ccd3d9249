import type { OptionSpec } from "./command.ts";
import { readNumber } from "./values.ts";

/** The default and the maximum of `--limit`. */
export const [DEFAULT_LIMIT, MAX_LIMIT] = [20, 1_000];
const [DEFAULT_LOG_LIMIT, DEFAULT_FOLLOW_LIMIT] = [50, 10];

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

export const limit = (items: string): OptionSpec<number> => ({
  value: "COUNT",
  about: `how many ${items} to show (default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT})`,
  read: (given, name) => (given === undefined ? DEFAULT_LIMIT : readNumber(MAX_LIMIT)(given, name)),
});

/** Declares the limit of a command with --follow. `logCount` returns the default. */
export const logLimit = (items: string): OptionSpec<number | undefined> =>
  of(
    "COUNT",
    `how many ${items} to show (default ${DEFAULT_LOG_LIMIT}, ${DEFAULT_FOLLOW_LIMIT} with --follow, at most ${MAX_LIMIT})`,
    readNumber(MAX_LIMIT),
  );

export const logCount = (count: number | undefined, follow: boolean): number =>
  count ?? (follow ? DEFAULT_FOLLOW_LIMIT : DEFAULT_LOG_LIMIT);
