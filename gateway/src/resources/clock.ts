import { required } from "@tms/kit/errors/domain-error";
import { ClockState } from "@tms/proto/tms/game/v1/clock";
import { one } from "@tms/resources/field";
import { Clock } from "@tms/resources/game";
import { timestampOf } from "@tms/resources/values/times";
import type { FastifyRequest } from "fastify";
import type { Clients } from "../clients.ts";
import { renewDeadline } from "../http/deadline.ts";
import { dateTime, integer, message, optional } from "@tms/resources/input";
import { operationsOf } from "../rest/operation.ts";

// Two years, including a leap day.
const MAX_SECONDS = 731 * 86_400;
const MAX_WAIT_MS = 10_000;
// A call ends after this time, so that the service can respond within the request's deadline.
const CALL_WAIT_MS = 5_000;

const clock = one(Clock, "clock");

const { get, patch } = operationsOf("clock", { read: "read", write: "tournaments:write" });

export const clockOperations = [
  get("getClock", "/clock", {
    summary: "Retrieve the clock",
    description:
      "Returns the clock of the environment. The clock of a live environment is always real time.",
    returns: "The clock of the environment.",
    reply: { clock },
    async handle({ game }, clients) {
      const { clocks } = await clients.clock.batchGetClocks({ gameIds: [game.id] });
      return { clock: clocks[0] };
    },
  }),

  patch("advanceClock", "/clock/advance", {
    summary: "Advance the clock",
    description:
      "Advances the clock of a test environment. Tournaments start, close registration and end according to the new time, and their prizes are paid out. Returns 200 when all tournaments that ended are settled. Returns 202 if that takes more than ten seconds. The advance then continues in the background. The clock never stops or goes back. If you advance a clock that is still advancing, the later time applies. A retry without an Idempotency-Key advances the clock again if you send `bySeconds`.",
    body: optional({
      to: dateTime(
        "The new time of the clock. It must be later than `now` of the clock, and at most two years ahead of real time.",
      ),
      bySeconds: integer("The number of seconds to add to `now` of the clock.", 1, MAX_SECONDS),
    }),
    example: { bySeconds: 7_200 },
    bodyIs: { minProperties: 1, maxProperties: 1, description: "Either `to` or `bySeconds`." },
    problems: ["CLOCK_LIVE", "CLOCK_BACKWARDS", "CLOCK_TOO_FAR"],
    statuses: [200, 202],
    returns: [
      "The clock has reached the new time, and everything due by then is settled.",
      "The clock is still advancing. The event `clock.advanced` reports when it is done.",
    ],
    reply: { message, clock },
    async handle({ body: { to, bySeconds = 0 }, request, reply, mutation }, clients) {
      const target =
        to === undefined
          ? ({ case: "bySeconds", value: BigInt(bySeconds) } as const)
          : ({ case: "toTime", value: timestampOf(to) } as const);
      await clients.clock.advanceClock({ ...mutation, target });
      const advanced = await waitUntilReady(clients, mutation.gameId, request);
      const isReady = advanced.state === ClockState.READY;
      if (!isReady) reply.code(202);
      return {
        message: isReady ? "Clock advanced successfully" : "Clock is advancing",
        clock: advanced,
      };
    },
  }),
];

async function waitUntilReady(clients: Clients, gameId: string, request: FastifyRequest) {
  const endsAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    renewDeadline(request);
    const waitMs = Math.max(0, Math.min(CALL_WAIT_MS, Math.round(endsAt - performance.now())));
    const awaited = await clients.clock.awaitClock({ gameId, waitMs });
    const current = required(awaited.clock, "the game service returned no clock");
    if (current.state === ClockState.READY || performance.now() >= endsAt) return current;
  }
}
