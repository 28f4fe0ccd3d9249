import type { TimelinePoint } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { isoOf } from "@tms/resources/values/times";
import type { TimelinePointJson } from "./schemas.ts";

/** A point of a timeline as callers see it. */
export const timelinePointJson = (point: TimelinePoint, game: Game): TimelinePointJson => ({
  at: isoOf(point.time),
  entries: point.entries,
  eliminated: point.eliminated,
  disqualified: point.disqualified,
  prizePool: toMajor(point.prizePoolMinorUnits, exponentOf(game)),
});
