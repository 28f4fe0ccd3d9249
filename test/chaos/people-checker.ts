import { until } from "@tms/stack/until";
import type { Body } from "../harness/bodies.ts";
import { bearer, fromElsewhere, PASSWORD } from "../harness/people.ts";
import type { Fixture, LivePerson } from "./fixture.ts";
import {
  differs,
  findAcknowledged,
  findCalls,
  isAcknowledged,
  mayHaveHappened,
  type History,
} from "./history.ts";
import * as facts from "./people-facts.ts";
import { at } from "./plan.ts";
import type { ChaosSystem } from "./system.ts";

const PATIENCE_MS = 30_000;
const ASK_MS = 12_000;

type Ask = (path: string, headers: Record<string, string>) => Promise<Seen>;
interface Seen {
  status: number;
  body: Body;
}

/** Checks people, their games and keys after a run, through the API. */
export async function checkPeople(
  system: Pick<ChaosSystem, "baseUrl" | "admin">,
  history: History,
): Promise<string[]> {
  const { people, teams, keys } = history.fixture;
  const ask: Ask = (path, headers) => send(system.baseUrl, path, { headers });
  const tokens = new Map<number, string>();
  for (const [index, person] of people.entries())
    if (person.id !== undefined) tokens.set(index, await signIn(system.baseUrl, person));
  const faults: string[] = [];
  for (const [team, live] of teams.entries())
    faults.push(...(await checkTeam(history, team, live, tokens, ask)));
  faults.push(...(await checkSessions(system, history)), ...(await checkEnded(history, ask)));
  for (const key of keys.keys()) faults.push(...(await checkRefused(history, key, ask)));
  return faults;
}

/** Checks that each member's list of games has the game once, with a possible role. */
async function checkTeam(
  history: History,
  team: number,
  { name, game }: Fixture["teams"][number],
  tokens: ReadonlyMap<number, string>,
  ask: Ask,
): Promise<string[]> {
  const faults: string[] = [];
  const owners: string[] = [];
  for (const [person, accessToken] of tokens) {
    const { games } = (await ask("/game?limit=100", bearer({ accessToken }))).body;
    const listed = games.filter((one) => one.name === name);
    if (listed.length > 1 || listed.some(({ id }) => id !== game?.id))
      faults.push(`${name} is listed as ${JSON.stringify(listed.map(({ id }) => id))}`);
    const role = listed[0]?.role ?? null;
    const possible: (string | null)[] = facts.findFinalRoles(history, team, person);
    if (!possible.includes(role))
      faults.push(`person ${person} is ${role} in ${name}, not ${possible.join(" or ")}`);
    if (role === "owner") owners.push(accessToken);
  }
  const [owner] = owners;
  if (game === undefined) return faults;
  if (owner === undefined) return [...faults, `${name} has no owner`];
  for (const [mode, { id }] of Object.entries(game.environments)) {
    const headers = { ...bearer({ accessToken: owner }), "x-game-id": id };
    const { keys } = (await ask("/key?limit=100", headers)).body;
    faults.push(...checkKeys(history, team, mode, keys));
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
  const maybe = planned.filter(([key]) => mayExist(history, key)).length;
  const faults: string[] = [];
  if (listed.length < known.length || listed.length > maybe)
    faults.push(`team ${team} has ${listed.length} ${mode} keys, not ${known.length} to ${maybe}`);
  for (const [key, { id }] of known) {
    const seen = listed.find((one) => one.id === id);
    if (seen === undefined) {
      faults.push(`key ${key} is gone`);
      continue;
    }
    const roll = findAcknowledged(history, "roll-key").find(({ intent }) => intent.key === key);
    const successor = roll && at(keys, roll.intent.successor).id;
    if (successor !== undefined)
      faults.push(...differs(`the successor of key ${key}`, seen.replacedBy, successor));
    const endings = facts.findKeyEndings(history, key);
    const isRevoked = seen.state === "revoked";
    if (isRevoked ? !endings.some(mayHaveHappened) : endings.some(isAcknowledged))
      faults.push(`key ${key} is ${seen.state}`);
  }
  return faults;
}

const mayExist = (history: History, key: number): boolean =>
  findCalls(history, "issue-key", "roll-key").some(
    (call) =>
      (call.intent.kind === "issue-key" ? call.intent.key : call.intent.successor) === key &&
      mayHaveHappened(call),
  );

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
    ).length;
    const count = rows.filter((row) => row.user_id === id).length;
    // The session of the sign-up and that of this check also count.
    const least = opened + 2;
    if (count < least || count > least + renewals)
      faults.push(`person ${index} has ${count} sessions, not ${least}`);
  }
  for (const [index, { accessToken }] of sessions.entries()) {
    if (accessToken === "") continue;
    const row = rows.find(({ id }) => id === getSessionId(accessToken));
    const [least, most] = facts.findGenerations(history, index);
    if (row === undefined) faults.push(`session ${index} is gone`);
    else if (row.generation < least || row.generation > most)
      faults.push(`session ${index} is at ${row.generation}, not ${least} to ${most}`);
    else if (row.ended && !facts.maybeEnded(history, index, Infinity))
      faults.push(`session ${index} has ended`);
    else if (!row.ended && facts.certainlyEnded(history, index, Infinity))
      faults.push(`session ${index} has not ended`);
  }
  return faults;
}

/** Checks that the access token of an ended session is refused within five seconds. */
async function checkEnded(history: History, ask: Ask): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, { accessToken }] of history.fixture.sessions.entries()) {
    if (!facts.certainlyEnded(history, index, Infinity)) continue;
    const isRefused = async () => (await ask("/user", bearer({ accessToken }))).status === 401;
    if (!(await happens(isRefused, Date.now() + facts.CACHED_MS)))
      faults.push(`session ${index} has ended, and its access token works`);
  }
  return faults;
}

/** Checks that a revoked key is refused in time, and that any other key works. */
async function checkRefused(history: History, key: number, ask: Ask): Promise<string[]> {
  const { secret } = at(history.fixture.keys, key);
  if (secret === undefined) return [];
  const isRefused = async () => (await ask("/gamer", { "x-api-key": secret })).status === 401;
  const from = facts.getRefusedFrom(history, key);
  if (from < Infinity)
    return (await happens(isRefused, from)) ? [] : [`key ${key} was revoked, and works`];
  const mayBeRevoked = facts.findKeyEndings(history, key).some(mayHaveHappened);
  return !mayBeRevoked && (await isRefused()) ? [`key ${key} does not work`] : [];
}

/** Whether something happens by a moment; the last look begins after it. */
async function happens(condition: () => Promise<boolean>, by: number): Promise<boolean> {
  const look = async () => {
    const isLast = Date.now() > by;
    return (await condition()) ? "yes" : isLast && "no";
  };
  const options = { timeoutMs: 2 * PATIENCE_MS, everyMs: 100, what: "an answer" };
  return (await until(look, options)) === "yes";
}

async function signIn(baseUrl: string, { email }: LivePerson): Promise<string> {
  const { status, body } = await send(baseUrl, "/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": `rest-${email}` },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (status !== 200) throw new Error(`${email} was refused as ${body.code}`);
  return body.accessToken;
}

/** Repeats a request until there is an answer: a broken connection fails only when it is used. */
const send = (
  baseUrl: string,
  path: string,
  init: Omit<RequestInit, "headers"> & { headers: Record<string, string> },
): Promise<Seen> =>
  until(
    async () => {
      const headers = { ...init.headers, ...fromElsewhere() };
      const signal = AbortSignal.timeout(ASK_MS);
      const answer = fetch(`${baseUrl}${path}`, { ...init, headers, signal });
      const response = await answer.catch(() => null);
      if (response === null || response.status >= 500) return null;
      return { status: response.status, body: (await response.json()) as Body };
    },
    { timeoutMs: PATIENCE_MS, everyMs: 50, what: `an answer to ${path}` },
  );

function getSessionId(accessToken: string): string {
  const [, payload = ""] = accessToken.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid: string }).sid;
}
