import pg from "pg";
import { newId } from "@tms/kit/values/ids";
import type { GameAccess } from "@tms/stack/system/demo-game";
import type { Api } from "../harness/api.ts";
import { gameIn } from "../harness/game.ts";
import { playTournament, type Ask } from "../harness/players.ts";
import type { TestSystem } from "../harness/system.ts";
import { termsOf } from "../harness/tournament.ts";
import { until } from "@tms/stack/until";
import { must } from "./finding.ts";
import { patiently } from "./patiently.ts";
import { populateTeam } from "./team.ts";

/** The games of an attack: one whose key the attacker has, and others whose key it has not. */
export interface Target {
  gatewayPort: number;
  urls: TestSystem["urls"];
  /** Of a caller that may call everything. */
  token: string;
  /** Fills names in braces, such as {{tournament.2}}, with what they stand for. */
  fill(text: string): string;
  /** Keeps the person signed in whose token {{personToken.0}} stands for. */
  stayOn(): Promise<void>;
  /** A digest of the attacker's data that a refused request must not change. */
  refusable(): Promise<string>;
  /** All that a game which nobody attacks shows of itself. */
  bystander(): Promise<string>;
  /** A tournament from create to complete, in a game of its own; rejects when anything fails. */
  play(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the games of an attack in a running system. */
export async function createTarget(system: TestSystem, adminUrl: string): Promise<Target> {
  const database = new pg.Client({ connectionString: adminUrl });
  await database.connect();
  const newGame = async () => clientOf(await gameIn(system));
  const [own, foreign] = [await newGame(), await newGame()];
  const [inner, player] = [await newGame(), await newGame()];
  const names = new Map<string, string[]>();
  for (const [game, prefix] of [
    [own, ""],
    [foreign, "foreign"],
    // Attacked through the services themselves, whose callers are believed about the game.
    [inner, "inner"],
  ] as const)
    for (const [kind, values] of Object.entries(await populate(game)))
      names.set(
        prefix === "" ? kind : prefix + kind.charAt(0).toUpperCase() + kind.slice(1),
        values,
      );

  const team = await populateTeam(system, own.access.gameId);
  for (const [kind, values] of Object.entries(team.names)) names.set(kind, values);
  await settlementsOf(foreign, names.get("foreignTournament") ?? []);

  return {
    gatewayPort: Number(new URL(system.gatewayUrl).port),
    urls: system.urls,
    token: system.token,
    fill: (text) =>
      text.replaceAll(/\{\{(\w+)\.(\d+)\}\}/g, (braces, kind: string, index: string) => {
        const values = kind === "personToken" ? [team.person.token()] : names.get(kind);
        return values?.[Number(index) % values.length] ?? braces;
      }),
    stayOn: () => team.person.renew(),
    async refusable() {
      const { rows } = await database.query<{ digest: string }>(REFUSABLE, [own.access.gameId]);
      return rows[0]?.digest ?? "";
    },
    bystander: () => everythingOf(foreign, names.get("foreignTournament") ?? []),
    play: () => play(player),
    close: () => database.end(),
  };
}

// Leaves out data that settlements change later, and gamers, whom a refused join creates.
const REFUSABLE = `SELECT concat_ws(' ',
  (SELECT md5(string_agg(concat_ws('/', id, name, description, entry_fee_minor, starts_at, ends_at,
     registration_closes_at, max_entries, min_entries, prize_split), ';' ORDER BY id))
   FROM tournament.tournament WHERE game_id = $1),
  (SELECT count(*) FROM entry.entry JOIN entry.registration USING (tournament_id)
   WHERE game_id = $1),
  (SELECT count(*) FROM wallet.transfer WHERE game_id = $1 AND kind IN ('deposit', 'withdrawal', 'entry_fee'))) AS digest`;

/** A game, and requests of its backend that must be answered with success. */
interface Client {
  access: GameAccess;
  ask: Ask;
}

const clientOf = (api: Api): Client => ({
  access: api,
  async ask(method, path, body) {
    // With a key of its own, so that what was answered too late can be asked for again.
    const headers = { "idempotency-key": newId() };
    const send = () => api.call(method, path, body, { headers });
    const answer = await patiently(send, ({ status }) => status === LATE);
    const told = `${answer.status} ${JSON.stringify(answer.body)}`;
    must(answer.status < 300, `valid traffic was refused: ${method} ${path} ${told}`);
    return answer.body;
  },
});

const LATE = 503;
const GAMERS = ["ada", "bob", "cyd"];

const create = async ({ access, ask }: Client, entryFee: number): Promise<string> =>
  (await ask("POST", "/tournament/create", termsOf(access.gameId, { entryFee }, CENTURY_MS)))
    .tournament.id;

// Longer than any attack.
const CENTURY_MS = 100 * 365 * 86_400_000;

/** A tournament in each state, gamers with wallets, and a cursor of each list. */
async function populate(game: Client): Promise<Record<string, string[]>> {
  const { access, ask } = game;
  const ids = [];
  for (let index = 0; index < 6; index++) ids.push(await create(game, index % 2));
  const [, open = "", cancelled, done] = ids;
  for (const id of ids.slice(1)) await ask("PATCH", `/tournament/${id}/publish`);
  for (const id of [open, done])
    for (const gamer of GAMERS) await ask("POST", `/tournament/${id}/join`, { gamer });
  for (const gamer of GAMERS) await ask("POST", `/wallet/${gamer}/deposit`, { amount: 1_000 });
  await ask("POST", "/wallet/ada/deposit", { amount: 1 });
  await ask("PATCH", `/tournament/${cancelled}/cancel`);
  await ask("PATCH", `/tournament/${done}/complete`);
  const cursors = [];
  for (const list of [
    "/tournament",
    `/tournament/${open}/entries`,
    "/wallet/ada/transactions",
    "/account/transactions",
  ])
    cursors.push((await ask("GET", `${list}?limit=1`)).nextCursor ?? "");
  return {
    game: [access.gameId],
    key: [access.apiKey],
    tournament: ids,
    gamer: GAMERS,
    cursor: cursors,
  };
}

/** Waits until nothing changes any more in a game that nobody uses. */
async function settlementsOf(
  { ask }: Client,
  [, , cancelled, done]: readonly string[],
): Promise<void> {
  for (const id of [cancelled, done])
    await until(
      async () => (await ask("GET", `/tournament/${id}/settlement`)).settlement.state === "done",
      { timeoutMs: 60_000, everyMs: 100, what: `the settlement of ${id}` },
    );
}

async function everythingOf({ ask }: Client, tournaments: readonly string[]): Promise<string> {
  const paths = ["/account", "/account/transactions?limit=1000", "/tournament?limit=100"];
  for (const gamer of GAMERS)
    paths.push(`/gamer/${gamer}`, `/wallet/${gamer}/transactions?limit=1000`);
  for (const id of tournaments)
    paths.push(`/tournament/${id}`, `/tournament/${id}/entries?limit=1000`);
  const replies = [];
  for (const path of paths) replies.push(await ask("GET", path));
  return JSON.stringify(replies);
}

async function play({ access, ask }: Client): Promise<void> {
  const ranks = [
    { gamer: "bob", rank: 1 },
    { gamer: "ada", rank: 2 },
  ];
  await playTournament(ask, { gameId: access.gameId, gamers: GAMERS, entryFee: 1, ranks });
}
