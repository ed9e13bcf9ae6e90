import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS, type ToolId } from '@heirlight/contract/tools';
import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { redrawnCopy } from '../copy/redrawnCopy';
import { toolCopy } from '../copy/toolCopy';
import { renderThemed, rules } from '../test/renderThemed';
import { toolPictures } from './ToolPair';
import { ToolTabs } from './ToolTabs';

const MOST_BYTES = 12_000;

function Choice() {
  const [toolId, choose] = useState<ToolId>('deeprestore');
  return <ToolTabs value={toolId} onChange={choose} />;
}

describe.each(TOOLS)('$name', ({ id, name, description, sourceType }) => {
  test('its panel shows its purpose, when to choose it, what it makes of a photo, and whether it redraws', async () => {
    renderThemed(<Choice />);
    await userEvent.click(screen.getByRole('tab', { name }));
    const panel = screen.getByRole('tabpanel', { name });
    expect(panel.textContent).toBe(description + toolCopy.when[id] + (redrawnCopy[sourceType] ?? ''));
    const pair = within(panel).getByRole('img', { name: toolCopy.shows[id] });
    const shown = [...pair.querySelectorAll('img')].map((img) => img.getAttribute('src'));
    expect(shown).toEqual(toolPictures(id));
  });

  test('says in one short sentence when to choose it', () => {
    expect(toolCopy.when[id]).toMatch(/^Choose when [^.]{10,50}\.$/);
    expect(toolCopy.shows[id]).toMatch(/^Before and after: [^.;]+; then [^.;]+\.$/);
  });

  test('its two pictures are AVIF of at most 12 kB each', () => {
    for (const url of toolPictures(id)) {
      const bytes = readFileSync(join(__dirname, '../../public', url));
      expect(bytes.subarray(4, 12).toString()).toBe('ftypavif');
      expect(bytes.length).toBeLessThan(MOST_BYTES);
    }
  });
});

test('the suggested tool lies on no button above it: in a low window it goes up no further than the gap', () => {
  const suggested = { toolId: 'colorize', because: 'It is black and white.' } as const;
  renderThemed(<ToolTabs value="deeprestore" onChange={() => undefined} suggested={suggested} />);
  const { className } = screen.getByRole('status');
  const own = className.split(' ').flatMap((name) => rules.filter((rule) => rule.includes(`.${name}{`)));
  const [low] = own.filter((rule) => rule.startsWith('@media (max-height: 44rem)'));
  expect(low).toContain('margin-top:calc(-0.5 * ');
});

test('of every tool but PhotoScaler, which keeps the picture, it is said that what AI redraws may differ', () => {
  const silent = TOOLS.filter(({ sourceType }) => redrawnCopy[sourceType] === null);
  expect(silent.map(({ id }) => id)).toEqual(['photoscaler']);
  expect(redrawnCopy.compositeWithTrainedAlgorithmicMedia).toBe('What AI redraws may differ from what was there.');
});

test('each tool has words and a photograph of its own', () => {
  const all = TOOLS.flatMap(({ id }) => [toolCopy.when[id], toolCopy.shows[id], ...toolPictures(id)]);
  expect(new Set(all).size).toBe(all.length);
});
