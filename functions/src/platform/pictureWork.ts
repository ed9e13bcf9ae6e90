/** Options of a function that decodes pictures: 40 megapixels take room, and one picture at a time bounds it. */
export const PICTURE_WORK = { memory: '2GiB', concurrency: 1, timeoutSeconds: 300 } as const;
