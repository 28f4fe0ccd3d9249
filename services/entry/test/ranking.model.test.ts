import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors";
import { newId } from "@tms/kit/ids";
import { isCompetitionRanking } from "../src/ranks.ts";
import { RankingModel } from "./model.ts";
import { handles, startEntry, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

const NAMES = handles(10);
const someone = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 });
const step = fc.record({ does: fc.constantFrom("join", "eliminate"), who: someone });
// Named without being in, or when out already, some places mean nothing.
const places = fc
  .dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 4 }))
  .map((given) => new Map(Object.entries(given)));

test(
  "a ranking is what its model says, at each elimination and in the end",
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        places,
        fc.integer({ min: 1, max: 11 }),
        async (steps, placed, most) => {
          const [cup, model] = [under.newCup(), new RankingModel()];
          const isIn = (handle: string) => model.entries.some((entry) => entry.handle === handle);
          for (const { does, who } of [{ does: "join", who: NAMES.slice(0, 3) }, ...steps]) {
            if (does === "join") {
              const newcomers = who.filter((handle) => !isIn(handle));
              for (const handle of newcomers) model.join(handle);
              if (newcomers.length > 0) await under.joinAll(cup, newcomers);
            } else {
              const ranks = under.eliminate(cup, ...who).then(
                (out) => out.map((entry) => entry.rank),
                (error: unknown) => toRemoteError(error).reason,
              );
              expect(await ranks).toEqual(model.eliminate(who));
            }
          }
          const ranksNow = async () => {
            const { entries } = await under.entry.listEntries({ ...cup, pageSize: 1_000 });
            return Object.fromEntries(entries.map(({ handle, rank }) => [handle, rank]));
          };
          expect(await ranksNow()).toEqual(model.ranks());

          await under.entry.closeBook({ ...cup, requestId: newId() });
          const finalRanks = [...placed].map(([handle, rank]) => ({ handle, rank }));
          const request = { ...cup, requestId: newId(), groups: most, finalRanks };
          const frozen = await under.entry.freezeRanking(request);
          model.freeze(placed);
          expect(await ranksNow()).toEqual(model.ranks());
          expect(isCompetitionRanking(Object.values(model.ranks()).map(Number))).toBe(true);
          expect(frozen).toMatchObject({
            entries: model.entries.length,
            groups: model.groups(most),
          });
        },
      ),
      { numRuns: 40 },
    );
  },
);
