import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

interface Operation {
  operationId: string;
  description: string;
  security: readonly object[];
  parameters?: readonly { name: string; in: string }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}
type Content = Partial<Record<string, { schema: Schema }>>;
interface Schema {
  properties?: Record<string, { type?: string }>;
}

const RESOURCES = join(import.meta.dirname, "../src/resources");

const HEAD = `// Generated from /openapi.json by \`pnpm sdk:types\`.

import type { Call } from "../client/call.ts";
import type { CallOptions } from "../client/options.ts";
import type { BodyOf, QueryOf, Results } from "../client/routes.ts";
import type { EventTypePattern, JoinResult, NewDecision } from "../types.ts";

/** A body with types of events. \`*\` matches all types. */
type Subscribing<Body> = Omit<Body, "events"> & { events?: (EventTypePattern | "*")[] };

/** One handle, or several. */
type Gamers = string | readonly string[];

const toGamers = (gamers: Gamers) =>
  typeof gamers === "string" ? { gamer: gamers } : { gamers: [...gamers] };

/** Creates the methods of all operations without a method in \`src/resources/\`. */
export const createResources = (call: Call) => ({`;

// Names that do not follow from the route of the operation.
const NAMES: Readonly<Record<string, readonly [resource: string, method: string]>> = {
  setTournamentMetadata: ["tournaments", "setMetadata"],
  joinTournament: ["entries", "join"],
  joinGamers: ["entries", "joinMany"],
  eliminateGamers: ["entries", "eliminate"],
  disqualifyGamers: ["entries", "disqualify"],
  reinstateGamers: ["entries", "reinstate"],
  getEntry: ["entries", "get"],
  getDelivery: ["webhooks", "delivery"],
  listScores: ["scores", "list"],
  reviewScores: ["scores", "review"],
};

// Methods with other arguments than the body, and the body that they send. `Body` is the type of the body.
const ARGUMENTS: Readonly<Record<string, readonly [args: string, body: string]>> = {
  setTournamentMetadata: ['metadata: Body["metadata"]', "{ metadata }"],
  joinTournament: ["gamer: string | Body", 'typeof gamer === "string" ? { gamer } : gamer'],
  joinGamers: ['gamers: Readonly<Body["gamers"]>', "{ gamers: [...gamers] }"],
  eliminateGamers: ["gamers: Gamers", "toGamers(gamers)"],
  disqualifyGamers: ["gamers: Gamers, reason: string", "{ ...toGamers(gamers), reason }"],
  reinstateGamers: ["gamers: Gamers, reason: string", "{ ...toGamers(gamers), reason }"],
  reviewScores: [
    "scores: string | readonly string[], decision: NewDecision",
    '{ scores: typeof scores === "string" ? [scores] : [...scores], ...decision }',
  ],
  createGamer: ["handle: string", "{ handle }"],
  deposit: ["amount: number", "{ amount }"],
  withdraw: ["amount: number", "{ amount }"],
  createWebhook: ["endpoint: Subscribing<Body>", "endpoint"],
  updateWebhook: ["change: Subscribing<Body>", "change"],
};

// Operations on many items, and the type of their results. A check of a result narrows this type.
const RESULTS: Readonly<Record<string, string>> = { joinGamers: "JoinResult" };

// The only list with two arrays whose items are in the second one.
const ITEMS: Readonly<Record<string, string>> = { previewSettlement: "payouts" };

// API keys cannot call this operation, so that it would get no method.
const OF_PEOPLE = "rollWebhookSecret";

// Comments that are not the first sentence of the operation's description.
const COMMENTS: Readonly<Record<string, string>> = {
  updateTournament:
    "Changes a pending tournament that has not started. Omitted fields do not change.",
  completeTournament:
    "Ends a tournament immediately, optionally with final ranks of gamers who are still in.",
  setTournamentMetadata: "Replaces the metadata in any status. Null removes it.",
  listScores:
    'Lists attempts with their decisions, newest first. `state: "held"` selects attempts to review.',
  joinTournament:
    "Joins a gamer, and charges the entry fee. Pass a handle, or a body with metadata for the entry.",
  joinGamers:
    "Joins up to 1,000 gamers. Each gamer has a separate result, in the order of the request.",
  eliminateGamers: "Eliminates one or up to 1,000 gamers together, all or none. They share a rank.",
  disqualifyGamers:
    "Disqualifies one or up to 1,000 gamers, all or none. They have no rank and win no prize. They keep their seats, and their fees stay in the prize pool. The reason is stored.",
  reinstateGamers:
    "Undoes the disqualification or the latest elimination of one or up to 1,000 gamers, all or none.",
  reviewScores: "Reviews one or up to 1,000 attempts by their ids, all or none.",
  createGamer: "Creates a gamer, or returns the existing gamer with this handle.",
  updateGamer:
    "Sets the display name and the metadata of a gamer. Omitted fields do not change. Null removes a field.",
  listGamerEntries:
    "Lists the entries of a gamer, newest first. `open` selects tournaments that gamers can still join.",
  listGamers:
    "Lists gamers in the order of their handles. `handle` selects the handles that start with it.",
  rollWebhookSecret: "Creates a new secret. Needs an access token.",
};

/**
 * Returns TypeScript with the methods of the operations that an API key can call. Leaves out operations
 * whose route is in a file of `src/resources/`, because they have a hand-written method there.
 */
export async function generateMethods(
  paths: Readonly<Record<string, Record<string, object>>>,
): Promise<string> {
  const written = await readResources();
  const resources: Record<string, string[]> = {};
  for (const [path, operations] of Object.entries(paths))
    for (const [verb, one] of Object.entries(operations)) {
      const operation = one as Operation;
      const { operationId, security, responses } = operation;
      const route = `"${verb.toUpperCase()} ${path}"`;
      const isForKeys = security.some((way) => "apiKey" in way) || operationId === OF_PEOPLE;
      const [success] = Object.values(responses);
      const answer = success?.content?.["application/json"]?.schema;
      if (!isForKeys || answer === undefined || written.includes(route)) continue;
      const [resource, name] = NAMES[operationId] ?? toNames(path, operationId, paths);
      (resources[resource] ??= []).push(toMethod(name, route, operation, answer));
    }
  const members = Object.entries(resources).map(
    ([name, methods]) => `  ${name}: {\n${methods.join("\n\n")}\n  },\n`,
  );
  return `${HEAD}\n${members.join("")}});\n\nexport type Resources = ReturnType<typeof createResources>;\n`;
}

async function readResources(): Promise<string> {
  const files = await Array.fromAsync(glob("*.ts", { cwd: RESOURCES }));
  const texts = files.map((file) => readFile(join(RESOURCES, file), "utf8"));
  return (await Promise.all(texts)).join("\n");
}

/** Returns the resource and the method of a path: `/tournament/{id}/publish` is `tournaments.publish`. */
function toNames(path: string, operationId: string, paths: object): [string, string] {
  const [, root = "", ...others] = path.split("/");
  const isCollection = Object.keys(paths).some((other) => other.startsWith(`/${root}/{`));
  const last = others.at(-1) ?? (operationId.startsWith("list") ? "list" : "get");
  return [isCollection ? `${root}s` : root, last.startsWith("{") ? "get" : last];
}

function toMethod(name: string, route: string, operation: Operation, answer: Schema): string {
  const { operationId, description, parameters = [], requestBody } = operation;
  const words = parameters.filter((one) => one.in === "path").map((one) => one.name);
  const hasQuery = parameters.some((one) => one.in === "query");
  const { properties = {} } = requestBody?.content["application/json"]?.schema ?? {};
  const hasBody = requestBody?.required === true || Object.keys(properties).length > 0;
  const [bodyArgs, body] = ARGUMENTS[operationId] ?? [
    `body: Body${requestBody?.required ? "" : " = {}"}`,
    "body",
  ];
  const args = [
    ...words.map((word) => `${word}: string`),
    ...(hasBody ? [bodyArgs.replace("Body", `BodyOf<${route}>`)] : []),
    ...(hasQuery ? [`query: QueryOf<${route}> = {}`] : []),
    "options?: CallOptions",
  ];

  const params = [
    ...(words.length > 0 ? [`path: { ${words.join(", ")} }`] : []),
    ...(hasQuery ? ["query"] : []),
  ];
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
    ...(hasBody ? [body === "body" ? body : `body: ${body}`] : []),
  ];
  const isPaged = parameters.some((one) => one.name === "cursor");
  const kind = isPaged ? "list" : operationId.startsWith("list") ? "wholeList" : "send";
  const arrays = Object.entries(answer.properties ?? {}).filter(([, { type }]) => type === "array");
  const key = kind === "send" ? "" : `, "${ITEMS[operationId] ?? arrays[0]?.[0]}"`;
  const comment = COMMENTS[operationId] ?? description.split(/(?<=\.) /, 1)[0];
  const result = RESULTS[operationId];
  const type = result === undefined ? "" : `: Results<${route}, ${result}>`;
  return `    /** ${comment} */
    ${name}: (${args.join(", ")})${type} =>
      call.${kind}(${route}${key}, { ${parts.join(", ")} }, options),`;
}
