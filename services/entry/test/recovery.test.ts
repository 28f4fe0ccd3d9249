import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Context } from "../src/context.ts";
import { createRecovery } from "../src/joining/recovery.ts";
import {
  handles,
  outcomesOf,
  refusal,
  startEntry,
  walletOf,
  type EntryUnderTest,
  type TournamentKey,
} from "./service.ts";

// Recovery sees all joins of a database, so each test has one to itself.
let service: EntryUnderTest;
beforeEach(async () => {
  service = await startEntry();
});
afterEach(() => service?.close());

const callsForFees = () => service.wallet.requestsOf("collectFees").length;
const recoverJoins = (context: Context) => createRecovery(context)();

const PAID = { entryFeeMinorUnits: 250n };

describe.each(["before", "after"] as const)(
  "a join whose charge was cut off %s it was made",
  (when) => {
    test("is unavailable, keeps its seat, and is finished once by recovery", async () => {
      const tournament = service.newTournament({ ...PAID, maxEntries: 1 });
      const requestId = newId();
      service.wallet.fails = when;
      expect(await refusal(service.join(tournament, "ann", requestId))).toBe("UNAVAILABLE");
      expect(await refusal(service.join(tournament, "bob"))).toBe("TOURNAMENT_FULL");
      expect((await service.entry.listEntries(tournament)).entries).toEqual([]);

      service.wallet.fails = undefined;
      await service.allDue();
      await recoverJoins(service.context);
      expect((await service.entry.listEntries(tournament)).entries).toHaveLength(1);
      expect((await service.join(tournament, "ann", requestId)).handle).toBe("ann");
      expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
      expect(await service.seatsTaken(tournament)).toBe(1);
    });

    test("is finished once by its own repeat", async () => {
      const tournament = service.newTournament(PAID);
      const requestId = newId();
      service.wallet.fails = when;
      await service.join(tournament, "ann", requestId).catch(() => undefined);
      service.wallet.fails = undefined;
      await Promise.all(
        Array.from({ length: 8 }, () => service.join(tournament, "ann", requestId)),
      );
      expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
    });

    test("is finished by the gamer's next attempt, which is told so", async () => {
      const tournament = service.newTournament(PAID);
      service.wallet.fails = when;
      await service.join(tournament, "ann").catch(() => undefined);
      expect(await refusal(service.join(tournament, "ann"))).toBe("UNAVAILABLE");
      service.wallet.fails = undefined;
      expect(await refusal(service.join(tournament, "ann"))).toBe("GAMER_ALREADY_JOINED");
      expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
    });
  },
);

describe("recovery", () => {
  test("frees the seat of a join that cannot be paid after all", async () => {
    const tournament = service.newTournament({ ...PAID, payer: Payer.WALLET, maxEntries: 1 });
    const requestId = newId();
    service.wallet.fails = "before";
    await service.join(tournament, "ann", requestId).catch(() => undefined);
    service.wallet.fails = undefined;
    await service.allDue();
    await recoverJoins(service.context);
    expect(await service.seatsTaken(tournament)).toBe(0);
    expect(await refusal(service.join(tournament, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
  });

  test("of two replicas shares the work and charges everyone once", async () => {
    const other = await startEntry(service);
    const tournament = service.newTournament({ ...PAID, maxEntries: 50 });
    const joins = handles(50).map((handle) => ({ ...tournament, handle, requestId: newId() }));
    service.wallet.fails = "after";
    await outcomesOf(service.entry, joins);
    service.wallet.fails = undefined;
    await service.allDue();
    const contexts = [service.context, other.context, service.context];
    await Promise.all([...contexts.map(recoverJoins), outcomesOf(other.entry, joins)]);
    expect(
      (await service.entry.listEntries({ ...tournament, pageSize: 100 })).entries,
    ).toHaveLength(50);
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(50);
    expect(await service.seatsTaken(tournament)).toBe(50);
    await other.close();
  });

  test("comes to a join that is due behind however many that are not", async () => {
    const tournaments = [service.newTournament(PAID), service.newTournament(PAID)];
    const [many, one] = tournaments.toSorted((a, b) => (a.tournamentId < b.tournamentId ? -1 : 1));
    if (many === undefined || one === undefined) throw new Error("two were made");
    service.wallet.fails = "before";
    const joins = handles(1_000).map((handle) => ({ ...many, handle, requestId: newId() }));
    await outcomesOf(service.entry, joins);
    await refusal(service.join(one, "ann"));
    service.wallet.fails = undefined;
    await service.admin.query(
      `UPDATE entry.pending_join SET retry_at = now() + interval '1 hour' * CASE tournament_id
         WHEN $1 THEN -1 ELSE 1 END`,
      [one.tournamentId],
    );
    const recover = createRecovery(service.context);
    for (let round = 0; round < 2; round++) await recover();
    expect((await service.entry.listEntries(one)).entries).toHaveLength(1);
    expect(service.wallet.charges(many.tournamentId)).toEqual([]);
  });

  test("waits longer after each failure, and leaves fresh joins to their makers", async () => {
    const tournament = service.newTournament(PAID);
    service.wallet.fails = "before";
    await service.join(tournament, "ann").catch(() => undefined);
    const calls = callsForFees();
    await recoverJoins(service.context);
    expect(callsForFees()).toBe(calls);
    await service.allDue();
    await recoverJoins(service.context);
    await recoverJoins(service.context);
    expect(callsForFees()).toBe(calls + 1);
  });
});

describe("a join that can never be finished keeps no other pending", () => {
  const OTHERS = handles(20);

  async function joinBeside(poison: string, when: "now" | "later"): Promise<TournamentKey> {
    const tournament = service.newTournament({ ...PAID, payer: Payer.WALLET });
    const { gameId } = tournament;
    for (const handle of [poison, ...OTHERS]) {
      const { gamer } = await service.entry.createGamer({ requestId: newId(), gameId, handle });
      if (handle === poison) service.wallet.poison = gamer?.id;
      service.wallet.put(walletOf(tournament, gamer!), 1_000n);
    }
    service.wallet.fails = when === "later" ? "before" : undefined;
    const joins = [poison, ...OTHERS].map((handle) => ({
      ...tournament,
      handle,
      requestId: newId(),
    }));
    await outcomesOf(service.entry, joins);
    service.wallet.fails = undefined;
    return tournament;
  }

  test.for([
    ["their batch", "now", () => Promise.resolve()],
    ["recovery", "later", () => service.allDue().then(() => recoverJoins(service.context))],
    ["closing", "later", (tournament: TournamentKey) => service.closeRegistration(tournament)],
  ] as const)("in %s", async ([, when, finish]) => {
    const tournament = await joinBeside("poison", when);
    await finish(tournament);
    const { entries } = await service.entry.listEntries(tournament);
    expect(entries.map((entry) => entry.handle).toSorted()).toEqual(OTHERS.toSorted());
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(OTHERS.length);
    expect(await service.seatsTaken(tournament)).toBe(OTHERS.length + 1);
  });
});
