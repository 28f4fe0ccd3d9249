import { curl } from "../../components/code/curl.ts";
import { gameNow, type Environment } from "../../environment.ts";

const HOUR_MS = 3_600_000;

/** The call that creates a tournament in this environment, to be pasted. */
export function createByCurl(environment: Environment): string {
  const { id } = environment;
  const start = new Date(Math.ceil(gameNow(environment) / HOUR_MS) * HOUR_MS);
  const end = new Date(start.getTime() + 2 * HOUR_MS);
  return curl("POST", "/tournament/create", {
    game: id,
    name: "Friday open",
    description: "Best of three",
    entryFee: 2.5,
    startTime: start.toISOString(),
    endTime: end.toISOString(),
    prizeSplit: [60, 30, 10],
  });
}
