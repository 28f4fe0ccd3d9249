import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { handles, poolOf, refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeEach(async () => {
  service = await startEntry();
});
afterEach(() => service?.close());

describe("closing a registration", () => {
  test("counts the entries, refuses joins from then on, and can be repeated", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, handles(3));
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 3 });
    expect(await refusal(service.join(tournament, "late"))).toBe("TOURNAMENT_NOT_PUBLISHED");
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 3 });
  });

  test("finishes the joins under way, those paid for and those refused", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    service.wallet.fails = "after";
    await refusal(service.join(tournament, "paid"));
    service.wallet.fails = "before";
    await refusal(service.join(tournament, "open"));
    expect(await service.closeRegistration(tournament)).toBe(2);
    service.wallet.fails = undefined;
    service.wallet.close(poolOf(tournament));
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 1 });
    expect(await service.seatsTaken(tournament)).toBe(1);
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(1);
    expect(await refusal(service.join(tournament, "open"))).toBe("TOURNAMENT_NOT_PUBLISHED");
  });

  test("that nobody opened leaves no way in for a join that had learnt of it before", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    service.tournaments.slow = () => {
      asked.resolve();
      return answer.promise;
    };
    const joining = refusal(service.join(tournament, "ann"));
    await asked.promise;
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 0 });
    answer.resolve();
    expect(["TOURNAMENT_ENDED", "TOURNAMENT_NOT_PUBLISHED"]).toContain(await joining);
    expect(service.wallet.requestsOf("collectFees")).toEqual([]);
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: 0 });
  });

  test("raced with joins counts everyone who got in", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    await service.join(tournament, "first");
    const joining = Promise.all(
      handles(80).map((handle) => refusal(service.join(tournament, handle))),
    );
    await service.closeRegistration(tournament);
    const inside = (await joining).filter((outcome) => outcome === "accepted").length;
    expect(await service.closeRegistration(tournament)).toMatchObject({ entries: inside + 1 });
    expect(service.wallet.charges(tournament.tournamentId)).toHaveLength(inside + 1);
  });

  test("of another game's tournament finds none", async () => {
    const tournament = service.newTournament();
    await service.join(tournament, "ann");
    expect(await refusal(service.closeRegistration({ ...tournament, gameId: newId() }))).toBe(
      "TOURNAMENT_NOT_FOUND",
    );
    expect(await refusal(service.join(tournament, "bob"))).toBe("accepted");
  });
});
