import { Button, Group, PinInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSearch } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { signedIn } from "../../api/session.ts";
import { useGoNext } from "../../address/go-next.ts";
import { hasMailbox } from "../../api/mailbox.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { RouteAnchor } from "../../components/page/route-link.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { CardPage } from "../../layout/card-page.tsx";

const DIGITS = 6;

/** Takes the code that was mailed; it signs in. */
export function VerifyPage() {
  const { email = "", next } = useSearch({ from: "/verify" });
  const goNext = useGoNext(next);
  const form = useForm({ initialValues: { code: "" } });
  const { formProps, submit, isSending, refusal } = useSubmit(
    form,
    async ({ code }) => (await api.POST("/auth/verify", { body: { email, code } })).data,
    (signed) => {
      if (signed === undefined) return;
      signedIn(signed);
      goNext();
    },
  );
  return (
    <CardPage
      title="Email verification"
      subtitle={
        <>
          We sent a six-digit code to <b>{email}</b>. The code expires after ten minutes.
        </>
      }
    >
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <Group justify="center">
            <PinInput
              length={DIGITS}
              type="number"
              oneTimeCode
              autoFocus
              // Six of them have room on the narrowest screen.
              size="md"
              gap={6}
              aria-label="Code"
              disabled={isSending}
              // The last digit is the last thing to do here.
              onComplete={() => submit()}
              {...form.getInputProps("code")}
            />
          </Group>
          <Button
            type="submit"
            loading={isSending}
            fullWidth
            disabled={form.values.code.length < DIGITS}
          >
            Verify email
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {hasMailbox() ? (
              <>
                In development, emails are not sent. Find the code in the{" "}
                <RouteAnchor to="/mailbox" target="_blank" underline="always" inherit>
                  mailbox
                </RouteAnchor>
                .
              </>
            ) : (
              "If no email arrives, check your spam folder, or sign up again to get a new code."
            )}
          </Text>
        </Stack>
      </form>
    </CardPage>
  );
}
