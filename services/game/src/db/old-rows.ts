import type { Forgettable } from "@tms/kit/database/retention";

/** What is deleted once it is a week old; see retention.ts of the kit. By then no invitation works. */
export const OLD_ROWS: readonly Forgettable[] = [{ table: "invitation" }];
