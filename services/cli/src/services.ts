/** The services that own a schema, in the order of their migrations and of their ports. */
export const SERVICES = [
  "game",
  "tournament",
  "entry",
  "wallet",
  "settlement",
  "identity",
  "events",
] as const;

export type ServiceName = (typeof SERVICES)[number];

export const roleOf = (service: ServiceName): string => `tms_${service}`;

export const POSTGRES_PROTOCOLS: readonly string[] = ["postgres:", "postgresql:"];
