import { createHmac } from "node:crypto";

/**
 * The URL of a service's own role on an administrator's server. The role's password is derived from
 * the administrator's and stored nowhere: for a developer's machine and the tests, where one hand
 * holds everything.
 */
export function serviceUrl(adminUrl: string, service: string): string {
  const url = new URL(adminUrl);
  const role = `tms_${service}`;
  url.password = createHmac("sha256", url.password).update(role).digest("base64url");
  url.username = role;
  return url.href;
}
