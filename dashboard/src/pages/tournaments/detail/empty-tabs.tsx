import { IconTrophy, IconUsers } from "@tabler/icons-react";
import type { Tournament } from "../../../api/schema.d.ts";
import { curl, CurlSample } from "../../../components/details.tsx";
import { EmptyState } from "../../../components/page.tsx";
import { isFinal } from "../lifecycle.ts";
import { useTournament } from "../queries.ts";

export function NoEntries() {
  const { id, status } = useTournament();
  if (status !== "published" && status !== "pending")
    return (
      <EmptyState icon={IconUsers} title="No entries">
        The tournament ended without entries, so no money moved.
      </EmptyState>
    );
  return (
    <>
      <EmptyState icon={IconUsers} title="No entries yet">
        {status === "pending"
          ? "Gamers can join after you publish the tournament."
          : "To add a gamer, your backend sends the gamer's handle. The gamer then takes a seat, and the entry fee is charged."}
      </EmptyState>
      {status === "published" && (
        <CurlSample
          code={curl("POST", `/tournament/${id}/join`, { gamer: "ada" })}
          to="add a gamer"
        />
      )}
    </>
  );
}

const WHY: Readonly<Partial<Record<Tournament["status"], string>>> = {
  pending: "You can record scores after you publish the tournament and play starts.",
  published:
    "Your backend sends the scores of gamers. Each attempt counts once. Held scores and scores of disqualified gamers are not listed.",
};

export function NoScores() {
  const { id, status, scoring } = useTournament();
  const score = {
    gamer: "ada",
    score: 41_200,
    ...(scoring?.tieBreaks.length && { tieBreaks: scoring.tieBreaks.map(() => 0) }),
    attempt: "match-1",
  };
  return (
    <>
      <EmptyState icon={IconTrophy} title={isFinal(status) ? "No scores" : "No scores yet"}>
        {WHY[status] ?? "The tournament ended without a counted score."}
      </EmptyState>
      {status === "published" && (
        <CurlSample code={curl("POST", `/tournament/${id}/score`, score)} to="record a score" />
      )}
    </>
  );
}
