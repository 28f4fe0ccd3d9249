import pg from "pg";
import { administer } from "../../database/admin.ts";
import { ANY_HEAD, ANY_SECRET, formsOf, secretsIn } from "./kinds.ts";
import { LEAKS_FOLDER, note, ownSecrets, type Finding } from "./findings.ts";

/** Tables in which secrets stand by purpose, and why. */
const BY_PURPOSE: Readonly<Record<string, string>> = {
  "identity.mail": "The mailbox of development shows mails, and mails bring codes and links.",
};

// One row of a table says as much as a hundred.
const MOST_ROWS = 5;

/**
 * The secrets in a database, whatever the type of their column: each row is read as text, in which
 * bytes are hexadecimal. Hashes and what is sealed look like none.
 */
export async function secretsInDatabase(
  adminUrl: string,
  known: readonly string[],
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class
       JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind = 'r' AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
    );
    const searched = tables.map(({ name }) => name).filter((name) => !(name in BY_PURPOSE));
    if (searched.length === 0) return [];
    const inTable = (name: string) =>
      `(SELECT '${name}' AS name, t::text AS row FROM ${name} t
        WHERE t::text ~ $3 AND t::text ~ $1
          OR EXISTS (SELECT FROM unnest($2::text[]) form WHERE strpos(t::text, form) > 0)
        LIMIT ${MOST_ROWS})`;
    const { rows } = await client.query<{ name: string; row: string }>(
      searched.map(inTable).join(" UNION ALL "),
      [ANY_SECRET, known.flatMap(formsOf), ANY_HEAD],
    );
    return rows.flatMap(({ name, row }) =>
      secretsIn(row, known).map((secret) => ({ place: `the table ${name}`, secret })),
    );
  } finally {
    await client.end();
  }
}

/** Looks for secrets in a database that is about to be dropped, and notes them. */
export async function searchDatabase(adminUrl: string): Promise<void> {
  if (process.env[LEAKS_FOLDER] === undefined) return;
  // Whoever is left may hold a lock, and would be ended by the drop in any case.
  await administer(
    adminUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  // It belongs to this process alone. Those of all the others would be thousands, sought in each row.
  note(await secretsInDatabase(adminUrl, ownSecrets()));
}
