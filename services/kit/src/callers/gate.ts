import { timingSafeEqual } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { HandlerContext } from "@connectrpc/connect";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { ServerReflection } from "@tms/proto/grpc/reflection/v1/reflection";
import { DomainError } from "../errors/domain-error.ts";
import { toConnectError } from "../errors/status.ts";
import type { Logger } from "../process/log.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { watchFile } from "../process/watched-file.ts";
import { everyRpcOf, rpcName } from "../rpc/names.ts";
import { originOf } from "../rpc/origin.ts";
import { CallersFileError, isOfAnotherRelease, parseCallers, type CallerEntry } from "./file.ts";
import { isPermitted, isProductCaller } from "./product.ts";
import { digestCallerToken, tokenIn } from "./token.ts";

interface Caller {
  name: string;
  mayCall(method: DescMethod): boolean;
}

export interface Callers {
  identify(token: string): Caller | undefined;
}

function callersOf(entries: readonly CallerEntry[]): Callers {
  const known = entries.flatMap((entry) => {
    const caller = toCaller(entry);
    return entry.digests.map((digest) => ({ caller, digest: Buffer.from(digest, "hex") }));
  });
  const byPrefix = Map.groupBy(known, ({ digest }) => digest.readUInt32BE());
  return {
    identify(token) {
      const digest = Buffer.from(digestCallerToken(token), "hex");
      const candidates = byPrefix.get(digest.readUInt32BE());
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
  return { name, mayCall: (method) => known.getOrInsertComputed(method, mayCall) };
}

// Health probes have no token, and the definitions of the RPCs are not secret.
const OPEN = new Set<string>([Health.typeName, ServerReflection.typeName]);

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
    const why = "the caller is unknown or may not call this RPC";
    log.warn({ rpc, caller: caller?.name }, `refused a call: ${why}`);
    if (caller === undefined) throw toConnectError(new DomainError("CALLER_UNKNOWN"));
    const text = `The caller ${caller.name} is not allowed to call ${rpc}.`;
    throw toConnectError(new DomainError("CALLER_NOT_ALLOWED", text));
  };
}

function checkOrigin(call: HandlerContext, caller: string, log: Logger): void {
  try {
    originOf(call);
  } catch (error) {
    const rpc = rpcName(call.method);
    log.warn({ rpc, caller }, "refused a call: the tms-actor header is invalid");
    throw error instanceof DomainError ? toConnectError(error) : error;
  }
}

const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the callers file and reloads it on changes. Throws ConfigError if the first version is invalid. */
export async function openCallers(path: string, log: Logger, shutdown: Shutdown): Promise<Callers> {
  let callers = callersOf([]);
  const warned = new Set<string>();

  async function apply(): Promise<void> {
    const entries = await read(path);
    callers = callersOf(entries);
    const names = entries.filter(isOfAnotherRelease).map(({ name }) => name);
    const unheard = names.filter((name) => !warned.has(name));
    if (unheard.length === 0) return;
    unheard.forEach((name) => warned.add(name));
    const text =
      "this release does not know these callers and the file lists no RPCs for them; they cannot call any RPC";
    log.warn({ path, callers: unheard }, text);
  }

  await watchFile({ what: "callers file", setting: "CALLERS_FILE", path, apply }, log, shutdown);
  return { identify: (token) => callers.identify(token) };
}

async function read(path: string): Promise<CallerEntry[]> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new CallersFileError("the file is larger than 4 MiB");
  return parseCallers(await readFile(path, "utf8"));
}
