/** Stands for any asset's URL in unit tests. */
export default '/asset-stub';
