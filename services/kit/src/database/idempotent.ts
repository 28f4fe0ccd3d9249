import { createHash } from "node:crypto";
import {
  clone,
  fromBinary,
  toBinary,
  type DescMessage,
  type Message,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { Db, Tx } from "./pool.ts";
import { DomainError } from "../errors/domain-error.ts";
import type { FaultPoint } from "../process/fault-points.ts";
import { transaction } from "./transaction.ts";

type Mutation = Message & { requestId: string };

/**
 * Runs a mutation's transaction once per request_id: the response is stored in the transaction
 * that does the work, so a repeat after any failure returns it instead of doing the work again.
 * The same request_id with other content is refused as REQUEST_ID_REUSED. Two repeats at once
 * wait for each other on the primary key. Needs the table `request` in the service's schema.
 */
export async function idempotent<I extends DescMessage, O extends DescMessage>(
  db: Db,
  call: { faultPoint: FaultPoint; input: I; output: O; request: MessageShape<I> & Mutation },
  work: (tx: Tx) => Promise<MessageShape<O>>,
): Promise<MessageShape<O>> {
  const fingerprint = fingerprintOf(call.input, call.request);
  return await transaction(db, call.faultPoint, async (tx) => {
    const claimed = await tx.query(
      `INSERT INTO request (id, fingerprint) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`,
      [call.request.requestId, fingerprint],
    );
    if (claimed.rowCount === 0) {
      const stored = await storedResponse(tx, call.request.requestId, fingerprint);
      return fromBinary(call.output, stored);
    }
    const response = await work(tx);
    await tx.query(`UPDATE request SET response = $2 WHERE id = $1`, [
      call.request.requestId,
      toBinary(call.output, response),
    ]);
    return response;
  });
}

async function storedResponse(tx: Tx, id: string, fingerprint: Buffer): Promise<Buffer> {
  const { rows } = await tx.query<{ fingerprint: Buffer; response: Buffer }>(
    `SELECT fingerprint, response FROM request WHERE id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a request row vanished");
  if (!row.fingerprint.equals(fingerprint))
    throw new DomainError(
      "REQUEST_ID_REUSED",
      "This request_id was used before with other content.",
    );
  return row.response;
}

function fingerprintOf<I extends DescMessage>(schema: I, request: MessageShape<I> & Mutation) {
  const content = clone(schema, request) as MessageShape<I> & Mutation;
  content.requestId = "";
  return createHash("sha256").update(schema.typeName).update(toBinary(schema, content)).digest();
}
