import type { Entry } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { exponentOf } from "./values/currency.ts";
import { toMajor } from "./values/money.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

/** An entry as callers see it. */
export const entryJson = (entry: Entry, game: Game) => ({
  id: entry.id,
  tournament: entry.tournamentId,
  gamer: entry.gamerId,
  gamerHandle: entry.handle,
  entryFee: toMajor(entry.fee?.minorUnits ?? 0n, exponentOf(game)),
  joinedAt: isoOf(entry.joinTime),
  eliminated: entry.eliminateTime !== undefined,
  eliminatedAt: isoOrNull(entry.eliminateTime),
  rank: entry.rank ?? null,
  provisional: entry.provisional,
  createdAt: isoOf(entry.createTime),
  updatedAt: isoOf(entry.updateTime),
});
