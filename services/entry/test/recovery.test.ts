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
  type Cup,
  type EntryUnderTest,
} from "./service.ts";

// Recovery sees all joins of a database, so each test has one to itself.
let under: EntryUnderTest;
beforeEach(async () => {
  under = await startEntry();
});
afterEach(() => under?.close());

const recoverJoins = (context: Context) => createRecovery(context)();

const PAID = { entryFeeMinorUnits: 250n };

describe.each(["before", "after"] as const)(
  "a join whose charge timed out %s it was made",
  (when) => {
    test("is unavailable, keeps its seat, and is finished once by recovery", async () => {
      const cup = under.newCup({ ...PAID, maxEntries: 1 });
      const requestId = newId();
      under.wallet.fails = when;
      expect(await refusal(under.join(cup, "ann", requestId))).toBe("UNAVAILABLE");
      expect(await refusal(under.join(cup, "bob"))).toBe("TOURNAMENT_FULL");
      expect((await under.entry.listEntries(cup)).entries).toEqual([]);

      under.wallet.fails = undefined;
      await under.allDue();
      await recoverJoins(under.context);
      expect((await under.entry.listEntries(cup)).entries).toHaveLength(1);
      expect((await under.join(cup, "ann", requestId)).handle).toBe("ann");
      expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
      expect(await under.seatsTaken(cup)).toBe(1);
    });

    test("is finished once by its own repeat", async () => {
      const cup = under.newCup(PAID);
      const requestId = newId();
      under.wallet.fails = when;
      await under.join(cup, "ann", requestId).catch(() => undefined);
      under.wallet.fails = undefined;
      await Promise.all(Array.from({ length: 8 }, () => under.join(cup, "ann", requestId)));
      expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
    });

    test("is finished by the gamer's next attempt, which is told so", async () => {
      const cup = under.newCup(PAID);
      under.wallet.fails = when;
      await under.join(cup, "ann").catch(() => undefined);
      expect(await refusal(under.join(cup, "ann"))).toBe("UNAVAILABLE");
      under.wallet.fails = undefined;
      expect(await refusal(under.join(cup, "ann"))).toBe("GAMER_ALREADY_JOINED");
      expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
    });
  },
);

describe("recovery", () => {
  test("frees the seat of a join that cannot be paid after all", async () => {
    const cup = under.newCup({ ...PAID, payer: Payer.WALLET, maxEntries: 1 });
    const requestId = newId();
    under.wallet.fails = "before";
    await under.join(cup, "ann", requestId).catch(() => undefined);
    under.wallet.fails = undefined;
    await under.allDue();
    await recoverJoins(under.context);
    expect(await under.seatsTaken(cup)).toBe(0);
    expect(await refusal(under.join(cup, "ann", requestId))).toBe("INSUFFICIENT_FUNDS");
  });

  test("of two replicas shares the work and charges everyone once", async () => {
    const other = await startEntry(under);
    const cup = under.newCup({ ...PAID, maxEntries: 50 });
    const joins = handles(50).map((handle) => ({ ...cup, handle, requestId: newId() }));
    under.wallet.fails = "after";
    await outcomesOf(under.entry, joins);
    under.wallet.fails = undefined;
    await under.allDue();
    const contexts = [under.context, other.context, under.context];
    await Promise.all([...contexts.map(recoverJoins), outcomesOf(other.entry, joins)]);
    expect((await under.entry.listEntries({ ...cup, pageSize: 100 })).entries).toHaveLength(50);
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(50);
    expect(await under.seatsTaken(cup)).toBe(50);
    await other.close();
  });

  test("comes to a join that is due behind however many that are not", async () => {
    const cups = [under.newCup(PAID), under.newCup(PAID)];
    const [many, one] = cups.toSorted((a, b) => (a.tournamentId < b.tournamentId ? -1 : 1));
    if (many === undefined || one === undefined) throw new Error("two were made");
    under.wallet.fails = "before";
    const joins = handles(1_000).map((handle) => ({ ...many, handle, requestId: newId() }));
    await outcomesOf(under.entry, joins);
    await refusal(under.join(one, "ann"));
    under.wallet.fails = undefined;
    await under.admin.query(
      `UPDATE entry.pending_join SET retry_at = now() + interval '1 hour' * CASE tournament_id
         WHEN $1 THEN -1 ELSE 1 END`,
      [one.tournamentId],
    );
    const recover = createRecovery(under.context);
    for (let round = 0; round < 2; round++) await recover();
    expect((await under.entry.listEntries(one)).entries).toHaveLength(1);
    expect(under.wallet.charges(many.tournamentId)).toEqual([]);
  });

  test("waits longer after each failure, and leaves fresh joins to their makers", async () => {
    const cup = under.newCup(PAID);
    under.wallet.fails = "before";
    await under.join(cup, "ann").catch(() => undefined);
    const { calls } = under.wallet;
    await recoverJoins(under.context);
    expect(under.wallet.calls).toBe(calls);
    await under.allDue();
    await recoverJoins(under.context);
    await recoverJoins(under.context);
    expect(under.wallet.calls).toBe(calls + 1);
  });
});

describe("a join that can never be finished keeps none of its neighbours pending", () => {
  const NEIGHBOURS = handles(20);

  async function joinBeside(poison: string, when: "now" | "later"): Promise<Cup> {
    const cup = under.newCup({ ...PAID, payer: Payer.WALLET });
    const { gameId } = cup;
    for (const handle of [poison, ...NEIGHBOURS]) {
      const { gamer } = await under.entry.createGamer({ requestId: newId(), gameId, handle });
      if (handle === poison) under.wallet.poison = gamer?.id;
      under.wallet.funds.set(gamer?.id ?? "", 1_000n);
    }
    under.wallet.fails = when === "later" ? "before" : undefined;
    const joins = [poison, ...NEIGHBOURS].map((handle) => ({ ...cup, handle, requestId: newId() }));
    await outcomesOf(under.entry, joins);
    under.wallet.fails = undefined;
    return cup;
  }

  test.for([
    ["their batch", "now", () => Promise.resolve()],
    ["recovery", "later", () => under.allDue().then(() => recoverJoins(under.context))],
    [
      "closing",
      "later",
      (cup: Cup) => under.entry.closeRegistration({ ...cup, requestId: newId() }),
    ],
  ] as const)("in %s", async ([, when, finish]) => {
    const cup = await joinBeside("poison", when);
    await finish(cup);
    const { entries } = await under.entry.listEntries(cup);
    expect(entries.map((entry) => entry.handle).toSorted()).toEqual(NEIGHBOURS.toSorted());
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(NEIGHBOURS.length);
    expect(await under.seatsTaken(cup)).toBe(NEIGHBOURS.length + 1);
  });
});
