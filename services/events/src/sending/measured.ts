import type { Histogram } from "prom-client";
import { isSuccess, type Outcome, type Sender } from "./send.ts";

/** A sender whose attempts are timed, by what came of them. */
export const measured = (sender: Sender, attempts: Histogram<"outcome">): Sender => ({
  ...sender,
  async send(...request) {
    const outcome = await sender.send(...request);
    attempts.observe({ outcome: wordOf(outcome) }, outcome.durationMs / 1_000);
    return outcome;
  },
});

/** One of few words: `delivered`, why no answer came, or the class of an answer that refused. */
function wordOf(outcome: Outcome): string {
  if (isSuccess(outcome)) return "delivered";
  return outcome.error ?? `${Math.floor((outcome.status ?? 0) / 100)}xx`;
}
