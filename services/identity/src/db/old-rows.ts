import type { Forgettable } from "@tms/kit/database/retention";

/** What is deleted once it is a week old; see retention.ts of the kit. */
export const OLD_ROWS: readonly Forgettable[] = [
  // An account's sessions and device codes go before it; a sign-up that waits for its code has none.
  { table: "user_account", where: "verified_at IS NULL" },
  {
    table: "session",
    where: `ended_at IS NOT NULL OR created_at < now() - interval '90 days'
      OR last_used_at < now() - interval '14 days'`,
  },
  { table: "one_time_code" },
  { table: "device_code" },
  { table: "attempt_count" },
  { table: "mail" },
];
