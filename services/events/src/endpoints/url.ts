import { endpointUrlRefused } from "../errors.ts";
import { isPublicAddress, literalAddress } from "../sending/addresses.ts";

const LONGEST = 2_000;

/**
 * An endpoint's address in the form in which it is stored: absolute, https, without credentials and
 * fragment, and no private address. A name is looked up when events are sent, each time anew. Throws
 * ENDPOINT_URL_REFUSED.
 */
export function endpointUrl(text: string, allowPrivate: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw endpointUrlRefused("must be an absolute URL");
  const isSecure = url.protocol === "https:" || (allowPrivate && url.protocol === "http:");
  if (!isSecure) throw endpointUrlRefused("must start with https://");
  if (url.username !== "" || url.password !== "")
    throw endpointUrlRefused("must not contain credentials");
  if (text.includes("#")) throw endpointUrlRefused("must not have a fragment");
  if (url.href.length > LONGEST)
    throw endpointUrlRefused(`must have at most ${LONGEST} characters`);
  const address = literalAddress(url.hostname);
  if (address !== undefined && !allowPrivate && !isPublicAddress(address))
    throw endpointUrlRefused("must have a public address");
  return url.href;
}
