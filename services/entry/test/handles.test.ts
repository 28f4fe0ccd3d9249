import { once } from "node:events";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { fromRefusal } from "@tms/kit/errors/refusal";
import { toConnectError, toRemoteError } from "@tms/kit/errors/status";
import { TEST_TOKEN } from "@tms/kit/testing/serve";
import { outcomesOf, refusal, startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

async function cupOfAnn(): Promise<Cup> {
  const cup = under.newCup();
  await under.join(cup, "ann");
  return cup;
}

// Each way a handle comes in, and what the field is called there.
const EDGES: Record<
  string,
  { field: string; call: (cup: Cup, handle: string) => Promise<unknown> }
> = {
  createGamer: {
    field: "handle",
    call: (cup, handle) => under.entry.createGamer({ ...cup, requestId: newId(), handle }),
  },
  getGamer: { field: "handle", call: (cup, handle) => under.entry.getGamer({ ...cup, handle }) },
  join: { field: "handle", call: (cup, handle) => under.join(cup, handle) },
  batchJoin: {
    field: "handle",
    async call(cup, handle) {
      const join = { ...cup, requestId: newId(), handle };
      const [outcome] = await outcomesOf(under.entry, [join]);
      if (outcome?.outcome.case === "refused")
        throw toConnectError(fromRefusal(outcome.outcome.value));
    },
  },
  eliminate: {
    field: "handles[1]",
    call: (cup, handle) => under.eliminate(cup, "ann", handle),
  },
  checkFinalRanks: {
    field: "final_ranks[0].handle",
    call: (cup, handle) =>
      under.entry.checkFinalRanks({ ...cup, finalRanks: [{ handle, rank: 1 }] }),
  },
  freezeRanking: {
    field: "final_ranks[0].handle",
    async call(cup, handle) {
      await under.entry.closeRegistration({ ...cup, requestId: newId() });
      const finalRanks = [{ handle, rank: 1 }];
      await under.entry.freezeRanking({ ...cup, requestId: newId(), groups: 1, finalRanks });
    },
  },
};
const UNFIT = [".", "..", "a\nb", "x".repeat(65), "\u0958".repeat(33)];
// 256 characters that come to 64, the most there can be of either.
const SPELLED_LONG = "\u1f82".repeat(64).normalize("NFD");

describe.each(Object.entries(EDGES))("a handle in %s", (_, { field, call }) => {
  test.each(UNFIT)("that is %j is refused, naming its field", async (handle) => {
    const error = await call(await cupOfAnn(), handle).catch(toRemoteError);
    expect(error).toMatchObject({
      reason: "INVALID_ARGUMENT",
      message: expect.stringContaining(field),
    });
  });

  test("may be spelled with more characters than it has", async () => {
    const cup = await cupOfAnn();
    await under.join(cup, SPELLED_LONG.normalize("NFC"));
    const refused = await refusal(call(cup, SPELLED_LONG));
    expect(["accepted", "GAMER_ALREADY_JOINED"]).toContain(refused);
  });

  test("may not be spelled longer than any handle can be", async () => {
    const error = await call(await cupOfAnn(), "e".padEnd(257, "\u0301")).catch(toRemoteError);
    expect(error).toMatchObject({
      reason: "INVALID_ARGUMENT",
      message: expect.stringContaining(field),
    });
  });
});

test.each([".", ".."])("the database has no gamer called %j either", async (handle) => {
  const insert = under.admin.query(
    `INSERT INTO entry.gamer (id, game_id, handle) VALUES ($1, $1, $2)`,
    [newId(), handle],
  );
  await expect(insert).rejects.toMatchObject({ constraint: "gamer_handle_no_dots" });
});

describe("a handle in a call", () => {
  test("written in two ways is one gamer", async () => {
    const cup = under.newCup();
    expect((await under.join(cup, "Zoe\u0308")).handle).toBe("Zo\u00eb");
    expect(await refusal(under.join(cup, "Zo\u00eb"))).toBe("GAMER_ALREADY_JOINED");
    expect(await under.eliminate(cup, "Zoe\u0308")).toHaveLength(1);
  });

  test("may have 64 characters of any size and no more", async () => {
    const cup = under.newCup();
    expect(await refusal(under.join(cup, "🏆".repeat(64)))).toBe("accepted");
    expect(await refusal(under.join(cup, "🏆".repeat(65)))).toBe("INVALID_ARGUMENT");
    expect(await refusal(under.join(cup, ""))).toBe("INVALID_ARGUMENT");
  });

  test("with a control character is refused, naming the field", async () => {
    const error = await under.join(under.newCup(), "a\u0000b").catch(toRemoteError);
    expect(error).toMatchObject({ reason: "INVALID_ARGUMENT", fields: [{ field: "handle" }] });
  });

  test("that is half a character is refused, also as JSON", async () => {
    const cup = under.newCup();
    const status = await postJson("/tms.entry.v1.EntryService/Join", {
      ...cup,
      requestId: newId(),
      handle: "a\ud800",
    });
    expect(status).toBe(400);
    expect(await under.seatsTaken(cup)).toBe(0);
  });
});

/** Calls as no generated client would: theirs write no half characters. */
async function postJson(path: string, body: object): Promise<unknown> {
  const session = connect(under.url);
  const call = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/json",
    authorization: `Bearer ${TEST_TOKEN}`,
  });
  call.end(JSON.stringify(body));
  const [headers] = (await once(call, "response")) as [Record<string, unknown>];
  session.destroy();
  return headers[":status"];
}
