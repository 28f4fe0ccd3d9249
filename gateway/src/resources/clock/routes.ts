import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { timestampOf } from "@tms/resources/values/times";
import type { FastifyRequest } from "fastify";
import type { App } from "../../app-type.ts";
import { principalOf } from "../../auth/principal.ts";
import type { Clients } from "../../clients.ts";
import { renewDeadline, within } from "../../http/deadline.ts";
import { rpcRequestId } from "../../idempotency/repeats.ts";
import { clockJson } from "../../openapi/schemas/clock.ts";
import * as operations from "./operations.ts";

type ClockClients = Pick<Clients, "clock">;

// For so long in all, in calls that each leave the service time to answer.
const LONGEST_WAIT_MS = 10_000;
const WAIT_MS = 5_000;

/** The clock of an environment. */
export function clockRoutes(app: App, { clock: clocks }: ClockClients): void {
  app.get("/clock", operations.read, async (request) => {
    const { id } = principalOf(request).game;
    const { clocks: found } = await clocks.batchGetClocks({ gameIds: [id] }, within(request));
    return { clock: clockJson(present(found[0])) };
  });

  app.patch("/clock/advance", operations.advance, async (request, reply) => {
    const gameId = principalOf(request).game.id;
    const { to, bySeconds = 0 } = request.body;
    const target =
      to === undefined
        ? ({ case: "bySeconds", value: BigInt(bySeconds) } as const)
        : ({ case: "toTime", value: timestampOf(to) } as const);
    const requestId = rpcRequestId(request);
    await clocks.advanceClock({ requestId, gameId, target }, within(request));
    const clock = await waitUntilReady(clocks, gameId, request);
    if (clock.state === ClockState.READY)
      return reply.send({ message: "Clock advanced successfully", clock: clockJson(clock) });
    return reply.code(202).send({ message: "Clock is advancing", clock: clockJson(clock) });
  });
}

async function waitUntilReady(
  clocks: ClockClients["clock"],
  gameId: string,
  request: FastifyRequest,
): Promise<Clock> {
  const endsAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    renewDeadline(request);
    const waitMs = Math.max(0, Math.min(WAIT_MS, Math.round(endsAt - performance.now())));
    const { clock } = await clocks.awaitClock({ gameId, waitMs }, within(request));
    if (present(clock).state === ClockState.READY || performance.now() >= endsAt)
      return present(clock);
  }
}

function present(clock: Clock | undefined): Clock {
  if (clock === undefined) throw new Error("the game service returned no clock");
  return clock;
}
