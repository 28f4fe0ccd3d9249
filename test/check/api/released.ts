import { join } from "node:path";
import { repository } from "@tms/stack/paths";

/** The OpenAPI document of the last release. `pnpm api:release` puts today's in its place. */
export const RELEASED = join(repository, "gateway/released/openapi.json");
