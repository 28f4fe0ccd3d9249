import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { created } from "../harness/tournament.ts";
import { addEndpoint, goTo, openAction } from "./actions.ts";
import { startReceiver, type Received } from "../harness/receiver.ts";
import { expect, test } from "./test.ts";

/** Returns the types of the events that are signed with a secret. */
const signedBy = (secret: string, received: readonly Received[]): string[] =>
  received
    .filter(({ headers, body }) => {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    })
    .map(({ body }) => (JSON.parse(body) as { type: string }).type);

const rowOf = (page: Page, type: string) =>
  page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: type });

test("creates an endpoint, shows its failures, replays events and rolls its secret", async ({
  game: { api, open },
}) => {
  const receiver = await startReceiver(500, "the database is away");
  const page = await open("webhooks");
  await page.getByText("No endpoints yet").waitFor();
  const secret = await addEndpoint(page, receiver.url, "tournament.*");
  expect(secret).toMatch(/^whsec_/);
  expect(await page.getByText(secret).count()).toBe(0);

  await created(api);
  const row = rowOf(page, "tournament.created");
  await row.getByText("Retrying").waitFor();
  // An event is sent at once and after 5 s, then not for minutes.
  await expect.poll(() => receiver.received.length).toBe(2);
  await page.getByText("The latest attempts failed").waitFor();
  // All was sent, yet it is not up to date.
  await page.getByText("all sent, some retrying").waitFor();
  expect(await page.getByText("up to date", { exact: true }).count()).toBe(0);
  await row.getByRole("button").click();
  const second = page.getByRole("article", { name: "Attempt 2" });
  await second.getByText("500").waitFor();
  await second.getByText("the database is away").waitFor();

  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^[0-9a-f-]{36}$/ })
    .click();
  const sent = rowOf(page, new URL(receiver.url).host);
  await sent.getByText("Retrying").waitFor();
  await sent.getByRole("cell", { name: "2", exact: true }).waitFor();
  await sent.getByRole("link").click();
  await second.waitFor();
  await page.keyboard.press("Escape");

  receiver.answer(200, "taken");
  await openAction(page, "Replay");
  await page.getByRole("radio", { name: "All" }).click();
  await page.getByRole("button", { name: "Replay events" }).click();
  await page.getByText("1 event is being replayed").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await row.getByText("Delivered").waitFor();
  await page.getByText("The latest attempts failed").waitFor({ state: "detached" });
  await page.getByText("up to date", { exact: true }).waitFor();
  expect(signedBy(secret, receiver.received)).toEqual(Array(3).fill("tournament.created"));
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  await page.getByRole("button", { name: "Reveal" }).click();
  await page.getByText(secret).waitFor();
  await openAction(page, "Roll secret");
  await page.getByRole("button", { name: "Roll secret", exact: true }).click();
  const rolled = await page.getByRole("region", { name: "New secret" }).innerText();
  await page.getByRole("button", { name: "Done" }).click();
  expect(rolled).not.toBe(secret);
  await page.getByRole("button", { name: "Reveal" }).click();
  expect(await page.getByLabel("Signing secret").first().innerText()).toBe(rolled);
  expect(await page.getByLabel("Previous secret").first().innerText()).toBe(secret);
  await page.getByRole("button", { name: "Hide" }).click();
  await page.getByText(rolled).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("button", { name: "Send event" }).click();
  await page.getByRole("dialog").getByText("taken").waitFor();
  // Both sign until the grace is over.
  expect(signedBy(secret, receiver.received).at(-1)).toBe("webhook.test");
  expect(signedBy(rolled, receiver.received)).toEqual(["webhook.test"]);
  await page.getByRole("button", { name: "Back" }).click();
  await goTo(page, "Events");
  await page.getByRole("link", { name: "Game created" }).click();
  await page
    .getByText("No endpoint subscribes to this event")
    .getByRole("link", { name: "Webhooks" })
    .click();
  await page.getByRole("table", { name: "Endpoints" }).waitFor();
});

test("pauses, enables, edits and removes an endpoint, and sends it what it missed", async ({
  game: { api, open },
}) => {
  const receiver = await startReceiver(200, "taken");
  const page = await open("webhooks");
  await addEndpoint(page, receiver.url, "tournament.*");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Enable" }).waitFor();
  await created(api);
  await page.getByText(/^[1-9]\d* events?$/).waitFor();
  expect(receiver.received).toEqual([]);
  const endpointPage = page.url();
  await goTo(page, "Events");
  await page.getByRole("link", { name: "Tournament created" }).click();
  await rowOf(page, "Not sent, because the endpoint is paused")
    .getByText("Not sent", { exact: true })
    .waitFor();
  await page.goto(endpointPage);
  await page.getByRole("button", { name: "Enable" }).click();
  await rowOf(page, "tournament.created").getByText("Delivered").waitFor();

  await openAction(page, "Edit");
  const description = page.getByRole("dialog").getByRole("textbox", { name: "Description" });
  await description.fill("Fills the archive");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("main").getByText("Fills the archive").waitFor();

  await openAction(page, "Remove");
  const { host } = new URL(receiver.url);
  await page.getByLabel(`Type ${host} to confirm`).fill(host);
  await page.getByRole("button", { name: "Remove endpoint" }).click();
  await page.getByText("No endpoints yet").waitFor();
});
