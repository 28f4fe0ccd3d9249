import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";

// As the configuration of Stryker says.
const REPORT = join(repository, ".data/mutation-report.json");
const KILLED = new Set(["Killed", "Timeout"]);
const SURVIVED = new Set(["Survived", "NoCoverage"]);

/** How many per cent of their mutants the tests killed, by file, as Stryker reported last. */
export async function reportedScores(): Promise<Map<string, number>> {
  const { files } = JSON.parse(await readFile(REPORT, "utf8")) as {
    files: Record<string, { mutants: { status: string }[] }>;
  };
  return new Map(
    Object.entries(files).map(([file, { mutants }]) => {
      const killed = mutants.filter(({ status }) => KILLED.has(status)).length;
      const survived = mutants.filter(({ status }) => SURVIVED.has(status)).length;
      return [file, percent(killed, killed + survived)];
    }),
  );
}

/** None of none is no proof of anything. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((100 * part) / whole);
