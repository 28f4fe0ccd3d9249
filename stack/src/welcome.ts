import { quote } from "./quote.ts";
import type { GameAccess } from "./system/demo-game.ts";
import type { System } from "./system/system.ts";

const HOUR_MS = 3_600_000;

/** What else the welcome tells. */
export interface WelcomeNews {
  /** By which whoever signs up becomes the demo game's owner; undefined once it has one. */
  invitation: string | undefined;
  lines: readonly string[];
}

/** The text that a newcomer sees once everything runs; its curl lines work when pasted. */
export function welcome(
  system: System,
  access: GameAccess,
  { invitation, lines }: WelcomeNews,
): string {
  const { gatewayUrl: base, urls } = system;
  const now = Date.now();
  const body = JSON.stringify({
    game: access.gameId,
    name: "First Open",
    description: "A tournament to try things out",
    entryFee: 2.5,
    startTime: new Date(now).toISOString(),
    endTime: new Date(now + HOUR_MS).toISOString(),
  });
  const headers = ["x-api-key: " + access.apiKey, "content-type: application/json"]
    .map((header) => `-H ${quote(header)}`)
    .join(" ");
  return `
Tournament Management Service is running.

  Base URL   ${base}
  Live key   ${access.apiKey}
  Docs       ${base}/docs
  Dashboard  ${invitation ?? `${base}/dashboard`}
  Mailbox    ${base}/dashboard/mailbox

  ${lines.join("\n  ")}
  gRPC       ${Object.entries(urls)
    .filter(([name]) => name !== "gateway")
    .map(([name, url]) => `${name} ${url.replace("http://", "")}`)
    .join(", ")}

Create a tournament, publish it, and join a gamer:

T=$(curl -s ${quote(`${base}/tournament/create`)} ${headers} -d ${quote(body)} | sed 's/.*"tournament":{"_id":"\\([^"]*\\)".*/\\1/'); echo $T

curl -s -X PATCH ${quote(`${base}/tournament/`)}$T/publish ${headers}

curl -s ${quote(`${base}/tournament/`)}$T/join ${headers} -d '{"gamer":"ada"}'

Press Ctrl-C to stop the product. The data is kept.`;
}
