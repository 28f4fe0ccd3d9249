import { readdir } from "node:fs/promises";
import { createApiKey } from "@tms/kit/values/api-key";
import { newId } from "@tms/kit/values/ids";
import { KeyScope, Mode, type Game } from "@tms/proto/tms/game/v1/game";
import { Role } from "@tms/proto/tms/game/v1/member";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isForPeople, type Access } from "../../src/auth/access.ts";
import { API_KEY_SCOPES, isScope, type Scope } from "../../src/auth/scopes.ts";
import { ALL_KEY_SCOPES, isEnough } from "../support/key-scopes.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

// Every operation that there is, by every kind of credential: what is let in, and why the rest is not.

interface Declared {
  config: Access;
  schema: { operationId?: string };
}

const RESOURCES = new URL("../../src/resources/", import.meta.url);

/** What the operations declare, by operationId. */
async function declaredAccess(): Promise<Map<string, Access>> {
  const entries = await readdir(RESOURCES, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const modules = await Promise.all(
    folders.map(
      async ({ name }) =>
        (await import(new URL(`${name}/operations.ts`, RESOURCES).href)) as Record<
          string,
          Declared
        >,
    ),
  );
  const declared = modules.flatMap((module) => Object.values(module));
  return new Map(declared.map(({ config, schema }) => [schema.operationId ?? "", config]));
}

type Headers = Record<string, string>;
const LET_IN = "let in";

/** A credential, and what it comes to where a scope, a person or nothing is needed. */
interface Credential {
  name: string;
  headers: (needed: Access) => Headers;
  inGames: (scope: Scope) => string;
  forPeople: string;
  /** A person, whose role counts where an operation in a game is for people. */
  isPerson?: boolean;
}

let gateway: TestGateway;
let access: Map<string, Access>;
let operations: { id: string; method: string; path: string }[];
let credentials: Credential[];
let live: Game;
let tournamentId: string;

beforeAll(async () => {
  gateway = await startGateway();
  access = await declaredAccess();
  const { text } = await gateway.raw("GET", "/openapi.json");
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
    })),
  );
  await makeCredentials();
});
afterAll(() => gateway.close());

async function makeCredentials(): Promise<void> {
  const { games, identity, members } = gateway.fakes;
  const own = games.add({ mode: Mode.LIVE });
  live = own.game;
  const made = await gateway.send("POST", "/tournament/create", newTournament(live), {
    "x-api-key": own.key,
  });
  tournamentId = made.body.tournament.id;
  const keyWith = (scopes: KeyScope[]) => games.addKey(live, { scopes });
  const revoked = games.addKey(live);
  games.revoke(revoked);
  const elsewhere = games.addKey(live, { ipRanges: ["203.0.113.0/24"] });
  const person = async (role?: Role) => {
    const added = await identity.add();
    if (role !== undefined) members.add(added.userId, live, role);
    return { authorization: `Bearer ${added.accessToken}`, sessionId: added.sessionId };
  };
  const [viewer, developer, owner] = [
    await person(Role.VIEWER),
    await person(Role.DEVELOPER),
    await person(Role.OWNER),
  ];
  const [stranger, ended] = [await person(), await person(Role.OWNER)];
  identity.endSession(ended.sessionId);
  const as = ({ authorization }: { authorization: string }) => ({
    authorization,
    "x-game-id": live.id,
  });
  const unless = (refused: readonly Scope[]) => (scope: Scope) =>
    refused.includes(scope) ? "403 scope_missing" : LET_IN;
  const always = (outcome: string) => ({
    inGames: () => outcome,
    forPeople: outcome,
  });
  const writes = Object.keys(ALL_KEY_SCOPES).filter((scope) => scope !== "read") as Scope[];
  const byKey = (scope: Scope) => (API_KEY_SCOPES.has(scope) ? LET_IN : "403 scope_missing");
  credentials = [
    {
      name: "none",
      headers: () => ({}),
      inGames: () => "401 api_key_missing",
      forPeople: "401 token_missing",
    },
    {
      name: "an unknown key",
      headers: () => ({ "x-api-key": createApiKey("live") }),
      ...always("401 api_key_invalid"),
    },
    {
      name: "a revoked key",
      headers: () => ({ "x-api-key": revoked }),
      ...always("401 api_key_invalid"),
    },
    {
      name: "a key of elsewhere",
      headers: () => ({ "x-api-key": elsewhere }),
      ...always("403 address_not_allowed"),
    },
    {
      name: "a key",
      headers: () => ({ "x-api-key": own.key }),
      inGames: byKey,
      forPeople: "403 person_required",
    },
    {
      name: "a key of a match server",
      headers: () => ({ "x-api-key": keyWith([KeyScope.READ, KeyScope.SCORES_WRITE]) }),
      inGames: unless(writes.filter((scope) => scope !== "scores:write")),
      forPeople: "403 person_required",
    },
    {
      name: "a key with every other scope",
      headers: ({ scope }) => ({
        "x-api-key": keyWith(
          Object.entries(ALL_KEY_SCOPES).flatMap(([name, one]) =>
            one === undefined || !isScope(name) || isEnough(name, scope) ? [] : one,
          ),
        ),
      }),
      inGames: () => "403 scope_missing",
      forPeople: "403 person_required",
    },
    { name: "an ended session", headers: () => as(ended), ...always("401 token_invalid") },
    {
      name: "no token of ours",
      headers: () => as({ authorization: "Bearer a.b.c" }),
      ...always("401 token_invalid"),
    },
    {
      name: "a stranger",
      headers: () => as(stranger),
      inGames: () => "404 game_not_found",
      forPeople: LET_IN,
      isPerson: true,
    },
    {
      name: "a viewer",
      headers: () => as(viewer),
      inGames: unless(writes),
      forPeople: LET_IN,
      isPerson: true,
    },
    {
      name: "a developer",
      headers: () => as(developer),
      inGames: unless(["wallets:write", "members:write", "game:write"]),
      forPeople: LET_IN,
      isPerson: true,
    },
    {
      name: "an owner",
      headers: () => as(owner),
      inGames: unless([]),
      forPeople: LET_IN,
      isPerson: true,
    },
  ];
}

const REFUSALS = new Set([
  "api_key_missing",
  "api_key_invalid",
  "token_missing",
  "token_invalid",
  "address_not_allowed",
  "person_required",
  "scope_missing",
  "game_not_found",
]);

/** What a credential comes to; whatever is decided behind access counts as let in. */
async function outcomeOf(method: string, template: string, headers: Headers): Promise<string> {
  const path = template
    .replace("{tournamentId}", tournamentId)
    .replace("{gameId}", live.projectId)
    .replaceAll(/\{\w+\}/g, newId());
  const json = method === "GET" ? {} : { "content-type": "application/json" };
  const body = template === "/tournament/create" ? JSON.stringify(newTournament(live)) : "{}";
  const answer = await gateway.raw(method, path, method === "GET" ? undefined : body, {
    ...json,
    ...headers,
  });
  return REFUSALS.has(answer.body.code) ? `${answer.status} ${answer.body.code}` : LET_IN;
}

function expectedOf(credential: Credential, needed: Access): string {
  const { inGames, forPeople, isPerson = false } = credential;
  if (needed.scope === "public") return LET_IN;
  const isByScope = isScope(needed.scope) && (isPerson || !isForPeople(needed));
  return isByScope && isScope(needed.scope) ? inGames(needed.scope) : forPeople;
}

test("every operation declares what it needs", () => {
  for (const { id } of operations) expect([id, access.get(id)?.scope]).not.toContain(undefined);
});

// More than a thousand requests, one after the other.
test("each credential is let in where it must be, and nowhere else", async () => {
  const seen: string[] = [];
  const expected: string[] = [];
  for (const { id, method, path } of operations) {
    const needed = access.get(id) ?? { scope: "public" };
    for (const credential of credentials) {
      const about = `${id} by ${credential.name}: `;
      seen.push(about + (await outcomeOf(method, path, credential.headers(needed))));
      expected.push(about + expectedOf(credential, needed));
    }
  }
  expect(seen).toEqual(expected);
  expect(seen).toHaveLength(operations.length * credentials.length);
});
