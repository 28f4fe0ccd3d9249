import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@tms/kit/values/ids";
import { ClockState, type Clock } from "@tms/proto/tms/game/v1/clock";
import { InvalidArgumentError, type Command } from "commander";
import { clockClient, findTestEnvironment } from "../clients.ts";
import { formatTime, parseMoment, parseSeconds } from "../texts.ts";

// The longest wait that the service accepts in one call.
const WAIT_MS = 5_000;

export function addClockCommand(program: Command): void {
  program
    .command("clock")
    .description("show or advance the clock of a game's test environment")
    .requiredOption("--game <id>", "the id of one of the game's environments")
    .option(
      "--advance <span>",
      "advance the clock by a duration, for example 90m, 2h or 1d",
      parseSeconds,
    )
    .option(
      "--to <time>",
      "advance the clock to a time, for example 2030-05-01T22:00:00Z",
      parseMoment,
    )
    .action(showOrAdvance);
}

async function showOrAdvance(options: { game: string; advance?: bigint; to?: Date }) {
  const { game, advance, to } = options;
  if (advance !== undefined && to !== undefined)
    throw new InvalidArgumentError("Use either --advance or --to, not both.");
  const client = clockClient();
  const gameId = await findTestEnvironment(game);
  const target = to
    ? ({ case: "toTime", value: timestampFromDate(to) } as const)
    : advance !== undefined && ({ case: "bySeconds", value: advance } as const);
  if (target) await client.advanceClock({ requestId: newId(), gameId, target });
  const { clock } = await client.awaitClock({ gameId, waitMs: target ? WAIT_MS : 0 });
  console.log(formatClock(clock));
}

function formatClock(clock: Clock | undefined): string {
  const { now, aheadMs, state, advancingTo } = clock ?? {};
  const shows = `The clock shows ${formatTime(now)}, ${Number(aheadMs) / 1_000} s ahead of real time.`;
  return state === ClockState.READY
    ? shows
    : `${shows} It is advancing to ${formatTime(advancingTo)}.`;
}
