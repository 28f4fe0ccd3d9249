import { repository } from "@tms/stack/paths";
import { LISTED } from "./mutants/all.ts";
import type { MutantFile } from "./mutants/mutant.ts";
import { percent, reportedScores } from "./report.ts";
import { exitCode, tryTests, type Verdict } from "./trial.ts";
import { copyWorkspace, type Workspace } from "./workspace.ts";

// `pnpm mutation` asks whether the tests would notice if the rules were wrong. Stryker makes the
// mutants of the pure rules; of what only a database can tell, they are listed by hand.
// `pnpm mutation PATTERN…` tries the listed mutants of the matching files alone.
const LEAST_SCORE = 80;
// A mutant that keeps the tests from running was not noticed by any.
const OUTCOMES = { passed: "SURVIVED", broken: "NOT TRIED" };
const patterns = process.argv.slice(2);
const chosen = LISTED.filter(
  ({ file }) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)),
);
const pure = patterns.length > 0 || (await tryRules());
process.exitCode = (await tryListed()) && pure ? 0 : 1;

async function tryRules(): Promise<boolean> {
  const args = ["run", "test/mutation/stryker.config.json"];
  if ((await exitCode("stryker", args, { cwd: repository, stdio: "inherit" })) !== 0) return false;
  const poor = [...(await reportedScores())].filter(([, score]) => score < LEAST_SCORE);
  for (const [file, score] of poor) console.log(`${file}: ${score} %, less than ${LEAST_SCORE} %`);
  return poor.length === 0;
}

async function tryListed(): Promise<boolean> {
  const workspace = await copyWorkspace();
  const scores = [];
  for (const each of chosen) scores.push(await scoreOf(each, workspace));
  return scores.every((score) => score >= LEAST_SCORE);
}

/** How many per cent of a file's mutants its tests kill; prints the others. */
async function scoreOf({ file, tests, mutants }: MutantFile, workspace: Workspace) {
  // A changed migration needs servers of its own, which it is applied to.
  const shared = file.endsWith(".sql") ? null : await workspace.startServers();
  const judge = async (): Promise<Verdict> => {
    const servers = shared ?? (await workspace.startServers().catch(() => null));
    if (servers === null) return "broken";
    try {
      return await tryTests(workspace.folder, tests, servers.environment);
    } finally {
      if (servers !== shared) await servers.stop();
    }
  };
  try {
    const unchanged = await judge();
    if (unchanged !== "passed")
      throw new Error(`without any mutant, ${tests.join(" ")} ${unchanged}`);
    let killed = 0;
    for (const mutant of mutants) {
      const verdict = await workspace.changed(file, mutant, judge);
      if (verdict === "failed") killed++;
      else
        console.log(
          `${OUTCOMES[verdict]} ${file}: ${mutant.map((text) => text.trim()).join(" → ")}`,
        );
    }
    const score = percent(killed, mutants.length);
    console.log(`${file}: ${killed} of ${mutants.length} mutants killed, ${score} %`);
    return score;
  } finally {
    await shared?.stop();
  }
}
