/**
 * SQL for whether the type of an `event` is among those that an endpoint wants; `wanted` is an array of
 * `*`, `entry.*` or `entry.joined`.
 */
export const matches = (wanted: string): string =>
  `('*' = ANY(${wanted}::text[]) OR event.type = ANY(${wanted}::text[])
    OR split_part(event.type, '.', 1) || '.*' = ANY(${wanted}::text[]))`;
