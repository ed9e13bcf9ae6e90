/**
 * Stands in the built page for `re2js`, which the Firestore SDK only uses for regular expressions in pipelines. The
 * page has no pipelines and saves 46 kB. `scripts/withoutRe2js.ts` puts it there and fails the build of a page that
 * would need the package.
 */
export const RE2JS = {
  /** @throws Error always */
  compile(): never {
    const error = new Error('Firestore pipelines with regular expressions need re2js, which this page leaves out');
    // The SDK catches what is thrown here and takes it for a wrong pattern.
    console.error(error);
    throw error;
  },
};
