/**
 * Flags for Node where it runs tests. Each test file is compiled anew and lives for seconds: code is optimised after more
 * runs of it than usual, because most of what V8 optimises would not run often enough to pay for that.
 */
export const V8_FOR_TESTS = ['--interrupt-budget=500000'];
