import { dirname } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { mainOf, PROCESSES } from "@tms/stack/system/system";

// `node bundle.ts FOLDER` writes each process of the product into a folder, as one file. Such a file starts
// in a third of the time that its many hundred modules take, and the suites start processes by the thousand.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("bundle.ts needs the folder to write to");

// It finds its native code from its own place.
const nativeApart: Plugin = {
  name: "native-apart",
  async resolveId(source, importer) {
    if (source !== "@node-rs/argon2") return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved && { id: resolved.id, external: "relative" };
  },
};

for (const name of PROCESSES) {
  const input = mainOf(name);
  const bundle = await rolldown({
    input,
    platform: "node",
    plugins: [nativeApart],
    // There must be one of it: suites that end a process at a statement change it before the process starts.
    external: ["pg"],
    logLevel: "warn",
    // Paths that a module finds from its own place.
    transform: { define: { "import.meta.dirname": JSON.stringify(dirname(input)) } },
  });
  const entryFileNames = `${name}.js`;
  await bundle.write({ dir: folder, entryFileNames, format: "esm", codeSplitting: false });
  await bundle.close();
}
