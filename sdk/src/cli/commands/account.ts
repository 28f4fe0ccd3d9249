import type { Http } from "../../client/http.ts";
import { isTmsError } from "../../errors.ts";
import { defineCommand, type Command } from "../command.ts";
import { Misuse, Refusal } from "../failures.ts";
import * as option from "../options.ts";
import { fields, table } from "../output.ts";
import {
  findSession,
  forgetSession,
  keepSession,
  listGames,
  openHttp,
  openTms,
  toSession,
  type Game,
  type SelectedEnvironment,
  type Session,
} from "../session.ts";

const login = defineCommand({
  name: "login",
  summary: "sign in with a code that you confirm in a browser",
  about: `Prints a code and the URL of the page where you enter it, then waits for your confirmation. The command line
never receives your password. It stores its own session, which you can end on the page "Account" of the
dashboard. If you have only one game, the command selects its test environment.`,
  arguments: [
    {
      name: "URL",
      about:
        "the URL of the service (default: TMS_BASE_URL, or the service that you last signed in to)",
      isOptional: true,
    },
  ],
  examples: ["tms login https://tms.example.com", "tms login"],
  async run({ output, env, baseUrl: findUrl, arguments: { URL: url } }) {
    const named = url.replace(/\/+$/, "");
    if (named !== "" && !/^https?:\/\/./.test(named))
      throw new Misuse(`URL must be like https://tms.example.com, not ${named}.`);
    const baseUrl = named === "" ? await findUrl() : named;
    if (/^http:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))/.test(baseUrl))
      output.note(
        `Warning: ${baseUrl} uses plain HTTP. Others on the network can read your session.`,
      );
    const http = openHttp(baseUrl);
    const { data: codes } = await http.POST("/auth/device", { body: {} });
    if (codes === undefined) throw new Error("the service returned no codes");
    const { userCode, verificationUrl, expiresAt } = codes;
    output.print(
      { userCode, verificationUrl, expiresAt },
      `Open ${verificationUrl} and enter the code ${userCode}`,
    );
    const session = await awaitApproval(http, codes);
    await keepSession(env, baseUrl, session);
    const { user, accessToken } = session;
    output.note(`Signed in at ${baseUrl} as ${user.name} <${user.email}>.`);

    const games = await listGames(openTms(baseUrl, { accessToken }));
    const [only] = games;
    const environment = only && games.length === 1 ? toSelected(only, "test") : null;
    if (environment) {
      await keepSession(env, baseUrl, { ...session, environment });
      output.note(selectedText(environment));
    } else
      output.note(
        games.length === 0
          ? `You have no games yet. Create a game at ${baseUrl}/dashboard.`
          : "Next, run `tms games`, then `tms use GAME`.",
      );
    if (output.isJson) output.print({ baseUrl, user, environment }, "");
  },
});

const SLOW_DOWN_S = 5;

async function awaitApproval(
  http: Http,
  codes: { deviceCode: string; interval: number; expiresAt: string },
): Promise<Session> {
  let intervalS = codes.interval;
  while (Date.now() < Date.parse(codes.expiresAt)) {
    await new Promise((resolve) => setTimeout(resolve, intervalS * 1_000));
    try {
      const { data } = await http.POST("/auth/token", { body: { deviceCode: codes.deviceCode } });
      return toSession(data);
    } catch (error) {
      if (isTmsError(error, "slow_down")) intervalS += SLOW_DOWN_S;
      else if (isTmsError(error, "code_invalid")) break;
      else if (!isTmsError(error, "authorization_pending")) throw error;
    }
  }
  throw new Refusal("The code has expired. Run `tms login` again.");
}

const logout = defineCommand({
  name: "logout",
  summary: "sign out, and end the session at the service",
  examples: ["tms logout"],
  async run({ output, env, baseUrl: findUrl }) {
    const baseUrl = await findUrl();
    const session = await findSession(env, baseUrl);
    const wasSignedIn = session !== undefined;
    if (wasSignedIn) {
      const { refreshToken } = session;
      await openHttp(baseUrl).POST("/auth/sign-out", { body: { refreshToken } });
      await forgetSession(env, baseUrl);
    }
    const text = wasSignedIn
      ? `Signed out of ${baseUrl}.`
      : `You were not signed in at ${baseUrl}.`;
    output.print({ baseUrl, wasSignedIn }, text);
  },
});

const KEY_HINT_LENGTH = "tms_live_".length + 4;

const whoami = defineCommand({
  name: "whoami",
  summary: "show the user or API key, the service and the environment",
  about:
    "The command calls the service, so it also checks that the API key or the session is valid.",
  examples: ["tms whoami", "TMS_API_KEY=tms_test_… tms whoami"],
  async run({ output, connect }) {
    const { tms, baseUrl, session, apiKey } = await connect();
    if (apiKey !== undefined) {
      const { account } = await tms.account.get();
      const hint = apiKey.slice(0, KEY_HINT_LENGTH);
      const mode = apiKey.startsWith("tms_live_") ? "live" : "test";
      return output.print(
        { baseUrl, apiKey: hint, environment: { id: account.game, mode } },
        fields({
          service: baseUrl,
          "API key": `${hint}…`,
          environment: `${account.game} (${mode})`,
        }),
      );
    }
    const { data } = await tms.http.GET("/user");
    const { id = "", name = "", email = "" } = data?.user ?? {};
    const environment = session?.environment ?? null;
    const where = environment && `${environment.gameName} (${environment.mode}) ${environment.id}`;
    output.print(
      { baseUrl, user: { id, name, email }, environment },
      fields({ service: baseUrl, person: `${name} <${email}>`, environment: where }),
    );
  },
});

const games = defineCommand({
  name: "games",
  summary: "list your games and their environments",
  about: "An asterisk marks the selected environment.",
  examples: ["tms games", "tms games --json"],
  async run({ output, connect }) {
    const { tms, session } = await connect();
    const all = await listGames(tms);
    const selected = session?.environment?.id;
    const mark = ({ id }: { id: string }) => (id === selected ? `${id} *` : id);
    const lines = table(all, {
      NAME: ({ name }) => name,
      ROLE: ({ role }) => role,
      GAME: ({ id }) => id,
      TEST: ({ environments }) => mark(environments.test),
      LIVE: ({ environments }) => mark(environments.live),
    });
    output.print({ games: all }, lines);
  },
});

const use = defineCommand({
  name: "use",
  summary: "select the environment for other commands",
  about:
    "The environment stays selected until you select another one. Without --live, the command selects the test environment.",
  arguments: [
    { name: "GAME", about: "the game's name or id, or the id of one of its environments" },
  ],
  options: { live: option.flag("select the live environment, which uses real money") },
  examples: ['tms use "Star Race"', 'tms use "Star Race" --live'],
  async run({ output, env, connect, arguments: { GAME: wanted }, options }) {
    const { tms, baseUrl, session } = await connect();
    if (session === undefined)
      throw new Refusal(
        "An API key always uses its own environment. Unset TMS_API_KEY to select another environment.",
      );
    const game = findGame(await listGames(tms), wanted);
    const isLive = options.live || game.environments.live.id === wanted;
    const environment = toSelected(game, isLive ? "live" : "test");
    // The request for the games may have renewed the tokens of the session.
    const current = (await findSession(env, baseUrl)) ?? session;
    await keepSession(env, baseUrl, { ...current, environment });
    output.print({ environment }, selectedText(environment));
  },
});

function findGame(all: readonly Game[], wanted: string): Game {
  const found = all.filter(({ id, name, environments: { live, test } }) =>
    [id, live.id, test.id, name].includes(wanted),
  );
  const [game, other] = found;
  if (game === undefined)
    throw new Refusal(`You have no game ${wanted}. Run \`tms games\` to list your games.`);
  if (other !== undefined)
    throw new Refusal(
      `${found.length} of your games have the name ${wanted}. Use the id from \`tms games\`.`,
    );
  return game;
}

const toSelected = (game: Game, mode: "live" | "test"): SelectedEnvironment => ({
  id: game.environments[mode].id,
  mode,
  gameName: game.name,
});

const selectedText = ({ gameName, mode }: SelectedEnvironment) =>
  `Selected the environment ${gameName} (${mode}).`;

export const accountCommands: readonly Command[] = [login, logout, whoami, games, use];
