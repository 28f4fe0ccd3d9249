import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { secretsIn } from "./kinds.ts";

/** A secret where none may be. The secret itself is not told. */
export interface Finding {
  /** Such as `the table entry.gamer`. */
  place: string;
  /** Such as `an API key`. */
  secret: string;
}

/** The environment variable that names the folder which a run of the tests keeps its findings in. */
export const LEAKS_FOLDER = "TMS_TEST_LEAKS";

const folder = (): string | undefined => process.env[LEAKS_FOLDER];
// A line of JSON each: suites of several processes append at the same time.
const FINDINGS = "findings.jsonl";
const KNOWN = "known.jsonl";
const own: string[] = [];

/**
 * Tells of a secret that has no form of its own, such as the token of a mailed link, so that it is
 * looked for too. Returns it.
 */
export function known(secret: string): string {
  const to = folder();
  if (to !== undefined && secret !== "") {
    append(to, KNOWN, secret);
    own.push(secret);
  }
  return secret;
}

/** The secrets that this process told of. */
export const ownSecrets = (): readonly string[] => own;

/** The secrets that were told of. */
export const knownSecrets = (from = folder()): string[] => linesOf<string>(from, KNOWN);

/** Notes what was found, for the end of the run. */
export function note(findings: readonly Finding[]): void {
  const to = folder();
  if (to !== undefined) for (const finding of findings) append(to, FINDINGS, finding);
}

/** What was found, each once. */
export function findingsIn(from: string): Finding[] {
  const found = linesOf<Finding>(from, FINDINGS);
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** Looks for secrets in a text and notes them. */
export function search(place: string, text: string): void {
  if (folder() === undefined) return;
  note(secretsIn(text).map((secret) => ({ place, secret })));
}

function append(to: string, file: string, value: unknown): void {
  appendFileSync(join(to, file), `${JSON.stringify(value)}\n`, { mode: 0o600 });
}

function linesOf<T>(from: string | undefined, file: string): T[] {
  if (from === undefined || !existsSync(join(from, file))) return [];
  const lines = readFileSync(join(from, file), "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}
