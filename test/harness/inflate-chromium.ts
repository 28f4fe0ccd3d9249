import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

// `TMPDIR=FOLDER node inflate-chromium.ts` unpacks a Chromium of this platform into a folder: the
// package unpacks into the temporary folder of its process, under fixed names, and takes whatever lies
// there already.
const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "../bin");
const archives = ["chromium.br", "al2023.tar.br", "fonts.tar.br"];
await Promise.all(archives.map((archive) => inflate(join(bin, archive))));
