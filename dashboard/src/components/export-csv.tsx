import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { type Page, readPages } from "../api/pages.ts";
import { type Cell, toCsv, saveCsv } from "./csv.ts";
import { IconDownload } from "./icons.ts";

interface ExportCsvProps<P extends Page> {
  name: string;
  head: readonly string[];
  /** Reads a page with the largest page size of the API. */
  read: (cursor: string | undefined) => Promise<P>;
  rowsOf: (page: P) => readonly (readonly Cell[])[];
}

const MAX_PAGES = 100;

export function ExportCsv<P extends Page>({ name, head, read, rowsOf }: ExportCsvProps<P>) {
  const mutation = useMutation({
    mutationFn: () => readPages(read, MAX_PAGES),
    onSuccess: (pages) => {
      const rows = pages.flatMap(rowsOf);
      saveCsv(name, toCsv(head, rows));
      if (pages.at(-1)?.nextCursor !== null)
        notifications.show({
          color: "yellow",
          message: `The file contains the first ${rows.length.toLocaleString()} rows. Use the API to read the rest.`,
        });
    },
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} />}
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      Export CSV
    </Button>
  );
}
