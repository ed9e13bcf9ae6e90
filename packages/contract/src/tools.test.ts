import { describe, expect, test } from '@jest/globals';
import { DEFAULT_TOOL_ID, isToolId, TOOL_IDS, TOOLS, toolById } from './tools';

describe('restore tools', () => {
  test('six, with the specified names and purposes [spec 3.8, 3.9, 3.10, 3.11, 3.12, 3.13, 9.15]', () => {
    expect(TOOLS.map(({ id, name, description }) => [id, name, description])).toEqual([
      ['deeprestore', 'DeepRestore', 'Revives badly damaged photos with facial accuracy and color.'],
      ['colorize', 'Colorize', 'Colorizes and repairs images with natural tones and detail.'],
      ['photoscaler', 'PhotoScaler', 'Boosts resolution with sharp detail, no color or damage fix.'],
      ['pureface', 'PureFace', 'Restores faces only, leaving background and damage untouched.'],
      ['lowrezfix', 'LowRez-Fix', 'Scales low-resolution images and enhances faces, no color or damage fix.'],
      ['textremove', 'Text-Remove', 'Removes watermarks and text.'],
    ]);
  });

  test('each has a model, an icon and an estimate; DeepRestore is the default [spec 3.7, 3.8]', () => {
    for (const { model, icon, typicalSeconds } of TOOLS) {
      expect(model).toMatch(/^[a-z0-9-]+\/[a-z0-9.-]+$/);
      expect(icon).toMatch(/^[a-z]+$/);
      expect(typicalSeconds).toBeGreaterThan(0);
    }
    expect(DEFAULT_TOOL_ID).toBe('deeprestore');
  });

  test('ids are known by value', () => {
    for (const id of TOOL_IDS) expect([isToolId(id), toolById(id).id]).toEqual([true, id]);
    for (const stranger of ['DeepRestore', '', null, 7, 'constructor']) expect(isToolId(stranger)).toBe(false);
  });
});
