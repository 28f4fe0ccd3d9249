import type { components } from "../../api/schema.ts";
import type { Call, Command } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { momentOf } from "../framework/times.ts";
import { wordsOf } from "../framework/words.ts";

type Key = components["schemas"]["Key"];
type Scope = Key["scopes"][number];

// What each grace is called here, in seconds.
const GRACES = { none: 0, "1h": 3_600, "1d": 86_400, "7d": 604_800 } as const;

const KEY = { name: "KEY", about: "the key's id from `tms keys list`" };
const FOR_PEOPLE =
  "An API key cannot create keys: unset TMS_API_KEY, and sign in with `tms login`.";

export const keyCommands: readonly Command[] = [
  {
    name: "keys list",
    summary: "list the environment's API keys",
    examples: ["tms keys list"],
    run: list,
  },
  {
    name: "keys create",
    summary: "create an API key, and print its secret once",
    about: `Standard output contains only the secret, so that you can store it in a variable. The secret cannot be
shown again. If you lose it, roll the key.
${FOR_PEOPLE}`,
    arguments: [
      { name: "NAME", about: "the name of the key, for example the backend that uses it" },
    ],
    options: {
      scopes: {
        value: "SCOPES",
        about:
          "the scopes, separated by commas (default: all that you hold): read, tournaments:write, entries:write, scores:write, wallets:write, webhooks:write",
      },
      "ip-ranges": {
        value: "RANGES",
        about: "the networks from which the key works, for example 203.0.113.0/24 (default: all)",
      },
      expires: { value: "TIME", about: "the expiry: a time, or +30d from now (default: never)" },
    },
    examples: [
      "export TMS_API_KEY=$(tms keys create Backend)",
      "tms keys create Leaderboard --scopes read --expires +30d",
      "tms keys create Matches --scopes scores:write",
    ],
    run: create,
  },
  {
    name: "keys roll",
    summary: "replace a key with a successor, and print its secret once",
    about:
      "The old key keeps working during the grace period, so that you have time to deploy the new key.",
    arguments: [KEY],
    options: {
      grace: {
        value: "GRACE",
        about: "how long the old key keeps working (default 1d)",
        choices: Object.keys(GRACES),
      },
    },
    examples: ["tms keys roll 0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938 --grace 1h"],
    run: roll,
  },
  {
    name: "keys revoke",
    summary: "revoke a key permanently, everywhere within five seconds",
    arguments: [KEY],
    examples: ["tms keys revoke 0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938"],
    run: revoke,
  },
];

async function list({ connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const keys: Key[] = [];
  let cursor: string | null = null;
  do {
    const query: { cursor?: string } = cursor === null ? {} : { cursor };
    const { data } = await tms.http.GET("/key", { params: { query } });
    keys.push(...(data?.keys ?? []));
    cursor = data?.nextCursor ?? null;
  } while (cursor !== null);
  const rows = keys.map(({ id, name, hint, state, scopes, lastUsedAt, expiresAt }) => [
    id,
    name,
    hint,
    state,
    scopes.join(","),
    lastUsedAt ?? "never",
    expiresAt ?? "never",
  ]);
  const headings = ["KEY", "NAME", "PREFIX", "STATE", "SCOPES", "LAST USED", "EXPIRES"];
  output.print({ keys }, table(headings, rows));
}

async function create({ argument, option, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const scopes = wordsOf(option("scopes"), "--scopes") as Scope[] | undefined;
  const ipRanges = wordsOf(option("ip-ranges"), "--ip-ranges");
  const expires = option("expires");
  const { data } = await tms.http.POST("/key/create", {
    body: {
      name: argument("NAME"),
      ...(scopes && { scopes }),
      ...(ipRanges && { ipRanges }),
      ...(expires !== undefined && { expiresAt: momentOf(expires, "--expires") }),
    },
  });
  if (data === undefined) return;
  output.note(`The key ${data.key.name} is created. Its secret is shown only once:`);
  output.print(data, data.secret ?? "");
}

async function roll({ argument, option, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const graceSeconds = GRACES[(option("grace") ?? "1d") as keyof typeof GRACES];
  const { data } = await tms.http.POST("/key/{keyId}/roll", {
    params: { path: { keyId: argument("KEY") } },
    body: { graceSeconds },
  });
  if (data === undefined) return;
  output.note(`${oldKeyNote(data.previous.endsAt)} The secret of the new key is shown only once:`);
  output.print(data, data.secret ?? "");
}

const oldKeyNote = (endsAt: string | null): string =>
  endsAt === null ? "The old key no longer works." : `The old key works until ${endsAt}.`;

async function revoke({ argument, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const { data } = await tms.http.PATCH("/key/{keyId}/revoke", {
    params: { path: { keyId: argument("KEY") } },
  });
  if (data !== undefined)
    output.print(data, `The key ${data.key.name} (${data.key.hint}) is revoked.`);
}
