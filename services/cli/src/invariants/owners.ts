import { queryCheck } from "./check.ts";

/** Somebody must be able to manage what others were let into. */
export const owners = queryCheck(
  "every game with members has an owner",
  `SELECT project_id AS project, count(*) AS members FROM game.member
   GROUP BY project_id HAVING count(*) FILTER (WHERE role = 'owner') = 0`,
);
