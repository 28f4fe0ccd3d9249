import { Anchor, Button, Group, PasswordInput, PinInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { tokenInHash } from "../address.ts";
import { api } from "../api/client.ts";
import { startSession } from "../api/session.ts";
import { Form, useSubmit } from "../components/forms/submit.tsx";
import { RouteAnchor } from "../components/page/route-link.tsx";
import { CardPage } from "../layout/card-page.tsx";

export function SignInPage() {
  const { next } = useSearch({ from: "/sign-in" });
  const goNext = useGoNext(next);
  const form = useForm({ initialValues: { email: "", password: "" } });
  const submission = useSubmit(
    form,
    async (body) => (await api.POST("/auth/sign-in", { body })).data,
    (signed) => {
      if (signed === undefined) return;
      startSession(signed);
      goNext();
    },
  );
  return (
    <CardPage
      title="Sign in"
      footer={
        <>
          New here?{" "}
          <RouteAnchor to="/sign-up" search={next ? { next } : {}} underline="always" inherit>
            Create an account
          </RouteAnchor>
        </>
      }
    >
      <Form submission={submission}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={submission.isSending} fullWidth>
          Sign in
        </Button>
        <RouteAnchor to="/forgot-password" size="sm" ta="center">
          Forgot your password?
        </RouteAnchor>
      </Form>
    </CardPage>
  );
}

export function SignUpPage() {
  const navigate = useNavigate();
  const { next } = useSearch({ from: "/sign-up" });
  const form = useForm({ initialValues: { name: "", email: "", password: "" } });
  const submission = useSubmit(
    form,
    (body) => api.POST("/auth/sign-up", { body }),
    (_, { email }) => void navigate({ to: "/verify", search: { email, ...(next && { next }) } }),
  );
  return (
    <CardPage
      title="New account"
      subtitle="Run tournaments with automatic payouts."
      footer={
        <>
          Already have an account?{" "}
          <RouteAnchor to="/sign-in" search={next ? { next } : {}} underline="always" inherit>
            Sign in
          </RouteAnchor>
        </>
      }
    >
      <Form submission={submission}>
        <TextInput
          label="Name"
          autoComplete="name"
          required
          autoFocus
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          description="Use at least 10 characters. A few unrelated words make a good password."
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={128}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={submission.isSending} fullWidth>
          Create account
        </Button>
      </Form>
    </CardPage>
  );
}

const DIGITS = 6;

export function VerifyPage() {
  const { email = "", next } = useSearch({ from: "/verify" });
  const goNext = useGoNext(next);
  const form = useForm({ initialValues: { code: "" } });
  const submission = useSubmit(
    form,
    async ({ code }) => (await api.POST("/auth/verify", { body: { email, code } })).data,
    (signed) => {
      if (signed === undefined) return;
      startSession(signed);
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
        <Button
          type="submit"
          loading={submission.isSending}
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
      </Form>
    </CardPage>
  );
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ initialValues: { email: "" } });
  const submission = useSubmit(
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
      <Form submission={submission}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps("email")}
        />
        <Button type="submit" loading={submission.isSending} fullWidth>
          Send reset link
        </Button>
      </Form>
    </CardPage>
  );
}

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { password: "" } });
  const submission = useSubmit(
    form,
    async ({ password }) =>
      (await api.POST("/auth/password/reset", { body: { token: tokenInHash(), password } })).data,
    (signed) => {
      if (signed === undefined) return;
      startSession(signed);
      void navigate({ to: "/" });
    },
  );
  return (
    <CardPage title="New password" subtitle="Setting a new password ends all your other sessions.">
      <Form submission={submission}>
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          autoFocus
          minLength={10}
          maxLength={128}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={submission.isSending} fullWidth>
          Set password
        </Button>
      </Form>
    </CardPage>
  );
}

// Matches paths on this site. A second slash would lead to another host.
const OWN = /^\/(?![/\\])/;

/** Returns a function that opens `next`, or the games if `next` is not a path of this site. */
function useGoNext(next: string | undefined): () => void {
  const { history, basepath } = useRouter();
  return () => history.push(`${basepath}${next !== undefined && OWN.test(next) ? next : "/"}`);
}

/** Returns whether the server keeps mails in the mailbox page instead of sending them. */
const hasMailbox = (): boolean =>
  document.querySelector<HTMLMetaElement>("meta[name=mailbox]")?.content === "here";
