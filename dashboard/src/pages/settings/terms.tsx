import { Detail, Details } from "../../components/details/details.tsx";
import { formatMoney } from "../../components/values/amount.ts";
import { formatPercent } from "../../components/values/percent.ts";
import { Section } from "../../components/page/section.tsx";
import { Time } from "../../components/values/time.tsx";
import { useEnvironment } from "../../environment.ts";

/** What was settled when the game was created. */
export function Terms() {
  const { game } = useEnvironment();
  const { currency, payer, platformFeePercent, creditLimit, createdAt } = game;
  return (
    <Section
      title="Terms"
      description="These terms were set when the game was created. You cannot change them."
    >
      <Details>
        <Detail name="Currency">{currency}</Detail>
        <Detail name="Entry fees">
          {payer === "wallet"
            ? "paid by each gamer from a wallet"
            : "paid by the game from its account"}
        </Detail>
        <Detail name="Platform fee">{formatPercent(platformFeePercent)} of each prize pool</Detail>
        <Detail name="Credit limit">
          {creditLimit === null ? "none" : formatMoney(creditLimit, game)}
        </Detail>
        <Detail name="Created">
          <Time at={createdAt} />
        </Detail>
      </Details>
    </Section>
  );
}
