import { once } from "node:events";
import { Code } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlState, violatedConstraint } from "@tms/kit/database/errors";
import type { Db, Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { translate } from "@tms/kit/rpc/interceptors";
import { atOneMoment, transaction } from "@tms/kit/database/transaction";
import { startDatabase } from "./database.ts";

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ db, drop } = await startDatabase());
});
afterAll(() => drop?.());

// Which step it is makes no difference here.
const STEP = "game.create";

const insert = (tx: Tx, id: string) =>
  tx.$client.query(`INSERT INTO request (id, fingerprint) VALUES ($1, '')`, [id]);
const raise = (tx: Tx, sqlstate: string) =>
  tx.$client.query(`DO $$ BEGIN RAISE EXCEPTION 'asked for' USING ERRCODE = '${sqlstate}'; END $$`);
const exists = async (id: string) =>
  (await db.$client.query(`SELECT 1 FROM request WHERE id = $1`, [id])).rowCount === 1;

describe("reading at one moment", () => {
  test("sees nothing that is committed meanwhile, and can write nothing", async () => {
    const [before, meanwhile] = [newId(), newId()];
    await transaction(db, STEP, (tx) => insert(tx, before));
    const count = async (tx: Tx) =>
      (await tx.$client.query(`SELECT FROM request WHERE id = ANY($1)`, [[before, meanwhile]]))
        .rowCount;
    const seen = await atOneMoment(db, async (tx) => {
      const first = await count(tx);
      await transaction(db, STEP, (other) => insert(other, meanwhile));
      return [first, await count(tx)];
    });
    expect(seen).toEqual([1, 1]);
    const writing = atOneMoment(db, (tx) => insert(tx, newId()));
    // read_only_sql_transaction
    expect(await writing.catch(sqlState)).toBe("25006");
    expect(await atOneMoment(db, count)).toBe(2);
  });
});

describe("a transaction", () => {
  test.for(["40001", "40P01"])("is repeated whole when Postgres asks for it: %s", async (state) => {
    const id = newId();
    let attempts = 0;
    await transaction(db, STEP, async (tx) => {
      await insert(tx, id);
      if (++attempts < 3) await raise(tx, state);
    });
    expect(attempts).toBe(3);
    expect(await exists(id)).toBe(true);
  });

  test("is given up after four attempts", async () => {
    let attempts = 0;
    const given = transaction(db, STEP, async (tx) => {
      attempts++;
      await raise(tx, "40001");
    });
    expect(await given.catch(sqlState)).toBe("40001");
    expect(attempts).toBe(4);
  });

  test("is repeated for the unique constraints that a race can violate, and no other", async () => {
    const id = newId();
    await transaction(db, STEP, (tx) => insert(tx, id));
    let attempts = 0;
    const again = (repeatOn: string[]) =>
      transaction(
        db,
        STEP,
        async (tx) => {
          attempts++;
          await insert(tx, id);
        },
        repeatOn,
      ).catch(violatedConstraint);
    expect(await again(["outbox_pkey"])).toBe("request_pkey");
    expect(attempts).toBe(1);
    expect(await again(["request_pkey"])).toBe("request_pkey");
    expect(attempts).toBe(5);
  });

  test("whose work hides a failed statement is no success", async () => {
    const id = newId();
    const hidden = transaction(db, STEP, async (tx) => {
      await insert(tx, id);
      await raise(tx, "22000").catch(() => undefined);
    });
    await expect(hidden).rejects.toThrow("rolled back");
    expect(await exists(id)).toBe(false);
  });

  test("that loses its connection leaves nothing and keeps the process", async () => {
    const id = newId();
    const cut = transaction(db, STEP, async (tx) => {
      await insert(tx, id);
      await tx.$client.query(`SELECT pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(cut).rejects.toThrow("terminat");
    expect(await exists(id)).toBe(false);
  });

  test("that finds its connection gone fails as unavailable, and the pool goes on", async () => {
    const cut = transaction(db, STEP, async (tx) => {
      const gone = once(tx.$client, "end");
      await tx.$client
        .query(`SELECT pg_terminate_backend(pg_backend_pid())`)
        .catch(() => undefined);
      await gone;
      await tx.$client.query(`SELECT 1`);
    });
    const failure = await cut.catch((error: unknown) => error);
    expect(translate(failure).code).toBe(Code.Unavailable);
    expect(db.$client.totalCount).toBe(db.$client.idleCount);
    await transaction(db, STEP, (tx) => tx.$client.query(`SELECT 1`));
  });

  test("that meets a standby takes another connection the next time", async () => {
    const backend = (tx: Tx) => tx.$client.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid`);
    const pids: (number | undefined)[] = [];
    const refused = transaction(db, STEP, async (tx) => {
      pids.push((await backend(tx)).rows[0]?.pid);
      await tx.$client.query(`SET TRANSACTION READ ONLY`);
      await insert(tx, newId());
    });
    expect(await refused.catch(sqlState)).toBe("25006");
    const { rows } = await transaction(db, STEP, backend);
    expect(pids).not.toContain(rows[0]?.pid);
  });
});
