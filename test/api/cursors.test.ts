import { joined } from "../harness/gamers.ts";
import { published } from "../harness/tournament.ts";
import { expect, test } from "../world/test.ts";

test.for([
  ["without scores", {}],
  ["with scores", { scoring: {} }],
] as const)(
  "refuses a foreign or changed cursor of the settlement preview %s",
  async ([, terms], { api }) => {
    const [path, other] = [
      await published(api, { entryFee: 1, ...terms }),
      await published(api, { entryFee: 1, ...terms }),
    ];
    for (const one of [path, other]) {
      await joined(api, one, "ada", "bob", "cyd");
      if ("scoring" in terms)
        await api.post(`${one}/scores`, {
          scores: ["ada", "bob", "cyd"].map((gamer) => ({ gamer, score: 5 })),
        });
    }
    const { status, body } = await api.get(`${path}/settlement/preview?limit=1`);
    expect(status).toBe(200);
    const { nextCursor } = body;
    expect(nextCursor).toEqual(expect.any(String));
    expect((await api.get(`${path}/settlement/preview?limit=1&cursor=${nextCursor}`)).status).toBe(
      200,
    );
    const changed = `${nextCursor?.slice(0, -8)}AAAAAAAA`;
    const wrong = [
      [other, nextCursor],
      [path, "x"],
      [path, "p.x"],
      [path, "r.x"],
      [path, changed],
    ];
    for (const [at, cursor] of wrong) {
      const answer = await api.get(`${at}/settlement/preview?limit=1&cursor=${cursor}`);
      expect([cursor, answer.status, answer.body.code]).toEqual([
        cursor,
        400,
        "invalid_page_token",
      ]);
    }
  },
);
