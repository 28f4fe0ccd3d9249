import type { GivenScore, IntentOf, ScoringPlan } from "./plan.ts";
import type { Random } from "./random.ts";

/** Draws how a tournament makes ranks of scores. */
export function drawScoring(random: Random): ScoringPlan {
  const operator = random.pick(["best", "last", "sum"] as const);
  const direction = () => random.pick(["higher", "lower"] as const);
  const counted = operator === "sum" && random.chance(50) ? random.int(1, 3) : undefined;
  return {
    operator,
    ...(counted !== undefined && { counted }),
    direction: direction(),
    tieBreaks: Array.from({ length: random.pick([0, 0, 1, 2]) }, direction),
    ties: random.pick(["shared", "earliest"]),
    attempts: random.pick([2, 5, 10_000]),
    ...(random.chance(20) && { reviewFrom: random.int(-2, 2) }),
    noScore: random.pick(["out", "in"]),
  };
}

interface Players {
  joiners: readonly string[];
  handles: readonly string[];
}

// So few that gamers are equal, and attempts repeat what was reached before.
const LARGEST = 3;
const NAMES = 6;
const MOST_AT_ONCE = 8;

/** Draws the reports of a tournament's scores; few where it takes none, to be refused. */
export function drawScores(
  random: Random,
  scoring: ScoringPlan | null,
  tournament: number,
  { joiners, handles }: Players,
): IntentOf<"score" | "scores">[] {
  if (joiners.length === 0) return [];
  const named = new Map<string, GivenScore>();
  const drawOne = () => {
    const gamer = random.pick(random.chance(4) ? handles : joiners);
    const given = drawScore(random, scoring, gamer);
    if (random.chance(20)) return given;
    const attempt = `match-${random.int(1, NAMES)}`;
    const before = named.get(`${gamer} ${attempt}`);
    // Most repeats say the same as before.
    if (before !== undefined && random.chance(70)) return before;
    const now = { ...given, attempt };
    named.set(`${gamer} ${attempt}`, now);
    return now;
  };
  const reports = scoring === null ? Number(random.chance(10)) : random.int(4, 24);
  return Array.from({ length: reports }, () => {
    if (random.chance(60)) return { kind: "score", tournament, given: drawOne() } as const;
    const given = Array.from({ length: random.int(1, MOST_AT_ONCE) }, drawOne);
    return { kind: "scores", tournament, given } as const;
  });
}

function drawScore(random: Random, scoring: ScoringPlan | null, gamer: string): GivenScore {
  const number = () => random.int(-LARGEST, LARGEST);
  return {
    gamer,
    score: number(),
    tieBreaks: (scoring?.tieBreaks ?? []).map(number),
    ...(random.chance(8) && { hold: true as const }),
  };
}

const REVIEWED_AT_ONCE = 4;

/** Draws what is decided on a tournament's attempts, one by one and several at once. */
export function drawReviews(
  random: Random,
  scoring: ScoringPlan | null,
  tournament: number,
): IntentOf<"review">[] {
  if (scoring === null) return [];
  return Array.from({ length: random.int(0, 7) }, () => ({
    kind: "review",
    tournament,
    decision: random.pick(["accept", "accept", "void", "void", "hold"]),
    picks: Array.from({ length: random.int(1, REVIEWED_AT_ONCE) }, () => random.int(0, 999)),
    unknown: random.chance(6),
  }));
}
