export { startTestReceiver, type TestReceiver } from './testReceiver';
export { webhooksSettled } from './webhooksSettled';
