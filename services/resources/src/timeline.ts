import type { TimelinePoint as TimelinePointMessage } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { integer, moment, money, resource } from "./resource.ts";

export const TimelinePoint = resource<TimelinePointMessage, Game>()(
  "TimelinePoint",
  "The state of a tournament at one point in time.",
  {
    at: "2030-05-01T18:00:00.000Z",
    entries: 312,
    eliminated: 0,
    disqualified: 1,
    prizePool: 780,
  },
  {
    at: moment("The time of this point.", ({ time }) => time),
    entries: integer("The number of gamers who had joined.", ({ entries }) => entries),
    eliminated: integer(
      "The number of eliminated gamers, without disqualified gamers.",
      ({ eliminated }) => eliminated,
    ),
    disqualified: integer(
      "The number of gamers who were disqualified at this time and still are.",
      ({ disqualified }) => disqualified,
    ),
    prizePool: money(
      "The sum of the entry fees. Payouts do not reduce it.",
      ({ prizePoolMinorUnits }) => prizePoolMinorUnits,
    ),
  },
);
