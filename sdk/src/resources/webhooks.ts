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

/** A body with types of events. `*` matches all types. */
type Subscribing<Body> = Omit<Body, "events"> & { events?: (EventTypePattern | "*")[] };

/** All endpoints of an environment, on one page. */
export interface EndpointPage extends AnswerOf<"listWebhooks"> {
  nextCursor: null;
}

/** Webhook endpoints, and the deliveries of events to them. */
export const createWebhooks = (http: Http) => ({
  ...endpointMethods(http),
  ...deliveryMethods(http),
});

const endpointMethods = (http: Http) => ({
  /** Creates an endpoint. Only this response has the secret. */
  create: (
    endpoint: Subscribing<BodyOf<"createWebhook">>,
    options: CallOptions = {},
  ): Answer<"createWebhook"> =>
    resultOf(http.POST("/webhook/create", { body: endpoint, ...initOf(options) })),

  get: (endpointId: string, options: CallOptions = {}): Answer<"getWebhook"> =>
    resultOf(
      http.GET("/webhook/{endpointId}", { params: { path: { endpointId } }, ...initOf(options) }),
    ),

  /** Lists all endpoints, newest first. */
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

  /** Creates a new secret. Needs an access token. */
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
  /** Sends a test event immediately, and waits up to 15 seconds for the response of the endpoint. */
  test: (endpointId: string, options: CallOptions = {}): Answer<"testWebhook"> =>
    resultOf(
      http.POST("/webhook/{endpointId}/test", {
        params: { path: { endpointId } },
        ...initOf(options),
      }),
    ),

  /** Lists the deliveries of an endpoint, latest event first. */
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

  /** Returns a delivery with its attempts. */
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
