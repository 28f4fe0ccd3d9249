import { Badge, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { api } from "../api/client.ts";
import { queryClient } from "../api/query-client.ts";
import { CopyButton } from "../components/code.tsx";
import { Detail, Details } from "../components/details.tsx";
import { ConfirmByName } from "../components/forms/confirm.tsx";
import { Form, useSubmit } from "../components/forms/submit.tsx";
import { PageHeader, Section } from "../components/page/page.tsx";
import { formatMoney, formatPercent } from "../components/values/amount.ts";
import { Time } from "../components/values/time.tsx";
import { may, useEnvironment } from "../environment.ts";

export function SettingsPage() {
  const environment = useEnvironment();
  const mayWrite = may(environment, "game:write");
  return (
    <>
      <PageHeader title="Settings" />
      <Stack maw={720}>
        {mayWrite && <Rename />}
        <Environments />
        <Terms />
        {mayWrite && <ResetTest />}
      </Stack>
    </>
  );
}

function Rename() {
  const { game } = useEnvironment();
  const form = useForm({ initialValues: { name: game.name } });
  const submission = useSubmit(
    form,
    (body) => api.PATCH("/game/{gameId}/update", { params: { path: { gameId: game.id } }, body }),
    () => {
      void queryClient.invalidateQueries({ queryKey: ["game", game.id] });
      void queryClient.invalidateQueries({ queryKey: ["games"] });
      notifications.show({ message: "The game was renamed." });
    },
  );
  return (
    <Section title="Name">
      <Form submission={submission}>
        <TextInput aria-label="Name" required maxLength={100} {...form.getInputProps("name")} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={submission.isSending}>
            Rename game
          </Button>
        </Group>
      </Form>
    </Section>
  );
}

const MODES = ["live", "test"] as const;

function Environments() {
  const { game } = useEnvironment();
  return (
    <Section
      title="Environments"
      description="In the API, the ID of an environment is named “game ID”. The environments share no data."
    >
      <Stack gap="xs">
        {MODES.map((mode) => (
          <Group key={mode} gap="sm" wrap="nowrap">
            <Badge variant="light" color={mode === "live" ? "teal" : "yellow"} w={56}>
              {mode}
            </Badge>
            <Code style={{ overflowWrap: "anywhere" }}>{game.environments[mode].id}</Code>
            <CopyButton
              value={game.environments[mode].id}
              label={`Copy ID of the ${mode} environment`}
            />
          </Group>
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        Only team and settings requests use the ID of the game: {game.id}
      </Text>
    </Section>
  );
}

function Terms() {
  const { game } = useEnvironment();
  const { currency, payer, platformFeePercent, creditLimit, createdAt } = game;
  return (
    <Section
      title="Terms"
      description="These terms were set when the game was created. You cannot change them."
    >
      <Details>
        <Detail name="Currency">{currency}</Detail>
        <Detail name="Entry fees">
          {payer === "wallet"
            ? "paid by each gamer from a wallet"
            : "paid by the game from its account"}
        </Detail>
        <Detail name="Platform fee">{formatPercent(platformFeePercent)} of each prize pool</Detail>
        <Detail name="Credit limit">
          {creditLimit === null ? "none" : formatMoney(creditLimit, game)}
        </Detail>
        <Detail name="Created">
          <Time at={createdAt} />
        </Detail>
      </Details>
    </Section>
  );
}

function ResetTest() {
  const { game } = useEnvironment();
  const [isAsking, setAsking] = useState(false);
  const reset = () =>
    api.POST("/game/{gameId}/test/reset", {
      params: { path: { gameId: game.id } },
      body: { name: game.name },
    });
  function done(): void {
    void queryClient.invalidateQueries({ queryKey: ["game", game.id] });
    notifications.show({ message: "The test environment was reset." });
    setAsking(false);
  }
  return (
    <Section
      title="Test environment"
      description="A reset replaces the test environment with a new, empty environment and revokes all test keys. The live environment does not change."
    >
      <Group justify="flex-end">
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          Reset test environment…
        </Button>
      </Group>
      {isAsking && (
        <ConfirmByName
          title="Reset the test environment"
          name={game.name}
          action="Reset test environment"
          act={reset}
          onDone={done}
          onClose={() => setAsking(false)}
        >
          You lose access to all tournaments, gamers and money in the test environment of{" "}
          <b>{game.name}</b>. You cannot undo this.
        </ConfirmByName>
      )}
    </Section>
  );
}
