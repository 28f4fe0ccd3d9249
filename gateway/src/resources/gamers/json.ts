import type { Gamer } from "@tms/proto/tms/entry/v1/entry";
import { isoOf } from "@tms/resources/values/times";
import type { GamerJson } from "./schemas.ts";

/** A gamer as callers see it. */
export const gamerJson = (gamer: Gamer): GamerJson => ({
  _id: gamer.id,
  id: gamer.id,
  handle: gamer.handle,
  createdAt: isoOf(gamer.createTime),
  updatedAt: isoOf(gamer.updateTime),
});
