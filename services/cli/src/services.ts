/** The services that own a schema, in the order they are migrated. */
export const SERVICES = [
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;

/** A service's name, which is its schema's name as well. */
export type ServiceName = (typeof SERVICES)[number];

/** The database role a service logs in as. */
export const roleOf = (service: ServiceName): string => `tms_${service}`;

/** What a database URL may start with. */
export const POSTGRES_PROTOCOLS: readonly string[] = ["postgres:", "postgresql:"];
