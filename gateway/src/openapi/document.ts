import swagger from "@fastify/swagger";
import { referencedSchemas } from "@tms/resources/resource";
import type { FastifyInstance } from "fastify";
import { codeOf, problemNames, problemType } from "../problems/catalogue.ts";

const INTRODUCTION = `Use this API to run tournaments. You create and publish tournaments, and gamers join them. You report eliminations, scores or final ranks. The service charges entry fees, keeps prize pools and pays out prizes.

Amounts are decimal numbers in major units of the game's currency. Times are ISO 8601 date-times. Requests can use any UTC offset. Responses are in UTC. Failed requests return a problem document with the type \`application/problem+json\`.

To retry a POST or PATCH safely, send an \`Idempotency-Key\`. Retry with the same key. If the response has a \`Retry-After\` header, first wait for that number of seconds. \`x-problems\` lists every problem code, and whether a retry can succeed.`;

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The API key of the game's environment.",
  },
  apiKeyAuthorization: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "The API key of the game's environment, as `ApiKey KEY`. The scheme is not case-sensitive.",
  },
  "jwt-auth": {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The access token of a signed-in person. It gives access to the games in which the person has a role.",
  },
} as const;

const TAGS = {
  tournaments: "Create, update and find tournaments.",
  lifecycle: "Publish, cancel and complete tournaments.",
  entries: "Admit gamers to tournaments, eliminate or disqualify them, and read the standings.",
  scores: "Record and review scores, and read leaderboards.",
  settlement: "Read the payouts and refunds of a tournament, and verify its prize pool.",
  gamers: "Create, update and find the gamers of a game.",
  wallets: "Deposit and withdraw money, and read balances and statements.",
  games: "Manage games, their live and test environments, and their members.",
  keys: "Create, roll and revoke the API keys of an environment.",
  ledger: "Read all accounts of an environment and their total.",
  requests: "Read the log of recent requests, for debugging.",
  events: "Read the log of changes in an environment, in order and without gaps.",
  clock: "Read an environment's clock, and advance the clock of a test environment.",
  webhooks: "Manage the endpoints that receive events, and inspect deliveries.",
  auth: "Sign up, sign in, and manage the tokens of a session.",
  user: "Read and update your own account and sessions.",
};

export async function openapi(app: FastifyInstance, publicUrl: string): Promise<void> {
  for (const schema of referencedSchemas()) app.addSchema(schema);
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Tournament Management Service",
        version: "1.0.0",
        description: INTRODUCTION,
        license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) =>
        typeof json["$id"] === "string" ? json["$id"] : `schema${i}`,
    },
    transformObject: (document) => {
      if (!("openapiObject" in document)) return document.swaggerObject;
      makeBodiesWithDefaultsOptional(document.openapiObject);
      return { ...withNumberFormats(document.openapiObject), "x-problems": listProblems() };
    },
  });
}

const listProblems = () =>
  problemNames.map((name) => {
    const { status, title, repeatable } = problemType(name);
    return { code: codeOf(name), status, title, repeatable };
  });

interface Operation {
  requestBody?: { required?: boolean; content: Record<string, { schema?: { default?: unknown } }> };
}

// Swagger marks every body as required, but a body with a default may be absent.
function makeBodiesWithDefaultsOptional(document: object): void {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> };
  for (const { requestBody: body } of Object.values(paths).flatMap(Object.values<Operation>))
    if (body?.content["application/json"]?.schema?.default !== undefined) body.required = false;
}

// The keywords with data as their values. Data may look like a schema, but must not change.
const IS_DATA = /^(example|examples|default|enum|const)$/;
const INT32_END = 2 ** 31;

/**
 * Returns a copy of `part` with a `format` in schemas of numbers, because some generated clients otherwise
 * use 32 bits. Numbers get `double`. Integers get `int64`, unless their maximum is below 2^31.
 */
function withNumberFormats<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withNumberFormats) as T;
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([name, value]): [string, unknown] => [
    name,
    IS_DATA.test(name) ? value : withNumberFormats<unknown>(value),
  ]);
  const format = formatOf(part);
  return Object.fromEntries(format === undefined ? members : [...members, ["format", format]]) as T;
}

function formatOf({ type, maximum = Infinity }: { type?: unknown; maximum?: number }) {
  if (type === "number") return "double";
  return type === "integer" && maximum >= INT32_END ? "int64" : undefined;
}
