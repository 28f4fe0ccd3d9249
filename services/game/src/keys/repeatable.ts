import { clone, type DescMessage, type MessageShape } from "@bufbuild/protobuf";

/**
 * A request as its repeat is recognised: by what is asked for. What the asker may give is left out,
 * since their role may have changed before the repeat.
 */
export function withoutHeldScopes<I extends DescMessage>(
  schema: I,
  request: MessageShape<I> & { heldScopes: unknown[] },
): MessageShape<I> & { heldScopes: unknown[] } {
  const copy = clone(schema, request) as typeof request;
  copy.heldScopes = [];
  return copy;
}
