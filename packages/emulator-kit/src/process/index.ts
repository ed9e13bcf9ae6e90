export {
  descendants,
  endProcesses,
  isAlive,
  type Service,
  signal,
  startService,
  stopServices,
} from './processes';
export { whenParentGone } from './whenParentGone';
