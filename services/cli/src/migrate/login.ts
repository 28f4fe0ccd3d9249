import { ConfigError } from "@tms/kit/process/config";
import { roleOf, type ServiceName } from "../services.ts";

/** How a service logs in to the database. */
export interface ServiceLogin {
  service: ServiceName;
  role: string;
  password: string;
}

/** Takes a service's role and password from its URL; a URL of another role is refused. */
export function readServiceLogin(service: ServiceName, url: string): ServiceLogin {
  const name = `${service.toUpperCase()}_DATABASE_URL`;
  const role = roleOf(service);
  const parsed = new URL(url);
  // The URL itself is a secret and stays out of the message.
  if (decodeURIComponent(parsed.username) !== role)
    throw new ConfigError(`${name} must use the role ${role}.`);
  const password = decodeURIComponent(parsed.password);
  if (password === "") throw new ConfigError(`${name} must contain the password of ${role}.`);
  return { service, role, password };
}
