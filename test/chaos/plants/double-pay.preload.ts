import { patchSource } from "./patch-source.ts";

// A file remembers what was posted, so that the successor of a killed worker knows it too.
const FRESH_ID_ON_REPEAT = `((id) => {
  const { appendFileSync, readFileSync, existsSync } = process.getBuiltinModule("node:fs");
  const posted = process.env.CHAOS_CLOCK + ".posted";
  if (existsSync(posted) && readFileSync(posted, "utf8").includes(id)) return crypto.randomUUID();
  appendFileSync(posted, id + "\\n");
  return id;
})(payout.transferId)`;

patchSource("settlement/src/steps/pay.ts", "=> payout.transferId", `=> ${FRESH_ID_ON_REPEAT}`);
// One at a time: a batch that is repeated as a whole would find the pool empty.
patchSource("settlement/src/steps/pay.ts", "const BATCH = 1_000", "const BATCH = 1");
// Small plans are read whole, which would make one batch of each again.
patchSource("settlement/src/batching/queries.ts", "SMALL_PLAN = 100", "SMALL_PLAN = -1");
