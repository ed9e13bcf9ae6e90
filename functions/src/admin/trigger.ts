import { EVENT } from '@heirlight/contract/callables';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { optionsOf } from '../platform/functionOptions';
import { liveDeps } from '../platform/liveDeps';
import { handleRequest } from './handleRequest';

const requested = onDocumentCreated(
  { ...optionsOf(EVENT.adminRequested), document: 'admin_requests/{id}', retry: true },
  async ({ data, params }) => {
    if (!data) return;
    const request = { id: params.id, fields: data.data(), writtenAt: data.createTime.toDate() };
    await handleRequest(request, liveDeps(EVENT.adminRequested));
  },
);

export const adminEndpoints = [{ name: EVENT.adminRequested, run: requested }];
