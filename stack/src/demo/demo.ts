import { spawn } from "node:child_process";
import { once } from "node:events";
import { createTms } from "@tms/sdk";
import pMap from "p-map";
import { repository } from "../paths.ts";
import { until } from "../until.ts";
import { printRanks, printStatement, showProgress } from "./report.ts";

// `demo` plays a tournament on the running product through the public API, from creation to payout.

const USAGE = `npx -y pnpm@12.21.0 demo

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

const GAMERS = 1_000;
const ENTRY_FEE = 2.5;
const PRIZE_SPLIT = [50, 30, 20];
// Ten times as long as a demo usually takes, so that the demo ends the tournament before its end time.
const PLAYS_FOR_MS = 120_000;
const PARALLEL = 64;
const SETTLES_WITHIN_MS = 30_000;

const words = process.argv.slice(2);
if (words.includes("--help") || words.includes("-h")) {
  console.log(USAGE);
  process.exit(0);
}
if (words.length > 0) {
  console.error(`Unknown argument: ${words[0]}\n\n${USAGE}`);
  process.exit(2);
}

const game = readSetting("TMS_GAME_ID");
const tms = createTms({
  baseUrl: readSetting("TMS_BASE_URL"),
  apiKey: readSetting("TMS_API_KEY"),
});
const now = Date.now();
const { tournament } = await tms.tournaments.create({
  game,
  name: "Demo Open",
  description: `${GAMERS} gamers, one winner`,
  entryFee: ENTRY_FEE,
  startTime: new Date(now).toISOString(),
  endTime: new Date(now + PLAYS_FOR_MS).toISOString(),
  prizeSplit: PRIZE_SPLIT,
});
const { id } = tournament;
await tms.tournaments.publish(id);
console.log(
  `Tournament ${id} is published. It ends after its last elimination, or after ${PLAYS_FOR_MS / 1000} s.`,
);

let alive = Array.from({ length: GAMERS }, (_, i) => `gamer-${String(i + 1).padStart(4, "0")}`);
await showProgress("Joining", GAMERS, (advance) => {
  const join = (gamer: string) => tms.entries.join(id, gamer).then(() => advance(1));
  return pMap(alive, join, { concurrency: PARALLEL });
});

// Each round eliminates half of the gamers, until three are left for the final.
const finalists = PRIZE_SPLIT.length;
await showProgress("Eliminating", GAMERS - finalists, async (advance) => {
  while (alive.length > finalists) {
    const keep = Math.max(finalists, Math.floor(alive.length / 2));
    const out = alive.slice(keep);
    await tms.entries.eliminate(id, out);
    advance(out.length);
    alive = alive.slice(0, keep);
  }
});
for (const gamer of alive.slice(1).toReversed()) await tms.entries.eliminate(id, gamer);

await tms.tournaments.complete(id);
console.log("The tournament has ended. Its settlement is running.");
const isPaid = async () => (await tms.tournaments.get(id)).tournament.status === "completed";
await until(isPaid, { timeoutMs: SETTLES_WITHIN_MS, everyMs: 100, what: "The settlement" });

printRanks("Standings", (await tms.tournaments.entries(id).page({ limit: 10 })).entries);
printRanks("Payouts", (await tms.tournaments.settlement(id).page()).payouts);
await printStatement(tms.tournaments.statement(id, { limit: 1_000 }));
console.log("\nAudit");
const audit = spawn(process.execPath, [`${repository}/services/cli/src/main.ts`, "audit"], {
  stdio: "inherit",
});
const [code] = (await once(audit, "exit")) as [number | null];
console.log(`\nTime from creation to payout: ${((Date.now() - now) / 1000).toFixed(1)} s.`);
process.exit(code ?? 1);

function readSetting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(
    `${name} is not set. Start the product first: npx -y pnpm@12.21.0 start\n` +
      "If you started it with TMS_DATA_DIR, set TMS_DATA_DIR to the same folder for this command.",
  );
  process.exit(1);
}
