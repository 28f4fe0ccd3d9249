import { createHmac } from "node:crypto";

/**
 * The URL of a service's own role on an administrator's server. Its password is derived from
 * the administrator's, so that it needs no storage: for stacks that hold everything in one
 * hand, a developer's machine and the tests.
 */
export function serviceUrl(adminUrl: string, service: string): string {
  const url = new URL(adminUrl);
  const role = `tms_${service}`;
  url.password = createHmac("sha256", url.password).update(role).digest("base64url");
  url.username = role;
  return url.href;
}
