import { Type } from "typebox";
import { ClockSchema } from "../../openapi/schemas/clock.ts";
import { closed, dateTime, message, ref } from "../../openapi/schemas/fields.ts";

// Two years, one of which may be a leap year.
const MOST_SECONDS = 731 * 86_400;

export const AdvanceClockBody = closed(
  {
    to: Type.Optional(
      dateTime(
        "The moment, by the environment's clock: after its now, at most two years ahead of real time.",
      ),
    ),
    bySeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_SECONDS,
        description: "How much further than its now.",
      }),
    ),
  },
  {
    minProperties: 1,
    maxProperties: 1,
    description: "Either of the two.",
    examples: [{ bySeconds: 7_200 }],
  },
);

export const ClockReply = Type.Object({ clock: ref(ClockSchema) }, { description: "The clock." });
const advanced = (description: string) =>
  Type.Object({ message, clock: ref(ClockSchema) }, { description });
export const AdvancedReply = advanced("It is there, and all that fell due is settled.");
export const AdvancingReply = advanced(
  "It is on its way, and gets there by itself; `clock.advanced` is told then.",
);
