import { Button, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { queryClient } from "../../api/query-client.ts";
import { ProblemCard } from "../../components/page/problem-card.tsx";
import { useSubmit } from "../../components/forms/submit.tsx";
import { FormButtons } from "../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../environment.ts";
import { momentFault, toInstant } from "../../components/forms/moments.ts";
import { KeyFields, newKey } from "./key-fields.tsx";
import { withImplied } from "./scopes.ts";
import type { Issued } from "./new-secret.tsx";

interface CreateKeyProps {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

/** Issues a key. */
export function CreateKey({ onClose, onIssued }: CreateKeyProps) {
  const environment = useEnvironment();
  const form = useForm({
    initialValues: newKey(environment),
    validate: { expiresAt: (field) => momentFault(field) ?? null },
  });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    async ({ name, scopes, ipRanges, expiresAt }) => {
      const expires = toInstant(expiresAt);
      const body = {
        name,
        scopes: ["read" as const, ...withImplied(scopes)],
        ipRanges,
        ...(expires !== undefined && { expiresAt: expires }),
      };
      return (await environment.api.POST("/key/create", { body })).data;
    },
    (issued, { name }) => {
      void queryClient.invalidateQueries({ queryKey: [environment.id, "keys"] });
      if (issued) onIssued({ name, secret: issued.secret });
    },
  );
  return (
    <Modal opened onClose={onClose} title={`Create a ${environment.mode} API key`}>
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <KeyFields form={form} />
          <FormButtons back="Cancel" onBack={onClose}>
            <Button type="submit" loading={isSending}>
              Create key
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
