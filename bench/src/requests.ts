import { newId } from "@tms/kit/values/ids";

/** A tournament, and a key of its game. */
export interface Target {
  /** The path of the tournament, without a slash at its end. */
  path: string;
  apiKey: string;
}

/** The requests of a load. Each request has a number, from which it is rendered. */
export type Requests =
  | { kind: "reads"; apiKey: string; paths: readonly string[] }
  // One gamer joins all tournaments, then the next gamer.
  | { kind: "joins"; targets: readonly Target[] }
  // Request n records a score for gamer n, or begins again with the first of some gamers.
  | { kind: "scores"; target: Target; gamers?: number }
  | { kind: "bulk scores"; target: Target; gamers: number; each: number };

export const toHandle = (number: number): string => `gamer-${String(number).padStart(8, "0")}`;

export function makeRenderer(requests: Requests): (n: number) => string {
  // Loads do not share idempotency keys or attempts.
  const load = newId();
  const score = (n: number, gamers = Infinity) => {
    const attempt = `${load}-${n}`;
    return { gamer: toHandle(n % gamers), score: drawScore(), attempt };
  };
  switch (requests.kind) {
    case "reads": {
      const head = `HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${requests.apiKey}\r\n\r\n`;
      return (n) => `GET ${inTurn(requests.paths, n)} ${head}`;
    }
    case "joins": {
      const { targets } = requests;
      const body = (n: number) => ({ gamer: toHandle(Math.floor(n / targets.length)) });
      const key = (n: number) => `idempotency-key: ${load}-${n}\r\n`;
      return (n) => post(inTurn(targets, n), "join", body(n), key(n));
    }
    case "scores":
      return (n) => post(requests.target, "score", score(n, requests.gamers));
    case "bulk scores": {
      const { target, gamers, each } = requests;
      const scores = (n: number) =>
        Array.from({ length: Math.min(each, gamers - n * each) }, (_, i) => score(n * each + i));
      return (n) => post(target, "scores", { scores: scores(n) });
    }
  }
}

function inTurn<T>(items: readonly T[], n: number): T {
  const item = items[n % items.length];
  if (item === undefined) throw new Error("The load has no requests.");
  return item;
}

function post({ path, apiKey }: Target, verb: string, body: object, headers = ""): string {
  const content = JSON.stringify(body);
  return `POST ${path}/${verb} HTTP/1.1\r
host: 127.0.0.1\r
x-api-key: ${apiKey}\r
content-type: application/json\r
content-length: ${Buffer.byteLength(content)}\r
${headers}\r
${content}`;
}

/** Draws a score as in real games: most scores are near the middle, and some are equal. */
const drawScore = (): number => Math.floor(50_000 * (Math.random() + Math.random()));
