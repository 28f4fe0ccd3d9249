import { create } from "@bufbuild/protobuf";
import { timestampNow } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  DeliverySchema,
  DeliveryService,
  DeliveryState,
  type Delivery,
} from "@tms/proto/tms/event/v1/delivery";
import {
  DisabledReason,
  EndpointSchema,
  EndpointService,
  EndpointState,
  type Endpoint,
} from "@tms/proto/tms/event/v1/endpoint";
import { DomainError } from "../../errors/domain-error.ts";
import { newId } from "../../values/ids.ts";
import { registerFake } from "../fake.ts";

interface Named {
  gameId: string;
  endpointId: string;
}

/** Endpoints and their deliveries, in memory. Nothing is sent, and every delivery succeeds at once. */
export class FakeEndpoints {
  endpoints: Endpoint[] = [];
  deliveries: Delivery[] = [];
  /** What the secrets of endpoints are, by their ids: the present one first. */
  readonly secrets = new Map<string, string[]>();
  /** The answers of mutations, by request_id. */
  readonly #answers = new Map<string, Endpoint>();

  #find({ gameId, endpointId }: Named): Endpoint {
    const found = this.endpoints.find((one) => one.id === endpointId && one.gameId === gameId);
    if (found === undefined)
      throw new DomainError("ENDPOINT_NOT_FOUND", "The environment has no such endpoint.");
    return found;
  }

  #delivery(named: Named, eventId: string): Delivery {
    this.#find(named);
    const found = this.deliveries.find(
      (one) => one.endpointId === named.endpointId && one.eventId === eventId,
    );
    if (found === undefined)
      throw new DomainError("DELIVERY_NOT_FOUND", "No delivery of that event is kept.");
    return found;
  }

  /** Delivers an event of a type to an endpoint. */
  deliver(endpointId: string, eventType: string): Delivery {
    const delivery = create(DeliverySchema, {
      endpointId,
      eventId: newId(),
      eventType,
      sequence: BigInt(this.deliveries.length + 1),
      state: DeliveryState.DELIVERED,
      attempts: 1,
      createTime: timestampNow(),
      lastAttemptTime: timestampNow(),
    });
    this.deliveries.push(delivery);
    return delivery;
  }

  #secret(id: string): string {
    const secret = `whsec_${newId()}`;
    this.secrets.set(id, [secret, ...(this.secrets.get(id) ?? [])]);
    return secret;
  }

  #switch(endpoint: Endpoint, enabled: boolean): void {
    endpoint.enabled = enabled;
    endpoint.state = enabled ? EndpointState.ACTIVE : EndpointState.PAUSED;
    endpoint.disabledReason = enabled ? DisabledReason.UNSPECIFIED : DisabledReason.BY_USER;
  }

  readonly routes = (router: ConnectRouter): void => {
    this.#endpointRoutes(router);
    this.#deliveryRoutes(router);
  };

  #endpointRoutes(router: ConnectRouter): void {
    registerFake(router, EndpointService, {
      createEndpoint: ({ requestId, gameId, url, events, description }) => {
        const known = this.#answers.get(requestId);
        if (known !== undefined) return { endpoint: known };
        if (!url.startsWith("https://"))
          throw new DomainError("ENDPOINT_URL_REFUSED", "The URL must begin with https://.", {
            fields: [{ field: "url", description: "must begin with https://" }],
          });
        const endpoint = create(EndpointSchema, {
          id: newId(),
          gameId,
          url,
          description,
          events: events.length === 0 ? ["*"] : events,
          enabled: true,
          state: EndpointState.ACTIVE,
          createTime: timestampNow(),
        });
        this.endpoints.push(endpoint);
        this.#answers.set(requestId, endpoint);
        return { endpoint, secret: this.#secret(endpoint.id) };
      },
      getEndpoint: (request) => ({ endpoint: this.#find(request) }),
      listEndpoints: ({ gameId }) => ({
        endpoints: this.endpoints.filter((one) => one.gameId === gameId),
      }),
      updateEndpoint: (request) => {
        const endpoint = this.#find(request);
        if (request.enabled !== undefined) this.#switch(endpoint, request.enabled);
        endpoint.url = request.url ?? endpoint.url;
        endpoint.description = request.description ?? endpoint.description;
        if (request.events.length > 0) endpoint.events = request.events;
        return { endpoint };
      },
      removeEndpoint: (request) => {
        const endpoint = this.#find(request);
        this.endpoints = this.endpoints.filter((one) => one !== endpoint);
        return { endpoint };
      },
      revealEndpointSecret: (request) => {
        const [secret = "", previous = ""] = this.secrets.get(this.#find(request).id) ?? [];
        return { secret, previous, ...(previous && { previousEndTime: timestampNow() }) };
      },
      rollEndpointSecret: (request) => {
        const endpoint = this.#find(request);
        return { endpoint, secret: this.#secret(endpoint.id) };
      },
    });
  }

  #deliveryRoutes(router: ConnectRouter): void {
    registerFake(router, DeliveryService, {
      testEndpoint: (request) => {
        const delivery = this.deliver(this.#find(request).id, "webhook.test");
        const attempts = [{ number: 1, time: timestampNow(), durationMs: 5, status: 204 }];
        return { delivery, attempts };
      },
      listDeliveries: (request) => {
        const { id } = this.#find(request);
        const { state, type } = request;
        const deliveries = this.deliveries.filter(
          (one) =>
            one.endpointId === id &&
            (state === DeliveryState.UNSPECIFIED || one.state === state) &&
            (type === "" || one.eventType === type),
        );
        return { deliveries: deliveries.toReversed() };
      },
      getDelivery: (request) => ({
        delivery: this.#delivery(request, request.eventId),
        attempts: [
          { number: 1, time: timestampNow(), durationMs: 15_000, error: "timeout", answer: "" },
        ],
      }),
      listEventDeliveries: ({ gameId, eventId }) => {
        const own = new Set(
          this.endpoints.filter((one) => one.gameId === gameId).map(({ id }) => id),
        );
        const deliveries = this.deliveries.filter(
          (one) => one.eventId === eventId && own.has(one.endpointId),
        );
        if (deliveries.length === 0)
          throw new DomainError("EVENT_NOT_FOUND", "There is no such event.");
        return { deliveries };
      },
      retryDelivery: (request) => {
        this.#requireEnabled(request);
        const delivery = this.#delivery(request, request.eventId);
        delivery.state = DeliveryState.RETRYING;
        delivery.nextAttemptTime = timestampNow();
        return { delivery };
      },
      replayEvents: (request) => {
        this.#requireEnabled(request);
        return { events: BigInt(this.deliveries.length) };
      },
    });
  }

  #requireEnabled(named: Named): void {
    if (!this.#find(named).enabled)
      throw new DomainError("ENDPOINT_DISABLED", "The endpoint is paused or disabled.");
  }
}
