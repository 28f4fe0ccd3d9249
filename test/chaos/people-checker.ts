import { until } from "@tms/stack/until";
import type { Body } from "../harness/bodies.ts";
import { bearer, callAs, fromElsewhere, PASSWORD, sessionOf } from "../harness/people.ts";
import type { Fixture, LivePerson } from "./fixture.ts";
import {
  differs,
  findAcknowledged,
  findCalls,
  isAcknowledged,
  mayHaveHappened,
  type History,
} from "./history.ts";
import { createReader, type Read } from "./observe.ts";
import * as facts from "./people-facts.ts";
import { at } from "./plan.ts";
import type { ChaosSystem } from "./system.ts";

const PATIENCE_MS = 30_000;

/** Returns how a person or a key reads, from an address of its own. */
type ReadAs = (headers: Record<string, string>) => Read;

/** Checks people, their games and keys after a run, through the API. */
export async function checkPeople(
  system: Pick<ChaosSystem, "baseUrl" | "watch" | "admin">,
  history: History,
): Promise<string[]> {
  const { people, teams, keys } = history.fixture;
  const readAs: ReadAs = (headers) => createReader(system, { ...headers, ...fromElsewhere() });
  const tokens = new Map<number, string>();
  for (const [index, person] of people.entries())
    if (person.id !== undefined) tokens.set(index, await signIn(system.baseUrl, person));
  const faults: string[] = [];
  for (const [team, live] of teams.entries())
    faults.push(...(await checkTeam(history, team, live, tokens, readAs)));
  faults.push(...(await checkSessions(system, history)), ...(await checkEnded(history, readAs)));
  for (const key of keys.keys()) faults.push(...(await checkRefused(history, key, readAs)));
  return faults;
}

async function signIn(baseUrl: string, { email }: LivePerson): Promise<string> {
  // Repeats open no further session.
  const headers = { ...fromElsewhere(), "idempotency-key": `rest-${email}` };
  const ask = () =>
    callAs(baseUrl, ["POST", "/auth/sign-in"], { email, password: PASSWORD }, headers);
  return await until(async () => (await ask().catch(() => null))?.body.accessToken, {
    timeoutMs: PATIENCE_MS,
    everyMs: 50,
    what: `the sign-in of ${email}`,
  });
}

/** Checks that each member's list of games has the game once, with a possible role. */
async function checkTeam(
  history: History,
  team: number,
  { name, game }: Fixture["teams"][number],
  tokens: ReadonlyMap<number, string>,
  readAs: ReadAs,
): Promise<string[]> {
  const faults: string[] = [];
  const owners: string[] = [];
  for (const [person, accessToken] of tokens) {
    const { games } = (await readAs(bearer({ accessToken }))("/game?limit=100")).body;
    const listed = games.filter((one) => one.name === name);
    if (listed.length > 1 || listed.some(({ id }) => id !== game?.id))
      faults.push(`${name} is listed as ${JSON.stringify(listed.map(({ id }) => id))}`);
    const role = listed[0]?.role ?? null;
    const possible: (string | null)[] = facts.findFinalRoles(history, team, person);
    if (!possible.includes(role))
      faults.push(`person ${person} is ${role} in ${name}, not ${possible.join(" or ")}`);
    if (role === "owner") owners.push(accessToken);
  }
  const [accessToken] = owners;
  if (game === undefined) return faults;
  if (accessToken === undefined) return [...faults, `${name} has no owner`];
  for (const [mode, { id }] of Object.entries(game.environments)) {
    const read = readAs({ ...bearer({ accessToken }), "x-game-id": id });
    faults.push(...checkKeys(history, team, mode, (await read("/key?limit=100")).body.keys));
  }
  return faults;
}

/** Checks that each key was issued once, has at most one successor, and is revoked if it was. */
function checkKeys(history: History, team: number, mode: string, listed: Body["keys"]): string[] {
  const { keys } = history.fixture;
  const planned = [...keys.entries()].filter(
    ([, { plan }]) => plan.team === team && plan.mode === mode,
  );
  const known = planned.filter(([, { id }]) => id !== undefined);
  const issues = findCalls(history, "issue-key", "roll-key").filter(mayHaveHappened);
  const maybe = planned.filter(([key]) =>
    issues.some(({ intent }) => key === ("successor" in intent ? intent.successor : intent.key)),
  );
  const faults: string[] = [];
  if (listed.length < known.length || listed.length > maybe.length)
    faults.push(
      `team ${team} has ${listed.length} ${mode} keys, not ${known.length} to ${maybe.length}`,
    );
  for (const [key, { id }] of known) {
    const seen = listed.find((one) => one.id === id);
    const roll = findAcknowledged(history, "roll-key").find(({ intent }) => intent.key === key);
    const successor = roll && at(keys, roll.intent.successor).id;
    if (successor !== undefined)
      faults.push(...differs(`the successor of key ${key}`, seen?.replacedBy, successor));
    const endings = facts.findKeyEndings(history, key);
    const isRevoked = seen?.state === "revoked";
    if (
      seen === undefined ||
      (isRevoked ? !endings.some(mayHaveHappened) : endings.some(isAcknowledged))
    )
      faults.push(`key ${key} is ${seen?.state ?? "gone"}`);
  }
  return faults;
}

/** Checks that each sign-in opened one session, and that each refresh moved it on by one. */
async function checkSessions(
  { admin }: Pick<ChaosSystem, "admin">,
  history: History,
): Promise<string[]> {
  const { people, sessions } = history.fixture;
  const { rows } = await admin((client) =>
    client.query<{ id: string; user_id: string; generation: number; ended: boolean }>(
      `SELECT id, user_id, generation, ended_at IS NOT NULL AS ended FROM identity.session
       WHERE user_id = ANY($1)`,
      [people.flatMap(({ id }) => id ?? [])],
    ),
  );
  const faults: string[] = [];
  for (const [index, { id, renewals }] of people.entries()) {
    if (id === undefined) continue;
    const opened = sessions.filter(
      ({ plan, refreshTokens }) => plan.person === index && refreshTokens.length > 0,
    );
    const count = rows.filter((row) => row.user_id === id).length;
    // The session of the sign-up and that of this check also count.
    const least = opened.length + 2;
    if (count < least || count > least + renewals)
      faults.push(`person ${index} has ${count} sessions, not ${least}`);
  }
  for (const [index, { accessToken }] of sessions.entries()) {
    if (accessToken === "") continue;
    const row = rows.find(({ id }) => id === sessionOf({ accessToken }));
    const [least, most] = facts.findGenerations(history, index);
    const mayBe = row?.ended
      ? facts.maybeEnded(history, index, Infinity)
      : !facts.certainlyEnded(history, index, Infinity);
    if (row === undefined || row.generation < least || row.generation > most || !mayBe)
      faults.push(`session ${index} is ${JSON.stringify(row)}, not at ${least} to ${most}`);
  }
  return faults;
}

/** Checks that the access token of an ended session is refused in time. */
async function checkEnded(history: History, readAs: ReadAs): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, { accessToken }] of history.fixture.sessions.entries()) {
    const from = facts.getTokenRefusedFrom(history, index);
    if (from === Infinity) continue;
    const read = readAs(bearer({ accessToken }));
    if (!(await isRefused(read, "/user", from)))
      faults.push(`session ${index} has ended, and its access token works`);
  }
  return faults;
}

/** Checks that a revoked key is refused in time, and that any other key works. */
async function checkRefused(history: History, key: number, readAs: ReadAs): Promise<string[]> {
  const { secret } = at(history.fixture.keys, key);
  if (secret === undefined) return [];
  const read = readAs({ "x-api-key": secret });
  const from = facts.getRefusedFrom(history, key);
  if (from < Infinity)
    return (await isRefused(read, "/gamer", from)) ? [] : [`key ${key} was revoked, and works`];
  const mayBeRevoked = facts.findKeyEndings(history, key).some(mayHaveHappened);
  const isWrong = !mayBeRevoked && (await read("/gamer")).status === 401;
  return isWrong ? [`key ${key} does not work`] : [];
}

/** Whether a credential is refused by a moment; the last look begins after it. */
async function isRefused(read: Read, path: string, by: number): Promise<boolean> {
  const look = async () => {
    const isLast = Date.now() > by;
    return (await read(path)).status === 401 ? "yes" : isLast && "no";
  };
  const options = { timeoutMs: 2 * PATIENCE_MS, everyMs: 100, what: "an answer" };
  return (await until(look, options)) === "yes";
}
