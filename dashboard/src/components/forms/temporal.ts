// Some browsers have no Temporal yet.
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
