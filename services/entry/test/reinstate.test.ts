import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EntryState } from "@tms/proto/tms/entry/v1/entry";
import { refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const { IN, ELIMINATED } = EntryState;

describe("a reinstatement", () => {
  test("of a gamer who was eliminated before leaves that elimination as it was", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    await service.eliminate(tournament, "ann");
    await service.eliminate(tournament, "bob");
    const before = await service.standingsOf(tournament);
    await service.disqualify(tournament, "ann");
    expect(await service.reinstate(tournament, "ann")).toMatchObject([
      { handle: "ann", rank: 3, state: ELIMINATED },
    ]);
    expect(await service.standingsOf(tournament)).toEqual(before);
  });

  test("brings back any of the latest elimination, as if they had not gone out", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid", "dan");
    await service.eliminate(tournament, "ann");
    await service.eliminate(tournament, "bob", "cid");
    expect(await service.reinstate(tournament, "cid")).toMatchObject([
      { handle: "cid", state: IN },
    ]);
    expect(await service.standingsOf(tournament)).toEqual([
      ["cid", undefined, IN],
      ["dan", undefined, IN],
      ["bob", 3, ELIMINATED],
      ["ann", 4, ELIMINATED],
    ]);
    expect(await service.eliminate(tournament, "dan")).toMatchObject([{ rank: 2 }]);
  });

  test("is refused to whoever went out before others, and to one who is in", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid");
    await service.eliminate(tournament, "ann");
    await service.eliminate(tournament, "bob");
    expect(await refusal(service.reinstate(tournament, "bob", "ann"))).toBe(
      "ELIMINATION_NOT_LATEST",
    );
    expect(await refusal(service.reinstate(tournament, "cid"))).toBe("GAMER_NOT_DISQUALIFIED");
    expect(await service.standingsOf(tournament)).toEqual([
      ["cid", undefined, IN],
      ["bob", 2, ELIMINATED],
      ["ann", 3, ELIMINATED],
    ]);
  });

  test("of some of an elimination moves the disqualified among the others as well", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid", "dan");
    await service.eliminate(tournament, "ann", "bob", "cid");
    await service.disqualify(tournament, "ann", "bob");
    await service.reinstate(tournament, "bob", "cid");
    await service.eliminate(tournament, "dan");
    await service.reinstate(tournament, "ann");
    expect(await service.standingsOf(tournament)).toEqual([
      ["cid", undefined, IN],
      ["dan", 2, ELIMINATED],
      ["ann", 3, ELIMINATED],
      ["bob", 3, ELIMINATED],
    ]);
  });

  test("of some of an elimination moves nobody who went out earlier and is disqualified", async () => {
    const tournament = await service.tournamentOf("ann", "bob", "cid", "dan");
    await service.eliminate(tournament, "ann");
    await service.disqualify(tournament, "ann");
    await service.eliminate(tournament, "bob", "cid");
    await service.reinstate(tournament, "bob");
    await service.reinstate(tournament, "ann");
    expect(await service.standingsOf(tournament)).toEqual([
      ["bob", undefined, IN],
      ["dan", undefined, IN],
      ["cid", 3, ELIMINATED],
      ["ann", 4, ELIMINATED],
    ]);
  });
});
