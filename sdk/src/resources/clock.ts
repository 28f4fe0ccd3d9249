import { initOf, resultOf, type Http, type Result } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { pause } from "../client/pauses.ts";
import type { Answer, AnswerOf, BodyOf } from "../types.ts";

// An advance that is not ready after ten seconds takes much longer.
const LOOK_EVERY_MS = 1_000;

/** The clock of the environment. Only the clock of a test environment can be advanced. */
export const createClock = (http: Http) => ({
  get: (options: CallOptions = {}): Answer<"getClock"> => getClock(http, options),

  /**
   * Advances the clock, and resolves when everything that became due is settled. This can take long. Pass a
   * `signal` to stop waiting. The advance then continues in the background.
   */
  async advance(
    by: BodyOf<"advanceClock">,
    options: CallOptions = {},
  ): Promise<Result<AnswerOf<"getClock">>> {
    const { signal = new AbortController().signal } = options;
    const advanced = await resultOf(http.PATCH("/clock/advance", { body: by, ...initOf(options) }));
    let { clock, requestId } = advanced;
    while (clock.state !== "ready") {
      await pause(LOOK_EVERY_MS, signal);
      ({ clock, requestId } = await getClock(http, { signal }));
    }
    return { clock, requestId };
  },
});

const getClock = (http: Http, options: CallOptions): Answer<"getClock"> =>
  resultOf(http.GET("/clock", { ...initOf(options) }));
