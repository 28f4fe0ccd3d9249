import { sharedSystem } from "../harness/shared-system.ts";

// All browsers have one address, but for those that name another.
export default sharedSystem({ ADDRESS_RATE_LIMIT_PER_MINUTE: "100000" });
