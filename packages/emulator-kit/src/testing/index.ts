export { startTestReceiver, type TestReceiver } from './testReceiver';
