/** A field's name as people mean it: `E-mail`, `Email ` and `email` are one in a document that somebody wrote by hand. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
