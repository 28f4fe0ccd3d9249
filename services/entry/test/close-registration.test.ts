import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeEach(async () => {
  under = await startEntry();
});
afterEach(() => under?.close());

const close = (cup: Cup) => under.entry.closeRegistration({ ...cup, requestId: newId() });

describe("closing a registration", () => {
  test("counts the entries, refuses joins from then on, and can be repeated", async () => {
    const cup = under.newCup();
    await under.joinAll(cup, handles(3));
    expect(await close(cup)).toMatchObject({ entries: 3, unfinished: 0 });
    expect(await refusal(under.join(cup, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
    expect(await close(cup)).toMatchObject({ entries: 3, unfinished: 0 });
  });

  test("finishes the joins under way, those paid for and those refused", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    under.wallet.fails = "after";
    await refusal(under.join(cup, "paid"));
    under.wallet.fails = "before";
    await refusal(under.join(cup, "open"));
    expect(await close(cup)).toMatchObject({ entries: 0, unfinished: 2 });
    under.wallet.fails = undefined;
    under.wallet.closedPools.add(cup.tournamentId);
    expect(await close(cup)).toMatchObject({ entries: 1, unfinished: 0 });
    expect(await under.seatsTaken(cup)).toBe(1);
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(1);
    expect(await refusal(under.join(cup, "open"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("that nobody opened leaves no way in for a join that had learnt of it before", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    under.tournaments.slow = () => {
      asked.resolve();
      return answer.promise;
    };
    const joining = refusal(under.join(cup, "ann"));
    await asked.promise;
    expect(await close(cup)).toMatchObject({ entries: 0, unfinished: 0 });
    answer.resolve();
    expect(["TOURNAMENT_ENDED", "TOURNAMENT_NOT_PUBLISHED"]).toContain(await joining);
    expect(under.wallet.calls).toBe(0);
    expect(await close(cup)).toMatchObject({ entries: 0, unfinished: 0 });
  });

  test("raced with joins counts everyone who got in", async () => {
    const cup = under.newCup({ entryFeeMinorUnits: 5n });
    await under.join(cup, "first");
    const joining = Promise.all(handles(80).map((handle) => refusal(under.join(cup, handle))));
    await close(cup);
    const inside = (await joining).filter((outcome) => outcome === "accepted").length;
    expect(await close(cup)).toMatchObject({ entries: inside + 1, unfinished: 0 });
    expect(under.wallet.charges(cup.tournamentId)).toHaveLength(inside + 1);
  });

  test("of another game's tournament finds none", async () => {
    const cup = under.newCup();
    await under.join(cup, "ann");
    expect(await refusal(close({ ...cup, gameId: newId() }))).toBe("TOURNAMENT_NOT_FOUND");
    expect(await refusal(under.join(cup, "bob"))).toBe("accepted");
  });
});
