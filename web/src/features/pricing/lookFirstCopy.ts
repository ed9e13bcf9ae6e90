/** Offered beside the packs. It comes with the dialog. */
export const lookFirstCopy = 'Look at a photo first, free: quick look and color by hand';
