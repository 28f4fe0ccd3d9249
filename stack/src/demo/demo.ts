import { spawn } from "node:child_process";
import { join } from "node:path";
import pMap from "p-map";
import { repository } from "../paths.ts";
import { until } from "../until.ts";
import { createApi, readSettings } from "./api.ts";
import { showProgress } from "./progress.ts";
import { printPayouts, printStandings, printStatement } from "./report.ts";
import { answerArguments } from "./usage.ts";

// `pnpm demo`: one tournament from create to payout against the running stack, through the public API.

const GAMERS = 1_000;
const ENTRY_FEE = 2.5;
const PRIZE_SPLIT = [50, 30, 20];
// Ten times what a usual machine takes: it is ended as soon as it is played.
const PLAYS_FOR_MS = 120_000;
const PARALLEL = 64;
const SETTLES_WITHIN_MS = 30_000;

answerArguments(process.argv.slice(2));
const settings = readSettings();
const api = createApi(settings);
const startedAt = Date.now();

const now = Date.now();
const { tournament } = await api.post("/tournament/create", {
  game: settings.gameId,
  name: "Demo Open",
  description: `${GAMERS} gamers, one winner`,
  entryFee: ENTRY_FEE,
  startTime: new Date(now).toISOString(),
  endTime: new Date(now + PLAYS_FOR_MS).toISOString(),
  prizeSplit: PRIZE_SPLIT,
});
const path = `/tournament/${tournament.id}`;
await api.patch(`${path}/publish`);
console.log(
  `Tournament ${tournament.id} is published. It ends after its last elimination, or after ${PLAYS_FOR_MS / 1000} s.`,
);

const gamers = Array.from({ length: GAMERS }, (_, i) => `gamer-${String(i + 1).padStart(4, "0")}`);
await showProgress("Joining", GAMERS, (advance) =>
  pMap(
    gamers,
    async (gamer) => {
      await api.post(`${path}/join`, { gamer });
      advance(1);
    },
    { concurrency: PARALLEL },
  ),
);

// Each round sends half of those still in home, until three are left for the final.
let alive = gamers;
await showProgress("Eliminating", GAMERS - PRIZE_SPLIT.length, async (advance) => {
  while (alive.length > PRIZE_SPLIT.length) {
    const keep = Math.max(PRIZE_SPLIT.length, Math.floor(alive.length / 2));
    const out = alive.slice(keep);
    await api.patch(`${path}/eliminate`, { gamers: out });
    advance(out.length);
    alive = alive.slice(0, keep);
  }
});
for (const gamer of alive.slice(1).toReversed()) await api.patch(`${path}/eliminate`, { gamer });

await api.patch(`${path}/complete`);
console.log("The tournament has ended. Its settlement is running.");
const isPaid = async () => (await api.get(path)).tournament.status === "completed";
await until(isPaid, { timeoutMs: SETTLES_WITHIN_MS, everyMs: 100, what: "The settlement" });

printStandings((await api.get(`${path}/entries?limit=10`)).entries);
printPayouts((await api.get(`${path}/settlement`)).payouts);
await printStatement(api, tournament.id);
const audited = await audit();
console.log(`\nTime from creation to payout: ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
process.exit(audited);

function audit(): Promise<number> {
  console.log("\nAudit");
  const child = spawn(process.execPath, [join(repository, "services/cli/src/main.ts"), "audit"], {
    stdio: "inherit",
  });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}
