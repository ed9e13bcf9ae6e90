export { parseWebhookFault, type WebhookFault } from './webhookFaults';
export { type WebhookMessage, WebhookSender } from './webhookSender';
