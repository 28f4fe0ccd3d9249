import { Role } from "@tms/proto/tms/game/v1/member";
import pg from "pg";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { joined } from "../harness/gamers.ts";
import { joinTeam, newPerson } from "../harness/people.ts";
import type { TestSystem } from "../harness/system.ts";
import { callerAs, gameOf, invited, type Caller } from "../harness/team.ts";
import { created, idOf, published } from "../harness/tournament.ts";
import { namesOf, type Names } from "./names.ts";
import { everythingOf, populated, type Owned } from "./owned.ts";

/** The games of a campaign. REST requests use the key of one game. RPCs name another game. */
export interface Target {
  system: TestSystem;
  /** A member of the first game, who owns a game that no other request changes. */
  person: Caller;
  /** The names in the other game. */
  rpcNames: Names;
  /** Replaces names in double braces, such as `{{own.tournament.2}}`. */
  fill(text: string): string;
  /** Returns a digest of the data that a refused request must not change. */
  digest(): Promise<string>;
  /** Returns the visible state of a game that no request may change. */
  bystander(): Promise<string>;
  close(): Promise<void>;
}

/** Creates the games of a campaign. */
export async function createTarget(system: TestSystem): Promise<Target> {
  const newGame = async () => {
    const api = await gameIn(system);
    return { api, owned: await populated(api) };
  };
  const [own, foreign, inner] = await Promise.all([newGame(), newGame(), newGame()]);
  const person = callerAs(system.gatewayUrl, await newPerson(system.gatewayUrl));
  // The person may do in the game what its key may do.
  await joinTeam(system, own.api.gameId, { userId: person.id, role: Role.OWNER });
  const names: Record<string, readonly string[]> = {
    ...namesFor("foreign", foreign),
    ...namesFor("own", own),
    "own.tournament": [...tournamentsOf(own.owned), ...(await moreTournaments(own.api))],
    ...(await teamNames(system.gatewayUrl, person)),
  };
  const database = new pg.Client({ connectionString: system.adminUrl });
  await database.connect();
  return {
    system,
    person,
    rpcNames: await namesOf(inner.api, inner.owned),
    // A path has the braces percent-encoded.
    fill: (text) =>
      text.replaceAll(/(?:\{\{|%7B%7B)(\w+\.\w+)\.(\d)(?:\}\}|%7D%7D)/g, (braces, name, index) => {
        const values = names[name] ?? [];
        return values[Number(index) % values.length] ?? braces;
      }),
    async digest() {
      const { rows } = await database.query<{ digest: string }>(DIGEST, [own.api.gameId]);
      return rows[0]?.digest ?? "";
    },
    bystander: () => everythingOf(foreign),
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

const namesFor = (prefix: string, { api, owned }: { api: Api; owned: Owned }) => ({
  [`${prefix}.game`]: [api.gameId],
  [`${prefix}.key`]: [api.apiKey],
  [`${prefix}.tournament`]: tournamentsOf(owned),
  [`${prefix}.gamer`]: [owned.handle, "bob"],
  [`${prefix}.cursor`]: Object.values(owned.cursors),
  [`${prefix}.request`]: [owned.requestId],
  [`${prefix}.event`]: [owned.eventId],
  [`${prefix}.endpoint`]: [owned.endpointId],
});

const tournamentsOf = ({ tournamentId, otherTournamentId = "" }: Owned): string[] => [
  tournamentId,
  otherTournamentId,
];

/** Creates a pending, a cancelled and a completed tournament. Returns their ids. */
async function moreTournaments(api: Api): Promise<string[]> {
  const [pending, cancelled, completed] = [
    await created(api),
    await published(api),
    await published(api),
  ];
  await api.patch(`${cancelled}/cancel`);
  await joined(api, completed, "bob");
  await api.patch(`${completed}/complete`);
  return [pending, cancelled, completed].map(idOf);
}

/** Creates a game with keys and an invitation, which only requests of its owner use. */
async function teamNames(gatewayUrl: string, owner: Caller): Promise<Record<string, string[]>> {
  const game = await gameOf(owner);
  const { live, test } = game.environments;
  const keys = [];
  for (const name of ["one", "two", "three"])
    keys.push((await owner.in(live.id)("POST", "/key/create", { name })).body.key.id);
  const invitation = await invited(gatewayUrl, owner, game, "viewer");
  return {
    "team.accessToken": [owner.accessToken],
    "team.game": [game.id],
    "team.environment": [live.id, test.id],
    "team.key": keys,
    "team.member": [owner.id],
    "team.invitation": [invitation.id],
    "team.token": [invitation.token],
  };
}
