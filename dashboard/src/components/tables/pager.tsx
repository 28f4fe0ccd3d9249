import { Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "../icons.ts";

interface PagerProps {
  /** What the first page has, and the pages after it, in the order of the list. */
  order?: { first: string; next: string };
  /** The cursor of the page that is shown; undefined on the first. */
  cursor: string | undefined;
  nextCursor: string | null;
  onCursor: (cursor: string | undefined) => void;
}

const BY_TIME = { first: "Newest", next: "Older" };

/** The order of lists that are not sorted by time. */
export const BY_NAME = { first: "First", next: "Next" };

/** Leads to the next page of a list, and back to its beginning; the browser's back goes one page back. */
export function Pager({ order = BY_TIME, cursor, nextCursor, onCursor }: PagerProps) {
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <Group component="nav" justify="space-between" mt="md" aria-label="Pagination">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} />}
        disabled={cursor === undefined}
        onClick={() => onCursor(undefined)}
      >
        {order.first}
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => onCursor(nextCursor ?? undefined)}
      >
        {order.next}
      </Button>
    </Group>
  );
}
