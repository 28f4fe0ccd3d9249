import { Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { IconSearch, IconUsers } from "../../../app/icons.ts";
import { CodeBlock } from "../../../components/code-block.tsx";
import { curl } from "../../../components/curl.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { pathIn, useEnvironment } from "../../../layout/environment.ts";

const MOST_CHARACTERS = 64;

/** Leads to a gamer by handle. */
export function GamersPage() {
  return (
    <>
      <PageHeader
        title="Gamers"
        description="Players of your game, each known by the handle that you give."
      />
      <OpenGamer />
      <EmptyState icon={<IconUsers size={28} />} title="How gamers come to be">
        A gamer is made by the first join, or by the first deposit into a wallet. To make one known
        before that, send the handle. See{" "}
        <Anchor href="/docs/" target="_blank" underline="always" inherit>
          the documentation
        </Anchor>
        .
      </EmptyState>
      <Stack maw={640} mx="auto">
        <CodeBlock
          code={curl("POST", "/gamer/create", { handle: "ada" })}
          label="How to create a gamer by curl"
        />
      </Stack>
    </>
  );
}

function OpenGamer() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { handle: "" },
    validate: { handle: (handle) => (handle.trim() === "" ? "Which handle?" : null) },
  });
  return (
    <form
      onSubmit={form.onSubmit(({ handle }) => {
        const page = `gamers/${encodeURIComponent(handle.trim())}`;
        void navigate({ to: pathIn(environment, page) });
      })}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          aria-label="Handle"
          placeholder="Handle of a gamer"
          maxLength={MOST_CHARACTERS}
          leftSection={<IconSearch size={16} />}
          flex={1}
          maw={420}
          autoComplete="off"
          {...form.getInputProps("handle")}
        />
        <Button type="submit" variant="default">
          Open
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        Handles are compared exactly: Ada is not ada.
      </Text>
    </form>
  );
}
