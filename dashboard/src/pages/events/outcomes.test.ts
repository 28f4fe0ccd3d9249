import { expect, test } from "vitest";
import type { Delivery, Endpoint } from "../../api/schema.d.ts";
import { toOutcomes } from "./outcomes.ts";

const endpoint = (id: string, events: string[], position: number) =>
  ({ id, events, position }) as Endpoint;
const delivery = (to: string) => ({ endpoint: to, state: "delivered" }) as Delivery;

const namesOf = (...[event, endpoints, deliveries]: Parameters<typeof toOutcomes>) =>
  toOutcomes(event, endpoints, deliveries).map((one) => [one.endpoint.id, one.delivery?.state]);

test("shows an event at endpoints that it was or will be sent to", () => {
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

test("shows a test event only at the tested endpoint", () => {
  const endpoints = [endpoint("behind", ["*"], 6), endpoint("tried", ["entry.*"], 6)];
  expect(namesOf({ sequence: 7, type: "webhook.test" }, endpoints, [delivery("tried")])).toEqual([
    ["tried", "delivered"],
  ]);
});
