import { getOption } from "@bufbuild/protobuf";
import type { Code } from "@connectrpc/connect";
import { ReasonSchema, type Reason } from "@tms/proto/tms/error/v1/reason";
import { status } from "@tms/proto/tms/error/v1/status";

/** A reason's name as it travels, for example INSUFFICIENT_FUNDS. */
export type ReasonName = Exclude<keyof typeof Reason, "UNSPECIFIED">;

// The proto declares every reason with its gRPC status.
const STATUS = new Map<string, Code>(
  ReasonSchema.values
    .filter((value) => value.number !== 0)
    .map((value) => [value.localName, getOption(value, status)]),
);

/** The gRPC status of calls that are refused for a reason. */
export function statusOf(reason: ReasonName): Code {
  const code = STATUS.get(reason);
  if (code === undefined) throw new Error(`the reason ${reason} has no status`);
  return code;
}

/** Whether a text is the name of a known reason. */
export const isReason = (text: string): text is ReasonName => STATUS.has(text);
