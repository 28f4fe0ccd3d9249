import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { content } from "../../api/content.ts";
import { everyPage } from "../../api/every-page.ts";
import { IconDownload } from "../../app/icons.ts";
import { csvOf, saveCsv } from "../../components/csv.ts";
import { useActors } from "../../components/events/actors.ts";
import { subjectOf } from "../../components/events/subject.ts";
import { useEnvironment } from "../../layout/environment.ts";

const PER_PAGE = 1_000;
const MOST_PAGES = 100;
const HEAD = ["sequence", "time", "type", "who", "actor type", "actor id", "subject", "request"];

/** Saves the audit log, as far as a type goes, as a file. */
export function ExportAudit({ types }: { types: string | undefined }) {
  const environment = useEnvironment();
  const nameOf = useActors(environment);
  const { api, game, mode } = environment;
  const read = async (cursor: string | undefined) => {
    const query = {
      ...({ audit: "true", order: "newest", limit: PER_PAGE } as const),
      ...(types !== undefined && { types }),
      ...(cursor !== undefined && { before: Number(cursor) }),
    };
    const { events, nextBefore } = await content(api.GET("/event", { params: { query } }));
    return { events, nextCursor: nextBefore === null ? null : String(nextBefore) };
  };
  const mutation = useMutation({
    mutationFn: () => everyPage(read, MOST_PAGES),
    onSuccess: (pages) => {
      const events = pages.flatMap((page) => page.events);
      const rows = events.map((event) => {
        const { sequence, timestamp, type, actor, requestId } = event;
        const who = [nameOf(actor), actor.type, actor.id];
        return [sequence, timestamp, type, ...who, subjectOf(event).label, requestId];
      });
      saveCsv(`${game.name} ${mode} audit log.csv`, csvOf(HEAD, rows));
      if (pages.at(-1)?.nextCursor !== null)
        notifications.show({
          color: "yellow",
          message: `The file has the newest ${rows.length.toLocaleString()} lines. Read the rest by the API.`,
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
