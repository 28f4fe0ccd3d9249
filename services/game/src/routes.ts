import type { ConnectRouter } from "@connectrpc/connect";
import { registerRpcs } from "@tms/kit/rpc/rpcs";
import { GameService } from "@tms/proto/tms/game/v1/game";
import type { Context } from "./context.ts";
import { batchAuthenticateApiKeys } from "./rpc/batch-authenticate-api-keys.ts";
import { createGame } from "./rpc/create-game.ts";
import { getGame } from "./rpc/get-game.ts";
import { issueApiKey } from "./rpc/issue-api-key.ts";
import { listApiKeys } from "./rpc/list-api-keys.ts";
import { listGames } from "./rpc/list-games.ts";
import { revokeApiKey } from "./rpc/revoke-api-key.ts";

/** The game service's RPCs. */
export const routes = (context: Context) => (router: ConnectRouter) =>
  registerRpcs(router, GameService, {
    createGame: createGame(context),
    getGame: getGame(context),
    listGames: listGames(context),
    issueApiKey: issueApiKey(context),
    revokeApiKey: revokeApiKey(context),
    listApiKeys: listApiKeys(context),
    batchAuthenticateApiKeys: batchAuthenticateApiKeys(context),
  });
