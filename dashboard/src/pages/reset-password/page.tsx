import { Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { signedIn } from "../../api/session.ts";
import { tokenInHash } from "../../address/token-in-hash.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { CardPage } from "../../layout/card-page.tsx";

/** Sets a new password by the mailed link, which signs in and ends every other session. */
export function ResetPasswordPage() {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { password: "" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    async ({ password }) =>
      (await api.POST("/auth/password/reset", { body: { token: tokenInHash(), password } })).data,
    (signed) => {
      if (signed === undefined) return;
      signedIn(signed);
      void navigate({ to: "/" });
    },
  );
  return (
    <CardPage title="New password" subtitle="Setting a new password ends all your other sessions.">
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            autoFocus
            minLength={10}
            maxLength={128}
            {...form.getInputProps("password")}
          />
          <Button type="submit" loading={isSending} fullWidth>
            Set password
          </Button>
        </Stack>
      </form>
    </CardPage>
  );
}
