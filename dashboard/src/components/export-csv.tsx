import type { ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type Page, readPages } from "../api/pages.ts";
import { READS_ONLY } from "../api/query-client.ts";
import { type Cell, saveCsv, toCsv } from "./csv.ts";
import { SmallButton } from "./inline.tsx";
import { showError, warn } from "./toast.ts";

interface ExportCsvProps<P extends Page> {
  name: string;
  head: readonly string[];
  read: (cursor: string | undefined) => Promise<P>;
  rowsOf: (page: P) => readonly (readonly Cell[])[];
}

const MAX_PAGES = 100;

export function ExportCsv<P extends Page>({ name, head, read, rowsOf }: ExportCsvProps<P>) {
  const mutation = useMutation({
    mutationFn: () => readPages(read, MAX_PAGES),
    meta: READS_ONLY,
    onSuccess: (pages) => {
      const rows = pages.flatMap(rowsOf);
      saveCsv(name, toCsv(head, rows));
      if (pages.at(-1)?.nextCursor !== null)
        warn(
          `The file contains the first ${rows.length.toLocaleString()} rows. Use the API to read the rest.`,
        );
    },
    onError: showError,
  });
  return <ExportButton loading={mutation.isPending} onClick={() => mutation.mutate()} />;
}

export const ExportButton = (props: ButtonProps & { onClick: () => void }) => (
  <SmallButton label="Export CSV" icon={IconDownload} {...props} />
);
