import { Container, Paper, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import { decimalFault, toNumber } from "../components/forms/decimals.ts";
import { Choices, DecimalInput } from "../components/forms/inputs.tsx";
import { Form, FormButtons, SubmitButton, useSubmit } from "../components/forms/submit.tsx";
import { PageTitle, usePageTitle } from "../components/page.tsx";
import { PersonLayout } from "../layout/person-layout.tsx";

export default function NewGamePage() {
  usePageTitle("New game");
  const navigate = useNavigate();
  const form = useForm({
    initialValues: NEW_GAME,
    validate: {
      platformFeePercent: (text) =>
        decimalFault(text, FEE_DECIMALS, (value) => value >= 0 && value <= MAX_FEE_PERCENT, FAULT),
    },
  });
  const submission = useSubmit(
    form,
    (values) => {
      const platformFeePercent = toNumber(values.platformFeePercent, FEE_DECIMALS);
      return api.POST("/game/create", { ...values, platformFeePercent });
    },
    ({ game }, _, isLeft) =>
      void (isLeft || navigate({ to: `/g/${game.id}/test/getting-started` })),
  );
  return (
    <PersonLayout>
      <Container size="xs" py="xl">
        <PageTitle mb="lg">New game</PageTitle>
        <Paper withBorder radius="lg" p={{ base: "md", sm: "xl" }}>
          <Form submission={submission} gap="lg">
            <TextInput
              label="Name"
              placeholder="Star Racer"
              required
              autoFocus
              maxLength={100}
              {...form.getInputProps("name")}
            />
            <Select
              label="Currency"
              description="The currency of fees and prizes. You cannot change the currency later."
              data={CURRENCIES}
              searchable
              {...form.getInputProps("currency")}
            />
            <Choices
              label="Payer of entry fees"
              description="You cannot change the payer later."
              choices={PAYERS}
              {...form.getInputProps("payer")}
            />
            <DecimalInput
              label="Platform fee"
              description={`The platform's share of each prize pool, up to ${MAX_FEE_PERCENT}%. You cannot change the fee later.`}
              unit="%"
              {...form.getInputProps("platformFeePercent")}
            />
            <FormButtons
              back="Cancel"
              onBack={() => void navigate({ to: "/" })}
              isSending={submission.isSending}
            >
              <SubmitButton submission={submission} label="Create game" />
            </FormButtons>
          </Form>
        </Paper>
      </Container>
    </PersonLayout>
  );
}

const NEW_GAME = {
  name: "",
  currency: "USD",
  payer: "game" as "game" | "wallet",
  /** The percentage as the user types it. `toNumber` in `decimals.ts` parses it. */
  platformFeePercent: "0",
};

const CURRENCIES = ["USD", "EUR", "GBP", "JPY", "CAD", "AUD", "BRL", "INR", "KRW", "GEMS"];
const PAYERS = [
  { value: "game", label: "The game pays from its own account" },
  { value: "wallet", label: "Each gamer pays from a wallet in this service" },
];
const [MAX_FEE_PERCENT, FEE_DECIMALS] = [50, 2];
const FAULT = `Enter a percentage from 0 to ${MAX_FEE_PERCENT}.`;
