import { createHash } from "node:crypto";
import {
  clone,
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { eq } from "drizzle-orm";
import { DomainError } from "../errors/domain-error.ts";
import type { FaultPoint } from "../process/fault-points.ts";
import type { Db, Queryable, Tx } from "./handle.ts";
import { request } from "./tables.ts";
import { transaction } from "./transaction.ts";

/** A mutation as an RPC gets it. */
export interface Mutation<I extends DescMessage, O extends DescMessage> {
  faultPoint: FaultPoint;
  method: DescMethodUnary<I, O>;
  request: MessageShape<I> & { requestId: string };
}

/** Returns a mutation for {@link idempotent}. */
export const toMutation = <I extends DescMessage, O extends DescMessage>(
  faultPoint: FaultPoint,
  method: DescMethodUnary<I, O>,
  message: Mutation<I, O>["request"],
): Mutation<I, O> => ({ faultPoint, method, request: message });

/**
 * Runs a mutation's transaction once per request_id: the response is stored in the transaction
 * that does the work, so a repeat after any failure returns it instead of doing the work again.
 * The same request_id with other content is refused as REQUEST_ID_REUSED. Two repeats at once
 * wait for each other on the primary key. Needs the table `request` in the service's schema.
 */
export async function idempotent<I extends DescMessage, O extends DescMessage>(
  db: Db,
  mutation: Mutation<I, O>,
  work: (tx: Tx) => Promise<MessageInitShape<O>>,
): Promise<MessageShape<O>> {
  const { output } = mutation.method;
  const id = mutation.request.requestId;
  const fingerprint = fingerprintOf(mutation);
  return await transaction(db, mutation.faultPoint, async (tx) => {
    const claimed = await tx
      .insert(request)
      .values({ id, fingerprint })
      .onConflictDoNothing()
      .returning({ id: request.id });
    if (claimed.length === 0) return fromBinary(output, await storedResponse(tx, id, fingerprint));
    const answer = create(output, await work(tx));
    const response = Buffer.from(toBinary(output, answer));
    await tx.update(request).set({ response }).where(eq(request.id, id));
    return answer;
  });
}

/**
 * The stored response of a mutation; undefined if it was not done yet. For work before the
 * transaction that a repeat must not do again, or could not.
 */
export async function findAnswer<I extends DescMessage, O extends DescMessage>(
  db: Queryable,
  mutation: Mutation<I, O>,
): Promise<MessageShape<O> | undefined> {
  const response = await findResponse(db, mutation.request.requestId, fingerprintOf(mutation));
  return response && fromBinary(mutation.method.output, response);
}

async function storedResponse(tx: Tx, id: string, fingerprint: Buffer): Promise<Buffer> {
  const response = await findResponse(tx, id, fingerprint);
  if (response === undefined) throw new Error("a request row disappeared");
  return response;
}

async function findResponse(
  db: Queryable,
  id: string,
  fingerprint: Buffer,
): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ fingerprint: request.fingerprint, response: request.response })
    .from(request)
    .where(eq(request.id, id));
  if (!row?.response) return undefined;
  if (!row.fingerprint.equals(fingerprint))
    throw new DomainError(
      "REQUEST_ID_REUSED",
      "This request_id was already used with different content.",
    );
  return row.response;
}

function fingerprintOf<I extends DescMessage, O extends DescMessage>(mutation: Mutation<I, O>) {
  const schema = mutation.method.input;
  const content = clone(schema, mutation.request) as Mutation<I, O>["request"];
  content.requestId = "";
  return createHash("sha256").update(schema.typeName).update(toBinary(schema, content)).digest();
}
