import { createHistogram } from "node:perf_hooks";
import { createPayingGame, fillBoard, joinsInto } from "../fill.ts";
import { tidy } from "../product.ts";
import { OTHER_ANSWERS } from "../report.ts";
import type { Requests, Target } from "../requests.ts";
import { sendLoad } from "../run.ts";
import type { Bench, Scenario } from "../scenario.ts";

const PRODUCT = "product";
const NO_OP = "no-op request";
const COMMIT = "Postgres commit";
// More than the product can do in a second over one connection.
const MAX_PER_SECOND = 2_000;

export const lone: Scenario = {
  name: "lone",
  title: "One request at a time, beside a request that does nothing and one commit of Postgres",
  primary: "p50 ms",
  ratios: [
    [PRODUCT, NO_OP],
    [PRODUCT, COMMIT],
  ],
  warmUp: true,
  async prepare(bench) {
    const gamers = Math.ceil(bench.seconds * MAX_PER_SECOND);
    const { api } = await createPayingGame(bench.product, gamers);
    const board = await fillBoard(bench, {}, gamers);
    await tidy(bench.product.db);
    const { path, apiKey } = board.target;
    const reads = (one: string) => () => ({ kind: "reads", apiKey, paths: [one] }) as const;
    // The same gamers join each new tournament.
    const joins = (entryFee: number) => () => joinsInto(api, { entryFee });
    const product = (point: string, newRequests: () => Requests | Promise<Requests>) => ({
      point,
      series: PRODUCT,
      async measure() {
        const requests = await newRequests();
        const load = { connections: 1, maxRequests: gamers, requests };
        const { latency, overloaded } = await sendLoad(bench, load);
        return { ...latency, [OTHER_ANSWERS]: overloaded };
      },
    });
    return [
      [
        { point: "unknown path", series: NO_OP, measure: () => measureNoOp(bench, board.target) },
        { point: "commit", series: COMMIT, measure: () => measureCommit(bench) },
        product("free join", joins(0)),
        product("paid join", joins(2.5)),
        product("score", () => ({ kind: "scores", target: board.target })),
        product("one tournament", reads(path)),
        product("leaderboard page of 20", reads(`${path}/leaderboard?limit=20`)),
      ],
    ];
  },
};

/** Measures a request that the gateway refuses without a call to a service. */
async function measureNoOp({ product, seconds, generate }: Bench, { apiKey }: Target) {
  const requests = { kind: "reads", apiKey, paths: ["/nothing"] } as const;
  const load = { port: product.ports.gateway, seconds, connections: 1, requests };
  return (await generate(load)).latency;
}

/** Measures a transaction that only waits for the disk. */
async function measureCommit({ product, seconds }: Bench) {
  const latencies = createHistogram();
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const sentAt = performance.now();
    await product.db.query("SELECT pg_logical_emit_message(true, 'bench', 'commit')");
    latencies.record(Math.ceil((performance.now() - sentAt) * 1_000));
  }
  const ms = (percentile: number) => latencies.percentile(percentile) / 1_000;
  return { "p50 ms": ms(50), "p99 ms": ms(99) };
}
