import { over, type Db } from "@tms/kit/database/handle";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { batchedClients } from "../src/clients/clients.ts";
import { settle } from "../src/settle.ts";
import { batchedQueries } from "../src/batching/queries.ts";
import type { FakeTournament, TournamentOptions } from "./fakes/tournament.ts";
import type { Fault, Faults } from "./fakes/faults.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

// The queries of a worker can go wrong like its calls.
const faultyDb = ({ $client }: Db, faults: Faults): Db =>
  over(
    new Proxy($client, {
      get(target, key) {
        if (key !== "query") return Reflect.get(target, key) as unknown;
        return (...query: unknown[]) =>
          faults.around(
            "query",
            () => Reflect.apply(target.query, target, query) as Promise<unknown>,
          );
      },
    }),
  );

/** Every way a tournament can end, with what its accounts must hold afterwards. */
const ENDINGS: Record<
  string,
  {
    options: Partial<TournamentOptions>;
    end(tournament: FakeTournament): Promise<unknown>;
    status: Status;
    paid: bigint[];
  }
> = {
  "paid out": {
    options: { prizeSplit: [50, 30, 20], platformFeeBps: 1_000, feeMinor: 101n },
    end: (tournament) => service.schedule(tournament),
    status: Status.COMPLETED,
    // 404 less 40: 182 + 109 of it by shares, and 72 shared by two; the odd unit to the best.
    paid: [40n, 183n, 109n, 36n, 36n],
  },
  cancelled: {
    options: { payer: Payer.WALLET, feeMinor: 101n, platformFeeBps: 1_000 },
    end(tournament) {
      tournament.status = Status.CANCELLED;
      const { gameId, id: tournamentId } = tournament;
      return service.client.startRefund({ requestId: newId(), gameId, tournamentId });
    },
    status: Status.CANCELLED,
    paid: [0n, 101n, 101n, 101n, 101n],
  },
  abandoned: {
    options: { payer: Payer.WALLET, feeMinor: 101n, minEntries: 5 },
    end: (tournament) => service.schedule(tournament),
    status: Status.CANCELLED,
    paid: [0n, 101n, 101n, 101n, 101n],
  },
};

type Plan = Faults["plan"];

describe.for(Object.keys(ENDINGS))("a tournament that is %s", (ending) => {
  const { options, end, status, paid } = ENDINGS[ending]!;

  async function scheduled(): Promise<FakeTournament> {
    const tournament = service.tournament(options);
    tournament.join("best", "next", "tie1", "tie2");
    tournament.eliminate("tie1", "tie2");
    tournament.eliminate("next");
    await end(tournament);
    return tournament;
  }

  /** Works on a tournament until it is done; returns how many calls and queries that took. */
  async function workUntilDone(tournament: FakeTournament, plan: Plan): Promise<number> {
    const faults = service.faults;
    faults.calls.length = 0;
    faults.plan = plan;
    const db = faultyDb(service.context.db, faults);
    const context = {
      ...service.context,
      db,
      queries: batchedQueries(db),
      batched: batchedClients(service.context),
    };
    for (let attempt = 0; attempt < 5; attempt++) {
      await service.makeDue(tournament);
      const died = faults.renew();
      await Promise.race([settle(context, tournament.id).catch(() => undefined), died]);
      if (await isDone(tournament)) break;
    }
    return faults.calls.length;
  }

  // Past the faults, and no call that would be counted.
  async function isDone(tournament: FakeTournament): Promise<boolean> {
    const { rowCount } = await service.context.db.$client.query(
      `SELECT FROM settlement WHERE tournament_id = $1 AND state = 'done'`,
      [tournament.id],
    );
    return rowCount === 1;
  }

  async function expectPaidOnce(tournament: FakeTournament): Promise<void> {
    const { settlement } = await service.read(tournament);
    expect(settlement.state).toBe(SettlementState.DONE);
    expect([
      service.ledger.balance(tournament.accounts.platform),
      ...["best", "next", "tie1", "tie2"].map(tournament.balanceOf),
    ]).toEqual(paid);
    expect(service.ledger.balance(tournament.accounts.pool)).toBe(0n);
    expect(service.ledger.total()).toBe(0n);
    expect(tournament.status).toBe(status);
    expect(tournament.winners.size).toBe(status === Status.COMPLETED ? 1 : 0);
  }

  test.for(["before", "after"] as const)(
    "pays everyone once, whichever call or query is interrupted %s it is done",
    async (moment) => {
      const smooth = await scheduled();
      const steps = await workUntilDone(smooth, () => undefined);
      await expectPaidOnce(smooth);
      expect(steps).toBeGreaterThan(10);
      for (const fault of ["fails", "dies"] satisfies Fault[])
        for (let step = 0; step < steps; step++) {
          const tournament = await scheduled();
          const taken = await workUntilDone(tournament, ({ index, when }) =>
            index === step && when === moment ? fault : undefined,
          );
          expect(taken).toBeGreaterThan(step);
          await expectPaidOnce(tournament);
        }
    },
  );

  test("pays everyone once when two workers are at it in step", async () => {
    for (let round = 0; round < 5; round++) {
      const tournament = await scheduled();
      service.faults.plan = () => undefined;
      await service.makeDue(tournament);
      // Each believes the other dead: the lease of the first is broken when it has begun.
      const first = settle(service.context, tournament.id);
      await expect.poll(() => isLeased(tournament), { interval: 1 }).toBe(true);
      await service.makeDue(tournament);
      await Promise.all([first, settle(service.context, tournament.id)]);
      await workUntilDone(tournament, () => undefined);
      await expectPaidOnce(tournament);
    }
  });

  const isLeased = async (tournament: FakeTournament) => {
    const { rows } = await service.context.db.$client.query<{ leased: boolean }>(
      `SELECT coalesce(lease_until > now(), false) OR state = 'done' AS leased FROM settlement WHERE tournament_id = $1`,
      [tournament.id],
    );
    return rows[0]?.leased;
  };
});

test("of many workers only one takes up a settlement", async () => {
  const tournament = service.tournament();
  tournament.join("ada");
  await service.schedule(tournament);
  service.faults.plan = () => undefined;
  service.faults.calls.length = 0;
  await Promise.all(Array.from({ length: 10 }, () => settle(service.context, tournament.id)));
  expect(service.faults.calls.filter((name) => name === "BatchFreezeRanking")).toHaveLength(1);
  expect(tournament.balanceOf("ada")).toBe(3n);
});
