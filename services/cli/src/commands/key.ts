import { timestampDate, timestampFromDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { KeyMode, type ApiKey } from "@tms/proto/tms/game/v1/game";
import { InvalidArgumentError, type Command } from "commander";
import { gameClient } from "../clients.ts";
import { table } from "../table.ts";

/** `tms key issue`, `tms key revoke` and `tms key list`. */
export function addKey(program: Command): void {
  const key = program.command("key").description("API keys of a game");
  key
    .command("issue")
    .description("issue a key; prints its secret, which is shown nowhere else")
    .requiredOption("--game <id>", "the game it authenticates")
    .option("--test", "a key for trying things out")
    .option("--expires <time>", "when it stops working, in ISO 8601 with an offset", moment)
    .action(issueKey);
  key
    .command("revoke")
    .description("revoke a key for good")
    .argument("<key-id>")
    .requiredOption("--game <id>", "the game it belongs to")
    .action(revokeKey);
  key
    .command("list")
    .description("list a game's keys, newest first")
    .requiredOption("--game <id>", "whose")
    .action(listKeys);
}

async function issueKey(options: { game: string; test?: true; expires?: Date }): Promise<void> {
  const { apiKey, secret } = await gameClient().issueApiKey({
    requestId: newId(),
    gameId: options.game,
    mode: options.test ? KeyMode.TEST : KeyMode.LIVE,
    ...(options.expires && { expireTime: timestampFromDate(options.expires) }),
  });
  // The secret alone is on standard output, so that it can be captured.
  console.error(`key ${apiKey?.id}`);
  console.log(secret);
}

async function revokeKey(apiKeyId: string, options: { game: string }): Promise<void> {
  const request = { requestId: newId(), gameId: options.game, apiKeyId };
  const { apiKey } = await gameClient().revokeApiKey(request);
  console.log(`revoked ${apiKey?.id} (${apiKey?.hint}…) at ${timeText(apiKey?.revokeTime)}`);
}

async function listKeys(options: { game: string }): Promise<void> {
  const client = gameClient();
  const keys: ApiKey[] = [];
  let pageToken = "";
  do {
    const page = await client.listApiKeys({ gameId: options.game, pageSize: 1000, pageToken });
    keys.push(...page.apiKeys);
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  const rows = keys.map((key) => [
    key.id,
    `${key.hint}…`,
    timeText(key.createTime),
    timeText(key.expireTime),
    timeText(key.revokeTime),
  ]);
  console.log(table(["ID", "KEY", "ISSUED", "EXPIRES", "REVOKED"], rows));
}

const timeText = (time: Timestamp | undefined): string =>
  time === undefined ? "-" : timestampDate(time).toISOString();

function moment(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text))
    throw new InvalidArgumentError("It must look like 2030-01-31T12:00:00Z.");
  return time;
}
