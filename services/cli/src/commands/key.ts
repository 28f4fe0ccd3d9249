import { timestampDate, timestampFromDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { KeyScope, type ApiKey } from "@tms/proto/tms/game/v1/game";
import { Option, type Command } from "commander";
import { gameClient } from "../clients.ts";
import { table } from "../table.ts";
import { momentOf, testEnvironmentOf } from "./arguments.ts";

const SCOPES = {
  read: KeyScope.READ,
  "tournaments:write": KeyScope.TOURNAMENTS_WRITE,
  "entries:write": KeyScope.ENTRIES_WRITE,
  "scores:write": KeyScope.SCORES_WRITE,
  "wallets:write": KeyScope.WALLETS_WRITE,
  "webhooks:write": KeyScope.WEBHOOKS_WRITE,
} as const;

/** How long a rolled key may go on working, in seconds. */
const GRACES = { none: 0, "1h": 3_600, "1d": 86_400, "7d": 604_800 } as const;

const STATES: readonly string[] = ["-", "active", "rolling", "revoked", "expired"];

/** `tms key issue`, `tms key roll`, `tms key revoke` and `tms key list`. */
export function addKey(program: Command): void {
  const key = program.command("key").description("API keys of an environment");
  key
    .command("issue")
    .description("issue a key; prints its secret, which is shown nowhere else")
    .requiredOption("--game <id>", "the environment it authenticates")
    .option("--test", "of the game's test environment, where --game names the live one")
    .option("--name <name>", "what to call it", "default")
    .addOption(
      new Option("--scopes <scope...>", "what it may do besides reading; all unless given").choices(
        Object.keys(SCOPES),
      ),
    )
    .option("--ip-ranges <network...>", "from where it may be used; everywhere unless given")
    .option("--expires <time>", "when it stops working, in ISO 8601 with an offset", momentOf)
    .action(issueKey);
  key
    .command("roll")
    .description("issue a key's successor; prints its secret, which is shown nowhere else")
    .argument("<key-id>")
    .requiredOption("--game <id>", "the environment it belongs to")
    .addOption(
      new Option("--grace <time>", "how much longer the key itself works")
        .choices(Object.keys(GRACES))
        .default("1d"),
    )
    .action(rollKey);
  key
    .command("revoke")
    .description("revoke a key for good")
    .argument("<key-id>")
    .requiredOption("--game <id>", "the environment it belongs to")
    .action(revokeKey);
  key
    .command("list")
    .description("list an environment's keys, newest first")
    .requiredOption("--game <id>", "whose")
    .action(listKeys);
}

interface IssueOptions {
  game: string;
  test?: true;
  name: string;
  scopes?: (keyof typeof SCOPES)[];
  ipRanges?: string[];
  expires?: Date;
}

async function issueKey(options: IssueOptions): Promise<void> {
  const client = gameClient();
  const { apiKey, secret } = await client.issueApiKey({
    requestId: newId(),
    gameId: options.test ? await testEnvironmentOf(options.game) : options.game,
    name: options.name,
    scopes: (options.scopes ?? []).map((scope) => SCOPES[scope]),
    ipRanges: options.ipRanges ?? [],
    ...(options.expires && { expireTime: timestampFromDate(options.expires) }),
  });
  // The secret alone is on standard output, so that it can be captured.
  console.error(`key ${apiKey?.id}`);
  console.log(secret);
}

async function rollKey(
  apiKeyId: string,
  options: { game: string; grace: keyof typeof GRACES },
): Promise<void> {
  const request = { requestId: newId(), gameId: options.game, apiKeyId };
  const graceSeconds = GRACES[options.grace];
  const { apiKey, secret, previous } = await gameClient().rollApiKey({ ...request, graceSeconds });
  console.error(`key ${apiKey?.id}; ${apiKeyId} works until ${timeText(previous?.endTime)}`);
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
    key.name,
    `${key.hint}…`,
    STATES[key.state] ?? "-",
    timeText(key.createTime),
    timeText(key.expireTime),
    timeText(key.endTime),
    timeText(key.revokeTime),
    timeText(key.lastUseTime),
  ]);
  console.log(
    table(
      ["ID", "NAME", "KEY", "STATE", "ISSUED", "EXPIRES", "ENDS", "REVOKED", "LAST USED"],
      rows,
    ),
  );
}

const timeText = (time: Timestamp | undefined): string =>
  time === undefined ? "-" : timestampDate(time).toISOString();
