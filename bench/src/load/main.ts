import { generate } from "./generate.ts";
import type { LoadPlan } from "./plan.ts";

// A separate process, so that its work neither delays the benchmark nor counts as its work.
process.on("message", (plan: LoadPlan) => {
  generate(plan).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
