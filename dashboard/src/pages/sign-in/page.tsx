import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSearch } from "@tanstack/react-router";
import { api } from "../../api/client.ts";
import { signedIn } from "../../api/session.ts";
import { useGoNext } from "../../address/go-next.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { RouteAnchor } from "../../components/page/route-link.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { CardPage } from "../../layout/card-page.tsx";

/** Signs a person in. */
export function SignInPage() {
  const { next } = useSearch({ from: "/sign-in" });
  const goNext = useGoNext(next);
  const form = useForm({ initialValues: { email: "", password: "" } });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    async (body) => (await api.POST("/auth/sign-in", { body })).data,
    (signed) => {
      if (signed === undefined) return;
      signedIn(signed);
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
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps("password")}
          />
          <Button type="submit" loading={isSending} fullWidth>
            Sign in
          </Button>
          <RouteAnchor to="/forgot-password" size="sm" ta="center">
            Forgot your password?
          </RouteAnchor>
        </Stack>
      </form>
    </CardPage>
  );
}
