import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { InvalidArgumentError, type Command } from "commander";
import { clockClient } from "../clients.ts";
import { momentOf, testEnvironmentOf } from "./arguments.ts";

interface ClockOptions {
  game: string;
  advance?: bigint;
  to?: Date;
}

// The longest that the service waits in one call.
const WAIT_MS = 5_000;

/** `tms clock`. */
export function addClock(program: Command): void {
  program
    .command("clock")
    .description("show or advance the clock of a game's test environment")
    .requiredOption("--game <id>", "the id of one of the game's environments")
    .option(
      "--advance <span>",
      "advance the clock by a duration, for example 90m, 2h or 1d",
      secondsOf,
    )
    .option(
      "--to <time>",
      "advance the clock to a time, for example 2030-05-01T22:00:00Z",
      momentOf,
    )
    .action(showOrAdvance);
}

async function showOrAdvance({ game, advance, to }: ClockOptions): Promise<void> {
  if (advance !== undefined && to !== undefined)
    throw new InvalidArgumentError("Use either --advance or --to, not both.");
  const client = clockClient();
  const gameId = await testEnvironmentOf(game);
  if (to) {
    const target = { case: "toTime", value: timestampFromDate(to) } as const;
    await client.advanceClock({ requestId: newId(), gameId, target });
  } else if (advance !== undefined) {
    const target = { case: "bySeconds", value: advance } as const;
    await client.advanceClock({ requestId: newId(), gameId, target });
  }
  const waitMs = to || advance !== undefined ? WAIT_MS : 0;
  console.log(describe((await client.awaitClock({ gameId, waitMs })).clock));
}

function describe(clock: Clock | undefined): string {
  const { now, aheadMs, state, advancingTo } = clock ?? {};
  const shows = `${now && timestampDate(now).toISOString()}, ${Number(aheadMs) / 1_000} s ahead of real time`;
  if (state === ClockState.READY) return `The clock shows ${shows}.`;
  return `The clock shows ${shows}. It is advancing to ${advancingTo && timestampDate(advancingTo).toISOString()}.`;
}

const UNITS_S = { s: 1n, m: 60n, h: 3_600n, d: 86_400n } as const;

function secondsOf(text: string): bigint {
  const [, count, unit] = /^(\d{1,8})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined)
    throw new InvalidArgumentError("Use a duration like 90m: a number followed by s, m, h or d.");
  return BigInt(count) * UNITS_S[unit as keyof typeof UNITS_S];
}
