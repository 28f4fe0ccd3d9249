import { ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors/status";
import { over, type Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { listSettlements } from "../src/db/settlements.ts";
import type { FakeTournament } from "./fakes/tournament.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

const { SCHEDULED, PLANNING, PAYING, DONE, DEAD, UNSPECIFIED } = SettlementState;

// Before all that is random.
const FIRST = "00000000-0000-0000-0000-000000000001";

let service: SettlementUnderTest;
/** One settlement in every state, in the order they were made. */
let tournaments: Record<"scheduled" | "planning" | "paying" | "done" | "dead", FakeTournament>;

beforeAll(async () => {
  service = await startSettlement();
  tournaments = {
    scheduled: service.tournament(),
    planning: service.tournament(),
    paying: service.tournament(),
    done: service.tournament(),
    dead: service.tournament(),
  };
  for (const tournament of Object.values(tournaments)) {
    tournament.join("ada");
    await service.schedule(tournament);
  }
  const stopAt = async (tournament: FakeTournament, rpc: string) => {
    service.faults.plan = ({ name }) => (name === rpc ? "fails" : undefined);
    await service.work(tournament);
    service.faults.plan = () => undefined;
  };
  await stopAt(tournaments.planning, "BatchFreezeRanking");
  await stopAt(tournaments.paying, "BatchDisburse");
  await service.work(tournaments.done);
  const { dead } = tournaments;
  service.ledger.move(dead.accounts.game, dead.accounts.pool, 1n, TransferKind.ENTRY_FEE);
  dead.status = Status.CANCELLED;
  await service.work(dead);
});
afterAll(() => service.close());

const list = async (state: SettlementState, pageSize = 0, pageToken = "") => {
  const page = await service.client.listSettlements({ state, pageSize, pageToken });
  return { ids: page.settlements.map((s) => s.tournamentId), next: page.nextPageToken };
};

const refusal = async (call: Promise<unknown>) =>
  toRemoteError(
    await call.then(() => {
      throw new Error("the call was not refused");
    }, ConnectError.from),
  );

describe("ListSettlements", () => {
  test.for([
    [SCHEDULED, ["scheduled"]],
    [PLANNING, ["planning"]],
    [PAYING, ["paying"]],
    [DONE, ["done"]],
    [DEAD, ["dead"]],
    [UNSPECIFIED, ["dead", "done", "paying", "planning", "scheduled"]],
  ] as const)("by state %i lists those in it alone", async ([state, names]) => {
    expect((await list(state)).ids).toEqual(names.map((name) => tournaments[name].id));
  });

  test("by page shows each once, the newest tournament first", async () => {
    const seen: string[] = [];
    let token = "";
    do {
      const page = await list(UNSPECIFIED, 2, token);
      seen.push(...page.ids);
      token = page.next;
    } while (token !== "");
    expect(seen).toEqual((await list(UNSPECIFIED)).ids);
  });

  test("tells why a dead one died", async () => {
    const { settlements } = await service.client.listSettlements({ state: DEAD });
    expect(settlements[0]).toMatchObject({ state: DEAD, failures: 1 });
    expect(settlements[0]?.lastError).toContain("the pool holds 4");
  });

  test("refuses a token it did not issue", async () => {
    const listed = ["settlements", UNSPECIFIED];
    const ofAnotherState = encodePageToken(["settlements", SCHEDULED], [newId()]);
    for (const pageToken of [
      "x",
      ofAnotherState,
      encodePageToken(listed, ["1"]),
      encodePageToken(listed, [newId(), "1"]),
    ])
      expect((await refusal(list(UNSPECIFIED, 2, pageToken))).reason).toBe("INVALID_PAGE_TOKEN");
  });
});

describe("a page of settlements", () => {
  const OTHERS = 4_000;
  const insertOthers = (tx: Tx, state: string) =>
    tx.$client.query(
      `INSERT INTO settlement (tournament_id, game_id, kind, state, due_at, run_at, currency,
         pool_minor, finished_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'payout', $1, now(), now(), 'USD', 1,
         CASE WHEN $1 = 'done' THEN now() END
       FROM generate_series(1, $2)`,
      [state, OTHERS],
    );
  const rowsRead = async (tx: Tx) => {
    const { rows } = await tx.$client.query<{ read: bigint }>(
      `SELECT idx_tup_fetch + seq_tup_read AS read FROM pg_stat_xact_user_tables
       WHERE relid = 'settlement'::regclass`,
    );
    return Number(rows[0]?.read);
  };

  test.for([
    ["scheduled", "done", undefined],
    ["planning", "scheduled", undefined],
    ["paying", "scheduled", undefined],
    ["dead", "done", undefined],
    [undefined, "done", FIRST],
  ] as const)(
    "in state %s reads what it shows, however many there are in state %s",
    async ([state, othersIn, before]) => {
      const tx = over(await service.context.db.$client.connect());
      try {
        await tx.$client.query("BEGIN");
        await insertOthers(tx, othersIn);
        // As the pool does once a table has grown.
        await tx.$client.query("DISCARD PLANS");
        const read = await rowsRead(tx);
        await listSettlements(tx, state, before, 10);
        expect((await rowsRead(tx)) - read).toBeLessThan(20);
      } finally {
        await tx.$client.query("ROLLBACK");
        tx.$client.release();
      }
    },
  );
});

describe("GetSettlement", () => {
  test("of another game's tournament is refused as that of an unknown one", async () => {
    const { id: tournamentId, gameId } = tournaments.done;
    for (const key of [
      { tournamentId, gameId: newId() },
      { tournamentId: newId(), gameId },
    ])
      expect((await refusal(service.client.getSettlement(key))).reason).toBe(
        "TOURNAMENT_NOT_FOUND",
      );
  });

  test("of a tournament that was never published says so", async () => {
    const { id: tournamentId, gameId } = service.tournament();
    const call = service.client.getSettlement({ tournamentId, gameId });
    expect((await refusal(call)).reason).toBe("SETTLEMENT_NOT_FOUND");
  });

  test("refuses a token it did not issue", async () => {
    const { id: tournamentId, gameId } = tournaments.done;
    for (const pageToken of [
      "x",
      encodePageToken(["payouts", tournamentId], ["-"]),
      encodePageToken(["payouts", tournamentId], ["999999999999999999"]),
      encodePageToken(["payouts", tournaments.paying.id], ["1"]),
    ]) {
      const call = service.client.getSettlement({ tournamentId, gameId, pageToken });
      expect((await refusal(call)).reason).toBe("INVALID_PAGE_TOKEN");
    }
  });

  test("shows a plan before it is paid, and when it was paid after", async () => {
    const paying = await service.read(tournaments.paying);
    expect(paying.payouts).toMatchObject([{ handle: "ada", amount: { minorUnits: 3n } }]);
    expect(paying.payouts[0]?.payTime).toBeUndefined();
    const done = await service.read(tournaments.done);
    expect(done.payouts[0]?.payTime).toBeDefined();
    expect(done.payouts[0]?.transferId).not.toBe(paying.payouts[0]?.transferId);
  });
});
