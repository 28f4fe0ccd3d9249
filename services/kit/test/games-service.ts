import { registerFake } from "@tms/kit/testing/fake";
import { ConnectError, type HandlerContext } from "@connectrpc/connect";
import { afterEach } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, type TestService } from "@tms/kit/testing/serve";
import { GameService } from "@tms/proto/tms/game/v1/game";

const opened: TestService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

type GetGame = (context: HandlerContext) => Promise<object>;

/** A game service that answers with what `getGame` returns; closed after the test. */
export async function serveGames(getGame: GetGame, ready = () => Promise.resolve(true)) {
  const service = await serveForTest(() => ({
    services: [GameService],
    routes: (router) =>
      registerFake(router, GameService, { getGame: (_, context) => getGame(context) }),
    ready,
  }));
  opened.push(service);
  return service;
}

/** Asks it for a game. */
export const ask = (service: TestService) =>
  service.client(GameService).getGame({ gameId: newId() });

/** The status that a call fails with. */
export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => ConnectError.from(error).code,
  );
