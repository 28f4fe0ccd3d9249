import { expect, inject, test } from "vitest";
import { audit } from "../harness/audit.ts";
import { newGame } from "./game.ts";
import { published } from "../harness/tournament.ts";

test("1,400 gamers race for 500 seats, 300 of them three times: 500 entries, 500 charges", async () => {
  const api = await newGame();
  const path = await published(api, { entryFee: 1, maxEntries: 500 });
  const gamers = Array.from({ length: 1_400 }, (_, i) => `racer-${i}`);
  const persistent = gamers.slice(0, 300);
  // Every second of the persistent repeats itself properly, the others just send again.
  const send = (gamer: string, index: number) =>
    api.post(
      `${path}/join`,
      { gamer },
      index % 2 === 0 ? {} : { headers: { "idempotency-key": `race-${gamer}` } },
    );
  const answers = await Promise.all(
    [...gamers, ...persistent, ...persistent].map((gamer) => {
      const index = persistent.indexOf(gamer);
      return send(gamer, index === -1 ? 0 : index).then((answer) => ({ gamer, ...answer }));
    }),
  );

  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => ![201, 409].includes(status))).toEqual([]);
  const winners = new Set(answers.filter((a) => a.status === 201).map((a) => a.gamer));
  expect(winners.size).toBe(500);
  expect((await api.get(path)).body.tournament.prizePool).toBe(500);

  const entered: string[] = [];
  let cursor = "";
  do {
    const query: string = cursor && `&cursor=${cursor}`;
    const { body } = await api.get(`${path}/entries?limit=100${query}`);
    entered.push(...body.entries.map((e) => e.gamerHandle));
    cursor = body.nextCursor ?? "";
  } while (cursor !== "");
  expect(entered.toSorted()).toEqual([...winners].toSorted());

  await audit(inject("adminUrl"));
});
