import { useNow } from "../../components/values/now.ts";
import { useEnvironment } from "../../environment.ts";

// Nothing else on a page may change for long, while what it says of a start or an end comes true.
const EVERY_MS = 5_000;

/** What the environment's clock shows, told anew as time goes by. */
export const useGameNow = (): number => useNow(EVERY_MS) + useEnvironment().aheadMs;
