import type { Call } from "../client/call.ts";
import type { CallOptions } from "../client/options.ts";
import { pause } from "../client/pauses.ts";
import type { Resources } from "../gen/resources.ts";
import type { BodyOf } from "../client/routes.ts";

// The first response comes after at most ten seconds. An advance that is not ready by then takes long.
const CHECK_EVERY_MS = 1_000;

export const clockMethods = ({ send }: Call, { get }: Resources["clock"]) => ({
  /**
   * Advances the clock of a test environment. Resolves when everything that became due is settled, which can
   * take long. Pass a `signal` to stop waiting. The advance then continues in the background.
   */
  async advance(
    by: BodyOf<"PATCH /clock/advance">,
    options: CallOptions = {},
  ): ReturnType<typeof get> {
    const { signal = new AbortController().signal } = options;
    let { clock, requestId } = await send("PATCH /clock/advance", { body: by }, options);
    while (clock.state !== "ready") {
      await pause(CHECK_EVERY_MS, signal);
      ({ clock, requestId } = await get({ signal }));
    }
    return { clock, requestId };
  },
});
