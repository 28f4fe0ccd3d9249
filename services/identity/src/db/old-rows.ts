import type { Forgettable } from "@tms/kit/database/retention";

/** What is deleted once it is a week old; see retention.ts of the kit. */
export const OLD_ROWS: readonly Forgettable[] = [
  {
    table: "session",
    where: `ended_at IS NOT NULL OR created_at < now() - interval '90 days'
      OR last_used_at < now() - interval '14 days'`,
  },
  { table: "one_time_code" },
  { table: "sign_up" },
  { table: "device_code" },
  { table: "attempt_count" },
  { table: "mail" },
];
