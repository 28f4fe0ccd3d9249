import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import type { FakeTournament } from "./fakes/tournament.ts";
import { runWorkers, startSettlement, type SettlementUnderTest } from "./service.ts";

describe("with a queue on Postgres", () => {
  let service: SettlementUnderTest;
  let workers: { stop(): Promise<void> } | undefined;
  beforeAll(async () => {
    service = await startSettlement((url) => ({ backend: "postgres", url }));
  });
  afterEach(async () => {
    await workers?.stop();
    workers = undefined;
  });
  afterAll(() => service.close());

  const newTournament = () => {
    const tournament = service.tournament();
    tournament.join("ada");
    return tournament;
  };
  const settled = async (tournament: FakeTournament) => {
    const stateOf = async () => (await service.read(tournament)).settlement.state;
    await expect.poll(stateOf).toBe(SettlementState.DONE);
    expect(tournament.balanceOf("ada")).toBe(3n);
  };

  test("a worker takes a settlement up at its moment", async () => {
    workers = runWorkers(service, { sweeper: false });
    const tournament = newTournament();
    await service.schedule(tournament, 400);
    await settled(tournament);
  });

  test("what came due while nobody worked is settled by the first worker", async () => {
    const tournaments = [newTournament(), newTournament(), newTournament()];
    for (const tournament of tournaments) await service.schedule(tournament);
    workers = runWorkers(service);
    for (const tournament of tournaments) await settled(tournament);
  });

  test("a crowd of tournaments that end together is settled, and no job is left behind", async () => {
    workers = runWorkers(service);
    const tournaments = Array.from({ length: 60 }, newTournament);
    await Promise.all(tournaments.map((tournament) => service.schedule(tournament)));
    for (const tournament of tournaments) await settled(tournament);
    const jobs = async () => (await service.admin.query(`SELECT id FROM bullmq.job`)).rows;
    await expect.poll(jobs).toEqual([]);
  });

  test("an end in the far future holds up nothing", async () => {
    workers = runWorkers(service, { sweeper: false });
    const [far, near] = [newTournament(), newTournament()];
    await service.schedule(far, Date.UTC(9999, 11, 31) - Date.now());
    await service.schedule(near, 100);
    await settled(near);
    expect((await service.read(far)).settlement.state).toBe(SettlementState.SCHEDULED);
  });
});
