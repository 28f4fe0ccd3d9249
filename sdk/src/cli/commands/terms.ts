import type { NewTournament } from "../../resources/tournaments.ts";
import type { Call, OptionSpec } from "../framework/command.ts";
import { momentOf, numberOf } from "../framework/times.ts";
import { wordsOf } from "../framework/words.ts";

const MOST = 1_000_000;

/** The terms of a tournament as options. */
export const CREATE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  name: { value: "NAME", about: "the name that gamers see", isRequired: true },
  end: { value: "TIME", about: "when the tournament ends and is settled", isRequired: true },
  start: { value: "TIME", about: "when play starts (default: now)" },
  description: { value: "TEXT", about: "the description that gamers see" },
  "entry-fee": { value: "AMOUNT", about: "the entry fee per gamer (default: none)" },
  "registration-closes": { value: "TIME", about: "when registration closes (default: the end)" },
  "max-entries": { value: "COUNT", about: "the number of seats (default: no limit)" },
  "min-entries": {
    value: "COUNT",
    about:
      "the minimum number of entries; with fewer at the end, the tournament is canceled and refunded",
  },
  "prize-split": {
    value: "SHARES",
    about:
      "the shares of the prize pool, best rank first: 60,30,10 (default: the winner takes all)",
  },
  "external-id": {
    value: "ID",
    about: "your own id for the tournament, permanently unique in the game",
  },
  publish: { about: "publish the tournament immediately" },
};

/** Whether those options say something that depends on what the environment's clock shows. */
export const isRelative = ({ option }: Call): boolean =>
  ["start", "end", "registration-closes"].some((name) => (option(name) ?? "+").startsWith("+"));

/**
 * What those options say, where the environment's clock shows `now`. Throws a Misuse for one that cannot
 * be read.
 */
export function termsOf({ option }: Call, now: number): NewTournament {
  const number = (name: string) => numberOf(option(name), `--${name}`, MOST);
  const closes = option("registration-closes");
  const externalId = option("external-id");
  const shares = wordsOf(option("prize-split"), "--prize-split");
  const [entryFee, maxEntries, minEntries] = ["entry-fee", "max-entries", "min-entries"].map(
    number,
  );
  return {
    name: option("name") ?? "",
    description: option("description") ?? "",
    startTime: momentOf(option("start") ?? "+0s", "--start", now),
    endTime: momentOf(option("end") ?? "", "--end", now),
    ...(entryFee !== undefined && { entryFee }),
    ...(externalId !== undefined && { externalId }),
    ...(maxEntries !== undefined && { maxEntries }),
    ...(minEntries !== undefined && { minEntries }),
    ...(closes !== undefined && {
      registrationClosesAt: momentOf(closes, "--registration-closes", now),
    }),
    ...(shares && {
      prizeSplit: shares.map((share) => numberOf(share, "--prize-split", MOST) ?? 0),
    }),
  };
}
