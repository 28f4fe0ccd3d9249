import type { Intent } from "../plan.ts";
import type { Random } from "../random.ts";
import type { KeyPlan, PeoplePlan, RoleWord, SessionPlan, TeamPlan } from "./plan.ts";

const ROLES: readonly RoleWord[] = ["viewer", "developer", "developer", "owner"];
const MODES = ["live", "test"] as const;
/** Of the span: by then everybody has come, and their games are made. */
const EARLY_PART = 0.1;

/** What people do in a seed, and when. */
export interface PeopleWorkload {
  plan: PeoplePlan;
  timed: { atMs: number; intent: Intent }[];
}

/** Draws people who sign in, found games, invite each other and hand out keys. */
export function drawPeople(
  random: Random,
  spanMs: number,
  count: { people: number; teams: number },
): PeopleWorkload {
  const draw: Draw = { random, spanMs, timed: [], sessions: [], keys: [] };
  const teams: TeamPlan[] = [];
  for (let person = 0; person < count.people; person++) {
    const atMs = early(draw);
    add(draw, atMs, { kind: "sign-up", person });
    add(draw, atMs, { kind: "verify", person });
    for (let left = random.int(1, 2); left > 0; left--) drawSession(draw, person);
  }
  for (let team = 0; team < count.teams; team++) {
    const owner = random.int(0, count.people - 1);
    teams.push({ owner });
    drawTeam(draw, team, owner, count.people);
  }
  const { sessions, keys, timed } = draw;
  return { plan: { people: count.people, sessions, teams, keys }, timed };
}

interface Draw {
  random: Random;
  spanMs: number;
  timed: { atMs: number; intent: Intent }[];
  sessions: SessionPlan[];
  keys: KeyPlan[];
}

const add = ({ timed }: Draw, atMs: number, intent: Intent) => timed.push({ atMs, intent });
const early = ({ random, spanMs }: Draw) => random.int(0, Math.floor(spanMs * EARLY_PART));
const anyTime = ({ random, spanMs }: Draw) => random.int(0, spanMs);
// Rather late, so that something was done before.
const late = (draw: Draw) => Math.max(anyTime(draw), anyTime(draw));

function drawSession(draw: Draw, person: number): void {
  const { random, sessions } = draw;
  const session = sessions.push({ person }) - 1;
  add(draw, Math.min(anyTime(draw), anyTime(draw)), { kind: "sign-in", session });
  // A token that is stolen is old: others follow it before somebody shows it.
  const isStolen = random.chance(25);
  for (let left = random.int(isStolen ? 3 : 1, 4); left > 0; left--)
    add(draw, Math.min(anyTime(draw), anyTime(draw)), { kind: "refresh", session });
  for (let left = random.int(1, 2); left > 0; left--)
    add(draw, late(draw), { kind: "read-user", session });
  if (isStolen) add(draw, Math.max(late(draw), late(draw)), { kind: "steal", session });
  if (random.chance(40)) add(draw, late(draw), { kind: "sign-out", session });
}

function drawTeam(draw: Draw, team: number, owner: number, people: number): void {
  const { random } = draw;
  const atMs = early(draw);
  add(draw, atMs, { kind: "create-game", team, person: owner });
  const everybody = Array.from({ length: people }, (_, person) => person);
  for (const guest of everybody.filter((person) => person !== owner)) {
    if (random.chance(25)) continue;
    const role = random.pick(ROLES);
    add(draw, atMs, { kind: "invite", team, person: owner, guest, role });
    add(draw, atMs, { kind: "accept", team, person: guest });
  }
  // Those without a role there try it as well.
  const anybody = () => (random.chance(50) ? owner : random.pick(everybody));
  for (let left = random.int(1, 4); left > 0; left--) {
    const [person, member, role] = [anybody(), random.pick(everybody), random.pick(ROLES)];
    add(draw, late(draw), { kind: "change-role", team, person, member, role });
  }
  for (let left = random.int(0, 2); left > 0; left--) {
    const [person, member] = [anybody(), random.pick(everybody)];
    add(draw, late(draw), { kind: "remove", team, person, member });
  }
  for (let left = random.int(2, 3); left > 0; left--) drawKey(draw, team, anybody);
}

function drawKey(draw: Draw, team: number, anybody: () => number): void {
  const { random, keys } = draw;
  const mode = random.pick(MODES);
  const key = keys.push({ team, mode }) - 1;
  const useKey = (one: number) => {
    for (let left = random.int(2, 4); left > 0; left--)
      add(draw, anyTime(draw), { kind: "use-key", key: one });
  };
  const revoke = (one: number) => {
    const person = anybody();
    add(draw, late(draw), { kind: "revoke-key", team, person, key: one });
  };
  add(draw, Math.min(anyTime(draw), anyTime(draw)), {
    kind: "issue-key",
    team,
    person: anybody(),
    key,
  });
  useKey(key);
  if (random.chance(40)) revoke(key);
  if (random.chance(50)) {
    const successor = keys.push({ team, mode }) - 1;
    const graceSeconds = random.pick([0, 3_600] as const);
    const person = anybody();
    add(draw, late(draw), { kind: "roll-key", team, person, key, successor, graceSeconds });
    useKey(successor);
    if (random.chance(30)) revoke(successor);
  }
}
