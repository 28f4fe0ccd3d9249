import type { DescService } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import { implementationOf, type Rpc } from "../rpc/rpcs.ts";

/** The RPCs that a fake has; they may answer at once. */
export type FakeRpcs<S extends DescService> = {
  [K in keyof S["method"]]?: (
    ...call: Parameters<Rpc<S["method"][K]>>
  ) => Awaited<ReturnType<Rpc<S["method"][K]>>> | ReturnType<Rpc<S["method"][K]>>;
};

/** Registers a service's stand-in, whose requests are checked as the service checks them. */
export function registerFake<S extends DescService>(
  router: ConnectRouter,
  service: S,
  rpcs: FakeRpcs<S>,
): void {
  router.service(
    service,
    implementationOf(service, rpcs as Parameters<typeof implementationOf<S>>[1]),
  );
}
