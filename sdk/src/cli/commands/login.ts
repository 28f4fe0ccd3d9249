import { isTmsError } from "../../errors.ts";
import { keepSession, openHttp } from "../credentials/session.ts";
import type { Session } from "../credentials/file.ts";
import { createTms } from "../../tms.ts";
import { agentFetch } from "../agent.ts";
import type { Call, Command } from "../framework/command.ts";
import { Misuse, Refusal } from "../framework/errors.ts";
import type { Http } from "../../client/http.ts";
import { inUse, listGames } from "./environments.ts";

const SLOWER_BY_S = 5;

export const login: Command = {
  name: "login",
  summary: "sign in with a code that you confirm in a browser",
  about: `Prints a code and the page to enter it at, and waits until you have. Your password never comes near the
shell: what is kept is a session of its own, which the page "Account" of the dashboard lists and ends.
With one game, its test environment is in use at once.`,
  arguments: [
    {
      name: "URL",
      about: "where the service is; else TMS_BASE_URL, or where you signed in last",
      isOptional: true,
    },
  ],
  examples: ["tms login https://tms.example.com", "tms login"],
  run: runLogin,
};

async function runLogin(call: Call): Promise<void> {
  const { output, env } = call;
  const named = call.argument("URL").replace(/\/+$/, "");
  if (named !== "" && !/^https?:\/\/./.test(named))
    throw new Misuse(`URL must be like https://tms.example.com, not ${named}.`);
  const baseUrl = named === "" ? await call.baseUrl() : named;
  if (/^http:\/\/(?!(localhost|127\.0\.0\.1|\[::1\])(:|\/|$))/.test(baseUrl))
    output.note(`${baseUrl} is plain HTTP: others can read your session on its way.`);
  const http = openHttp(baseUrl);
  const { data: codes } = await http.POST("/auth/device", { body: {} });
  if (codes === undefined) throw new Error("no codes were given out");
  const { userCode, verificationUrl, expiresAt } = codes;
  output.print(
    { userCode, verificationUrl, expiresAt },
    `Open ${verificationUrl} and enter ${userCode}`,
  );
  const session = await approved(http, codes);
  await keepSession(env, baseUrl, session);
  const { user } = session;
  output.note(`Signed in at ${baseUrl} as ${user.name} <${user.email}>.`);

  const { accessToken } = session;
  const games = await listGames(createTms({ baseUrl, accessToken, fetch: agentFetch }));
  const [only] = games;
  const environment = only && games.length === 1 ? inUse(only, "test") : undefined;
  if (environment) {
    await keepSession(env, baseUrl, { ...session, environment });
    output.note(`${environment.gameName} (test) is in use.`);
  } else
    output.note(
      games.length === 0
        ? `You have no game yet: make one at ${baseUrl}/dashboard.`
        : "Next: `tms games`, then `tms use GAME`.",
    );
  if (output.isJson) output.print({ baseUrl, user, environment: environment ?? null }, "");
}

/** Asks until the code is approved. Throws a Refusal when that takes longer than the code lives. */
async function approved(
  http: Http,
  codes: { deviceCode: string; interval: number; expiresAt: string },
): Promise<Session> {
  let intervalS = codes.interval;
  while (Date.now() < Date.parse(codes.expiresAt)) {
    await new Promise((resolve) => setTimeout(resolve, intervalS * 1_000));
    try {
      const { data } = await http.POST("/auth/token", { body: { deviceCode: codes.deviceCode } });
      if (data?.refreshToken === undefined) throw new Error("the service kept the refresh token");
      const { accessToken, expiresAt, refreshToken, user } = data;
      const { id, name, email } = user;
      return { accessToken, expiresAt, refreshToken, user: { id, name, email } };
    } catch (error) {
      if (isTmsError(error, "slow_down")) intervalS += SLOWER_BY_S;
      else if (isTmsError(error, "code_invalid")) break;
      else if (!isTmsError(error, "authorization_pending")) throw error;
    }
  }
  throw new Refusal("The code has expired: run `tms login` for another one.");
}
