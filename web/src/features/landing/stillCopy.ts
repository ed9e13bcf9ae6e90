/** Sections that nothing changes. Apart from copy.ts: every page has these words as markup (landing/Still.tsx). */
export const stillCopy = {
  features: {
    title: 'Made for the only copy you have',
    items: {
      palette: {
        title: 'AI Colorization',
        text: 'Black and white becomes a picture of people, in calm and believable tones.',
      },
      scratch: {
        title: 'Scratch Repair',
        text: 'Scratches and cracks are filled in. The grain and the moment stay.',
      },
      face: {
        title: 'Preserve Faces',
        text: 'Features are sharpened, not replaced. Grandmother still looks like grandmother.',
      },
    },
  },
  steps: {
    title: 'How it works',
    items: [
      { title: 'Upload a photo', text: 'A scan or a snapshot of the print. PNG or JPG, up to 25MB.' },
      { title: 'Choose a tool', text: 'Repair, color, enlarge, faces only. DeepRestore is right for most.' },
      { title: 'Compare and keep', text: 'Usually under a minute. Compare before and after, then save it.' },
    ],
    promises: [
      { title: 'Private', text: 'Your photos are yours alone. Delete one and its files are gone.' },
      { title: 'Fair', text: 'Delete a restore that failed and you get it back.' },
      { title: 'No subscription', text: 'One restore per photo, bought in small packs that stay yours.' },
    ],
  },
};
