import { registerHooks } from "node:module";
import { PLANTS } from "./plants.ts";

// Preloaded into the process that the plant patches: replaces pieces of sources while they are loaded.
for (const [file, piece, replacement] of PLANTS[process.env["CHAOS_PLANT"] ?? ""]?.patches
  ?.replacements ?? [])
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = toText(loaded.source);
      // Without the piece the plant would prove nothing.
      if (!source.includes(piece)) throw new Error(`${file} does not contain ${piece}`);
      return { ...loaded, source: source.replaceAll(piece, replacement) };
    },
  });

function toText(source: unknown): string {
  if (typeof source === "string") return source;
  if (source instanceof Uint8Array) return new TextDecoder().decode(source);
  throw new Error("a module was loaded without its source");
}
