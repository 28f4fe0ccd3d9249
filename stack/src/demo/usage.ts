/** The answer to `demo --help`. */
export const USAGE = `npx -y pnpm@12.21.0 demo

Plays a tournament for a thousand gamers from its creation to the payout, through the public API: in the
demo game's live environment of the running stack, unless TMS_API_KEY and TMS_GAME_ID name another. Then
it prints standings, payouts and the tournament's statement, and runs the audit.

Options
  -h, --help          prints this and plays nothing

Environment
  TMS_DATA_DIR        as for start, where it was set there: the demo finds the running stack by it
  TMS_BASE_URL, TMS_API_KEY, TMS_GAME_ID
                      another stack, key or environment than those that start left

Exit codes
  0                   it is played, paid out and passed the audit, or only asked for help
  1                   it could not be played, or the audit found something
  2                   it was not understood; nothing was played`;

/** Answers what asks for no tournament, and ends the process then. */
export function answerArguments(words: readonly string[]): void {
  if (words.some((word) => word === "--help" || word === "-h")) {
    console.log(USAGE);
    process.exit(0);
  }
  if (words.length === 0) return;
  console.error(`demo takes no ${words[0]}.\n\n${USAGE}`);
  process.exit(2);
}
