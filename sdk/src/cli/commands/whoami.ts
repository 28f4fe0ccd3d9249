import type { Command } from "../framework/command.ts";
import { fields } from "../framework/output.ts";

const SHOWN_OF_KEY = "tms_live_".length + 4;

export const whoami: Command = {
  name: "whoami",
  summary: "show the user or API key, the service and the environment",
  about:
    "The command calls the service, so it also checks that the API key or the session is valid.",
  examples: ["tms whoami", "TMS_API_KEY=tms_test_… tms whoami"],
  async run({ output, connect }) {
    const { tms, baseUrl, session, apiKey } = await connect();
    if (apiKey !== undefined) {
      const { account } = await tms.account.get();
      const hint = apiKey.slice(0, SHOWN_OF_KEY);
      const mode = apiKey.startsWith("tms_live_") ? "live" : "test";
      output.print(
        { baseUrl, apiKey: hint, environment: { id: account.game, mode } },
        fields({
          service: baseUrl,
          "API key": `${hint}…`,
          environment: `${account.game} (${mode})`,
        }),
      );
      return;
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
};
