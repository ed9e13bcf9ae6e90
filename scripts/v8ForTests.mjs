/**
 * Flags for the Node that runs this, where it runs tests. Each test file is compiled anew and lives for seconds: code is
 * optimised after more runs of it than usual, because most of what V8 optimises would not run often enough to pay for
 * that. Node 20 alone has the flag, and a later one would not start with it.
 */
export const V8_FOR_TESTS = process.version.startsWith('v20.') ? ['--interrupt-budget=500000'] : [];
