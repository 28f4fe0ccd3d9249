import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import {
  getReason,
  publishTournament,
  createTournament,
  watchCalls,
} from "../../../test/world/actions.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import { createJoiner, createTournamentReader } from "../../src/batching/batches.ts";

const handles = Array.from({ length: 20 }, (_, n) => `gamer ${n}`);
const LATE = { reason: "DEADLINE_EXCEEDED" };
const BATCHING = { maxBatch: 256, inFlight: 2 };

describe("joins", () => {
  const test = base
    .extend("joiner", async ({ world }) => {
      const key = await publishTournament(world);
      return (batching = BATCHING, tournament = key) => {
        const join = createJoiner(world.clients, batching);
        return (handle: string, leftMs = 8_000) =>
          join({
            of: { requestId: newId(), ...tournament, handle },
            origin: { actor: SYSTEM, requestId: null },
            deadlineAt: performance.now() + leftMs,
          });
      };
    })
    .extend("calls", ({ world }) => watchCalls(world, "BatchJoin"));

  test("that wait for two calls leave in one more", async ({ world, joiner, calls }) => {
    const join = joiner();
    using silence = world.hold("BatchJoin");
    const answers = [join("ada")];
    await expect.poll(calls).toHaveLength(1);
    answers.push(join("bob"));
    await expect.poll(calls).toHaveLength(2);
    answers.push(...handles.map((handle) => join(handle)));
    silence[Symbol.dispose]();
    const entries = await Promise.all(answers);
    expect(entries.map(({ handle }) => handle)).toEqual(["ada", "bob", ...handles]);
    expect(calls()).toHaveLength(3);
  });

  test("are refused each for itself", async ({ joiner }) => {
    const join = joiner();
    await join("a");
    const reasons = await Promise.all(["a", "b", "c"].map((handle) => getReason(join(handle))));
    expect(reasons).toEqual(["GAMER_ALREADY_JOINED", "accepted", "accepted"]);
  });

  test("are not sent after their deadline", async ({ joiner, calls }) => {
    const join = joiner();
    await expect(join("late", 10)).rejects.toMatchObject(LATE);
    expect(calls()).toEqual([]);
    await expect(join("ada")).resolves.toMatchObject({ handle: "ada" });
  });

  test("wait no longer than their own deadline", async ({ world, joiner }) => {
    const join = joiner();
    using silence = world.hold("BatchJoin");
    const patient = join("ada", 60_000);
    const hasty = join("bob", 600);
    await silence.met;
    await expect(Promise.race([patient, hasty])).rejects.toMatchObject(LATE);
    silence[Symbol.dispose]();
    await patient;
  });
});

describe("reads of tournaments", () => {
  const test = base
    .extend("read", ({ world }) => {
      const read = createTournamentReader(world.clients);
      return (of: { gameId: string; tournamentId: string }, leftMs = 8_000) =>
        read({ of, deadlineAt: performance.now() + leftMs });
    })
    .extend("calls", ({ world }) => watchCalls(world, "BatchGetTournaments"));

  test("at the same time are one call", async ({ world, read, calls }) => {
    const first = await createTournament(world);
    const second = await createTournament(world, { gameId: first.gameId });
    const found = await Promise.all([first, second, first].map((key) => read(key)));
    expect(found.map(({ id }) => id)).toEqual(
      [first, second, first].map(({ tournamentId }) => tournamentId),
    );
    expect(calls()).toHaveLength(1);
  });

  test("find nothing of another game in the same call", async ({ world, read }) => {
    const key = await createTournament(world);
    const [own, foreign, unknown] = await Promise.all([
      read(key).then(({ id }) => id),
      getReason(read({ ...key, gameId: newId() })),
      getReason(read({ ...key, tournamentId: newId() })),
    ]);
    expect([own, foreign, unknown]).toEqual([
      key.tournamentId,
      "TOURNAMENT_NOT_FOUND",
      "TOURNAMENT_NOT_FOUND",
    ]);
  });

  test("neither wait for nor fail with a slow tournament", async ({ world, read, calls }) => {
    const slow = await publishTournament(world, { entryFeeMinorUnits: 100n });
    const quick = await createTournament(world, { gameId: slow.gameId });
    {
      using silence = world.hold("BatchGetBalances");
      const late = read(slow);
      expect((await read(quick)).id).toBe(quick.tournamentId);
      silence[Symbol.dispose]();
      expect((await late).id).toBe(slow.tournamentId);
    }
    expect(calls()).toHaveLength(1);
    using _ledger = world.fail("BatchGetBalances");
    using _entries = world.fail("BatchCountEntries");
    const [own, ...refused] = await Promise.all(
      [quick, slow, slow].map((key) => getReason(read(key))),
    );
    expect([own, ...refused]).toEqual(["accepted", "UNAVAILABLE", "UNAVAILABLE"]);
  });
});
