import { sharedSystem } from "../harness/shared-system.ts";

// All game backends of all suites have one address.
export default sharedSystem({ ADDRESS_CONNECTIONS: "2500" });
