import type { Body } from "../../harness/bodies.ts";
import { bearer, fromElsewhere, PASSWORD } from "../../harness/people.ts";
import { until } from "@tms/stack/until";
import { at } from "../fixture.ts";
import { acknowledged, callsOf, type History } from "../history.ts";
import { endingsOf, refusedFrom } from "../model/keys.ts";
import { KEPT_MS, mayHaveHappened, possibleRoles } from "../model/roles.ts";
import { certainlyEnded, generationsOf, maybeEnded } from "../model/sessions.ts";
import { differs } from "../model/differs.ts";
import type { ChaosSystem } from "../system.ts";
import type { LivePerson, LiveTeam } from "./fixture.ts";

interface Seen {
  status: number;
  body: Body;
}
type Ask = (path: string, headers: Record<string, string>) => Promise<Seen>;

const PATIENCE_MS = 30_000;
const ASK_MS = 12_000;

/** Checks what has become of people once everything has come to rest, as they see it themselves. */
export async function checkPeople(
  system: Pick<ChaosSystem, "baseUrl" | "admin">,
  history: History,
): Promise<string[]> {
  const { people, teams, keys } = history.fixture.people;
  const ask: Ask = (path, headers) => asked(system.baseUrl, path, { headers });
  const signedIn = people.filter(({ id }) => id !== undefined);
  const tokens = new Map<LivePerson, string>();
  for (const person of signedIn) tokens.set(person, await tokenOf(system.baseUrl, person));
  const faults: string[] = [];
  for (const [team, live] of teams.entries())
    faults.push(...(await checkTeam(history, { team, live, tokens, ask })));
  faults.push(...(await checkSessions(system, history)), ...(await checkEnded(history, ask)));
  for (const key of keys.keys()) faults.push(...(await checkRefused(history, key, ask)));
  return faults;
}

interface TeamView {
  team: number;
  live: LiveTeam;
  tokens: ReadonlyMap<LivePerson, string>;
  ask: Ask;
}

/** Each member's own list of games has the game once, with a role that its changes come to. */
async function checkTeam(history: History, view: TeamView): Promise<string[]> {
  const { team, live, tokens, ask } = view;
  const { people } = history.fixture.people;
  const faults: string[] = [];
  const owners: string[] = [];
  for (const [person, one] of people.entries()) {
    const token = tokens.get(one);
    if (token === undefined) continue;
    const { games } = (await ask("/game?limit=100", bearer({ accessToken: token }))).body;
    const listed = games.filter(({ name }) => name === live.name);
    if (listed.length > 1 || listed.some(({ id }) => id !== live.game?.id))
      faults.push(`${live.name} is listed as ${JSON.stringify(listed.map(({ id }) => id))}`);
    const role = listed[0]?.role ?? null;
    const possible: (string | null)[] = possibleRoles(history, team, person);
    if (!possible.includes(role))
      faults.push(`person ${person} is ${role} in ${live.name}, not ${possible.join(" or ")}`);
    if (role === "owner") owners.push(token);
  }
  const [owner] = owners;
  if (live.game === undefined) return faults;
  if (owner === undefined) return [...faults, `${live.name} has no owner`];
  return [...faults, ...(await checkKeys(history, view, owner))];
}

/** Every key there is was issued once, has at most one successor, and is revoked if it was. */
async function checkKeys(history: History, { team, live, ask }: TeamView, owner: string) {
  const { keys } = history.fixture.people;
  const faults: string[] = [];
  for (const [mode, { id }] of Object.entries(live.game?.environments ?? {})) {
    const headers = { ...bearer({ accessToken: owner }), "x-game-id": id };
    const listed = (await ask("/key?limit=100", headers)).body.keys;
    const planned = [...keys.entries()].filter(
      ([, key]) => key.plan.team === team && key.plan.mode === mode,
    );
    const known = planned.filter(([, key]) => key.id !== undefined);
    const maybe = planned.filter(([key]) => mayBeMade(history, key)).length;
    if (listed.length < known.length || listed.length > maybe)
      faults.push(
        `${live.name} has ${listed.length} ${mode} keys, not ${known.length} to ${maybe}`,
      );
    for (const [key, { id: keyId }] of known) {
      const seen = listed.find((one) => one.id === keyId);
      const [roll] = acknowledged(history, "roll-key").filter(({ intent }) => intent.key === key);
      const successor = roll && at(keys, roll.intent.successor).id;
      const isRevoked = endingsOf(history, key).some(
        ({ outcome }) => outcome.kind === "acknowledged",
      );
      const mayBeRevoked = endingsOf(history, key).some(mayHaveHappened);
      if (seen === undefined) faults.push(`key ${key} is gone`);
      else {
        if (successor !== undefined)
          faults.push(...differs(`the successor of key ${key}`, seen.replacedBy, successor));
        if (isRevoked !== (seen.state === "revoked") && !(mayBeRevoked && !isRevoked))
          faults.push(`key ${key} is ${seen.state}`);
      }
    }
  }
  return faults;
}

const mayBeMade = (history: History, key: number): boolean =>
  [
    ...callsOf(history, "issue-key").filter(({ intent }) => intent.key === key),
    ...callsOf(history, "roll-key").filter(({ intent }) => intent.successor === key),
  ].some(mayHaveHappened);

/** Each sign-in opened one session, and each refresh moved it on by one. */
async function checkSessions(
  { admin }: Pick<ChaosSystem, "admin">,
  history: History,
): Promise<string[]> {
  const { people, sessions } = history.fixture.people;
  const rows = await admin(async (client) => {
    const { rows: found } = await client.query<{
      id: string;
      user_id: string;
      generation: number;
      ended: boolean;
    }>(
      `SELECT id, user_id, generation, ended_at IS NOT NULL AS ended FROM identity.session
       WHERE user_id = ANY($1)`,
      [people.flatMap(({ id }) => id ?? [])],
    );
    return found;
  });
  const faults: string[] = [];
  for (const [index, { id, renewals }] of people.entries()) {
    if (id === undefined) continue;
    const opened = sessions.filter(
      ({ plan, refreshTokens }) => plan.person === index && refreshTokens.length > 0,
    ).length;
    const count = rows.filter((row) => row.user_id === id).length;
    // With the first, and the one of this check.
    const least = opened + 2;
    if (count < least || count > least + renewals)
      faults.push(`person ${index} has ${count} sessions, not ${least}`);
  }
  for (const [index, { accessToken }] of sessions.entries()) {
    if (accessToken === "") continue;
    const row = rows.find(({ id }) => id === sessionOf(accessToken));
    const [least, most] = generationsOf(history, index);
    if (row === undefined) faults.push(`session ${index} is gone`);
    else if (row.generation < least || row.generation > most)
      faults.push(`session ${index} is at ${row.generation}, not ${least} to ${most}`);
    else if (row.ended && !maybeEnded(history, index, Infinity))
      faults.push(`session ${index} has ended`);
    else if (!row.ended && certainlyEnded(history, index, Infinity))
      faults.push(`session ${index} has not ended`);
  }
  return faults;
}

/** The access token of a session that ended is refused within five seconds. */
async function checkEnded(history: History, ask: Ask): Promise<string[]> {
  const { sessions } = history.fixture.people;
  const faults: string[] = [];
  for (const [index, { accessToken }] of sessions.entries()) {
    if (!certainlyEnded(history, index, Infinity)) continue;
    const refused = async () => (await ask("/user", bearer({ accessToken }))).status === 401;
    if (!(await happens(refused, Date.now() + KEPT_MS)))
      faults.push(`session ${index} has ended, and its access token works`);
  }
  return faults;
}

/** A revoked key is refused from its moment on, and any other one works. */
async function checkRefused(history: History, key: number, ask: Ask): Promise<string[]> {
  const { secret } = at(history.fixture.people.keys, key);
  if (secret === undefined) return [];
  const isRefused = async () => (await ask("/gamer", { "x-api-key": secret })).status === 401;
  const from = refusedFrom(history, key);
  if (from < Infinity)
    return (await happens(isRefused, from)) ? [] : [`key ${key} was revoked, and works`];
  const mayBeRevoked = endingsOf(history, key).some(mayHaveHappened);
  return !mayBeRevoked && (await isRefused()) ? [`key ${key} does not work`] : [];
}

/** Whether something happens by a moment: the last look begins after it. */
async function happens(condition: () => Promise<boolean>, by: number): Promise<boolean> {
  return await until(
    async () => {
      const isLast = Date.now() > by;
      return (await condition()) ? "it did" : isLast && "it did not";
    },
    { timeoutMs: 2 * PATIENCE_MS, everyMs: 100, what: "an answer" },
  ).then((end) => end === "it did");
}

async function tokenOf(baseUrl: string, { email }: LivePerson): Promise<string> {
  const body = JSON.stringify({ email, password: PASSWORD });
  const headers = { "content-type": "application/json", "idempotency-key": `rest-${email}` };
  const { status, body: answer } = await asked(baseUrl, "/auth/sign-in", {
    method: "POST",
    headers,
    body,
  });
  if (status !== 200) throw new Error(`${email} was refused as ${answer.code}`);
  return answer.accessToken;
}

/** Asks until it is answered: connections that a fault broke show only when they are used. */
const asked = (
  baseUrl: string,
  path: string,
  init: Omit<RequestInit, "headers"> & { headers: Record<string, string> },
): Promise<Seen> =>
  until(
    async () => {
      const headers = { ...init.headers, ...fromElsewhere() };
      const signal = AbortSignal.timeout(ASK_MS);
      const response = await fetch(`${baseUrl}${path}`, { ...init, headers, signal }).catch(
        () => null,
      );
      if (response === null || response.status >= 500) return null;
      return { status: response.status, body: (await response.json()) as Body };
    },
    { timeoutMs: PATIENCE_MS, everyMs: 50, what: `an answer about ${path}` },
  );

/** The session that an access token names. */
function sessionOf(accessToken: string): string {
  const [, payload = ""] = accessToken.split(".");
  return (JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid: string }).sid;
}
