import {
  Alert,
  Anchor,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  ThemeIcon,
  Title,
} from "@mantine/core";
import { IconCheck, IconClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { LIVE, paidOutQuery, read } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { sampleFee } from "../../components/amount.ts";
import { CodeBlock, curl } from "../../components/details.tsx";
import { DialogButton } from "../../components/forms/dialogs.tsx";
import { Hint } from "../../components/inline.tsx";
import { PageHeader, QueryView } from "../../components/page.tsx";
import { PageButton } from "../../components/route-link.tsx";
import { toOptions } from "../../components/values.tsx";
import { type Environment, gameNow, may, useEnvironment } from "../../environment.ts";
import { AdvanceClock } from "../../layout/advance-clock.tsx";
import { keepDone, type Progress } from "./progress.ts";

const LANGUAGES = toOptions({ curl: "curl", typescript: "TypeScript" });

export default function GettingStartedPage() {
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
  const { hasKey, tournamentId, isPublished, hasEntry, isPaid, endsAt } = progress;
  const send = language === "curl" ? curl : fetchSnippet;
  const path = `/tournament/${tournamentId ?? "TOURNAMENT_ID"}`;
  const isWalletPayer = environment.game.payer === "wallet";
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
          <PageButton page="keys" size="xs">
            Open API keys
          </PageButton>
        </Group>
      </Step>
      <Step
        {...step(2)}
        title="Create a tournament"
        code={send("POST", "/tournament/create", newTournament(environment))}
      >
        The tournament has an entry fee, a start and an end. The tournament stays pending until you
        publish it.
      </Step>
      <Step {...step(3)} title="Publish the tournament" code={send("PATCH", `${path}/publish`)}>
        Gamers can join a published tournament.
      </Step>
      <Step
        {...step(4)}
        title="Add a gamer"
        before={isWalletPayer && send("POST", "/wallet/ada/deposit", { amount: 10 })}
        code={send("POST", `${path}/join`, { gamer: "ada" })}
      >
        {isWalletPayer && "The gamer pays the entry fee from a wallet, so first deposit money. "}
        The entry fee goes into the prize pool. An unknown handle becomes a new gamer.
      </Step>
      <Step {...step(5)} title="Pay out the tournament" code={send("PATCH", `${path}/complete`)}>
        The service pays the winners when the tournament ends or when you end it.
        {tournamentId !== undefined && (
          <Group mt="sm">
            <PageButton page={`tournaments/${tournamentId}`} size="xs" variant="default">
              Open tournament
            </PageButton>
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
  /** Code that is run before `code`. */
  before?: string | false;
  code?: string;
  children: ReactNode;
}

const Step = ({ number, title, isDone, isCurrent, before, code, children }: StepProps) => (
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
            <Hint>{children}</Hint>
            {before && <CodeBlock code={before} label={`Code before: ${title}`} />}
            {code !== undefined && <CodeBlock code={code} label={`Code: ${title}`} />}
          </>
        )}
      </Stack>
    </Group>
  </Paper>
);

function AdvanceToEnd({ endsAt }: { endsAt: string | undefined }) {
  const environment = useEnvironment();
  if (endsAt === undefined || environment.mode !== "test") return null;
  if (!may(environment, "tournaments:write")) return null;
  const to = { at: endsAt, label: "End of the tournament" };
  return (
    <DialogButton
      size="xs"
      variant="default"
      icon={IconClock}
      label="Advance clock"
      dialog={<AdvanceClock to={to} />}
    />
  );
}

function useProgress() {
  const environment = useEnvironment();
  const queryKey = [environment.id, "progress"];
  const hasEntries = async (tournamentId: string) => {
    const path = "/tournament/{tournamentId}/entries";
    const { entries } = await read(environment, path, { tournamentId, limit: 1 }).queryFn();
    return entries.length > 0;
  };
  const hasJoined = async () => {
    const params = { types: "entry.joined", limit: 1 };
    return (await read(environment, "/event", params).queryFn()).events.length > 0;
  };
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Progress> => {
      const [{ keys }, { tournaments }, paidOut] = await Promise.all([
        read(environment, "/key", {}).queryFn(),
        read(environment, "/tournament", {}).queryFn(),
        paidOutQuery(environment).queryFn(),
      ]);
      const before = queryClient.getQueryData<Progress>(queryKey);
      const isPaid = paidOut.tournaments.length > 0;
      const begun = tournaments.filter(({ status }) => status !== "pending");
      const newest = begun[0];
      const hasEntry =
        isPaid ||
        before?.hasEntry === true ||
        (newest !== undefined && (await hasEntries(newest.id))) ||
        (await hasJoined());
      return keepDone(before, {
        hasKey: keys.length > 0,
        tournamentId: tournaments[0]?.id,
        isPublished: begun.length > 0,
        endsAt: newest?.status === "published" ? newest.endTime : undefined,
        hasEntry,
        isPaid,
      });
    },
    ...LIVE,
  });
}

type Language = "curl" | "typescript";

const HOUR_MS = 3_600_000;

const newTournament = (environment: Environment) => ({
  game: environment.id,
  name: "My first tournament",
  description: "Winner takes all",
  entryFee: sampleFee(environment.game),
  startTime: new Date(gameNow(environment)).toISOString(),
  endTime: new Date(gameNow(environment) + HOUR_MS).toISOString(),
});

const fetchSnippet: typeof curl = (method, path, body) =>
  [
    `const answer = await fetch("${location.origin}${path}", {`,
    `  method: "${method}",`,
    `  headers: {`,
    `    "x-api-key": process.env.TMS_API_KEY,`,
    ...(body ? [`    "content-type": "application/json",`] : []),
    `  },`,
    ...(body
      ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`]
      : []),
    `});`,
    `console.log(answer.status, await answer.json());`,
  ].join("\n");
