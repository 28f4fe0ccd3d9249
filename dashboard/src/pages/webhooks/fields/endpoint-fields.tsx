import { MultiSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { EVENT_CHOICES, type EndpointValues } from "./values.ts";

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
