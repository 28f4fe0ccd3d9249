import { spawn } from "node:child_process";
import { repository } from "../stack/paths.ts";
import { startTestServers, type TestServers } from "../stack/test-servers.ts";
import { ledger } from "./mutants/ledger.ts";
import type { MutantFile } from "./mutants/mutant.ts";
import { plan } from "./mutants/plan.ts";
import { ranking } from "./mutants/ranking.ts";
import { trigger } from "./mutants/trigger.ts";
import { copyWorkspace, type Workspace } from "./workspace.ts";

// `pnpm mutation` asks whether the tests would notice if the rules were wrong. Stryker makes the
// mutants of the pure rules; of what only a database can tell, they are listed by hand.
// `pnpm mutation PATTERN…` tries the listed mutants of the matching files alone.
const LEAST_SCORE = 80;
const patterns = process.argv.slice(2);
const listed = [...ledger, ...plan, ...ranking, ...trigger];
const chosen = listed.filter(
  ({ file }) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)),
);
const rules = ["stryker", "run", "test/mutation/stryker.config.json"];
const pure = patterns.length > 0 || (await succeeds(rules, repository));
process.exitCode = (await tryListed()) && pure ? 0 : 1;

async function tryListed(): Promise<boolean> {
  const workspace = await copyWorkspace();
  try {
    // A list that the sources have outgrown is found out before anything takes time.
    for (const { file, mutants } of chosen)
      for (const mutant of mutants) await workspace.changed(file, mutant, async () => undefined);
    const servers = await startTestServers();
    try {
      const scores = [];
      for (const each of chosen) scores.push(await scoreOf(each, workspace, servers));
      return scores.every((score) => score >= LEAST_SCORE);
    } finally {
      await servers.stop();
    }
  } finally {
    await workspace.remove();
  }
}

/** How many per cent of a file's mutants its tests kill; prints the survivors. */
async function scoreOf(
  { file, tests, mutants }: MutantFile,
  workspace: Workspace,
  servers: TestServers,
): Promise<number> {
  // A changed migration needs servers of its own, which it is applied to.
  const suites = file.endsWith(".sql")
    ? ["node", "test/run.ts", "--bail=1", ...tests]
    : ["vitest", "run", "--config", "test/vitest.config.ts", "--bail=1", ...tests];
  const pass = () => succeeds(suites, workspace.folder, servers.environment);
  if (!(await pass())) throw new Error(`the tests of ${file} fail without any mutant`);
  let killed = 0;
  for (const mutant of mutants) {
    const survived = await workspace.changed(file, mutant, pass);
    if (survived) console.log(`SURVIVED ${file}: ${mutant.map((text) => text.trim()).join(" → ")}`);
    else killed++;
  }
  const score = Math.round((100 * killed) / mutants.length);
  console.log(`${file}: ${killed} of ${mutants.length} mutants killed, ${score} %`);
  return score;
}

function succeeds(
  [command = "", ...args]: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<boolean> {
  const stdio = cwd === repository ? "inherit" : "ignore";
  const child = spawn(command, args, { cwd, env: { ...process.env, ...environment }, stdio });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code === 0));
  });
}
