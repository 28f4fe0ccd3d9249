import fc from "fast-check";
import { scoringMessage, type ScoringTerms } from "@tms/kit/values/scoring";
import { collected } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rankIn, scoredTournament, submit } from "./scores.ts";
import { closeOutcomes, handles, startEntry, type EntryUnderTest } from "./service.ts";
import type { TournamentKey } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const isClosed = async (tournament: TournamentKey) => {
  const [closed] = await closeOutcomes(service.entry, [tournament]);
  return closed?.outcome.value;
};

/** Everybody's rank, 0 for the disqualified, read page by page in two ways; both must list all, once, in the same order. */
async function ranking(tournament: TournamentKey, pageSize: number) {
  const columns: [string, number][] = [];
  const listed: [string, number][] = [];
  let pageToken = "";
  do {
    const page = await service.entry.readStandings({ ...tournament, pageSize, pageToken });
    page.handles.forEach((handle, index) => columns.push([handle, page.ranks[index] ?? 0]));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  do {
    const page = await service.entry.listEntries({ ...tournament, pageSize, pageToken });
    for (const { handle, rank } of page.entries) listed.push([handle, rank ?? 0]);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  expect(listed).toEqual(columns);
  return columns;
}

describe("the final ranking of scores", () => {
  test("is that of places: placed, scored, eliminated, and without a score last", async () => {
    const names = ["ann", "bob", "cid", "dan", "eve", "fay"];
    const tournament = await scoredTournament(service, names);
    await submit(service, tournament, [
      { handle: "ann", score: 5 },
      { handle: "bob", score: 8 },
      { handle: "cid", score: 5 },
    ]);
    await service.eliminate(tournament, "dan");
    expect(await isClosed(tournament)).toMatchObject({ entries: 6, payable: 4 });
    const frozen = await service.freeze(tournament, { eve: 1 });
    expect(frozen).toMatchObject({
      entries: 6,
      groups: [
        { rank: 1, entries: 1 },
        { rank: 2, entries: 1 },
        { rank: 3, entries: 2 },
        { rank: 5, entries: 1 },
      ],
    });
    const ranked = [
      ["eve", 1],
      ["bob", 2],
      ["ann", 3],
      ["cid", 3],
      ["dan", 5],
      ["fay", 6],
    ];
    expect(await ranking(tournament, 2)).toEqual(ranked);
    expect(frozen.standings?.handles).toEqual(ranked.map(([handle]) => handle));
    expect(frozen.standings?.ranks).toEqual(ranked.map(([, rank]) => rank));
    expect(await service.freeze(tournament, { eve: 1 })).toEqual(frozen);
  });

  test("pays nobody where nobody has a score, and all who are in where they count as scored", async () => {
    const out = await scoredTournament(service, ["ann", "bob"]);
    expect(await isClosed(out)).toMatchObject({ entries: 2, payable: 0 });
    const counted = await scoredTournament(service, ["ann", "bob"], { noScore: "in" });
    expect(await isClosed(counted)).toMatchObject({ entries: 2, payable: 2 });
    expect(await service.freeze(counted)).toMatchObject({ groups: [{ rank: 1, entries: 2 }] });
    const plain = service.newTournament();
    await service.joinAll(plain, ["ann"]);
    expect(await isClosed(plain)).not.toHaveProperty("payable", expect.any(Number));
  });

  test.for([
    ["out", true],
    ["in", false],
  ] as const)(
    "leaves ranks of the eliminated open to the end where who has no score is ranked %s",
    async ([noScore, provisional]) => {
      const tournament = service.newTournament({
        scoring: scoringMessage({ noScore }),
        maxEntries: 4,
      });
      await service.joinAll(tournament, ["ann", "bob", "cid", "dan"]);
      await submit(service, tournament, [
        { handle: "ann", score: 1 },
        { handle: "bob", score: 2 },
      ]);
      // All seats are taken: nobody else can join.
      expect(await service.eliminate(tournament, "cid")).toMatchObject([{ rank: 4, provisional }]);
      const listed = async () => {
        const page = await service.entry.listEntries(tournament);
        const cid = page.entries.find(({ handle }) => handle === "cid");
        return [cid?.rank, page.provisional];
      };
      expect(await listed()).toEqual([4, provisional]);
      await service.closeRegistration(tournament);
      expect(await listed()).toEqual([4, provisional]);
      await service.freeze(tournament);
      expect(await listed()).toEqual([noScore === "out" ? 3 : 4, false]);
    },
  );

  test("is told to whoever repeats a join", async () => {
    const tournament = service.newTournament({
      scoring: scoringMessage({}),
    });
    const requests = { ann: newId(), bob: newId() };
    for (const [handle, id] of Object.entries(requests)) await service.join(tournament, handle, id);
    await submit(service, tournament, [{ handle: "bob", score: 1 }]);
    await service.closeRegistration(tournament);
    await service.freeze(tournament);
    expect(await service.join(tournament, "ann", requests.ann)).toMatchObject({ rank: 2 });
    expect(await service.join(tournament, "bob", requests.bob)).toMatchObject({ rank: 1 });
  });

  test("tells who is best also when nobody is in without a score, and nobody has one", async () => {
    const tournament = await scoredTournament(service, ["ann", "bob", "cid"], { noScore: "in" });
    await service.eliminate(tournament, "cid");
    await service.eliminate(tournament, "ann", "bob");
    await isClosed(tournament);
    expect(await service.freeze(tournament, {}, 1)).toMatchObject({
      groups: [{ rank: 1, entries: 2 }],
    });
  });

  test("is the one that was live before the end, whatever happened", async () => {
    const names = handles(9);
    const move = fc.oneof(
      { weight: 4, arbitrary: fc.record({ handle: fc.nat(8), score: fc.nat(4) }) },
      { weight: 1, arbitrary: fc.record({ handle: fc.nat(8), out: fc.constant(true) }) },
      { weight: 2, arbitrary: fc.record({ handle: fc.nat(8), cheat: fc.constant(true) }) },
    );
    const terms = fc.record({
      operator: fc.constantFrom("best", "last", "sum"),
      direction: fc.constantFrom("higher", "lower"),
      ties: fc.constantFrom("shared", "earliest"),
      noScore: fc.constantFrom("in", "out"),
    }) satisfies fc.Arbitrary<Partial<ScoringTerms>>;
    await fc.assert(
      fc.asyncProperty(terms, fc.array(move, { maxLength: 25 }), async (scoring, moves) => {
        const tournament = await scoredTournament(service, names, scoring);
        const model = new Model(scoring, names);
        for (const [index, one] of moves.entries()) {
          const handle = names[one.handle] ?? "";
          if ("cheat" in one) {
            const does = model.isDisqualified(handle) ? "reinstate" : "disqualify";
            await service[does](tournament, handle);
            model.turn(handle);
            continue;
          }
          if (model.isOut(handle) || model.isDisqualified(handle)) continue;
          if ("out" in one) {
            await service.eliminate(tournament, handle);
            model.eliminate(handle);
            continue;
          }
          const attempt = { handle, score: one.score, attempt: `a${index}`, withRank: true };
          const [told] = await submit(service, tournament, [attempt]);
          model.score(handle, one.score);
          expect(told && rankIn(told)).toBe(model.ranks().get(handle));
        }
        await collected(service.entry.batchCloseRegistration({ registrations: [tournament] }));
        await service.freeze(tournament);
        expect(new Map(await ranking(tournament, 4))).toEqual(model.ranks());
      }),
      { numRuns: 25 },
    );
  });
});

/** The ranking in the fewest words: everybody is compared with everybody, each time anew. */
class Model {
  readonly #scores = new Map<string, { value: number; since: number }>();
  readonly #out: string[] = [];
  readonly #disqualified = new Set<string>();
  #moments = 0;
  readonly #terms: Partial<ScoringTerms>;
  readonly #names: readonly string[];

  constructor(terms: Partial<ScoringTerms>, names: readonly string[]) {
    this.#terms = terms;
    this.#names = names;
  }

  isOut = (handle: string): boolean => this.#out.includes(handle);

  isDisqualified = (handle: string): boolean => this.#disqualified.has(handle);

  /** Disqualifies a gamer, or reinstates one who is. */
  turn(handle: string): void {
    if (!this.#disqualified.delete(handle)) this.#disqualified.add(handle);
  }

  eliminate(handle: string): void {
    this.#out.push(handle);
  }

  score(handle: string, score: number): void {
    this.#moments++;
    const before = this.#scores.get(handle);
    const value = this.#after(before?.value, score);
    if (value !== before?.value) this.#scores.set(handle, { value, since: this.#moments });
  }

  #after(before: number | undefined, score: number): number {
    const { operator, direction } = this.#terms;
    if (before === undefined || operator === "last") return score;
    if (operator === "sum") return before + score;
    return direction === "lower" ? Math.min(before, score) : Math.max(before, score);
  }

  /** What everybody is compared by, the less the better. */
  #standing(handle: string): number[] {
    if (this.isOut(handle)) return [2, -this.#out.indexOf(handle)];
    const scored = this.#scores.get(handle);
    if (!scored) return [this.#terms.noScore === "in" ? 1 : 3];
    const { value, since } = scored;
    const signed = this.#terms.direction === "lower" ? value : -value;
    return [0, signed, ...(this.#terms.ties === "earliest" ? [since] : [])];
  }

  ranks(): Map<string, number> {
    const isBetter = (one: string, other: string) => {
      const [a, b] = [this.#standing(one), this.#standing(other)];
      const differs = a.findIndex((number, index) => number !== b[index]);
      return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0);
    };
    const ranked = this.#names.filter((name) => !this.isDisqualified(name));
    return new Map(
      this.#names.map((name) => [
        name,
        this.isDisqualified(name) ? 0 : 1 + ranked.filter((other) => isBetter(other, name)).length,
      ]),
    );
  }
}
