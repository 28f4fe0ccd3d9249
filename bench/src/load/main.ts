import { generate } from "./generate.ts";
import type { LoadPlan } from "./plan.ts";

// A process of its own, so that its work is neither in the way of the measuring nor counted as it.
process.on("message", (plan: LoadPlan) => {
  generate(plan).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
