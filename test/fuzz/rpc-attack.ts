import { create, toBinary, type MessageInitShape, type DescMessage } from "@bufbuild/protobuf";
import fc from "fast-check";
import type { ProcessName } from "@tms/stack/system/system";
import type { Attack } from "./attack.ts";
import { must } from "./finding.ts";
import { callRaw } from "./http2-call.ts";
import { contents, type Content } from "./messages.ts";
import { patiently } from "./patiently.ts";
import { mustBeFitStatus } from "./rpc-oracle.ts";
import { RPCS } from "./rpcs.ts";
import type { Target } from "./target.ts";

const CONTENT_TYPES = [
  "application/grpc",
  "application/grpc+proto",
  "application/proto",
  "application/grpc-web+proto",
] as const;
type ContentType = (typeof CONTENT_TYPES)[number];

/** One call, before names in braces are filled in. */
interface RpcCase {
  rpc: string;
  contentType: ContentType;
  content: Content;
  /** How the encoded message is spoiled. */
  spoil: { kind: (typeof SPOILS)[number]; at: number; byte: number } | null;
  /** How the message is framed, where the protocol frames messages. */
  frame: "right" | "too long" | "huge" | "too short" | "compressed" | "twice" | "none";
  headers: Record<string, string>;
}

const SPOILS = ["change", "cut", "repeat", "garbage", "nest", "overclaim"] as const;

const cases: fc.Arbitrary<RpcCase> = fc
  .constantFrom(...RPCS)
  .chain(({ process, method, driving }) =>
    fc.record({
      rpc: fc.constant(`${process} ${method.parent.typeName}/${method.name}`),
      contentType: fc.constantFrom(...CONTENT_TYPES),
      content: contents(method.input).map((content) => (driving ? misfit(content) : content)),
      spoil: driving
        ? fc.constant(null)
        : fc.option(
            fc.record({ kind: fc.constantFrom(...SPOILS), at: fc.nat(400), byte: fc.nat(255) }),
            { freq: 2 },
          ),
      frame: mostly<RpcCase["frame"]>(
        "right",
        "too long",
        "huge",
        "too short",
        "compressed",
        "twice",
        "none",
      ),
      headers: mostly<Record<string, string>>(
        {},
        { "grpc-timeout": "0n" },
        { "grpc-timeout": "99999999H" },
        { "grpc-timeout": "999999999999H" },
        { "grpc-timeout": "-1S" },
        { "grpc-timeout": "soon" },
        { "connect-timeout-ms": "1" },
        { "connect-timeout-ms": "99999999999999" },
        { "grpc-encoding": "gzip" },
        { "grpc-encoding": "zstd" },
        { "content-encoding": "br" },
        { "connect-protocol-version": "7" },
        { authorization: "" },
        { authorization: "Basic eDp5" },
        { "x-bin": "!", "grpc-status": "0" },
        { te: "trailers", "grpc-accept-encoding": "x,".repeat(400) },
      ),
    }),
  );

function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

// One item that says nothing keeps a batch from doing what the rest of it says.
const misfit = (content: Content): Content => ({
  ...mapValues(content, (value) => (holdsMessages(value) ? [{}, ...value] : value)),
  requestId: "none",
  gameId: "none",
  transfer: {},
  ref: {},
  debit: {},
});

const holdsMessages = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && typeof value[0] === "object";

const mapValues = (content: Content, map: (value: unknown) => unknown): Content =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, map(value)]));

/** Calls generated from the protos, to every service. */
export function rpcAttack(target: Target): Attack<RpcCase> {
  return {
    name: "RPC",
    cases,
    async run(example) {
      const [process = "", path = ""] = example.rpc.split(" ");
      const rpc = RPCS.find(
        (known) => `${known.method.parent.typeName}/${known.method.name}` === path,
      );
      must(rpc !== undefined, `no RPC ${path}`);
      const message = encode(rpc.method.input, filled(example.content, target) as Content);
      const framed = /grpc/.test(example.contentType);
      const spoiled = spoil(message, example.spoil);
      const call = () =>
        callRaw(target.urls[process as ProcessName], `/${path}`, {
          headers: {
            authorization: `Bearer ${target.token}`,
            "content-type": example.contentType,
            ...example.headers,
          },
          body: framed ? frame(spoiled, example.frame) : spoiled,
        });
      // Another call can have ended the session, which takes all that is on it along.
      const answer = await patiently(call, (given) => given.httpStatus + given.resetCode === 0);
      mustBeFitStatus(answer);
    },
  };
}

const encode = (type: DescMessage, content: Content): Uint8Array =>
  toBinary(type, create(type, content as MessageInitShape<DescMessage>));

function filled(value: unknown, target: Target): unknown {
  if (typeof value === "string") return target.fill(value);
  if (Array.isArray(value)) return value.map((item) => filled(item, target));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return mapValues(value as Content, (item) => filled(item, target));
}

function spoil(message: Uint8Array, how: RpcCase["spoil"]): Uint8Array {
  if (how === null) return message;
  const at = message.length === 0 ? 0 : how.at % message.length;
  switch (how.kind) {
    case "change":
      return message.length === 0 ? Uint8Array.of(how.byte) : message.with(at, how.byte);
    case "cut":
      return message.subarray(0, at);
    case "repeat":
      return Buffer.concat([message, message.subarray(at), message]);
    case "garbage":
      return Uint8Array.from({ length: how.at }, (_, index) => (how.byte * (index + 7)) % 256);
    case "nest":
      // Groups within groups, which a parser that recurses descends into.
      return Buffer.alloc(100_000, 0x0b);
    case "overclaim":
      return Buffer.concat([message, Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x07)]);
    default:
      return how.kind satisfies never;
  }
}

function frame(message: Uint8Array, how: RpcCase["frame"]): Uint8Array {
  const whole = (flag: number, length: number) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flag, 0);
    head.writeUInt32BE(length, 1);
    return Buffer.concat([head, message]);
  };
  switch (how) {
    case "right":
      return whole(0, message.length);
    case "too long":
      return whole(0, message.length + 7);
    case "huge":
      return whole(0, 0xffff_ffff);
    case "too short":
      return whole(0, Math.max(0, message.length - 3));
    case "compressed":
      return whole(1, message.length);
    case "twice":
      return Buffer.concat([whole(0, message.length), whole(0, message.length)]);
    case "none":
      return message;
    default:
      return how satisfies never;
  }
}
