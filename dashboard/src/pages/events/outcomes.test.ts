import { expect, test } from "vitest";
import type { Delivery, Endpoint } from "../../api/types.ts";
import { outcomesOf } from "./outcomes.ts";

const endpoint = (id: string, events: string[], position: number) =>
  ({ id, events, position }) as Endpoint;
const delivery = (to: string) => ({ endpoint: to, state: "delivered" }) as Delivery;

const namesOf = (...[event, endpoints, deliveries]: Parameters<typeof outcomesOf>) =>
  outcomesOf(event, endpoints, deliveries).map((one) => [one.endpoint.id, one.delivery?.state]);

test("an event is shown at the endpoints that it was sent to, and at those that will come to it", () => {
  const endpoints = [
    endpoint("behind", ["*"], 6),
    endpoint("of the kind", ["entry.*"], 0),
    endpoint("of the type", ["payout.paid", "entry.joined"], 0),
    endpoint("of others", ["payout.*"], 0),
    endpoint("after it", ["*"], 7),
    endpoint("sent", ["*"], 7),
  ];
  expect(namesOf({ sequence: 7, type: "entry.joined" }, endpoints, [delivery("sent")])).toEqual([
    ["behind", undefined],
    ["of the kind", undefined],
    ["of the type", undefined],
    ["sent", "delivered"],
  ]);
});

test("a test is shown at the endpoint that was tried alone", () => {
  const endpoints = [endpoint("behind", ["*"], 6), endpoint("tried", ["entry.*"], 6)];
  expect(namesOf({ sequence: 7, type: "webhook.test" }, endpoints, [delivery("tried")])).toEqual([
    ["tried", "delivered"],
  ]);
});
