import { content } from "../../api/content.ts";
import { useActors } from "../../components/events/actors.ts";
import { subjectOf } from "../../components/events/subject.ts";
import { ExportCsv } from "../../components/export/export-csv.tsx";
import { useEnvironment } from "../../environment.ts";

const PER_PAGE = 1_000;
const HEAD = ["sequence", "time", "type", "who", "actor type", "actor id", "subject", "request"];

/** Saves the audit log, as far as a type goes, as a file. */
export function ExportAudit({ types }: { types: string | undefined }) {
  const environment = useEnvironment();
  const nameOf = useActors(environment);
  const { api, game, mode } = environment;
  return (
    <ExportCsv
      name={`${game.name} ${mode} audit log.csv`}
      head={HEAD}
      read={async (cursor) => {
        const query = {
          ...({ audit: "true", order: "newest", limit: PER_PAGE } as const),
          ...(types !== undefined && { types }),
          ...(cursor !== undefined && { before: Number(cursor) }),
        };
        const { events, nextBefore } = await content(api.GET("/event", { params: { query } }));
        return { events, nextCursor: nextBefore === null ? null : String(nextBefore) };
      }}
      rowsOf={({ events }) =>
        events.map((event) => {
          const { sequence, timestamp, type, actor, requestId } = event;
          const subject = subjectOf(event, { currency: game }).label;
          const who = [nameOf(actor), actor.type, actor.id];
          return [sequence, timestamp, type, ...who, subject, requestId];
        })
      }
    />
  );
}
