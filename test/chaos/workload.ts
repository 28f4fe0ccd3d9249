import type { TournamentPlan, GamePlan, GivenRank, Intent, Operation } from "./plan.ts";
import type { Random } from "./random.ts";
import { drawDecisions } from "./deciding.ts";
import { drawReviews, drawScores, drawScoring } from "./scoring.ts";

const GAMERS = 24;
const SPLITS = [[], [1], [70, 30], [50, 30, 20], [3, 3, 1], [40, 30, 20, 10]];
const FEES = [0n, 1n, 7n, 100n, 250n, 333n, 1_001n];
/** When a caller hangs up; sooner on what the rest of a tournament waits for. */
const PATIENCE_MS = 3_000;
const URGENT_MS = 800;
const URGENT: ReadonlySet<Intent["kind"]> = new Set([
  "create",
  "publish",
  "sign-up",
  "verify",
  "sign-in",
  "create-game",
  "invite",
  "accept",
]);

/** Everything that game backends do in one seed. */
export interface Workload {
  games: readonly GamePlan[];
  tournaments: readonly TournamentPlan[];
  operations: readonly Operation[];
}

/** Draws a workload: every tournament with its own course, among money moving in and out. */
export function drawWorkload(random: Random, spanMs: number, tournamentCount: number): Workload {
  const games = [
    drawGame(random, "wallet", null),
    drawGame(random, "game", null),
    drawGame(random, "game", BigInt(random.int(2_000, 20_000))),
  ];
  const tournaments: TournamentPlan[] = [];
  const timed: { atMs: number; intent: Intent }[] = [];
  games.forEach((game, index) => timed.push(...drawMoney(random, game, index, spanMs)));
  for (let index = 0; index < tournamentCount; index++) {
    // Most of them before the first fault, so that there is something to harm.
    const atMs = random.int(0, Math.floor(spanMs * (random.chance(60) ? 0.15 : 0.7)));
    const tournament = drawTournament(random, games, atMs, spanMs);
    tournaments.push(tournament);
    const handles = games[tournament.game]?.handles ?? [];
    timed.push(...drawCourse(random, tournament, index, { atMs, spanMs, handles }));
  }
  const operations = timed
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, intent }, id) => drawOperation(random, id, atMs, intent));
  return { games, tournaments, operations };
}

function drawGame(random: Random, payer: GamePlan["payer"], limit: bigint | null): GamePlan {
  return {
    payer,
    platformFeeBps: random.pick([0, 250, 333, 1_000]),
    creditLimitMinor: limit,
    exponent: random.pick([0, 2]),
    handles: Array.from({ length: GAMERS }, (_, i) => `gamer-${i}`),
  };
}

function drawMoney(random: Random, { handles, payer }: GamePlan, game: number, spanMs: number) {
  const timed: { atMs: number; intent: Intent }[] = [];
  const add = (atMs: number, intent: Intent) => timed.push({ atMs, intent });
  for (const handle of handles) {
    const amountMinor = BigInt(random.int(100, 3_000));
    if (payer === "wallet")
      add(random.int(0, Math.floor(spanMs / 3)), { kind: "deposit", game, handle, amountMinor });
    if (random.chance(20)) add(random.int(0, spanMs), { kind: "gamer", game, handle });
    if (random.chance(15))
      add(random.int(0, spanMs), { kind: "deposit", game, handle, amountMinor });
    if (random.chance(30)) {
      const most = BigInt(random.int(1, 2_000));
      add(random.int(0, spanMs), { kind: "withdraw", game, handle, amountMinor: most });
    }
  }
  return timed;
}

function drawTournament(
  random: Random,
  games: readonly GamePlan[],
  atMs: number,
  spanMs: number,
): TournamentPlan {
  const seats = random.chance(40) ? random.int(1, 12) : null;
  const scoring = random.chance(45) ? drawScoring(random) : null;
  return {
    // Half of them where gamers pay themselves, and may be unable to.
    game: random.chance(50) ? 0 : random.int(1, games.length - 1),
    feeMinor: random.pick(FEES),
    seats,
    minEntries: random.chance(25) ? random.int(1, Math.min(seats ?? 10, 10)) : 0,
    split: random.pick(SPLITS),
    scoring,
    // Scores need time: whoever has them must be in, and most of them must come before the end.
    endsAfterMs: random.chance(scoring === null ? 60 : 20)
      ? random.int(atMs + 1_500, spanMs + 2_000)
      : spanMs + random.int(1_500, 2_500),
  };
}

interface Course {
  atMs: number;
  spanMs: number;
  handles: readonly string[];
}

function drawCourse(random: Random, tournament: TournamentPlan, index: number, course: Course) {
  const { atMs, spanMs, handles } = course;
  const timed: { atMs: number; intent: Intent }[] = [];
  const later = () => random.int(atMs, Math.max(spanMs, tournament.endsAfterMs));
  const add = (when: number, intent: Intent) => timed.push({ atMs: when, intent });
  add(atMs, { kind: "create", tournament: index });
  if (random.chance(95)) add(atMs, { kind: "publish", tournament: index });
  else if (random.chance(50)) add(later(), { kind: "cancel", tournament: index });
  const joiners = random.sample(handles, random.int(0, 18));
  // Rather early, so that most get in before it is over.
  const early = () => Math.min(later(), later(), later());
  const together = random.chance(30) ? random.sample(joiners, random.int(1, 9)) : [];
  if (together.length > 0) add(early(), { kind: "joins", tournament: index, handles: together });
  for (const handle of joiners) {
    if (!together.includes(handle) || random.chance(10))
      add(early(), { kind: "join", tournament: index, handle });
    if (random.chance(15)) add(later(), { kind: "join", tournament: index, handle });
  }
  for (const { when, intent } of drawDecisions(random, index, joiners, later)) add(when, intent);
  for (const intent of drawScores(random, tournament.scoring, index, { joiners, handles }))
    add(later(), intent);
  for (const intent of drawReviews(random, tournament.scoring, index))
    add(Math.max(later(), later()), intent);
  // Rather late, so that something was played before.
  const late = () => Math.max(later(), later(), later());
  if (random.chance(20)) add(late(), { kind: "cancel", tournament: index });
  if (random.chance(45))
    add(late(), { kind: "complete", tournament: index, ranks: drawRanks(random, joiners) });
  return timed;
}

/** A standard competition ranking of a few gamers, as a game may hand one in. */
function drawRanks(random: Random, joiners: readonly string[]): GivenRank[] {
  if (random.chance(60)) return [];
  const ranks: GivenRank[] = [];
  for (const gamer of random.sample(joiners, random.int(1, 3))) {
    const last = ranks.at(-1)?.rank ?? 1;
    ranks.push({ gamer, rank: ranks.length > 0 && random.chance(30) ? last : ranks.length + 1 });
  }
  return ranks;
}

/** Draws how patiently something is asked for. */
export function drawOperation(random: Random, id: number, atMs: number, intent: Intent): Operation {
  const patient = URGENT.has(intent.kind);
  return {
    id,
    atMs,
    intent,
    twin: random.chance(intent.kind === "refresh" ? 30 : 8),
    patienceMs: random.chance(8) ? random.int(2, 60) : patient ? URGENT_MS : PATIENCE_MS,
    repeats: patient ? 20 : random.int(0, 3),
    pauseMs: random.int(50, 400),
  };
}
