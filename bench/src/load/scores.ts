import { newId } from "@tms/kit/values/ids";
import { handleOf } from "../fill/gamers.ts";
import { renderRequest } from "./plan.ts";

/** A leaderboard that scores are reported to. */
export interface ScoreTarget {
  tournamentId: string;
  apiKey: string;
}

/** The status of a score that was recorded, and of a request that had many. */
export const RECORDED = 201;
export const PROCESSED = 200;

// Each has a score of its own.
const TEMPLATES = 997;

/** Requests of one score each, of the gamer whose number the request has. */
export function scoreRequests(target: ScoreTarget): string[] {
  const load = newId();
  return Array.from({ length: TEMPLATES }, () =>
    request(target, "score", scoreOf("gamer-{n}", load)),
  );
}

/** Requests of many scores each: together those of the gamers from one number to another. */
export function bulkRequests(
  target: ScoreTarget,
  { from, to, each }: { from: number; to: number; each: number },
): string[] {
  const load = newId();
  return Array.from({ length: Math.ceil((to - from) / each) }, (_, index) => {
    const first = from + index * each;
    const length = Math.min(each, to - first);
    const scores = Array.from({ length }, (__, at) => scoreOf(handleOf(first + at), load));
    return request(target, "scores", `{"scores":[${scores.join(",")}]}`);
  });
}

// The attempt is another one in every request.
const scoreOf = (gamer: string, load: string) =>
  `{"gamer":"${gamer}","score":${bellShaped()},"attempt":"${load}-{n}"}`;

const request = ({ tournamentId, apiKey }: ScoreTarget, verb: string, body: string) =>
  renderRequest({
    method: "POST",
    path: `/tournament/${tournamentId}/${verb}`,
    headers: { "x-api-key": apiKey },
    body,
  });

const DICE = 4;
const SIDES = 25_000;

/** Scores as games have them: most are in the middle, and some are equal. */
const bellShaped = (): number =>
  Array.from({ length: DICE }, () => Math.floor(Math.random() * SIDES)).reduce(
    (sum, one) => sum + one,
    0,
  );
