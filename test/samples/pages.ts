import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseBlocks, type Block } from "@tms/site/fence";
import { repository } from "@tms/stack/paths";

/** A page of the documentation, and what it tells its reader to run. */
export interface Page {
  /** Its path in the repository. */
  name: string;
  /** Its samples in order; each prints `BLOCK_ENDS` when it has run. */
  script: string;
  /** The answers that it shows, by the number of the sample that gets them. */
  answers: readonly Answer[];
}

/** What a page says that a sample prints last. */
export interface Answer {
  sample: number;
  json: string;
}

/** Why a sample is not run: it cannot be here, or something else runs it. */
interface LeftOut {
  /** A line of a sample, after the name of its page. */
  line: RegExp;
  why: string;
}

const LEFT_OUT: readonly LeftOut[] = [
  {
    line: /^docs\/(deploy|(deploy|operations)\/[a-z-]+)\.md: /,
    why: "needs a registry and a cluster",
  },
  { line: /: npx \S+ \S+ node \S+\/main\.ts$/, why: "runs until Ctrl-C" },
  { line: /: npx \S+ \S+ start\b/, why: "runs already: the other samples need it" },
  { line: /: npx \S+ \S+ demo\b/, why: "the suite of start runs it" },
  { line: /: (\w+=\S+ )?npx \S+ \S+ (test|check)\b/, why: "would run itself" },
  { line: /: npx \S+ \S+ (bench|chaos|fuzz|mutation)\b/, why: "takes minutes and has a suite" },
  {
    line: /: npx \S+ \S+ (format|proto|dashboard:types|sdk:types|sdk:pack|api:release)\b/,
    why: "writes into the checkout",
  },
];

/** Stands in what is printed between two samples. */
export const BLOCK_ENDS = "\u001e";

/** The pages with samples that can be run: the guide for integrators, and what operators read. */
export async function pages(): Promise<Page[]> {
  const found: Page[] = [];
  for await (const name of glob(["*.md", "*/**/*.md"], { cwd: repository, exclude: isForeign })) {
    const text = await readFile(join(repository, name), "utf8");
    const page = name.startsWith("docs/guide/")
      ? guidePage(name, parseBlocks(name, text))
      : { name, script: operatorsScript(name, text), answers: [] };
    if (page.script.trim() !== "") found.push(page);
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
}

const isForeign = (path: string) => /(^|\/)(node_modules|\.data|dist[^/]*)$/.test(path);

// What the quickstart tells its reader to do once for each shell.
const VARIABLES = ". ./.data/tms.env; export TMS_BASE_URL TMS_API_KEY TMS_GAME_ID";

/** A page of the guide, whose blocks say themselves whether they run. */
export function guidePage(name: string, blocks: readonly Block[]): Page {
  const lines = [VARIABLES];
  const answers: Answer[] = [];
  let count = 0;
  for (const { run, answer, language, code } of blocks) {
    if (run) {
      lines.push(runnable(name, language, code), `printf '${BLOCK_ENDS}'`);
      count++;
    }
    if (!answer) continue;
    if (count === 0) throw new Error(`${name} shows an answer before the first sample.`);
    answers.push({ sample: count - 1, json: code });
  }
  return { name, script: count === 0 ? "" : lines.join("\n"), answers };
}

const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ["ts", "node --input-type=module-typescript -"],
  // A machine without Python skips the sample.
  ["python", "! command -v python3 >/dev/null || python3 -"],
]);

function runnable(name: string, language: string, code: string): string {
  if (language === "sh") return code;
  const interpreter = INTERPRETERS.get(language);
  if (interpreter === undefined)
    throw new Error(`${name}: nothing here runs a sample in ${language}.`);
  return `${interpreter} <<'END_OF_SAMPLE'\n${code}END_OF_SAMPLE`;
}

function operatorsScript(name: string, text: string): string {
  return samples(name, text)
    .filter((line) => !LEFT_OUT.some((leftOut) => leftOut.line.test(`${name}: ${line}`)))
    .join("\n");
}

/** The lines of all samples of a page. Shells go by one name, so that none is overlooked. */
function samples(name: string, text: string): string[] {
  const fences = text.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return Array.from(fences).flatMap(([, language = "", code = ""]) => {
    if (/^(bash|shell|console|zsh)$/.test(language))
      throw new Error(`${name} has a sample in ${language}; samples for a shell are in sh.`);
    return language === "sh" ? code.split("\n") : [];
  });
}
