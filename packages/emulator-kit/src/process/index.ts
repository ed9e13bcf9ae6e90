export { endGroupWithUs, whenParentGone } from './parentWatch';
export { descendants, endProcesses, isAlive } from './processTree';
export { type Service, startService, stopServices } from './services';
