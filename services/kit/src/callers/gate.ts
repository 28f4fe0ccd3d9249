import { timingSafeEqual } from "node:crypto";
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { ServerReflection } from "@tms/proto/grpc/reflection/v1/reflection";
import { DomainError } from "../errors/domain-error.ts";
import { toConnectError } from "../errors/status.ts";
import type { Logger } from "../process/log.ts";
import { originOf } from "../rpc/origin.ts";
import { rpcName } from "../rpc/rpc-name.ts";
import { digestSecret } from "../values/secret.ts";
import type { CallerEntry } from "./file.ts";
import { everyRpcOf, isPermitted, isProductCaller } from "./product.ts";
import { tokenIn } from "./token.ts";

export interface Caller {
  name: string;
  mayCall(method: DescMethod): boolean;
}

export interface Callers {
  identify(token: string): Caller | undefined;
}

export function callersOf(entries: readonly CallerEntry[]): Callers {
  const known = Map.groupBy(
    entries.flatMap((entry) => {
      const caller = toCaller(entry);
      return entry.digests.map((digest) => ({ caller, digest: Buffer.from(digest, "hex") }));
    }),
    ({ digest }) => prefixOf(digest),
  );
  return {
    identify(token) {
      const digest = digestSecret(token);
      const candidates = known.get(prefixOf(digest));
      return candidates?.find((candidate) => timingSafeEqual(candidate.digest, digest))?.caller;
    },
  };
}

function toCaller({ name, rpcs = [] }: CallerEntry): Caller {
  const listed = new Set(rpcs);
  const mayCall = (method: DescMethod): boolean =>
    isProductCaller(name)
      ? isPermitted(name, method)
      : listed.has(rpcName(method)) || listed.has(everyRpcOf(method.parent));
  // Cached, because reading an option of a proto is slow.
  const known = new Map<DescMethod, boolean>();
  return {
    name,
    mayCall(method) {
      let answer = known.get(method);
      if (answer === undefined) known.set(method, (answer = mayCall(method)));
      return answer;
    },
  };
}

const prefixOf = (digest: Uint8Array): number =>
  Buffer.from(digest.buffer, digest.byteOffset).readUInt32BE();

// Health probes have no token, and the definitions of the RPCs are not secret.
const OPEN: ReadonlySet<string> = new Set(
  [Health, ServerReflection].map(({ typeName }) => typeName),
);

/** Reports whether a service can be called without a token. The headers of its calls are not trusted. */
export const isOpen = ({ typeName }: DescService): boolean => OPEN.has(typeName);

/**
 * Returns a check that throws CALLER_UNKNOWN, CALLER_NOT_ALLOWED or, for an invalid actor, INVALID_ARGUMENT,
 * as a ConnectError. The check runs before the body is read, so that calls of unknown callers cost little.
 */
export function callerGate(callers: Callers, log: Logger): (call: HandlerContext) => void {
  return (call) => {
    const { method, requestHeader } = call;
    if (isOpen(method.parent)) return;
    const token = tokenIn(requestHeader);
    const caller = token === undefined ? undefined : callers.identify(token);
    if (caller?.mayCall(method)) return checkOrigin(call, caller.name, log);
    const rpc = rpcName(method);
    log.warn(
      { rpc, caller: caller?.name },
      "refused a call: the caller is unknown or may not call this RPC",
    );
    throw toConnectError(caller === undefined ? unknown() : notAllowed(caller.name, rpc));
  };
}

function checkOrigin(call: HandlerContext, caller: string, log: Logger): void {
  try {
    originOf(call);
  } catch (error) {
    log.warn(
      { rpc: rpcName(call.method), caller },
      "refused a call: the tms-actor header is invalid",
    );
    throw error instanceof DomainError ? toConnectError(error) : error;
  }
}

const unknown = () => new DomainError("CALLER_UNKNOWN");

const notAllowed = (name: string, rpc: string) =>
  new DomainError("CALLER_NOT_ALLOWED", `The caller ${name} is not allowed to call ${rpc}.`);
