import type {
  DescMessage,
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  MessageInitShape,
  MessageShape,
  MessageValidType,
} from "@bufbuild/protobuf";
import type { ConnectRouter, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import type { Db, Tx } from "../database/handle.ts";
import { once } from "../database/idempotent.ts";
import type { FaultPoint } from "../process/fault-points.ts";
import { receive } from "./canonical-request.ts";
import type { Origin } from "./origin.ts";

export interface Call<M extends DescMethod = DescMethod> extends HandlerContext {
  readonly method: M;
}

/** A valid request of an RPC, with canonical ids and handles. */
export type RequestOf<M extends DescMethod> = MessageValidType<M["input"]>;
export type ResponseOf<M extends DescMethod> = MessageInitShape<M["output"]>;

export type Handler<M extends DescMethod, C> = M extends DescMethodUnary
  ? (context: C, request: RequestOf<M>, call: Call<M>) => Promise<ResponseOf<M>>
  : M extends DescMethodServerStreaming
    ? (context: C, request: RequestOf<M>, call: Call<M>) => AsyncIterable<ResponseOf<M>>
    : never;

export type Handlers<S extends DescService, C> = {
  [K in keyof S["method"]]: Handler<S["method"][K], C>;
};

export interface Write {
  tx: Tx;
  origin: Origin;
}

/** Creates the handler of an RPC that runs one transaction once per request_id. */
export const mutation =
  <C extends { db: Db }, I extends DescMessage, O extends DescMessage>(
    faultPoint: FaultPoint,
    work: (
      context: C & Write,
      request: Mutation<I>,
      call: Call<DescMethodUnary<I, O>>,
    ) => Promise<MessageInitShape<O>>,
  ) =>
  (
    context: C,
    request: Mutation<I>,
    call: Call<DescMethodUnary<I, O>>,
  ): Promise<MessageInitShape<O>> =>
    once(context.db, faultPoint, call, request, (tx, origin) =>
      work({ ...context, tx, origin }, request, call),
    );

type Mutation<I extends DescMessage> = MessageValidType<I> &
  MessageShape<I> & { requestId: string };

type AnyHandler = (context: unknown, request: unknown, call: HandlerContext) => unknown;

/**
 * Returns Connect's handlers of a service. A handler checks a request by the rules of its proto and makes the
 * request canonical before it calls the function in `handlers`. RPCs without a function are unimplemented.
 */
export function implementationOf<S extends DescService, C>(
  service: S,
  handlers: Partial<Handlers<S, C>>,
  context: C,
): Partial<ServiceImpl<S>> {
  const all = Object.entries(handlers as Record<string, AnyHandler>).map(([name, handle]) => {
    const input = service.method[name]?.input;
    if (input === undefined) throw new Error(`${service.typeName} has no ${name}`);
    const handler = (request: Parameters<typeof receive>[1], call: HandlerContext): unknown => {
      const fault = receive(input, request);
      if (fault) throw fault;
      return handle(context, request, call);
    };
    return [name, handler];
  });
  return Object.fromEntries(all) as Partial<ServiceImpl<S>>;
}

export interface Served<C> {
  service: DescService;
  register: (router: ConnectRouter, context: C) => void;
}

export const serves = <S extends DescService, C>(
  service: S,
  handlers: Handlers<S, C>,
): Served<C> => ({
  service,
  register: (router, context) =>
    router.service(service, implementationOf(service, handlers, context)),
});
