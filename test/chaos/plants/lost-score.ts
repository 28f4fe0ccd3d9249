import type { Plant } from "./plant.ts";

/** Some attempts are recorded and answered, and make no difference. */
export const lostScore: Plant = {
  name: "lost-score",
  preloads: { entry: ["plants/lost-score.preload.ts"] },
};
