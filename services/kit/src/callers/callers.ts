import { timingSafeEqual } from "node:crypto";
import type { DescMethod } from "@bufbuild/protobuf";
import { digestSecret } from "../values/secret.ts";
import type { CallerEntry } from "./file.ts";
import { rpcName } from "../rpc/rpc-name.ts";
import { everyRpcOf, isPermitted, isProductCaller } from "./product.ts";

export interface Caller {
  name: string;
  mayCall(method: DescMethod): boolean;
}

export interface Callers {
  identify(token: string): Caller | undefined;
}

/** Returns the callers that the entries of a callers file define. */
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
      // The first bytes select the candidates; the comparison itself takes constant time.
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
  // Answers are cached, because every call needs an answer and reading an option of a proto is slow.
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
