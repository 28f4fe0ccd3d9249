import { audit } from "@tms/test/harness/audit.ts";
import { fillBoard, type Board } from "../fill/board.ts";
import { RECORDED, scoreRequests, toHandle } from "../load/requests.ts";
import { sendLoad } from "../measure/load.ts";
import { percentile } from "../measure/statistics.ts";
import type { Product } from "../product.ts";
import { interleave, type Bench, type Measurement, type Scenario } from "../scenario.ts";

const PRODUCT = "product";
const PAGE = "standings page";
const WINDOW = 21;
const CONNECTIONS = { full: 256, smoke: 4 };

export const ranks: Scenario = {
  name: "ranks",
  title: "The rank of one gamer on a large leaderboard, with and without concurrent scores",
  primary: "reads/s",
  ratios: [[PRODUCT, PAGE]],
  async run(bench) {
    const board = await fillBoard(bench);
    const around = (limit: number) => () => {
      const gamer = toHandle(Math.floor(Math.random() * board.gamers.length));
      return read(bench.product, board, `leaderboard?around=${gamer}&limit=${limit}`);
    };
    const page = () => read(bench.product, board, `entries?limit=${WINDOW}`);
    const measurements = ["", ", beside scores"].flatMap((suffix) => {
      const measure =
        (name: string, series: string, call: () => Promise<void>): Measurement =>
        async (round: number) => {
          const [values, scored] = await Promise.all([
            callFor(bench.seconds, call),
            suffix === "" ? {} : sendScores(bench, board),
          ]);
          bench.record({ point: name + suffix, series, round, values: { ...values, ...scored } });
        };
      return [
        measure("rank", PRODUCT, around(1)),
        measure(`window of ${WINDOW}`, PRODUCT, around(WINDOW)),
        measure(`window of ${WINDOW}`, PAGE, page),
      ];
    });
    await interleave(bench.rounds, measurements);
    bench.say("verifying");
    await audit(bench.product.adminUrl);
  },
};

async function read({ gatewayUrl }: Product, { id, apiKey }: Board, path: string): Promise<void> {
  const url = `${gatewayUrl}/tournament/${id}/${path}`;
  const response = await fetch(url, { headers: { "x-api-key": apiKey } });
  if (!response.ok) throw new Error(`GET ${path} returned the status ${response.status}.`);
  await response.arrayBuffer();
}

/** Calls again and again for some time, one call at a time. */
async function callFor(
  seconds: number,
  call: () => Promise<void>,
): Promise<Record<string, number>> {
  const begunAt = performance.now();
  const times: number[] = [];
  let now = begunAt;
  while (now < begunAt + seconds * 1_000) {
    await call();
    const after = performance.now();
    times.push(after - now);
    now = after;
  }
  return {
    "reads/s": (1_000 * times.length) / (now - begunAt),
    "p50 ms": percentile(times, 0.5),
    "p99 ms": percentile(times, 0.99),
  };
}

/** Reports scores, one per request. */
async function sendScores(bench: Bench, board: Board): Promise<Record<string, number>> {
  const outcome = await sendLoad(bench, {
    connections: CONNECTIONS[bench.scale],
    maxRequests: board.gamers.length,
    requests: scoreRequests(board),
    expected: RECORDED,
  });
  return { "scores/s": outcome.answered / outcome.seconds };
}
