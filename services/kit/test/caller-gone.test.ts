import { once } from "node:events";
import { connect, constants } from "node:http2";
import { expect, test } from "vitest";
import { connectTo, within } from "@tms/kit/rpc/client";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { GameService } from "@tms/proto/tms/game/v1/game";

test.each([constants.NGHTTP2_CANCEL, constants.NGHTTP2_INTERNAL_ERROR])(
  "a caller that resets its call with code %i is no fault of the service asked within it",
  async (code) => {
    const asked = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<unknown>();
    const neverAnswered = Promise.withResolvers<object>();
    const service = await serveForTest(() => ({
      services: [GameService],
      routes: (router) =>
        router.service(GameService, {
          getGame() {
            asked.resolve();
            return neverAnswered.promise;
          },
          async listApiKeys({ gameId }, call) {
            const games = connectTo(GameService, service.url, TEST_TOKEN);
            await games.getGame({ gameId }, within(call)).catch(failed.resolve);
            return {};
          },
        }),
      ready: () => Promise.resolve(true),
    }));
    const session = connect(service.url);
    const call = session.request({
      ":method": "POST",
      ":path": "/tms.game.v1.GameService/ListApiKeys",
      "content-type": "application/json",
      authorization: `Bearer ${TEST_TOKEN}`,
    });
    call.on("error", () => undefined);
    call.end(JSON.stringify({ gameId: newId() }));
    await asked.promise;
    call.close(code);
    expect(await failed.promise).toMatchObject({ reason: "UNAVAILABLE" });
    neverAnswered.resolve({});
    session.close();
    await once(session, "close");
    await service.close();
  },
);
