import {
  createRouterTransport,
  type ConnectRouter,
  type Interceptor,
  type Transport,
} from "@connectrpc/connect";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { DomainError } from "@tms/kit/errors/domain-error";
import type { Logger } from "@tms/kit/process/log";
import { serverInterceptors } from "@tms/kit/rpc/interceptors";
import { originOf, type Origin } from "@tms/kit/rpc/origin";

/** A call that arrived at a service. */
export interface Call {
  /** The RPC's name, such as `CollectFees`. */
  rpc: string;
  request: unknown;
  origin: Origin;
}

/** Ends with its scope. */
export interface Interference extends Disposable {
  /** Resolves when the first call has met it. */
  met: Promise<void>;
}

/** How calls of an RPC fail. */
export interface Failure {
  error?: Error;
  /** Whether the call has done its work when it fails. */
  when?: "before" | "after";
  /** Number of calls that fail; all by default. */
  times?: number;
}

/** The calls between the services of one process, which tests can watch, hold and fail. */
export interface Bus {
  transport: Transport;
  /** The calls so far, or those of one RPC. */
  calls(rpc?: string): Call[];
  /** Keeps calls of an RPC waiting until the interference ends. */
  hold(rpc: string): Interference;
  fail(rpc: string, failure?: Failure): Interference;
  /** Runs steps around every call. A step that throws fails the call. */
  watch(steps: { before?: Step; after?: Step }): Interference;
}

type Step = (call: Call) => Promise<void> | void;
interface Rule {
  /** Absent means all RPCs. */
  rpc?: string;
  before?: Step;
  after?: Step;
}

/** Creates the bus. `routes` is read at the first call, when all services are there. */
export function createBus(routes: () => ((router: ConnectRouter) => void)[], log: Logger): Bus {
  const calls: Call[] = [];
  const rules = new Set<Rule>();

  const interfere: Interceptor = (next) => async (request) => {
    const messages = request.stream ? await Array.fromAsync(request.message) : [request.message];
    const rpc = request.method.name;
    const origin = originOf({ requestHeader: request.header });
    const call = { rpc, request: messages[0], origin };
    calls.push(call);
    const matching = [...rules].filter((rule) => rule.rpc === undefined || rule.rpc === rpc);
    for (const rule of matching) await rule.before?.(call);
    const again = request.stream ? { ...request, message: createAsyncIterable(messages) } : request;
    const response = await next(again);
    if (matching.every(({ after }) => after === undefined)) return response;
    // A streaming call has done its work when all its messages are there.
    const answers = response.stream ? await Array.fromAsync(response.message) : [];
    for (const rule of matching) await rule.after?.(call);
    return response.stream ? { ...response, message: createAsyncIterable(answers) } : response;
  };

  let connected: Transport | undefined;
  const connect = () =>
    (connected ??= createRouterTransport(
      (router) => routes().forEach((register) => register(router)),
      {
        router: { interceptors: [...serverInterceptors(log), interfere] },
      },
    ));

  function add(rule: Rule, onEnd: () => void = () => undefined): Interference {
    const { promise: met, resolve } = Promise.withResolvers<void>();
    const { before } = rule;
    rule.before = (call) => {
      resolve();
      return before?.(call);
    };
    rules.add(rule);
    return {
      met,
      [Symbol.dispose]() {
        rules.delete(rule);
        onEnd();
      },
    };
  }

  return {
    transport: {
      unary: (...call) => connect().unary(...call),
      stream: (...call) => connect().stream(...call),
    },
    calls: (rpc) => calls.filter((call) => rpc === undefined || call.rpc === rpc),
    hold(rpc) {
      const { promise, resolve } = Promise.withResolvers<void>();
      return add({ rpc, before: () => promise }, resolve);
    },
    fail(
      rpc,
      {
        error = new DomainError("UNAVAILABLE", "out of order"),
        when = "before",
        times = Infinity,
      } = {},
    ) {
      let left = times;
      const step = () => {
        if (left-- > 0) throw error;
      };
      return add({ rpc, [when]: step });
    },
    watch: (steps) => add({ ...steps }),
  };
}
