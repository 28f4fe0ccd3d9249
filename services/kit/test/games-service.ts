import { ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import type { Logger } from "@tms/kit/process/log";
import { registerFake, type FakeRpcs } from "@tms/kit/testing/fake";
import { serveForTest, type TestService } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { onTestFinished } from "vitest";

type Definition = Awaited<ReturnType<Parameters<typeof serveForTest>[0]>>;

/** Serves routes until the end of the test. */
export async function serveRoutes(
  routes: (router: ConnectRouter) => void,
  definition: Partial<Definition> = {},
  log?: Logger,
): Promise<TestService> {
  const ready = async () => true;
  const defined = { services: [GameService], routes, ready, ...definition };
  const service = await serveForTest(() => defined, log);
  onTestFinished(() => service.close());
  return service;
}

/** Serves some RPCs of the game service, with checks of requests, until the end of the test. */
export const serveFake = (rpcs: FakeRpcs<typeof GameService>, definition?: Partial<Definition>) =>
  serveRoutes((router) => registerFake(router, GameService, rpcs), definition);

/** Serves games that a function answers, until the end of the test. */
export const serveGames = (
  getGame: (call: HandlerContext) => Promise<object>,
  definition?: Partial<Definition>,
) => serveFake({ getGame: (_, call) => getGame(call) }, definition);

/** Asks a service for a game. */
export const ask = (service: TestService) =>
  service.client(GameService).getGame({ gameId: newId() });

/** Returns the status that a call fails with. */
export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => ConnectError.from(error).code,
  );
