import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { implementationOf, type Handler, type Handlers } from "../rpc/rpcs.ts";

type FakeRpc<M extends DescMethod> =
  Handler<M, undefined> extends (context: undefined, ...call: infer C) => infer R
    ? (...call: C) => Awaited<R> | R
    : never;

/** The RPCs of a fake. They may return a response directly instead of a promise. */
export type FakeRpcs<S extends DescService> = {
  [K in keyof S["method"]]?: FakeRpc<S["method"][K]>;
};

/** Registers a fake of a service. The fake checks requests as the service does. */
export function registerFake<S extends DescService>(
  router: ConnectRouter,
  service: S,
  rpcs: FakeRpcs<S>,
): void {
  const handlers = Object.entries(rpcs as Record<string, (...call: unknown[]) => unknown>).map(
    ([name, rpc]) => [name, (_: unknown, ...call: unknown[]) => rpc(...call)],
  );
  const all = Object.fromEntries(handlers) as Partial<Handlers<S, undefined>>;
  router.service(service, implementationOf(service, all, undefined));
}
