import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Tournament } from "../../../api/schema.d.ts";
import { NotAllowed, PageHeader, QueryView } from "../../../components/page.tsx";
import { toast } from "../../../components/toast.ts";
import { gameNow, may, pathIn, useEnvironment } from "../../../environment.ts";
import { useTournamentQuery } from "../queries.ts";
import { TermsForm } from "./terms-form.tsx";
import { findChanges, newTerms, toBody, toTerms } from "./values.ts";

export function NewTournamentPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const header = { title: "New tournament", above: { label: "Tournaments", page: "tournaments" } };
  if (!may(environment, "tournaments:write")) return <NotAllowed {...header} />;
  return (
    <>
      <PageHeader
        {...header}
        description="A new tournament is pending. You can change its terms until you publish it or play starts."
      />
      <TermsForm
        initial={newTerms(gameNow(environment))}
        action="Create tournament"
        send={(values) =>
          environment.api.POST("/tournament/create", { game: environment.id, ...toBody(values) })
        }
        onDone={({ tournament }) => {
          toast(`${tournament.name} was created.`);
          void navigate({ to: pathIn(environment, `tournaments/${tournament.id}`) });
        }}
        onCancel={() => void navigate({ to: pathIn(environment, "tournaments") })}
      />
    </>
  );
}

export function EditTournamentPage() {
  const { tournamentId } = useParams({
    from: "/signed-in/g/$gameId/$mode/tournaments/$tournamentId/edit",
  });
  const query = useTournamentQuery(tournamentId);
  return <QueryView query={query}>{(tournament) => <Edit tournament={tournament} />}</QueryView>;
}

function Edit({ tournament }: { tournament: Tournament }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const page = `tournaments/${tournament.id}`;
  const [initial] = useState(() => toTerms(tournament, environment.game.currencyDecimals));
  const header = {
    title: `Terms of ${tournament.name}`,
    above: { label: tournament.name, page },
  };
  if (!may(environment, "tournaments:write")) return <NotAllowed {...header} />;
  return (
    <>
      <PageHeader
        {...header}
        description="You can change the terms until the tournament is published or play starts."
      />
      <TermsForm
        isChange
        initial={initial}
        action="Save changes"
        send={(values) => {
          const changes = { tournamentId: tournament.id, ...findChanges(initial, values) };
          return environment.api.PATCH("/tournament/{tournamentId}/update", changes);
        }}
        onDone={() => {
          toast("The terms were saved.");
          void navigate({ to: pathIn(environment, page) });
        }}
        onCancel={() => void navigate({ to: pathIn(environment, page) })}
      />
    </>
  );
}
