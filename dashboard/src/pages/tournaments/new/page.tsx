import { notifications } from "@mantine/notifications";
import { useNavigate } from "@tanstack/react-router";
import { content } from "../../../api/content.ts";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { NotAllowed } from "../../../components/page/not-allowed.tsx";
import { gameNow, may, pathIn, useEnvironment } from "../../../environment.ts";
import { tournamentChanged } from "../reads.ts";
import { TermsForm } from "../terms/terms-form.tsx";
import { bodyOf, newTerms } from "../terms/values.ts";

/** Creates a tournament. */
export function NewTournamentPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const list = pathIn(environment, "tournaments");
  if (!may(environment, "tournaments:write"))
    return <NotAllowed title="New tournament" above={{ label: "Tournaments", to: list }} />;
  return (
    <>
      <PageHeader
        title="New tournament"
        above={{ label: "Tournaments", to: list }}
        description="A new tournament is pending. You can change its terms until you publish it or play starts."
      />
      <TermsForm
        initial={newTerms(gameNow(environment))}
        action="Create tournament"
        send={(values) => {
          const body = { game: environment.id, ...bodyOf(values) };
          return content(environment.api.POST("/tournament/create", { body }));
        }}
        onDone={({ tournament }) => {
          void tournamentChanged(environment, tournament.id);
          notifications.show({ message: `${tournament.name} was created.` });
          void navigate({ to: pathIn(environment, `tournaments/${tournament.id}`) });
        }}
        onCancel={() => void navigate({ to: list })}
      />
    </>
  );
}
