import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { api } from "../../api/client.ts";
import { userChanged, useSession } from "../../api/session.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { Section } from "../../components/page/section.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";

/** Changes a person's name. */
export function NameForm() {
  const session = useSession();
  const user = session.state === "signed in" ? session.user : undefined;
  const form = useForm({ initialValues: { name: user?.name ?? "" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    async (body) => (await api.PATCH("/user/update", { body })).data?.user,
    (changed) => {
      if (changed !== undefined) userChanged(changed);
      notifications.show({ message: "Your name was saved." });
    },
  );
  return (
    <Section title="Profile" description={user?.email}>
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={isSending}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
