import type { Plant } from "./plant.ts";

/** An attempt that a review takes back goes on counting. */
export const keptVoid: Plant = {
  name: "kept-void",
  preloads: { entry: ["plants/kept-void.preload.ts"] },
};
