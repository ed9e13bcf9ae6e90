import type { Deps } from './deps';
import type { Endpoint } from './endpoint';
import { deploymentOf, type RegisteredFunction } from './functionOptions';
import { liveDeps } from './liveDeps';

const REQUIRED = ['memory', 'cpu', 'concurrency', 'maxInstances', 'timeoutSeconds', 'rights', 'secrets'] as const;

/**
 * Registers a function: its name, how it runs and what it may do, in one place. `make` gets the options for
 * firebase-functions and what the requests of one instance share, which is made when first asked for.
 *
 * @throws Error that names the function and what it is registered without, where the types were not checked
 */
export function registerFunction(
  registration: RegisteredFunction,
  make: (deployment: ReturnType<typeof deploymentOf>, deps: () => Deps) => object,
  depsOfInstance: (registration: RegisteredFunction) => Deps = liveDeps,
): Endpoint {
  const missing = REQUIRED.filter((key) => registration[key] === undefined);
  if (missing.length > 0) throw new Error(`${registration.name} is registered without ${missing.join(', ')}`);
  return { ...registration, run: make(deploymentOf(registration), () => depsOfInstance(registration)) };
}
