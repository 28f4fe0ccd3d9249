import type { ConnectRouter } from "@connectrpc/connect";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { Context } from "./context.ts";
import { authenticateApiKey } from "./rpc/authenticate-api-key.ts";
import { batchAuthenticateApiKeys } from "./rpc/batch-authenticate-api-keys.ts";
import { createGame } from "./rpc/create-game.ts";
import { getGame } from "./rpc/get-game.ts";
import { issueApiKey } from "./rpc/issue-api-key.ts";
import { listApiKeys } from "./rpc/list-api-keys.ts";
import { listGames } from "./rpc/list-games.ts";
import { revokeApiKey } from "./rpc/revoke-api-key.ts";

/** The game service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  router.service(GameService, {
    createGame: (request, call) => createGame(context, request, call),
    getGame: (request) => getGame(context, request),
    listGames: (request) => listGames(context, request),
    issueApiKey: (request) => issueApiKey(context, request),
    revokeApiKey: (request) => revokeApiKey(context, request),
    listApiKeys: (request) => listApiKeys(context, request),
    authenticateApiKey: (request) => authenticateApiKey(context, request),
    batchAuthenticateApiKeys: (request) => batchAuthenticateApiKeys(context, request),
  });
