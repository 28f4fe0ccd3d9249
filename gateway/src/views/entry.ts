import type { Entry, Gamer } from "@tms/proto/tms/entry/v1/entry";
import type { Game } from "@tms/proto/tms/game/v1/game";
import { exponentOf } from "../game.ts";
import { toMajor } from "../money.ts";
import type { EntryJson, GamerJson } from "../schemas/entry.ts";
import { isoOf, isoOrNull } from "../time.ts";

/** An entry as callers see it. */
export const entryJson = (entry: Entry, game: Game): EntryJson => ({
  id: entry.id,
  tournament: entry.tournamentId,
  gamer: entry.gamerId,
  gamerHandle: entry.handle,
  entryFee: toMajor(entry.fee?.minorUnits ?? 0n, exponentOf(game)),
  joinedAt: isoOf(entry.joinTime),
  eliminated: entry.eliminateTime !== undefined,
  eliminatedAt: isoOrNull(entry.eliminateTime),
  rank: entry.rank ?? null,
  createdAt: isoOf(entry.createTime),
  updatedAt: isoOf(entry.updateTime),
});

/** A gamer as callers see it. */
export const gamerJson = (gamer: Gamer): GamerJson => ({
  _id: gamer.id,
  id: gamer.id,
  handle: gamer.handle,
  createdAt: isoOf(gamer.createTime),
  updatedAt: isoOf(gamer.updateTime),
});
