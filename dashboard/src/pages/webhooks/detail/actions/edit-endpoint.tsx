import { Button, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ProblemCard } from "../../../../components/page/problem-card.tsx";
import { useSubmit } from "../../../../components/forms/submit.tsx";
import { FormButtons } from "../../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../../environment.ts";
import { EndpointFields } from "../../fields/endpoint-fields.tsx";
import { bodyOf, valuesOf } from "../../fields/values.ts";
import { readAgain } from "../../reads.ts";
import type { EndpointDialogProps } from "./dialog.ts";

/** Changes where an endpoint is, what it gets, and what it is for. */
export function EditEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { id, api } = useEnvironment();
  const form = useForm({ initialValues: valuesOf(endpoint) });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    (values) => {
      const params = { path: { endpointId: endpoint.id } };
      return api.PATCH("/webhook/{endpointId}/update", { params, body: bodyOf(values) });
    },
    () => {
      readAgain(id);
      onClose();
    },
  );
  return (
    <Modal opened onClose={onClose} title="Edit endpoint">
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <EndpointFields form={form} />
          <FormButtons back="Cancel" onBack={onClose}>
            <Button type="submit" loading={isSending}>
              Save changes
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
