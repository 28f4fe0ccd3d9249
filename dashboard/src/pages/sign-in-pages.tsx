import { Group, PasswordInput, PinInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { tokenInHash } from "../address.ts";
import { api } from "../api/client.ts";
import { type Signed, startSession } from "../api/session.ts";
import { EmailInput, NewPasswordInput } from "../components/forms/inputs.tsx";
import { Form, SubmitButton, useSubmit } from "../components/forms/submit.tsx";
import { Hint } from "../components/inline.tsx";
import { RouteAnchor } from "../components/route-link.tsx";
import { CardForm, CardPage, NextLink } from "../layout/card-page.tsx";

export function SignInPage() {
  const { next } = useSearch({ from: "/sign-in" });
  const form = useForm({ initialValues: { email: "", password: "" } });
  return (
    <CardForm
      title="Sign in"
      footer={<NextLink to="/sign-up" next={next} />}
      form={form}
      send={(body) => api.POST("/auth/sign-in", body)}
      onDone={useStart(next)}
      action="Sign in"
      below={
        <RouteAnchor to="/forgot-password" size="sm" ta="center">
          Forgot your password?
        </RouteAnchor>
      }
    >
      <EmailInput autoFocus {...form.getInputProps("email")} />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        {...form.getInputProps("password")}
      />
    </CardForm>
  );
}

export function SignUpPage() {
  const navigate = useNavigate();
  const { next } = useSearch({ from: "/sign-up" });
  const form = useForm({ initialValues: { name: "", email: "", password: "" } });
  return (
    <CardForm
      title="New account"
      subtitle="Run tournaments with automatic payouts."
      footer={<NextLink to="/sign-in" next={next} />}
      form={form}
      send={(body) => api.POST("/auth/sign-up", body)}
      onDone={(_, { email }) =>
        navigate({ to: "/verify", search: { email, ...(next && { next }) } })
      }
      action="Create account"
    >
      <TextInput
        label="Name"
        autoComplete="name"
        required
        autoFocus
        {...form.getInputProps("name")}
      />
      <EmailInput {...form.getInputProps("email")} />
      <NewPasswordInput
        label="Password"
        description="Use at least 10 characters. A few unrelated words make a good password."
        {...form.getInputProps("password")}
      />
    </CardForm>
  );
}

const DIGITS = 6;

export function VerifyPage() {
  const { email = "", next } = useSearch({ from: "/verify" });
  const form = useForm({ initialValues: { code: "" } });
  const submission = useSubmit(
    form,
    ({ code }) => api.POST("/auth/verify", { email, code }),
    useStart(next),
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
      <Form submission={submission}>
        <Group justify="center">
          <PinInput
            length={DIGITS}
            type="number"
            oneTimeCode
            autoFocus
            // Six digits fit on the narrowest screen.
            size="md"
            gap={6}
            aria-label="Code"
            disabled={submission.isSending}
            onComplete={() => submission.submit()}
            {...form.getInputProps("code")}
          />
        </Group>
        <SubmitButton
          submission={submission}
          label="Verify email"
          fullWidth
          disabled={form.values.code.length < DIGITS}
        />
        <Hint ta="center">
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
        </Hint>
      </Form>
    </CardPage>
  );
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ initialValues: { email: "" } });
  const footer = (
    <RouteAnchor to="/sign-in" inherit>
      Go back to sign-in
    </RouteAnchor>
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
    <CardForm
      title="Password reset"
      subtitle="We will email you a link to set a new password."
      footer={footer}
      form={form}
      send={(body) => api.POST("/auth/password/forgot", body)}
      onDone={(_, { email }) => setSentTo(email)}
      action="Send reset link"
    >
      <EmailInput autoFocus {...form.getInputProps("email")} />
    </CardForm>
  );
}

export function ResetPasswordPage() {
  const form = useForm({ initialValues: { password: "" } });
  return (
    <CardForm
      title="New password"
      subtitle="Setting a new password ends all your other sessions."
      form={form}
      send={({ password }) => api.POST("/auth/password/reset", { token: tokenInHash(), password })}
      onDone={useStart()}
      action="Set password"
    >
      <NewPasswordInput label="New password" autoFocus {...form.getInputProps("password")} />
    </CardForm>
  );
}

// Matches paths on this site. A second slash would lead to another host.
const OWN = /^\/(?![/\\])/;

/** Returns a function that starts a session and opens `next`, or the games if `next` is another site. */
function useStart(next = "/"): (signed: Signed) => void {
  const { history, basepath } = useRouter();
  return (signed) => {
    startSession(signed);
    history.push(`${basepath}${OWN.test(next) ? next : "/"}`);
  };
}

/** Returns whether the server keeps mails in the mailbox page instead of sending them. */
const hasMailbox = (): boolean =>
  document.querySelector<HTMLMetaElement>("meta[name=mailbox]")?.content === "here";
