import { patchSource } from "./patch-source.ts";

// Every statement that posts locks its accounts first.
for (const file of ["accounts.ts", "collect-fees.ts", "disburse.ts"])
  patchSource(`wallet/src/db/${file}`, "ORDER BY id FOR NO KEY UPDATE", "ORDER BY id");
