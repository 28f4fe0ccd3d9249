import type { GameAccess } from "./system/demo-game.ts";
import type { System } from "./system/system.ts";

const HOUR_MS = 3_600_000;

export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Returns the text that `start` prints when the product is ready. Its commands work when pasted. The
 * invitation is the link for the first owner of the demo game, or undefined if the game has an owner.
 */
export function welcome(
  { gatewayUrl: base, urls }: System,
  { gameId, apiKey }: GameAccess,
  invitation: string | undefined,
  lines: readonly string[],
): string {
  const now = Date.now();
  const body = JSON.stringify({
    game: gameId,
    name: "First Open",
    description: "A tournament to try things out",
    entryFee: 2.5,
    startTime: new Date(now).toISOString(),
    endTime: new Date(now + HOUR_MS).toISOString(),
  });
  const headers = `-H ${quote(`x-api-key: ${apiKey}`)} -H 'content-type: application/json'`;
  const { gateway, ...services } = urls;
  const addresses = Object.entries(services).map(([name, url]) => `${name} ${url}`);
  return `
Tournament Management Service is running.

  Base URL   ${gateway.replaceAll(",", ", ")}
  Live key   ${apiKey}
  Docs       ${base}/docs
  Dashboard  ${invitation ?? `${base}/dashboard`}
  Mailbox    ${base}/dashboard/mailbox

  ${lines.join("\n  ")}
  gRPC       ${addresses.join(", ").replaceAll("http://", "")}

Create a tournament, publish it, and join a gamer:

T=$(curl -s ${quote(`${base}/tournament/create`)} ${headers} -d ${quote(body)} | sed 's/.*"tournament":{"_id":"\\([^"]*\\)".*/\\1/'); echo $T

curl -s -X PATCH ${quote(`${base}/tournament/`)}$T/publish ${headers}

curl -s ${quote(`${base}/tournament/`)}$T/join ${headers} -d '{"gamer":"ada"}'

Press Ctrl-C to stop the product. The data is kept.`;
}
