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
    /** Returns a digest of the data that a refused request must not change. */
    async digest() {
      const { rows } = await database.query<{ digest: string }>(DIGEST, [own.api.gameId]);
      return rows[0]?.digest ?? "";
    },
    /** Returns the visible state of a game that no request may change. */
    bystander: async () => JSON.stringify(await everythingOf(foreign)),
    close: () => database.end(),
  };
}

// Settlements change the status of tournaments later, and a refused join may create a gamer.
const DIGEST = `SELECT concat_ws(' ',
  (SELECT md5(string_agg(concat_ws('/', id, name, description, entry_fee_minor, starts_at, ends_at,
     registration_closes_at, max_entries, min_entries, prize_split), ';' ORDER BY id))
   FROM tournament.tournament WHERE game_id = $1),
  (SELECT count(*) FROM entry.entry JOIN entry.registration USING (tournament_id)
   WHERE game_id = $1),
  (SELECT count(*) FROM wallet.transfer WHERE game_id = $1 AND kind IN ('deposit', 'withdrawal', 'entry_fee'))) AS digest`;

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
