import { EVENT_TYPES } from "@tms/resources/event-types";
import { invalidField } from "@tms/kit/errors/domain-error";
import { textOf } from "@tms/kit/values/input";
import { endpointUrlRefused } from "../errors.ts";
import { isPublicAddress, literalAddress } from "../sending/addresses.ts";

const MAX_URL_LENGTH = 2_000;
const MAX_DESCRIPTION_LENGTH = 500;

/**
 * Returns the URL of an endpoint as it is stored. The URL is absolute, uses https, and has no credentials,
 * fragment or private address. Names are looked up whenever events are sent. Throws ENDPOINT_URL_REFUSED.
 */
export function parseUrl(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw endpointUrlRefused("must be an absolute URL");
  const isSecure = url.protocol === "https:" || (allowPrivate && url.protocol === "http:");
  if (!isSecure)
    throw endpointUrlRefused(`must start with https://${allowPrivate ? " or http://" : ""}`);
  if (url.username !== "" || url.password !== "")
    throw endpointUrlRefused("must not contain credentials");
  if (text.includes("#")) throw endpointUrlRefused("must not have a fragment");
  if (url.href.length > MAX_URL_LENGTH)
    throw endpointUrlRefused(`must have at most ${MAX_URL_LENGTH} characters`);
  const address = literalAddress(url.hostname);
  if (address !== undefined && !allowPrivate && !isPublicAddress(address))
    throw endpointUrlRefused("must have a public address");
  return url.href;
}

const ALL = "*";
const SUBSCRIBABLE: ReadonlySet<string> = new Set([
  ALL,
  ...EVENT_TYPES.flatMap((type) => [type, `${type.split(".")[0]}.*`]),
]);

/** Returns the event types of a subscription, each once. An empty list subscribes to all types. */
export function parseSubscription(types: readonly string[]): string[] {
  const unknown = types.findIndex((type) => !SUBSCRIBABLE.has(type));
  if (unknown !== -1)
    throw invalidField(
      `events[${unknown}]`,
      "must be *, an event type or a group of event types such as entry.*",
    );
  return types.length === 0 || types.includes(ALL) ? [ALL] : [...new Set(types)];
}

export const parseDescription = (text: string): string =>
  textOf("description", text, MAX_DESCRIPTION_LENGTH);
