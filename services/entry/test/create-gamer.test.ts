import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { refusal, startEntry, type EntryUnderTest } from "./service.ts";

// Two replicas on one database.
let one: EntryUnderTest;
let other: EntryUnderTest;
beforeAll(async () => {
  one = await startEntry();
  other = await startEntry(one);
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});

const asked = (handle: string) => ({ requestId: newId(), gameId: newId(), handle });

describe("creating a gamer", () => {
  test("repeated, on any replica, answers as the first time", async () => {
    const request = asked("ada");
    const first = await one.entry.createGamer(request);
    expect(first).toMatchObject({ created: true, gamer: { handle: "ada" } });
    expect(await one.entry.createGamer(request)).toEqual(first);
    expect(await other.entry.createGamer(request)).toEqual(first);
    const again = await one.entry.createGamer({ ...request, requestId: newId() });
    expect(again).toEqual({ ...first, created: false });
  });

  test("repeated with the handle spelt in another way is the same request", async () => {
    const request = asked("Zo\u00eb");
    const first = await one.entry.createGamer(request);
    expect(await one.entry.createGamer({ ...request, handle: "Zoe\u0308" })).toEqual(first);
  });

  test("of another handle under a request_id used before is refused", async () => {
    const request = asked("ada");
    await one.entry.createGamer(request);
    const call = one.entry.createGamer({ ...request, handle: "bob" });
    expect(await refusal(call)).toBe("REQUEST_ID_REUSED");
    const unknown = one.entry.getGamer({ gameId: request.gameId, handle: "bob" });
    expect(await refusal(unknown)).toBe("GAMER_NOT_FOUND");
  });

  test("raced by its own repeats and by others of the handle makes one gamer, new once", async () => {
    const gameId = newId();
    const requests = Array.from({ length: 6 }, () => ({
      requestId: newId(),
      gameId,
      handle: "ann",
    }));
    const answers = await Promise.all(
      [...requests, ...requests].map((request, n) =>
        (n % 2 === 0 ? one : other).entry.createGamer(request),
      ),
    );
    expect(new Set(answers.map(({ gamer }) => gamer?.id)).size).toBe(1);
    const created = answers.map((answer) => answer.created);
    expect(created.slice(0, 6)).toEqual(created.slice(6));
    expect(created.slice(0, 6).filter(Boolean)).toHaveLength(1);
  });
});
