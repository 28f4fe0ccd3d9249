import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { createTms } from "@tms/sdk";
import { until } from "@tms/stack/until";

const WORKERS = 8;
const GAMERS = 6;
const PAUSE_MS = 50;
const HOUR_MS = 3_600_000;
const FEE = 1;
/** The prizes of the best two gamers, which are 60% and 40% of the pool. */
const PRIZES = [3.6, 2.4];
const MAX_SAMPLES = 8;

/** The requests since the last report. */
export interface Figures {
  requests: number;
  /**
   * Failed requests by status. `lost` counts requests without a response, and `wrong` counts results that
   * contradict an acknowledged write.
   */
  failures: Record<string, number>;
  /** The first failures. */
  samples: string[];
}

let figures: Figures = { requests: 0, failures: {}, samples: [] };

function report(): void {
  console.log(JSON.stringify(figures));
  figures = { requests: 0, failures: {}, samples: [] };
}

function addFailure(status: string, text: string): void {
  figures.failures[status] = (figures.failures[status] ?? 0) + 1;
  if (figures.samples.length < MAX_SAMPLES) figures.samples.push(`${status} ${text.slice(0, 600)}`);
}

function check(isRight: boolean, text: string): void {
  if (!isRight) addFailure("wrong", text);
}

/** Counts every attempt of a call, so that no retry of the SDK hides a failure. */
const countingFetch: typeof fetch = async (input, init) => {
  const path = new URL(input instanceof Request ? input.url : input).pathname;
  figures.requests += 1;
  const headers = new Headers(init?.headers);
  // New connections reach all replicas of the gateway. Others stay with one replica.
  if (figures.requests % 2 === 0) headers.set("connection", "close");
  try {
    const response = await fetch(input, { ...init, headers });
    if (!response.ok)
      addFailure(String(response.status), `${path} ${await response.clone().text()}`);
    return response;
  } catch (error) {
    const { message, cause } = error as Error;
    addFailure("lost", `${path} ${cause instanceof Error ? cause.message : message}`);
    throw error;
  }
};

const [baseUrl = "", apiKey = ""] = process.argv.slice(2);
const tms = createTms({ baseUrl, apiKey, retries: 10, fetch: countingFetch });

type Cup = Awaited<ReturnType<typeof play>>;

/** Plays a tournament, and checks each response. Returns its scores by gamer. */
async function play(gamers: readonly string[]) {
  const { tournament } = await tms.tournaments.create({
    name: "Load",
    description: "",
    entryFee: FEE,
    prizeSplit: [60, 40],
    scoring: {},
    startTime: new Date().toISOString(),
    endTime: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  const { id } = tournament;
  await tms.tournaments.publish(id);
  const scores = new Map<string, number>();
  for (const gamer of gamers) {
    await tms.wallets.deposit(gamer, FEE);
    const { entry } = await tms.entries.join(id, gamer);
    check(entry.gamerHandle === gamer, `${gamer} joined ${id} as ${entry.gamerHandle}`);
    // Equal scores would share a rank.
    const score = Math.floor(Math.random() * 1_000_000) * GAMERS + scores.size;
    await tms.scores.submit(id, { gamer, score });
    scores.set(gamer, score);
    const { prizePool } = (await tms.tournaments.get(id)).tournament;
    check(prizePool === FEE * scores.size, `${id} has ${scores.size} fees and ${prizePool}`);
    await setTimeout(PAUSE_MS);
  }
  const { status } = (await tms.tournaments.complete(id)).tournament;
  check(["settling", "completed"].includes(status), `the completed ${id} is ${status}`);
  return { id, scores };
}

/** Checks that a tournament has all entries and scores, and is paid. Returns the prizes by gamer. */
async function verify({ id, scores }: Cup): Promise<Map<string, number>> {
  const ranked = [...scores].toSorted(([, one], [, other]) => other - one);
  const { standings } = await tms.leaderboard.page(id);
  const board = standings.map(({ gamerHandle, score }) => `${gamerHandle} ${score}`).join(", ");
  const expected = ranked.map(([gamer, score]) => `${gamer} ${score}`).join(", ");
  check(board === expected, `the standings of ${id} are ${board} instead of ${expected}`);
  const readSettled = async () => {
    const page = await tms.tournaments.settlement(id).page();
    return page.settlement.state === "done" ? page : undefined;
  };
  const limit = { timeoutMs: 60_000, everyMs: 200, what: `the settlement of ${id}` };
  const { payouts } = await until(readSettled, limit);
  const paid = payouts.map(({ gamerHandle, amount }) => `${gamerHandle} ${amount}`).join(", ");
  const prizes = PRIZES.map((prize, rank) => [ranked[rank]?.[0] ?? "", prize] as const);
  const due = prizes.map(([gamer, prize]) => `${gamer} ${prize}`).join(", ");
  check(paid === due, `the payouts of ${id} are ${paid} instead of ${due}`);
  return new Map(prizes);
}

const stop = new AbortController();

/** Plays until the load stops. Then checks all tournaments and wallets. */
async function work(worker: number): Promise<void> {
  const gamers = Array.from({ length: GAMERS }, (_, index) => `load-${worker}-${index}`);
  const cups: Cup[] = [];
  while (!stop.signal.aborted) cups.push(await play(gamers));
  const balances = new Map(gamers.map((gamer) => [gamer, 0]));
  for (const cup of cups)
    for (const [gamer, prize] of await verify(cup))
      balances.set(gamer, (balances.get(gamer) ?? 0) + prize);
  // Each deposit has paid a fee, so the prizes remain.
  for (const [gamer, prizes] of balances) {
    const { balance } = (await tms.wallets.get(gamer)).wallet;
    check(Math.abs(balance - prizes) < 0.005, `${gamer} has ${balance} instead of ${prizes}`);
  }
}

// `node load.mjs URL KEY` plays tournaments through the gateway. It answers each line of its input with
// Figures. At the end of its input, it checks everything that was acknowledged, and prints the last Figures.
const workers = Array.from({ length: WORKERS }, (_, worker) =>
  work(worker).catch((error: unknown) => addFailure("wrong", String(error))),
);
const lines = createInterface({ input: process.stdin });
lines.on("line", report);
await new Promise((resolve) => lines.once("close", resolve));
stop.abort();
await Promise.all(workers);
report();
process.exit();
