import type { ToolId } from '@heirlight/contract/tools';

/** What is seen in a photo, and the tool that it speaks for. */
export const SUGGESTED_TOOL = {
  grey: 'colorize',
  sepia: 'colorize',
  greyScratched: 'deeprestore',
  greyFaded: 'deeprestore',
  sepiaScratched: 'deeprestore',
  sepiaFaded: 'deeprestore',
  scratched: 'deeprestore',
  faded: 'deeprestore',
  small: 'photoscaler',
  smallPeople: 'lowrezfix',
  blurredFace: 'pureface',
  words: 'textremove',
  date: 'textremove',
} as const satisfies Record<string, ToolId>;

/** Why a tool is suggested. */
export type Reason = keyof typeof SUGGESTED_TOOL;
