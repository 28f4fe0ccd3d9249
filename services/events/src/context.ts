import { createRelay } from "@tms/kit/database/outbox";
import { keyring, type EnvReader } from "@tms/kit/process/config";
import { defineService, type ContextOf } from "@tms/kit/process/service";
import type { Handlers } from "@tms/kit/rpc/rpcs";
import type { DeliveryService } from "@tms/proto/tms/event/v1/delivery";
import type { EndpointService } from "@tms/proto/tms/event/v1/endpoint";
import type { EventService } from "@tms/proto/tms/event/v1/event";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { MemberService } from "@tms/proto/tms/game/v1/member";
import { IdentityService } from "@tms/proto/tms/identity/v1/identity";
import { createDispatcher } from "./dispatching/dispatcher.ts";
import { createGameLimiter } from "./dispatching/slots.ts";
import { createMailDelivery } from "./endpoints.ts";
import { tooManyTests } from "./errors.ts";
import { createGames } from "./games.ts";
import { createHeadWatch } from "./log/head-watch.ts";
import { createEventsMetrics, measured } from "./metrics.ts";
import { createSender, type SenderOptions } from "./sending/send.ts";

const TESTS = { shared: 32, maxWaiting: 16 };

export const events = defineService({
  name: "events",
  port: 7107,
  calls: {
    game: [GameService, "GAME_URL"],
    members: [MemberService, "GAME_URL"],
    identity: [IdentityService, "IDENTITY_URL"],
  },
  settings: (env: EnvReader, production: boolean) => ({
    allowPrivate: readAllowPrivate(env, production),
    secretsKeys: keyring(env, "SECRETS_KEY", production),
  }),
  context(
    { db, clients, settings, log, shutdown },
    sending: Omit<SenderOptions, "allowPrivate"> = {},
  ) {
    const { allowPrivate, secretsKeys } = settings;
    const games = createGames(clients.game);
    const metrics = createEventsMetrics();
    const watch = createHeadWatch(db, log, shutdown);
    const sender = measured(createSender({ allowPrivate, ...sending }), metrics.attempts);
    shutdown.add("the connections to endpoints", () => sender.close());
    return {
      ...settings,
      games,
      metrics,
      watch,
      sender,
      dispatcher: createDispatcher({ db, log, sender, secretsKeys }),
      /** Limits concurrent tests, so that the tests of one game do not block other games. */
      limitTests: createGameLimiter(TESTS, tooManyTests),
      relay: createRelay(db, createMailDelivery({ ...clients, games }), log),
    };
  },
});

export type Context = ContextOf<typeof events>;

export type EventRpcs = Partial<Handlers<typeof EventService, Context>>;
export type EndpointRpcs = Partial<Handlers<typeof EndpointService, Context>>;
export type DeliveryRpcs = Partial<Handlers<typeof DeliveryService, Context>>;

function readAllowPrivate(env: EnvReader, production: boolean): boolean {
  const allowed = env.oneOf("WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true";
  if (allowed && production)
    env.fault(
      "WEBHOOK_ALLOW_PRIVATE",
      "must not be true in production: webhooks could reach private addresses",
    );
  return allowed;
}
