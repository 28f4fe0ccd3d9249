import { Button, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { content } from "../../../api/content.ts";
import { ProblemCard } from "../../../components/page/problem-card.tsx";
import { useSubmit } from "../../../components/forms/submit.tsx";
import { FormButtons } from "../../../components/forms/form-buttons.tsx";
import { useEnvironment } from "../../../environment.ts";
import { EndpointFields } from "../fields/endpoint-fields.tsx";
import { bodyOf, NEW_ENDPOINT } from "../fields/values.ts";
import type { Issued } from "../new-secret.tsx";
import { readAgain } from "../reads.ts";

interface CreateEndpointProps {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

/** Creates an endpoint. */
export function CreateEndpoint({ onClose, onIssued }: CreateEndpointProps) {
  const { id, mode, api } = useEnvironment();
  const form = useForm({ initialValues: NEW_ENDPOINT });
  const { formProps, isSending, refusal } = useSubmit(
    form,
    (values) => content(api.POST("/webhook/create", { body: bodyOf(values) })),
    (issued) => {
      readAgain(id);
      onIssued(issued);
    },
  );
  return (
    <Modal opened onClose={onClose} title={`Add an endpoint for ${mode} events`}>
      <form {...formProps}>
        <Stack>
          {refusal && <ProblemCard error={refusal} />}
          <EndpointFields form={form} />
          <FormButtons back="Cancel" onBack={onClose}>
            <Button type="submit" loading={isSending}>
              Add endpoint
            </Button>
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}
