/** What the upload dialog says about a look at the result on this device. It comes with the dialog. */
export const quickLookCopy = {
  offer: 'Quick look',
  terms: (megabytes: number) => `on this device, free, about ${megabytes} MB once`,
  downloading: 'Downloading the quick look. Your photo stays on this device.',
  working: 'Looking at your photo on this device...',
  stop: 'Stop',
  alt: 'Quick look at your photo',
  done: 'Made on this device. Nothing was sent. The restore itself uses a larger model.',
  failed: {
    unsupported: 'This browser cannot show a quick look. You can restore the photo all the same.',
    download: 'The quick look could not be downloaded. Check your connection, and try again.',
    memory: 'This device has too little free memory for a quick look. You can restore the photo all the same.',
    nothing: 'A quick look finds nothing to change here. The restore itself uses a larger model.',
    failed: 'There is no quick look at this photo. You can restore it all the same.',
  },
} as const;
