import type { components } from "../../api/schema.ts";
import type { Call, Command } from "../framework/command.ts";
import { table } from "../framework/output.ts";
import { momentOf } from "../framework/times.ts";
import { wordsOf } from "../framework/words.ts";

type Key = components["schemas"]["Key"];
type Scope = Key["scopes"][number];

// What each grace is called here, in seconds.
const GRACES = { none: 0, "1h": 3_600, "1d": 86_400, "7d": 604_800 } as const;

const KEY = { name: "KEY", about: "the key's id, as `tms keys list` shows it" };
const FOR_PEOPLE = "Keys are made by people: it needs `tms login`, whatever TMS_API_KEY says.";

export const keyCommands: readonly Command[] = [
  {
    name: "keys list",
    summary: "list the environment's API keys",
    examples: ["tms keys list"],
    run: list,
  },
  {
    name: "keys create",
    summary: "make an API key, and print its secret once",
    about: `Standard output gets the secret and nothing else, for a variable or a pipe. It cannot be shown again:
whoever lost it rolls the key. ${FOR_PEOPLE}`,
    arguments: [{ name: "NAME", about: "what it is for: one key per backend" }],
    options: {
      scopes: {
        value: "SCOPES",
        about:
          "read, tournaments:write, entries:write, scores:write, wallets:write, webhooks:write, with commas; all that you hold",
      },
      "ip-ranges": {
        value: "RANGES",
        about: "networks that it works from, such as 203.0.113.0/24",
      },
      expires: { value: "TIME", about: "when it ends by itself: a moment, or +30d from now" },
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
    summary: "give a key a successor, and print its secret once",
    about: "The old key works beside the new one for the grace, so that a deployment has time.",
    arguments: [KEY],
    options: {
      grace: {
        value: "GRACE",
        about: "how much longer the old one works, a day unless given",
        choices: Object.keys(GRACES),
      },
    },
    examples: ["tms keys roll 0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938 --grace 1h"],
    run: roll,
  },
  {
    name: "keys revoke",
    summary: "end a key, for good, within five seconds everywhere",
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
  const headings = ["KEY", "NAME", "BEGINS", "STATE", "SCOPES", "LAST USED", "EXPIRES"];
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
  output.note(`${data.key.name} is made. Its secret is shown this once:`);
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
  output.note(`The old key works until ${data.previous.endsAt ?? "now"}. The new one's secret:`);
  output.print(data, data.secret ?? "");
}

async function revoke({ argument, connect, output }: Call): Promise<void> {
  const { tms } = await connect();
  const { data } = await tms.http.PATCH("/key/{keyId}/revoke", {
    params: { path: { keyId: argument("KEY") } },
  });
  if (data !== undefined) output.print(data, `${data.key.name} (${data.key.hint}) is revoked.`);
}
