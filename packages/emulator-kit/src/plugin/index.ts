export { type Addresses, addressesAt } from './addresses';
export type { BackendEnvironment, Launch, Plugin, PluginContext } from './plugin';
export { servicePlugin } from './servicePlugin';
