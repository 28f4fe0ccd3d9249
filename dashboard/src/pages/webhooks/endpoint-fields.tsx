import { MultiSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Endpoint } from "../../api/types.ts";
import { EVENT_LABELS, EVENT_TYPES } from "../../components/events/labels.ts";

const LONGEST_URL = 2_000;
const LONGEST_DESCRIPTION = 500;
const MOST_TYPES = 50;

/** The fields of an endpoint. */
export const EndpointFields = ({ form }: { form: UseFormReturnType<EndpointValues> }) => (
  <>
    <TextInput
      label="URL"
      type="url"
      placeholder="https://example.com/hooks"
      description="Enter an https URL with a public address. The service does not follow redirects."
      required
      data-autofocus
      maxLength={LONGEST_URL}
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
      maxValues={MOST_TYPES}
      maxDropdownHeight={260}
      {...form.getInputProps("events")}
    />
    <Textarea
      label="Description"
      placeholder="Purpose of the endpoint"
      autosize
      minRows={2}
      maxLength={LONGEST_DESCRIPTION}
      {...form.getInputProps("description")}
    />
  </>
);

/** What an endpoint is created or changed with. */
interface EndpointValues extends Record<string, unknown> {
  url: string;
  description: string;
  /** Types and kinds of events; none means all. */
  events: string[];
}

const ALL = "*";

/** An endpoint that gets everything. */
export const NEW_ENDPOINT: EndpointValues = { url: "", description: "", events: [] };

/** An endpoint as a form shows it. */
export const valuesOf = ({ url, description, events }: Endpoint): EndpointValues => ({
  url,
  description,
  events: events.filter((type) => type !== ALL),
});

/** The same as the API takes it. */
export const bodyOf = ({ url, description, events }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim(),
  events: events.length === 0 ? [ALL] : events,
});

/** What an endpoint gets, in words. */
export const describeEvents = (events: readonly string[]): string =>
  events.includes(ALL) ? "all events" : events.join(", ");

// A test is sent by a button, to one endpoint alone.
const WANTED = EVENT_TYPES.filter((type) => type !== "webhook.test");

/** What can be chosen: each kind of events, and the types of it. */
const EVENT_CHOICES = [...Map.groupBy(WANTED, (type) => `${type.split(".")[0]}.*`)].map(
  ([kind, types]) => ({
    group: kind,
    items: [
      { value: kind, label: `All ${kind} events` },
      ...types.map((type) => ({ value: type as string, label: EVENT_LABELS[type] })),
    ],
  }),
);
