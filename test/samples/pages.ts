import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";

/** A page of the documentation, and what it tells its reader to paste into a shell. */
export interface Page {
  /** Its path in the repository. */
  name: string;
  /** Its samples in order, as one script. */
  script: string;
}

/** Why a sample is not run: it cannot be here, or something else runs it. */
interface LeftOut {
  /** A line of a sample, after the name of its page. */
  line: RegExp;
  why: string;
}

const LEFT_OUT: readonly LeftOut[] = [
  { line: /^docs\/deploy\.md: /, why: "needs a registry and a cluster" },
  { line: /: npx \S+ \S+ start\b/, why: "runs already: the other samples need it" },
  { line: /: npx \S+ \S+ demo\b/, why: "the suite of start runs it" },
  { line: /: (\w+=\S+ )?npx \S+ \S+ (test|check)\b/, why: "would run itself" },
  { line: /: npx \S+ \S+ (bench|chaos|fuzz|mutation)\b/, why: "takes minutes and has a suite" },
  {
    line: /: npx \S+ \S+ (format|proto|dashboard:types|sdk:types|sdk:pack)\b/,
    why: "writes into the checkout",
  },
];

/** The pages with samples that can be run. */
export async function pages(): Promise<Page[]> {
  const found: Page[] = [];
  for await (const name of glob(["*.md", "*/**/*.md"], { cwd: repository, exclude: isForeign })) {
    const lines = samples(name, await readFile(join(repository, name), "utf8")).filter(
      (line) => !LEFT_OUT.some((leftOut) => leftOut.line.test(`${name}: ${line}`)),
    );
    if (lines.some((line) => line.trim() !== "")) found.push({ name, script: lines.join("\n") });
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
}

const isForeign = (path: string) => /(^|\/)(node_modules|\.data)$/.test(path);

/** The lines of all samples of a page. Shells go by one name, so that none is overlooked. */
function samples(name: string, text: string): string[] {
  const fences = text.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return Array.from(fences).flatMap(([, language = "", code = ""]) => {
    if (/^(bash|shell|console|zsh)$/.test(language))
      throw new Error(`${name} has a sample in ${language}; samples for a shell are in sh.`);
    return language === "sh" ? code.split("\n") : [];
  });
}
