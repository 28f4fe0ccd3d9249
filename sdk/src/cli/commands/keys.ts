import type { components } from "../../api/schema.ts";
import { createCall } from "../../client/call.ts";
import { defineCommand, type Command } from "../command.ts";
import * as option from "../options.ts";
import { table } from "../output.ts";
import { definedValues, readMoment, readWords, takeItems } from "../values.ts";

type Scope = components["schemas"]["Key"]["scopes"][number];

// In seconds.
const GRACES = { none: 0, "1h": 3_600, "1d": 86_400, "7d": 604_800 } as const;
const GRACE_NAMES = Object.keys(GRACES) as (keyof typeof GRACES)[];

const KEY = { name: "KEY", about: "the key's id from `tms keys list`" } as const;
const FOR_PEOPLE =
  "An API key cannot create keys: unset TMS_API_KEY, and sign in with `tms login`.";

const list = defineCommand({
  name: "keys list",
  summary: "list the environment's API keys",
  examples: ["tms keys list"],
  async run({ connect, output }) {
    const { tms } = await connect();
    const { list: listPages } = createCall(tms.http);
    const pages = listPages("GET /key", "keys", { params: { query: {} } });
    const keys = await takeItems(pages, Infinity);
    const lines = table(keys, {
      KEY: ({ id }) => id,
      NAME: ({ name }) => name,
      PREFIX: ({ hint }) => hint,
      STATE: ({ state }) => state,
      SCOPES: ({ scopes }) => scopes.join(","),
      "LAST USED": ({ lastUsedAt }) => lastUsedAt ?? "never",
      EXPIRES: ({ expiresAt }) => expiresAt ?? "never",
    });
    output.print({ keys }, lines);
  },
});

const create = defineCommand({
  name: "keys create",
  summary: "create an API key, and print its secret once",
  about: `Standard output contains only the secret, so that you can store it in a variable. The secret cannot be
shown again. If you lose it, roll the key.
${FOR_PEOPLE}`,
  arguments: [{ name: "NAME", about: "the name of the key, for example the backend that uses it" }],
  options: {
    scopes: option.of(
      "SCOPES",
      "the scopes, separated by commas, for example entries:write,wallets:write (default: all that you hold)",
      readWords,
    ),
    "ip-ranges": option.of(
      "RANGES",
      "the networks from which the key works, for example 203.0.113.0/24 (default: all)",
      readWords,
    ),
    expires: option.of("TIME", "the expiry: a time, or +30d from now (default: never)", readMoment),
  },
  examples: [
    "export TMS_API_KEY=$(tms keys create Backend)",
    "tms keys create Leaderboard --scopes read --expires +30d",
    "tms keys create Matches --scopes scores:write",
  ],
  async run({ arguments: { NAME: name }, options, connect, output }) {
    const { tms } = await connect();
    const terms = definedValues({
      // The service refuses unknown scopes.
      scopes: options.scopes as Scope[] | undefined,
      ipRanges: options["ip-ranges"],
      expiresAt: options.expires?.at(Date.now()),
    });
    const { data } = await tms.http.POST("/key/create", { body: { name, ...terms } });
    if (data === undefined) return;
    output.note(`The key ${data.key.name} is created. Its secret is shown only once:`);
    output.print(data, data.secret ?? "");
  },
});

const roll = defineCommand({
  name: "keys roll",
  summary: "replace a key with a successor, and print its secret once",
  about:
    "The old key keeps working during the grace period, so that you have time to deploy the new key.",
  arguments: [KEY],
  options: {
    grace: option.choice("GRACE", "how long the old key keeps working (default 1d)", GRACE_NAMES),
  },
  examples: ["tms keys roll 0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938 --grace 1h"],
  async run({ arguments: { KEY: keyId }, options, connect, output }) {
    const { tms } = await connect();
    const { data } = await tms.http.POST("/key/{keyId}/roll", {
      params: { path: { keyId } },
      body: { graceSeconds: GRACES[options.grace ?? "1d"] },
    });
    if (data === undefined) return;
    const { endsAt } = data.previous;
    const oldKey =
      endsAt === null ? "The old key no longer works." : `The old key works until ${endsAt}.`;
    output.note(`${oldKey} The secret of the new key is shown only once:`);
    output.print(data, data.secret ?? "");
  },
});

const revoke = defineCommand({
  name: "keys revoke",
  summary: "revoke a key permanently, everywhere within five seconds",
  arguments: [KEY],
  examples: ["tms keys revoke 0197d9a1-55c0-7a4e-9f12-8d7c6b5a4938"],
  async run({ arguments: { KEY: keyId }, connect, output }) {
    const { tms } = await connect();
    const { data } = await tms.http.PATCH("/key/{keyId}/revoke", { params: { path: { keyId } } });
    if (data !== undefined)
      output.print(data, `The key ${data.key.name} (${data.key.hint}) is revoked.`);
  },
});

export const keyCommands: readonly Command[] = [list, create, roll, revoke];
