import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { RouteAnchor } from "../../components/page/route-link.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { CardPage } from "../../layout/card-page.tsx";

/** Creates an account; the mailed code is asked for on the next page. */
export function SignUpPage() {
  const navigate = useNavigate();
  const { next } = useSearch({ from: "/sign-up" });
  const form = useForm({ initialValues: { name: "", email: "", password: "" } });
  const { formProps, isSending, refusal } = useSubmit(
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
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
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
          <Button type="submit" loading={isSending} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </CardPage>
  );
}
