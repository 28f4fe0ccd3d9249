import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

export interface Finding {
  place: string;
  secret: string;
}

/** The environment variable that names the folder of a test run. */
export const LEAKS_FOLDER = "TMS_TEST_LEAKS";

/** Patterns by kind of secret, in the syntax that JavaScript and Postgres share. */
const PATTERNS: Readonly<Record<string, string>> = {
  "an API key": "tms_(live|test)_[0-9A-Za-z]{49}",
  "a caller token": "tmsc_[0-9A-Za-z]{49}",
  "a refresh token": "tmsr_[0-9A-Za-z_-]{40}",
  "a webhook secret": "whsec_[0-9A-Za-z+/]{40}",
  "an access token": "eyJ[0-9A-Za-z_-]{10,}[.]eyJ[0-9A-Za-z_-]{10,}[.][0-9A-Za-z_-]{80}",
  // Every password of the suites contains this mark.
  "a password": "-otter",
};
const ANY = Object.values(PATTERNS).join("|");
const KINDS = Object.entries(PATTERNS).map(([name, form]) => ({ name, regexp: new RegExp(form) }));

const ownSecrets: string[] = [];

/** Adds a secret that no pattern matches, such as the token of a mailed link. Returns the secret. */
export function addKnownSecret(secret: string): string {
  ownSecrets.push(secret);
  note([{ known: secret }]);
  return secret;
}

/** Returns a finding for each kind of secret in a string. A string in `known` counts as a secret. */
export function findSecrets(place: string, text: string, known: readonly string[]): Finding[] {
  const kinds = KINDS.filter(({ regexp }) => regexp.test(text)).map(({ name }) => name);
  if (known.some((secret) => text.includes(secret))) kinds.push("a mailed token");
  return kinds.map((secret) => ({ place, secret }));
}

export function searchText(place: string, text: string): void {
  if (process.env[LEAKS_FOLDER] !== undefined) note(findSecrets(place, text, []));
}

/** Returns a finding for each kind of secret in each log file of a folder, at any depth. */
export async function findInLogs(folder: string, known: readonly string[]): Promise<Finding[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Only regular files are read, because a test may put an endless device in the place of a log.
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".log"));
  return files.flatMap(({ name, parentPath }) =>
    findSecrets(`the file ${name}`, readFileSync(join(parentPath, name), "utf8"), known),
  );
}

/** Notes the secrets in the log files of a folder that is about to be removed. */
export async function searchLogs(folder: string): Promise<void> {
  const notes = process.env[LEAKS_FOLDER];
  if (notes === undefined || !existsSync(folder)) return;
  note(await findInLogs(folder, readNotes(notes).known));
}

/** Runs a query as the administrator, with bytea columns shown as text. */
export async function query<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, options: "-c bytea_output=escape" });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}

// Builds a query for rows with secrets, at most five of each table. The table of the development mailbox is
// excluded, because it contains mailed codes and links on purpose.
const SEARCH = `SELECT string_agg(format(
    '(SELECT %L AS name, t::text AS row FROM %I.%I t WHERE t::text ~ $1
      OR EXISTS (SELECT FROM unnest($2::text[]) known WHERE strpos(t::text, known) > 0) LIMIT 5)',
    schemaname || '.' || tablename, schemaname, tablename), ' UNION ALL ') AS search
  FROM pg_tables WHERE (schemaname, tablename) <> ('identity', 'mail')
    AND schemaname NOT LIKE 'pg\\_%' AND schemaname <> 'information_schema'`;

/** Returns a finding for each kind of secret in a row, for at most five rows of each table of a database. */
export async function findInDatabase(url: string, known: readonly string[]): Promise<Finding[]> {
  const [tables] = await query<{ search: string | null }>(url, SEARCH);
  if (!tables?.search) return [];
  const rows = await query<{ name: string; row: string }>(url, tables.search, [ANY, known]);
  return rows.flatMap(({ name, row }) => findSecrets(`the table ${name}`, row, known));
}

// Ends all other connections. An open connection may hold a lock, and dropping the database would end it
// anyway.
const DISCONNECT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Notes the secrets in a database that is about to be dropped. */
export async function searchDatabase(url: string): Promise<void> {
  if (process.env[LEAKS_FOLDER] === undefined) return;
  await query(url, DISCONNECT);
  // Only this process uses the database, so it cannot contain the secrets of other processes.
  note(await findInDatabase(url, ownSecrets));
}

// The file to which all processes of a test run append, with one line of JSON for each note.
const NOTES = "leaks.jsonl";

function note(notes: readonly (Finding | { known: string })[]): void {
  const folder = process.env[LEAKS_FOLDER];
  if (folder === undefined || notes.length === 0) return;
  const lines = notes.map((each) => `${JSON.stringify(each)}\n`).join("");
  appendFileSync(join(folder, NOTES), lines, { mode: 0o600 });
}

/** Returns the findings of all processes of a test run, and the secrets that they have added. */
export function readNotes(folder: string): { findings: Finding[]; known: string[] } {
  const file = join(folder, NOTES);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const notes = lines.map((line) => JSON.parse(line) as Finding | { known: string });
  return {
    findings: notes.filter((each) => "place" in each),
    known: notes.flatMap((each) => ("known" in each ? [each.known] : [])),
  };
}
