import { once } from "node:events";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/ids";
import { toRemoteError } from "@tms/kit/errors";
import { refusal, startEntry, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

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
  });
  call.end(JSON.stringify(body));
  const [headers] = (await once(call, "response")) as [Record<string, unknown>];
  session.destroy();
  return headers[":status"];
}
