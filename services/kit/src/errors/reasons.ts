import { getOption } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { ReasonSchema, type Reason } from "@tms/proto/tms/error/v1/reason";
import { sentence, status } from "@tms/proto/tms/error/v1/status";

/** The name of a reason as it is transmitted, for example INSUFFICIENT_FUNDS. */
export type ReasonName = Exclude<keyof typeof Reason, "UNSPECIFIED">;

const declared = ReasonSchema.values.filter(({ number }) => number !== 0);
const REASONS = new Map<string, { status: Code; sentence: string }>(
  declared.map((value) => [
    value.localName,
    { status: getOption(value, status), sentence: getOption(value, sentence) },
  ]),
);

export const statusOf = (reason: ReasonName): Code => REASONS.get(reason)?.status ?? Code.Internal;

/** Returns the declared message of a reason. Throws for a reason with messages that depend on the call. */
export function sentenceOf(reason: ReasonName): string {
  const found = REASONS.get(reason)?.sentence;
  if (!found) throw new Error(`the reason ${reason} needs a message`);
  return found;
}

export const isReason = (text: string): text is ReasonName => REASONS.has(text);
