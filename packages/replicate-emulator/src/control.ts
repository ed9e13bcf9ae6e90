import { type Route, sendJson } from '@heirlight/emulator-kit/http';
import { readJson } from './api';
import { badRequest, notFound } from './apiErrors';
import { type FaultPlan, type FaultRequest, parseFaultRequest } from './faults';
import type { OutputFiles } from './outputFiles';
import { isTerminal } from './prediction';
import type { PredictionStore } from './predictionStore';
import type { PredictionWebhooks } from './predictionWebhooks';

const MAX_BODY_BYTES = 64 * 1024;

export interface ControlDependencies {
  store: PredictionStore;
  files: OutputFiles;
  faults: FaultPlan;
  webhooks: PredictionWebhooks;
}

function parse(body: unknown): FaultRequest {
  try {
    return parseFaultRequest(body);
  } catch (error) {
    throw badRequest((error as Error).message);
  }
}

/**
 * Controls the emulator, for tests. It is not part of Replicate's API and needs no token.
 * - `POST /_control/faults` adds faults, e.g. `{"creates":[{"kind":"throttle","count":2}],
 *   "predictions":[{"kind":"hang"}],"outputs":[{"kind":"html"}],"webhooks":[{"kind":"lose","type":"completed"}],
 *   "habits":[{"habits":[{"kind":"megapixel","pixels":1000000}],"count":3}]}`; the kinds are
 *   in `faults.ts`, `habits/habit.ts` and the kit's `webhookFaults.ts`. `DELETE`, or posting `{}`, clears those still to
 *   come.
 * - `POST /_control/predictions/{id}/resend` reports the end of a prediction once more.
 * - `GET /_control/state` shows predictions, webhook deliveries (`underWay` counts the unfinished), files and the
 *   faults still to come.
 */
export function controlRoutes({ store, files, faults, webhooks: { sender }, webhooks }: ControlDependencies): Route[] {
  const remaining = () => ({ ...faults.remaining, webhooks: sender.faults.remaining });
  const forget = () => {
    faults.clear();
    sender.faults.clear();
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
        sender.faults.add(request.webhooks);
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
      method: 'POST',
      pattern: '/_control/predictions/:id/resend',
      handle: ({ params, response }) => {
        const prediction = store.get(params.id ?? '');
        if (!prediction) throw notFound();
        if (!isTerminal(prediction)) throw badRequest(`The prediction ${prediction.id} has not ended.`);
        webhooks.notify(prediction, 'completed');
        sendJson(response, { status: 200, body: { status: prediction.status } });
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
          webhooks: sender.deliveries,
          underWay: sender.underWay,
          files: { count: files.count, bytes: files.bytes },
          faults: remaining(),
        };
        sendJson(response, { status: 200, body });
      },
    },
  ];
}
