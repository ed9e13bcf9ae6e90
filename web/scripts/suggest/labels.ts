import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isToolId, type ToolId } from '@heirlight/contract/tools';

/** A photograph and the tool that is right for it (web/testdata/suggest/README.md). */
export interface Labelled {
  set: 'chosen' | 'apart';
  tool: ToolId | null;
  /** Path of the photograph. */
  file: string;
  made: string;
  /** Long side of the file that it stands for, in pixels. */
  px: number;
  name: string;
}

const FOLDERS: Record<string, string> = {
  engine: 'packages/restore-engine/testdata/bench',
  promise: 'functions/bench/promise/photos',
  suggest: 'web/testdata/suggest',
};
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Reads `labels.csv`. Throws Error if a row is not as its README says. */
export function labelled(): Labelled[] {
  const [, ...rows] = readFileSync(`${root}web/testdata/suggest/labels.csv`, 'utf8').trim().split('\n');
  return rows.map((row) => {
    const [set, tool = '', photo = '', made = '', px] = row.split(',');
    const [folder = '', name] = photo.split('/');
    if ((set !== 'chosen' && set !== 'apart') || !FOLDERS[folder] || !(tool === 'none' || isToolId(tool))) {
      throw new Error(`A row of labels.csv is not as it should be: ${row}`);
    }
    const file = `${root}${FOLDERS[folder]}/${name}.jpg`;
    return { set, tool: isToolId(tool) ? tool : null, file, made, px: Number(px), name: [name, made].join(' ').trim() };
  });
}
