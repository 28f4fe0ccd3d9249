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
        description="Create and pay out your first tournament in five steps. The page marks each step that is done. The commands read your API key from TMS_API_KEY."
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
        <Alert
          color="teal"
          icon={<IconCheck size={18} />}
          title="Your first tournament is paid out"
        >
          To continue, read{" "}
          <Anchor href="/docs/" target="_blank" underline="always" inherit>
            the documentation
          </Anchor>
          .
        </Alert>
      )}
      <Step {...step(1)} title="Create an API key">
        Your backend sends the key with every request.
        <Group mt="sm">
          <Button component={Link} to={`${base}/keys`} size="xs">
            Open API keys
          </Button>
        </Group>
      </Step>
      <Step {...step(2)} title="Create a tournament" code={lines.create(names)}>
        The tournament has an entry fee, a start and an end. The tournament stays pending until you
        publish it.
      </Step>
      <Step {...step(3)} title="Publish the tournament" code={lines.publish(names)}>
        Gamers can join a published tournament.
      </Step>
      <Step {...step(4)} title="Add a gamer" code={lines.join(names)}>
        The entry fee goes into the prize pool. An unknown handle becomes a new gamer.
      </Step>
      <Step {...step(5)} title="Pay out the tournament" code={lines.end(names)}>
        The service pays the winners when the tournament ends or when you end it.
        {tournamentId !== undefined && (
          <Group mt="sm">
            <Button
              component={Link}
              to={`${base}/tournaments/${tournamentId}`}
              size="xs"
              variant="default"
            >
              Open tournament
            </Button>
            <AdvanceToEnd endsAt={endsAt} />
          </Group>
        )}
      </Step>
    </Stack>
  );
}
