import type { Role } from "../model/roles.ts";
import type { Direction, Scoring } from "../model/scoring.ts";
import type {
  GamePlan,
  GivenRank,
  GivenScore,
  Intent,
  KeyPlan,
  Operation,
  PeoplePlan,
  TournamentPlan,
} from "./plan.ts";
import type { Random } from "./random.ts";

const GAMERS = 24;
const SPLITS = [[], [1], [70, 30], [50, 30, 20], [3, 3, 1], [40, 30, 20, 10]];
const FEES = [0n, 1n, 7n, 100n, 250n, 333n, 1_001n];
/** When a caller hangs up. Callers of operations on which others depend repeat sooner. */
const PATIENCE_MS = 3_000;
const URGENT_MS = 800;
const URGENT = "create publish sign-up verify sign-in create-game invite accept".split(" ");

interface Timed {
  atMs: number;
  intent: Intent;
}

interface Workload {
  games: readonly GamePlan[];
  tournaments: readonly TournamentPlan[];
  operations: readonly Operation[];
}

/** Draws the operations of game backends. */
export function drawWorkload(random: Random, spanMs: number, tournamentCount: number): Workload {
  const games = [
    drawGame(random, "wallet", null),
    drawGame(random, "game", null),
    drawGame(random, "game", BigInt(random.int(2_000, 20_000))),
  ];
  const tournaments: TournamentPlan[] = [];
  const timed: Timed[] = [];
  games.forEach((game, index) => timed.push(...drawMoney(random, game, index, spanMs)));
  for (let index = 0; index < tournamentCount; index++) {
    // Most tournaments begin before the first fault.
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
  const timed: Timed[] = [];
  const add = (atMs: number, intent: Intent) => timed.push({ atMs, intent });
  for (const handle of handles) {
    const amountMinor = BigInt(random.int(100, 3_000));
    if (payer === "wallet")
      add(random.int(0, Math.floor(spanMs / 3)), { kind: "deposit", game, handle, amountMinor });
    if (random.chance(20)) add(random.int(0, spanMs), { kind: "gamer", game, handle });
    if (random.chance(15))
      add(random.int(0, spanMs), { kind: "deposit", game, handle, amountMinor });
    if (random.chance(30)) {
      const withdrawn = BigInt(random.int(1, 2_000));
      add(random.int(0, spanMs), { kind: "withdraw", game, handle, amountMinor: withdrawn });
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
    // Half of them are in the game whose gamers pay from their wallets.
    game: random.chance(50) ? 0 : random.int(1, games.length - 1),
    feeMinor: random.pick(FEES),
    seats,
    minEntries: random.chance(25) ? random.int(1, Math.min(seats ?? 10, 10)) : 0,
    split: random.pick(SPLITS),
    scoring,
    // Most tournaments with scores last longer, because scores come after joins.
    endsAfterMs: random.chance(scoring === null ? 60 : 20)
      ? random.int(atMs + 1_500, spanMs + 2_000)
      : spanMs + random.int(1_500, 2_500),
  };
}

function drawScoring(random: Random): Scoring {
  const operator = random.pick(["best", "last", "sum"] as const);
  const direction = (): Direction => random.pick(["higher", "lower"]);
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

interface Course {
  atMs: number;
  spanMs: number;
  handles: readonly string[];
}

function drawCourse(random: Random, tournament: TournamentPlan, index: number, course: Course) {
  const { atMs, spanMs, handles } = course;
  const timed: Timed[] = [];
  const anyTime = () => random.int(atMs, Math.max(spanMs, tournament.endsAfterMs));
  const early = () => Math.min(anyTime(), anyTime(), anyTime());
  const late = () => Math.max(anyTime(), anyTime(), anyTime());
  const add = (when: number, intent: Intent) => timed.push({ atMs: when, intent });
  add(atMs, { kind: "create", tournament: index });
  if (random.chance(95)) add(atMs, { kind: "publish", tournament: index });
  else if (random.chance(50)) add(anyTime(), { kind: "cancel", tournament: index });
  const joiners = random.sample(handles, random.int(0, 18));
  const together = random.chance(30) ? random.sample(joiners, random.int(1, 9)) : [];
  if (together.length > 0) add(early(), { kind: "joins", tournament: index, handles: together });
  for (const handle of joiners) {
    if (!together.includes(handle) || random.chance(10))
      add(early(), { kind: "join", tournament: index, handle });
    if (random.chance(15)) add(anyTime(), { kind: "join", tournament: index, handle });
  }
  timed.push(...drawDecisions(random, index, joiners, anyTime));
  for (const intent of drawScores(random, tournament.scoring, index, { joiners, handles }))
    add(anyTime(), intent);
  for (const intent of drawReviews(random, tournament.scoring, index))
    add(Math.max(anyTime(), anyTime()), intent);
  if (random.chance(20)) add(late(), { kind: "cancel", tournament: index });
  if (random.chance(45))
    add(late(), { kind: "complete", tournament: index, ranks: drawRanks(random, joiners) });
  return timed;
}

/** Draws a competition ranking of a few gamers. */
function drawRanks(random: Random, joiners: readonly string[]): GivenRank[] {
  if (random.chance(60)) return [];
  const ranks: GivenRank[] = [];
  for (const gamer of random.sample(joiners, random.int(1, 3))) {
    const last = ranks.at(-1)?.rank ?? 1;
    ranks.push({ gamer, rank: ranks.length > 0 && random.chance(30) ? last : ranks.length + 1 });
  }
  return ranks;
}

/** How soon most reinstatements follow: later decisions could forbid them. */
const SOON_MS = [30, 900] as const;

/**
 * Draws decisions on entries. Some disqualified gamers were eliminated before, and some are reinstated
 * twice: from the disqualification and from the elimination.
 */
function drawDecisions(
  random: Random,
  tournament: number,
  joiners: readonly string[],
  anyTime: () => number,
): Timed[] {
  if (joiners.length === 0) return [];
  const timed: Timed[] = [];
  const out: string[] = [];
  const decide = (
    atMs: number,
    kind: "eliminate" | "disqualify" | "reinstate",
    handles: readonly string[],
  ) => timed.push({ atMs, intent: { kind, tournament, handles } });
  const takeBack = (atMs: number, handles: readonly string[]) => {
    const some = random.chance(50) ? handles : random.sample(handles, 1);
    decide(atMs + random.int(...SOON_MS), "reinstate", some);
  };
  for (let round = random.int(0, 4); round > 0; round--) {
    const [atMs, handles] = [anyTime(), random.sample(joiners, random.int(1, 3))];
    out.push(...handles);
    decide(atMs, "eliminate", handles);
    if (random.chance(25)) takeBack(atMs, handles);
  }
  for (let round = random.pick([0, 0, 1, 1, 2, 3]); round > 0; round--) {
    const atMs = anyTime();
    const from = out.length > 0 && random.chance(35) ? [...new Set(out)] : joiners;
    const handles = random.sample(from, random.int(1, 3));
    decide(atMs, "disqualify", handles);
    if (random.chance(60)) takeBack(atMs, handles);
    if (random.chance(10)) takeBack(atMs, handles);
    if (random.chance(10)) decide(anyTime(), "disqualify", handles);
  }
  // No gamer is left to be paid.
  if (random.chance(4)) decide(Math.max(anyTime(), anyTime()), "disqualify", joiners);
  return timed;
}

// Few numbers and names, so that gamers are equal and attempts repeat.
const MAX_SCORE = 3;
const NAMES = 6;
const MAX_SCORES = 8;
const MAX_REVIEWED = 4;

/** Draws reports of scores. A tournament without scoring gets few, which are refused. */
function drawScores(
  random: Random,
  scoring: Scoring | null,
  tournament: number,
  { joiners, handles }: { joiners: readonly string[]; handles: readonly string[] },
): Intent[] {
  if (joiners.length === 0) return [];
  const named = new Map<string, GivenScore>();
  const number = () => random.int(-MAX_SCORE, MAX_SCORE);
  const drawOne = (): GivenScore => {
    const gamer = random.pick(random.chance(4) ? handles : joiners);
    const given = {
      gamer,
      score: number(),
      tieBreaks: (scoring?.tieBreaks ?? []).map(number),
      ...(random.chance(8) && { hold: true as const }),
    };
    if (random.chance(20)) return given;
    const attempt = `match-${random.int(1, NAMES)}`;
    const before = named.get(`${gamer} ${attempt}`);
    // Most repeats have the same content.
    if (before !== undefined && random.chance(70)) return before;
    const now = { ...given, attempt };
    named.set(`${gamer} ${attempt}`, now);
    return now;
  };
  const reports = scoring === null ? Number(random.chance(10)) : random.int(4, 24);
  return Array.from({ length: reports }, (): Intent => {
    if (random.chance(60)) return { kind: "score", tournament, given: drawOne() };
    const given = Array.from({ length: random.int(1, MAX_SCORES) }, drawOne);
    return { kind: "scores", tournament, given };
  });
}

function drawReviews(random: Random, scoring: Scoring | null, tournament: number): Intent[] {
  if (scoring === null) return [];
  return Array.from({ length: random.int(0, 7) }, () => ({
    kind: "review",
    tournament,
    decision: random.pick(["accept", "accept", "void", "void", "hold"]),
    picks: Array.from({ length: random.int(1, MAX_REVIEWED) }, () => random.int(0, 999)),
    unknown: random.chance(6),
  }));
}

/** Draws the patience of an operation's caller. */
export function drawOperation(random: Random, id: number, atMs: number, intent: Intent): Operation {
  const urgent = URGENT.includes(intent.kind);
  return {
    id,
    atMs,
    intent,
    twin: random.chance(intent.kind === "refresh" ? 30 : 8),
    patienceMs: random.chance(8) ? random.int(2, 60) : urgent ? URGENT_MS : PATIENCE_MS,
    repeats: urgent ? 20 : random.int(0, 3),
    pauseMs: random.int(50, 400),
  };
}

const ROLES: readonly Role[] = ["viewer", "developer", "developer", "owner"];
const MODES = ["live", "test"] as const;
/** The part of the span in which people sign up and create games. */
const EARLY_PART = 0.1;

/** Draws people who sign in, create games, invite each other and hand out keys. */
export function drawPeople(
  random: Random,
  spanMs: number,
  count: { people: number; teams: number },
): { plan: PeoplePlan; timed: Timed[] } {
  const timed: Timed[] = [];
  const sessions: { person: number }[] = [];
  const teams: { owner: number }[] = [];
  const keys: KeyPlan[] = [];
  const people = Array.from({ length: count.people }, (_, person) => person);
  const add = (atMs: number, intent: Intent) => timed.push({ atMs, intent });
  const beginning = () => random.int(0, Math.floor(spanMs * EARLY_PART));
  const anyTime = () => random.int(0, spanMs);
  const early = () => Math.min(anyTime(), anyTime());
  const late = () => Math.max(anyTime(), anyTime());

  function drawSession(person: number): void {
    const session = sessions.push({ person }) - 1;
    add(early(), { kind: "sign-in", session });
    // A stolen token is an old one: other refreshes come before.
    const isStolen = random.chance(25);
    for (let left = random.int(isStolen ? 3 : 1, 4); left > 0; left--)
      add(early(), { kind: "refresh", session });
    for (let left = random.int(1, 2); left > 0; left--) add(late(), { kind: "read-user", session });
    if (isStolen) add(Math.max(late(), late()), { kind: "steal", session });
    if (random.chance(40)) add(late(), { kind: "sign-out", session });
  }

  function drawTeam(team: number, owner: number): void {
    const atMs = beginning();
    add(atMs, { kind: "create-game", team, person: owner });
    for (const guest of people.filter((person) => person !== owner)) {
      if (random.chance(25)) continue;
      const role = random.pick(ROLES);
      add(atMs, { kind: "invite", team, person: owner, guest, role });
      add(atMs, { kind: "accept", team, person: guest });
    }
    // People without a role try it as well.
    const anyone = () => (random.chance(50) ? owner : random.pick(people));
    for (let left = random.int(1, 4); left > 0; left--) {
      const [person, member, role] = [anyone(), random.pick(people), random.pick(ROLES)];
      add(late(), { kind: "change-role", team, person, member, role });
    }
    for (let left = random.int(0, 2); left > 0; left--) {
      const [person, member] = [anyone(), random.pick(people)];
      add(late(), { kind: "remove", team, person, member });
    }
    for (let left = random.int(2, 3); left > 0; left--) drawKey(team, anyone);
  }

  function drawKey(team: number, anyone: () => number): void {
    const mode = random.pick(MODES);
    const key = keys.push({ team, mode }) - 1;
    const use = (one: number) => {
      for (let left = random.int(2, 4); left > 0; left--)
        add(anyTime(), { kind: "use-key", key: one });
    };
    const revoke = (one: number) => {
      const person = anyone();
      add(late(), { kind: "revoke-key", team, person, key: one });
    };
    const issuedAt = early();
    add(issuedAt, { kind: "issue-key", team, person: anyone(), key });
    use(key);
    if (random.chance(40)) revoke(key);
    if (random.chance(50)) {
      const successor = keys.push({ team, mode }) - 1;
      const graceSeconds = random.pick([0, 3_600] as const);
      const person = anyone();
      add(late(), { kind: "roll-key", team, person, key, successor, graceSeconds });
      use(successor);
      if (random.chance(30)) revoke(successor);
    }
  }

  for (const person of people) {
    const atMs = beginning();
    add(atMs, { kind: "sign-up", person });
    add(atMs, { kind: "verify", person });
    for (let left = random.int(1, 2); left > 0; left--) drawSession(person);
  }
  for (let team = 0; team < count.teams; team++) {
    const owner = random.int(0, count.people - 1);
    teams.push({ owner });
    drawTeam(team, owner);
  }
  return { plan: { people: count.people, sessions, teams, keys }, timed };
}
