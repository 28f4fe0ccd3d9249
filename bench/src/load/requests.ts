import { newId } from "@tms/kit/values/ids";
import { formatNumber, renderRequest } from "./plan.ts";

/** A tournament, and a key of its game. */
export interface Target {
  id: string;
  apiKey: string;
}

/** The statuses of a successful join, score and bulk of scores. */
export const [JOINED, RECORDED, PROCESSED] = [201, 201, 200];

/** Returns the handle of the gamer with a number. */
export const toHandle = (number: number): string => `gamer-${formatNumber(number)}`;

/** Renders joins: in each turn one gamer joins all tournaments. No other load repeats the keys. */
export function joinRequests(targets: readonly Target[]): string[] {
  const load = newId();
  return targets.map((target) =>
    post(target, "join", { gamer: "gamer-{turn}" }, { "idempotency-key": `${load}-{n}` }),
  );
}

// A prime number of different scores, so that a gamer rarely repeats one.
const SCORES = 997;

/** Renders requests with one score each; the gamer has the number of the request. */
export function scoreRequests(target: Target): string[] {
  const load = newId();
  return Array.from({ length: SCORES }, () =>
    post(target, "score", renderScore("gamer-{n}", load)),
  );
}

/** Renders requests with `each` scores, for the gamers from one number to another. */
export function bulkRequests(
  target: Target,
  { from, to, each }: { from: number; to: number; each: number },
): string[] {
  const load = newId();
  return Array.from({ length: Math.ceil((to - from) / each) }, (_, index) => {
    const first = from + index * each;
    const length = Math.min(each, to - first);
    const scores = Array.from({ length }, (__, at) => renderScore(toHandle(first + at), load));
    return post(target, "scores", `{"scores":[${scores.join(",")}]}`);
  });
}

// Each request has its own attempt.
const renderScore = (gamer: string, load: string) =>
  `{"gamer":"${gamer}","score":${drawScore()},"attempt":"${load}-{n}"}`;

const post = ({ id, apiKey }: Target, verb: string, body: unknown, headers = {}) =>
  renderRequest({
    method: "POST",
    path: `/tournament/${id}/${verb}`,
    headers: { "x-api-key": apiKey, ...headers },
    body,
  });

const DICE = 4;
const SIDES = 25_000;

/** Draws a score as in real games: most scores are near the middle, and some are equal. */
const drawScore = (): number =>
  Array.from({ length: DICE }, () => Math.floor(Math.random() * SIDES)).reduce(
    (sum, one) => sum + one,
    0,
  );
