import { expect, test } from "vitest";
import type { EventBody } from "../../harness/bodies.ts";
import { foldLog } from "./fold.ts";

const TERMS = { exponent: 2, payer: "wallet" } as const;
const tournament = { id: "t1" };
const entry = (id: string, state = "in") => ({
  id,
  tournament: "t1",
  gamerHandle: `gamer ${id}`,
  state,
});
const score = { id: "s2", tournament: "t1", entry: "1", gamerHandle: "gamer 1" };
const settlement = { tournament: "t1", kind: "payout", pool: 5, platformFee: 0.5 };
const payout = { tournament: "t1", gamerHandle: "gamer 1", rank: 1, amount: 4.5 };

const standing = { score: 7, tieBreaks: [], attempts: 2, reachedAt: "" };
const scores = {
  tournament: "t1",
  firstSequence: 1,
  lastSequence: 2,
  attempts: 2,
  gamers: [{ gamerHandle: "gamer 1", entry: "1", standing }],
  gamersCount: 1,
};

const LIFE: [string, Record<string, unknown>][] = [
  ["wallet.deposited", { wallet: { gamerHandle: "gamer 1" }, transaction: { amount: 10 } }],
  ["tournament.created", { tournament }],
  ["tournament.published", { tournament }],
  ["entry.joined", { entry: entry("1"), transaction: { amount: -2.5, payer: "wallet" } }],
  ["entry.joined", { entry: entry("2"), transaction: { amount: -2.5, payer: "game" } }],
  ["score.recorded", { scores }],
  ["score.held", { score }],
  ["entry.eliminated", { entry: entry("2", "eliminated") }],
  ["tournament.settling", { tournament }],
  ["ranking.frozen", { ranking: { tournament: "t1", version: 1 } }],
  ["settlement.planned", { settlement }],
  ["payout.paid", { payout }],
  ["tournament.completed", { tournament, winner: "1", winners: ["1"] }],
  ["settlement.done", { settlement }],
];

const logOf = (life: typeof LIFE): EventBody[] =>
  life.map(([type, data], index) => ({
    id: `event ${index}`,
    sequence: index + 1,
    type,
    data,
    timestamp: "",
    game: "",
    test: false,
    actor: { type: "system", id: null },
    requestId: null,
  }));

test("a log tells a tournament and its gamers' wallets", () => {
  const told = foldLog(logOf(LIFE), TERMS);
  expect(told.faults).toEqual([]);
  expect(told.wallets).toEqual(new Map([["gamer 1", 1_200n]]));
  expect(told.tournaments.get("t1")).toEqual({
    status: "completed",
    entries: new Map([
      ["1", { handle: "gamer 1", state: "in", eliminated: false }],
      ["2", { handle: "gamer 2", state: "eliminated", eliminated: true }],
    ]),
    settlement,
    isFrozen: true,
    isSettled: true,
    payouts: [{ handle: "gamer 1", rank: 1, amount: 4.5 }],
    standings: new Map([["gamer 1", standing]]),
    reviewed: new Set(),
    lastScore: 2,
    held: new Set(["s2"]),
    winner: "1",
    winners: ["1"],
  });
});

test("scores that were left out, or told of an entry that is out, are found", () => {
  const faultsOf = (told: object) => {
    const life = LIFE.map(([type, data]): (typeof LIFE)[number] =>
      type === "score.recorded" ? [type, { scores: { ...scores, ...told } }] : [type, data],
    );
    return foldLog(logOf(life), TERMS).faults.join();
  };
  expect(faultsOf({ firstSequence: 2, attempts: 1 })).toContain("after score 0");
  expect(faultsOf({ attempts: 1 })).toContain("with 1 scores");
  expect(faultsOf({ gamersCount: 2 })).toContain("without some of its gamers");
  const late = LIFE.toSpliced(
    LIFE.findIndex(([type]) => type === "tournament.settling"),
    0,
    [
      "score.recorded",
      { scores: { ...scores, firstSequence: 3, lastSequence: 4, gamers: [{ entry: "2" }] } },
    ],
  );
  expect(foldLog(logOf(late), TERMS).faults.join()).toContain("after the entry was eliminated");
});

/** The life of the tournament with these changes before its end. */
const withChanges = (...changes: typeof LIFE) =>
  foldLog(
    logOf(
      LIFE.toSpliced(
        LIFE.findIndex(([type]) => type === "tournament.settling"),
        0,
        ...changes,
      ),
    ),
    TERMS,
  );

test("reviews decide what waits, and what a gamer's attempts come to is told by the next of them", () => {
  const review = (state: string): (typeof LIFE)[number] => [
    "score.reviewed",
    { score: { ...score, state } },
  ];
  const told = (...changes: typeof LIFE) => withChanges(...changes).tournaments.get("t1");
  expect(told(review("counted"))).toMatchObject({
    held: new Set(),
    reviewed: new Set(["gamer 1"]),
  });
  expect(told(review("void"), review("held"))?.held).toEqual(new Set(["s2"]));
  const next = { ...scores, firstSequence: 3, lastSequence: 4 };
  expect(told(review("void"), ["score.recorded", { scores: next }])?.reviewed).toEqual(new Set());
});

test("an entry that comes back is what it was before, or in", () => {
  const out: (typeof LIFE)[number] = ["entry.disqualified", { entry: entry("2", "disqualified") }];
  const back = (state: string): (typeof LIFE)[number] => [
    "entry.reinstated",
    { entry: entry("2", state) },
  ];
  expect(withChanges(out, back("eliminated"), back("in")).faults).toEqual([]);
  expect(withChanges(out, back("in")).faults.join()).toContain("as in, not eliminated");
  expect(withChanges(out, out).faults.join()).toContain("twice");
  expect(withChanges(back("in"), back("in")).faults.join()).toContain("while it was in");
});

test("a gap and a double are found", () => {
  const log = logOf(LIFE);
  const [first, second, ...others] = log;
  if (first === undefined || second === undefined) throw new Error("the log is empty");
  expect(foldLog([first, ...others], TERMS).faults).toContain("2 is 3");
  const again = log.map((event) => (event.sequence === 2 ? { ...event, id: first.id } : event));
  expect(foldLog(again, TERMS).faults).toEqual([`tournament.created ${first.id} is told twice`]);
});

test.each([
  ["entry.joined", "tournament.published", "before the publication"],
  ["entry.eliminated", "entry.joined", "before the entry joined"],
  ["score.recorded", "entry.joined", "before the entry joined"],
  ["score.held", "entry.joined", "before the entry joined"],
  ["ranking.frozen", "tournament.settling", "while the tournament was published"],
  ["settlement.planned", "tournament.settling", "while the tournament was published"],
  ["payout.paid", "settlement.planned", "before it was planned"],
  ["tournament.completed", "payout.paid", "after the completion"],
  ["tournament.completed", "tournament.settling", "while the tournament was published"],
])("%s before %s is found", (effect, cause, why) => {
  const log = [...LIFE];
  const of = (wanted: string) => log.findLastIndex(([type]) => type === wanted);
  const [moved] = log.splice(of(effect), 1);
  if (moved === undefined) throw new Error(`there is no ${effect}`);
  const first = log.findIndex(([type]) => type === cause);
  log.splice(first, 0, moved);
  expect(foldLog(logOf(log), TERMS).faults.join()).toContain(why);
});
