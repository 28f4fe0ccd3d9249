import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecovery } from "../src/joining/recovery.ts";
import { outcomesOf, startEntry, type EntryUnderTest, type TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** What the entry service answers to one join: the metadata, or why the gamer is not in. */
async function joined(tournament: TournamentKey, handle: string, more: object = {}) {
  const join = { ...tournament, requestId: newId(), handle, ...more };
  const [outcome] = await outcomesOf(service.entry, [join]);
  if (outcome?.outcome.case === "refused") return outcome.outcome.value.reason;
  return outcome?.outcome.value?.metadata;
}

const listed = async (tournament: TournamentKey) => {
  const { entries } = await service.entry.listEntries(tournament);
  return Object.fromEntries(entries.map(({ handle, metadata }) => [handle, metadata]));
};

describe("an entry's metadata", () => {
  test("is given back by the join, the list and the elimination, for who has any", async () => {
    const tournament = service.newTournament();
    expect(await joined(tournament, "ann", { metadata: `{"seed":1}` })).toBe(`{"seed":1}`);
    expect(await joined(tournament, "bob")).toBe("");
    expect(await listed(tournament)).toEqual({ ann: `{"seed":1}`, bob: "" });
    const [out] = await service.eliminate(tournament, "ann");
    expect(out?.metadata).toBe(`{"seed":1}`);
  });

  test("keeps to its entry where some of a batch have any and others none", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    const handles = Array.from({ length: 40 }, (_, n) => `g${n}`);
    const metadataOf = (handle: string) => (handle.endsWith("7") ? "" : `{"of":"${handle}"}`);
    const joins = handles.map((handle) => ({
      ...tournament,
      requestId: newId(),
      handle,
      metadata: metadataOf(handle),
    }));
    await outcomesOf(service.entry, joins);
    const expected = Object.fromEntries(handles.map((handle) => [handle, metadataOf(handle)]));
    expect(await listed(tournament)).toEqual(expected);
  });

  test("is there when recovery finishes the join", async () => {
    const tournament = service.newTournament({ entryFeeMinorUnits: 5n });
    service.wallet.fails = "before";
    expect(await joined(tournament, "ann", { metadata: "{}" })).toBe("UNAVAILABLE");
    service.wallet.fails = undefined;
    await service.allDue();
    await createRecovery(service.context)();
    expect(await listed(tournament)).toEqual({ ann: "{}" });
  });

  test("is part of the request: a repeat with another is another join", async () => {
    const tournament = service.newTournament();
    const requestId = newId();
    expect(await joined(tournament, "ann", { requestId, metadata: "{}" })).toBe("{}");
    expect(await joined(tournament, "ann", { requestId, metadata: "{}" })).toBe("{}");
    expect(await joined(tournament, "ann", { requestId })).toBe("REQUEST_ID_REUSED");
  });

  test.each([
    ["of more than 2 KiB", JSON.stringify({ text: "x".repeat(2_049) })],
    ["that is no JSON object", "[]"],
  ])("%s refuses its join alone", async (_, metadata) => {
    const tournament = service.newTournament();
    const outcomes = await outcomesOf(
      service.entry,
      ["ann", "bob"].map((handle) => ({
        ...tournament,
        requestId: newId(),
        handle,
        metadata: handle === "ann" ? metadata : "{}",
      })),
    );
    expect(outcomes.map(({ outcome }) => outcome.case)).toEqual(["refused", "entry"]);
    expect(await listed(tournament)).toEqual({ bob: "{}" });
  });
});
