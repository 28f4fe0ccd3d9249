import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "@tms/stack/paths";

// docs/glossary.md says what each thing is called. These are names it once had, or could be given
// by somebody who has not read it.
const WORDS: readonly { wrong: RegExp; say: string }[] = [
  {
    wrong: /\b[Bb]ooks?\b(?! (balance|are off|agree))|Book(?=[A-Z]|s?\b)|\bbook_/,
    say: "registration or journal",
  },
  { wrong: /\bplaceOf\b/, say: "entry key, or placement" },
  { wrong: /\b(facts|Facts|factsOf|\w+Facts)\b/, say: "snapshot, or inputs" },
  { wrong: /\b(Join|Settlement|Model|Schedule|Refund)Order\b/, say: "request, or event" },
  { wrong: /\b[Rr]ulings?\b|\bspoilt\b|\blockAndRecall\b/, say: "outcome, decide, lockAndLoad" },
  { wrong: /\badmit\b|\bcreateAdmission\b/, say: "check limits" },
  { wrong: /\b[Uu]nfit\b|\bturned ?[Dd]own\b/, say: "invalid, ineligible, constraint violation" },
  { wrong: /\b[Uu]npaid\b|\b[Ss]urvivors?\b/, say: "charge refused, still in" },
  { wrong: /\bcrew\b|\bCrew\b|\bgather(Calls)?\b|\btakeBy\b/, say: "worker pool, batch" },
  { wrong: /\bcoalesce(?=[<.])|\bcoalescer\b/, say: "batcher" },
  { wrong: /\bpassesByItself\b|\bdurably\b/, say: "isTransient, traced" },
  { wrong: /\bplainArray\b|\binGroups\b|\bwithinLimit\b|\bcreateClosing\b/, say: "see the kit" },
  { wrong: /\b[Pp]eers\b|\b[Nn]eighbours?\b/, say: "clients" },
  { wrong: /\bunder\.|\b(let|const) under\b/, say: "system, service" },
  { wrong: /\b[Cc]ups?\b|[a-z]Cups?\b|\bcup(?=[A-Z])|Cup(?=[A-Z])/, say: "tournament" },
  { wrong: /\b(World|Lab|openLab|startWorld)\b|\b(world|lab)[.,)]/, say: "system, harness" },
];

/** Files that quote, or have a reason to use such a word. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "test/check/words.ts": "names them",
  "gateway/src/openapi/document.ts": "its text is published",
  "gateway/src/openapi/examples/examples.ts": "the examples are published",
};

const files = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "*.ts", "*.proto", "*.sql", "*.md"],
  { cwd: repository, encoding: "utf8" },
)
  .split("\n")
  // Git still lists a file that was deleted and not committed.
  .filter((file) => file && existsSync(join(repository, file)))
  .filter((file) => !/^proto\/(gen|third_party)\//.test(file) && !(file in EXCEPTIONS));

let found = 0;
for (const file of files) {
  const lines = readFileSync(join(repository, file), "utf8").split("\n");
  lines.forEach((line, index) => {
    for (const { wrong, say } of WORDS) {
      const word = wrong.exec(line)?.[0];
      if (word === undefined) continue;
      found++;
      console.error(`${file}:${index + 1}: "${word}": say ${say}`);
    }
  });
}
console.log(`${files.length} files, ${found} words that docs/glossary.md replaces`);
process.exitCode = found > 0 ? 1 : 0;
