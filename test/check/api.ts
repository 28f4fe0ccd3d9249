import { readFile } from "node:fs/promises";
import { openapiDocument } from "@tms/gateway/openapi-document";
import { ALLOWED } from "./api/allowed.ts";
import { faultsOf } from "./api/breaking-changes.ts";
import { RELEASED } from "./api/released.ts";

const released = JSON.parse(await readFile(RELEASED, "utf8")) as object;
const faults = faultsOf(released, await openapiDocument(), ALLOWED);
for (const fault of faults) console.error(fault);
if (faults.length > 0)
  console.error(
    "Make the change compatible, or add it with a reason to test/check/api/allowed.ts.",
  );
console.log(`Breaking API changes since the last release: ${faults.length}`);
process.exitCode = faults.length > 0 ? 1 : 0;
