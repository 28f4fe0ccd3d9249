import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { Section } from "../../components/page/section.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";

/** Changes a person's password, which ends all other sessions. */
export function PasswordForm() {
  const form = useForm({ initialValues: { currentPassword: "", password: "" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    (body) => api.PATCH("/user/update", { body }),
    () => {
      form.reset();
      void queryClient.invalidateQueries({ queryKey: ["sessions"] });
      notifications.show({ message: "Your password was changed. All other sessions have ended." });
    },
  );
  return (
    <Section title="Password" description="Changing your password ends all other sessions.">
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            {...form.getInputProps("currentPassword")}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            {...form.getInputProps("password")}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={isSending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
