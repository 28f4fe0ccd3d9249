import { clone, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { mac, type Keyring } from "@tms/kit/values/keyring";

/**
 * A request as it may be fingerprinted: the plain hash of a request would let whoever reads the
 * database try passwords and codes quickly. `mask` replaces each secret by its keyed digest. Where
 * the request came from is left out, since a repeat may come from elsewhere.
 */
export function masked<I extends DescMessage>(
  sessionKeys: Keyring,
  schema: I,
  request: MessageShape<I>,
  mask: (copy: MessageShape<I>, digest: (secret: string) => string) => void,
): MessageShape<I> {
  const copy = clone(schema, request);
  if ("source" in copy) delete copy.source;
  mask(copy, (secret) => mac(sessionKeys, "masked", schema.typeName, secret).toString("hex"));
  return copy;
}
