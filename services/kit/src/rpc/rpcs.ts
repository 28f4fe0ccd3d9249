import type {
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageValidType,
} from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { receive } from "./canonical-request.ts";

/** An RPC: its request is valid and canonical, and its reply is a plain object. */
export type Rpc<M> =
  M extends DescMethodUnary<infer I, infer O>
    ? (request: MessageValidType<I>, context: HandlerContext) => Promise<MessageInitShape<O>>
    : M extends DescMethodServerStreaming<infer I, infer O>
      ? (
          request: MessageValidType<I>,
          context: HandlerContext,
        ) => AsyncIterable<MessageInitShape<O>>
      : never;

/** The types of a service's RPCs, by name. */
export type RpcsOf<S extends DescService> = { [K in keyof S["method"]]: Rpc<S["method"][K]> };

/** The RPCs of a service, each made for a context. */
export type RpcsIn<S extends DescService, C> = {
  [K in keyof S["method"]]: (context: C) => Rpc<S["method"][K]>;
};

/** Registers a service whose RPCs work in a context. */
export function registerIn<S extends DescService, C>(
  router: ConnectRouter,
  service: S,
  context: C,
  rpcs: RpcsIn<S, C>,
): void {
  const all = Object.entries(rpcs as Record<string, (given: C) => unknown>);
  const made = Object.fromEntries(all.map(([name, make]) => [name, make(context)]));
  registerRpcs(router, service, made as RpcsOf<S>);
}

type AnyRpc = (request: unknown, context: HandlerContext) => unknown;

/**
 * Registers a service. Every request is checked by the rules of its proto and made canonical before
 * the RPC sees it.
 */
export function registerRpcs<S extends DescService>(
  router: ConnectRouter,
  service: S,
  rpcs: RpcsOf<S>,
): void {
  router.service(service, implementationOf(service, rpcs));
}

/** Connect's handlers for some of a service's RPCs; the others are unimplemented. */
export function implementationOf<S extends DescService>(
  service: S,
  rpcs: Partial<RpcsOf<S>>,
): Partial<ServiceImpl<S>> {
  const handlers = Object.entries(rpcs as Record<string, AnyRpc>).map(([name, rpc]) => {
    const input = service.method[name]?.input;
    if (input === undefined) throw new Error(`${service.typeName} has no ${name}`);
    const handler = (request: Parameters<typeof receive>[1], context: HandlerContext): unknown => {
      const fault = receive(input, request);
      if (fault) throw fault;
      return rpc(request, context);
    };
    return [name, handler];
  });
  return Object.fromEntries(handlers) as Partial<ServiceImpl<S>>;
}
