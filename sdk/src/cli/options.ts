import type { OptionSpec } from "./command.ts";
import { readNumber } from "./values.ts";

/** The default and the maximum of a limit. */
export const [SHOWN, MAX_SHOWN] = [20, 1_000];
const [SHOWN_OF_LOG, SHOWN_BEFORE_FOLLOW] = [50, 10];

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
  about: `how many ${items} to show (default ${SHOWN}, at most ${MAX_SHOWN})`,
  read: (given, name) => (given === undefined ? SHOWN : readNumber(MAX_SHOWN)(given, name)),
});

/** Declares the limit of a command with --follow. `logCount` returns the default. */
export const logLimit = (items: string): OptionSpec<number | undefined> =>
  of(
    "COUNT",
    `how many ${items} to show (default ${SHOWN_OF_LOG}, ${SHOWN_BEFORE_FOLLOW} with --follow, at most ${MAX_SHOWN})`,
    readNumber(MAX_SHOWN),
  );

export const logCount = (count: number | undefined, follow: boolean): number =>
  count ?? (follow ? SHOWN_BEFORE_FOLLOW : SHOWN_OF_LOG);
