import fc from "fast-check";
import { EntryState, type ListedEntry } from "@tms/proto/tms/entry/v1/entry";
import { findRegistrations } from "../src/db/registrations.ts";
import { isCompetitionRanking } from "../src/ranking/competition-rank.ts";
import { findPayableGroups } from "../src/ranking/ranking-parts.ts";
import { RankingModel, type Standing } from "../../../test/model/ranking.ts";
import {
  disqualify,
  eliminate,
  joinAll,
  publishTournament,
  readPages,
  reinstate,
  toRefusal,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import {
  closeRegistration,
  freeze,
  handles,
  pass,
  preview,
  previewPages,
  toRanked,
} from "./actions.ts";

const DECISIONS = { disqualify, reinstate };
const NAMES = handles(10);
const BEGINNERS = NAMES.slice(0, 3);
const someone = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 });
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ does: fc.constant("join" as const), who: someone }) },
  { weight: 10, arbitrary: fc.record({ does: fc.constant("eliminate" as const), who: someone }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("disqualify" as const), who: someone }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("reinstate" as const), who: someone }) },
  { weight: 1, arbitrary: fc.constant({ does: "close registration" as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
// Named without being in, or when out already, some places mean nothing.
const places = fc
  .dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 4 }))
  .map((given) => new Map(Object.entries(given)));
const seats = fc.option(fc.integer({ min: BEGINNERS.length, max: NAMES.length }), {
  nil: undefined,
});

/** Takes a step with the service and with its model. Both give the same answer. */
async function take(world: World, taken: Step, tournament: TournamentKey, model: RankingModel) {
  if (taken.does === "close registration") {
    await pass(world, tournament, "registration_closes_at");
    model.open = false;
  } else if (taken.does === "join") {
    const isIn = (handle: string) => model.entries.some((entry) => entry.handle === handle);
    const newcomers = taken.who.filter((handle) => !isIn(handle) && model.join(handle));
    if (newcomers.length > 0) await joinAll(world, tournament, newcomers);
  } else if (taken.does === "disqualify" || taken.does === "reinstate") {
    const decision = DECISIONS[taken.does](world, tournament, ...taken.who).then(
      () => undefined,
      (error: unknown) => toRefusal(error).reason,
    );
    expect(await decision).toBe(model.decide(taken.does, taken.who));
  } else {
    const ranks = eliminate(world, tournament, ...taken.who).then(
      (out) => out.map((entry) => entry.rank),
      (error: unknown) => toRefusal(error).reason,
    );
    const refused = model.decide("eliminate", taken.who);
    const rank = taken.who.map((handle) => model.standings()[handle]?.rank);
    expect(await ranks).toEqual(refused ?? rank);
  }
}

/** Reads the standings page by page in both forms, and checks their order. */
async function standingsOf(world: World, tournament: TournamentKey) {
  const pages = await readPages((pageToken) =>
    world.entry.listEntries({ ...tournament, pageSize: 4, pageToken }),
  );
  const entries = pages.flatMap((page) =>
    page.entries.map((entry) => ({
      ...entry,
      provisional: page.provisional && entry.rank !== undefined,
    })),
  );
  // The disqualified are the last, and have none.
  const isRanked = ({ state }: ListedEntry) => state !== EntryState.DISQUALIFIED;
  const ranked = entries.filter(isRanked);
  expect(entries.slice(0, ranked.length)).toEqual(ranked);
  const order = ranked.map((entry) => entry.rank ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expectMomentsInOrder(ranked);
  const columns = await readPages((pageToken) =>
    world.entry.readStandings({ ...tournament, pageSize: 3, pageToken }),
  );
  expect(columns.flatMap((page) => page.handles)).toEqual(entries.map(({ handle }) => handle));
  expect(columns.flatMap((page) => page.ranks)).toEqual(entries.map(({ rank = 0 }) => rank));
  return Object.fromEntries(
    entries.map(({ handle, rank, provisional }) => [handle, { rank, provisional }]),
  );
}

/** Expects later exits to rank better, and exits of one elimination to share rank and moment. */
function expectMomentsInOrder(entries: readonly ListedEntry[]): void {
  const out = entries.filter((entry) => entry.eliminateTimeMs !== undefined);
  for (const one of out)
    for (const other of out) {
      const later = Number(one.eliminateTimeMs) - Number(other.eliminateTimeMs);
      expect(Math.sign((other.rank ?? 0) - (one.rank ?? 0))).toBe(Math.sign(later));
    }
}

/** Expects ranks that were not provisional to be kept. */
function expectKept(told: Record<string, Standing>, now: Record<string, Standing>): void {
  for (const [handle, { rank, provisional }] of Object.entries(told))
    if (rank !== undefined && !provisional)
      expect(now[handle]).toEqual({ rank, provisional: false });
}

test("ranks entries as the model does at any moment, and in the end", async ({ world }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 12 }),
      seats,
      places,
      fc.integer({ min: 1, max: 11 }),
      async (steps, maxEntries, placed, max) => {
        const tournament = await publishTournament(
          world,
          maxEntries === undefined ? {} : { maxEntries },
        );
        const model = new RankingModel(maxEntries);
        let told: Record<string, Standing> = {};
        for (const next of [{ does: "join" as const, who: BEGINNERS }, ...steps]) {
          await take(world, next, tournament, model);
          const now = await standingsOf(world, tournament);
          expect(now).toEqual(model.standings());
          // A decision on an entry moves the entries behind it.
          if (next.does !== "disqualify" && next.does !== "reinstate") expectKept(told, now);
          told = now;
        }

        const seen = await preview(world, tournament, { places: max });
        const previewed = await previewPages(world, tournament, max, 3);
        expect(previewed).toEqual(toRanked(seen));
        expect(Object.fromEntries(model.ranks())).toMatchObject(Object.fromEntries(previewed));
        expect(previewed.map(([, rank]) => rank)).toEqual(
          seen.groups.flatMap(({ rank, entries }) => Array<number>(entries).fill(rank)),
        );
        expect(previewed.length).toBeGreaterThanOrEqual(Math.min(max, model.ranks().size));

        await closeRegistration(world, tournament);
        model.open = false;
        expect(await standingsOf(world, tournament)).toEqual(model.standings());
        const frozen = await freeze(world, tournament, Object.fromEntries(placed), max);
        model.freeze(placed);
        const final = await standingsOf(world, tournament);
        expect(final).toEqual(model.standings());
        // Eliminated entries keep the rank that they had when joining ended.
        for (const [handle, { rank }] of Object.entries(told))
          if (rank !== undefined) expect(final[handle]?.rank).toBe(rank);
        const finalRanks = Object.values(final).flatMap(({ rank }) => rank ?? []);
        expect(isCompetitionRanking(finalRanks)).toBe(true);
        expect(frozen).toMatchObject({
          entries: model.entries.length,
          groups: model.groups(max),
        });
        // Large rankings are grouped by the database.
        const { db } = world.contexts.entry;
        for (const registration of await findRegistrations(db, [tournament.tournamentId]))
          expect(await findPayableGroups(db, registration, max)).toMatchObject(model.groups(max));
      },
    ),
    { numRuns: 25 },
  );
});
