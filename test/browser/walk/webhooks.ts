import { until } from "@tms/stack/until";
import type { Page } from "playwright-core";
import type { Body } from "../../harness/bodies.ts";
import { goTo } from "./game.ts";
import { startReceiver } from "../../harness/receiver.ts";

/** Endpoints of a filled game. */
export interface FilledWebhooks {
  /** One whose receiver fails. */
  endpoint: string;
  /** One that nothing is sent to. */
  paused: string;
  /** An event that the first was sent in vain. */
  failed: string;
}

/** Sends a request as somebody does, in an environment; throws if it is refused. */
type Ask = (
  method: "GET" | "POST" | "PATCH",
  path: string,
  body?: unknown,
  environment?: string,
) => Promise<Body>;

/** Creates an endpoint that fails, and one that is paused; returns what waits for a failed delivery. */
export async function withEndpoints(
  ask: Ask,
  environment: string,
): Promise<() => Promise<FilledWebhooks>> {
  const refusal = JSON.stringify({ error: "The leaderboard's database does not answer." });
  const receiver = await startReceiver(500, refusal);
  const make = async (url: string, description: string, events: string[]) =>
    (await ask("POST", "/webhook/create", { url, description, events }, environment)).endpoint.id;
  const paused = await make(
    "https://hooks.example.com/a/path/that/is/as/long/as/they/get/in/real/life/v2/tournaments",
    "",
    ["tournament.*", "payout.paid"],
  );
  await ask("PATCH", `/webhook/${paused}/update`, { enabled: false }, environment);
  const endpoint = await make(receiver.url, "Feeds the leaderboard", ["*"]);
  return async () => ({ endpoint, paused, failed: await failedAt(ask, endpoint, environment) });
}

const failedAt = (ask: Ask, endpoint: string, environment: string): Promise<string> =>
  until(
    async () => {
      const path = `/webhook/${endpoint}/deliveries?state=retrying&type=entry.joined`;
      return (await ask("GET", path, undefined, environment)).deliveries[0]?.event.id;
    },
    { timeoutMs: 60_000, everyMs: 100, what: "a delivery that failed" },
  );

/** Adds an endpoint on the page of webhooks; returns its secret, and ends on its page. */
export async function addEndpoint(page: Page, url: string, kind: string): Promise<string> {
  await goTo(page, "Webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "URL" }).fill(url);
  await dialog.getByRole("combobox", { name: "Events" }).click();
  await page.getByRole("option", { name: `All of ${kind}` }).click();
  await dialog.getByRole("textbox", { name: "Description" }).fill("Feeds the leaderboard");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  const line = await page.getByRole("region", { name: "Secret" }).innerText();
  await page.getByRole("link", { name: "Open the endpoint" }).click();
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  return line.replace("TMS_WEBHOOK_SECRET=", "");
}

/** Opens one of the dialogs of the endpoint whose page is shown. */
export async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByRole("dialog").waitFor();
}
