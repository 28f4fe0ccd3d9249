import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { wordsOf } from "@tms/kit/values/words";
import { KeyState } from "@tms/proto/tms/game/v1/game";
import { KEY_SCOPES, toKeyScopes, type Scope } from "@tms/resources/rights";
import { Option, type Command } from "commander";
import { findTestEnvironment, gameClient, identityClient, readAll } from "../clients.ts";
import { formatTime, parseMoment, table } from "../texts.ts";

/** The grace periods of a rolled key, in seconds. */
const GRACES = { none: 0, "1h": 3_600, "1d": 86_400, "7d": 604_800 } as const;

const STATES = wordsOf(KeyState);

export function addKeyCommands(program: Command): void {
  const key = program.command("key").description("manage the API keys of an environment");
  const command = (text: string, description: string, gameOption = "the environment of the key") =>
    key.command(text).description(description).requiredOption("--game <id>", gameOption);
  command("issue", "issue a key, and print its secret once")
    .option("--test", "issue the key for the test environment of the game")
    .option("--name <name>", "the name of the key", "default")
    .addOption(
      new Option("--scopes <scope...>", "the scopes of the key; default: all").choices(KEY_SCOPES),
    )
    .option(
      "--ip-ranges <network...>",
      "the networks from which the key can be used; default: no restriction",
    )
    .option("--expires <time>", "the expiry time in ISO 8601 with an offset", parseMoment)
    .action(issueKey);
  command("roll <key-id>", "issue the successor of a key, and print its secret once")
    .addOption(
      new Option("--grace <time>", "how long the old key keeps working")
        .choices(Object.keys(GRACES))
        .default("1d"),
    )
    .action(rollKey);
  command("revoke <key-id>", "revoke a key permanently").action(revokeKey);
  command(
    "list",
    "list the keys of an environment, newest first",
    "the environment of the keys",
  ).action(listKeys);
}

async function issueKey(options: {
  game: string;
  test?: true;
  name: string;
  scopes?: Scope[];
  ipRanges?: string[];
  expires?: Date;
}) {
  const client = gameClient();
  const { apiKey, secret } = await client.issueApiKey({
    requestId: newId(),
    gameId: options.test ? await findTestEnvironment(options.game) : options.game,
    name: options.name,
    scopes: toKeyScopes(options.scopes ?? []),
    ipRanges: options.ipRanges ?? [],
    ...(options.expires && { expireTime: timestampFromDate(options.expires) }),
  });
  // Standard output has only the secret, so that a script can capture it.
  console.error(`Key id: ${apiKey?.id}`);
  console.log(secret);
}

async function rollKey(apiKeyId: string, options: { game: string; grace: keyof typeof GRACES }) {
  const request = { requestId: newId(), gameId: options.game, apiKeyId };
  const graceSeconds = GRACES[options.grace];
  const { apiKey, secret, previous } = await gameClient().rollApiKey({ ...request, graceSeconds });
  console.error(
    `Key id: ${apiKey?.id}. The old key ${apiKeyId} works until ${formatTime(previous?.endTime)}.`,
  );
  console.log(secret);
}

async function revokeKey(apiKeyId: string, options: { game: string }): Promise<void> {
  const request = { requestId: newId(), gameId: options.game, apiKeyId };
  const { apiKey } = await gameClient().revokeApiKey(request);
  console.log(
    `The key ${apiKey?.id} (${apiKey?.hint}…) was revoked at ${formatTime(apiKey?.revokeTime)}.`,
  );
}

async function listKeys({ game: gameId }: { game: string }): Promise<void> {
  const client = gameClient();
  const keys = await readAll("apiKeys", (part) => client.listApiKeys({ gameId, ...part }));
  const lines = table(keys, {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    KEY: ({ hint }) => `${hint}…`,
    STATE: ({ state }) => STATES.word(state) ?? "-",
    ISSUED: ({ createTime }) => formatTime(createTime),
    EXPIRES: ({ expireTime }) => formatTime(expireTime),
    ENDS: ({ endTime }) => formatTime(endTime),
    REVOKED: ({ revokeTime }) => formatTime(revokeTime),
    "LAST USED": ({ lastUseTime }) => formatTime(lastUseTime),
  });
  console.log(lines);
}

export function addSigningKeyCommands(program: Command): void {
  program
    .command("signing-key")
    .description("manage the key that signs access tokens")
    .command("rotate")
    .description(
      "replace the key immediately, in an emergency; clients then refresh their access tokens",
    )
    .action(rotateSigningKey);
}

async function rotateSigningKey(): Promise<void> {
  const { key } = await identityClient().rotateSigningKey({ requestId: newId() });
  console.log(
    `The key ${key?.id} has signed access tokens since ${formatTime(key?.activeTime)}. Earlier keys are no longer accepted.`,
  );
}
