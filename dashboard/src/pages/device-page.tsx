import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../api/client.ts";
import { Form, useSubmit } from "../components/forms/submit.tsx";
import { CardPage } from "../layout/card-page.tsx";

/**
 * Approves a code that a command line shows. People type the code, because a link could contain a
 * code of an attacker.
 */
export function DevicePage() {
  const [isDone, setDone] = useState(false);
  const form = useForm({ initialValues: { userCode: "" } });
  const submission = useSubmit(
    form,
    (body) => api.POST("/auth/device/approve", { body }),
    () => setDone(true),
  );
  if (isDone)
    return (
      <CardPage title="Signed in">
        <Text>Return to your terminal. The command line is signed in as you.</Text>
      </CardPage>
    );
  return (
    <CardPage
      title="Command line sign-in"
      subtitle="Enter the code that your own terminal shows. Never enter a code that someone sent you. That person could then act as you."
    >
      <Form submission={submission}>
        <TextInput
          label="Code"
          required
          autoFocus
          autoComplete="off"
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          {...form.getInputProps("userCode")}
        />
        <Button type="submit" loading={submission.isSending} fullWidth>
          Approve sign-in
        </Button>
      </Form>
    </CardPage>
  );
}
