import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, refusalOf, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** A game that has one gamer; and how that gamer is changed and read. */
async function gameOf(handle: string) {
  const gameId = newId();
  await service.entry.createGamer({ requestId: newId(), gameId, handle });
  return {
    gameId,
    update: async (patch: object, requestId = newId()) =>
      (await service.entry.updateGamer({ requestId, gameId, handle, patch })).gamer,
    read: async () => (await service.entry.getGamer({ gameId, handle })).gamer,
  };
}

describe("a gamer", () => {
  test("is changed in what the patch names and in nothing else", async () => {
    const { update, read } = await gameOf("ada");
    const before = await read();
    expect(before).toMatchObject({ displayName: "", metadata: "" });
    expect(await update({ displayName: "Ada" })).toMatchObject({
      displayName: "Ada",
      metadata: "",
    });
    const both = await update({ metadata: `{"a":1}` });
    expect(both).toMatchObject({
      id: before?.id,
      handle: "ada",
      displayName: "Ada",
      metadata: `{"a":1}`,
      createTime: before?.createTime,
    });
    expect(await read()).toEqual(both);
    expect(await update({ displayName: "" })).toMatchObject({
      displayName: "",
      metadata: `{"a":1}`,
    });
  });

  test("may be shown as another one is, in any characters, and keeps the handle", async () => {
    const { gameId, update } = await gameOf("ada");
    const name = "🏆".repeat(64);
    expect((await update({ displayName: name }))?.displayName).toBe(name);
    await service.entry.createGamer({ requestId: newId(), gameId, handle: "bob" });
    const twin = { requestId: newId(), gameId, handle: "bob", patch: { displayName: name } };
    expect((await service.entry.updateGamer(twin)).gamer?.displayName).toBe(name);
    for (const spoof of ["\u001b[2J", "a\nb", "\u202eada", "ada\u2066"])
      expect(await refusal(update({ displayName: spoof }))).toBe("INVALID_ARGUMENT");
    expect((await update({ displayName: "Zoe\u0308" }))?.displayName).toBe("Zo\u00eb");
  });

  test.each([
    ["a blank name", { displayName: "  " }, "patch.display_name"],
    ["65 characters", { displayName: "x".repeat(65) }, "patch.display_name"],
    ["U+0000", { displayName: "a\0" }, "patch.display_name"],
    ["metadata that is no JSON object", { metadata: "[]" }, "patch.metadata"],
    ["metadata beyond 2 KiB", { metadata: "x".repeat(2_049) }, "patch.metadata"],
  ])("is not changed by %s", async (_, patch, field) => {
    const { update, read } = await gameOf("ada");
    const before = await read();
    const error = refusalOf(await update(patch).catch((refused: unknown) => refused));
    expect(error).toMatchObject({ reason: "INVALID_ARGUMENT", fields: [{ field }] });
    expect(await read()).toEqual(before);
  });

  test("that nobody knows, or another game's, is not found", async () => {
    const { gameId } = await gameOf("ada");
    const patch = { displayName: "Eve" };
    const asked = { requestId: newId(), patch };
    const unknown = service.entry.updateGamer({ ...asked, gameId, handle: "eve" });
    expect(await refusal(unknown)).toBe("GAMER_NOT_FOUND");
    const foreign = service.entry.updateGamer({ ...asked, gameId: newId(), handle: "ada" });
    expect(await refusal(foreign)).toBe("GAMER_NOT_FOUND");
  });

  test("keeps a newer name when an older change is repeated", async () => {
    const { update, read } = await gameOf("ada");
    const requestId = newId();
    await update({ displayName: "Old" }, requestId);
    await update({ displayName: "New" });
    expect((await update({ displayName: "Old" }, requestId))?.displayName).toBe("Old");
    expect((await read())?.displayName).toBe("New");
  });

  test("is shown by name in the list of entries", async () => {
    const tournament = service.newTournament();
    await service.joinAll(tournament, ["ada", "bob"]);
    const { gameId } = tournament;
    const patch = { displayName: "Ada" };
    await service.entry.updateGamer({ requestId: newId(), gameId, handle: "ada", patch });
    const { entries } = await service.entry.listEntries(tournament);
    const shown = Object.fromEntries(entries.map((entry) => [entry.handle, entry.displayName]));
    expect(shown).toEqual({ ada: "Ada", bob: "" });
  });
});
