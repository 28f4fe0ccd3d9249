import type { RequestRecord } from "../../request-log/record.ts";
import type { RequestJson } from "./schemas.ts";

/** A recorded request as callers see it. */
export const requestJson = (record: RequestRecord): RequestJson => ({
  requestId: record.requestId,
  at: new Date(record.at).toISOString(),
  method: record.method,
  path: record.path,
  status: record.status,
  durationMs: record.durationMs,
  caller: record.caller,
  address: record.address,
  code: record.code,
  detail: record.detail ?? null,
  errors: [...(record.errors ?? [])],
  body: record.body,
  idempotencyKey: record.idempotencyKey,
  replayed: record.replayed,
});
