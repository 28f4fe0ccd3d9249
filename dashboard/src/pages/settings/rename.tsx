import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { Section } from "../../components/page/section.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { useEnvironment } from "../../environment.ts";

/** Gives the game another name. */
export function Rename() {
  const { game } = useEnvironment();
  const form = useForm({ initialValues: { name: game.name } });
  const { formProps, isSending, refusal } = useSubmit(
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
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <TextInput aria-label="Name" required maxLength={100} {...form.getInputProps("name")} />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={isSending}>
              Rename game
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
