import swagger from "@fastify/swagger";
import type { TSchema } from "typebox";
import type { App } from "../app-type.ts";
import { codeOf, problemNames, problemType } from "../problems/catalogue.ts";
import { ProblemSchema } from "../problems/schema.ts";
import { withNumberFormats } from "./number-formats.ts";

const INTRODUCTION = `Create tournaments, publish them, admit and eliminate gamers; fees, prize pools and payouts are handled by the service.

Amounts are decimal numbers in major units of the game's currency. Times are ISO 8601; requests carry any offset, answers are in UTC. Every POST and PATCH takes an \`Idempotency-Key\`. Failures are \`application/problem+json\`.

\`x-problems\` lists the code of each failure, and whether a repeat of the request can help. Repeat with the same \`Idempotency-Key\`, after \`Retry-After\` if the answer has it.`;

const SECURITY_SCHEMES = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The game's API key.",
  },
  apiKeyAuthorization: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The game's API key as `ApiKey KEY`; the scheme's case does not matter.",
  },
  "jwt-auth": {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The access token of a person who is signed in, for the games in which they have a role.",
  },
} as const;

const TAGS = [
  { name: "tournaments", description: "Create, change, find." },
  { name: "lifecycle", description: "Publish, cancel, complete." },
  { name: "entries", description: "Join, eliminate, standings." },
  { name: "scores", description: "What gamers score in tournaments that have scoring." },
  { name: "settlement", description: "What is paid to whom." },
  { name: "gamers", description: "The game's gamers." },
  { name: "wallets", description: "Money in and out." },
  { name: "games", description: "Games, their two environments and their members." },
  { name: "keys", description: "API keys of an environment." },
  { name: "ledger", description: "All accounts of an environment, and their sum." },
  { name: "requests", description: "What callers asked for, and how it was answered." },
  { name: "events", description: "What changed, in one order, told once." },
  { name: "clock", description: "The time of a test environment, which can be advanced." },
  { name: "webhooks", description: "Endpoints to which events are sent, and what became of each." },
  { name: "auth", description: "Sign up, sign in, stay signed in." },
  { name: "user", description: "One's own account and sessions." },
];

/** Describes the routes that are added after it, and these schemas, in an OpenAPI 3.1 document. */
export async function openapi(
  app: App,
  publicUrl: string,
  schemas: readonly TSchema[],
): Promise<void> {
  for (const schema of [...schemas, ProblemSchema]) app.addSchema(schema);
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
      tags: TAGS,
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
    const { status, title, repeatable = false } = problemType(name);
    return { code: codeOf(name), status, title, repeatable };
  });

interface Operations {
  paths?: Record<string, Record<string, Operation | undefined> | undefined>;
}
interface Operation {
  requestBody?: { required?: boolean; content: Record<string, { schema?: { default?: unknown } }> };
}

// Swagger marks every body as required, though one with a default may be absent.
function makeBodiesWithDefaultsOptional(document: object): void {
  const operations = Object.values((document as Operations).paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}),
  );
  for (const body of operations.map((operation) => operation?.requestBody))
    if (body?.content["application/json"]?.schema?.default !== undefined) body.required = false;
}
