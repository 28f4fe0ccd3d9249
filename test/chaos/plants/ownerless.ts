import type { Plant } from "./plant.ts";

/** The last owner of a game may leave it, or become less. */
export const ownerless: Plant = {
  name: "ownerless",
  preloads: {},
  sql: "DROP TRIGGER member_owner_kept ON game.member",
};
