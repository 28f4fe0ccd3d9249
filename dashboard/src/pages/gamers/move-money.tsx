import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { content } from "../../api/client.ts";
import type { Wallet } from "../../api/types.ts";
import { parseDecimal, type ReadDecimal } from "../../components/forms/decimals.ts";
import { DecimalInput } from "../../components/forms/inputs.tsx";
import { FormDialog, useSubmit } from "../../components/forms/submit.tsx";
import { formatMoney } from "../../components/values/amount.ts";
import { Money } from "../../components/values/figures.tsx";
import { useEnvironment } from "../../environment.ts";
import { refreshGamer } from "./queries.ts";

interface MoveMoneyProps {
  way: "deposit" | "withdraw";
  wallet: Wallet;
  onClose: () => void;
}

interface MoveMoneyValues extends Record<string, unknown> {
  /** The field in the format of `decimals.ts`. */
  amount: string;
  /** The idempotency key. */
  key: string;
}

const WORDS = {
  deposit: { title: "Deposit money", action: "Deposit money", done: "was deposited" },
  withdraw: { title: "Withdraw money", action: "Withdraw money", done: "was withdrawn" },
} as const;

export function MoveMoney({ way, wallet, onClose }: MoveMoneyProps) {
  const environment = useEnvironment();
  const { api, mode, game } = environment;
  const decimals = game.currencyDecimals;
  const amountOf = (text: string) => {
    const read = parseDecimal(text, decimals);
    return "value" in read ? (read.value ?? 0) : 0;
  };
  const { gamerHandle: handle, currency, balance } = wallet;
  const words = WORDS[way];
  // Repeating the dialog after a lost response moves the money once.
  const form = useForm<MoveMoneyValues>({
    initialValues: { amount: "", key: crypto.randomUUID() },
    validate: { amount: (amount) => amountFault(parseDecimal(amount, decimals)) },
  });
  const submission = useSubmit(
    form,
    async ({ amount, key }) => {
      const params = { path: { handle }, header: { "idempotency-key": key } };
      const request = { params, body: { amount: amountOf(amount) } };
      return way === "deposit"
        ? await content(api.POST("/wallet/{handle}/deposit", request))
        : await content(api.POST("/wallet/{handle}/withdraw", request));
    },
    (_, { amount }) => {
      void refreshGamer(environment, handle);
      notifications.show({ message: `${formatMoney(amountOf(amount), game)} ${words.done}.` });
      onClose();
    },
  );
  return (
    <FormDialog
      title={words.title}
      submission={submission}
      back="Back"
      action={words.action}
      onClose={onClose}
    >
      <Text size="sm">
        The wallet of <b>{handle}</b> holds <Money amount={balance} />.{" "}
        {mode === "test" ? "This is test money." : "This is real money of your game."}
      </Text>
      <DecimalInput
        label="Amount"
        unit={currency}
        data-autofocus
        {...form.getInputProps("amount")}
      />
    </FormDialog>
  );
}

function amountFault(read: ReadDecimal): string | null {
  if ("fault" in read) return read.fault;
  return read.value === undefined || read.value <= 0 ? "Enter an amount above 0." : null;
}
