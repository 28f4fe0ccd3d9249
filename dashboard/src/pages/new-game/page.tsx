import { Button, Container, Paper, Stack, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { usePageTitle } from "../../components/page/page-title.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { FormButtons } from "../../components/forms/form-buttons.tsx";
import { PersonLayout } from "../../layout/person-layout.tsx";
import { GameTerms, NEW_GAME, readFee } from "./game-terms.tsx";

/** Creates a game: a live environment and one to try things in. */
export function NewGamePage() {
  usePageTitle("New game");
  const navigate = useNavigate();
  const form = useForm({
    initialValues: NEW_GAME,
    validate: {
      platformFeePercent: (text) => {
        const read = readFee(text);
        return "fault" in read ? read.fault : null;
      },
    },
  });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    async (values) => {
      const read = readFee(values.platformFeePercent);
      const body = { ...values, platformFeePercent: "value" in read ? read.value : 0 };
      return (await api.POST("/game/create", { body })).data?.game;
    },
    (game) => {
      void queryClient.invalidateQueries({ queryKey: ["games"] });
      if (game !== undefined) void navigate({ to: `/g/${game.id}/test/getting-started` });
    },
  );
  return (
    <PersonLayout>
      <Container size="xs" py="xl">
        <Title order={1} size="h2" mb="lg">
          New game
        </Title>
        <Paper withBorder radius="lg" p={{ base: "md", sm: "xl" }}>
          <form {...formProps}>
            <Stack gap="lg">
              {refusal && <ProblemCard error={refusal} />}
              <GameTerms form={form} />
              <FormButtons back="Cancel" onBack={() => void navigate({ to: "/" })}>
                <Button type="submit" loading={isSending}>
                  Create game
                </Button>
              </FormButtons>
            </Stack>
          </form>
        </Paper>
      </Container>
    </PersonLayout>
  );
}
