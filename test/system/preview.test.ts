import { expect, test } from "vitest";
import { joined } from "../harness/gamers.ts";
import { created } from "../harness/tournament.ts";
import { newGame } from "./game.ts";

test("the preview of a tournament is there while it is published", async () => {
  const api = await newGame({ platformFeeBps: 1_000 });
  const path = await created(api, { entryFee: 5, prizeSplit: [60, 40] });
  const read = () => api.get(`${path}/settlement/preview`);
  const refused = async () => {
    const { status, body } = await read();
    return [status, body.code];
  };
  expect(await refused()).toEqual([409, "tournament_not_published"]);
  await api.patch(`${path}/publish`);
  expect((await read()).body).toMatchObject({ kind: "payout", pool: 0, entries: 0, prizes: [] });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/eliminate`, { gamer: "bob" });
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toEqual({
    kind: "payout",
    currency: "USD",
    pool: 15,
    platformFee: 1.5,
    entries: 3,
    prizes: [{ rank: 1, entries: 2, each: 6.75 }],
    payouts: ["ada", "cyd"].map((gamerHandle) =>
      expect.objectContaining({ gamerHandle, rank: 1, amount: 6.75, paidAt: null }),
    ),
    asOf: expect.any(String),
    nextCursor: null,
  });
  await api.patch(`${path}/cancel`);
  expect(await refused()).toEqual([409, "tournament_not_published"]);
});
