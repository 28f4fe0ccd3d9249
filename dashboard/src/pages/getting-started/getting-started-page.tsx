import {
  Alert,
  Anchor,
  Button,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { content } from "../../api/client.ts";
import { hasPaidOut } from "../../api/queries.ts";
import { LIVE, queryClient } from "../../api/query-client.ts";
import { CodeBlock } from "../../components/code.tsx";
import { IconCheck, IconClock } from "../../components/icons.ts";
import { PageHeader } from "../../components/page/page.tsx";
import { QueryView } from "../../components/page/query-view.tsx";
import { type Environment, gameNow, may, useEnvironment } from "../../environment.ts";
import { AdvanceClock } from "../../layout/advance-clock.tsx";
import { keepDone, type Progress } from "./progress.ts";
import { type Language, type Names, SNIPPETS } from "./snippets.ts";

const LANGUAGES = [
  { value: "curl", label: "curl" },
  { value: "typescript", label: "TypeScript" },
];

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

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  isCurrent: boolean;
  code?: string;
  children: ReactNode;
}

const Step = ({ number, title, isDone, isCurrent, code, children }: StepProps) => (
  <Paper
    component="section"
    aria-label={`${title}: ${isDone ? "done" : "to do"}`}
    withBorder
    radius="lg"
    p={{ base: "md", sm: "lg" }}
    style={isCurrent ? { borderColor: "var(--mantine-primary-color-filled)" } : undefined}
  >
    <Group align="flex-start" wrap="nowrap">
      <ThemeIcon
        radius="xl"
        size={30}
        color={isDone ? "teal" : "gray"}
        variant={isDone ? "filled" : "light"}
      >
        {isDone ? <IconCheck size={18} /> : number}
      </ThemeIcon>
      <Stack gap="xs" miw={0} style={{ flex: 1 }}>
        <Title order={2} size="h4" lh="30px">
          {title}
        </Title>
        {!isDone && (
          <>
            <Text size="sm" c="dimmed" component="div">
              {children}
            </Text>
            {code !== undefined && <CodeBlock code={code} label={`Code: ${title}`} />}
          </>
        )}
      </Stack>
    </Group>
  </Paper>
);

function AdvanceToEnd({ endsAt }: { endsAt: string | undefined }) {
  const environment = useEnvironment();
  const [isOpen, setOpen] = useState(false);
  if (endsAt === undefined || environment.mode !== "test") return null;
  if (!may(environment, "tournaments:write")) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconClock size={14} />}
        onClick={() => setOpen(true)}
      >
        Advance clock
      </Button>
      {isOpen && (
        <AdvanceClock
          environment={environment}
          to={{ at: endsAt, label: "End of the tournament" }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

async function hasEntries(api: Environment["api"], tournamentId: string): Promise<boolean> {
  const params = { path: { tournamentId }, query: { limit: 1 } };
  const call = api.GET("/tournament/{tournamentId}/entries", { params });
  return (await content(call)).entries.length > 0;
}

async function hasHappened(api: Environment["api"], types: string): Promise<boolean> {
  const params = { query: { types, limit: 1 } };
  return (await content(api.GET("/event", { params }))).events.length > 0;
}

function useProgress() {
  const { id, api } = useEnvironment();
  const queryKey = [id, "progress"];
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Progress> => {
      const [{ keys }, { tournaments }, isPaid] = await Promise.all([
        content(api.GET("/key", {})),
        content(api.GET("/tournament", {})),
        hasPaidOut(api),
      ]);
      const before = queryClient.getQueryData<Progress>(queryKey);
      const begun = tournaments.filter(({ status }) => status !== "pending");
      const newest = begun[0]?.id;
      const endsAt = begun[0]?.status === "published" ? begun[0].endTime : undefined;
      const hasEntry =
        isPaid ||
        before?.hasEntry === true ||
        (newest !== undefined && (await hasEntries(api, newest))) ||
        (await hasHappened(api, "entry.joined"));
      const now = {
        hasKey: keys.length > 0,
        tournamentId: tournaments[0]?.id,
        isPublished: begun.length > 0,
        endsAt,
        hasEntry,
        isPaid,
      };
      return keepDone(before, now);
    },
    ...LIVE,
  });
}
