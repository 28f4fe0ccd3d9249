import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { CardPage } from "../../layout/card-page.tsx";

/** Has a link mailed by which a new password can be set. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ initialValues: { email: "" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    (body) => api.POST("/auth/password/forgot", { body }),
    (_, { email }) => setSentTo(email),
  );
  const footer = (
    <Anchor component={Link} to="/sign-in" inherit>
      Go back to sign-in
    </Anchor>
  );
  if (sentTo !== undefined)
    return (
      <CardPage title="Email sent" footer={footer}>
        <Text>
          If <b>{sentTo}</b> has an account, we sent a link to this address. To set a new password,
          open the link. The link expires after 30 minutes.
        </Text>
      </CardPage>
    );
  return (
    <CardPage
      title="Password reset"
      subtitle="We will email you a link to set a new password."
      footer={footer}
    >
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            {...form.getInputProps("email")}
          />
          <Button type="submit" loading={isSending} fullWidth>
            Send reset link
          </Button>
        </Stack>
      </form>
    </CardPage>
  );
}
