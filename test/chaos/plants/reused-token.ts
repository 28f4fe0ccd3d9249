import type { Plant } from "./plant.ts";

/** A refresh token is exchanged however often it was used, and however long ago. */
export const reusedToken: Plant = {
  name: "reused-token",
  preloads: { identity: ["plants/reused-token.preload.ts"] },
};
