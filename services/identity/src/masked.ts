import type { Message } from "@bufbuild/protobuf";
import { mac, type Keyring } from "@tms/kit/values/keyring";

/**
 * Returns a request with a keyed digest in place of each secret, for its fingerprint. With a plain hash of
 * the request, a reader of the database could try passwords and codes quickly. The source is left out,
 * because a repeat can come from another address.
 */
export const masked = <R extends Message>(
  sessionKeys: Keyring,
  request: R,
  toSecrets: (digest: (secret: string) => string) => Partial<R>,
): R => ({
  ...request,
  source: undefined,
  ...toSecrets((secret) => mac(sessionKeys, "masked", request.$typeName, secret).toString("hex")),
});
