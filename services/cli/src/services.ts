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

/** The name of a service and of its schema. */
export type ServiceName = (typeof SERVICES)[number];

/** Returns the database role of a service. */
export const roleOf = (service: ServiceName): string => `tms_${service}`;

/** The protocols of database URLs. */
export const POSTGRES_PROTOCOLS: readonly string[] = ["postgres:", "postgresql:"];
