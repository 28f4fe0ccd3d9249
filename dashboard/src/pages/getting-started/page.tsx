import { Alert, Anchor, Button, Group, SegmentedControl, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { IconCheck } from "../../components/icons.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { gameNow, useEnvironment } from "../../environment.ts";
import { AdvanceToEnd } from "./advance-to-end.tsx";
import { SNIPPETS, type Language, type Names } from "./snippets.ts";
import { Step } from "./step.tsx";
import type { Progress } from "./progress.ts";
import { useProgress } from "./steps.ts";

const LANGUAGES = [
  { value: "curl", label: "curl" },
  { value: "typescript", label: "TypeScript" },
];

/** Leads from nothing to a paid-out tournament; each step is ticked by what really happened. */
export function GettingStartedPage() {
  const [language, setLanguage] = useState<Language>("curl");
  const query = useProgress();
  return (
    <>
      <PageHeader
        title="Getting started"
        description="Five steps from nothing to a tournament that has paid out, ticked as your backend takes them. The lines read your key's secret from TMS_API_KEY."
        actions={
          <SegmentedControl
            aria-label="Language"
            data={LANGUAGES}
            value={language}
            onChange={(value) => setLanguage(value === "curl" ? "curl" : "typescript")}
          />
        }
      />
      <QueryView query={query}>
        {(progress) => <Steps progress={progress} language={language} />}
      </QueryView>
    </>
  );
}

function Steps({ progress, language }: { progress: Progress; language: Language }) {
  const environment = useEnvironment();
  const { game, mode, id } = environment;
  const { hasKey, tournamentId, isPublished, hasEntry, isPaid, endsAt } = progress;
  const names: Names = {
    gameId: id,
    tournamentId: tournamentId ?? "TOURNAMENT_ID",
    now: gameNow(environment),
  };
  const lines = SNIPPETS[language];
  const base = `/g/${game.id}/${mode}`;
  const done = [hasKey, tournamentId !== undefined, isPublished, hasEntry, isPaid];
  const current = done.indexOf(false);
  const step = (number: number) => ({
    number,
    isDone: done[number - 1] ?? false,
    isCurrent: current === number - 1,
  });
  return (
    <Stack maw={820} gap="md">
      {current === -1 && (
        <Alert color="teal" icon={<IconCheck size={18} />} title="You have paid out a tournament">
          Everything works from the first call to the last payout. What comes next is in{" "}
          <Anchor href="/docs/" target="_blank" underline="always" inherit>
            the documentation
          </Anchor>
          .
        </Alert>
      )}
      <Step {...step(1)} title="Create an API key">
        Your backend sends it with every request.
        <Group mt="sm">
          <Button component={Link} to={`${base}/keys`} size="xs">
            To the keys
          </Button>
        </Group>
      </Step>
      <Step {...step(2)} title="Create a tournament" code={lines.create(names)}>
        With an entry fee, a start and an end. It stays pending until you publish it.
      </Step>
      <Step {...step(3)} title="Publish it" code={lines.publish(names)}>
        From then on gamers can join.
      </Step>
      <Step {...step(4)} title="Let a gamer join" code={lines.join(names)}>
        The fee goes into the prize pool; an unknown handle becomes a gamer.
      </Step>
      <Step {...step(5)} title="See it pay out" code={lines.end(names)}>
        At its end, or when you end it, winners are paid without another call.
        {tournamentId !== undefined && (
          <Group mt="sm">
            <Button
              component={Link}
              to={`${base}/tournaments/${tournamentId}`}
              size="xs"
              variant="default"
            >
              To the tournament
            </Button>
            <AdvanceToEnd endsAt={endsAt} />
          </Group>
        )}
      </Step>
    </Stack>
  );
}
