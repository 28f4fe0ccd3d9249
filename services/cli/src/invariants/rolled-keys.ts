import { queryCheck } from "./check.ts";

/** A successor that nobody is told of would be a secret that nobody revokes. */
export const rolledKeys = queryCheck(
  "every rolled API key refers to its only successor in the same environment",
  `SELECT key.id AS key, key.replaced_by, successor.id AS successor, successor.game_id AS game
   FROM game.api_key AS key LEFT JOIN game.api_key AS successor ON successor.replaces = key.id
   WHERE (key.replaced_by IS NOT NULL OR successor.id IS NOT NULL)
     AND (key.replaced_by, key.game_id) IS DISTINCT FROM (successor.id, successor.game_id)`,
);
