import { sendJson } from '../http/respond';
import type { Route } from '../http/router';
import type { WebhookSender } from '../http/webhookSender';
import { readJson } from './api';
import { badRequest } from './apiErrors';
import { type FaultPlan, type FaultRequest, parseFaultRequest } from './faults';
import type { OutputFiles } from './outputFiles';
import type { PredictionStore } from './predictionStore';

const MAX_BODY_BYTES = 64 * 1024;

export interface ControlDependencies {
  store: PredictionStore;
  files: OutputFiles;
  faults: FaultPlan;
  webhooks: WebhookSender;
}

function parse(body: unknown): FaultRequest {
  try {
    return parseFaultRequest(body);
  } catch (error) {
    throw badRequest((error as Error).message);
  }
}

/**
 * What tests steer the stand-in with; not part of Replicate's API and without a token.
 * - `POST /_control/faults` adds faults, e.g. `{"creates":[{"kind":"throttle","count":2}],"predictions":[{"kind":"hang"}],
 *   "outputs":[{"kind":"html"}],"webhooks":[{"kind":"lose","type":"completed"}]}`; the kinds are listed in `faults.ts`
 *   and `http/webhookFaults.ts`. `DELETE`, or `{}` posted, forgets those still to come.
 * - `GET /_control/state` shows predictions, webhook deliveries, files and the faults still to come.
 */
export function controlRoutes({ store, files, faults, webhooks }: ControlDependencies): Route[] {
  const remaining = () => ({ ...faults.remaining, webhooks: webhooks.faults.remaining });
  const forget = () => {
    faults.clear();
    webhooks.faults.clear();
  };
  return [
    {
      method: 'POST',
      pattern: '/_control/faults',
      handle: async (call) => {
        const body = await readJson(call, MAX_BODY_BYTES);
        const request = parse(body);
        if (Object.keys(body as object).length === 0) forget();
        faults.add(request);
        webhooks.faults.add(request.webhooks);
        sendJson(call.response, { status: 200, body: remaining() });
      },
    },
    {
      method: 'DELETE',
      pattern: '/_control/faults',
      handle: ({ response }) => {
        forget();
        sendJson(response, { status: 200, body: remaining() });
      },
    },
    {
      method: 'GET',
      pattern: '/_control/state',
      handle: ({ response }) => {
        const predictions = store.all.map(({ id, status, error, order, webhook }) => ({
          id,
          status,
          error,
          tool: order.tool,
          webhook,
        }));
        const body = {
          predictions,
          webhooks: webhooks.deliveries,
          files: { count: files.count, bytes: files.bytes },
          faults: remaining(),
        };
        sendJson(response, { status: 200, body });
      },
    },
  ];
}
