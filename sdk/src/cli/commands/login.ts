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
  run: runLogin,
};

async function runLogin(call: Call): Promise<void> {
  const { output, env } = call;
  const named = call.argument("URL").replace(/\/+$/, "");
  if (named !== "" && !/^https?:\/\/./.test(named))
    throw new Misuse(`URL must be like https://tms.example.com, not ${named}.`);
  const baseUrl = named === "" ? await call.baseUrl() : named;
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
    output.note(`Selected the environment ${environment.gameName} (test).`);
  } else
    output.note(
      games.length === 0
        ? `You have no games yet. Create a game at ${baseUrl}/dashboard.`
        : "Next, run `tms games`, then `tms use GAME`.",
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
      if (data?.refreshToken === undefined)
        throw new Error("the service returned no refresh token");
      const { accessToken, expiresAt, refreshToken, user } = data;
      const { id, name, email } = user;
      return { accessToken, expiresAt, refreshToken, user: { id, name, email } };
    } catch (error) {
      if (isTmsError(error, "slow_down")) intervalS += SLOWER_BY_S;
      else if (isTmsError(error, "code_invalid")) break;
      else if (!isTmsError(error, "authorization_pending")) throw error;
    }
  }
  throw new Refusal("The code has expired. Run `tms login` again.");
}
