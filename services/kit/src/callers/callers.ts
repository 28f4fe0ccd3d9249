import { timingSafeEqual } from "node:crypto";
import type { DescMethod } from "@bufbuild/protobuf";
import { digestSecret } from "../values/secret.ts";
import type { CallerEntry } from "./file.ts";
import { rpcName } from "../rpc/rpc-name.ts";
import { everyRpcOf, isProductCaller, PRODUCT_CALLERS } from "./rights.ts";

/** A process or operator that may call a service. */
export interface Caller {
  name: string;
  mayCall(method: DescMethod): boolean;
}

/** All who may call a service. */
export interface Callers {
  /** The caller whose token it is, if there is one. */
  identify(token: string): Caller | undefined;
}

/** The callers that a file names. */
export function callersOf(entries: readonly CallerEntry[]): Callers {
  const known = Map.groupBy(
    entries.flatMap((entry) => {
      const caller = callerOf(entry);
      return entry.digests.map((digest) => ({ caller, digest: Buffer.from(digest, "hex") }));
    }),
    ({ digest }) => prefixOf(digest),
  );
  return {
    identify(token) {
      const digest = digestSecret(token);
      // The first bytes select the candidates; the comparison itself takes constant time.
      const candidates = known.get(prefixOf(digest));
      return candidates?.find((candidate) => timingSafeEqual(candidate.digest, digest))?.caller;
    },
  };
}

function callerOf({ name, rpcs = [] }: CallerEntry): Caller {
  const allowed = new Set(isProductCaller(name) ? PRODUCT_CALLERS[name].map(rpcName) : rpcs);
  return {
    name,
    mayCall: (method) => allowed.has(rpcName(method)) || allowed.has(everyRpcOf(method.parent)),
  };
}

const prefixOf = (digest: Uint8Array): number =>
  Buffer.from(digest.buffer, digest.byteOffset).readUInt32BE();
