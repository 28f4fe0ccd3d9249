/** The answer to `demo --help`. */
export const USAGE = `npx -y pnpm@12.21.0 demo

Plays a tournament with 1,000 gamers through the public API, from its creation to its payout. The demo uses
the live environment of the demo game, unless TMS_API_KEY and TMS_GAME_ID select another one. At the end it
prints the standings, the payouts and the ledger statement of the tournament, and runs the audit. The product
must be running: npx -y pnpm@12.21.0 start

Options
  -h, --help          Print this help and exit.

Environment
  TMS_DATA_DIR        The data folder of the running product, if you set it for start.
  TMS_BASE_URL, TMS_API_KEY, TMS_GAME_ID
                      The base URL, API key and environment to use instead of those that start created.

Exit codes
  0                   The tournament is paid out and the audit is clean, or the help was printed.
  1                   The demo failed, or the audit found a fault.
  2                   The command line is invalid. Nothing was done.`;

/** Answers what asks for no tournament, and ends the process then. */
export function answerArguments(words: readonly string[]): void {
  if (words.some((word) => word === "--help" || word === "-h")) {
    console.log(USAGE);
    process.exit(0);
  }
  if (words.length === 0) return;
  console.error(`Unknown argument: ${words[0]}\n\n${USAGE}`);
  process.exit(2);
}
