import { MultiSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Endpoint } from "../../api/schema.d.ts";
import { EVENT_TYPES } from "../../api/gen/words.ts";
import { groupEventTypes } from "../../components/events.ts";

export const EndpointFields = ({ form }: { form: UseFormReturnType<EndpointValues> }) => (
  <>
    <TextInput
      label="URL"
      type="url"
      placeholder="https://example.com/hooks"
      description="Enter an https URL with a public address. The service does not follow redirects."
      required
      data-autofocus
      maxLength={2_000}
      {...form.getInputProps("url")}
    />
    <MultiSelect
      label="Events"
      description="Leave empty to receive all events."
      placeholder={form.values.events.length === 0 ? "All events" : ""}
      data={EVENT_CHOICES}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Clear events" }}
      maxValues={50}
      maxDropdownHeight={260}
      {...form.getInputProps("events")}
    />
    <Textarea
      label="Description"
      placeholder="Purpose of the endpoint"
      autosize
      minRows={2}
      maxLength={500}
      {...form.getInputProps("description")}
    />
  </>
);

const ALL = "*";

export const NEW_ENDPOINT = {
  url: "",
  description: "",
  /** Types and groups of types. Empty means all events. */
  events: [] as string[],
};

type EndpointValues = typeof NEW_ENDPOINT;

export const toValues = ({ url, description, events }: Endpoint): EndpointValues => ({
  url,
  description,
  events: events.filter((type) => type !== ALL),
});

export const toBody = ({ url, description, events }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim(),
  events: events.length === 0 ? [ALL] : events,
});

export const describeEvents = (events: readonly string[]): string =>
  events.includes(ALL) ? "all events" : events.join(", ");

// Test events are sent by a button to one endpoint.
const EVENT_CHOICES = groupEventTypes(EVENT_TYPES.filter((type) => type !== "webhook.test"));
