import type { Tms } from "../../tms.ts";
import type { Scene, Step, StepsByType } from "./scene.ts";

// A name that is never anybody's (RFC 2606), and no event but a test of its own.
const URL_OF_NOBODY = "https://tms-trigger.invalid/";
const MINUTE_S = 60;

const advance: Step = ({ tms }) => tms.clock.advance({ bySeconds: MINUTE_S });

const addEndpoint: Step = async (scene) => {
  const description = `Triggered ${scene.run}`;
  const { endpoint } = await scene.tms.webhooks.create({
    url: URL_OF_NOBODY,
    events: ["webhook.test"],
    description,
  });
  scene.endpointId = endpoint.id;
};
const onEndpoint =
  (act: (tms: Tms, id: string, scene: Scene) => Promise<unknown>): Step =>
  async (scene) => {
    if (scene.endpointId === undefined) throw new Error("no step created an endpoint");
    await act(scene.tms, scene.endpointId, scene);
  };
const update = onEndpoint((tms, id, { run }) =>
  tms.webhooks.update(id, { description: `Triggered again ${run}` }),
);
const pause = onEndpoint((tms, id) => tms.webhooks.update(id, { enabled: false }));
const enable = onEndpoint((tms, id) => tms.webhooks.update(id, { enabled: true }));
const rollSecret = onEndpoint((tms, id) => tms.webhooks.roll(id));
const revealSecret = onEndpoint((tms, endpointId) =>
  tms.http.GET("/webhook/{endpointId}/secret", { params: { path: { endpointId } } }),
);
const test = onEndpoint((tms, id) => tms.webhooks.test(id));
const removeEndpoint = onEndpoint(async (tms, id, scene) => {
  await tms.webhooks.remove(id);
  scene.endpointId = undefined;
});

const createKey: Step = async (scene) => {
  const body = { name: `Triggered ${scene.run}`, scopes: ["read" as const] };
  const { data } = await scene.tms.http.POST("/key/create", { body });
  scene.keyId = data?.key.id;
};
const onKey =
  (act: (tms: Tms, id: string, scene: Scene) => Promise<unknown>): Step =>
  async (scene) => {
    if (scene.keyId === undefined) throw new Error("no step created a key");
    await act(scene.tms, scene.keyId, scene);
  };
const rename = onKey((tms, keyId, { run }) =>
  tms.http.PATCH("/key/{keyId}/update", {
    params: { path: { keyId } },
    body: { name: `Triggered again ${run}` },
  }),
);
const rollKey = onKey(async (tms, keyId, scene) => {
  const asked = { params: { path: { keyId } }, body: { graceSeconds: 0 as const } };
  const { data } = await tms.http.POST("/key/{keyId}/roll", asked);
  scene.keyId = data?.key.id;
});
const revokeKey = onKey(async (tms, keyId, scene) => {
  await tms.http.PATCH("/key/{keyId}/revoke", { params: { path: { keyId } } });
  scene.keyId = undefined;
});

/** What tells of the environment's own keys, endpoints and clock. Nothing of it touches live. */
export const ENVIRONMENT_STEPS: StepsByType = {
  "api_key.created": [createKey],
  "api_key.updated": [createKey, rename],
  "api_key.rolled": [createKey, rollKey],
  "api_key.revoked": [createKey, revokeKey],
  "clock.advanced": [advance],
  "webhook_endpoint.created": [addEndpoint],
  "webhook_endpoint.updated": [addEndpoint, update],
  "webhook_endpoint.rolled": [addEndpoint, rollSecret],
  "webhook_endpoint.revealed": [addEndpoint, revealSecret],
  "webhook_endpoint.disabled": [addEndpoint, pause],
  "webhook_endpoint.enabled": [addEndpoint, pause, enable],
  "webhook_endpoint.removed": [addEndpoint, removeEndpoint],
  "webhook.test": [addEndpoint, test],
};

/** Takes away the endpoint and the key that steps have left. */
export async function tidyUp(scene: Scene): Promise<void> {
  if (scene.endpointId !== undefined) await removeEndpoint(scene);
  if (scene.keyId !== undefined) await revokeKey(scene);
}
