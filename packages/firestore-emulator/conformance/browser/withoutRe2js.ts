/** The product's page has no `re2js` either: what the product does must work without. */
export const RE2JS = {
  compile(): never {
    throw new Error('A case needs re2js');
  },
};
