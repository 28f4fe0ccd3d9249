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
      title="Check your mail"
      subtitle={
        <>
          We sent a code of six digits to <b>{email}</b>. It is good for ten minutes.
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
            Confirm
          </Button>
          <Text size="sm" c="dimmed" ta="center">
            {hasMailbox() ? (
              <>
                No mail leaves this machine: the code is in the{" "}
                <RouteAnchor to="/mailbox" target="_blank" underline="always" inherit>
                  mailbox
                </RouteAnchor>
                .
              </>
            ) : (
              "No mail? Look among spam, or sign up once more for a new code."
            )}
          </Text>
        </Stack>
      </form>
    </CardPage>
  );
}
