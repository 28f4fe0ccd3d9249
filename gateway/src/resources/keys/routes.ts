import { isId } from "@tms/kit/values/ids";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { personOf, principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { ProblemError } from "../../problems/problem-error.ts";
import { keyJson } from "@tms/resources/api-key";
import { keyScopesOf } from "@tms/resources/rights";
import { keyChangeOf, newKeyOf } from "./json.ts";
import * as operations from "./operations.ts";

/** The API keys of an environment. */
export function keyRoutes(app: App, clients: Pick<Clients, "game">): void {
  issueRoutes(app, clients);
  changeRoutes(app, clients);
}

function issueRoutes(app: App, { game: games }: Pick<Clients, "game">): void {
  app.post("/key/create", operations.create, async (request, reply) => {
    const { userId: createdBy } = personOf(request);
    const { apiKey, secret } = await games.issueApiKey(
      { ...asker(request), createdBy, ...newKeyOf(request.body) },
      within(request),
    );
    return reply.code(201).send({
      message: "API key created successfully",
      key: keyJson(apiKey),
      secret: secret || null,
    });
  });

  app.post("/key/:keyId/roll", operations.roll, async (request, reply) => {
    const { userId: createdBy } = personOf(request);
    const { graceSeconds } = request.body;
    const { apiKey, secret, previous } = await games.rollApiKey(
      {
        ...asker(request),
        createdBy,
        apiKeyId: keyId(request.params),
        ...(graceSeconds !== undefined && { graceSeconds }),
      },
      within(request),
    );
    return reply.code(201).send({
      message: "API key rolled successfully",
      key: keyJson(apiKey),
      secret: secret || null,
      previous: keyJson(previous),
    });
  });
}

function changeRoutes(app: App, { game: games }: Pick<Clients, "game">): void {
  app.get("/key", operations.list, async (request) => {
    const { limit: pageSize = 0, cursor: pageToken = "" } = request.query;
    const { apiKeys, nextPageToken } = await games.listApiKeys(
      { gameId: principalOf(request).game.id, pageSize, pageToken },
      within(request),
    );
    return { keys: apiKeys.map(keyJson), nextCursor: nextPageToken || null };
  });

  app.patch("/key/:keyId/update", operations.update, async (request) => {
    const { apiKey } = await games.updateApiKey(
      { ...asker(request), apiKeyId: keyId(request.params), ...keyChangeOf(request.body) },
      within(request),
    );
    return { message: "API key updated successfully", key: keyJson(apiKey) };
  });

  app.patch("/key/:keyId/revoke", operations.revoke, async (request) => {
    const { requestId, gameId } = asker(request);
    const { apiKey } = await games.revokeApiKey(
      { requestId, gameId, apiKeyId: keyId(request.params) },
      within(request),
    );
    return { message: "API key revoked successfully", key: keyJson(apiKey) };
  });
}

/** Whose keys are meant, and what the person who asks may give. */
function asker(request: FastifyRequest) {
  const { game, scopes } = principalOf(request);
  return { requestId: rpcRequestId(request), gameId: game.id, heldScopes: keyScopesOf(scopes) };
}

function keyId({ keyId: id }: { keyId: string }): string {
  if (!isId(id)) throw new ProblemError("API_KEY_NOT_FOUND");
  return id.toLowerCase();
}
