import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../api/client.ts";
import { CardForm, CardPage } from "../layout/card-page.tsx";

/** Approves a device code. People must type it, because a link could contain the code of an attacker. */
export default function DevicePage() {
  const [isDone, setDone] = useState(false);
  const form = useForm({ initialValues: { userCode: "" } });
  if (isDone)
    return (
      <CardPage title="Signed in">
        <Text>Return to your terminal. The command line is signed in as you.</Text>
      </CardPage>
    );
  return (
    <CardForm
      title="Command line sign-in"
      subtitle="Enter the code that your own terminal shows. Never enter a code that someone sent you. That person could then act as you."
      form={form}
      send={(body) => api.POST("/auth/device/approve", body)}
      onDone={() => setDone(true)}
      action="Approve sign-in"
    >
      <TextInput
        label="Code"
        required
        autoFocus
        autoComplete="off"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...form.getInputProps("userCode")}
      />
    </CardForm>
  );
}
