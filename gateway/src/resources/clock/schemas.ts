import { Type } from "typebox";
import { ClockSchema } from "../../openapi/schemas/clock.ts";
import { closed, dateTime, message, ref } from "../../openapi/schemas/fields.ts";

// Two years, one of which may be a leap year.
const MOST_SECONDS = 731 * 86_400;

export const AdvanceClockBody = closed(
  {
    to: Type.Optional(
      dateTime(
        "The new time of the clock. It must be later than `now` of the clock, and at most two years ahead of real time.",
      ),
    ),
    bySeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_SECONDS,
        description: "The number of seconds to add to `now` of the clock.",
      }),
    ),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    description: "Either `to` or `bySeconds`.",
    examples: [{ bySeconds: 7_200 }],
  },
);

export const ClockReply = Type.Object(
  { clock: ref(ClockSchema) },
  { description: "The clock of the environment." },
);
const advanced = (description: string) =>
  Type.Object({ message, clock: ref(ClockSchema) }, { description });
export const AdvancedReply = advanced(
  "The clock has reached the new time, and everything due by then is settled.",
);
export const AdvancingReply = advanced(
  "The clock is still advancing. The event `clock.advanced` reports when it is done.",
);
