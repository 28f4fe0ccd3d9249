import { Badge, Code, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../api/client.ts";
import { formatMoney, formatPercent } from "../components/amount.ts";
import { Details } from "../components/details.tsx";
import { Confirm, DialogButton } from "../components/forms/dialogs.tsx";
import { SectionForm } from "../components/forms/submit.tsx";
import { CopyButton, Hint } from "../components/inline.tsx";
import { PageHeader, Section } from "../components/page.tsx";
import { toast } from "../components/toast.ts";
import { Time, toColor, toLabel } from "../components/values.tsx";
import { may, MODES, useEnvironment } from "../environment.ts";

export default function SettingsPage() {
  const mayWrite = may(useEnvironment(), "game:write");
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
  return (
    <SectionForm
      title="Name"
      form={form}
      send={({ name }) => api.PATCH("/game/{gameId}/update", { gameId: game.id, name })}
      onDone={() => toast("The game was renamed.")}
      action="Rename game"
    >
      <TextInput aria-label="Name" required maxLength={100} {...form.getInputProps("name")} />
    </SectionForm>
  );
}

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
            <Badge color={toColor(mode)} w={56}>
              {toLabel(mode)}
            </Badge>
            <Code style={{ overflowWrap: "anywhere" }}>{game.environments[mode].id}</Code>
            <CopyButton
              value={game.environments[mode].id}
              label={`Copy ID of the ${mode} environment`}
            />
          </Group>
        ))}
      </Stack>
      <Hint>Only team and settings requests use the ID of the game: {game.id}</Hint>
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
      <Details
        rows={{
          Currency: currency,
          "Entry fees":
            payer === "wallet"
              ? "paid by each gamer from a wallet"
              : "paid by the game from its account",
          "Platform fee": `${formatPercent(platformFeePercent)} of each prize pool`,
          "Credit limit": creditLimit === null ? "none" : formatMoney(creditLimit, game),
          Created: <Time at={createdAt} />,
        }}
      />
    </Section>
  );
}

function ResetTest() {
  const { id: gameId, name } = useEnvironment().game;
  return (
    <Section
      title="Test environment"
      description="A reset replaces the test environment with a new, empty environment and revokes all test keys. The live environment does not change."
    >
      <Group justify="flex-end">
        <DialogButton
          variant="light"
          color="red"
          label="Reset test environment…"
          dialog={
            <Confirm
              title="Reset the test environment"
              name={name}
              action="Reset test environment"
              act={() => api.POST("/game/{gameId}/test/reset", { gameId, name })}
              onDone={() => toast("The test environment was reset.")}
            >
              You lose access to all tournaments, gamers and money in the test environment of{" "}
              <b>{name}</b>. You cannot undo this.
            </Confirm>
          }
        />
      </Group>
    </Section>
  );
}
