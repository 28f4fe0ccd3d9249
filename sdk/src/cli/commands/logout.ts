import { readCredentials } from "../credentials/file.ts";
import { forgetSession, openHttp } from "../credentials/session.ts";
import type { Command } from "../framework/command.ts";

export const logout: Command = {
  name: "logout",
  summary: "sign out, and end the session at the service",
  examples: ["tms logout"],
  async run({ output, env, ...call }) {
    const baseUrl = await call.baseUrl();
    const session = (await readCredentials(env)).sessions[baseUrl];
    if (session !== undefined) {
      const { refreshToken } = session;
      await openHttp(baseUrl).POST("/auth/sign-out", { body: { refreshToken } });
      await forgetSession(env, baseUrl);
    }
    const wasSignedIn = session !== undefined;
    const text = wasSignedIn
      ? `Signed out of ${baseUrl}.`
      : `You were not signed in at ${baseUrl}.`;
    output.print({ baseUrl, wasSignedIn }, text);
  },
};
