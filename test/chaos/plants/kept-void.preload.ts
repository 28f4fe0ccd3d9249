import { patchSource } from "./patch-source.ts";

patchSource("entry/src/scoring/fold.ts", 'if (attempt.state === "void") return fold;', "");
