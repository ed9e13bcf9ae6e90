import type { ToolId } from '@heirlight/contract/tools';

/** What helps to choose a tool, beside its purpose. Apart from `copy`, which a login downloads. */
export const toolCopy = {
  when: {
    deeprestore: 'Choose when a print is faded, scratched or stained.',
    colorize: 'Choose when a photo is black and white.',
    photoscaler: 'Choose when a good photo is too small to print.',
    pureface: 'Choose when only the faces are blurred.',
    lowrezfix: 'Choose when a picture of people is tiny.',
    textremove: 'Choose when a date or words lie over a photo.',
  } satisfies Record<ToolId, string>,
  /** For those who do not see the two pictures. */
  shows: {
    deeprestore: 'Before and after: a seated woman, faded to an even gray; then with dark, light and clear eyes.',
    colorize: 'Before and after: a woman with her hair up, in black and white; then with color in her face.',
    photoscaler: 'Before and after: the face of a cat, small and soft; then with sharp eyes and fur.',
    pureface: 'Before and after: a smiling woman, all blurred; then with a clear face.',
    lowrezfix: 'Before and after: a tiny portrait of an astronaut; then large, with a clear face.',
    textremove: 'Before and after: a mountain lake with an orange date on it; then without the date.',
  } satisfies Record<ToolId, string>,
  /** Why a tool is suggested for a photo (domain/prepare/suggest). Short: one line on a phone. */
  because: {
    grey: 'It is black and white.',
    sepia: 'It is sepia.',
    greyScratched: 'It is gray and scratched.',
    greyFaded: 'It is gray and faded.',
    sepiaScratched: 'It is sepia and scratched.',
    sepiaFaded: 'It is sepia and faded.',
    scratched: 'It is scratched.',
    faded: 'It is faded.',
    small: 'It is small.',
    smallPeople: 'It is small and shows people.',
    blurredFace: 'A face is blurred.',
    words: 'Words lie over it.',
    date: 'A date lies over it.',
  },
  suggested: (name: string, because: string) => `Suggested: ${name}. ${because}`,
  guide: {
    title: 'Which tool for which photo',
    lead: 'What each of them made of a photo: before on the left, after on the right.',
  },
} as const;
