import { initOf, resultOf, type Http, type Result } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { pause } from "../client/pauses.ts";
import type { Answer, AnswerOf, BodyOf } from "../types.ts";

// What is still to be settled after ten seconds takes a while.
const LOOK_EVERY_MS = 1_000;

/** The environment's clock: that of a test environment can be advanced. */
export const createClock = (http: Http) => ({
  get: (options: CallOptions = {}): Answer<"getClock"> => getClock(http, options),

  /**
   * Advances it, and resolves when it is there and all that fell due is settled, however long that takes:
   * give a `signal` to wait no longer. The advance goes on by itself.
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
