import { registerHooks } from "node:module";

/**
 * Replaces a piece of one source file of the product while it is loaded. A piece that is not there
 * is an error: the plant would otherwise prove nothing.
 */
export function patchSource(file: string, piece: string, replacement: string): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = textOf(loaded.source);
      if (!source.includes(piece)) throw new Error(`${file} does not say ${piece}`);
      return { ...loaded, source: source.replaceAll(piece, replacement) };
    },
  });
}

function textOf(source: unknown): string {
  if (typeof source === "string") return source;
  if (source instanceof Uint8Array) return new TextDecoder().decode(source);
  throw new Error("a module was loaded without its source");
}
