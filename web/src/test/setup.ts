import { installBrowserParts } from './browserParts';

// React's act() warnings and Testing Library both look for it.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// The prerender's test runs where the prerender does: without a window.
if (typeof window !== 'undefined') installBrowserParts();
