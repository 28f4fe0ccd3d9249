import { initOf, resultOf, type Http } from "../client/http.ts";
import type { CallOptions } from "../client/options.ts";
import { listOf, type List } from "../list.ts";
import type {
  Answer,
  AnswerOf,
  BodyOf,
  Delivery,
  Endpoint,
  EventTypePattern,
  QueryOf,
} from "../types.ts";

/** A body that names types of events; `*` stands for all. */
type Subscribing<Body> = Omit<Body, "events"> & { events?: (EventTypePattern | "*")[] };

/** All endpoints of an environment: they fit on one page. */
export interface EndpointPage extends AnswerOf<"listWebhooks"> {
  nextCursor: null;
}

/** Endpoints to which events are sent, and what became of each event there. */
export const createWebhooks = (http: Http) => ({
  ...endpointMethods(http),
  ...deliveryMethods(http),
});

const endpointMethods = (http: Http) => ({
  /** The secret is in this answer alone. */
  create: (
    endpoint: Subscribing<BodyOf<"createWebhook">>,
    options: CallOptions = {},
  ): Answer<"createWebhook"> =>
    resultOf(http.POST("/webhook/create", { body: endpoint, ...initOf(options) })),

  get: (endpointId: string, options: CallOptions = {}): Answer<"getWebhook"> =>
    resultOf(
      http.GET("/webhook/{endpointId}", { params: { path: { endpointId } }, ...initOf(options) }),
    ),

  /** The newest first. */
  list: (options: CallOptions = {}): List<Endpoint, EndpointPage> =>
    listOf(
      async () => ({
        ...(await resultOf(http.GET("/webhook", initOf(options)))),
        nextCursor: null,
      }),
      ({ endpoints }) => endpoints,
    ),

  update: (
    endpointId: string,
    change: Subscribing<BodyOf<"updateWebhook">>,
    options: CallOptions = {},
  ): Answer<"updateWebhook"> =>
    resultOf(
      http.PATCH("/webhook/{endpointId}/update", {
        params: { path: { endpointId } },
        body: change,
        ...initOf(options),
      }),
    ),

  remove: (endpointId: string, options: CallOptions = {}): Answer<"removeWebhook"> =>
    resultOf(
      http.PATCH("/webhook/{endpointId}/remove", {
        params: { path: { endpointId } },
        ...initOf(options),
      }),
    ),

  /** For people: needs an access token. */
  roll: (
    endpointId: string,
    grace: BodyOf<"rollWebhookSecret"> = {},
    options: CallOptions = {},
  ): Answer<"rollWebhookSecret"> =>
    resultOf(
      http.POST("/webhook/{endpointId}/roll", {
        params: { path: { endpointId } },
        body: grace,
        ...initOf(options),
      }),
    ),
});

const deliveryMethods = (http: Http) => ({
  /** Sends an event of its own now. It takes as long as the receiver, up to 15 seconds. */
  test: (endpointId: string, options: CallOptions = {}): Answer<"testWebhook"> =>
    resultOf(
      http.POST("/webhook/{endpointId}/test", {
        params: { path: { endpointId } },
        ...initOf(options),
      }),
    ),

  /** Those of later events first. */
  deliveries: (
    endpointId: string,
    query: QueryOf<"listDeliveries"> = {},
    options: CallOptions = {},
  ): List<Delivery, AnswerOf<"listDeliveries">> =>
    listOf(
      (page) =>
        resultOf(
          http.GET("/webhook/{endpointId}/deliveries", {
            params: { path: { endpointId }, query: { ...query, ...page } },
            ...initOf(options),
          }),
        ),
      ({ deliveries }) => deliveries,
    ),

  /** One delivery, with its attempts. */
  delivery: (
    endpointId: string,
    eventId: string,
    options: CallOptions = {},
  ): Answer<"getDelivery"> =>
    resultOf(
      http.GET("/webhook/{endpointId}/deliveries/{eventId}", {
        params: { path: { endpointId, eventId } },
        ...initOf(options),
      }),
    ),

  /** Sends one event again. */
  retry: (
    endpointId: string,
    eventId: string,
    options: CallOptions = {},
  ): Answer<"retryDelivery"> =>
    resultOf(
      http.POST("/webhook/{endpointId}/deliveries/{eventId}/retry", {
        params: { path: { endpointId, eventId } },
        ...initOf(options),
      }),
    ),

  /** Sends a range of events again. */
  replay: (
    endpointId: string,
    range: BodyOf<"replayWebhook">,
    options: CallOptions = {},
  ): Answer<"replayWebhook"> =>
    resultOf(
      http.POST("/webhook/{endpointId}/replay", {
        params: { path: { endpointId } },
        body: range,
        ...initOf(options),
      }),
    ),
});
