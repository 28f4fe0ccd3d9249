import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Tournament } from "../../../api/schema.d.ts";
import { NotAllowed, PageHeader, QueryView } from "../../../components/page.tsx";
import { toast } from "../../../components/toast.ts";
import { gameNow, may, pathIn, useEnvironment } from "../../../environment.ts";
import { useTournamentQuery } from "../queries.ts";
import { TermsForm, type TermsFormProps } from "./terms-form.tsx";
import { findChanges, newTerms, toBody, toTerms } from "./values.ts";

export function NewTournamentPage() {
  const environment = useEnvironment();
  return (
    <TermsPage
      title="New tournament"
      above={{ label: "Tournaments", page: "tournaments" }}
      description="A new tournament is pending. You can change its terms until you publish it or play starts."
      initial={newTerms(gameNow(environment))}
      action="Create tournament"
      send={(values) =>
        environment.api.POST("/tournament/create", { game: environment.id, ...toBody(values) })
      }
      toMessage={({ name }) => `${name} was created.`}
    />
  );
}

export function EditTournamentPage() {
  const { tournamentId } = useParams({
    from: "/signed-in/g/$gameId/$mode/tournaments/$tournamentId/edit",
  });
  const query = useTournamentQuery(tournamentId);
  return <QueryView query={query}>{(tournament) => <Edit tournament={tournament} />}</QueryView>;
}

function Edit({ tournament: { id: tournamentId, ...tournament } }: { tournament: Tournament }) {
  const { api, game } = useEnvironment();
  const [initial] = useState(() => toTerms(tournament, game.currencyDecimals));
  return (
    <TermsPage
      isChange
      title={`Terms of ${tournament.name}`}
      above={{ label: tournament.name, page: `tournaments/${tournamentId}` }}
      description="You can change the terms until the tournament is published or play starts."
      initial={initial}
      action="Save changes"
      send={(values) => {
        const changes = { tournamentId, ...findChanges(initial, values) };
        return api.PATCH("/tournament/{tournamentId}/update", changes);
      }}
      toMessage={() => "The terms were saved."}
    />
  );
}

interface TermsPageProps extends Omit<TermsFormProps, "onDone" | "onCancel"> {
  title: string;
  /** The page to which the person returns. */
  above: { label: string; page: string };
  description: string;
  toMessage: (tournament: Tournament) => string;
}

function TermsPage({ title, above, description, toMessage, ...form }: TermsPageProps) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  if (!may(environment, "tournaments:write")) return <NotAllowed title={title} above={above} />;
  return (
    <>
      <PageHeader title={title} above={above} description={description} />
      <TermsForm
        {...form}
        onDone={({ tournament }, _, isLeft) => {
          toast(toMessage(tournament));
          if (!isLeft) void navigate({ to: pathIn(environment, `tournaments/${tournament.id}`) });
        }}
        onCancel={() => void navigate({ to: pathIn(environment, above.page) })}
      />
    </>
  );
}
