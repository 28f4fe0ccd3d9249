import pg from "pg";
import { everythingOf, makeFixture, type Fixture } from "../fixture.ts";
import type { TestSystem } from "../harness/system.ts";
import { callerAs, type Caller } from "../harness/team.ts";
import { idOf } from "../harness/tournament.ts";

export type Target = Awaited<ReturnType<typeof createTarget>>;

/** Creates the games of a campaign. REST requests use the key of one game. RPCs name another game. */
export async function createTarget(system: TestSystem) {
  const [own, foreign, inner] = await Promise.all([
    makeFixture(system),
    makeFixture(system),
    makeFixture(system),
  ]);
  const { people } = own;
  const person = callerAs(system.gatewayUrl, { ...people, ...people.unseen });
  const names: Record<string, readonly string[]> = {
    ...(await namesFor("foreign", foreign)),
    ...(await namesFor("own", own)),
    ...(await teamNames(person, people)),
  };
  const games = ["own.game", "team.environment"].flatMap((name) => names[name] ?? []);
  const digestQuery = { name: "digest", text: DIGEST, values: [games, person.id] };
  const database = new pg.Client({ connectionString: system.adminUrl });
  await database.connect();
  return {
    system,
    /** A member of the first game, who owns a game that no other request changes. */
    person,
    /** The other game. */
    inner,
    /** Replaces names in double braces, such as `{{own.tournament.2}}`; in a path they are encoded. */
    fill: (text: string) =>
      text.replaceAll(/(?:\{\{|%7B%7B)(\w+\.\w+)\.(\d)(?:\}\}|%7D%7D)/g, (braces, name, index) => {
        const values = names[name] ?? [];
        return values[Number(index) % values.length] ?? braces;
      }),
    /** Returns digests, by table, of the data that a refused request must not change. */
    async digest() {
      const { rows } = await database.query<object>(digestQuery);
      return rows[0];
    },
    /** Returns the visible state of a game that no request may change. */
    bystander: async () => JSON.stringify(await everythingOf(foreign)),
    close: () => database.end(),
  };
}

const GAMES = "game_id = ANY($1)";
const TOURNAMENTS = `tournament_id IN (SELECT id FROM tournament.tournament WHERE ${GAMES})`;
const PROJECTS = "IN (SELECT project_id FROM game.game WHERE id = ANY($1))";
// Tables, their columns that only requests change, and the rows of the campaign. Settlements change the
// status and the winner of a tournament later. A refused join may create a gamer.
const DIGESTED = [
  [
    "tournament.tournament",
    "to_jsonb(tournament) - '{status,winner_gamer_id,updated_at}'::text[]",
    GAMES,
  ],
  ["entry.entry", "id, eliminated_at, disqualified, metadata", TOURNAMENTS],
  ["entry.attempt", "id, state", TOURNAMENTS],
  ["entry.gamer", "id, display_name, metadata", `${GAMES} AND updated_at > created_at`],
  ["wallet.transfer", "id", `${GAMES} AND kind IN ('deposit', 'withdrawal', 'entry_fee')`],
  ["events.endpoint", "id, url, events, sealed_secret, disabled_reason, removed_at", GAMES],
  ["game.api_key", "id, name, scopes, ip_ranges, revoked_at, ends_at, replaced_by", GAMES],
  ["game.test_clock", "game_id, target_ms", `${GAMES} AND target_ms > 0`],
  ["game.project", "id, name", `id ${PROJECTS}`],
  ["game.member", "project_id, user_id, role", `project_id ${PROJECTS} OR user_id = $2`],
  ["game.invitation", "id, role, expires_at, ended_at", `project_id ${PROJECTS}`],
  ["identity.user_account", "name, email, password_hash", "id = $2"],
] as const;
const DIGEST = `SELECT ${DIGESTED.map(
  ([table, columns, where]) =>
    `(SELECT md5(string_agg(row::text, ';' ORDER BY row))
      FROM (SELECT ${columns} FROM ${table} WHERE ${where}) AS row) AS "${table}"`,
).join()}`;

/** Returns the last part of a path, which is an id. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

async function namesFor(prefix: string, { api, paths, webhook, eventId, answered }: Fixture) {
  const { toScore, toJoin, pending, cancelled, toCompleteFree } = paths;
  const lists = ["/tournament", "/account/transactions", "/gamer", "/request", "/event"];
  const pages = await Promise.all(lists.map((list) => api.get(`${list}?limit=1`)));
  return {
    [`${prefix}.game`]: [api.gameId],
    [`${prefix}.key`]: [api.apiKey],
    [`${prefix}.tournament`]: [toJoin, toScore, pending, cancelled, toCompleteFree].map(idOf),
    [`${prefix}.gamer`]: ["rich", "ada"],
    [`${prefix}.cursor`]: pages.map(({ body }) => body.nextCursor ?? ""),
    [`${prefix}.request`]: [answered.requestId],
    [`${prefix}.event`]: [eventId],
    [`${prefix}.endpoint`]: [lastOf(webhook.path)],
  };
}

/** Names a game with keys and an invitation, which only requests of its owner use. */
async function teamNames(owner: Caller, { team }: Fixture["people"]) {
  const { environments, id } = (await owner.send("GET", team.path)).body.game;
  return {
    "team.accessToken": [owner.accessToken],
    "team.game": [id],
    "team.environment": [environments.live.id, environments.test.id],
    "team.key": Object.values(team.keys),
    "team.member": [owner.id],
    "team.invitation": [team.toWithdraw],
    "team.token": [team.token],
  };
}
