import { patchSource } from "./patch-source.ts";

patchSource(
  "identity/src/sessions/refresh.ts",
  "now.generation === claim.generation + 1 && now.fresh",
  "now.generation > claim.generation",
);
