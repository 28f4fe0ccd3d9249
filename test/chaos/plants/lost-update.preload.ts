import { patchSource } from "./patch-source.ts";

patchSource("wallet/src/db/accounts.ts", "ORDER BY id FOR NO KEY UPDATE", "ORDER BY id");
