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
import { DomainError, required } from "../errors/domain-error.ts";
import type { FaultPoint } from "../process/fault-points.ts";
import { originOf, type Origin } from "../rpc/origin.ts";
import type { Db, Queryable, Tx } from "./handle.ts";
import { request as requests } from "./tables.ts";
import { transaction } from "./transaction.ts";

type Request<I extends DescMessage> = MessageShape<I> & { requestId: string };

/**
 * Runs the transaction of a mutation once per request_id. A repeated request gets the stored response. Of two
 * simultaneous requests with one id, the second waits for the first on the primary key. Throws
 * REQUEST_ID_REUSED if an earlier request with the id had other content. Needs the table `request`.
 */
export async function once<I extends DescMessage, O extends DescMessage>(
  db: Db,
  faultPoint: FaultPoint,
  call: { method: DescMethodUnary<I, O>; requestHeader: Headers },
  request: Request<I>,
  work: (tx: Tx, origin: Origin) => Promise<MessageInitShape<O>>,
): Promise<MessageShape<O>> {
  const { input, output } = call.method;
  const id = request.requestId;
  const fingerprint = fingerprintOf(input, request);
  return await transaction(db, faultPoint, async (tx) => {
    const claimed = await tx
      .insert(requests)
      .values({ id, fingerprint })
      .onConflictDoNothing()
      .returning({ id: requests.id });
    if (claimed.length === 0) {
      const stored = await findResponse(tx, id, fingerprint);
      return fromBinary(output, required(stored, "a request row disappeared"));
    }
    const answer = create(output, await work(tx, originOf(call)));
    const response = Buffer.from(toBinary(output, answer));
    await tx.update(requests).set({ response }).where(eq(requests.id, id));
    return answer;
  });
}

/**
 * Returns the stored response of a mutation, or undefined if the mutation has not been done. Call this
 * function before work that must not be repeated. Throws REQUEST_ID_REUSED like {@link once}.
 */
export async function findAnswer<I extends DescMessage, O extends DescMessage>(
  db: Queryable,
  { method }: { method: DescMethodUnary<I, O> },
  request: Request<I>,
): Promise<MessageShape<O> | undefined> {
  const response = await findResponse(db, request.requestId, fingerprintOf(method.input, request));
  return response && fromBinary(method.output, response);
}

async function findResponse(db: Queryable, id: string, fingerprint: Buffer) {
  const [row] = await db
    .select({ fingerprint: requests.fingerprint, response: requests.response })
    .from(requests)
    .where(eq(requests.id, id));
  if (!row?.response) return undefined;
  if (!row.fingerprint.equals(fingerprint)) throw new DomainError("REQUEST_ID_REUSED");
  return row.response;
}

function fingerprintOf<I extends DescMessage>(schema: I, request: Request<I>): Buffer {
  const content = clone(schema, request) as Request<I>;
  content.requestId = "";
  return createHash("sha256").update(schema.typeName).update(toBinary(schema, content)).digest();
}
