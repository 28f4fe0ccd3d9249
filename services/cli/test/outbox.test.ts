import { testDatabase, type TestDatabase } from "@tms/kit/testing/database";
import { newId } from "@tms/kit/values/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runTms } from "./run-tms.ts";

const OUTBOXES = ["tournament", "identity", "events"] as const;
type Outbox = (typeof OUTBOXES)[number];

let database: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  process.env["ADMIN_DATABASE_URL"] = database.adminUrl;
});
afterAll(async () => {
  delete process.env["ADMIN_DATABASE_URL"];
  await admin?.end();
  await database?.drop();
});

const tms = (...args: string[]) => runTms("http://127.0.0.1:1", args);

/** Stages a message of which the relay has had enough, one that waits for an hour, and a fresh one. */
async function stageIn(service: Outbox, payload: object) {
  const [dead, overdue, fresh] = [newId(), newId(), newId()];
  await admin.query(
    `INSERT INTO ${service}.outbox (id, topic, payload, attempts, created_at, dead_at, last_error)
     VALUES ($1, 'given-up', $4, 7200, now(), now(), 'no such thing'),
       ($2, 'late', '{}', 3, now() - interval '1 hour', NULL, 'away'),
       ($3, 'new', '{}', 0, now(), NULL, NULL)`,
    [dead, overdue, fresh, payload],
  );
  return { dead, overdue, fresh };
}

describe("tms outbox", () => {
  const [tournamentId, gameId] = [newId(), newId()];
  test.for([
    ["tournament", { tournamentId }, `tournament ${tournamentId}`],
    ["events", { gameId, url: "https://example.com" }, `game ${gameId}`],
    ["identity", { to: "ada@example.com", sealed: "x" }, "-"],
  ] as const)(
    "lists what the %s service gave up or is late with, and has it delivered again",
    async ([service, payload, about]) => {
      const { dead, overdue, fresh } = await stageIn(service, payload);
      const { stdout } = await tms("outbox");
      const line = (id: string) => stdout.split("\n").find((text) => text.startsWith(id));
      expect(line(dead)).toMatch(
        new RegExp(`^${dead} +${service} +dead +given-up +${about} +7200 .*no such thing$`),
      );
      expect(line(overdue)).toMatch(new RegExp(`^${overdue} +${service} +overdue .*away$`));
      expect(stdout).not.toContain(fresh);
      expect(stdout).not.toContain("ada@");

      expect(await tms("outbox", "retry", dead)).toMatchObject({
        code: 0,
        stdout: `message ${dead} of the ${service} service is delivered again\n`,
      });
      const { rows } = await admin.query(
        `SELECT dead_at, attempts, due_at <= now() AS due FROM ${service}.outbox WHERE id = $1`,
        [dead],
      );
      expect(rows).toEqual([{ dead_at: null, attempts: 0, due: true }]);
    },
  );

  test("lists what was given up before what is late, whosever it is", async () => {
    for (const service of OUTBOXES) await stageIn(service, {});
    const { stdout } = await tms("outbox");
    const states = [...stdout.matchAll(/ (dead|overdue) /g)].map(([, state]) => state);
    expect(new Set(states)).toEqual(new Set(["dead", "overdue"]));
    expect(states.lastIndexOf("dead")).toBeLessThan(states.indexOf("overdue"));
  });

  test("finds no message that is none", async () => {
    expect(await tms("outbox", "retry", newId())).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no message .*\n$/),
    });
  });
});
